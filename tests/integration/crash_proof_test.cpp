// SPDX-License-Identifier: MIT
// Real processes that die, hang and lie: a relay whose engine has a mirror, and a relay that is
// killed itself. No move is lost, and none is late.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "integration/bare_process.hpp"
#include "integration/relay.hpp"
#include "shogi/movegen.hpp"

namespace gougi::testing {
namespace {

// Wine starts no engine anew within a few moves of so little time, and has no signals: what it can
// do is in windows_test.sh.
#ifdef __linux__
// An engine that plays at once, but for one go of `every`, and its mirror, which is no better.
std::string with_mirror(int every) {
  const std::string program = program_path("scripted-engine");
  return "language: en\nengines:\n  - name: E\n    command: ['" + program +
         "', --legal, '7', --delay-ms, '1', --mishap-every, '" + std::to_string(every) +
         "']\n    mirror: true\nmate: off\ntime: {grace_ms: 40}\n";
}

// A move of the opponent's, by chance; false: it has none.
bool chance_replies(shogi::Game& game, base::Random& random) {
  shogi::MoveList moves;
  shogi::generate_legal(game.position(), moves);
  if (moves.empty()) return false;
  const auto chosen = random.below(static_cast<std::uint64_t>(moves.size()));
  return game.play(shogi::Move(moves[static_cast<int>(chosen)])).has_value();
}

bool is_at_its_end(const shogi::Game& game) {
  return !game.position().has_legal_move() || game.repetition() != shogi::Repetition::kNone;
}

struct CrashTally {
  int moves = 0;
  int lost = 0;
  int late = 0;
  int by_mirror = 0;
  int by_nobody = 0;  ///< neither has voted: the reserve's, a last line, any legal move
  Milliseconds slowest{0};

  void print(int games) const {
    std::printf(
        "%d games, %d moves: %d lost, %d late, %d by the mirror, %d by neither; slowest "
        "%lld ms\n",
        games, moves, lost, late, by_mirror, by_nobody, static_cast<long long>(slowest.count()));
  }
};

// One game against chance, to its end or so many moves; a resignation with legal moves is a loss.
void play_against_chance(Relay& relay, base::Random& random, Milliseconds byoyomi,
                         std::size_t plies, StandstillWatch& watch, CrashTally& tally) {
  shogi::Game game;
  while (game.moves().size() < plies && !is_at_its_end(game)) {
    Think think(relay, game, byoyomi);
    const std::string line = think.answer(watch);
    const std::string wrong = play_answer(game, line);
    ++tally.moves;
    if (think.is_late) ++tally.late;
    tally.slowest = std::max(tally.slowest, think.took);
    bool voted = false;
    for (const auto& heard : relay.dialogue.heard) {
      const bool chosen = heard.line.starts_with("info string [O]");
      const bool mirror = heard.line.ends_with("[E (mirror)]");
      if (chosen && mirror) ++tally.by_mirror;
      voted = voted || (chosen && (mirror || heard.line.ends_with("[E]")));
    }
    if (!voted) ++tally.by_nobody;
    if (!wrong.empty() && wrong != "repetition") {
      std::printf("%s: \"%s\"\n", wrong.c_str(), line.c_str());
      ++tally.lost;
      return;
    }
    if (!is_at_its_end(game) && !chance_replies(game, random)) return;
  }
}

TEST(CrashProof, AnEngineThatFailsInEveryFifthMoveLosesNoMoveWithAMirror) {
  io::run_before_children();
  Relay relay(with_mirror(5));
  ASSERT_TRUE(relay.handshake());
  base::Random random(1);
  StandstillWatch watch;
  CrashTally tally;
  for (int i = 0; i < 3; ++i)
    play_against_chance(relay, random, Milliseconds(150), 60, watch, tally);
  tally.print(3);
  EXPECT_EQ(tally.lost, 0);
  EXPECT_EQ(tally.late, 0);
  EXPECT_GT(tally.by_mirror, 0);
  EXPECT_FALSE(relay.dialogue.exit);
}

TEST(SlowCrashProof, AThousandGamesWithAFaultInEveryTenthMoveLoseNone) {
  NEEDS_PATIENCE();
  io::run_before_children();
  const char* const wanted = std::getenv("GOUGI_GAMES");
  const int games = wanted != nullptr ? std::atoi(wanted) : 1'000;
  Relay relay(with_mirror(10));
  ASSERT_TRUE(relay.handshake());
  base::Random random(2);
  StandstillWatch watch;
  CrashTally tally;
  for (int i = 0; i < games && tally.lost == 0; ++i) {
    ASSERT_TRUE(relay.new_game());
    play_against_chance(relay, random, Milliseconds(150), 80, watch, tally);
  }
  tally.print(games);
  EXPECT_EQ(tally.lost, 0);
  EXPECT_EQ(tally.late, 0);
}

// ---- gougi keep ---------------------------------------------------------------------------------

// A GUI's view of it: as Relay, but the relay is a child's child.
class KeptRelay : public Relay {
 public:
  explicit KeptRelay(const std::string& yaml)
      : Relay(yaml, {"keep", "--", program_path("gougi")}) {}

  /// -1: it is not there.
  int relay_pid() const {
    for (const int pid : descendants_of(dialogue.pid())) {
      std::string name = content_of("/proc/" + std::to_string(pid) + "/comm");
      if (name == "gougi\n") return pid;
    }
    return -1;
  }
  bool kill_relay() const {
    const int pid = relay_pid();
    return pid > 0 && kill(pid, SIGKILL) == 0;
  }
};

// Kills at random moments: before a go, in mid-move, at the answer.
CrashTally play_with_kills(KeptRelay& relay, std::uint64_t seed, int games, std::size_t plies,
                           int& kills) {
  base::Random random(seed);
  StandstillWatch watch;
  CrashTally tally;
  for (int i = 0; i < games && tally.lost == 0; ++i) {
    shogi::Game game;
    while (game.moves().size() < plies && !is_at_its_end(game)) {
      const auto moment = random.below(12);
      if (moment == 0 && relay.kill_relay()) ++kills;
      Think think(relay, game, Milliseconds(1'000));
      if (moment == 1 || moment == 2) {
        relay.dialogue.listen(Milliseconds(static_cast<int>(random.below(600))));
        if (relay.kill_relay()) ++kills;
      }
      const std::string line = think.answer(watch);
      if (moment == 3 && relay.kill_relay()) ++kills;
      ++tally.moves;
      if (think.is_late) ++tally.late;
      tally.slowest = std::max(tally.slowest, think.took);
      const std::string wrong = play_answer(game, line);
      if (!wrong.empty() && wrong != "repetition") {
        std::printf("%s: \"%s\"\n", wrong.c_str(), line.c_str());
        ++tally.lost;
        break;
      }
      if (!is_at_its_end(game) && !chance_replies(game, random)) break;
    }
  }
  return tally;
}

std::string slow_legal_engine() {
  return "language: en\nengines:\n  - name: E\n    command: ['" + program_path("scripted-engine") +
         "', --legal, '3', --delay-ms, '300']\nmate: off\n";
}

TEST(CrashProof, ARelayThatIsKilledAtRandomMomentsLosesNoMove) {
  io::run_before_children();
  KeptRelay relay(slow_legal_engine());
  ASSERT_TRUE(relay.handshake());
  int kills = 0;
  const CrashTally tally = play_with_kills(relay, 5, 1, 60, kills);
  std::printf("%d kills\n", kills);
  tally.print(1);
  EXPECT_GT(kills, 2);
  EXPECT_EQ(tally.lost, 0);
  EXPECT_EQ(tally.late, 0);
  EXPECT_EQ(relay.dialogue.count("usiok"), 0);  // the GUI has heard its own, and no other
  relay.dialogue.say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(10'000)));
}

TEST(CrashProof, TheRelayThatTookTheOthersPlaceKnowsItsOptions) {
  KeptRelay relay(slow_legal_engine());
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("setoption name G_Explain value true");
  ASSERT_TRUE(relay.kill_relay());
  relay.dialogue.say("position startpos");
  relay.dialogue.say("go btime 0 wtime 0 byoyomi 10000");
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove"));
  relay.dialogue.say("getoption G_Explain");
  EXPECT_TRUE(relay.dialogue.wait_for("Options[G_Explain] == true"));
  EXPECT_GE(relay.dialogue.count("info string the relay ended: killed by signal 9"), 1);
}

// Many GUIs do not read what a program says there.
TEST(CrashProof, ARelayThatSaysALotToAnErrorOutputThatNobodyReadsIsKept) {
  std::array<int, 2> errors{};
  ASSERT_EQ(::pipe(errors.data()), 0);
  ::fcntl(errors[0], F_SETFD, FD_CLOEXEC);
  const std::string loud =
      "i=0; while [ $i -lt 4000 ]; do echo 0123456789012345678901234567890123456789012345678901 "
      ">&2; "
      "i=$((i+1)); done; exec " +
      program_path("gougi-random");
  BareProcess keep("/bin/sh", {"-c", "exec 2>&" + std::to_string(errors[1]) + "; exec \"$@\"", "sh",
                               program_path("gougi"), "keep", "--", "/bin/sh", "-c", loud});
  ASSERT_TRUE(keep.write("usi\nisready\nposition startpos\ngo btime 0 wtime 0 byoyomi 1000\n"));
  EXPECT_TRUE(keep.reads("bestmove"));
  EXPECT_TRUE(keep.write("quit\n"));
  EXPECT_TRUE(keep.exited(Milliseconds(10'000)));
  ::close(errors[0]);
  ::close(errors[1]);
}

#endif

TEST(CrashProof, ARelayThatCannotBeginIsGivenUpAndSaysWhyOnce) {
  Dialogue keep(program_path("gougi"),
                {"keep", "--", program_path("gougi"), "--config", "there-is-none.yaml"});
  keep.say("usi");
  ASSERT_TRUE(keep.wait_exit(Milliseconds(20'000)));
  EXPECT_EQ(keep.exit->code, 1);
  ASSERT_EQ(keep.errors.size(), 2U);
  EXPECT_NE(keep.errors[0].find("there-is-none.yaml: no such file"), std::string::npos);
  EXPECT_NE(keep.errors[1].find("is given up"), std::string::npos) << keep.errors[1];
}

}  // namespace
}  // namespace gougi::testing
