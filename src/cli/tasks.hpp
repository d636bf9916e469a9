// SPDX-License-Identifier: MIT
// A command whose first word says what is to be done: `gougi nnue info FILE`. Each task reads its
// own words.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/app.hpp"

namespace gougi::cli {

class Tasks {
 public:
  /// The words behind the task; the exit code.
  using Run = std::function<int(const Words&)>;

  /// `name` is what is typed, "gougi nnue".
  Tasks(base::Text about, const std::string& name) : app_(about, name), name_(name) {}
  void add(const std::string& task, base::Text about, Run run);
  /// Runs the task that the first word names; help, or a complaint and 2, where none does.
  int run(const Words& words);

 private:
  struct Task {
    std::string name;
    Run run;
  };
  App app_;
  std::string name_;
  std::vector<Task> tasks_;
};

}  // namespace gougi::cli
