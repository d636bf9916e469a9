// SPDX-License-Identifier: MIT
// Positions in all the ways that GUIs send them, and what is played there.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "shogi/movegen.hpp"
#include "tools/engine_rule.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr const char* kShortGo = "go btime 0 wtime 0 byoyomi 100";
constexpr Milliseconds kShortTime{100};
// As long as the rules of tournaments let games become.
constexpr std::size_t kLongGame = 500;
constexpr std::uint64_t kLongGameSeed = 5;

Finding plays_at(Examinee& engine, const std::string& position,
                 Resigning resigning = Resigning::kWrong) {
  return plays(engine, position, kShortGo, kShortTime, resigning);
}

Finding plays_the_start(Examinee& engine) { return plays_at(engine, "position startpos"); }

Finding plays_the_start_with_no_moves(Examinee& engine) {
  return plays_at(engine, "position startpos moves");
}

Finding plays_after_moves(Examinee& engine) {
  return plays_at(engine, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e");
}

Finding plays_an_sfen(Examinee& engine) {
  return plays_at(engine,
                  "position sfen "
                  "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
}

Finding plays_an_sfen_with_hands(Examinee& engine) {
  return plays_at(engine,
                  "position sfen "
                  "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b b BGSLPnp 1");
}

Finding plays_for_white(Examinee& engine) {
  return plays_at(engine,
                  "position sfen "
                  "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 3c3d "
                  "2g2f 8c8d 2f2e");
}

// Quiet moves by chance, so that nothing is captured, nobody mated and no position comes four
// times.
std::string long_game() {
  base::Random random(kLongGameSeed);
  shogi::Position position = shogi::Position::start();
  std::vector<shogi::BareMove> moves;
  while (moves.size() < kLongGame) {
    shogi::MoveList legal;
    shogi::generate_legal(position, legal);
    std::vector<shogi::BareMove> quiet;
    for (const shogi::BareMove move : legal) {
      const bool is_quiet = !move.is_drop() && position.piece_at(move.to()).empty() &&
                            position.piece_at(move.from()).type() != shogi::PieceType::kPawn &&
                            !position.gives_check(move);
      if (is_quiet) quiet.push_back(move);
    }
    if (quiet.empty()) break;
    moves.push_back(quiet[random.below(quiet.size())]);
    shogi::Undo undo;
    position.do_move(moves.back(), undo);
  }
  return usi::position_line(shogi::Position::start(), {moves.begin(), moves.end()});
}

Finding plays_after_many_moves(Examinee& engine) { return plays_at(engine, long_game()); }

Finding promotes_where_it_must(Examinee& engine) {
  // The pawn's promotion is the only legal move.
  return plays_at(engine, "position sfen 4k4/8P/9/9/9/9/1gn6/9/K8 b - 1", Resigning::kFine);
}

Finding evades_a_check(Examinee& engine) {
  return plays_at(engine, "position sfen 4k4/9/9/9/9/9/4r4/9/4K4 b G 1", Resigning::kFine);
}

Finding resigns_when_mated(Examinee& engine) {
  const std::string position = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
  engine.say(position);
  engine.ask(kShortGo);
  const std::string sent = position + " / " + kShortGo;
  const Milliseconds limit = kShortTime + engine.patience();
  const auto answer = engine.answer(limit);
  if (!answer) return unanswered(engine, sent, limit);
  if (answer->line == "bestmove resign") return kept();
  return answered_wrongly(engine, sent, answer->line);
}

Finding plays_where_a_win_can_be_declared(Examinee& engine) {
  return plays_at(engine, "position sfen 1+R2K2+R1/1+BSGGSG+B1/2GSS4/9/9/9/9/9/4k4 b 9P 1");
}

constexpr std::array kPositionRules{
    Rule{"startpos",
         {"plays a legal move in the start position", "開始局面で合法手を指す"},
         "USI",
         Weight::kMust,
         &plays_the_start},
    Rule{"startpos-moves",
         {"plays a legal move after moves, promotions and drops among them",
          "成りや打つ手を含む手順の後で合法手を指す"},
         "USI",
         Weight::kMust,
         &plays_after_moves},
    Rule{"moves-empty",
         {"reads moves with none behind it", "moves の後ろに手がなくても読める"},
         "ShogiBoardQ",
         Weight::kShould,
         &plays_the_start_with_no_moves},
    Rule{"sfen-hands",
         {"reads position sfen with pieces in hand", "持駒のある position sfen を読める"},
         "USI",
         Weight::kMust,
         &plays_an_sfen_with_hands},
    Rule{"sfen-white",
         {"reads position sfen with White to move, and plays for White",
          "後手番の position sfen を読み、後手の手を指す"},
         "USI",
         Weight::kMust,
         &plays_an_sfen},
    Rule{"sfen-moves",
         {"reads position sfen with moves behind it", "position sfen の後ろの moves を読める"},
         "USI",
         Weight::kMust,
         &plays_for_white},
    Rule{"long-game",
         {"reads a game of 500 moves in one line", "500手の対局を1行で読める"},
         "USI",
         Weight::kMust,
         &plays_after_many_moves},
    Rule{"promotion",
         {"promotes a pawn that could not move on", "行き所のない歩を必ず成る"},
         "USI",
         Weight::kMust,
         &promotes_where_it_must},
    Rule{"evasion", {"evades a check", "王手を逃れる"}, "USI", Weight::kMust, &evades_a_check},
    Rule{"resign",
         {"says bestmove resign when it is mated", "詰んでいれば bestmove resign を返す"},
         "USI",
         Weight::kMust,
         &resigns_when_mated},
    Rule{"declaration",
         {"says a legal move, or win, where a win can be declared",
          "宣言勝ちできる局面で合法手か win を返す"},
         "USI",
         Weight::kMust,
         &plays_where_a_win_can_be_declared},
};

}  // namespace

std::span<const Rule> position_rules() { return kPositionRules; }

}  // namespace gougi::tools
