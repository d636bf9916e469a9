// SPDX-License-Identifier: MIT
// What the relay says to who has started it in a terminal, where stdout and stderr are one screen.
#if __has_include(<pty.h>)
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

/// What stands on the screen once the program has ended, line by line, and its exit code.
std::vector<std::string> screen_of(const std::string& program, std::vector<std::string> words,
                                   int& code) {
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int terminal = -1;
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (pid == 0) {
    ::execv(program.c_str(), arguments.data());
    ::_exit(127);
  }
  std::string text;
  char bytes[4096];
  for (ssize_t count = ::read(terminal, bytes, sizeof bytes); count > 0;
       count = ::read(terminal, bytes, sizeof bytes)) {
    text.append(bytes, static_cast<std::size_t>(count));
  }
  ::close(terminal);
  int status = 0;
  ::waitpid(pid, &status, 0);
  code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::vector<std::string> lines;
  for (const char c : text) {
    if (lines.empty()) lines.emplace_back();
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

TEST(TerminalWords, WhyTheRelayDoesNotRunIsSaidOnceAndToAGuiToo) {
  const Folder folder;
  const std::string file = folder.write(
      "bad.yaml", "consensus: majorty\nengines: [{command: " + ours("gougi-random") + "}]\n");
  int code = 0;
  EXPECT_THAT(screen_of(program_path("gougi"), {"--config", file}, code),
              ElementsAre(StartsWith("gougi: " + file)));
  EXPECT_EQ(code, 2);
  Dialogue gui(program_path("gougi"), {"--config", file});
  EXPECT_TRUE(gui.wait_exit(Milliseconds(60'000)));
  ASSERT_EQ(gui.heard.size(), 1U);
  EXPECT_THAT(gui.heard[0].line, StartsWith("info string " + file));
  EXPECT_THAT(gui.errors, ElementsAre(StartsWith("gougi: " + file)));
}

TEST(TerminalWords, WhatIsWrongIsRedUnlessNoColourIsWanted) {
  const Folder folder;
  const std::string file = folder.write("relay.yaml", "engines: [{command: no-such-engine}]\n");
  const std::string gougi = program_path("gougi");
  const auto screen = [&](const std::string& variable) {
    int code = 0;
    const auto lines = screen_of(
        "/usr/bin/env", {variable, gougi, "check", "--lang", "en", "--config", file}, code);
    EXPECT_EQ(code, 1);
    return lines.empty() ? std::string() : lines.back();
  };
  EXPECT_THAT(screen("TERM=xterm"), StartsWith("  \x1b[31mnot found: "));
  for (const char* const without : {"NO_COLOR=1", "TERM=dumb"}) {
    EXPECT_THAT(screen(without), StartsWith("  not found: ")) << without;
  }
}

}  // namespace
}  // namespace gougi::testing
#endif
