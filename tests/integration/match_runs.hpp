// SPDX-License-Identifier: MIT
// `gougi match` as a person starts it, for tests. The secret that seals are made with is one of the
// tests alone: what they begin is sealed, and the user's own state is left alone.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "integration/processes.hpp"
#include "io/child_process.hpp"
#include "io/loop_test_base.hpp"
#include "match/store.hpp"

namespace gougi {

namespace fs = std::filesystem;

/// The secret lies where no user's does.
inline void use_own_state() {
  const fs::path home = fs::temp_directory_path() / "gougi-match-state";
  testing::set_variable("XDG_STATE_HOME", home);
  testing::set_variable("LOCALAPPDATA", home);
}

class MatchTest : public io::LoopTest {
 protected:
  void SetUp() override { use_own_state(); }

  struct Run {
    std::shared_ptr<io::ChildProcess> process;
    std::string output;
    std::string errors;
    std::optional<io::ExitStatus> ended;
  };

  static std::string program(const std::string& name) { return testing::program_path(name); }

  Run& start(std::vector<std::string> arguments, const fs::path& folder = {}) {
    arguments.insert(arguments.begin(), "match");
    return start_gougi(std::move(arguments), folder);
  }

  Run& start_gougi(std::vector<std::string> arguments, const fs::path& folder = {}) {
    auto& run = *runs_.emplace_back(std::make_unique<Run>());
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&run](std::string_view line) { run.output.append(line).append("\n"); };
    callbacks.on_stderr_line = [&run](std::string_view line) {
      run.errors.append(line).append("\n");
    };
    callbacks.on_exit = [this, &run](const io::ExitStatus& status) {
      run.ended = status;
      wake();
    };
    auto launched = io::ChildProcess::launch(
        loop_, {base::path_from_utf8(program("gougi")), std::move(arguments), folder, {}},
        std::move(callbacks));
    EXPECT_TRUE(launched);
    run.process = *launched;
    return run;
  }

  Run& play(std::vector<std::string> arguments, const fs::path& folder = {}, int status = 0) {
    return end_of(start(std::move(arguments), folder), status);
  }

  Run& end_of(Run& run, int status) {
    EXPECT_TRUE(run_until([&run] { return run.ended.has_value(); }));
    if (run.ended) {
      EXPECT_EQ(run.ended->code, status) << run.errors;
    }
    return run;
  }

  /// A match of two quick engines, and `more` words.
  std::vector<std::string> engines(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"--first",     program("scripted-engine") + " --legal 1",
                                   "--second",    program("scripted-engine") + " --legal 2",
                                   "--time",      "nodes 1",
                                   "--max-plies", "40"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static std::size_t games_in(const fs::path& file) {
    auto store = match::Store::open_to_read(file);
    if (!store) return 0;
    const auto finished = store->finished();
    return finished ? finished->size() : 0;
  }

  /// Looks now and then whether so many games are in the file.
  void watch(const fs::path& file, std::size_t games) {
    watch_for([file, games] { return games_in(file) >= games; });
  }
  /// Looks now and then whether it is so.
  void watch_for(std::function<bool()> is_so) {
    loop_.set_timer(io::EventLoop::now() + base::Milliseconds(5), [this, is_so = std::move(is_so)] {
      enough_ = is_so();
      if (enough_) return wake();
      watch_for(is_so);
    });
  }

  std::vector<std::unique_ptr<Run>> runs_;
  bool enough_ = false;
};

}  // namespace gougi
