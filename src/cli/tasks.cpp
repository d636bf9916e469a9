// SPDX-License-Identifier: MIT
#include "cli/tasks.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>
#include <utility>

#include "cli/complaint.hpp"

namespace gougi::cli {

void Tasks::add(const std::string& task, base::Text about, Run run) {
  app_.add_task(task, about);
  tasks_.push_back({task, std::move(run)});
}

int Tasks::run(const Words& words) {
  const auto named =
      words.empty() ? tasks_.end() : std::ranges::find(tasks_, words.front(), &Task::name);
  if (named != tasks_.end()) return named->run({words.begin() + 1, words.end()});
  std::vector<std::string_view> names;
  for (const Task& task : tasks_) names.push_back(task.name);
  if (words.empty()) {
    std::cerr << name_ << ": " << missing_task(name_, names) << "\n";
    return 2;
  }
  if (words.front().starts_with('-') || words.front() == "help") {
    return parse_words(app_, words).value_or(0);
  }
  std::cerr << name_ << ": " << no_such_task(name_, words.front(), names) << "\n";
  return 2;
}

}  // namespace gougi::cli
