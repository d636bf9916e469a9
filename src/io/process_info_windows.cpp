// SPDX-License-Identifier: MIT
#include <windows.h>
// After windows.h, which it needs.
#define PSAPI_VERSION 2
#include <psapi.h>

#include <string>
#include <system_error>

#include "base/path.hpp"
#include "io/process_info.hpp"
#include "io/program_file.hpp"

namespace gougi::io {

std::filesystem::path own_executable() {
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD n = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    if (n == 0) return {};
    if (n < name.size()) {
      name.resize(n);
      return std::filesystem::path(name);
    }
    name.resize(name.size() * 2);
  }
}

bool is_program_file(const std::filesystem::path& path) {
  std::error_code error;
  return path.has_extension() && std::filesystem::is_regular_file(path, error);
}

std::string_view program_ending() { return ".exe"; }
char path_list_separator() { return ';'; }

std::optional<std::string> environment_variable(const std::string& name) {
  const std::wstring wide = base::path_from_utf8(name).native();
  const DWORD size = ::GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
  if (size == 0) return std::nullopt;
  std::wstring value(size, L'\0');
  value.resize(::GetEnvironmentVariableW(wide.c_str(), value.data(), size));
  return base::to_utf8(std::filesystem::path(value));
}

bool user_reads_japanese() { return PRIMARYLANGID(::GetUserDefaultUILanguage()) == LANG_JAPANESE; }

std::size_t resident_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  if (!::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters)) return 0;
  return counters.WorkingSetSize;
}

base::Duration thread_cpu_time() { return base::Clock::now().time_since_epoch(); }

std::int64_t own_pid() { return ::GetCurrentProcessId(); }

}  // namespace gougi::io
