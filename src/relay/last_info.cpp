// SPDX-License-Identifier: MIT
#include "relay/last_info.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "usi/visits.hpp"

namespace gougi::relay {
namespace {

constexpr int kMostRanks = 100;
// Depths of a course. Searches that go deeper say the same move at most of them.
constexpr std::size_t kMostSteps = 64;
// Of a pv, in bytes: more plies than any engine looks ahead. A line of a megabyte would cost the
// time of a move, and the memory of a hundred ranks.
constexpr std::size_t kLongestPv = 2048;

// A word that is cut off is no move, or another one: it goes as a whole.
std::string_view bounded(std::string_view pv) {
  return pv.size() <= kLongestPv ? pv : pv.substr(0, pv.find_last_of(' ', kLongestPv) + 1);
}

// No position has more moves.
constexpr std::size_t kMostMoves = 593;

void count(usi::Move move, std::int64_t visits, std::vector<consensus::MoveVisits>& counts) {
  const auto known = std::ranges::find(counts, move, &consensus::MoveVisits::move);
  if (known != counts.end()) {
    known->visits = visits;
  } else if (counts.size() < kMostMoves) {
    counts.push_back({move, visits});
  }
}

}  // namespace

std::vector<usi::Move> parse_pv(std::string_view words, std::size_t most) {
  std::vector<usi::Move> moves;
  while (moves.size() < most) {
    const auto move = usi::parse_move(base::next_word(words));
    if (!move) break;
    moves.push_back(*move);
  }
  return moves;
}

std::vector<usi::Move> parse_pv(std::string_view words) { return parse_pv(words, words.size()); }

std::optional<usi::Move> first_move(std::string_view pv) {
  return usi::parse_move(base::next_word(pv));
}

void LastInfo::take(const usi::InfoView& info) {
  nps = info.nps.value_or(nps);
  seldepth = info.seldepth.value_or(seldepth);
  hashfull = info.hashfull.value_or(hashfull);
  const bool speaks = info.score && !says_nothing(*info.score);
  const std::optional<usi::Score> said = speaks ? info.score : std::nullopt;
  if (const auto first = first_move(info.pv)) {
    if (said) moves.take(*first, *said, info.depth.value_or(0), bounded(info.pv));
    if (info.nodes) count(*first, *info.nodes, line_nodes);
  }
  if (info.has_text) take_visits(info.text);
  if (info.multipv.value_or(1) == 1) take_first(info, said);
  if (said) take_rank(info, *said);
}

void LastInfo::take_visits(std::string_view text) {
  const auto said = usi::parse_visits(text);
  if (!said) return;
  if (const auto move = first_move(said->move)) count(*move, said->visits, visits);
}

void LastInfo::take_first(const usi::InfoView& info, const std::optional<usi::Score>& said) {
  if (info.nodes) nodes = *info.nodes;
  if (said && said->bound == usi::Bound::kExact) take_step(info, *said);
  // A bound does not replace an exact score, nor does what has no score replace one that has.
  if (score && !pv.empty() && !(said && replaces(*said, *score))) return;
  if (!info.pv.empty()) {
    if (said) score = said;
    depth = info.depth.value_or(depth);
    pv.assign(bounded(info.pv));
  } else if (said && pv.empty()) {
    if (said->bound == usi::Bound::kExact) score = said;  // a bound of which move?
  } else if (said) {
    score = said;
    if (const auto first = first_move(pv)) moves.take(*first, *said, depth, pv);
  }
}

void LastInfo::take_rank(const usi::InfoView& info, const usi::Score& said) {
  if (!info.multipv || *info.multipv < 1 || *info.multipv > kMostRanks || info.pv.empty()) return;
  const auto rank = static_cast<std::size_t>(*info.multipv) - 1;
  if (lines.size() <= rank) {
    lines.resize(rank + 1);
    ranked.resize(rank + 1);
  }
  ranked[rank] = first_move(info.pv).value_or(usi::Move());
  std::optional<SeenLine>& line = lines[rank];
  if (line && !replaces(said, line->score)) return;
  if (!line) line.emplace();
  line->score = said;
  line->depth = info.depth.value_or(0);
  line->pv.assign(bounded(info.pv));
}

// The last word at each depth. A depth that is there already begins again from there.
void LastInfo::take_step(const usi::InfoView& info, const usi::Score& said) {
  const auto first = info.pv.empty() ? std::nullopt : first_move(info.pv);
  if (!first || !info.depth || *info.depth < 1) return;
  while (!course.empty() && course.back().depth >= *info.depth) course.pop_back();
  if (course.size() == kMostSteps) course.erase(course.begin());
  course.push_back({*info.depth, nodes, *first, said});
}

std::optional<usi::Score> LastInfo::exact_score() const {
  return score && score->bound == usi::Bound::kExact ? score : std::nullopt;
}

std::optional<usi::Score> LastInfo::score_of(usi::Move move) const {
  if (const SeenLine* line = moves.line_of(move)) return line->score;
  return exact_score();
}

void LastInfo::begin_again() {
  SeenMoves kept = std::move(moves);
  *this = {};
  moves = std::move(kept);
}

}  // namespace gougi::relay
