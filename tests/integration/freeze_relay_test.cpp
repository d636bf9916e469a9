// SPDX-License-Identifier: MIT
// `freeze: emulate` with real programs: a relay, an engine that knows nothing of freezes, and the
// bundled engine that adds them.
#include <gmock/gmock.h>

#include "integration/relay.hpp"
#include "usi/position_text.hpp"

namespace gougi::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string emulating(const std::string& engines) {
  return "consensus: majority\nlanguage: en\nfreeze: emulate\nmate: off\n"
         "log: {directory: logs, level: warning}\nengines:\n" +
         engines;
}

std::string plain_engine() {
  return "  - name: Plain\n    command: " + ours("gougi-engine") +
         "\n    options: {Freeze: NONE, USI_Hash: 16, Threads: 1}\n";
}

std::string emulated_answer(Relay& relay, const std::string& position, const std::string& go) {
  relay.dialogue.forget();
  relay.dialogue.say("setoption name G_Explain value true");
  relay.dialogue.say(position);
  relay.dialogue.say(go);
  const auto heard = relay.dialogue.wait_for("bestmove", Milliseconds(30'000));
  return heard ? heard->line : "nothing";
}

std::string all_said(const Relay& relay) {
  std::string all;
  for (const auto& heard : relay.dialogue.heard) all += heard.line + "\n";
  return all;
}

TEST(FreezeEmulationProgram, APlainEnginesMoveBecomesMateByAFreeze) {
  Relay relay(emulating(plain_engine()));
  relay.dialogue.say("usi");
  ASSERT_TRUE(relay.dialogue.wait_for("FREEZE OK"));
  ASSERT_TRUE(relay.dialogue.wait_for("usiok"));
  ASSERT_TRUE(relay.new_game());
  EXPECT_EQ(emulated_answer(relay, "position sfen 4k4/9/9/4r4/9/9/9/4R4/4K4 b - 1 z0Z1",
                            "go btime 0 wtime 0 byoyomi 1000"),
            "bestmove 5h5dzK");
  EXPECT_THAT(all_said(relay), HasSubstr("; freeze K is mate"));
}

TEST(FreezeEmulationProgram, TheBundledEngineIsReadyAtTheFirstMoveAndSaysItsWord) {
  Relay relay(emulating(plain_engine()));
  ASSERT_TRUE(relay.handshake());
  const std::string line =
      emulated_answer(relay, "position startpos z3Z3", "go btime 0 wtime 0 byoyomi 2000");
  const auto best = usi::parse_answer(line);
  ASSERT_TRUE(best) << line;
  const auto game =
      usi::replay(std::get<usi::PositionCommand>(*usi::parse_command("position startpos z3Z3")));
  EXPECT_TRUE(
      game->freeze_position().is_legal(std::get<usi::BestMoveAnswer>(*best).move().of_shogi()));
  EXPECT_THAT(all_said(relay), AnyOf(HasSubstr(" by gougi-engine (reserve)"),
                                     HasSubstr("; no freeze, says gougi-engine (reserve)")));
}

// It answers before anybody has thought: the question has time of its own.
TEST(FreezeEmulationProgram, AnEngineThatAnswersAtOnceLosesNoFreeze) {
  Relay relay(emulating("  - name: Hasty\n    command: ['" + program_path("scripted-engine") +
                        "', --legal, '3']\n"));
  ASSERT_TRUE(relay.handshake());
  for (int i = 0; i < 5; ++i) {
    const std::string line =
        emulated_answer(relay, "position startpos z3Z3", "go btime 0 wtime 0 byoyomi 2000");
    EXPECT_EQ(all_said(relay).find("no word from"), std::string::npos) << all_said(relay);
  }
}

}  // namespace
}  // namespace gougi::testing
