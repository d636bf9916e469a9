// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as USI lines. Used by the fuzzer (usi_fuzz.cpp) and by
// the replay of its corpus in every build (tests/usi/fuzz_corpus_test.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "fuzz/record_target.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/option.hpp"
#include "usi/position_text.hpp"

namespace gougi::fuzz {

/// A position line's game, with its freezes: written and read again it is the same.
inline std::string check_game(const usi::PositionCommand& position) {
  std::string warning;
  const auto game = usi::replay(position, &warning);
  if (!is_one_line(warning)) return "a warning of more than a line";
  if (!game) return is_one_line(game.error().message) ? "" : "an error of more than a line";
  const auto line = usi::position_line(*game);
  const auto again = usi::parse_command(line);
  if (!again) return "a game that cannot be read again: " + line;
  const auto same = usi::replay(std::get<usi::PositionCommand>(*again), &warning);
  if (!same || same->moves() != game->moves() ||
      same->freeze_position().key() != game->freeze_position().key()) {
    return "a game that changes: " + line;
  }
  const auto sfen = notation::to_sfen(game->freeze_position());
  const auto back = notation::parse_freeze_sfen(sfen);
  if (!back || back->key() != game->freeze_position().key()) return "an sfen that changes: " + sfen;
  return "";
}

/// Freeze tokens and suffixes, word by word, and the line as one of a record.
inline std::string check_freeze(std::string_view line) {
  for (const auto word : base::split_words(line)) {
    if (const auto move = notation::parse_freeze_move(word)) {
      std::string text;
      notation::append_usi(text, *move);
      if (notation::parse_freeze_move(text) != move) return "a move that changes: " + text;
    }
    notation::FreezeTokens tokens;
    const auto added = notation::add_freeze_token(tokens, word);
    if (!added) {
      if (!is_one_line(added.error().message)) return "an error of more than a line";
      continue;
    }
    notation::FreezeTokens again;
    const auto text = notation::to_text(tokens);
    if (!notation::add_freeze_token(again, text) || again != tokens) {
      return "a token that changes: " + text;
    }
  }
  return check_records(line);
}

/// What was broken by `line`, or nothing. Written once, a value is read and written the same.
inline std::string check_command(std::string_view line) {
  std::string warning;
  const auto command = usi::parse_command(line, &warning);
  if (!is_one_line(warning)) return "a warning of more than a line";
  if (!command) return is_one_line(command.error().message) ? "" : "an error of more than a line";
  const auto written = usi::format(*command);
  if (!is_one_line(written)) return "a command of more than a line: " + written;
  const auto again = usi::parse_command(written);
  if (!again) return "a command that cannot be read again: " + written;
  if (again->index() != command->index()) return "a command that becomes another: " + written;
  if (usi::format(*again) != written) return "a command that changes: " + written;

  const auto* position = std::get_if<usi::PositionCommand>(&*command);
  if (position == nullptr) return "";
  if (auto broken = check_game(*position); !broken.empty()) return broken;
  if (position->sfen.empty()) return "";
  const auto start = notation::parse_sfen(position->sfen);
  if (!start) return is_one_line(start.error().message) ? "" : "an sfen error of two lines";
  const auto sfen = notation::to_sfen(*start);
  const auto back = notation::parse_sfen(sfen);
  if (!back || notation::to_sfen(*back) != sfen) return "an sfen that changes: " + sfen;
  shogi::Game game(*start);
  for (const auto move : position->moves) {
    if (!game.play(move.of_shogi())) break;
  }
  return "";
}

inline std::string check_answer(std::string_view line) {
  const auto view = usi::parse_info(line);
  const auto is_inside = [&](std::string_view part) {
    return part.empty() ||
           (part.data() >= line.data() && part.data() + part.size() <= line.data() + line.size());
  };
  if (!is_inside(view.pv) || !is_inside(view.text) || !is_inside(view.currmove)) {
    return "a view that leaves its line";
  }
  const auto answer = usi::parse_answer(line);
  if (!answer) return is_one_line(answer.error().message) ? "" : "an error of more than a line";
  const auto written = usi::format(*answer);
  if (!is_one_line(written)) return "an answer of more than a line: " + written;
  const auto again = usi::parse_answer(written);
  if (!again) return "an answer that cannot be read again: " + written;
  if (usi::format(*again) != written) return "an answer that changes: " + written;
  return "";
}

inline std::string check_option(std::string_view line) {
  const auto option = usi::parse_option(line);
  if (!option) return is_one_line(option.error().message) ? "" : "an error of more than a line";
  const auto text = usi::default_text(*option);
  if (usi::normalise_value(*option, text) != text) return "a default that is not allowed: " + text;
  if (usi::with_default(*option, text) != *option) return "a default that changes: " + text;
  const auto value = usi::normalise_value(*option, line.substr(line.size() / 2));
  if (value && usi::normalise_value(*option, *value) != *value) return "a value that changes";
  return "";
}

/// Checks `input` line by line; the first thing broken, or nothing.
inline std::string check_usi(std::string_view input) {
  while (true) {
    const auto end = input.find('\n');
    const auto line = input.substr(0, end);
    for (const auto& broken :
         {check_command(line), check_answer(line), check_option(line), check_freeze(line)}) {
      if (!broken.empty()) return broken;
    }
    const auto harmless = usi::info_string(line);
    if (!is_one_line(harmless) || harmless.size() > 1500) return "an info string that is not safe";
    if (end == std::string_view::npos) return "";
    input.remove_prefix(end + 1);
  }
}

}  // namespace gougi::fuzz
