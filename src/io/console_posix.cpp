// SPDX-License-Identifier: MIT
#include "io/console.hpp"

namespace gougi::io {

void let_console_take_utf8() {}
void restore_console() {}

}  // namespace gougi::io
