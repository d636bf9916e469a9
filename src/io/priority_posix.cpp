// SPDX-License-Identifier: MIT
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "io/priority.hpp"

namespace gougi::io {
namespace {

// Enough for the scheduler to prefer us to engines that compute without end (Linux 6.6 and later
// weighs by it how soon a waking thread runs), and harmless for everything else.
constexpr int kNicer = -10;
// A tenth of what an ordinary thread gets where both want a processor; Linux goes no lower than 19.
constexpr int kLower = 10;
// Nanoseconds. A thread that asks for short turns gets its turn sooner, and from Linux 6.12 on
// before one whose turn is longer has ended; 0.1 ms is the shortest. Everybody may ask.
constexpr unsigned kShortTurn = 100'000;
constexpr unsigned kUsualTurn = 0;

// The first version of the kernel's struct sched_attr. Its header does not bear <sched.h> beside
// itself in every C library, and few libraries have the calls.
struct SchedulerAttributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime;
  std::uint64_t deadline;
  std::uint64_t period;
};

struct Changes {
  bool priority = false;
  bool turn = false;
};

Changes& changes() {
  static Changes value;
  return value;
}

// Older systems take the length of a turn from nobody, and say nothing.
bool set_turn(unsigned nanoseconds) {
  SchedulerAttributes attributes{};
  if (::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return false;
  attributes.runtime = nanoseconds;
  return ::syscall(SYS_sched_setattr, 0, &attributes, 0) == 0;
}

}  // namespace

void run_before_children() {
  if (::getpriority(PRIO_PROCESS, 0) != 0) return;  // somebody has chosen: not ours to change
  changes().priority = ::setpriority(PRIO_PROCESS, 0, kNicer) == 0;
  changes().turn = set_turn(kShortTurn);
}

void run_as_ordinary() {
  if (changes().priority) ::setpriority(PRIO_PROCESS, 0, 0);
  if (changes().turn) set_turn(kUsualTurn);
}

void run_as_low() { ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + kLower); }

}  // namespace gougi::io
