// SPDX-License-Identifier: MIT
// A child that does one thing a line of input asks for, so that tests can see from the inside what
// a child is given and from the outside what it does. Commands: see kCommands.
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/path.hpp"
#include "engines/standard_streams.hpp"
#include "io/process_info.hpp"

namespace {

using gougi::tests::say;

std::vector<std::string> arguments;
bool ignores_end = false;

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void echo(const std::string& text) { say(text); }
void show_arguments(const std::string&) {
  for (const std::string& argument : arguments) say("[" + argument + "]");
  say("end");
}
void show_environment(const std::string& name) {
  const auto value = gougi::io::environment_variable(name);
  say(value ? "[" + *value + "]" : "unset");
}
void show_directory(const std::string&) {
  say(gougi::base::to_utf8(std::filesystem::current_path()));
}
void show_pid(const std::string&) { say(std::to_string(gougi::io::own_pid())); }

/// Open descriptors besides the standard streams (and the one that looks).
void count_descriptors(const std::string&) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    if (std::stoi(entry.path().filename().string()) > 2) ++count;
  }
  say(std::to_string(count > 0 ? count - 1 : 0));
}

/// Built by hand: printf would be the bottleneck of what this is to measure.
void flood(const std::string& count) {
  const std::string tail =
      " score cp 31 nodes 123456 nps 1000000 time 1234 pv 7g7f 3c3d 2g2f 8c8d\n";
  std::string block;
  for (long i = 0, n = std::stol(count); i < n; ++i) {
    block.append("info depth ").append(std::to_string(i)).append(tail);
    if (block.size() > 30000) {
      std::fwrite(block.data(), 1, block.size(), stdout);
      block.clear();
    }
  }
  std::fwrite(block.data(), 1, block.size(), stdout);
  say("flood end");
}
void long_line(const std::string& bytes) { say(std::string(std::stoul(bytes), 'y')); }
void half_line(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  std::_Exit(0);
}
void write_errors(const std::string& bytes) {
  const std::string line = std::string(99, 'e') + "\n";
  for (std::size_t i = 0, n = std::stoul(bytes) / line.size(); i < n; ++i) {
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
  std::fflush(stderr);
  say("errors written");
}
void leave(const std::string& code) { std::_Exit(std::stoi(code)); }
void crash(const std::string&) { std::abort(); }
void stop_reading(const std::string&) {
  say("hanging");
  hang();
}
void ignore_end(const std::string&) {
  ignores_end = true;
  say("ignoring the end");
}
void close_output(const std::string&) {
  std::fclose(stdout);
  hang();
}
/// Answers each line with itself until "stop", as fast as it can.
void mirror(const std::string&) {
  while (const auto line = gougi::tests::read_line()) {
    say(*line);
    if (*line == "stop") return;
  }
}

struct CommandEntry {
  std::string_view name;
  void (*run)(const std::string& rest);
};

constexpr std::array<CommandEntry, 17> kCommands{{
    {"echo", echo},
    {"arguments", show_arguments},
    {"environment", show_environment},
    {"directory", show_directory},
    {"pid", show_pid},
    {"descriptors", count_descriptors},
    {"flood", flood},
    {"long", long_line},
    {"half", half_line},
    {"errors", write_errors},
    {"exit", leave},
    {"crash", crash},
    {"hang", stop_reading},
    {"ignore-end", ignore_end},
    {"close-output", close_output},
    {"mirror", mirror},
    {"ping", [](const std::string& rest) { say("pong " + rest); }},
}};

void run(const std::string& line) {
  const std::size_t blank = line.find(' ');
  const std::string name = line.substr(0, blank);
  const std::string rest = blank == std::string::npos ? "" : line.substr(blank + 1);
  for (const CommandEntry& command : kCommands) {
    if (command.name == name) return command.run(rest);
  }
}

}  // namespace

int main(int argc, char** argv) {
  gougi::tests::make_streams_binary();
  arguments.assign(argv + 1, argv + argc);
  while (const auto line = gougi::tests::read_line()) {
    if (*line == "quit") return 0;
    run(*line);
  }
  if (ignores_end) hang();
  return 0;
}
