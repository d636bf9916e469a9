// SPDX-License-Identifier: MIT
// gougi-simulate: many simulations of the relay's session, or the trace of one.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "simulation/mixed_scenario.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {
namespace {

struct Wishes {
  std::uint64_t first = 1;
  std::uint64_t last = 1000;
  unsigned jobs = 1;
  bool verbose = false;
  bool twice = false;
  bool hashes = false;
  std::uint64_t trace = 0;  ///< 0: none
  bool mixed = false;       ///< each seed has a scenario of its own
  Scenario scenario;

  bool needs_hashes() const { return verbose || twice || hashes; }
  Scenario scenario_of(std::uint64_t seed) const { return mixed ? mixed_scenario(seed) : scenario; }
};

constexpr const char* kUsage =
    "usage: gougi-simulate [--seeds A..B | --fresh N] [--jobs N] [--twice] [--verbose] [--clock "
    "WORDS]\n"
    "                      [--freeze] [--budget] [--agreement] [--voters N] [--bursts] "
    "[--mirrors] [--rude]\n"
    "                      [--bytes] [--nested] [--hangups] [--upi] [--hashes]\n"
    "       gougi-simulate --mixed [--seeds A..B | --fresh N] ...\n"
    "       gougi-simulate --trace SEED [--mixed | [--clock WORDS] [--freeze] ...]\n"
    "Plays the relay's session in virtual time against model engines and a model GUI with faults.\n"
    "  --seeds A..B  these seeds (default 1..1000)\n"
    "  --fresh N     so many that nobody has played yet; which, it says\n"
    "  --jobs N      in N threads\n"
    "  --twice       each seed twice: the same seed must give the same events\n"
    "  --verbose     one line a seed\n"
    "  --hashes      nothing but a hash a seed, of the session's output: to compare two builds\n"
    "  --clock WORDS every game at this clock, such as \"btime 0 wtime 0 byoyomi 100\"\n"
    "  --freeze      games of Freeze shogi, with engines of every ability\n"
    "  --budget      with a budget of nodes\n"
    "  --agreement   with the agreement clock\n"
    "  --voters N    so many, on many machines: lines with delays of a heavy tail\n"
    "  --rude        a GUI that says what USI does not allow\n"
    "  --mirrors     engines have mirrors, most of them\n"
    "  --bursts      a GUI that often writes position and go behind isready at once\n"
    "  --bytes       lines come in pieces, and are read in blocks, as the shell reads them\n"
    "  --nested      engines are relays themselves, with engines of their own; not with --freeze\n"
    "  --hangups     a GUI that often is gone in the middle of a line, and of a search\n"
    "  --upi         ぴょんぴょん, by engines and a GUI that speak UPI; with no other world\n"
    "  --mixed       by the seed: some, all or none of these together, and of the clocks\n"
    "  --trace SEED  prints the whole dialogue of one seed\n";

bool read_number(std::string_view text, std::uint64_t& value) {
  const auto number = base::to_int(text);
  if (!number || *number < 0) return false;
  value = static_cast<std::uint64_t>(*number);
  return true;
}

// As far from those of other runs as dice can put them, and short enough to be typed again.
constexpr std::uint64_t kMostFresh = 1'000'000'000;
std::uint64_t fresh_seed() {
  std::random_device dice;
  return 1'000'000 + (std::uint64_t{dice()} << 16U) + dice() % 65'536U;
}

bool read(const std::vector<std::string_view>& words, Wishes& wishes) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--verbose") {
      wishes.verbose = true;
    } else if (word == "--twice") {
      wishes.twice = true;
    } else if (word == "--hashes") {
      wishes.hashes = true;
    } else if (word == "--mixed") {
      wishes.mixed = true;
    } else if (word == "--freeze") {
      wishes.scenario.freezes = true;
    } else if (word == "--budget") {
      wishes.scenario.budget = true;
    } else if (word == "--agreement") {
      wishes.scenario.agreement = true;
    } else if (word == "--rude") {
      wishes.scenario.rude = true;
    } else if (word == "--mirrors") {
      wishes.scenario.mirrors = true;
    } else if (word == "--bursts") {
      wishes.scenario.bursts = true;
    } else if (word == "--bytes") {
      wishes.scenario.bytes = true;
    } else if (word == "--nested") {
      wishes.scenario.nested = true;
    } else if (word == "--upi") {
      wishes.scenario.upi = true;
    } else if (word == "--hangups") {
      wishes.scenario.hangups = true;
    } else if (i + 1 == words.size()) {
      return false;
    } else if (word == "--seeds") {
      const std::string_view range = words[++i];
      const auto dots = range.find("..");
      if (!read_number(range.substr(0, dots), wishes.first)) return false;
      wishes.last = wishes.first;
      if (dots != std::string_view::npos && !read_number(range.substr(dots + 2), wishes.last)) {
        return false;
      }
    } else if (word == "--fresh") {
      std::uint64_t count = 0;
      if (!read_number(words[++i], count) || count < 1 || count > kMostFresh) return false;
      wishes.first = fresh_seed();
      wishes.last = wishes.first + count - 1;
    } else if (word == "--jobs") {
      std::uint64_t jobs = 0;
      if (!read_number(words[++i], jobs) || jobs < 1 || jobs > 256) return false;
      wishes.jobs = static_cast<unsigned>(jobs);
    } else if (word == "--clock") {
      wishes.scenario.clock = words[++i];
    } else if (word == "--voters") {
      std::uint64_t voters = 0;
      if (!read_number(words[++i], voters) || voters < 1 || voters > 1024) return false;
      wishes.scenario.voters = static_cast<int>(voters);
    } else if (word == "--trace") {
      if (!read_number(words[++i], wishes.trace)) return false;
    } else {
      return false;
    }
  }
  return true;
}

/// What all simulations come to.
class Summary {
 public:
  explicit Summary(const Wishes& wishes)
      : first_(wishes.first),
        last_(wishes.last),
        verbose_(wishes.verbose),
        mixed_(wishes.mixed),
        hashes_(wishes.hashes) {}

  void add(const Report& report, const Scenario& scenario) {
    const std::scoped_lock lock(mutex_);
    ++seeds_;
    for (const std::string& part : parts_of(scenario)) ++parts_[part];
    searches_ += static_cast<std::uint64_t>(report.searches);
    answers_ += static_cast<std::uint64_t>(report.answers);
    events_ += static_cast<std::uint64_t>(report.events);
    calm_ += report.calm ? 1 : 0;
    mirrors_spoke_ += static_cast<std::uint64_t>(report.mirrors_spoke);
    most_votes_ = std::max(most_votes_, report.most_votes);
    slowest_ms_ = std::max(slowest_ms_, report.slowest_ms);
    hours_ += std::chrono::duration<double, std::ratio<3600>>(report.span).count();
    for (std::size_t i = 0; i < kFaultCount; ++i) faults_[i] += report.faults[i];
    if (hashes_) outputs_.emplace(report.seed, report.output);
    if (verbose_) {
      std::printf("seed %llu: %d searches, %d answers, %d events, hash %016llx\n",
                  static_cast<unsigned long long>(report.seed), report.searches, report.answers,
                  report.events, static_cast<unsigned long long>(report.hash));
    }
    if (report.violation.empty()) return;
    ++violations_;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(report.seed),
                report.violation.c_str());
  }
  std::uint64_t violations() const { return violations_; }
  void print() const {
    for (const auto& [seed, output] : outputs_) {
      std::printf("%llu %016llx\n", static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(output));
    }
    if (hashes_) return;
    const auto show = [](std::string_view what, std::uint64_t number) {
      std::printf("%-22.*s %llu\n", static_cast<int>(what.size()), what.data(),
                  static_cast<unsigned long long>(number));
    };
    std::printf("%-22s %llu..%llu\n", "from, to", static_cast<unsigned long long>(first_),
                static_cast<unsigned long long>(last_));
    show("seeds", seeds_);
    show("without faults", calm_);
    show("searches", searches_);
    show("answers", answers_);
    show("events", events_);
    std::printf("%-22s %.1f\n", "virtual hours", hours_);
    show("votes of mirrors", mirrors_spoke_);
    show("most votes", static_cast<std::uint64_t>(most_votes_));
    if (slowest_ms_ > 0) std::printf("%-22s %.2f\n", "slowest answer (ms)", slowest_ms_);
    if (mixed_) std::printf("seeds with\n");
    for (const auto& [part, number] : mixed_ ? parts_ : Parts()) show("  " + part, number);
    std::printf("faults\n");
    for (std::size_t i = 0; i < kFaultCount; ++i) {
      show("  " + std::string(name(static_cast<Fault>(i))), faults_[i]);
    }
    show("violations", violations_);
  }

 private:
  std::mutex mutex_;
  std::uint64_t first_;
  std::uint64_t last_;
  bool verbose_;
  bool mixed_;
  bool hashes_;
  using Parts = std::map<std::string, std::uint64_t>;
  Parts parts_;                                     ///< of scenarios: seeds that had them
  std::map<std::uint64_t, std::uint64_t> outputs_;  ///< by seed
  std::uint64_t seeds_ = 0;
  std::uint64_t calm_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t answers_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t violations_ = 0;
  int most_votes_ = 0;
  std::uint64_t mirrors_spoke_ = 0;
  double slowest_ms_ = 0;  ///< of real time
  double hours_ = 0;
  FaultTally faults_{};
};

int run(const Wishes& wishes) {
  if (wishes.trace != 0) {
    const Report report = simulate(wishes.trace, {.trace = true}, wishes.scenario_of(wishes.trace));
    std::fputs(report.trace.c_str(), stdout);
    return report.violation.empty() ? 0 : 1;
  }
  Summary summary(wishes);
  std::atomic<std::uint64_t> next = wishes.first;
  const auto work = [&] {
    for (std::uint64_t seed = next++; seed <= wishes.last; seed = next++) {
      const Scenario scenario = wishes.scenario_of(seed);
      const auto play = [&] { return simulate(seed, {.hashes = wishes.needs_hashes()}, scenario); };
      Report report = play();
      if (wishes.twice && report.violation.empty() && play().hash != report.hash) {
        report.violation = "the same seed gives other events";
      }
      summary.add(report, scenario);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < wishes.jobs; ++i) threads.emplace_back(work);
  work();
  for (auto& thread : threads) thread.join();
  summary.print();
  return summary.violations() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gougi::simulation

int main(int argc, char** argv) {
  gougi::simulation::Wishes wishes;
  if (!gougi::simulation::read({argv + 1, argv + argc}, wishes)) {
    std::fputs(gougi::simulation::kUsage, stderr);
    return 2;
  }
  return gougi::simulation::run(wishes);
}
