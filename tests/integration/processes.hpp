// SPDX-License-Identifier: MIT
// What the integration tests see of processes beside their dialogue: whose children live, and a
// folder of their own for files.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "integration/dialogue.hpp"
#include "io/process_info.hpp"

namespace gougi::testing {

// Where the programs lie, and how their names end.
// With its drive, as a configuration may lie on another one.
inline const std::string kBin = base::to_utf8(std::filesystem::absolute(GOUGI_BIN_DIR));
inline const std::string kExe =
#ifdef _WIN32
    ".exe";
#else
    "";
#endif

/// Where one of our programs lies.
inline std::string program_path(const std::string& name) { return kBin + "/" + name + kExe; }

/// For tests whose engines are scripts.
#ifdef _WIN32
#define NEEDS_SHELL() GTEST_SKIP() << "there is no /bin/sh"
#else
#define NEEDS_SHELL() static_cast<void>(0)
#endif

/// Windows wants a right for it, which few have.
inline bool may_link() {
#ifdef _WIN32
  return false;
#else
  return true;
#endif
}

/// Of this process, and of those that it starts.
inline void set_variable(const std::string& name, const std::filesystem::path& value) {
#ifdef _WIN32
  ::_putenv_s(name.c_str(), base::to_utf8(value).c_str());
#else
  ::setenv(name.c_str(), value.c_str(), 1);
#endif
}

/// A folder of its own for one test, gone afterwards.
class Folder {
 public:
  explicit Folder(const std::string& name = "") {
    static std::atomic<int> number{0};
    root_ = std::filesystem::temp_directory_path() /
            ("gougi-test-" + std::to_string(io::own_pid()) + "-" + std::to_string(++number));
    path_ = name.empty() ? root_ : root_ / base::path_from_utf8(name);
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / base::path_from_utf8(name), std::ios::binary) << text;
    return base::to_utf8(path_ / base::path_from_utf8(name));
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path root_;
  std::filesystem::path path_;
};

/// As far as it can be read: what stands in /proc may end in mid-read with its process.
inline std::string content_of(const std::filesystem::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(content).str();
}

#ifdef __linux__
/// The children of each process that has any, at this moment. It takes some 20 µs a process of the
/// whole machine.
inline std::multimap<std::int64_t, int> children_by_parent() {
  std::multimap<std::int64_t, int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string text = content_of(entry.path() / "stat");
    const auto close = text.rfind(')');
    if (close == std::string::npos) continue;
    int parent = 0;
    char state = 0;
    if (std::sscanf(text.c_str() + close + 1, " %c %d", &state, &parent) == 2) {
      found.emplace(parent, std::stoi(name));
    }
  }
  return found;
}

/// The processes whose parent is `pid`.
inline std::vector<int> children_of(std::int64_t pid) {
  std::vector<int> found;
  const auto children = children_by_parent();
  const auto [first, last] = children.equal_range(pid);
  for (auto child = first; child != last; ++child) found.push_back(child->second);
  return found;
}

/// `pid`'s children, their children, and so on.
inline std::vector<int> descendants_of(std::int64_t pid) {
  std::vector<int> found;
  const auto children = children_by_parent();
  std::vector<std::int64_t> parents{pid};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto [first, last] = children.equal_range(parents[i]);
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
      parents.push_back(child->second);
    }
  }
  return found;
}

/// The processes, zombies aside, that were started with "name=value" among their variables: all
/// that a program has started, whatever session they went to.
inline std::vector<int> processes_with(const std::string& variable) {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (content_of(entry.path() / "environ").find(variable) != std::string::npos) {
      found.push_back(std::stoi(name));
    }
  }
  return found;
}

inline bool is_gone(int pid) {
  const std::string text = content_of("/proc/" + std::to_string(pid) + "/stat");
  const auto close = text.rfind(')');
  return close == std::string::npos || text[close + 2] == 'Z';
}

/// Waits for it, two seconds at most; time passes on `clock`.
inline bool all_gone(const std::vector<int>& pids, Dialogue& clock) {
  for (int i = 0; i < 200; ++i) {
    if (std::ranges::all_of(pids, is_gone)) return true;
    clock.listen(Milliseconds(10));
  }
  return false;
}
#endif

}  // namespace gougi::testing
