// SPDX-License-Identifier: MIT
#include "analysis/problems.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

Verdict valued(double win_rate, const std::string& best) {
  Verdict verdict;
  verdict.decided = true;
  verdict.win_rate = win_rate;
  verdict.move = *notation::parse_usi_move(best);
  verdict.line = {*verdict.move};
  return verdict;
}

shogi::Game one_move(const std::string& sfen, const std::string& move) {
  shogi::Game game(*notation::parse_sfen(sfen));
  EXPECT_TRUE(game.play(*notation::parse_usi_move(move)));
  return game;
}

void add_all(ProblemSet& to, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) to.add(problem);
}

TEST(ProblemSet, AMissedMateBecomesAProblemWithItsSolutionOnce) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  auto before = valued(1, "G*5b");
  before.mate = 1;
  before.proven = true;
  before.mate_line = before.line;
  const std::vector<Verdict> verdicts{before, valued(0.5, "5a4a")};
  const auto review = review_of(game, verdicts, {});
  ProblemSet problems;
  add_all(problems, problems_of("game", game, verdicts, review));
  add_all(problems, problems_of("again", game, verdicts, review));
  const auto later =
      one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 77", "5i5h");  // the number alone differs
  add_all(problems, problems_of("later", later, verdicts, review_of(later, verdicts, {})));
  EXPECT_EQ(problems.mates(),
            "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 # mate in 1: G*5b (game, move 1, played 5i5h, -50%)\n");
  EXPECT_EQ(problems.next_moves(), "");
}

TEST(ProblemSet, AProblemIsTheSameWhosoeverGameItIsOf) {
  EXPECT_EQ(problem_alone("4k4/9 b G 7 # best: 5b5a (games-4, move 3, played 5i5h, -50%)"),
            problem_alone("4k4/9 b G 1 # best: 5b5a (games (1), move 1, played 5i5g, -30%)"));
  EXPECT_NE(problem_alone("4k4/9 b G 1 # best: 5b5a (a)"),
            problem_alone("4k4/9 b G 1 # best: 5b5a 5a4a (a)"));
  EXPECT_EQ(problem_alone(R"({"sfen":"x","candidates":[],"actualMove":{"usi":"5i5h"}},)"),
            problem_alone(R"({"sfen":"x","candidates":[],"actualMove":{"usi":"5i5g"}})"));
  EXPECT_EQ(problem_alone("[]"), "[]");
}

TEST(ProblemSet, OnlyAMateThatIsProvenIsOne) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  auto before = valued(1, "G*5b");
  before.mate = 1;
  before.mate_line = before.line;
  const std::vector<Verdict> verdicts{before, valued(0.9, "5a4a")};
  ProblemSet problems;
  add_all(problems, problems_of("game", game, verdicts, review_of(game, verdicts, {})));
  EXPECT_EQ(problems.mates(), "");
}

TEST(ProblemSet, AGameThrownAwayBecomesANextMoveAndALostOneNot) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  ProblemSet problems;
  const std::vector<Verdict> lost{valued(0.29, "5c5b+"), valued(0.99, "5a4a")};
  add_all(problems, problems_of("lost", game, lost, review_of(game, lost, {})));
  EXPECT_EQ(problems.next_moves(), "");
  ProblemSet little;
  const std::vector<Verdict> behind{valued(0.45, "5c5b+"), valued(0.9, "5a4a")};
  add_all(little, problems_of("behind", game, behind, review_of(game, behind, {})));
  EXPECT_NE(little.next_moves(), "") << "a little behind is not lost";
  const std::vector<Verdict> thrown{valued(0.8, "5c5b+"), valued(0.9, "5a4a")};
  add_all(problems, problems_of("thrown", game, thrown, review_of(game, thrown, {})));
  EXPECT_EQ(problems.next_moves(),
            "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 # best: 5c5b+ (thrown, move 1, played 5i5h, -70%)\n");
}

TEST(ProblemSet, AMissedMateThatCostNothingHasNoFigure) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  auto before = valued(1, "G*5b");
  before.mate = 1;
  before.proven = true;
  before.mate_line = before.line;
  const std::vector<Verdict> verdicts{before, valued(0.0, "5a4a")};
  GameReview review;
  review.moves = {{.loss = 0.004, .fault = Fault::kMistake, .missed_mate = true}};
  const auto problems = problems_of("game", game, verdicts, review);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_TRUE(problems[0].line.ends_with("(game, move 1, played 5i5h)\n")) << problems[0].line;
}

// The checks that ShogiHome makes when it opens a collection, by the keys that its format names.
void expect_collection(const std::string& text, std::size_t count) {
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("format"), "shogihome-next-move");
  EXPECT_EQ(json.at("version"), 1);
  ASSERT_EQ(json.at("problems").size(), count);
  const auto expect_keys = [](const nlohmann::json& object, const std::set<std::string>& known) {
    for (const auto& [key, value] : object.items()) EXPECT_TRUE(known.contains(key)) << key;
  };
  for (const auto& problem : json.at("problems")) {
    expect_keys(problem,
                {"sfen", "candidates", "actualMove", "previousMove", "analysis", "source"});
    const std::string sfen = problem.at("sfen");
    EXPECT_TRUE(sfen.ends_with(" 1")) << sfen;
    const auto position = notation::parse_sfen(sfen);
    ASSERT_TRUE(position) << sfen;
    const auto expect_legal = [&position](const std::string& usi) {
      const auto move = notation::parse_usi_move(usi);
      EXPECT_TRUE(move && shogi::Game(*position).play(*move)) << usi;
    };
    ASSERT_FALSE(problem.at("candidates").empty());
    for (const auto& candidate : problem.at("candidates")) {
      expect_keys(candidate, {"usi", "score", "mate", "depth", "accepted", "pv"});
      expect_legal(candidate.at("usi"));
      EXPECT_EQ(candidate.at("pv").at(0), candidate.at("usi"));
      EXPECT_NE(candidate.contains("score"), candidate.contains("mate"));
    }
    EXPECT_EQ(problem.at("candidates").at(0).at("accepted"), true);
    expect_keys(problem.at("actualMove"), {"usi", "score", "mate", "scoreSource"});
    expect_legal(problem.at("actualMove").at("usi"));
    if (const auto previous = problem.find("previousMove"); previous != problem.end()) {
      expect_keys(*previous, {"usi", "sfen"});
      const auto before = notation::parse_sfen(previous->at("sfen").get<std::string>());
      ASSERT_TRUE(before);
      shogi::Game game(*before);
      const auto move = notation::parse_usi_move(previous->at("usi").get<std::string>());
      ASSERT_TRUE(move && game.play(*move));
      const std::string behind = notation::to_sfen(game.position());
      EXPECT_EQ(behind.substr(0, behind.rfind(' ')), sfen.substr(0, sfen.rfind(' ')));
    }
  }
}

TEST(ProblemSet, ACollectionIsWhatShogiHomeReads) {
  auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 w 2G 8", "5a4a");
  ASSERT_TRUE(game.play(*notation::parse_usi_move("5i5h")));
  const std::vector<Verdict> thrown{valued(0.5, "5a4a"), valued(0.8, "G*4b"), valued(0.9, "4a5a")};
  auto mate = valued(1, "G*5b");
  mate.mate = 1;
  mate.proven = true;
  mate.mate_line = mate.line;
  const auto missed = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  const std::vector<Verdict> missing{mate, valued(0.5, "5a4a")};
  ProblemSet problems;
  expect_collection(problems.mate_collection(), 0);
  add_all(problems, problems_of("\"name\"", game, thrown, review_of(game, thrown, {})));
  add_all(problems, problems_of("missed", missed, missing, review_of(missed, missing, {})));
  expect_collection(problems.next_move_collection(), 1);
  expect_collection(problems.mate_collection(), 1);
  const auto next = nlohmann::json::parse(problems.next_move_collection()).at("problems").at(0);
  EXPECT_EQ(next.at("sfen"), "5k3/9/4P4/9/9/9/9/9/4K4 b 2G 1");
  EXPECT_EQ(next.at("previousMove").at("usi"), "5a4a");
  EXPECT_EQ(next.at("source").at("ply"), 2);
  // As Black sees it.
  EXPECT_EQ(next.at("candidates").at(0).at("score"), shown_score(0.8));
  EXPECT_EQ(next.at("actualMove").at("score"), shown_score(1 - 0.9));
  const auto first = nlohmann::json::parse(problems.mate_collection()).at("problems").at(0);
  EXPECT_EQ(first.at("candidates").at(0).at("mate"), 1);
  EXPECT_FALSE(first.contains("previousMove"));
}

}  // namespace
}  // namespace gougi::analysis
