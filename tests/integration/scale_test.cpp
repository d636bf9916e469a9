// SPDX-License-Identifier: MIT
// From the file of a match to a relay that knows what its engines' scores are worth:
// `gougi calibrate --scale`, and `scale:` in the configuration of the real relay.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"
#include "integration/relay.hpp"
#include "match/openings.hpp"
#include "match/store.hpp"
#include "study/scaled_games.hpp"

namespace gougi {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ScaleTest : public MatchTest {
 protected:
  std::string file(const std::string& name) const { return base::to_utf8(folder_ / name); }

  /// A match of "Bold", who says far too much once it is ahead, and "Even", whose scores are what
  /// they are worth; the moves are always the same.
  void write_match(std::uint64_t games) {
    auto store = match::Store::create(folder_ / "match.db");
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->set_settings({{"game", "shogi"}}));
    ASSERT_TRUE(store->set_engines({{"Bold", "a", "", "nodes 1"}, {"Even", "b", "", "nodes 1"}}));
    const game::Game line = match::random_opening(3, 140);
    study::testing::ScaledGames truth(5);
    for (std::uint64_t number = 0; number < games; ++number) {
      ASSERT_TRUE(store->add(game_of(number, line, truth.play())));
    }
  }

  book::testing::TemporaryFolder folder_;

 private:
  static match::GameRecord game_of(std::uint64_t number, const game::Game& line,
                                   const study::testing::ScaledGame& truth) {
    match::GameRecord game;
    game.number = number;
    game.opening = number / 2;
    game.black = number % 2;
    game.white = 1 - number % 2;
    for (const study::testing::ScaledMove& each : truth.moves) {
      const bool is_black = each.ply % 2 == 1;
      match::MoveRecord& move = game.moves.emplace_back();
      move.move = line.moves()[static_cast<std::size_t>(each.ply) - 1];
      const double logit = is_black ? each.logit : -each.logit;
      const bool is_bold = (is_black ? game.black : game.white) == 0;
      const double cp = is_bold ? study::testing::kinked_score(logit, each.ply) : 600 * logit;
      move.score = usi::Score::cp(static_cast<int>(std::lround(cp)));
    }
    game.ending = {truth.first_wins ? match::Result::kBlackWins : match::Result::kWhiteWins,
                   match::Reason::kResignation, ""};
    game.began = "2026-01-31T12:00:00Z";
    return game;
  }
};

TEST_F(ScaleTest, AMatchSaysWhatScoresAreWorthAndARelayPlaysByIt) {
  write_match(500);
  const Run& told = end_of(start_gougi({"calibrate", file("match.db"), "--scale",
                                        file("scales.json"), "--report", file("page.html")}),
                           0);
  EXPECT_THAT(told.output, HasSubstr("    scale: '" + file("scales.json") + "'  # isotonic"));
  EXPECT_THAT(told.output, HasSubstr("    # eval_coef stays: no map is better on games held out"));
  EXPECT_THAT(book::testing::TemporaryFolder::read(folder_ / "page.html"),
              AllOf(HasSubstr("logistic by phase"), Not(HasSubstr("nan"))));

  // Bold says 1500, and Even 900, which is worth more.
  const auto win_rates = [&](const std::string& scale) {
    const auto engine = [&](const std::string& name, const std::string& move,
                            const std::string& score) {
      return "  - name: " + name + "\n    command: [" + gougi::testing::ours("scripted-engine") +
             ", --bestmove, " + move + ", --score, '" + score + "']\n" + scale;
    };
    gougi::testing::Relay relay(
        "consensus: optimistic\nlanguage: en\nmate: off\n"
        "engines:\n" +
        engine("Bold", "7g7f", "1500") + engine("Even", "2g2f", "900"));
    EXPECT_TRUE(relay.handshake());
    relay.dialogue.say("position startpos");
    relay.dialogue.say("setoption name G_Explain value true");
    relay.dialogue.say("go byoyomi 1000");
    EXPECT_TRUE(relay.dialogue.wait_for("bestmove"));
    std::string all;
    for (const auto& heard : relay.dialogue.heard) all += heard.line + "\n";
    relay.dialogue.say("quit");
    EXPECT_TRUE(relay.dialogue.wait_exit(base::Milliseconds(5000)));
    return all;
  };
  EXPECT_THAT(win_rates(""),
              AllOf(HasSubstr("Bold: 7g7f, win rate 92.4%"), HasSubstr("\nbestmove 7g7f")));
  const std::string scaled = win_rates("    scale: '" + file("scales.json") + "'\n");
  EXPECT_THAT(scaled, AllOf(HasSubstr("Bold: 7g7f, win rate "), HasSubstr("\nbestmove 2g2f"),
                            Not(HasSubstr("Bold: 7g7f, win rate 9"))));
}

// A relay may read it at this moment, and the disk may be full.
TEST_F(ScaleTest, AFileOfScalesIsReplacedAtOnceAndNotWrittenInPlace) {
  write_match(30);
  const std::vector<std::string> words{"calibrate", file("match.db"), "--scale",
                                       file("scales.json")};
  end_of(start_gougi(words), 0);
  const std::string old = book::testing::TemporaryFolder::read(folder_ / "scales.json");
  std::filesystem::create_hard_link(folder_ / "scales.json", folder_ / "held open");
  const std::string other = old + "\n";
  folder_.write("held open", other);  // through the same file
  ASSERT_EQ(book::testing::TemporaryFolder::read(folder_ / "scales.json"), other);
  end_of(start_gougi(words), 0);
  EXPECT_EQ(book::testing::TemporaryFolder::read(folder_ / "scales.json"), old);
  EXPECT_EQ(book::testing::TemporaryFolder::read(folder_ / "held open"), other);
  // What is in the way is said before anything is read.
  folder_.write("none.db", "x");
  std::filesystem::create_directories(folder_ / "scales.json.gougi-new" / "x");
  const Run& hindered =
      end_of(start_gougi({"calibrate", file("none.db"), "--scale", file("scales.json")}), 1);
  EXPECT_THAT(hindered.errors, HasSubstr("scales.json.gougi-new: is in the way"));
}

TEST_F(ScaleTest, AFileThatIsNoneIsRefusedBeforeAnythingStarts) {
  const std::string config =
      base::to_utf8(folder_.write("x.yaml",
                                  "engines:\n  - {name: a, command: gougi-engine, scale: s.json}\n"
                                  "mate: off\n"));
  folder_.write("s.json", "{\"format\": \"gougi scale 1\", \"engines\": [");
  const Run& cut = end_of(start_gougi({"--config", config}), 1);
  EXPECT_THAT(cut.errors,
              AllOf(HasSubstr("x.yaml:2: engines[1].scale: "), HasSubstr("s.json: is no JSON")));
  const Run& both = end_of(start_gougi({"calibrate", config, "--scale", config}), 1);
  EXPECT_THAT(both.errors, HasSubstr("gougi calibrate: "));
}

}  // namespace
}  // namespace gougi
