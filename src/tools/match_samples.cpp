// SPDX-License-Identifier: MIT
#include "tools/match_samples.hpp"

#include <array>
#include <map>
#include <string_view>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "match/store.hpp"
#include "match/votes.hpp"
#include "notation/freeze.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

// More than twenty councils of five have.
constexpr std::size_t kMostVoters = 128;
constexpr std::size_t kMostPositionBytes = 1 << 30;
// A decision is kept with all moves before it, and those before it with theirs.
constexpr std::size_t kMostStudiedPlies = 2000;

relay::RecordedVoter scored_voter(std::size_t place, const std::string& name,
                                  const match::MoveRecord& played,
                                  const std::optional<usi::Score>& score) {
  consensus::Voter voter;
  voter.number = static_cast<int>(place) + 1;
  if (score) {
    consensus::Ballot ballot;
    ballot.choice = played.move;  // which move it was for is not asked
    ballot.score = score;
    voter.ballot = std::move(ballot);
  }
  return {name, std::move(voter)};
}

relay::GameRecord end_of(const match::GameRecord& game, shogi::Color side, int number,
                         int decisions) {
  relay::GameRecord end;
  end.game = number;
  end.decisions = decisions;
  const match::Points points = match::points_of(game.ending.result, side);
  end.result = points == match::Points::kWin    ? usi::GameResult::kWin
               : points == match::Points::kLoss ? usi::GameResult::kLose
                                                : usi::GameResult::kDraw;
  return end;
}

// The last game of which something was taken.
using LastTaken = std::optional<std::uint64_t>;

// Games 2k and 2k + 1 are a pair (match/schedule.hpp).
study::ScoreSamples::Counted counted_after(LastTaken last, const match::GameRecord& game) {
  using Counted = study::ScoreSamples::Counted;
  if (last == game.number) return Counted::kAgain;
  return last && *last / 2 == game.number / 2 ? Counted::kNewOfPair : Counted::kNew;
}

// One side's moves of a game: what `voters_of` says of them, as a relay would have recorded it.
template <class VotersOf>
void take_side(const match::GameRecord& game, shogi::Color side, int number, LastTaken& last,
               study::ScoreSamples& samples, const VotersOf& voters_of) {
  const std::size_t before = samples.games();
  shogi::Color mover = game.start.side_to_move();
  int ply = game.start.position().ply();
  int decisions = 0;
  for (const match::MoveRecord& move : game.moves) {
    if (mover == side) {
      relay::DecisionRecord decision;
      decision.ply = ply;
      decision.game = number;
      decision.voters = voters_of(move);
      if (!decision.voters.empty()) {
        decision.number = ++decisions;
        samples.take(decision);
      }
    }
    mover = ~mover;
    ++ply;
  }
  samples.take(end_of(game, side, number, decisions), counted_after(last, game));
  if (samples.games() > before) last = game.number;
}

std::optional<consensus::Choice> choice_of(const match::Vote& vote) {
  if (vote.move == "resign") return usi::Resign{};
  if (vote.move == "win") return usi::DeclareWin{};
  const auto move = usi::parse_move(vote.move);
  if (!move) return std::nullopt;
  return *move;
}

// What is carried from one decision of a game to the next.
struct CouncilMemory {
  int own_moves = 0;
  std::vector<consensus::OwnMove> history;
  std::map<int, usi::Score> previous;  // by voter
};

relay::DecisionRecord decision_of(const std::vector<match::Vote>& votes,
                                  const std::vector<int>& eval_coefs, CouncilMemory& memory) {
  relay::DecisionRecord record;
  for (const match::Vote& vote : votes) {
    consensus::Voter voter;
    voter.number = static_cast<int>(record.voters.size()) + 1;
    if (record.voters.size() < eval_coefs.size()) {
      voter.scale.eval_coef = eval_coefs[record.voters.size()];
    }
    if (const auto before = memory.previous.find(voter.number); before != memory.previous.end()) {
      voter.previous = before->second;
    }
    voter.absent = vote.absent;
    if (const auto choice = choice_of(vote)) {
      consensus::Ballot ballot;
      ballot.choice = *choice;
      ballot.score = vote.score;
      voter.ballot = std::move(ballot);
      if (vote.for_played && record.voter == 0) record.voter = voter.number;
    }
    if (vote.score) memory.previous[voter.number] = *vote.score;
    record.voters.push_back({vote.voter, std::move(voter)});
  }
  record.facts.own_moves = memory.own_moves;
  record.facts.engines = static_cast<int>(votes.size());
  record.facts.history = memory.history;
  return record;
}

}  // namespace

std::vector<relay::DecisionRecord> decisions_of(const match::GameRecord& game, std::size_t engine,
                                                const std::vector<int>& eval_coefs, int number) {
  std::vector<relay::DecisionRecord> decisions;
  if (game.black != engine && game.white != engine) return decisions;
  const auto side = game.black == engine ? shogi::Color::kBlack : shogi::Color::kWhite;
  shogi::Color mover = game.start.side_to_move();
  CouncilMemory memory;
  game::Game before(game.start.position().copy());
  for (const match::MoveRecord& move : game.moves) {
    if (mover == side) {
      const auto votes = match::parse_votes(move.note);
      if (!votes.empty()) {
        relay::DecisionRecord record = decision_of(votes, eval_coefs, memory);
        record.number = static_cast<int>(decisions.size()) + 1;
        record.game = number;
        record.ply = record.facts.ply = before.position().ply();
        record.position = game::position_line(before);
        record.choice = move.move;
        record.score = move.score;
        memory.history.push_back({record.ply, record.voter, move.score});
        decisions.push_back(std::move(record));
      }
      ++memory.own_moves;
    }
    if (!before.play(move.move)) break;
    if (before.moves().size() == kMostStudiedPlies) break;
    mover = ~mover;
  }
  return decisions;
}

bool GatheredBounds::admit(const std::vector<relay::RecordedVoter>& voters) {
  for (const relay::RecordedVoter& each : voters) {
    if (voters_.size() <= kMostVoters) voters_.insert({each.voter.number, each.name});
  }
  return voters_.size() <= kMostVoters;
}

bool GatheredBounds::admit(std::size_t bytes) {
  if (bytes_ <= kMostPositionBytes) bytes_ += bytes;
  return bytes_ <= kMostPositionBytes;
}

base::Result<void> GatheredBounds::result(const std::filesystem::path& file) const {
  const std::string name = base::to_utf8(file);
  if (voters_.size() > kMostVoters) {
    return base::fail(base::say({"{0}: has votes of more than {1} voters; no match has so many",
                                 "{0}: 投票者が {1} を超えています。そのような対局はありません"},
                                name, kMostVoters));
  }
  if (bytes_ > kMostPositionBytes) {
    return base::fail(
        base::say({"{0}: holds more decisions than fit into memory; play shorter matches",
                   "{0}: 決定が多すぎてメモリに入りません。対局を短く分けてください"},
                  name));
  }
  return {};
}

bool is_match_file(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return false;
  std::array<char, 16> head{};
  stream->read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == std::string_view("SQLite format 3\0", 16);
}

base::Result<void> take_match(const std::filesystem::path& file, MatchSamples& samples,
                              const std::function<bool()>& goes_on) {
  auto store = match::Store::open_to_read(file);
  if (!store) return tl::unexpected(store.error());
  const auto rules = store->rules();
  if (!rules) return base::fail(base::to_utf8(file) + ": " + rules.error().message);
  const auto engines = store->players();
  if (!engines) return tl::unexpected(engines.error());
  int number = 0;
  GatheredBounds bounds;
  using Voters = std::vector<relay::RecordedVoter>;
  LastTaken last;
  LastTaken last_of_voters;
  bool is_wanted = true;
  const auto take = [&](const match::GameRecord& game) {
    is_wanted = is_wanted && goes_on();
    if (!is_wanted) return;
    for (const shogi::Color side : shogi::kColors) {
      const std::size_t engine = side == shogi::Color::kBlack ? game.black : game.white;
      if (engine >= engines->size()) continue;
      ++number;
      const std::string& name = (*engines)[engine].name;
      take_side(game, side, number, last, samples.players, [&](const auto& move) {
        return move.score ? Voters{scored_voter(engine, name, move, move.score)} : Voters{};
      });
      take_side(game, side, number, last_of_voters, samples.voters, [&](const auto& move) {
        Voters voters;
        for (const match::Vote& vote : match::parse_votes(move.note)) {
          voters.push_back(scored_voter(voters.size(), vote.voter, move,
                                        vote.move.empty() ? std::nullopt : vote.score));
          voters.back().voter.absent = vote.absent;
        }
        return bounds.admit(voters) ? voters : Voters();
      });
    }
  };
  const auto read = store->for_each_game(take, **rules);
  if (!is_wanted) return base::fail(base::say({"interrupted", "中断しました"}));
  return read ? bounds.result(file) : read;
}

}  // namespace gougi::tools
