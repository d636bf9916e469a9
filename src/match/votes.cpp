// SPDX-License-Identifier: MIT
#include "match/votes.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"

namespace gougi::match {
namespace {

// The texts between brackets, in their order.
std::vector<std::string_view> bracketed(std::string_view line) {
  std::vector<std::string_view> texts;
  while (true) {
    const std::size_t open = line.find('[');
    if (open == std::string_view::npos) return texts;
    // A name may hold a bracket: the last one goes to the end of the line.
    std::size_t close = line.find("] ", open);
    if (close == std::string_view::npos) close = line.rfind(']');
    if (close == std::string_view::npos || close < open) return texts;
    texts.push_back(line.substr(open + 1, close - open - 1));
    line.remove_prefix(close + 1);
  }
}

// As the encodings of the relay's messages write it.
std::optional<usi::Bound> bound_of(std::string_view word) {
  if (word == "≥" || word == "≧" || word == ">=") return usi::Bound::kLower;
  if (word == "≤" || word == "≦" || word == "<=") return usi::Bound::kUpper;
  return std::nullopt;
}

// "value 35 (before 20, change 15)", "value ≥ 35", "value mate +5", "評価値 詰み -4手"; nothing: it
// is none.
std::optional<usi::Score> vote_score(std::string_view text) {
  constexpr std::int64_t kMostValue = 1'000'000'000;
  auto word = base::next_word(text);
  if (word != "value" && word != "評価値") return std::nullopt;
  word = base::next_word(text);
  const auto bound = bound_of(word);
  if (bound) word = base::next_word(text);
  usi::Score score;
  if (word != "mate" && word != "詰み") {
    const auto value = base::to_int(word);
    if (!value || *value > kMostValue || *value < -kMostValue) return std::nullopt;
    score = usi::Score::cp(static_cast<int>(*value));
  } else {
    word = base::next_word(text);
    if (word.empty() || (word[0] != '+' && word[0] != '-')) return std::nullopt;
    usi::Mate mate{word[0] == '+', std::nullopt};
    word.remove_prefix(1);
    const auto plies = base::to_int(word.substr(0, word.find_first_not_of("0123456789")));
    if (plies && *plies >= 0 && *plies < 10'000) mate.plies = static_cast<int>(*plies);
    score.value = mate;
  }
  score.bound = bound.value_or(usi::Bound::kExact);
  return score;
}

bool is_solvers(const std::vector<std::string_view>& texts) {
  return std::any_of(texts.begin(), texts.end(), [](std::string_view text) {
    return text.starts_with("mate in ") || text.starts_with("詰み ");
  });
}

bool counts_not(const std::vector<std::string_view>& texts) {
  return std::any_of(texts.begin(), texts.end(), [](std::string_view text) {
    return text.starts_with("void") || text.starts_with("無効");
  });
}

// "[-] GPSShogi: loading": it has its row, so that those behind it have theirs.
std::optional<Vote> absent_vote(std::string_view line) {
  constexpr std::string_view kMark = "[-] ";
  const std::size_t end = line.rfind(": ");
  if (!line.starts_with(kMark) || end == std::string_view::npos) return std::nullopt;
  Vote vote;
  vote.absent = true;
  vote.voter = line.substr(kMark.size(), end - kMark.size());
  return vote;
}

// A vote's line, or that of an engine without one.
std::optional<Vote> parse_vote(std::string_view line) {
  if (auto absent = absent_vote(line)) return absent;
  Vote vote;
  vote.for_played = line.starts_with("[O] ");
  if (!vote.for_played && !line.starts_with("[X] ")) return std::nullopt;
  line.remove_prefix(std::string_view("[O] ").size());
  const auto texts = bracketed(line);
  if (texts.size() < 2 && !line.starts_with("bestmove ")) return std::nullopt;
  if (texts.empty() || is_solvers(texts)) return std::nullopt;
  vote.voter = texts.back();
  if (base::next_word(line) == "bestmove" && !counts_not(texts)) {
    vote.move = base::next_word(line);
    if (vote.move.empty()) return std::nullopt;
  }
  for (const std::string_view text : texts) {
    if (!vote.score) vote.score = vote_score(text);
  }
  return vote;
}

}  // namespace

std::vector<Vote> parse_votes(std::string_view note) {
  std::vector<Vote> votes;
  while (!note.empty()) {
    const std::size_t end = std::min(note.find('\n'), note.size());
    const std::string_view line = base::trim(note.substr(0, end));
    note.remove_prefix(std::min(end + 1, note.size()));
    auto vote = parse_vote(line);
    if (!vote) continue;
    votes.push_back(std::move(*vote));
    if (votes.size() == kMostVotes) return votes;
  }
  return votes;
}

void VoteCount::add(const std::vector<Vote>& ballot) {
  const auto has_move = [](const Vote& vote) { return !vote.move.empty(); };
  if (std::count_if(ballot.begin(), ballot.end(), has_move) < 2) return;
  for (std::size_t i = voters.size(); i < ballot.size(); ++i) {
    voters.push_back(ballot[i].voter);
    votes.push_back(0);
    for_played.push_back(0);
  }
  for (auto* table : {&together, &agreements}) {
    table->resize(voters.size());
    for (auto& row : *table) row.resize(voters.size());
  }
  ++decisions;
  bool is_unanimous = true;
  for (std::size_t i = 0; i < ballot.size(); ++i) {
    if (!has_move(ballot[i])) continue;
    // Before it has said its name, an engine is called by its number.
    if (votes[i] == 0) voters[i] = ballot[i].voter;
    ++votes[i];
    if (ballot[i].for_played) ++for_played[i];
    for (std::size_t j = 0; j < ballot.size(); ++j) {
      if (!has_move(ballot[j])) continue;
      if (ballot[i].move != ballot[j].move) is_unanimous = false;
      ++together[i][j];
      if (ballot[i].move == ballot[j].move) ++agreements[i][j];
    }
  }
  if (is_unanimous) ++unanimous;
}

VoteCount count_votes(const std::vector<GameRecord>& games, std::size_t engine) {
  VoteCount count;
  for (const GameRecord& game : games) {
    if (game.black != engine && game.white != engine) continue;
    const auto side = game.black == engine ? shogi::Color::kBlack : shogi::Color::kWhite;
    shogi::Color mover = game.start.side_to_move();
    for (const MoveRecord& move : game.moves) {
      if (mover == side && !move.note.empty()) count.add(parse_votes(move.note));
      mover = ~mover;
    }
  }
  return count;
}

}  // namespace gougi::match
