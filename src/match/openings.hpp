// SPDX-License-Identifier: MIT
// Where games begin: lines of a file (one game a line, as `position` lines have it), records, a
// walk through a book of shogi, or random moves. An opening is found by its number alone, so that a
// match can be resumed. Not about balance: both engines play both sides. For one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "book/library.hpp"
#include "game/rules.hpp"
#include "shogi/game.hpp"

namespace gougi::match {

/// Reads a game's line (game::Rules::read_line) and plays at most `plies` of its moves (negative:
/// all). The error names what is wrong, and the column; a game that is lost is wrong, too.
base::Result<game::Game> parse_opening(std::string_view line, int plies,
                                       const game::Rules& rules = game::shogi_rules());

/// Hands over the lines of a file of openings with their numbers, without a byte order mark, empty
/// lines and those that begin with '#'. Ends with the first error: one of `use`, or a line without
/// end, of which `name` says where.
base::Result<void> for_each_opening_line(
    std::istream& file, std::string_view name,
    const std::function<base::Result<void>(std::string_view, int)>& use);

/// The start position and `plies` random legal moves, each of which leaves a quiet position; the
/// same seed gives the same game on every machine.
game::Game random_opening(std::uint64_t seed, int plies,
                          const game::Rules& rules = game::shogi_rules());

/// At most `plies` moves of `library`, each as often as it counts there.
shogi::Game walk_opening(book::Library& library, std::uint64_t seed, int plies);

class Openings {
 public:
  /// All games begin with the start position and `plies` random moves.
  static Openings random(std::uint64_t seed, int plies,
                         const game::Rules& rules = game::shogi_rules());
  /// Lines of a file in an order that `seed` shuffles; 0 leaves it. Empty lines and those that
  /// begin with '#' are skipped; the error names file, line and column. If its name ends as a
  /// record's does, the games of that, without their variations. A line after which a game
  /// of at most `max_plies` (0: no limit) is over already is an error.
  static base::Result<Openings> from_file(const std::filesystem::path& file, int plies,
                                          std::uint64_t seed,
                                          const game::Rules& rules = game::shogi_rules(),
                                          int max_plies = 0);
  static Openings from_book(std::shared_ptr<book::Library> library, int plies, std::uint64_t seed);

  /// Any number has one; those of a file begin anew when they are through.
  game::Game game(std::uint64_t number) const;
  /// How many different ones; 0: no end.
  std::size_t count() const { return lines_.size(); }

 private:
  const game::Rules* rules_ = &game::shogi_rules();
  std::vector<std::string> lines_;  ///< of a file; each is an opening
  std::shared_ptr<book::Library> library_;
  std::uint64_t seed_ = 0;
  int plies_ = 0;
};

}  // namespace gougi::match
