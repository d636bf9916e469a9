// SPDX-License-Identifier: MIT
#include "book/entry.hpp"

#include <algorithm>
#include <limits>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"

namespace gougi::book {
namespace {

constexpr std::string_view kPositionWord = "sfen";

std::string quoted(std::string_view word) { return "\"" + base::printable(word, 60) + "\""; }

base::Result<std::int32_t> number(std::string_view word, std::string_view what,
                                  std::int32_t missing) {
  if (word.empty()) return missing;
  const auto value = base::to_int_clamped(word);
  if (!value)
    return base::fail(base::say({"the {0} {1} is no number", "{0} の {1} は数ではありません"}, what,
                                quoted(word)));
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(*value, Limits::min() + 1, Limits::max()));
}

base::Result<Line> parse_position(std::string_view text) {
  auto position = notation::parse_sfen(text);
  if (!position) return tl::unexpected(position.error());
  std::string canonical = notation::to_sfen(*position);
  constexpr std::size_t kWordsWithPly = 4;
  if (base::split_words(text).size() < kWordsWithPly) canonical = without_ply(canonical);
  return PositionLine{std::move(canonical), *position};
}

base::Result<Line> parse_candidate(std::string_view line) {
  Candidate candidate;
  const std::string_view move_word = base::next_word(line);
  const auto move = notation::parse_usi_move(move_word);
  if (!move)
    return base::fail(base::say(
        {"{0} is neither a move nor the word sfen", "{0} は指し手でも sfen でもありません"},
        quoted(move_word)));
  candidate.move = *move;
  if (const auto word = base::next_word(line); const auto reply = notation::parse_usi_move(word)) {
    candidate.reply = *reply;
  } else if (base::to_int_clamped(word)) {  // it is missing, and what follows would be taken amiss
    return base::fail(
        base::say({"the reply {0} is no move", "応手 {0} は指し手ではありません"}, quoted(word)));
  }
  const auto score = number(base::next_word(line), "score", 0);
  if (!score) return tl::unexpected(score.error());
  const auto depth = number(base::next_word(line), "depth", 0);
  if (!depth) return tl::unexpected(depth.error());
  const auto count = number(base::next_word(line), "count", 1);
  if (!count) return tl::unexpected(count.error());
  candidate.score = *score;
  candidate.depth = *depth;
  candidate.count = *count;
  return candidate;
}

}  // namespace

base::Result<Line> parse_line(std::string_view line) {
  line = base::trim(line);
  if (line.empty() || line.starts_with('#') || line.starts_with("//")) return Nothing{};
  std::string_view rest = line;
  if (base::next_word(rest) == kPositionWord) return parse_position(rest);
  return parse_candidate(line);
}

std::string position_text(const shogi::Position& position) { return notation::to_sfen(position); }

std::string_view without_ply(std::string_view position_text) {
  // Board, side and hands: what stands before the third blank.
  std::size_t end = 0;
  for (int blanks = 0; end < position_text.size(); ++end) {
    if (position_text[end] == ' ' && ++blanks == 3) break;
  }
  return position_text.substr(0, end);
}

void append(std::string& out, const Entry& entry) {
  out += kPositionWord;
  out += ' ';
  out += entry.position;
  out += '\n';
  for (const Candidate& candidate : entry.candidates) {
    notation::append_usi(out, candidate.move);
    out += ' ';
    out += notation::to_usi(candidate.reply);
    for (const std::int32_t value : {candidate.score, candidate.depth, candidate.count}) {
      out += ' ';
      out += std::to_string(value);
    }
    out += '\n';
  }
}

bool outranks(const Entry& a, const Entry& b) {
  const auto depth = [](const Entry& entry) {
    return entry.candidates.empty() ? -1 : entry.candidates.front().depth;
  };
  if (depth(a) != depth(b)) return depth(a) > depth(b);
  return a.candidates.size() > b.candidates.size();
}

void rank(std::vector<Candidate>& candidates) {
  const bool scored =
      std::ranges::any_of(candidates, [](const Candidate& c) { return c.score != 0; });
  std::ranges::stable_sort(candidates, std::ranges::greater{},
                           scored ? &Candidate::score : &Candidate::count);
}

}  // namespace gougi::book
