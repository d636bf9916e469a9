// SPDX-License-Identifier: MIT
#include "cli/colour.hpp"

#include <fmt/color.h>

#include "io/terminal.hpp"

namespace gougi::cli {
namespace {

fmt::terminal_color terminal_colour(Colour colour) {
  if (colour == Colour::kGood) return fmt::terminal_color::green;
  return colour == Colour::kBad ? fmt::terminal_color::red : fmt::terminal_color::yellow;
}

}  // namespace

std::string coloured(std::string_view text, Colour colour) {
  static const bool has_colours = io::stdout_shows_colours();
  if (!has_colours || colour == Colour::kNone) return std::string(text);
  return fmt::format(fmt::fg(terminal_colour(colour)), "{}", text);
}

}  // namespace gougi::cli
