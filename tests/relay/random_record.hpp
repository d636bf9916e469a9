// SPDX-License-Identifier: MIT
// Records of decisions with anything in them that may be there, from a seed.
#pragma once

#include <string>

#include "base/random.hpp"
#include "consensus/arbiter_model.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "relay/decision_record.hpp"

namespace gougi::relay::testing {

class RandomRecord {
 public:
  explicit RandomRecord(std::uint64_t seed) : random_(seed) {}

  DecisionRecord decision() {
    DecisionRecord record;
    record.number = number(1, 1'000'000);
    record.game = number(1, 1000);
    record.time = WallTime(base::Milliseconds(random_.below(4'000'000'000'000)));
    record.ply = number(1, 512);
    record.position = chance() ? "position startpos" : "position sfen x/y b - 1 moves 7g7f";
    record.go = "go btime 0 wtime 0 byoyomi 1000";
    record.rule = text();
    for (int i = number(0, 4); i > 0; --i) record.voters.push_back({text(), voter()});
    if (chance()) record.reserve.push_back({text(), voter()});
    record.facts = facts();
    for (int i = number(0, 3); i > 0; --i) {
      record.replies.push_back({{number(1, 9), move()}, maybe_score(), chance(), chance()});
    }
    if (chance()) record.proof = {text(), moves(1)};
    if (chance()) record.budget = budget();
    record.choice = choice();
    if (chance()) record.chosen = move();
    if (chance()) record.ponder = move();
    record.voter = number(0, 9);
    record.reason = text();
    record.reason_ja = text();
    if (chance()) {
      record.agreement = {base::Milliseconds(number(1, 99'999)),
                          base::Milliseconds(number(1, 99'999)),
                          base::Milliseconds(number(1, 99'999)),
                          random_.unit(),
                          random_.unit(),
                          chance()};
    }
    record.score = maybe_score();
    record.elapsed = base::Milliseconds(number(-5, 1'000'000));
    return record;
  }

  GameRecord game() {
    const usi::GameResult results[] = {usi::GameResult::kWin, usi::GameResult::kLose,
                                       usi::GameResult::kDraw};
    return {number(1, 99), WallTime(base::Milliseconds(random_.below(4'000'000'000'000))),
            results[random_.below(3)], number(0, 300)};
  }

 private:
  bool chance() { return random_.below(2) == 0; }
  int number(int least, int most) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(most - least) + 1));
  }
  std::string text() {
    constexpr std::string_view kTexts[] = {
        "", "Suisho5", "合議 \"三人\" \\ {}[],:", "a/b\\u0041", "majority 2 of 3", "😀"};
    return std::string(kTexts[random_.below(std::size(kTexts))]);
  }
  usi::Move move() {
    constexpr std::string_view kMoves[] = {"7g7f", "8h2b+", "P*5e",     "2a3c",
                                           "R*1a", "9i9a+", "8h2b+zB+", "P*5ezK"};
    return *usi::parse_move(kMoves[random_.below(std::size(kMoves))]);
  }
  std::vector<usi::Move> moves(int least) {
    std::vector<usi::Move> made;
    for (int i = number(least, 6); i > 0; --i) made.push_back(move());
    return made;
  }
  consensus::Choice choice() {
    switch (random_.below(4)) {
      case 0:
        return usi::Resign{};
      case 1:
        return usi::DeclareWin{};
      default:
        return move();
    }
  }
  usi::Score score() {
    usi::Score made = usi::Score::cp(number(-40'000, 40'000));
    if (chance()) {
      usi::Mate mate{chance(), std::nullopt};
      if (chance()) mate.plies = number(0, 200);
      made.value = mate;
    }
    const usi::Bound bounds[] = {usi::Bound::kExact, usi::Bound::kLower, usi::Bound::kUpper};
    made.bound = bounds[random_.below(3)];
    return made;
  }
  std::optional<usi::Score> maybe_score() {
    if (chance()) return std::nullopt;
    return score();
  }
  RecordedBudget budget() {
    RecordedBudget made{number(1, 1'000'000), chance(), {}};
    for (int i = number(0, 4); i > 0; --i) {
      RecordedSearch& search = made.searches.emplace_back();
      search.voter = number(1, 9);
      if (chance()) search.move = move();
      search.part = number(0, 1'000'000);
      search.told = number(0, 1'000'000);
      search.nodes = number(0, 1'000'000);
      search.elapsed = base::Milliseconds(number(0, 10'000));
      search.nps = number(0, 10'000'000);
      search.given_back = number(0, 1'000'000);
    }
    return made;
  }
  consensus::Scale scale() {
    consensus::Scale made{number(1, 3000)};
    double win_rate = 0.5;
    double cp = 0;
    for (int i = chance() ? 0 : number(1, 5); i > 0; --i) {
      cp += random_.unit() + 0.5;
      win_rate += (random_.unit() + 0.1) / 20;
      made.knots.push_back({cp, win_rate});
    }
    return made;
  }
  consensus::PhaseScales scales() {
    if (chance()) return consensus::PhaseScales::all(scale());
    return {{scale(), scale(), scale()}};
  }
  consensus::Voter voter() {
    consensus::Voter made;
    made.number = number(1, 99);
    made.awaited = chance();
    made.previous = maybe_score();
    made.weight = random_.unit() * 10;
    made.scale = scale();
    made.walks_into_mate = chance();
    made.mates = chance();
    made.absent = chance();
    made.declares_freezes = chance();
    made.captures = chance();
    made.checks = chance();
    if (chance()) return made;
    consensus::Ballot ballot;
    ballot.choice = choice();
    ballot.score = maybe_score();
    ballot.pv = moves(0);
    for (int i = number(0, 3); i > 0; --i) ballot.lines.push_back({move(), score()});
    for (int i = number(0, 3); i > 0; --i) {
      ballot.visits.push_back({move(), number(0, 1'000'000)});
    }
    for (int i = number(0, 5); i > 0; --i) {
      usi::Score exact = score();
      exact.bound = usi::Bound::kExact;
      ballot.course.push_back({number(1, 99), number(0, 1'000'000), move(), exact});
    }
    if (chance()) ballot.ponder = move();
    if (chance()) ballot.voted = move();
    ballot.depth = number(-1, 200);
    ballot.nodes = static_cast<std::int64_t>(random_.next() >> 1U);
    ballot.elapsed = base::Milliseconds(number(0, 100'000));
    ballot.partial = chance();
    ballot.void_reason = text();
    made.ballot = std::move(ballot);
    return made;
  }
  consensus::Facts facts() {
    consensus::Facts made;
    made.ply = number(1, 500);
    made.own_moves = number(0, 250);
    made.engines = number(0, 99);
    for (int i = number(0, 3); i > 0; --i) {
      made.history.push_back({number(1, 99), number(0, 9), maybe_score()});
    }
    for (int i = number(0, 2); i > 0; --i) {
      made.members.push_back({number(1, 99), scales(), random_.unit() + 0.1, random_.unit() + 0.1,
                              random_.unit() + 0.1, text()});
    }
    made.numbers = {number(1, 1000),      number(1, 1000), number(1, 1000),
                    number(1, 1'000'000), random_.unit(),  random_.unit(),
                    random_.unit(),       number(0, 1000), number(0, 1000)};
    if (chance()) {
      consensus::ArbiterModel model{
          {{"a", 600, {}}, {"b", 700, {0.1, -0.2, 1e-9}}}, "b", {}, {}, ""};
      for (double& weight : model.weights) weight = random_.unit() * 4 - 2;
      for (double& tau : model.taus) tau = random_.unit();
      model.data = text();
      made.arbiter = {std::make_shared<const consensus::ArbiterModel>(std::move(model))};
    }
    made.dice = random_.unit();
    made.may_ask = chance();
    made.may_declare = chance();
    return made;
  }

  base::Random random_;
};

}  // namespace gougi::relay::testing
