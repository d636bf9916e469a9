// SPDX-License-Identifier: MIT
#include <sys/auxv.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <system_error>

#include "io/process_info.hpp"
#include "io/program_file.hpp"

namespace gougi::io {

std::filesystem::path own_executable() {
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) return path;
  // A bare chroot has no /proc: as what we were started, then.
  const auto* const started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  if (started == nullptr) return {};
  const auto found = std::filesystem::canonical(started, error);
  return error ? std::filesystem::path() : found;
}

bool is_program_file(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::string_view program_ending() { return {}; }
char path_list_separator() { return ':'; }

std::optional<std::string> environment_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

bool user_reads_japanese() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string value = environment_variable(name).value_or("");
    if (!value.empty()) return value == "ja" || value.rfind("ja_", 0) == 0;
  }
  return false;
}

std::size_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::size_t all_pages = 0;
  std::size_t resident_pages = 0;
  if (!(file >> all_pages >> resident_pages)) return 0;
  return resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

base::Duration thread_cpu_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::int64_t own_pid() { return ::getpid(); }

}  // namespace gougi::io
