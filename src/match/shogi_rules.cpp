// SPDX-License-Identifier: MIT
#include <utility>

#include "match/adjudication.hpp"
#include "match/openings.hpp"
#include "match/report_page.hpp"
#include "match/rules.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "report/board_script.hpp"
#include "usi/position_text.hpp"

namespace gougi::match {
namespace {

class ShogiBoard final : public Board {
 public:
  explicit ShogiBoard(shogi::Game game)
      : game_(std::move(game)), line_(usi::position_line(game_)) {}

  const Rules& rules() const override { return shogi_rules(); }
  shogi::Color side_to_move() const override { return game_.position().side_to_move(); }
  std::vector<shogi::Move> moves() const override { return game_.moves(); }
  bool is_legal(shogi::Move move) const override { return game_.freeze_position().is_legal(move); }
  void play(shogi::Move legal) override {
    if (!game_.is_freeze_game()) append(line_, legal);
    static_cast<void>(game_.play(legal));
    if (game_.is_freeze_game()) line_ = usi::position_line(game_);  // its end changes
  }
  std::optional<Ending> ending(int max_plies) const override { return judge(game_, max_plies); }
  Ending declared(shogi::DeclarationRule rule) const override {
    return judge_declaration(game_.position(), rule);
  }
  const std::string& line() const override { return line_; }
  std::optional<std::string> line_after(shogi::Move expected) const override {
    if (!is_legal(expected)) return std::nullopt;
    if (game_.is_freeze_game()) {
      shogi::Game behind = game_;
      static_cast<void>(behind.play(expected));
      return usi::position_line(behind);
    }
    std::string line = line_;
    append(line, expected);
    return line;
  }
  const shogi::Position* solvable() const override {
    return game_.is_freeze_game() ? nullptr : &game_.position();
  }
  void put_start(GameRecord& record) const override {
    record.rules = &shogi_rules();
    record.start = game_.start();
    record.freezes = game_.freeze_start().state();
  }

 private:
  void append(std::string& line, shogi::Move move) const {
    line += game_.moves().empty() ? " moves " : " ";
    notation::append_usi(line, move);
  }

  shogi::Game game_;
  std::string line_;  ///< grows with the game
};

class ShogiRules final : public Rules {
 public:
  std::string_view name() const override { return "shogi"; }
  std::array<Side, 2> sides() const override {
    return {{{"Black", "black", "☗"}, {"White", "white", "☖"}}};
  }
  base::Result<std::unique_ptr<Board>> opening(std::string_view line, int plies) const override {
    auto game = parse_opening(line, plies);
    if (!game) return tl::unexpected(game.error());
    return shogi_board(std::move(*game));
  }
  std::unique_ptr<Board> random_opening(std::uint64_t seed, int plies) const override {
    return shogi_board(match::random_opening(seed, plies));
  }
  base::Result<std::unique_ptr<Board>> board(const GameRecord& record) const override {
    const auto start = shogi::FreezePosition::from(record.start, record.freezes);
    if (!start) return tl::unexpected(start.error());
    return shogi_board(shogi::Game(*start));
  }
  std::string move_text(shogi::Move move) const override { return notation::to_usi(move); }
  std::optional<shogi::Move> parse_move(std::string_view word) const override {
    const auto move = notation::parse_freeze_move(word);
    if (!move) return std::nullopt;
    return move->move;
  }
  std::string start_text(const GameRecord& record) const override {
    const auto start = shogi::FreezePosition::from(record.start, record.freezes);
    return start ? notation::to_sfen(*start) : notation::to_sfen(record.start);
  }
  base::Result<void> read_start(std::string_view text, GameRecord& record) const override {
    const auto start = notation::parse_freeze_sfen(text);
    if (!start) return tl::unexpected(start.error());
    record.rules = this;
    record.start = start->position();
    record.freezes = start->state();
    return {};
  }
  std::string_view page_script() const override {
    static const std::string script = std::string(report::kBoardScript).append(kShogiScript);
    return script;
  }
};

}  // namespace

const Rules& shogi_rules() {
  static const ShogiRules rules;
  return rules;
}

std::unique_ptr<Board> shogi_board(shogi::Game game) {
  return std::make_unique<ShogiBoard>(std::move(game));
}

base::Result<void> check_moves(const GameRecord& record) {
  if (record.rules == &shogi_rules()) {  // without the lines that engines are sent
    const auto played = replay(record);
    return played ? base::Result<void>() : tl::unexpected(played.error());
  }
  const auto board = final_board(record);
  return board ? base::Result<void>() : tl::unexpected(board.error());
}

base::Result<std::unique_ptr<Board>> final_board(const GameRecord& record) {
  if (record.rules == &shogi_rules()) {  // the line is written once, not with every move
    auto played = replay(record);
    if (!played) return tl::unexpected(played.error());
    return shogi_board(std::move(*played));
  }
  auto board = record.rules->board(record);
  std::string wrong = board ? "" : board.error().message;
  for (const MoveRecord& move : record.moves) {
    if (!wrong.empty()) break;
    if ((*board)->is_legal(move.move)) {
      (*board)->play(move.move);
    } else {
      wrong = "illegal move " + record.rules->move_text(move.move);
    }
  }
  if (!wrong.empty()) return base::fail("game " + std::to_string(record.number) + ": " + wrong);
  return board;
}

}  // namespace gougi::match
