// SPDX-License-Identifier: MIT
#include "relay/analysis.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "consensus/win_rate.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

// A pv is shown to this length; nobody reads further, and each ply costs a legality check.
constexpr std::size_t kMostLinePlies = 48;

/// One of an engine's lines.
struct Line {
  std::size_t voter = 0;
  std::size_t rank = 0;
  usi::InfoAnswer info;
};

bool is_ranked(const VoterSearch& voter) {
  return std::ranges::any_of(voter.last.lines, [](const auto& line) { return line.has_value(); });
}

bool has_line(const VoterSearch& voter) { return !voter.last.pv.empty() || is_ranked(voter); }

usi::InfoAnswer info_of(const Poll& poll, const std::optional<usi::Score>& score, int depth,
                        std::string_view words) {
  usi::InfoAnswer info;
  info.depth = depth;
  info.score = score;
  std::vector<usi::Move> moves;
  while (moves.size() < kMostLinePlies) {
    const auto move = usi::parse_move(base::next_word(words));
    if (!move) break;
    moves.push_back(*move);
  }
  info.pv = legal_prefix(poll.position(), moves);
  return info;
}

std::vector<Line> lines_of_all(const Poll& poll) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < poll.book.voters.size(); ++i) {
    const LastInfo& last = poll.book.voters[i].last;
    const auto add = [&](std::size_t rank, usi::InfoAnswer info) {
      if (!info.pv.empty()) lines.push_back({i, rank, std::move(info)});
    };
    if (!is_ranked(poll.book.voters[i])) {
      add(0, info_of(poll, last.score, last.depth, last.pv));
      continue;
    }
    for (std::size_t rank = 0; rank < last.lines.size(); ++rank) {
      const auto& seen = last.lines[rank];
      if (seen) add(rank, info_of(poll, seen->score, seen->depth, seen->pv));
    }
  }
  return lines;
}

// What would be played if all voted now; nothing: the rule cannot say.
std::optional<Outcome> consensus_now(const Poll& poll) {
  if (const ProofSearch* solver = poll.proof()) return poll.mate_outcome(*solver);
  Poll now = poll;
  now.facts.may_ask = false;
  for (VoterSearch& voter : now.book.voters) {
    if (!voter.ballot) now.take_partial(voter, poll.clock_start);
    voter.id = 0;
  }
  const auto verdict = now.verdict();
  const auto* decided = std::get_if<consensus::Decided>(&verdict);
  if (decided == nullptr) return std::nullopt;
  Outcome outcome = now.outcome(*decided);
  if (outcome.pv.empty()) return std::nullopt;
  return outcome;
}

const Line& best_of(const Poll& poll, const std::vector<Line>& lines) {
  const auto is_better = [&](const Line& a, const Line& b) {
    if (!a.info.score || !b.info.score) return a.info.score.has_value() && !b.info.score;
    return consensus::compare(*a.info.score, poll.book.voters[a.voter].scale, *b.info.score,
                              poll.book.voters[b.voter].scale) > 0;
  };
  return *std::ranges::min_element(lines, is_better);
}

// Whose line the consensus is; nullptr: nobody's.
const Line* source_of(const Poll& poll, const std::vector<Line>& lines,
                      const std::optional<Outcome>& consensus) {
  if (!consensus) return &best_of(poll, lines);
  const auto found = std::ranges::find_if(lines, [&](const Line& line) {
    return poll.book.voters[line.voter].number == consensus->voter &&
           poll.counted(line.info.pv[0]) == poll.counted(consensus->pv.front());
  });
  return found == lines.end() ? nullptr : &*found;
}

std::size_t width(const Poll& poll) {
  return poll.analysis_width != 0 ? poll.analysis_width : poll.book.voters.size();
}

}  // namespace

int analysis_row(const Poll& poll, std::size_t voter, std::size_t rank) {
  return static_cast<int>(2 + rank * width(poll) + voter);
}

bool shorten_leaders_row(const Poll& poll, usi::InfoAnswer& row) {
  const auto place = static_cast<std::size_t>(*row.multipv) - 1;
  const auto& shown = poll.analysis_shown;
  const bool replaces = place < shown.size() && shown[place].multipv.has_value();
  if (row.pv.size() == 1) return replaces;
  row.pv.resize(1);
  return true;
}

std::vector<usi::InfoAnswer> analysis(const Poll& poll, int most) {
  const std::vector<Line> lines = lines_of_all(poll);
  if (lines.empty()) return {};
  const std::optional<Outcome> consensus = consensus_now(poll);
  const Line* const source = source_of(poll, lines, consensus);
  std::vector<usi::InfoAnswer> rows;
  for (const Line& line : lines) {
    const int row = analysis_row(poll, line.voter, line.rank);
    if (line.voter >= width(poll) || row > most) continue;  // it came too late for a row
    usi::InfoAnswer info = line.info;
    info.multipv = row;
    if (&line != source || shorten_leaders_row(poll, info)) rows.push_back(std::move(info));
  }
  std::ranges::sort(rows, {}, [](const usi::InfoAnswer& info) { return *info.multipv; });
  usi::InfoAnswer first;
  if (source != nullptr) {
    first = source->info;
  } else {
    first.depth = std::max(1, consensus->depth);
    first.score = consensus->score;
    first.pv = consensus->pv;
  }
  first.multipv = 1;
  rows.push_back(std::move(first));
  return rows;
}

// Of an engine that may say anything.
std::int64_t bounded(std::int64_t nodes) { return std::clamp(nodes, std::int64_t{0}, kMostNodes); }

void add_effort(const Poll& poll, base::Milliseconds time, usi::InfoAnswer& info) {
  std::int64_t nodes = 0;
  std::int64_t nps = 0;
  int hashfull = 0;
  int seldepth = 0;
  int depth = 0;
  for (const VoterSearch& voter : poll.book.voters) {
    const LastInfo& last = voter.last;
    const auto own = bounded(last.nodes);
    nodes += own;
    const bool counts_itself = last.nps > 0 || time.count() <= 0;
    nps += counts_itself ? bounded(last.nps) : bounded(own * 1000 / time.count());
    hashfull = std::max(hashfull, last.hashfull);
    seldepth = std::max(seldepth, last.seldepth);
    depth = std::max(depth, last.depth);
  }
  if (nodes > 0) info.nodes = nodes;
  if (nps > 0) info.nps = nps;
  if (hashfull > 0) info.hashfull = hashfull;
  if (seldepth > 0) info.seldepth = std::max(seldepth, depth);
}

void add_budgets_nodes(const Poll& poll, usi::InfoAnswer& info) {
  if (!poll.budget.on()) return;
  std::int64_t nodes = 0;
  std::map<int, std::int64_t> speeds;  // an engine may search more than once, but not at a time
  const auto add = [&](const Search& search, std::int64_t before) {
    nodes += bounded(search.last.nodes) + bounded(before);
    std::int64_t& speed = speeds[search.child];
    speed = std::max(speed, bounded(search.last.nps));
  };
  for (const VoterSearch& voter : poll.book.voters) add(voter, voter.spent);
  for (const ReplySearch& reply : poll.book.replies) add(reply, 0);
  std::int64_t nps = 0;
  for (const auto& [child, speed] : speeds) nps += speed;
  if (nodes > 0) info.nodes = nodes;
  if (nps > 0) info.nps = nps;
}

std::string analysis_legend(const Poll& poll, bool japanese) {
  std::string legend = std::string(japanese ? "読み筋: 1 " : "lines: 1 ") +
                       std::string(japanese ? consensus::spoken_japanese_name(*poll.strategy)
                                            : poll.strategy->identifier);
  bool ranked = false;
  for (std::size_t i = 0; i < width(poll); ++i) {
    const VoterSearch& voter = poll.book.voters[i];
    if (!voter.was_there && !has_line(voter)) continue;
    legend += ", " + std::to_string(analysis_row(poll, i, 0)) + " " + voter.name;
    ranked = ranked || voter.last.lines.size() > 1;
  }
  if (!ranked) return legend;
  return legend + (japanese ? "、以下次善の読み筋を同じ順に" : "; then their next lines likewise");
}

bool everybody_has_spoken(const Poll& poll) {
  return std::ranges::all_of(poll.book.voters, [](const VoterSearch& voter) {
    return !voter.was_there || has_line(voter);
  });
}

}  // namespace gougi::relay
