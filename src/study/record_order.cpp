// SPDX-License-Identifier: MIT
#include "study/record_order.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::study {

bool is_of_no_game(const relay::DecisionRecord& record) {
  const auto words = base::split_words(record.go);
  return std::ranges::any_of(
      words, [](std::string_view word) { return word == "infinite" || word == "ponder"; });
}

// A number that does not grow is of a new run.
bool RecordOrder::begins_game(const relay::DecisionRecord& record) {
  const bool begins = record.game != game_ || record.number <= decision_;
  game_ = record.game;
  decision_ = record.number;
  return begins;
}

}  // namespace gougi::study
