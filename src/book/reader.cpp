// SPDX-License-Identifier: MIT
#include "book/reader.hpp"

#include <algorithm>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"

namespace gougi::book {

using base::LineRead;

Reader::Reader(std::istream& in, Complain complain) : in_(in), complain_(std::move(complain)) {}

std::optional<Entry> Reader::next() {
  for (LineRead read = base::read_line(in_, line_); read != LineRead::kEnd;
       read = base::read_line(in_, line_)) {
    ++line_number_;
    if (read == LineRead::kTooLong) {
      complain(base::line_too_long());
      continue;
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::string_view text = line_;
    if (line_number_ == 1 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    auto line = parse_line(text);
    if (!line) {
      const bool position = base::trim(text).starts_with("sfen");
      complain(position ? base::say({"{0}; its candidates are left out",
                                     "{0}。この局面の候補手は除きます"},
                                    line.error().message)
                        : line.error().message);
      if (!position) continue;
      auto finished = finish();
      position_.reset();
      position_line_ = line_number_;
      if (finished) return finished;
    } else if (auto* position = std::get_if<PositionLine>(&*line)) {
      auto finished = finish();
      begin(std::move(*position));
      if (finished) return finished;
    } else if (const auto* candidate = std::get_if<Candidate>(&*line)) {
      add(*candidate);
    }
  }
  return finish();
}

void Reader::begin(PositionLine line) {
  position_line_ = line_number_;
  position_ = line.position;
  entry_.position = std::move(line.text);
  entry_.candidates.clear();
}

void Reader::add(const Candidate& candidate) {
  if (!position_) {
    if (position_line_ == 0)
      complain(base::say(
          {"a move before the first sfen line", "最初の sfen 行より前に指し手があります"}));
    return;  // of a position that was complained of
  }
  if (!position_->is_legal(candidate.move)) {
    complain(base::say(
        {"{0} is not legal in the position of line {1}", "{0} は {1}行目の局面では指せません"},
        notation::to_usi(candidate.move), position_line_));
    return;
  }
  if (std::ranges::find(entry_.candidates, candidate.move, &Candidate::move) !=
      entry_.candidates.end()) {
    complain(base::say(
        {"{0} stands twice in the position of line {1}", "{0} が {1}行目の局面に2回あります"},
        notation::to_usi(candidate.move), position_line_));
    return;
  }
  entry_.candidates.push_back(candidate);
}

void Reader::complain(std::string_view what) {
  if (complain_) complain_(line_number_, what);
}

std::optional<Entry> Reader::finish() {
  const bool usable = position_.has_value();
  position_.reset();
  if (!usable) return std::nullopt;
  if (entry_.candidates.empty()) {
    if (complain_)
      complain_(position_line_, base::say({"the position has no candidate that can be used",
                                           "使える候補手がありません"}));
    return std::nullopt;
  }
  return std::exchange(entry_, Entry());
}

}  // namespace gougi::book
