// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as UPI lines. Used by the fuzzer (upi_fuzz.cpp) and by
// the replay of its corpus in every build (tests/pyonpyon/fuzz_corpus_test.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "pyonpyon/game.hpp"
#include "pyonpyon/upi.hpp"

namespace gougi::fuzz {

/// Whether it can be said to a person or a program.
inline bool can_be_said(std::string_view text) {
  return text.find_first_of("\r\n") == std::string_view::npos && base::is_valid_utf8(text);
}

/// Written and read again it is the same game, and it can be taken back to its start.
inline std::string check_pyon_game(pyonpyon::Game game) {
  const std::string line = position_line(game);
  const auto again = pyonpyon::read_position(std::string_view(line).substr(line.find(' ')));
  if (!again) return "a game that cannot be read again: " + line;
  if (again->position() != game.position() || again->moves() != game.moves() ||
      again->outcome() != game.outcome() || position_line(*again) != line) {
    return "a game that changes: " + line;
  }
  const auto decision = game.decision();
  pyonpyon::MoveList moves;
  generate(game.position(), moves);
  if (has_move(game.position()) == moves.empty()) return "no move and a move: " + line;
  for (const pyonpyon::Move move : moves) {
    pyonpyon::Game next = game;
    if (next.play(move) == decision.has_value()) return "a move that is none: " + line;
  }
  while (game.undo()) {
  }
  return game.position() == again->start() ? "" : "a game that loses its start: " + line;
}

inline std::string check_upi_words(std::string_view line) {
  std::string_view behind = line;
  if (base::next_word(behind) != "position") behind = line;
  for (const auto& game : {pyonpyon::read_position(behind), pyonpyon::read_game_line(line)}) {
    if (game) {
      if (auto broken = check_pyon_game(*game); !broken.empty()) return broken;
    } else if (!can_be_said(game.error().message)) {
      return "an error of a position that cannot be said";
    }
  }
  const auto order = pyonpyon::read_go(base::split_words(line));
  if (!order && !can_be_said(order.error().message)) return "an error of go that cannot be said";
  return "";
}

/// Whether the engine may be given the line: nothing that thinks, takes memory or reads files.
inline bool is_swift(std::string_view line) {
  const auto words = base::split_words(line);
  if (words.empty()) return true;
  constexpr std::array<std::string_view, 4> kSlow{"go", "isready", "setoption", "quit"};
  if (std::find(kSlow.begin(), kSlow.end(), words.front()) != kSlow.end()) return false;
  const auto depth = words.size() == 2 ? base::to_int(words[1]) : std::nullopt;
  return words.front() != "perft" || !depth || *depth <= 2;
}

/// Checks `input` line by line; the first thing broken, or nothing.
inline std::string check_upi(std::string_view input) {
  std::string broken;
  pyonpyon::UpiSide side([&](std::string_view said) {
    if (!can_be_said(said)) broken = "an answer that cannot be said";
  });
  while (broken.empty()) {
    const auto end = input.find('\n');
    const auto line = input.substr(0, end);
    broken = check_upi_words(line);
    if (broken.empty() && is_swift(line)) side.on_line(line);
    if (end == std::string_view::npos) break;
    input.remove_prefix(end + 1);
  }
  return broken;
}

}  // namespace gougi::fuzz
