// SPDX-License-Identifier: MIT
#include <windows.h>

#include "io/priority.hpp"

namespace gougi::io {

// Children of a process above normal start at normal.
void run_before_children() {
  ::SetPriorityClass(::GetCurrentProcess(), ABOVE_NORMAL_PRIORITY_CLASS);
}

void run_as_ordinary() {}

void run_as_low() {}

}  // namespace gougi::io
