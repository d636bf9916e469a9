// SPDX-License-Identifier: MIT
// The table of abilities and strategies in Freeze shogi, and whole games between relays of every
// sort: every answer is legal by the rules, and no engine is told what it cannot read.
#include "consensus/strategy.hpp"
#include "relay/freeze_stage.hpp"
#include "sanitized.hpp"

namespace gougi::relay::testing {
namespace {

bool is_legal_answer(const std::string& line, const shogi::Game& game) {
  std::string_view rest = line;
  base::next_word(rest);
  const auto word = base::next_word(rest);
  if (word == "resign") return !game.freeze_position().has_legal_move();
  const auto move = usi::parse_move(word);
  return move && game.freeze_position().is_legal(move->of_shogi());
}

struct FreezeCase {
  const char* word;  ///< of E1
  bool frozen;
  settings::FreezeVote vote;
};

// E1 has the word, E2 and E3 know nothing of freezes and want the same plain move.
std::string table_answer(const consensus::Strategy& strategy, const FreezeCase& the_case) {
  const std::string identifier(strategy.identifier);
  Stage stage(3, strategy.needs_mate_engine ? 1 : 0, identifier);
  stage.settings.freeze_vote = the_case.vote;
  const FreezeAbility ability = ability_of(the_case.word);
  const std::string plain = the_case.frozen ? "3c3d" : "7g7f";  // pawns are frozen
  std::string first = plain;
  if (the_case.frozen && usi::accepts_freezes(ability)) first = "8b4b";
  if (!the_case.frozen && usi::declares_freezes(ability)) first = "7g7fzG";
  announce(stage.children[0], the_case.word);
  for (int i = 0; i < 3; ++i) {
    const std::string& move = i == 0 ? first : plain;
    stage.children[static_cast<std::size_t>(i)].on_go = {
        "info depth 7 score cp " + std::to_string(10 * i + 10) + " pv " + move, "bestmove " + move};
  }
  if (strategy.needs_mate_engine) stage.children[3].on_go = {"checkmate nomate"};
  stage.begin_game();
  const std::string position =
      the_case.frozen ? "position startpos moves 7g7fzP z3Z2" : "position startpos z3Z3";
  stage.host(position);
  stage.host(kGoASecond);
  stage.pass(3000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  const std::string best = stage.last("bestmove");
  EXPECT_TRUE(is_legal_answer(best, game_of(position))) << best;
  expect_fit(stage.children[0], the_case.word);
  for (std::size_t i = 1; i < stage.children.size(); ++i) expect_fit(stage.children[i], nullptr);
  std::string_view rest = best;
  base::next_word(rest);
  return std::string(base::next_word(rest));
}

TEST(FreezeTable, EveryAbilityInEveryStrategyUnderAFreeze) {
  for (const consensus::Strategy& strategy : consensus::strategies()) {
    for (const char* word : kFreezeWords) {
      SCOPED_TRACE(std::string(strategy.identifier) + " " + (word == nullptr ? "-" : word));
      const std::string answer = table_answer(strategy, {word, true, settings::FreezeVote::kExact});
      if (usi::accepts_freezes(ability_of(word))) {
        EXPECT_EQ(answer, "8b4b");  // the only vote that counts
      } else {
        EXPECT_NE(answer, "3c3d");
      }
      EXPECT_EQ(answer.find('z'), std::string::npos);  // no freezing back
    }
  }
}

TEST(FreezeTable, EveryAbilityInEveryStrategyWithFreezesLeft) {
  for (const consensus::Strategy& strategy : consensus::strategies()) {
    for (const char* word : kFreezeWords) {
      SCOPED_TRACE(std::string(strategy.identifier) + " " + (word == nullptr ? "-" : word));
      const bool declares = usi::declares_freezes(ability_of(word));
      const std::string exact = table_answer(strategy, {word, false, settings::FreezeVote::kExact});
      EXPECT_TRUE(exact == "7g7f" || (declares && exact == "7g7fzG")) << exact;
      if (strategy.identifier == "majority") {
        EXPECT_EQ(exact, "7g7f");
      }
      const std::string pooled =
          table_answer(strategy, {word, false, settings::FreezeVote::kPooled});
      // Who declares settles it, if it sits in the council of this move at all.
      if (strategy.seats == nullptr) {
        EXPECT_EQ(pooled, declares ? "7g7fzG" : "7g7f");
      } else {
        EXPECT_TRUE(pooled == "7g7f" || (declares && pooled == "7g7fzG")) << pooled;
      }
    }
  }
}

// One game between two relays; returns how many freezes were played.
int play_game(Stage& black, Stage& white, const std::string& trace) {
  SCOPED_TRACE(trace);
  for (Stage* stage : {&black, &white}) stage->begin_game();
  shogi::Game game(*shogi::FreezePosition::from(shogi::Position::start(), {{}, {3, 3}}));
  int freezes = 0;
  for (int ply = 0; ply < 160; ++ply) {
    Stage& mover = ply % 2 == 0 ? black : white;
    mover.said.clear();
    mover.host(usi::position_line(game));
    mover.host(kGoASecond);
    mover.pass(1500);
    const std::string answer = mover.last("bestmove");
    EXPECT_EQ(mover.count("bestmove"), 1);
    if (!is_legal_answer(answer, game)) {
      ADD_FAILURE() << answer << " in " << usi::position_line(game);
      break;
    }
    if (answer.starts_with("bestmove resign")) break;
    const auto move = usi::parse_move(base::split_words(answer).at(1));
    freezes += move->freezes() ? 1 : 0;
    EXPECT_TRUE(game.play(move->of_shogi()));
    const auto ponder = base::split_words(answer);
    if (ponder.size() == 4) {
      const auto reply = usi::parse_move(ponder[3]);
      EXPECT_TRUE(reply && game.freeze_position().is_legal(reply->of_shogi())) << answer;
    }
  }
  return freezes;
}

using Words = std::vector<const char*>;

void expect_fit_all(const Stage& stage, const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) expect_fit(stage.children[i], words[i]);
}

TEST(FreezeGames, BetweenRelaysOfEverySort) {
  const std::vector<Words> councils{{"OK"},
                                    {nullptr},
                                    {"OK", "OK", "OK"},
                                    {nullptr, "NONE", "OK"},
                                    {"ALLOW_FREEZE", "CAN_FREEZE"},
                                    {"CAN_FREEZE"},
                                    {"IGNORE", nullptr},
                                    {nullptr, nullptr, nullptr}};
  const auto strategies = consensus::strategies();
  int freezes = 0;
  std::uint64_t seed = 1;
  for (std::size_t i = 0; i < councils.size(); ++i) {
    for (std::size_t j = kBrief ? i % 3 : 0; j < councils.size(); j += kBrief ? 3 : 1) {
      const auto name = [&] {
        return std::string(strategies[seed % strategies.size()].identifier);
      };
      auto black = random_council(councils[i], name(), 2 * seed);
      auto white = random_council(councils[j], name(), 2 * seed + 1);
      if (seed % 2 == 0) white->settings.freeze_vote = settings::FreezeVote::kPooled;
      freezes += play_game(*black, *white, "game " + std::to_string(seed) + " " + name());
      expect_fit_all(*black, councils[i]);
      expect_fit_all(*white, councils[j]);
      ++seed;
    }
  }
  EXPECT_GT(freezes, kBrief ? 10 : 40);
}

TEST(FreezeGames, WithFreezesThatTheBundledEngineAdds) {
  int freezes = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto black = random_council({nullptr, nullptr, nullptr}, "majority", seed);
    black->settings.freeze = settings::Freeze::kEmulate;
    ModelChild& bundled = black->children.back();
    bundled.starts = true;
    announce(bundled, "OK");
    // It plays what it is asked about, with the last freeze of the list.
    bundled.thinks = [](const std::string& position, const std::string& go) {
      const auto command = usi::parse_command(go);
      const auto& limits = std::get<usi::SearchLimits>(std::get<usi::GoCommand>(*command).limits);
      if (!limits.search_moves.empty()) {
        const auto move = limits.search_moves.back();
        return std::vector<std::string>{"bestmove " + usi::to_text(move)};
      }
      RandomFreezePlayer player(FreezeAbility::kOk, 1);
      return player(position, go);
    };
    auto white = random_council({"OK", nullptr}, "optimistic", seed + 50);
    freezes += play_game(*black, *white, "game " + std::to_string(seed));
    expect_fit_all(*black, {nullptr, nullptr, nullptr});
  }
  EXPECT_GE(freezes, 12);
}

}  // namespace
}  // namespace gougi::relay::testing
