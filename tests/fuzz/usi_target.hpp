// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as USI lines. Used by the fuzzer (usi_fuzz.cpp) and by
// the replay of its corpus in every build (tests/usi/fuzz_corpus_test.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/option.hpp"

namespace gougi::fuzz {

inline bool is_one_line(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  }
  return base::is_valid_utf8(text);
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
  if (position == nullptr || position->sfen.empty()) return "";
  const auto start = notation::parse_sfen(position->sfen);
  if (!start) return is_one_line(start.error().message) ? "" : "an sfen error of two lines";
  const auto sfen = notation::to_sfen(*start);
  const auto back = notation::parse_sfen(sfen);
  if (!back || notation::to_sfen(*back) != sfen) return "an sfen that changes: " + sfen;
  shogi::Game game(*start);
  for (const auto move : position->moves) {
    if (!game.play(move)) break;
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
    for (const auto& broken : {check_command(line), check_answer(line), check_option(line)}) {
      if (!broken.empty()) return broken;
    }
    const auto harmless = usi::info_string(line);
    if (!is_one_line(harmless) || harmless.size() > 1500) return "an info string that is not safe";
    if (end == std::string_view::npos) return "";
    input.remove_prefix(end + 1);
  }
}

}  // namespace gougi::fuzz
