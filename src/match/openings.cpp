// SPDX-License-Identifier: MIT
#include "match/openings.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::match {
namespace {

// None: every move leads to check or to the end.
std::optional<shogi::BareMove> quiet_move(shogi::Game& game, base::Random& random) {
  shogi::MoveList legal;
  shogi::generate_legal(game.position(), legal);
  std::vector<shogi::BareMove> moves(legal.begin(), legal.end());
  while (!moves.empty()) {
    const auto pick = static_cast<std::ptrdiff_t>(random.below(moves.size()));
    const shogi::BareMove move = moves[static_cast<std::size_t>(pick)];
    static_cast<void>(game.play(move));
    const bool is_quiet = !game.position().in_check() && game.position().has_legal_move();
    game.undo();
    if (is_quiet) return move;
    moves.erase(moves.begin() + pick);
  }
  return std::nullopt;
}

// An opening that can be read, and that leaves something to play.
base::Result<void> check_open(const Rules& rules, std::string_view line, int plies, int max_plies) {
  const auto board = rules.opening(line, plies);
  if (!board) return tl::unexpected(board.error());
  const auto ending = (*board)->ending(max_plies);
  if (!ending) return {};
  if (ending->reason != Reason::kMaxPlies) {
    return base::fail("the opening ends with " + std::string(to_text(ending->reason)));
  }
  return base::fail("the game is over before its first move: the opening has " +
                    std::to_string((*board)->moves().size()) + " plies of at most " +
                    std::to_string(max_plies) +
                    "; --plies shortens openings, --max-plies lengthens games");
}

}  // namespace

base::Result<shogi::Game> parse_opening(std::string_view line, int plies) {
  std::string_view rest = base::trim(line.substr(0, line.find('#')));
  if (rest.starts_with("position ")) rest = base::trim(rest.substr(9));
  const bool has_start = rest.starts_with("startpos") || rest.starts_with("sfen ");
  const std::string text =
      (has_start ? "position " : "position startpos moves ") + std::string(rest);
  const auto command = usi::parse_command(text);
  if (!command) return tl::unexpected(command.error());
  const auto* position = std::get_if<usi::PositionCommand>(&*command);
  if (position == nullptr) return base::fail("no opening: " + base::printable(line));
  auto game = usi::replay(*position);
  if (!game) return game;
  while (plies >= 0 && game->moves().size() > static_cast<std::size_t>(plies)) game->undo();
  if (game->freeze_position().is_lost()) return base::fail("the opening ends with mate");
  return game;
}

shogi::Game random_opening(std::uint64_t seed, int plies) {
  base::Random random(seed);
  shogi::Game game;
  while (static_cast<int>(game.moves().size()) < plies) {
    const auto move = quiet_move(game, random);
    if (move) {
      static_cast<void>(game.play(*move));
    } else {
      game = shogi::Game();  // begins anew, further on in the sequence of numbers
    }
  }
  return game;
}

shogi::Game walk_opening(book::Library& library, std::uint64_t seed, int plies) {
  base::Random random(seed);
  shogi::Game game;
  while (static_cast<int>(game.moves().size()) < plies) {
    const auto candidates = library.find(game.position(), true);
    std::uint64_t sum = 0;
    for (const book::Candidate& c : candidates)
      sum += static_cast<std::uint64_t>(std::max(1, c.count));
    if (sum == 0) break;
    std::uint64_t pick = random.below(sum);
    for (const book::Candidate& c : candidates) {
      const auto weight = static_cast<std::uint64_t>(std::max(1, c.count));
      if (pick < weight) {
        static_cast<void>(game.play(c.move));
        break;
      }
      pick -= weight;
    }
    if (!game.position().has_legal_move() || game.repetition() != shogi::Repetition::kNone) {
      game.undo();
      break;
    }
  }
  return game;
}

Openings Openings::random(std::uint64_t seed, int plies, const Rules& rules) {
  Openings openings;
  openings.rules_ = &rules;
  openings.seed_ = seed;
  openings.plies_ = plies;
  return openings;
}

base::Result<Openings> Openings::from_file(const std::filesystem::path& file, int plies,
                                           std::uint64_t seed, const Rules& rules, int max_plies) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  Openings openings = random(seed, plies, rules);
  int number = 0;
  for (std::string line; std::getline(*stream, line);) {
    ++number;
    const auto text = base::trim(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (const auto open = check_open(rules, text, plies, max_plies); !open) {
      return base::fail(base::to_utf8(file) + " line " + std::to_string(number) + ": " +
                        open.error().message);
    }
    openings.lines_.emplace_back(text);
  }
  if (openings.lines_.empty()) return base::fail(base::to_utf8(file) + ": holds no opening");
  if (seed == 0) return openings;
  base::Random random(seed);
  for (std::size_t i = openings.lines_.size(); i > 1; --i) {
    std::swap(openings.lines_[i - 1], openings.lines_[random.below(i)]);
  }
  return openings;
}

Openings Openings::from_book(std::shared_ptr<book::Library> library, int plies,
                             std::uint64_t seed) {
  Openings openings = random(seed, plies);
  openings.library_ = std::move(library);
  return openings;
}

std::unique_ptr<Board> Openings::board(std::uint64_t number) const {
  if (!lines_.empty()) return *rules_->opening(lines_[number % lines_.size()], plies_);
  const std::uint64_t seed = base::Random::of(seed_, number).next();
  return library_ ? shogi_board(walk_opening(*library_, seed, plies_))
                  : rules_->random_opening(seed, plies_);
}

}  // namespace gougi::match
