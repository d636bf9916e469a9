// SPDX-License-Identifier: MIT
#include "io/child_launcher.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/language.hpp"
#include "base/path.hpp"
#include "io/loop_test_base.hpp"
#include "io/test_program.hpp"

#ifndef _WIN32
#include <sys/wait.h>
#endif

namespace gougi::io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ChildLauncherTest : public LoopTest {
 protected:
  ChildLauncherTest() { spec_.program = test_program("probe-child"); }

  /// One that answers `pong` and tells of its end.
  void launch(ChildLauncher& launcher, LaunchSpec spec) {
    ChildProcess::Callbacks callbacks;
    callbacks.on_line = [this](std::string_view line) {
      lines_.emplace_back(line);
      wake();
    };
    callbacks.on_exit = [this](const ExitStatus&) {
      ++exits_;
      wake();
    };
    launcher.launch(std::move(spec), std::move(callbacks), [this](auto launched) {
      if (launched) {
        children_.push_back(std::move(*launched));
      } else {
        errors_.push_back(launched.error().message);
      }
      wake();
    });
  }

  LaunchSpec spec_;
  std::vector<std::string> lines_;
  std::vector<std::string> errors_;
  std::vector<std::shared_ptr<ChildProcess>> children_;
  int exits_ = 0;
};

TEST_F(ChildLauncherTest, WhoIsStartedIsAsAnyOther) {
  ChildLauncher launcher(loop_);
  launch(launcher, spec_);
  EXPECT_EQ(launcher.pending(), 1U);
  EXPECT_TRUE(children_.empty());
  ASSERT_TRUE(run_until([&] { return !children_.empty(); }));
  EXPECT_EQ(launcher.pending(), 0U);
  EXPECT_TRUE(children_.front()->write_line("ping 1"));
  ASSERT_TRUE(run_until([&] { return !lines_.empty(); }));
  EXPECT_THAT(lines_, ElementsAre("pong 1"));
  children_.front()->kill();
  EXPECT_TRUE(run_until([&] { return exits_ == 1; }));
}

// Whoever has something to say has it said between the starts of a thousand engines.
TEST_F(ChildLauncherTest, TheLoopGoesOnWhileChildrenAreStarted) {
  ChildLauncher launcher(loop_);
  constexpr std::size_t kChildren = 20;
  for (std::size_t i = 0; i < kChildren; ++i) launch(launcher, spec_);
  bool said = false;
  loop_.post([&said] { said = true; });
  ASSERT_TRUE(run_until([&] { return children_.size() == kChildren; }));
  EXPECT_TRUE(said);  // before the last was started
}

TEST_F(ChildLauncherTest, WhatCannotBeStartedIsSaidInTheLanguageOfWhoAsked) {
  ChildLauncher launcher(loop_);
  LaunchSpec missing;
  missing.program = base::path_from_utf8(std::string(GOUGI_BIN_DIR) + "/is-not-there");
  launch(launcher, missing);
  {
    const base::SpokenHere japanese(base::Language::kJapanese);
    launch(launcher, missing);
  }
  ASSERT_TRUE(run_until([&] { return errors_.size() == 2; }));
  EXPECT_THAT(errors_, ElementsAre(HasSubstr("no such file"), HasSubstr("起動できません")));
}

TEST_F(ChildLauncherTest, WhoIsForgottenIsNotStarted) {
  ChildLauncher launcher(loop_);
  for (int i = 0; i < 20; ++i) launch(launcher, spec_);
  launcher.forget_waiting();
  const std::size_t on_the_way = launcher.pending();
  EXPECT_LT(on_the_way, 20U);
  ASSERT_TRUE(run_until([&] { return launcher.pending() == 0; }));
  EXPECT_EQ(children_.size(), on_the_way);
}

// At the end of the program: the loop runs no more, and nobody takes up who has been started.
TEST(ChildLauncherEnd, WhoIsNotHandedOverIsKilled) {
  const auto program = test_program("probe-child");
  bool heard = false;
  {
    EventLoop loop;
    ChildLauncher launcher(loop);
    for (int i = 0; i < 5; ++i) {
      LaunchSpec spec;
      spec.program = program;
      launcher.launch(spec, {}, [&heard](auto) { heard = true; });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // for some to be started by then
  }
  EXPECT_FALSE(heard);
#ifndef _WIN32
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, nor a zombie
#endif
}

}  // namespace
}  // namespace gougi::io
