// SPDX-License-Identifier: MIT
#include "tools/pyon_match.hpp"

#include <utility>

#include "base/random.hpp"
#include "base/text.hpp"
#include "pyonpyon/game.hpp"
#include "tools/pyon_rules.hpp"

namespace gougi::tools {
namespace {

constexpr std::string_view kPyonPageScript = R"js(
"use strict";
const $ = id => document.getElementById(id);
const columns = "abcde", rowCount = 5;
function start(pfen) {
  const [rows, side] = pfen.split(" ");
  const board = {};
  rows.split("/").forEach((row, r) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) file += +c; else board[columns[file++] + (r + 1)] = c;
    }
  });
  return {board, side: side === "x" ? "b" : "w"};
}
function play(p, move) {
  const from = move.slice(0, 2), to = move.slice(2, 4);
  p.board[to] = p.board[from];
  delete p.board[from];
  const name = data.sides[p.side === "b" ? 0 : 1] + move;
  p.side = p.side === "b" ? "w" : "b";
  p.last = to;
  return name;
}
function isOfX(piece) { return piece === "x" || (piece !== "o" && piece < "a"); }
function drawBoard(p) {
  let html = "";
  for (let r = 1; r <= rowCount; ++r) {
    html += "<tr><th>" + r + "</th>";
    for (const c of columns) {
      const piece = p.board[c + r];
      const side = piece ? (isOfX(piece) ? "b" : "w") : "";
      html += '<td class="' + (c + r === p.last ? "last " : "") + side + '">' +
        (piece === "x" || piece === "o" ? data.sides[piece === "x" ? 0 : 1] : piece || "") + "</td>";
    }
    html += "</tr>";
  }
  html += "<tr><th></th>" + [...columns].map(c => "<th>" + c + "</th>").join("") + "</tr>";
  $("board").innerHTML = html;
}
)js";

shogi::Color color_of(pyonpyon::Side side) {
  return side == pyonpyon::Side::kX ? shogi::Color::kBlack : shogi::Color::kWhite;
}

/// The relay's translation, but for `position` lines: a match writes them as UPI has them.
class PyonWire final : public driver::Wire {
 public:
  std::optional<std::string> to_engine(std::string_view line) const override {
    if (line.starts_with("position ")) return std::string(line);
    return pyon_rules().to_child(line);
  }
  std::string_view from_engine(std::string_view line, std::string& buffer) const override {
    return pyon_rules().from_child(line, buffer);
  }
};

class PyonMatchBoard final : public match::Board {
 public:
  explicit PyonMatchBoard(pyonpyon::Game game)
      : game_(std::move(game)), line_(pyonpyon::position_line(game_)) {}

  const match::Rules& rules() const override { return pyon_match_rules(); }
  shogi::Color side_to_move() const override { return color_of(game_.position().to_move); }
  std::vector<shogi::Move> moves() const override {
    std::vector<shogi::Move> moves;
    for (const pyonpyon::Move move : game_.moves()) moves.emplace_back(pyon_move_inside(move));
    return moves;
  }
  bool is_legal(shogi::Move move) const override {
    const auto known = pyon_move_outside(move.bare);
    return known && !move.freezes() && !game_.decision() &&
           pyonpyon::is_legal(game_.position(), *known);
  }
  void play(shogi::Move legal) override {
    line_ += " " + pyon_move_text(legal.bare);  // the word moves is there from the start
    game_.play(*pyon_move_outside(legal.bare));
  }
  std::optional<match::Ending> ending(int max_plies) const override {
    if (const auto outcome = game_.outcome()) {
      if (!outcome->winner) return match::Ending{match::Result::kDraw, reason_of(*outcome), ""};
      return match::Ending{match::win_of(color_of(*outcome->winner)), reason_of(*outcome), ""};
    }
    if (max_plies > 0 && game_.moves().size() >= static_cast<std::size_t>(max_plies)) {
      return match::Ending{match::Result::kDraw, match::Reason::kMaxPlies, ""};
    }
    return std::nullopt;
  }
  // There is no such thing.
  match::Ending declared(shogi::DeclarationRule) const override {
    return {match::win_of(~side_to_move()), match::Reason::kWrongDeclaration, ""};
  }
  const std::string& line() const override { return line_; }
  std::optional<std::string> line_after(shogi::Move) const override { return std::nullopt; }
  void put_start(match::GameRecord& record) const override {
    record.rules = &pyon_match_rules();
    record.other_start = to_pfen(game_.start());
    record.other_first = color_of(game_.start().to_move);
  }

 private:
  static match::Reason reason_of(const pyonpyon::Outcome& outcome) {
    switch (outcome.reason) {
      case pyonpyon::Outcome::Reason::kHome:
        return match::Reason::kHome;
      case pyonpyon::Outcome::Reason::kNoMove:
        return match::Reason::kNoMove;
      case pyonpyon::Outcome::Reason::kResigned:
        return match::Reason::kResignation;
      case pyonpyon::Outcome::Reason::kClaimed:
      case pyonpyon::Outcome::Reason::kRepetition:
        break;
    }
    return match::Reason::kRepetition;
  }

  pyonpyon::Game game_;
  std::string line_;  ///< grows with the game
};

/// It goes on, and whoever is to move cannot end it with one move.
bool is_open(const pyonpyon::Game& game) {
  if (game.outcome()) return false;
  pyonpyon::MoveList moves;
  generate(game.position(), moves);
  for (const pyonpyon::Move move : moves) {
    if (is_home(after(game.position(), move), game.position().to_move)) return false;
  }
  return true;
}

std::optional<pyonpyon::Move> open_move(const pyonpyon::Game& game, base::Random& random) {
  pyonpyon::MoveList all;
  generate(game.position(), all);
  std::vector<pyonpyon::Move> moves;
  for (const pyonpyon::Move move : all) moves.push_back(move);
  while (!moves.empty()) {
    const auto pick = static_cast<std::ptrdiff_t>(random.below(moves.size()));
    const pyonpyon::Move move = moves[static_cast<std::size_t>(pick)];
    pyonpyon::Game next = game;
    if (next.play(move) && is_open(next)) return move;
    moves.erase(moves.begin() + pick);
  }
  return std::nullopt;
}

pyonpyon::Game random_game(std::uint64_t seed, int plies) {
  base::Random random(seed);
  pyonpyon::Game game;
  while (static_cast<int>(game.moves().size()) < plies) {
    const auto move = open_move(game, random);
    if (move) {
      game.play(*move);
    } else {
      game = pyonpyon::Game();  // begins anew, further on in the sequence of numbers
    }
  }
  return game;
}

class PyonMatchRules final : public match::Rules {
 public:
  std::string_view name() const override { return "pyonpyon"; }
  std::array<Side, 2> sides() const override { return {{{"x", "x", "●"}, {"o", "o", "○"}}}; }
  std::string_view protocol() const override { return "UPI"; }
  const driver::Wire* wire() const override { return &wire_; }
  usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color side) const override {
    return pyon_rules().bearable(std::move(limits), side);
  }

  base::Result<std::unique_ptr<match::Board>> opening(std::string_view line,
                                                      int plies) const override {
    auto game = pyonpyon::read_game_line(line);
    if (!game) return tl::unexpected(game.error());
    while (plies >= 0 && game->moves().size() > static_cast<std::size_t>(plies)) game->undo();
    if (game->outcome()) return base::fail("the opening ends the game");
    return std::make_unique<PyonMatchBoard>(std::move(*game));
  }
  std::unique_ptr<match::Board> random_opening(std::uint64_t seed, int plies) const override {
    return std::make_unique<PyonMatchBoard>(random_game(seed, plies));
  }
  base::Result<std::unique_ptr<match::Board>> board(
      const match::GameRecord& record) const override {
    const auto start = pyonpyon::parse_pfen(record.other_start);
    if (!start) return tl::unexpected(start.error());
    return std::make_unique<PyonMatchBoard>(pyonpyon::Game(*start));
  }

  std::string move_text(shogi::Move move) const override { return pyon_move_text(move.bare); }
  std::optional<shogi::Move> parse_move(std::string_view word) const override {
    const auto move = pyonpyon::parse_move(word);
    if (!move) return std::nullopt;
    return pyon_move_inside(*move);
  }
  std::string start_text(const match::GameRecord& record) const override {
    return record.other_start;
  }
  base::Result<void> read_start(std::string_view text, match::GameRecord& record) const override {
    const auto start = pyonpyon::parse_pfen(text);
    if (!start) return tl::unexpected(start.error());
    PyonMatchBoard(pyonpyon::Game(*start)).put_start(record);
    return {};
  }
  std::string_view page_script() const override { return kPyonPageScript; }

 private:
  PyonWire wire_;
};

}  // namespace

const match::Rules& pyon_match_rules() {
  static const PyonMatchRules rules;
  return rules;
}

const match::Rules& match_rules_of(settings::GameProtocol protocol) {
  return protocol == settings::GameProtocol::kUpi ? pyon_match_rules() : match::shogi_rules();
}

base::Result<const match::Rules*> match_rules_in(match::Store& store) {
  auto settings = store.settings();
  if (!settings) return tl::unexpected(settings.error());
  const std::string name = (*settings)[kGameSetting];
  for (const match::Rules* const rules : {&match::shogi_rules(), &pyon_match_rules()}) {
    if (name == rules->name() || (name.empty() && rules == &match::shogi_rules())) return rules;
  }
  return base::fail("holds games of " + base::printable(name, 40) + ", which is not known here");
}

}  // namespace gougi::tools
