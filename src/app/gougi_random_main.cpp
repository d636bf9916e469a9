// SPDX-License-Identifier: MIT
// gougi-random: plays any legal move. Besides being a weak opponent it is the template for an
// engine of your own: copy this file, change the class, and the protocol is already spoken.
#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/words.hpp"
#include "engines/engine_runner.hpp"
#include "io/program.hpp"
#include "shogi/freeze.hpp"
#include "usi/engine.hpp"

namespace {

using namespace gougi;

/// An engine answers these questions; usi::LiveEngine asks them at the right times and from one
/// thread, so nothing here needs a lock.
class RandomEngine : public usi::Engine {
 public:
  std::string name() const override { return "gougi-random"; }
  std::string author() const override { return "the gougi project"; }

  /// Freezes of Freeze shogi: it is frozen and freezes. Without this line it would be given
  /// ordinary shogi alone.
  usi::FreezeAbility freezes() const override { return usi::FreezeAbility::kOk; }

  /// What a GUI may set. A seed of 0 means another game each time.
  std::vector<usi::Option> options() const override {
    return {{"Seed", usi::SpinOption{0, 0, 2147483647}}};
  }

  /// `value` has been checked against options(), so it is a number in the range declared.
  void set_option(const std::string& name, const std::string& value) override {
    if (name == "Seed") seed_ = static_cast<std::uint64_t>(base::to_int(value).value_or(0));
    reseed();
  }

  /// The place to allocate tables. This engine has none.
  std::vector<std::string> prepare() override { return {}; }

  /// The place to forget the last game.
  void new_game() override { reseed(); }

  /// The place to think. A longer search asks host.stop_requested() every millisecond or so,
  /// watches host.clock_start() and the clocks in `limits`, and tells what it sees by host.info().
  usi::BestMoveAnswer search(const shogi::Game& game, const usi::SearchLimits& limits,
                             usi::SearchHost& host) override {
    (void)host;
    std::vector<shogi::Move> legal;
    shogi::generate_legal(game.freeze_position(), legal);
    std::vector<shogi::Move> choices;
    for (const shogi::Move move : legal) {
      if (is_asked_for(limits, move)) choices.push_back(move);
    }
    if (choices.empty()) choices = legal;
    if (choices.empty()) return {usi::Resign{}, std::nullopt};
    return {choices[random_.below(choices.size())], std::nullopt};
  }

 private:
  /// `go searchmoves …` names the moves to choose from; without it all are asked for.
  static bool is_asked_for(const usi::SearchLimits& limits, usi::Move move) {
    const auto& asked = limits.search_moves;
    return asked.empty() || std::ranges::find(asked, move) != asked.end();
  }

  void reseed() { random_ = base::Random(seed_ != 0 ? seed_ : std::random_device{}()); }

  std::uint64_t seed_ = 0;
  base::Random random_{std::random_device{}()};
};

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-random", [&] {
    return cli::with_words("gougi-random", argc, argv, [](const cli::Words& words) -> int {
      engines::run_engine(std::make_unique<RandomEngine>(), words);
    });
  });
}
