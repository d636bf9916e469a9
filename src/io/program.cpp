// SPDX-License-Identifier: MIT
#include "io/program.hpp"

#include <boost/system/system_error.hpp>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <system_error>

#include "base/say.hpp"
#include "io/console.hpp"
#include "io/descriptor.hpp"
#include "io/exit.hpp"
#include "io/signals.hpp"

namespace gougi::io {
namespace {

// For the handler below, which is told nothing.
std::string_view& program_name() {
  static std::string_view name;
  return name;
}

constexpr base::Text kNoMemory{"not enough memory (see ulimit -v)",
                               "メモリが足りません(ulimit -v を参照)"};

/// Where there is no memory, this needs none.
void complain(std::string_view what) {
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(program_name().size()),
               program_name().data(), static_cast<int>(what.size()), what.data());
}

std::optional<std::error_code> code_of(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const std::system_error*>(&error)) return ours->code();
  if (const auto* boosts = dynamic_cast<const boost::system::system_error*>(&error)) {
    return boosts->code();
  }
  return std::nullopt;
}

/// Of a thread that nobody catches anything in. What is no shortage is a fault of ours, and ends as
/// such, with its core.
[[noreturn]] void end_of_a_thread() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    complain(kNoMemory.in(base::spoken()));
    restore_console();
    std::_Exit(1);
  } catch (const std::exception& error) {
    complain(describe_shortage(error));
    if (code_of(error)) {
      restore_console();
      std::_Exit(1);
    }
  } catch (...) {
    complain(base::say({"an error of no known kind", "不明な種類のエラーです"}));
  }
  std::abort();
}

}  // namespace

std::string describe_shortage(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return base::said(kNoMemory);
  const auto code = code_of(error);
  if (!code) return error.what();
  if (*code == std::errc::too_many_files_open ||
      *code == std::errc::too_many_files_open_in_system) {
    return base::say({"too many open files (see ulimit -n)",
                      "開いているファイルが多すぎます(ulimit -n を参照)"});
  }
  if (*code == std::errc::resource_unavailable_try_again) {
    return base::say(
        {"no thread can be started: too many processes, or not enough memory (see ulimit -u, "
         "ulimit -v)",
         "スレッドを作れません。プロセスが多すぎるか、メモリが足りません(ulimit -u、ulimit -v "
         "を参照)"});
  }
  if (*code == std::errc::not_enough_memory) return base::said(kNoMemory);
  return error.what();
}

int run_program(std::string_view name, const std::function<int()>& body) {
  program_name() = name;
  std::set_terminate(end_of_a_thread);
  ignore_file_size_limit();
  hear_of_children();
  let_console_take_utf8();
  if (!fill_missing_streams()) {
    complain(base::say({"there is no standard output", "標準出力がありません"}));
    return 1;
  }
  try {
    const int code = body();
    if (std::cout.flush() || code != 0) return code;  // who failed has said why
    complain(base::said(kCannotWrite));
  } catch (const std::exception& error) {
    complain(describe_shortage(error));
  }
  // Threads may be left that no return from main survives.
  exit_now(1);
}

}  // namespace gougi::io
