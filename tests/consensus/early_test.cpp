// SPDX-License-Identifier: MIT
// Early decisions: whatever the outstanding ballots would turn out to be, early is final.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/random.hpp"
#include "consensus/councils.hpp"
#include "sanitized.hpp"

namespace gougi::consensus {
namespace {

Council final_position(std::vector<Voter> voters) {
  Council council{std::move(voters)};
  council.facts.may_declare = false;
  return council;
}

int early(std::vector<Voter> voters) {
  return winner("majority", final_position(std::move(voters)));
}

TEST(Early, TwoOfThreeAreEnough) {
  EXPECT_EQ(early({voter(1, kA), voter(2, kA), awaited(3)}), 1);
  EXPECT_EQ(early({awaited(1), voter(2, kA), voter(3, kA)}), 2);
  EXPECT_EQ(early({voter(1, kA), voter(2, kB), awaited(3)}), 0);
  EXPECT_EQ(early({voter(1, kA), awaited(2), awaited(3)}), 0);
}

TEST(Early, ATieThatTheSmallerNumberKeepsIsEnough) {
  // 2–1 with one out: at worst 2–2, which engine 1's candidate keeps.
  EXPECT_EQ(early({voter(1, kA), voter(2, kA), voter(3, kB), awaited(4)}), 1);
  EXPECT_EQ(early({voter(1, kB), voter(2, kA), voter(3, kA), awaited(4)}), 0);
  EXPECT_EQ(early({awaited(1), voter(2, kA), voter(3, kA), voter(4, kB)}), 0);
}

TEST(Early, WeightsCount) {
  EXPECT_EQ(early({voter(1, kA), voter(2, kA), weighing(2.5, awaited(3))}), 0);
  EXPECT_EQ(early({weighing(2.5, voter(1, kA)), voter(2, kB), awaited(3)}), 1);
}

TEST(Early, NotWhileADeclarationMayStillCome) {
  Council council{{voter(1, kA), voter(2, kA), awaited(3)}};
  EXPECT_EQ(winner("majority", council), 0);
}

TEST(Early, NotWhileResignationsMayStillBeAMajority) {
  EXPECT_EQ(early({weighing(9, voter(1, kA)), awaited(2), awaited(3)}), 0);
  EXPECT_EQ(early({voter(1, kA), voter(2, kA), voter(3, usi::Resign{}), awaited(4)}), 1);
  EXPECT_EQ(early({voter(1, kA), voter(2, kA), voter(3, usi::Resign{}), voter(4, usi::Resign{}),
                   awaited(5)}),
            0);
}

TEST(Early, NotForMovesThatWalkIntoMate) {
  const auto walks = [](int number) { return walking_into_mate(voter(number, kA)); };
  EXPECT_EQ(early({walks(1), walks(2), awaited(3)}), 0);
  EXPECT_EQ(early({awaited(1), walks(2), walks(3), voter(4, kB)}), 0);
  EXPECT_EQ(early({walks(1), voter(2, kB), voter(3, kB), awaited(4)}), 2);
}

TEST(Early, NeverWhereOneMoreScoreMayChangeTheChoice) {
  for (const Strategy& strategy : strategies()) {
    if (strategy.identifier == "majority") continue;
    EXPECT_EQ(winner(strategy.identifier,
                     final_position({at(1, kA, 0), at(2, kA, 0), at(3, kA, 0), awaited(4)})),
              0)
        << strategy.identifier;
  }
}

TEST(Early, SaysHowManyWereNotWaitedFor) {
  const auto council = final_position({voter(1, kA), voter(2, kA), awaited(3)});
  EXPECT_EQ(reason("majority", council), "2 of 3 votes, the outstanding 1 cannot change it");
  EXPECT_EQ(reason_ja("majority", council), "3票中2票、残り1票では変わらない");
}

// --- by brute force

// What a ballot may turn out to be. Whether a move walks into mate is the move's, not the voter's.
constexpr int kOutcomes = 7;
Voter outcome(int kind, const Voter& before, const std::set<shogi::BareMove>& mated) {
  Voter v = before;
  v.awaited = false;
  v.ballot.reset();
  const std::array moves{kA, kB, kC, kD};
  if (kind == 5) return v;  // lost
  v.ballot = Ballot{};
  if (kind == 4) {
    v.ballot->choice = usi::Resign{};
  } else if (kind == 6) {
    v.ballot->choice = kA;
    v.ballot->void_reason = "illegal move";
  } else {
    v.ballot->choice = moves[static_cast<std::size_t>(kind)];
    v.ballot->score = Score::cp(100 * kind - 150);
    v.walks_into_mate = mated.contains(moves[static_cast<std::size_t>(kind)]);
  }
  return v;
}

struct Scene {
  Council council;
  std::set<shogi::BareMove> mated;
};

Scene random_scene(base::Random& random) {
  Scene scene{final_position({}), {}};
  if (random.below(4) == 0) scene.mated.insert(random.below(2) == 0 ? kA : kB);
  const auto count = static_cast<int>(2 + random.below(4));
  const std::array weights{1.0, 1.0, 1.0, 0.5, 1.5, 2.0, 0.1, 0.2, 0.3};
  const bool weighted = random.below(2) == 0;
  for (int number = 1; number <= count; ++number) {
    Voter v = awaited(number);
    if (weighted) v.weight = weights[random.below(weights.size())];
    // The known ones mostly agree, or nothing would ever be decided early.
    const std::array<int, 8> kinds{0, 0, 0, 0, 1, 1, 4, 5};
    if (random.below(3) != 0) v = outcome(kinds[random.below(kinds.size())], v, scene.mated);
    scene.council.voters.push_back(v);
  }
  return scene;
}

/// The moves that all completions come to; nothing stands for "no move".
std::set<std::optional<usi::Move>> completions(const Strategy& strategy, const Scene& scene) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < scene.council.voters.size(); ++i) {
    if (scene.council.voters[i].awaited) open.push_back(i);
  }
  int combinations = 1;
  for (std::size_t i = 0; i < open.size(); ++i) combinations *= kOutcomes;
  std::set<std::optional<usi::Move>> out;
  for (int combination = 0; combination < combinations; ++combination) {
    Council complete = scene.council;
    int rest = combination;
    for (const std::size_t i : open) {
      complete.voters[i] = outcome(rest % kOutcomes, scene.council.voters[i], scene.mated);
      rest /= kOutcomes;
    }
    const Verdict verdict = decide(strategy, complete);
    std::optional<usi::Move> move;
    if (const auto* decided = std::get_if<Decided>(&verdict)) {
      const auto& ballot = *complete.voters.at(static_cast<std::size_t>(decided->voter - 1)).ballot;
      if (const auto* chosen = std::get_if<usi::Move>(&ballot.choice)) {
        move = *chosen;
      }
    }
    out.insert(move);
  }
  return out;
}

/// By what each move has that does not walk into mate, and what is awaited.
bool is_open_by_numbers(const Scene& scene) {
  std::map<usi::Move, Votes> votes;
  Votes rest = 0;
  for (const Voter& voter : scene.council.voters) {
    if (voter.awaited) rest += votes_of(voter);
    if (!voter.ballot || !voter.ballot->counts() || voter.walks_into_mate) continue;
    const auto* move = std::get_if<usi::Move>(&voter.ballot->choice);
    if (move != nullptr) votes[*move] += votes_of(voter);
  }
  std::vector<Votes> moves;
  for (const auto& entry : votes) moves.push_back(entry.second);
  return find_strategy("majority")->is_open(moves, rest);
}

TEST(EarlyBruteForce, NothingIsDecidedEarlyThatIsOpenByTheNumbersAlone) {
  base::Random random(3);
  int open_ones = 0;
  for (int round = 0; round < (kBrief ? 1000 : 10'000); ++round) {
    const Scene scene = random_scene(random);
    if (std::ranges::none_of(scene.council.voters, &Voter::awaited)) continue;
    const Verdict verdict = decide("majority", scene.council);
    if (!is_open_by_numbers(scene)) continue;
    ++open_ones;
    EXPECT_TRUE(std::holds_alternative<Wait>(verdict)) << "round " << round;
  }
  EXPECT_GT(open_ones, 100);
}

TEST(EarlyBruteForce, EarlyIsWhatEveryCompletionComesToAndComesAsSoonAsItCan) {
  base::Random random(1);
  int early_ones = 0;
  for (int round = 0; round < (kBrief ? 1000 : 3000); ++round) {
    const Scene scene = random_scene(random);
    const auto open = std::ranges::count_if(scene.council.voters, &Voter::awaited);
    if (open == 0 || open > 3) continue;
    const Verdict verdict = decide("majority", scene.council);
    const auto* decided = std::get_if<Decided>(&verdict);
    const auto finals = completions(*find_strategy("majority"), scene);
    const bool settled = finals.size() == 1 && finals.begin()->has_value();
    ASSERT_EQ(decided != nullptr, settled) << "round " << round;
    if (decided == nullptr) continue;
    ++early_ones;
    const Voter& played = scene.council.voters.at(static_cast<std::size_t>(decided->voter - 1));
    ASSERT_EQ(std::get<usi::Move>(played.ballot->choice), **finals.begin()) << "round " << round;
  }
  EXPECT_GT(early_ones, kBrief ? 30 : 100);
}

TEST(EarlyBruteForce, NoStrategyDecidesEarlyWhatACompletionWouldChange) {
  base::Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Scene scene = random_scene(random);
    const auto open = std::ranges::count_if(scene.council.voters, &Voter::awaited);
    if (open == 0 || open > 2) continue;
    for (const Strategy& strategy : strategies()) {
      const Verdict verdict = decide(strategy, scene.council);
      if (std::holds_alternative<Wait>(verdict)) continue;
      EXPECT_EQ(completions(strategy, scene).size(), 1U) << strategy.identifier << " " << round;
    }
  }
}

}  // namespace
}  // namespace gougi::consensus
