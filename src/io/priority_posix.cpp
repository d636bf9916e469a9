// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include "io/priority.hpp"

namespace gougi::io {
namespace {

// Enough for the scheduler to prefer us to engines that compute without end (Linux 6.6 and later
// weighs by it how soon a waking thread runs), and harmless for everything else.
constexpr int kNicer = -5;

bool& changed() {
  static bool value = false;
  return value;
}

}  // namespace

void run_before_children() {
  if (::getpriority(PRIO_PROCESS, 0) != 0) return;  // somebody has chosen: not ours to change
  changed() = ::setpriority(PRIO_PROCESS, 0, kNicer) == 0;
}

void run_as_ordinary() {
  if (changed()) ::setpriority(PRIO_PROCESS, 0, 0);
}

}  // namespace gougi::io
