// SPDX-License-Identifier: MIT
// What holds for every strategy and any council, tried on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/random.hpp"
#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;

const std::array kMoves{kA, kB, kC, kD};

std::optional<Score> random_score(base::Random& random) {
  switch (random.below(8)) {
    case 0:
      return std::nullopt;
    case 1:
      return Score::mate_in(static_cast<int>(1 + 2 * random.below(4)));
    case 2:
      return Score::mated_in(static_cast<int>(2 + 2 * random.below(4)));
    case 3:
      return Score{usi::Mate{random.below(2) == 0, std::nullopt}};
    default:
      return Score::cp(static_cast<int>(random.below(9)) * 50 - 200);
  }
}

Voter random_voter(base::Random& random, int number) {
  Voter v = voter(number, kMoves[random.below(kMoves.size())], random_score(random));
  v.previous = random_score(random);
  if (random.below(3) == 0) v.weight = 0.5 * static_cast<double>(1 + random.below(4));
  if (random.below(3) == 0) v.scale.eval_coef = 1200;
  for (const BareMove move : kMoves) {
    const auto score = random_score(random);
    if (score && random.below(3) == 0) v.ballot->lines.push_back({move, *score});
  }
  if (random.below(3) == 0) {
    for (const BareMove move : kMoves) {
      v.ballot->visits.push_back({move, static_cast<std::int64_t>(random.below(100))});
    }
  }
  switch (random.below(12)) {
    case 0:
      v.ballot->void_reason = "illegal move";
      break;
    case 1:
      v.ballot->choice = usi::Resign{};
      break;
    case 2:
      v.ballot.reset();
      break;
    default:
      v.walks_into_mate = random.below(8) == 0;
  }
  return v;
}

Council random_council(base::Random& random) {
  Council council;
  const auto count = static_cast<int>(1 + random.below(5));
  for (int number = 1; number <= count; ++number) {
    council.voters.push_back(random_voter(random, number));
  }
  council.facts.ply = static_cast<int>(1 + random.below(150));
  council.facts.own_moves = council.facts.ply / 2;
  council.facts.engines = count;
  council.facts.dice = random.unit();
  council.facts.may_ask = random.below(4) != 0;
  for (const Voter& v : council.voters) {
    for (const BareMove move : kMoves) {
      if (random.below(2) == 0) continue;
      council.replies.push_back({.question = {v.number, move},
                                 .score = random_score(random),
                                 .mated = random.below(20) == 0,
                                 .awaited = random.below(8) == 0});
    }
  }
  for (int i = 0; i < 3; ++i) {
    council.facts.history.push_back(
        {2 * i + 1, static_cast<int>(random.below(static_cast<std::uint64_t>(count) + 2)),
         random_score(random)});
  }
  return council;
}

/// The same council with every move replaced by another.
Council renamed(Council council, const std::map<usi::Move, usi::Move>& names) {
  for (Voter& v : council.voters) {
    if (!v.ballot) continue;
    if (auto* move = std::get_if<usi::Move>(&v.ballot->choice)) {
      *move = names.at(*move);
    }
    for (RankedLine& line : v.ballot->lines) line.move = names.at(line.move);
    for (MoveVisits& each : v.ballot->visits) each.move = names.at(each.move);
  }
  for (Reply& reply : council.replies) {
    reply.question.move = names.at(reply.question.move);
  }
  return council;
}

TEST(Properties, TheSameCouncilDecidesTheSame) {
  base::Random random(3);
  for (int round = 0; round < 500; ++round) {
    const Council council = random_council(random);
    for (const Strategy& strategy : strategies()) {
      EXPECT_EQ(decide(strategy, council), decide(strategy, council)) << strategy.identifier;
    }
  }
}

TEST(Properties, WhatTheMovesAreCalledDoesNotMatter) {
  base::Random random(4);
  const std::map<usi::Move, usi::Move> names{{kA, kC}, {kB, kD}, {kC, kB}, {kD, kA}};
  for (int round = 0; round < 500; ++round) {
    const Council council = random_council(random);
    for (const Strategy& strategy : strategies()) {
      Verdict expected = decide(strategy, council);
      if (auto* ask = std::get_if<Ask>(&expected)) {
        for (Question& question : ask->questions) {
          question.move = names.at(question.move);
        }
      } else if (auto* decided = std::get_if<Decided>(&expected)) {
        if (decided->move) decided->move = names.at(*decided->move);
      }
      EXPECT_EQ(decide(strategy, renamed(council, names)), expected) << strategy.identifier;
    }
  }
}

TEST(Properties, WhoCannotVoteMattersOnlyWhereOthersResign) {
  base::Random random(5);
  for (int round = 0; round < 500; ++round) {
    const Council council = random_council(random);
    Council rest = council;
    std::erase_if(rest.voters, [](const Voter& v) { return !v.ballot || !v.ballot->counts(); });
    if (std::ranges::any_of(rest.voters, [](const Voter& v) {
          return std::holds_alternative<usi::Resign>(v.ballot->choice);
        })) {
      continue;
    }
    for (const Strategy& strategy : strategies()) {
      EXPECT_EQ(decide(strategy, council), decide(strategy, rest)) << strategy.identifier;
    }
  }
}

TEST(Properties, OneScaleForAllChangesNothing) {
  base::Random random(6);
  for (int round = 0; round < 500; ++round) {
    Council council = random_council(random);
    for (Voter& v : council.voters) v.weight = 1.0;
    Council heavier = council;
    for (Voter& v : heavier.voters) v.weight = 4.0;
    for (const Strategy& strategy : strategies()) {
      EXPECT_EQ(winner(strategy.identifier, council), winner(strategy.identifier, heavier))
          << strategy.identifier;
    }
  }
}

/// What a decision must be whatever the rule: a ballot that counts, and its move or one it lists.
void expect_sound(const Council& council, const Decided& decided, std::string_view strategy) {
  const auto played = std::ranges::find(council.voters, decided.voter, &Voter::number);
  ASSERT_NE(played, council.voters.end()) << strategy;
  ASSERT_TRUE(played->ballot && played->ballot->counts()) << strategy;
  if (decided.move) {
    EXPECT_NE(std::ranges::find(played->ballot->lines, *decided.move, &RankedLine::move),
              played->ballot->lines.end())
        << strategy;
  }
  EXPECT_NE(decided.reason, "") << strategy;
  EXPECT_NE(decided.reason_ja, "") << strategy;
}

TEST(Properties, OnlyBallotsThatCountArePlayedAndOnlyNewQuestionsAsked) {
  base::Random random(7);
  for (int round = 0; round < 2000; ++round) {
    const Council council = random_council(random);
    for (const Strategy& strategy : strategies()) {
      const Verdict verdict = decide(strategy, council);
      if (const auto* decided = std::get_if<Decided>(&verdict)) {
        expect_sound(council, *decided, strategy.identifier);
      } else if (const auto* ask = std::get_if<Ask>(&verdict)) {
        EXPECT_TRUE(council.facts.may_ask) << strategy.identifier;
        EXPECT_FALSE(ask->questions.empty()) << strategy.identifier;
        for (const Question& question : ask->questions) {
          EXPECT_EQ(std::ranges::find(council.replies, question, &Reply::question),
                    council.replies.end())
              << strategy.identifier;
        }
      } else if (std::holds_alternative<Wait>(verdict)) {
        EXPECT_TRUE(std::ranges::any_of(council.replies, &Reply::awaited)) << strategy.identifier;
      }
    }
  }
}

TEST(Properties, AskingComesToAnEnd) {
  base::Random random(8);
  for (int round = 0; round < 500; ++round) {
    for (const Strategy& strategy : strategies()) {
      Council council = random_council(random);
      council.facts.may_ask = true;
      council.replies.clear();
      double share = strategy.first_share;
      Verdict verdict = decide(strategy, council);
      for (int asked = 0; std::holds_alternative<Ask>(verdict); ++asked) {
        ASSERT_LT(asked, 3) << strategy.identifier;
        share += std::get<Ask>(verdict).share;
        for (const Question& question : std::get<Ask>(verdict).questions) {
          council.replies.push_back({.question = question, .score = random_score(random)});
        }
        verdict = decide(strategy, council);
      }
      EXPECT_FALSE(std::holds_alternative<Wait>(verdict)) << strategy.identifier;
      EXPECT_LE(share, 1.0) << strategy.identifier;
    }
  }
}

TEST(Properties, SeatsAreAlwaysSomeOfTheAvailable) {
  base::Random random(9);
  for (int round = 0; round < 500; ++round) {
    Council council = random_council(random);
    council.facts.engines = static_cast<int>(random.below(6));
    std::vector<int> available;
    for (int number = 1; number <= 6; ++number) {
      if (random.below(2) == 0) available.push_back(number);
    }
    if (available.empty()) continue;
    for (const Strategy& strategy : strategies()) {
      if (strategy.seats == nullptr) continue;
      const auto seats = strategy.seats(council.facts, available);
      EXPECT_FALSE(seats.empty()) << strategy.identifier;
      EXPECT_TRUE(std::ranges::includes(available, seats)) << strategy.identifier;
    }
  }
}

}  // namespace
}  // namespace gougi::consensus
