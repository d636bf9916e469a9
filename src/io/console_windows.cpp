// SPDX-License-Identifier: MIT
#include <windows.h>

#include <atomic>
#include <cstdlib>

#include "io/console.hpp"

namespace gougi::io {
namespace {

std::atomic<UINT>& code_page_before() {
  static std::atomic<UINT> before{0};  // 0: it was not changed
  return before;
}

bool is_console(DWORD which) {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(which), &mode) != 0;
}

}  // namespace

void let_console_take_utf8() {
  if (!is_console(STD_OUTPUT_HANDLE) && !is_console(STD_ERROR_HANDLE)) return;
  const UINT before = GetConsoleOutputCP();
  if (before == 0 || before == CP_UTF8 || SetConsoleOutputCP(CP_UTF8) == 0) return;
  code_page_before() = before;
  std::atexit(restore_console);
}

void restore_console() {
  if (const UINT before = code_page_before().exchange(0); before != 0) SetConsoleOutputCP(before);
}

}  // namespace gougi::io
