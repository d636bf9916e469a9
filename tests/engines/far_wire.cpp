// SPDX-License-Identifier: MIT
// A line to a machine far away: standard input and output to a port of the loopback and back, each
// piece as late as `--delay-ms` and up to `--jitter-ms` more by chance, in order; of
// `--loss-percent` it is late by a repetition as well, as TCP makes good what is lost. It is what
// `tc netem` does, where the kernel has none. Ends when either side does.
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/random.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kRepetition{200};  // the least that Linux waits for an acknowledgement

struct Way {
  int port = 0;
  int delay = 0;
  int jitter = 0;
  int loss = 0;
  std::uint64_t seed = 1;
};

bool read_arguments(int argc, char** argv, Way& way) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const int number = std::atoi(argv[i + 1]);
    if (name == "--port") way.port = number;
    if (name == "--delay-ms") way.delay = number;
    if (name == "--jitter-ms") way.jitter = number;
    if (name == "--loss-percent") way.loss = number;
    if (name == "--seed") way.seed = static_cast<std::uint64_t>(number);
  }
  return way.port > 0;
}

int connect_to(int port) {
  const int wire = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::connect(wire, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return -1;
  return wire;
}

/// One direction.
class Lane {
 public:
  Lane(int from, int to, const Way& way, std::uint64_t seed)
      : from_(from), to_(to), way_(way), random_(seed) {}

  int from() const { return from_; }
  std::optional<Clock::time_point> next() const {
    if (pieces_.empty()) return std::nullopt;
    return pieces_.front().due;
  }
  /// What there is to read; whether it goes on.
  bool take() {
    std::array<char, 16'384> block{};
    const ssize_t n = ::read(from_, block.data(), block.size());
    if (n <= 0) return false;
    milliseconds late{way_.delay + chance(way_.jitter + 1)};
    if (chance(100) < way_.loss) late += kRepetition;
    last_ = std::max(last_, Clock::now() + late);
    pieces_.push_back({last_, std::string(block.data(), static_cast<std::size_t>(n))});
    return true;
  }
  /// What is due; whether it goes on.
  bool give() {
    while (!pieces_.empty() && pieces_.front().due <= Clock::now()) {
      std::string_view rest = pieces_.front().bytes;
      while (!rest.empty()) {
        const ssize_t n = ::write(to_, rest.data(), rest.size());
        if (n <= 0) return false;
        rest.remove_prefix(static_cast<std::size_t>(n));
      }
      pieces_.pop_front();
    }
    return true;
  }

 private:
  int chance(int limit) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(limit)));
  }
  struct Piece {
    Clock::time_point due;
    std::string bytes;
  };

  int from_;
  int to_;
  Way way_;
  gougi::base::Random random_;
  Clock::time_point last_{};
  std::deque<Piece> pieces_;
};

int milliseconds_until(const std::optional<Clock::time_point>& when) {
  if (!when) return -1;
  const auto span = std::chrono::ceil<milliseconds>(*when - Clock::now());
  return static_cast<int>(std::max<milliseconds::rep>(0, span.count()));
}

}  // namespace

int main(int argc, char** argv) {
  Way way;
  if (!read_arguments(argc, argv, way)) return 2;
  std::signal(SIGPIPE, SIG_IGN);
  const int wire = connect_to(way.port);
  if (wire < 0) return 1;
  Lane there(STDIN_FILENO, wire, way, 2 * way.seed);
  Lane back(wire, STDOUT_FILENO, way, 2 * way.seed + 1);
  for (;;) {
    auto due = there.next();
    if (back.next() && (!due || *back.next() < *due)) due = back.next();
    std::array<pollfd, 2> news{{{there.from(), POLLIN, 0}, {back.from(), POLLIN, 0}}};
    ::poll(news.data(), news.size(), milliseconds_until(due));
    if (news[0].revents != 0 && !there.take()) return 0;
    if (news[1].revents != 0 && !back.take()) return 0;
    if (!there.give() || !back.give()) return 0;
  }
}
