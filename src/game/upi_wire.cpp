// SPDX-License-Identifier: MIT
#include "game/upi_wire.hpp"

#include <algorithm>
#include <array>

#include "base/language.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "game/pyonpyon_position.hpp"
#include "pyonpyon/upi.hpp"

namespace gougi::game {
namespace {

/// A bare `go` is this long, as for gougi-pyon.
constexpr std::string_view kBareGo = "go movetime 1000";

/// UPI has no clock, but a host that has one is understood.
bool has_clock(std::string_view line) {
  constexpr std::array<std::string_view, 6> kWords{"btime", "wtime", "binc",
                                                   "winc",  "rtime", "byoyomi"};
  return std::ranges::any_of(base::split_words(line), [&](std::string_view word) {
    return std::ranges::find(kWords, word) != kWords.end();
  });
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The session's game as the wire has it.
pyonpyon::Game game_on_wire(const Game& game) {
  return static_cast<const PyonpyonPosition&>(game.position()).game();
}

}  // namespace

std::string_view UpiWire::from_host(std::string_view line, std::string& buffer) const {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "upi") return "usi";
  if (word == "go" && base::trim(rest).empty()) return kBareGo;
  if (word != "position") return line;
  const auto game = pyonpyon::read_position(rest);
  if (!game) return line;  // which was answered
  const bool is_start = game->start() == pyonpyon::start_position();
  buffer = is_start ? "position startpos" : "position sfen " + to_pfen(game->start()) + " - 1";
  if (!game->moves().empty() || !game->last_word().empty()) buffer += " moves";
  for (const pyonpyon::Move move : game->moves()) buffer += " " + to_text(move);
  if (!game->last_word().empty()) buffer.append(" ").append(game->last_word());
  return buffer;
}

std::string_view UpiWire::from_child(std::string_view line, std::string&) const {
  line = base::trim(line);
  if (line == "upiok") return "usiok";
  if (line == "usiok") return "";
  return line;
}

std::string UpiWire::to_host(std::string line) const { return line == "usiok" ? "upiok" : line; }

std::optional<std::string> UpiWire::to_child(std::string_view line) const {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "usi") return "upi";
  if (word == "usinewgame" || word == "gameover" || word == "ponderhit") return std::nullopt;
  if (word != "position") return std::string(line);
  std::string out = "position startpos";
  if (base::next_word(rest) == "sfen") {
    const auto rows = base::next_word(rest);
    const auto side = base::next_word(rest);
    base::next_word(rest);
    base::next_word(rest);
    out = "position pfen " + std::string(rows) + " " + std::string(side);
  }
  rest = base::trim(rest);
  return rest.empty() ? out : out + " " + std::string(rest);
}

std::optional<Wire::Reply> UpiWire::answer(std::string_view line, const Game& game) const {
  constexpr std::array<std::string_view, 8> kForSession{"upi",  "isready", "setoption", "go",
                                                        "stop", "quit",    "getoption", ""};
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  const auto error = [](const std::string& what) {
    return Reply{{"info string error: " + what}, ""};
  };
  if (word == "position") {
    const auto read = pyonpyon::read_position(rest);
    if (!read) return error(read.error().message);
    return std::nullopt;
  }
  if (word == "go") {
    const auto order = pyonpyon::read_go(base::split_words(line));
    if (!order && !has_clock(line)) return error(order.error().message);
  }
  if (std::ranges::find(kForSession, word) != kForSession.end()) return std::nullopt;
  pyonpyon::Game played = game_on_wire(game);
  if (word == "pos") return Reply{lines_of(board_text(played)), ""};
  if (word == "xfen") return Reply{{pyonpyon::position_line(played)}, ""};
  if (word == "undo") {
    if (!base::trim(rest).empty()) {
      return error(base::said(pyonpyon::kUndoIsBare));
    }
    if (!played.undo()) return error(base::said(pyonpyon::kNothingToUndo));
  } else if (word == "do") {
    const auto done = played.play_word(base::next_word(rest));
    if (!base::trim(rest).empty()) return error(base::said(pyonpyon::kDoIsLike));
    if (!done) return error("do: " + done.error().message);
  } else {
    return error(base::say(
        {"\"{0}\" is no command; there are position, go, stop, pos, xfen, do, undo, upi, "
         "isready, setoption, quit",
         "\"{0}\" というコマンドはありません。使えるのは position、go、stop、pos、xfen、do、"
         "undo、upi、isready、setoption、quit です"},
        base::printable(word, 40)));
  }
  Reply reply{{}, pyonpyon::position_line(played)};
  if (const std::string end = end_text(played); !end.empty()) {
    reply.lines.push_back("info string " + end);
  }
  return reply;
}

}  // namespace gougi::game
