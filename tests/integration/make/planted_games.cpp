// SPDX-License-Identifier: MIT
// Makes games of the bundled engine against itself with one planted fault each: a rook that is left
// hanging, a mate in three that is not seen, a win that could be declared. Writes a record each,
// and planted.txt, which says where the fault is: "NAME MOVE rook|mate|declaration" a line. What
// tests/data/planted has was made so:
//   build/bin/make-planted-games DIR [FIRST SEED] [GAMES]
// The same words give the same games, as long as the engine stays the same.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "bench/openings.hpp"
#include "integration/dialogue.hpp"
#include "mate/solver.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"
#include "usi/answer.hpp"
#include "usi/position_text.hpp"

namespace gougi::testing {
namespace {

constexpr const char* kMost = "150000";  // nodes a move, more than the analysis has

struct Planted {
  shogi::Game game;
  std::size_t at = 0;  ///< number of the move, from 0
  std::string kind;
  std::size_t random = 0;  ///< moves at the beginning that are nobody's: the record begins behind
};

/// The bundled engine, asked for one move after the other.
class Mover {
 public:
  Mover() : dialogue_(GOUGI_BIN_DIR "/gougi-engine") {
    dialogue_.say("usi");
    dialogue_.wait_for("usiok", Milliseconds(60'000));
    dialogue_.say("setoption name USI_OwnBook value false");
  }
  ~Mover() { dialogue_.say("quit"); }
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  struct Said {
    shogi::Move move;  ///< none: it resigns or declares
    int score = 0;     ///< centipawns of the mover; a mate counts 30000
  };
  Said ask(const shogi::Game& game) {
    dialogue_.say("isready");
    dialogue_.wait_for("readyok", Milliseconds(60'000));
    dialogue_.say("usinewgame");
    dialogue_.forget();
    dialogue_.say(usi::position_line(game));
    dialogue_.say(std::string("go nodes ") + kMost);
    const auto best = dialogue_.wait_for("bestmove", Milliseconds(120'000));
    Said said;
    if (!best) return said;
    for (const auto& heard : dialogue_.heard) {
      int value = 0;
      if (const auto at = heard.line.find("score cp "); at != std::string::npos) {
        value = std::atoi(heard.line.c_str() + at + 9);
      } else if (const auto mate = heard.line.find("score mate "); mate != std::string::npos) {
        value = heard.line[mate + 11] == '-' ? -30000 : 30000;
      } else {
        continue;
      }
      said.score = value;
    }
    const std::string move = best->line.substr(9, best->line.find(' ', 9) - 9);
    said.move = notation::parse_usi_move(move).value_or(shogi::BareMove());
    return said;
  }

 private:
  Dialogue dialogue_;
};

std::vector<shogi::BareMove> shuffled_moves(const shogi::Game& game, base::Random& random) {
  shogi::MoveList list;
  shogi::generate_legal(game.position(), list);
  std::vector<shogi::BareMove> moves(list.begin(), list.end());
  for (std::size_t i = moves.size(); i > 1; --i) {
    std::swap(moves[i - 1], moves[random.below(i)]);
  }
  return moves;
}

void go_on(shogi::Game& game, Mover& mover, int plies) {
  for (int i = 0; i < plies && game.position().has_legal_move(); ++i) {
    const auto said = mover.ask(game);
    if (said.move.is_none() || !game.play(said.move)) return;
  }
}

// A move of the rook to where it is taken for nothing, while the game is even.
std::optional<Planted> hang_rook(std::uint64_t seed, Mover& mover) {
  constexpr int kMostLead = 300;
  constexpr int kLeastLoss = 900;
  base::Random random(seed);
  shogi::Game game = balanced_opening(seed);
  const std::size_t random_plies = game.moves().size();
  go_on(game, mover, static_cast<int>(10 + random.below(16)));
  for (int tries = 0; tries < 12; ++tries) {
    const auto before = mover.ask(game);
    if (before.move.is_none() || std::abs(before.score) > kMostLead) return std::nullopt;
    for (const shogi::BareMove move : shuffled_moves(game, random)) {
      const shogi::Position& at = game.position();
      if (move.is_drop() || at.piece_at(move.from()).type() != shogi::PieceType::kRook ||
          at.piece_at(move.to()) != shogi::Piece()) {
        continue;
      }
      shogi::Game after = game;
      if (!after.play(move)) continue;
      const auto reply = mover.ask(after);
      const bool is_taken = !reply.move.is_none() && reply.move.bare.to() == move.to();
      if (!is_taken || reply.score + before.score < kLeastLoss || reply.score < kLeastLoss)
        continue;
      const std::size_t planted = game.moves().size();
      go_on(after, mover, 8);
      return Planted{after, planted, "rook", random_plies};
    }
    if (!game.play(before.move)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<int> mate_length(mate::Solver& solver, const shogi::Position& at, mate::Role role,
                               mate::Verdict& verdict) {
  mate::MateLimits limits;
  limits.nodes = 200'000;
  limits.role = role;
  limits.post = mate::PostSearch::kMinimum;
  const auto result = solver.solve(at, limits, [](const mate::MateProgress&) { return false; });
  verdict = result.verdict;
  return verdict == mate::Verdict::kMate ? std::optional<int>(result.plies) : std::nullopt;
}

// A game with a handicap, which is won, and a move that leaves the mate in three.
std::optional<Planted> miss_mate(std::uint64_t seed, Mover& mover) {
  constexpr const char* kStarts[] = {
      "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
      "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
      "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
  };
  base::Random random(seed);
  mate::Solver solver;
  solver.resize(32);
  shogi::Game game(*notation::parse_sfen(kStarts[seed % 3]));
  for (int i = 0; i < 4; ++i) {  // so that no two games are the same
    const auto moves = shuffled_moves(game, random);
    if (!game.play(moves.front())) return std::nullopt;
  }
  while (game.moves().size() < 160 && game.position().has_legal_move()) {
    mate::Verdict verdict{};
    if (mate_length(solver, game.position(), mate::Role::kAttacker, verdict) == 3) {
      for (const shogi::BareMove move : shuffled_moves(game, random)) {
        shogi::Game after = game;
        if (!after.play(move) || after.position().in_check()) continue;
        mate_length(solver, after.position(), mate::Role::kDefender, verdict);
        if (verdict != mate::Verdict::kNoMate) continue;
        if (mover.ask(after).score > -300) continue;  // it is a mate that is missed, no more
        const std::size_t planted = game.moves().size();
        go_on(after, mover, 6);
        return Planted{after, planted, "mate", 4};
      }
      return std::nullopt;
    }
    const auto said = mover.ask(game);
    if (said.move.is_none() || !game.play(said.move)) return std::nullopt;
  }
  return std::nullopt;
}

// Black's king has entered, the tenth piece follows, and Black plays on instead of declaring.
std::optional<Planted> miss_declaration(std::uint64_t seed, Mover& mover) {
  using shogi::PieceType;
  base::Random random(seed);
  for (int tries = 0; tries < 10'000; ++tries) {
    shogi::Setup setup;
    const auto put = [&](shogi::Color color, PieceType type, int first, int last) {
      for (;;) {
        const int file = 1 + static_cast<int>(random.below(9));
        const int rank =
            first + static_cast<int>(random.below(static_cast<std::uint64_t>(last - first + 1)));
        auto& square = setup.board[static_cast<std::size_t>(shogi::Square::of(file, rank).index())];
        if (square != shogi::Piece()) continue;
        square = shogi::Piece(color, type);
        return;
      }
    };
    const auto black = shogi::Color::kBlack;
    const auto white = shogi::Color::kWhite;
    put(black, PieceType::kKing, 1, 3);
    for (int i = 0; i < 2; ++i) put(black, PieceType::kDragon, 1, 3);
    put(black, PieceType::kHorse, 1, 3);
    for (int i = 0; i < 3; ++i) put(black, PieceType::kGold, 1, 3);
    for (int i = 0; i < 3; ++i) put(black, PieceType::kSilver, 1, 3);
    put(black, PieceType::kSilver, 4, 4);
    put(black, PieceType::kHorse, 5, 6);
    put(white, PieceType::kKing, 8, 9);
    put(white, PieceType::kGold, 7, 9);
    for (int i = 0; i < 2; ++i) put(white, PieceType::kKnight, 6, 7);
    setup.hands[0] = shogi::Hand();
    setup.hands[1] = shogi::Hand();
    for (int i = 0; i < 6; ++i) setup.hands[0].add(PieceType::kPawn);
    for (int i = 0; i < 5; ++i) setup.hands[1].add(PieceType::kPawn);
    for (int i = 0; i < 2; ++i) setup.hands[0].add(PieceType::kLance);
    setup.side_to_move = black;
    setup.ply = 121;
    const auto start = shogi::Position::from(setup);
    if (!start || start->in_check() || shogi::can_declare(*start, shogi::DeclarationRule::k27)) {
      continue;
    }
    const shogi::Game game(*start);
    for (const shogi::BareMove step : shuffled_moves(game, random)) {
      shogi::Game with = game;
      if (step.is_drop() || !with.play(step) || with.position().in_check()) continue;
      const auto reply = mover.ask(with);
      if (reply.move.is_none() || reply.score > -1500 || !with.play(reply.move)) continue;
      if (!shogi::can_declare(with.position(), shogi::DeclarationRule::k27)) continue;
      for (const shogi::BareMove idle : shuffled_moves(with, random)) {
        shogi::Game after = with;
        if (!after.play(idle) || mover.ask(after).score > -1500) continue;
        go_on(after, mover, 1);
        return Planted{after, 2, "declaration", 0};
      }
    }
  }
  return std::nullopt;
}

int make(const std::filesystem::path& folder, std::uint64_t seed, int games) {
  std::filesystem::create_directories(folder);
  std::ofstream list(folder / "planted.txt", std::ios::binary);
  Mover mover;
  int made = 0;
  for (; made < games; ++seed) {
    // Of twenty nine rooks, seven mates, four declarations.
    const int kind = made % 20;
    const auto planted = kind < 9    ? hang_rook(seed, mover)
                         : kind < 16 ? miss_mate(seed, mover)
                                     : miss_declaration(seed, mover);
    if (!planted) continue;
    shogi::Game begun(planted->game.freeze_start());
    const auto& moves = planted->game.moves();
    for (std::size_t i = 0; i < planted->random; ++i) static_cast<void>(begun.play(moves[i]));
    notation::Record record(begun.freeze_position());
    notation::NodeIndex at = 0;
    for (std::size_t i = planted->random; i < moves.size(); ++i) at = record.add(at, moves[i]);
    const std::string name = planted->kind + "-" + std::to_string(seed);
    std::ofstream(folder / (name + ".kif"), std::ios::binary)
        << notation::write_record(notation::RecordFormat::kKif, record);
    list << name << " " << planted->at + 1 - planted->random << " " << planted->kind << "\n"
         << std::flush;
    ++made;
  }
  return 0;
}

}  // namespace
}  // namespace gougi::testing

int main(int count, char** words) {
  if (count < 2 || count > 4) {
    std::fprintf(stderr, "make-planted-games DIR [FIRST SEED] [GAMES]\n");
    return 2;
  }
  const auto number = [&](int i, long fallback) {
    return count > i ? std::strtol(words[i], nullptr, 10) : fallback;
  };
  return gougi::testing::make(words[1], static_cast<std::uint64_t>(number(2, 1)),
                              static_cast<int>(number(3, 20)));
}
