// SPDX-License-Identifier: MIT
#include "match/tuning_state.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/hash.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::match {
namespace {

constexpr std::string_view kFirstLine = "gougi tune 1";
constexpr std::uint64_t kMostPoints = 400;
constexpr int kHexDigits = 16;

std::string hex(std::uint64_t number) {
  return fmt::sprintf("%016llx", static_cast<unsigned long long>(number));
}

std::uint64_t step_of_curve(std::uint64_t iterations) {
  return std::max<std::uint64_t>(1, (iterations + kMostPoints - 1) / kMostPoints);
}

bool is_kept(std::uint64_t iteration, std::uint64_t iterations) {
  return iteration == iterations || iteration % step_of_curve(iterations) == 0;
}

/// Reads line after line; the first complaint is kept, and everything behind it is empty.
class StateReader {
 public:
  explicit StateReader(std::string_view text) : rest_(text) {}

  /// The words behind `name` in the line that comes.
  std::string_view line(std::string_view name) {
    std::string_view words = take_line();
    if (!has_failed() && base::next_word(words) != name) fail();
    return has_failed() ? std::string_view() : base::trim(words);
  }
  std::string_view take_line() {
    const std::size_t end = rest_.find('\n');
    if (has_failed() || end == std::string_view::npos) {
      fail();
      return {};
    }
    ++number_;
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  std::uint64_t count(std::string_view& words) { return number<std::uint64_t>(words); }
  double value(std::string_view& words, const SpsaParameter& within) {
    const auto value = number<double>(words);
    // Six digits of the curve may lie a little beyond.
    const double room = 1e-4 * std::max({1.0, std::abs(within.least), std::abs(within.most)});
    if (!std::isfinite(value) || value < within.least - room || value > within.most + room) fail();
    return value;
  }
  std::uint64_t hash(std::string_view words) {
    std::uint64_t value = 0;
    const auto [stop, error] =
        std::from_chars(words.data(), words.data() + words.size(), value, kHexDigits);
    if (words.size() != static_cast<std::size_t>(kHexDigits) || error != std::errc() ||
        stop != words.data() + words.size()) {
      fail();
    }
    return value;
  }
  void expect_end(std::string_view words) {
    if (!words.empty()) fail();
  }
  void fail() {
    if (!has_failed()) failed_at_ = number_ + 1;
  }
  bool has_failed() const { return failed_at_ != 0; }
  bool at_end() const { return rest_.empty(); }
  base::Result<void> result() const {
    if (!has_failed()) return {};
    return base::fail(
        base::say({"is damaged near line {0}; move it away, and the tuning begins anew",
                   "{0}行目付近が壊れています。別の場所に移すと、調整を最初から始めます"},
                  failed_at_));
  }

 private:
  template <class Number>
  Number number(std::string_view& words) {
    const std::string_view word = base::next_word(words);
    Number value{};
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size() || word.empty()) fail();
    return value;
  }

  std::string_view rest_;
  int number_ = 0;
  int failed_at_ = 0;
};

}  // namespace

std::uint64_t settings_hash(std::string_view text) { return base::fnv1a(text); }

void add_point(TuningState& state, const SpsaSettings& settings) {
  if (is_kept(state.iteration, settings.iterations)) {
    state.curve.push_back({state.iteration, state.values});
  }
}

void end_iteration(TuningState& state, Spsa& spsa, const Trinomial& round) {
  spsa.learn(static_cast<double>(round.wins) - static_cast<double>(round.losses));
  state.iteration = spsa.iteration();
  state.values = spsa.values();
  state.games.wins += round.wins;
  state.games.draws += round.draws;
  state.games.losses += round.losses;
  add_point(state, spsa.settings());
}

std::string to_text(const TuningState& state, const SpsaSettings& settings) {
  std::string text(kFirstLine);
  text += "\nsettings " + hex(state.settings) + "\niteration " + std::to_string(state.iteration) +
          "\ngames " + std::to_string(state.games.wins) + ' ' + std::to_string(state.games.draws) +
          ' ' + std::to_string(state.games.losses) + '\n';
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    // So many digits that the number itself can be read back.
    text += "value " + settings.parameters[i].name + fmt::sprintf(" %.17g\n", state.values[i]);
  }
  text += "points " + std::to_string(state.curve.size()) + '\n';
  for (const TuningPoint& point : state.curve) {
    text += "at " + std::to_string(point.iteration);
    for (const double value : point.values) text += fmt::sprintf(" %.6g", value);
    text += '\n';
  }
  return text + "end " + hex(settings_hash(text)) + '\n';
}

base::Result<TuningState> parse_tuning_state(std::string_view text, const SpsaSettings& settings,
                                             std::uint64_t settings_hash_now) {
  StateReader reader(text);
  if (reader.take_line() != kFirstLine) {
    return base::fail(
        base::say({"is no state of gougi tune; move it away, or name another with --state",
                   "gougi tune の状態のファイルではありません。別の場所に移すか、--state "
                   "で別の名前を指定してください"}));
  }
  TuningState state;
  state.settings = reader.hash(reader.line("settings"));
  if (!reader.has_failed() && state.settings != settings_hash_now) {
    return base::fail(base::say(
        {"belongs to other settings (only concurrency may be changed on the way); undo the change, "
         "or move the file away to begin anew, or name another with --state",
         "別の設定のものです(途中で変えられるのは concurrency "
         "だけです)。変更を戻すか、ファイルを移して最初から始めるか、--state "
         "で別の名前を指定してください"}));
  }
  auto words = reader.line("iteration");
  state.iteration = reader.count(words);
  reader.expect_end(words);
  if (state.iteration > settings.iterations) reader.fail();
  words = reader.line("games");
  state.games = {.losses = 0, .draws = 0, .wins = reader.count(words)};
  state.games.draws = reader.count(words);
  state.games.losses = reader.count(words);
  reader.expect_end(words);
  for (const SpsaParameter& parameter : settings.parameters) {
    words = reader.line("value");
    if (base::next_word(words) != parameter.name) reader.fail();
    state.values.push_back(
        std::clamp(reader.value(words, parameter), parameter.least, parameter.most));
    reader.expect_end(words);
  }
  words = reader.line("points");
  const std::uint64_t points = reader.count(words);
  if (points > kMostPoints + 2) reader.fail();
  for (std::uint64_t i = 0; i < points && !reader.has_failed(); ++i) {
    words = reader.line("at");
    TuningPoint point{reader.count(words), {}};
    const bool rises = state.curve.empty() || point.iteration > state.curve.back().iteration;
    if (!rises || point.iteration > state.iteration) reader.fail();
    for (const SpsaParameter& parameter : settings.parameters) {
      point.values.push_back(reader.value(words, parameter));
    }
    reader.expect_end(words);
    state.curve.push_back(std::move(point));
  }
  const std::uint64_t sum = reader.hash(reader.line("end"));
  const std::size_t covered = text.rfind("end ");
  if (!reader.at_end() || covered == std::string_view::npos ||
      sum != settings_hash(text.substr(0, covered))) {
    reader.fail();
  }
  if (const auto read = reader.result(); !read) return tl::unexpected(read.error());
  return state;
}

}  // namespace gougi::match
