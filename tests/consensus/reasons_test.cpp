// SPDX-License-Identifier: MIT
// What a decision says of itself, of every rule and every kind of decision, in both languages.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

struct Said {
  std::string_view rule;
  Council council;
  std::string_view en;
  std::string_view ja;
};

Council without_asking(std::vector<Voter> voters, std::vector<Reply> replies = {}) {
  Council council{std::move(voters), {}, std::move(replies)};
  council.facts.may_ask = false;
  return council;
}

Voter after(Voter voter, int previous) {
  voter.previous = Score::cp(previous);
  return voter;
}

Voter mating(Voter voter) {
  voter.mates = true;
  return voter;
}

Council played_before(int own_moves, std::vector<OwnMove> history) {
  Council council{{at(1, kA, -300), at(2, kB, 0)}};
  council.facts.own_moves = own_moves;
  council.facts.ply = 2 * own_moves + 1;
  council.facts.history = std::move(history);
  return council;
}

/// Engine 1 votes for kA, with kB as its second line; engine 2 has no vote.
Council anchored(std::vector<Reply> replies) {
  Council council = without_asking({at(1, kA, 100)}, std::move(replies));
  council.voters[0].ballot->lines = {{kA, Score::cp(100)}, {kB, Score::cp(60)}};
  council.facts.members = {{.number = 1}, {.number = 2}};
  return council;
}

std::vector<Said> all_said() {
  const usi::Resign resign;
  const Council split{{at(1, kA, 0), at(2, kB, -600)}};
  const Council without_scores{{voter(1, kA), voter(2, kB)}};
  return {
      // Of all rules.
      {"majority",
       {{voter(1, kA), voter(2, usi::DeclareWin())}},
       "a declaration that the rules confirm",
       "規則で認められる宣言勝ち"},
      {"majority",
       {{voter(1, kA), mating(voter(2, kB))}},
       "the opponent is mated after it",
       "その手で相手玉は詰み"},
      {"majority",
       {{voter(1, resign), voter(2, resign), voter(3, kA)}},
       "a majority resigns: 2 of 3",
       "3者中2者が投了"},
      // By votes.
      {"majority", {{voter(1, kA)}}, "1 of 1 vote", "1票中1票"},
      {"majority", {{voter(1, kA), voter(2, kB), voter(3, kB)}}, "2 of 3 votes", "3票中2票"},
      {"majority",
       {{voter(1, kA), voter(2, kB)}},
       "1 of 2 votes, a tie, which goes to the smaller number",
       "2票中1票、同数のため番号の小さいエンジン"},
      {"majority",
       {{voter(1, kA), weighing(2.5, voter(2, kB))}},
       "1 of 2 votes (weight 2.5 of 3.5)",
       "2票中1票（重み2.5）"},
      {"veto", without_asking({voter(1, kA), voter(2, kA)}), "2 votes, all agree", "2票、全員一致"},
      {"veto", without_asking({at(1, kA, 0), at(2, kA, 0), at(3, kB, 100)}),
       "2 votes, no veto was heard", "2票、拒否なし（回答なし）"},
      {"veto", without_asking({at(1, kA, 0), at(2, kA, 0), at(3, kB, 100)}, {reply(3, kA, 500)}),
       "veto against engine 1's move: engine 3 sees 30.3%, its own best 54.2%; 1 vote, not "
       "searched again",
       "エンジン1の手を拒否：エンジン3では勝率30.3%、最善は勝率54.2%；1票、再検討なし"},
      {"veto", without_asking({at(1, kA, 0), at(2, kA, 0), at(3, kB, 100)}, {reply(3, kA, -90)}),
       "2 votes, no veto: engine 3 sees 53.7%, its own best 54.2%",
       "2票、拒否なし：エンジン3では勝率53.7%、最善は勝率54.2%"},
      // By values.
      {"optimistic", split, "highest value of all: 50.0%", "最も高い評価：勝率50.0%"},
      {"optimistic", without_scores, "no vote has a value, so the first one",
       "評価値のある票がないため番号順"},
      {"pessimistic", split, "lowest value of all: 26.9%", "最も低い評価：勝率26.9%"},
      {"alternate", split, "own move 1, optimistic: highest value of all: 50.0%",
       "自分の1手目は楽観：最も高い評価：勝率50.0%"},
      {"alternate", played_before(1, {}), "own move 2, pessimistic: lowest value of all: 37.8%",
       "自分の2手目は悲観：最も低い評価：勝率37.8%"},
      {"optimistic-rise",
       {{after(at(1, kA, 0), -300), after(at(2, kB, 100), 90)}},
       "highest rise of all: from 37.8% to 50.0%",
       "最も大きい上昇：勝率37.8%から勝率50.0%"},
      {"optimistic-rise", split, "nobody has a previous value, so the first vote with a value",
       "前回の評価値がないため番号順"},
      {"pessimistic-rise",
       {{after(at(1, kA, 0), -300), after(at(2, kB, 100), 90)}},
       "lowest rise of all: from 53.7% to 54.2%",
       "最も小さい上昇：勝率53.7%から勝率54.2%"},
      {"average", split, "best mean: 36.8%, listed by 1 of 2",
       "平均で最善：勝率36.8%、2者中1者の読み筋"},
      {"softmax", split, "drawn by lot: 50.0%, its chance was 99.0%",
       "抽選：勝率50.0%、選ばれる確率99.0%"},
      {"visits", split,
       "50.0% of all votes: engine 1 100.0%, engine 2 0.0%; the next move 50.0%, a tie, which goes "
       "to the smaller number",
       "全票の50.0%：エンジン1は100.0%、エンジン2は0.0%、次点の手は50.0%"
       "、同率のため番号の小さいエンジンの手"},
      // By further searches.
      {"exchange", {{voter(1, kA), voter(2, kA)}}, "all 2 agree", "2者一致"},
      {"exchange", without_asking({at(1, kA, 0), at(2, kB, -600)}),
       "nothing exchanged, highest value of all: 50.0%", "交換なし、最も高い評価：勝率50.0%"},
      {"exchange",
       without_asking({at(1, kA, 0), at(2, kB, -600)}, {reply(1, kB, -100), reply(2, kA, 700)}),
       "best mean: 39.7% against 35.8%, 2 of 2 exchanged",
       "平均で最善：勝率39.7%（他は勝率35.8%）、交換2件中2件"},
      {"verify", without_asking({at(1, kA, 0)}), "there is nobody to verify it",
       "検証するエンジンなし"},
      {"verify", anchored({}), "nobody has verified it", "検証の回答なし"},
      {"verify", anchored({reply(2, kA, 0), reply(2, kB, -100)}),
       "not refuted by 1, nearest engine 2: 50.0% for it, 54.2% for the other move",
       "1者の反証なし、最も近いのはエンジン2：勝率50.0%、次善手は勝率54.2%"},
      {"verify", anchored({reply(2, kA, 100), reply(2, kB, -100)}),
       "engine 2 refutes it (45.8% for it, 54.2% for the other move), engine 1 has not confirmed "
       "it",
       "エンジン2が反証（勝率45.8%、次善手は勝率54.2%）、エンジン1の確認なし"},
      {"verify",
       anchored({reply(2, kA, 100), reply(2, kB, -100), reply(1, kA, -50), reply(1, kB, 0)}),
       "engine 2 refutes it (45.8% for it, 54.2% for the other move), engine 1 does not confirm it "
       "(52.1% for it, 50.0% for the other move)",
       "エンジン2が反証（勝率45.8%、次善手は勝率54.2%）、エンジン1は支持せず（勝率52.1%"
       "、次善手は勝率50.0%）"},
      {"verify",
       anchored({reply(2, kA, 100), reply(2, kB, -100), reply(1, kA, 20), reply(1, kB, -10)}),
       "engine 2 refutes it (45.8% for it, 54.2% for the other move), engine 1 confirms it (49.2% "
       "for it, 50.4% for the other move): its second line",
       "エンジン2が反証（勝率45.8%、次善手は勝率54.2%）、エンジン1も支持（勝率49.2%"
       "、次善手は勝率50.4%）：次善手を採用"},
      // By turns.
      {"rotate-plies", split, "its turn at own move 1, as they change every move",
       "担当：自分の1手目、1手ごとに交代"},
      {"rotate-phase", split, "its turn at move 1, as they change at 51 and 101",
       "担当：1手目、51手目と101手目で交代"},
      {"rotate-drop", split, "its turn, and it plays on", "担当を続行"},
      {"rotate-drop", played_before(2, {{1, 1, Score::cp(0)}, {3, 1, Score::cp(-300)}}),
       "its turn, as the last player's value fell by 100 or more",
       "担当：前の担当の評価値が100以上下降し交代"},
      {"rotate-rise", played_before(2, {{1, 1, Score::cp(0)}, {3, 1, Score::cp(300)}}),
       "its turn, as the last player's value rose by 100 or more",
       "担当：前の担当の評価値が100以上上昇し交代"},
      {"relay-by-progress", split, "its turn: opening, weight 1, progress 1 (ply 1, decided 0.0%)",
       "担当：序盤、重み1、進行度1（1手目、形勢の傾き0.0%）"},
      {"mate", split, "no mate was found, so the engine's move",
       "詰みが見つからないため対局エンジンの手"},
      {"mate-sfen", split, "no mate was found, so the engine's move",
       "詰みが見つからないため対局エンジンの手"},
      {"mate-pv", split, "no mate was found, so the engine's move",
       "詰みが見つからないため対局エンジンの手"},
      {"arbiter", split, "anchor engine 1: without a model nobody overrules it",
       "基準 エンジン1：モデルがないため手を変えない"},
      {"arbiter",
       {{voter(1, kA), voter(2, kA)}},
       "anchor engine 1: all 2 agree",
       "基準 エンジン1：2者一致"},
  };
}

TEST(Reasons, EachRuleSaysWhyInBothLanguages) {
  std::set<std::string_view> rules;
  for (const Said& each : all_said()) {
    rules.insert(each.rule);
    EXPECT_EQ(reason(each.rule, each.council), each.en) << each.rule;
    EXPECT_EQ(reason_ja(each.rule, each.council), each.ja) << each.rule;
  }
  for (const Strategy& strategy : strategies()) {
    EXPECT_TRUE(rules.contains(strategy.identifier)) << strategy.identifier;
  }
}

TEST(Reasons, ASentenceNamesARuleWithoutTheNumberOfItsEngines) {
  for (const Strategy& strategy : strategies()) {
    EXPECT_EQ(spoken_japanese_name(strategy).find("者）"), std::string_view::npos);
  }
  EXPECT_EQ(spoken_japanese_name(*find_strategy("majority")), "多数決合議");
}

}  // namespace
}  // namespace gougi::consensus
