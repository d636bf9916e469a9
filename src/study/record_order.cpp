// SPDX-License-Identifier: MIT
#include "study/record_order.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::study {

bool is_analysis(const relay::DecisionRecord& record) {
  const auto words = base::split_words(record.go);
  return std::ranges::find(words, "infinite") != words.end();
}

// A number that does not grow is of a new run.
bool RecordOrder::begins_game(const relay::DecisionRecord& record) {
  const bool begins = record.game != game_ || record.number <= decision_;
  game_ = record.game;
  decision_ = record.number;
  return begins;
}

}  // namespace gougi::study
