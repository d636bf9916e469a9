// SPDX-License-Identifier: MIT
// Loaded before the C library (LD_PRELOAD) it makes the time of day jump, to and fro by up to an
// hour every few seconds, as a clock does that is set by hand or from the network. The system's own
// clock stays as it is, and so do the clocks that only go forward.
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

namespace {

constexpr std::int64_t kEverySeconds = 3;
constexpr std::int64_t kMost = 3600;

std::int64_t jump_of(std::int64_t seconds) {
  const auto step = static_cast<std::uint64_t>(seconds / kEverySeconds) * 0x9E3779B97F4A7C15U;
  return static_cast<std::int64_t>((step >> 32U) % (2 * kMost + 1)) - kMost;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const auto failed = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (failed == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump_of(time->tv_sec);
  return failed;
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept {
  timespec now{};
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* also) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (also != nullptr) *also = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
