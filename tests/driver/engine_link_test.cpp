// SPDX-License-Identifier: MIT
// One engine's conversation over a real process, against the scripted engine and its faults.
#include "driver/engine_link.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"

namespace gougi::driver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// An engine and what it has said so far.
struct Player {
  std::unique_ptr<EngineLink> link;
  bool declared = false;
  bool ready = false;
  int infos = 0;
  std::vector<std::string> answers;
  std::vector<std::string> failures;
};

std::string text_of(const usi::BestMoveAnswer& answer) {
  return usi::format(answer).substr(std::string("bestmove ").size());
}

class EngineLinkTest : public io::LoopTest {
 protected:
  void SetUp() override {
    const auto* const info = ::testing::UnitTest::GetInstance()->current_test_info();
    transcript_ = fs::temp_directory_path() / ("gougi-driver-" + std::to_string(io::own_pid()) +
                                               "-" + std::string(info->name()));
  }
  void TearDown() override {
    players_.clear();
    std::error_code ignored;
    fs::remove(transcript_, ignored);
  }

  Player& engine(std::vector<std::string> arguments) {
    const auto program =
        io::find_program("scripted-engine", base::path_from_utf8(GOUGI_BIN_DIR), {});
    EXPECT_TRUE(program);
    Player& player = *players_.emplace_back(std::make_unique<Player>());
    player.link = std::make_unique<EngineLink>(
        loop_, io::LaunchSpec{program.value_or(fs::path()), std::move(arguments), {}, {}},
        watching(player));
    EXPECT_TRUE(player.link->start());
    return player;
  }
  /// Its start is asked for, and no more.
  Player& engine_beside_the_loop(const fs::path& program) {
    Player& player = *players_.emplace_back(std::make_unique<Player>());
    player.link =
        std::make_unique<EngineLink>(loop_, io::LaunchSpec{program, {}, {}, {}}, watching(player));
    player.link->start(launcher_);
    return player;
  }
  static fs::path scripted_engine() {
    return io::find_program("scripted-engine", base::path_from_utf8(GOUGI_BIN_DIR), {})
        .value_or(fs::path());
  }
  Player& ready_engine(std::vector<std::string> arguments) {
    Player& player = engine(std::move(arguments));
    player.link->prepare();
    EXPECT_TRUE(run_until([&] { return player.ready; }));
    return player;
  }

  EngineLink::Callbacks watching(Player& player) {
    EngineLink::Callbacks callbacks;
    callbacks.on_declared = [this, &player] {
      player.declared = true;
      wake();
    };
    callbacks.on_ready = [this, &player] {
      player.ready = true;
      wake();
    };
    callbacks.on_info = [&player](std::string_view, const usi::InfoView&) { ++player.infos; };
    callbacks.on_best_move = [this, &player](const usi::BestMoveAnswer& answer) {
      player.answers.push_back(text_of(answer));
      wake();
    };
    callbacks.on_mate = [this, &player](const usi::CheckMateAnswer& answer) {
      player.answers.push_back(usi::format(answer));
      wake();
    };
    callbacks.on_failure = [this, &player](const std::string& why) {
      player.failures.push_back(why);
      wake();
    };
    return callbacks;
  }

  static usi::SearchRequest request(const std::string& position, bool infinite = false) {
    usi::SearchLimits limits;
    limits.infinite = infinite;
    if (!infinite) limits.movetime = 1000ms;
    return {std::make_shared<const std::string>(position), limits};
  }

  bool until_answered(const Player& player, std::size_t count = 1) {
    return run_until([&player, count] { return player.answers.size() >= count; });
  }
  bool until_failed(const Player& player) {
    return run_until([&player] { return !player.failures.empty(); });
  }

  io::ChildLauncher launcher_{loop_};
  std::vector<std::unique_ptr<Player>> players_;
  fs::path transcript_;
};

TEST_F(EngineLinkTest, EngineIsToldExactlyTheConversation) {
  Player& player = engine({"--name", "Honest 名", "--option", "name Style type string default x",
                           "--bestmove", "7g7f", "--transcript", base::to_utf8(transcript_)});
  ASSERT_TRUE(run_until([&] { return player.declared; }));
  EXPECT_EQ(player.link->conversation().name(), "Honest 名");
  ASSERT_EQ(player.link->conversation().options().size(), 1U);
  player.link->prepare();
  ASSERT_TRUE(run_until([&] { return player.ready; }));  // what waits has less time left
  player.link->new_game();
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player));
  EXPECT_THAT(player.answers, ElementsAre("7g7f"));
  EXPECT_EQ(player.infos, 1);

  std::ifstream file(transcript_);
  std::vector<std::string> told;
  for (std::string line; std::getline(file, line);) told.push_back(line);
  EXPECT_THAT(told,
              ElementsAre("usi", "isready", "usinewgame", "position startpos", "go movetime 1000"));
}

TEST_F(EngineLinkTest, TwoEnginesPlayAWholeLegalGame) {
  const std::vector<Player*> sides = {&ready_engine({"--legal", "1"}),
                                      &ready_engine({"--legal", "2"})};
  shogi::Game game;
  std::string position = "position startpos moves";
  while (game.moves().size() < 500) {
    Player& player = *sides[game.moves().size() % 2];
    player.answers.clear();
    player.link->search(request(position));
    ASSERT_TRUE(until_answered(player));
    if (player.answers.front() == "resign") break;
    const auto move = notation::parse_usi_move(player.answers.front());
    ASSERT_TRUE(move);
    ASSERT_TRUE(game.play(*move)) << position << " " << player.answers.front();
    position += " " + player.answers.front();
  }
  EXPECT_TRUE(game.moves().size() == 500 || !game.position().has_legal_move());
  EXPECT_GT(game.moves().size(), 20U);
}

TEST_F(EngineLinkTest, GarbageDoesNoHarm) {
  Player& player = ready_engine({"--garbage", "--bestmove", "7g7f,2g2f"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player));
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player, 2));
  EXPECT_THAT(player.answers, ElementsAre("7g7f", "2g2f"));
}

TEST_F(EngineLinkTest, SecondBestmoveOfOneSearchIsNoAnswerToTheNext) {
  Player& player = ready_engine({"--double-bestmove", "--bestmove", "7g7f"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player));
  player.link->prepare();  // readyok comes after the second bestmove
  player.ready = false;
  ASSERT_TRUE(run_until([&] { return player.ready; }));
  EXPECT_THAT(player.answers, ElementsAre("7g7f"));
}

TEST_F(EngineLinkTest, LateAnswerOfAReplacedSearchIsDropped) {
  Player& player = ready_engine({"--late", "--delay-ms", "30", "--bestmove", "7g7f,2g2f"});
  player.link->search(request("position startpos", true));
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player));
  EXPECT_THAT(player.answers, ElementsAre("2g2f"));
}

TEST_F(EngineLinkTest, StopBringsTheAnswerOfAnInfiniteSearch) {
  Player& player = ready_engine({"--bestmove", "7g7f"});
  player.link->search(request("position startpos", true));
  player.link->stop();
  ASSERT_TRUE(until_answered(player));
  EXPECT_THAT(player.answers, ElementsAre("7g7f"));
}

TEST_F(EngineLinkTest, DeathIsToldOnceAndWithItsCode) {
  Player& player = ready_engine({"--die-on", "go", "--exit-code", "5"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_failed(player));
  EXPECT_THAT(player.failures, ElementsAre("exit code 5"));
  EXPECT_TRUE(player.answers.empty());
}

TEST_F(EngineLinkTest, CrashIsToldAndTheEngineCanBeStartedAgain) {
  Player& player = ready_engine({"--crash-on", "position"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_failed(player));
  player.ready = false;
  ASSERT_TRUE(player.link->start());
  player.link->prepare();
  ASSERT_TRUE(run_until([&] { return player.ready; }));
  EXPECT_EQ(player.failures.size(), 1U);
}

TEST_F(EngineLinkTest, HalfABestmoveIsNone) {
  Player& player = ready_engine({"--die-mid-line", "--bestmove", "7g7f"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_failed(player));
  EXPECT_TRUE(player.answers.empty());
}

TEST_F(EngineLinkTest, FloodAndOverlongLineDoNotHideTheAnswer) {
  Player& player =
      ready_engine({"--flood", "50000", "--long-line", "4000000", "--bestmove", "7g7f"});
  player.link->search(request("position startpos"));
  ASSERT_TRUE(until_answered(player));
  EXPECT_THAT(player.answers, ElementsAre("7g7f"));
  EXPECT_EQ(player.infos, 50002);
}

TEST_F(EngineLinkTest, MegabyteOnStderrDoesNotBlockTheEngine) {
  Player& player = ready_engine({"--echo-stderr", "1000000", "--bestmove", "7g7f"});
  player.link->search(request("position startpos"));
  EXPECT_TRUE(until_answered(player));
}

TEST_F(EngineLinkTest, EngineThatHeedsNeitherQuitNorTheEndOfItsInputIsEnded) {
  Player& player = ready_engine({"--no-quit", "--ignore-eof"});
  player.link->quit(5ms);
  ASSERT_TRUE(run_until([this, &player] {
    if (player.link->conversation().state() == usi::HostSide::State::kDown) return true;
    loop_.set_timer(io::EventLoop::now() + 1ms, [this] { wake(); });
    return false;
  }));
  EXPECT_TRUE(player.failures.empty()) << "it was asked to go";
}

TEST_F(EngineLinkTest, EngineMayBeQuitFromWithinItsOwnAnswer) {
  const auto program = io::find_program("scripted-engine", base::path_from_utf8(GOUGI_BIN_DIR), {});
  ASSERT_TRUE(program);
  std::unique_ptr<EngineLink> link;
  const std::string long_enough_to_be_allocated(100, 'x');
  std::string seen;
  EngineLink::Callbacks callbacks;
  callbacks.on_best_move = [&, long_enough_to_be_allocated](const usi::BestMoveAnswer&) {
    link->quit(1h);
    seen = long_enough_to_be_allocated;
    wake();
  };
  link = std::make_unique<EngineLink>(loop_, io::LaunchSpec{*program, {}, {}, {}},
                                      std::move(callbacks));
  ASSERT_TRUE(link->start());
  link->search(request("position startpos"));
  ASSERT_TRUE(run_until([&] { return !seen.empty(); }));
  EXPECT_EQ(seen, long_enough_to_be_allocated);
}

TEST_F(EngineLinkTest, MissingProgramIsAnError) {
  EngineLink link(loop_, {"/no/such/engine", {}, {}, {}}, {});
  const auto started = link.start();
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr("engine"));
}

TEST_F(EngineLinkTest, IsStartedBesideTheLoopAndWhatWasWishedMeanwhileIsDoneThen) {
  Player& player = engine_beside_the_loop(scripted_engine());
  EXPECT_FALSE(player.link->has_ended());
  player.link->prepare();
  player.link->game_over(usi::GameResult::kDraw);  // of a game that it never saw
  player.link->abandon();
  ASSERT_TRUE(run_until([&] { return player.ready; }));
  player.link->search(request("position startpos"));
  EXPECT_TRUE(until_answered(player));
}

TEST_F(EngineLinkTest, WhoIsSentAwayBeforeItIsStartedEndsWithoutAWord) {
  Player& player = engine_beside_the_loop(scripted_engine());
  Player& gone = engine_beside_the_loop(scripted_engine());
  Player& missing = engine_beside_the_loop("/no/such/engine");
  player.link->prepare();
  player.link->quit(5ms);
  gone.link.reset();
  missing.link->prepare();
  ASSERT_TRUE(run_until([&] {
    if (player.link->has_ended() && !missing.failures.empty()) return true;
    loop_.set_timer(io::EventLoop::now() + 1ms, [this] { wake(); });
    return false;
  }));
  EXPECT_FALSE(player.declared);
  EXPECT_TRUE(player.failures.empty());
  EXPECT_FALSE(gone.declared);
  EXPECT_THAT(missing.failures, ElementsAre(HasSubstr("/no/such/engine")));
  EXPECT_TRUE(missing.link->has_ended());
}

TEST_F(EngineLinkTest, TellsWhoWroteItAndWhatMateItFound) {
  Player& solver = ready_engine({"--mate", "G*5b"});
  EXPECT_EQ(solver.link->author(), "the tests");
  usi::MateLimits limits;
  limits.time = 1000ms;
  solver.link->search(
      {std::make_shared<const std::string>("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), limits,
       shogi::Color::kBlack});
  ASSERT_TRUE(run_until([&] { return !solver.answers.empty(); }));
  EXPECT_THAT(solver.answers, ElementsAre("checkmate G*5b"));
}

}  // namespace
}  // namespace gougi::driver
