// SPDX-License-Identifier: MIT
#include "tools/mate_generate_command.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>
#include <unordered_set>

#include "base/clock.hpp"
#include "base/path.hpp"
#include "io/event_loop.hpp"
#include "io/signals.hpp"
#include "tools/in_order.hpp"
#include "tools/mate_generator.hpp"
#include "tools/word_options.hpp"

namespace gougi::tools {
namespace {

/// The shortest mates of longer problems take too long to prove.
constexpr int kLongestProblem = 31;
constexpr int kMostGenerators = 256;
constexpr base::Milliseconds kProgressInterval{1000};

constexpr int kGenerateInterrupted = 130;

struct GenerateOrder {
  GeneratorSettings settings;
  std::int64_t count = 100;
  std::int64_t threads = 1;
  std::string output;
  bool help = false;
};

base::Result<int> odd_number_behind(const std::vector<std::string>& words, std::size_t i) {
  const auto number = number_behind(words, i, 1, kLongestProblem);
  if (!number) return tl::unexpected(number.error());
  if (*number % 2 == 0) return base::fail(words[i] + " wants an odd number: the attacker mates");
  return static_cast<int>(*number);
}

base::Result<GenerateOrder> read_generate_order(const std::vector<std::string>& words) {
  GenerateOrder order;
  bool has_min = false;
  bool has_max = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--help" || word == "-h") {
      order.help = true;
      return order;
    }
    if (word == "--output") {
      if (i + 1 == words.size() || words[i + 1].empty()) return base::fail(word + " wants a file");
      order.output = words[++i];
    } else if (word == "--min" || word == "--max") {
      const auto number = odd_number_behind(words, i++);
      if (!number) return tl::unexpected(number.error());
      (word == "--min" ? order.settings.min : order.settings.max) = *number;
      (word == "--min" ? has_min : has_max) = true;
    } else if (word == "--count" || word == "--nodes-per-move" || word == "--seed" ||
               word == "--threads") {
      const auto number = word == "--threads" ? number_behind(words, i, 1, kMostGenerators)
                                              : number_behind(words, i, word == "--seed" ? 0 : 1);
      if (!number) return tl::unexpected(number.error());
      ++i;
      if (word == "--count") order.count = *number;
      if (word == "--threads") order.threads = *number;
      if (word == "--seed") order.settings.seed = static_cast<std::uint64_t>(*number);
      if (word == "--nodes-per-move") {
        order.settings.nodes_per_move = static_cast<std::uint64_t>(*number);
      }
    } else {
      return base::fail(unknown_option(word, kMateGenerateUsage));
    }
  }
  GeneratorSettings& settings = order.settings;
  // One bound alone moves the other's default along.
  if (!has_max) settings.max = std::max(settings.max, settings.min);
  if (!has_min) settings.min = std::min(settings.min, settings.max);
  if (settings.min > settings.max) return base::fail("--min is greater than --max");
  return order;
}

class Generating {
 public:
  Generating(const GenerateOrder& order, mate::MemoryAdvice advice, std::ostream& out)
      : order_(order), out_(out) {
    for (std::int64_t i = 0; i < order.threads; ++i) {
      generators_.push_back(std::make_unique<MateGenerator>(order.settings, advice));
    }
    games_.next = [this] { return std::optional<std::uint64_t>(next_game_++); };
    games_.work = [this](std::size_t worker, const std::uint64_t& number) {
      return generators_[worker]->play(number, [this] { return games_.is_over(); });
    };
    games_.take = [this](GameYield&& yield) { return take(yield); };
  }

  /// Blocks until there are as many problems as were asked for, or stop().
  void run() { games_.run(generators_.size()); }
  /// Safe from any thread.
  void stop() { games_.stop(); }

  bool is_written() const { return is_written_; }
  void print_summary(bool was_interrupted) const {
    std::cerr << problems_ << " problems, " << game_count_ << " games, " << positions_
              << " positions, " << seconds() << " s" << (was_interrupted ? " (interrupted)" : "")
              << std::endl;
  }

 private:
  bool take(const GameYield& yield) {
    ++game_count_;
    positions_ += yield.positions;
    for (const MateProblem& problem : yield.problems) {
      if (!known_.insert(problem.position.key()).second) continue;
      // One write a line: an end in between leaves whole lines.
      out_ << problem_line(problem) + "\n" << std::flush;
      is_written_ = static_cast<bool>(out_);
      if (!is_written_ || ++problems_ == order_.count) return false;
    }
    const base::TimePoint now = base::Clock::now();
    if (now - last_report_ >= kProgressInterval) {
      last_report_ = now;
      std::cerr << "\r" << problems_ << " problems, " << game_count_ << " games, " << seconds()
                << " s   \r";
    }
    return true;
  }

  std::string seconds() const {
    std::array<char, 64> text{};
    const std::chrono::duration<double> passed = base::Clock::now() - start_;
    std::snprintf(text.data(), text.size(), "%.3f", passed.count());
    return text.data();
  }

  const GenerateOrder& order_;
  std::ostream& out_;
  std::vector<std::unique_ptr<MateGenerator>> generators_;
  InOrder<std::uint64_t, GameYield> games_;
  std::uint64_t next_game_ = 0;
  std::unordered_set<shogi::Key> known_;
  std::int64_t problems_ = 0;
  std::int64_t game_count_ = 0;
  std::int64_t positions_ = 0;
  bool is_written_ = true;
  const base::TimePoint start_ = base::Clock::now();
  base::TimePoint last_report_ = start_;
};

}  // namespace

int mate_generate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto order = read_generate_order(words);
  if (!order) {
    std::cerr << "gougi mate generate: "
              << with_way_to_help(order.error().message, "gougi mate generate") << '\n';
    return 2;
  }
  if (order->help) {
    std::cout << kMateGenerateUsage << kMateGenerateHelp;
    return 0;
  }
  std::ofstream file;
  if (!order->output.empty()) {
    file.open(base::path_from_utf8(order->output), std::ios::binary);
    if (!file) {
      std::cerr << "gougi mate generate: cannot write " << base::printable(order->output) << '\n';
      return 1;
    }
  }
  Generating generating(*order, advice, order->output.empty() ? std::cout : file);
  // The signals' loop has this thread, the games have others.
  io::EventLoop loop;
  bool was_interrupted = false;
  const io::EndSignals signals(loop, [&](int) {
    was_interrupted = true;
    generating.stop();
  });
  std::thread games([&] {
    generating.run();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  games.join();
  generating.print_summary(was_interrupted);
  if (generating.is_written()) return was_interrupted ? kGenerateInterrupted : 0;
  std::cerr << "gougi mate generate: cannot write "
            << (order->output.empty() ? "the output" : base::printable(order->output)) << '\n';
  return 1;
}

}  // namespace gougi::tools
