// SPDX-License-Identifier: MIT
#include "mate/oracle.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate::oracle {
namespace {

bool mates_within(shogi::Position& position, int plies);

bool is_mated_within(shogi::Position& position, int plies) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  if (moves.empty()) return true;
  if (plies <= 0) return false;
  return std::all_of(moves.begin(), moves.end(), [&](shogi::BareMove move) {
    shogi::Undo undo;
    position.do_move(move, undo);
    const bool mated = mates_within(position, plies - 1);
    position.undo_move(move, undo);
    return mated;
  });
}

bool mates_within(shogi::Position& position, int plies) {
  if (plies <= 0) return false;
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  return std::any_of(moves.begin(), moves.end(), [&](shogi::BareMove move) {
    if (!position.gives_check(move)) return false;
    shogi::Undo undo;
    position.do_move(move, undo);
    const bool mated = is_mated_within(position, plies - 1);
    position.undo_move(move, undo);
    return mated;
  });
}

bool helps_to_mate(shogi::Position& position, bool attacking, int plies) {
  if (plies == 0) return !attacking && position.is_mated();
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  return std::any_of(moves.begin(), moves.end(), [&](shogi::BareMove move) {
    if (attacking && !position.gives_check(move)) return false;
    shogi::Undo undo;
    position.do_move(move, undo);
    const bool mates = helps_to_mate(position, !attacking, plies - 1);
    position.undo_move(move, undo);
    return mates;
  });
}

// Mated, but for drops that a capture on the same square answers with the same.
bool is_at_the_end(shogi::Position& position) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  return position.in_check() && std::all_of(moves.begin(), moves.end(), [&](shogi::BareMove move) {
           if (!move.is_drop()) return false;
           shogi::Undo undo;
           position.do_move(move, undo);
           shogi::MoveList answers;
           shogi::generate_legal(position, answers);
           const bool ends =
               std::any_of(answers.begin(), answers.end(), [&](shogi::BareMove answer) {
                 if (answer.to() != move.to() || !position.gives_check(answer)) return false;
                 shogi::Undo undo_answer;
                 position.do_move(answer, undo_answer);
                 const bool is_end = is_at_the_end(position);
                 position.undo_move(answer, undo_answer);
                 return is_end;
               });
           position.undo_move(move, undo);
           return ends;
         });
}

bool tsume_within(shogi::Position& position, bool attacking, int plies) {
  if (!attacking && is_at_the_end(position)) return true;
  if (plies <= 0) return false;
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  const auto ends = [&](shogi::BareMove move) {
    if (attacking && !position.gives_check(move)) return false;
    shogi::Undo undo;
    position.do_move(move, undo);
    const bool within = tsume_within(position, !attacking, plies - 1);
    position.undo_move(move, undo);
    return within;
  };
  return attacking ? std::any_of(moves.begin(), moves.end(), ends)
                   : std::all_of(moves.begin(), moves.end(), ends);
}

struct Node {
  bool attacking = false;
  bool winning = false;
  std::vector<std::size_t> children;
};

}  // namespace

int shortest_mate(const shogi::Position& position, int longest) {
  shogi::Position current = position;
  for (int plies = 1; plies <= longest; plies += 2) {
    if (mates_within(current, plies)) return plies;
  }
  return 0;
}

int shortest_tsume(const shogi::Position& position, int longest) {
  shogi::Position current = position;
  for (int plies = 1; plies <= longest; plies += 2) {
    if (tsume_within(current, true, plies)) return plies;
  }
  return 0;
}

int shortest_help_mate(const shogi::Position& position, int longest) {
  shogi::Position current = position;
  for (int plies = 1; plies <= longest; plies += 2) {
    if (helps_to_mate(current, true, plies)) return plies;
  }
  return 0;
}

int shortest_help_mate_in_breadth(const shogi::Position& position) {
  std::unordered_set<std::string> seen;
  // Without the number of the move.
  const auto is_new = [&seen](const shogi::Position& found) {
    std::string text = notation::to_sfen(found);
    text.resize(text.rfind(' '));
    return seen.insert(std::move(text)).second;
  };
  std::vector<shogi::Position> layer{position};
  is_new(position);
  for (int plies = 0; !layer.empty(); ++plies) {
    const bool attacking = plies % 2 == 0;
    std::vector<shogi::Position> next;
    for (const shogi::Position& here : layer) {
      if (!attacking && here.is_mated()) return plies;
      shogi::MoveList moves;
      shogi::generate_legal(here, moves);
      for (const shogi::BareMove move : moves) {
        if (attacking && !here.gives_check(move)) continue;
        shogi::Position behind = here;
        shogi::Undo undo;
        behind.do_move(move, undo);
        if (is_new(behind)) next.push_back(behind);
      }
    }
    layer = std::move(next);
  }
  return 0;
}

std::vector<Judged> judge_all(const shogi::Position& position, std::size_t most) {
  std::unordered_map<shogi::Key, std::size_t> numbers;
  std::vector<shogi::Position> positions;
  std::vector<Node> nodes;
  const auto number_of = [&](const shogi::Position& found, bool attacking) {
    const auto [place, is_new] = numbers.try_emplace(found.key(), nodes.size());
    if (is_new) {
      positions.push_back(found);
      nodes.push_back({attacking, false, {}});
    }
    return place->second;
  };
  number_of(position, true);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes.size() > most) return {};
    shogi::MoveList moves;
    shogi::generate_legal(positions[i], moves);
    for (const shogi::BareMove move : moves) {
      if (nodes[i].attacking && !positions[i].gives_check(move)) continue;
      shogi::Position behind = positions[i];
      shogi::Undo undo;
      behind.do_move(move, undo);
      const std::size_t child = number_of(behind, !nodes[i].attacking);
      nodes[i].children.push_back(child);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Node& node : nodes) {
      if (node.winning) continue;
      const auto wins = [&](std::size_t child) { return nodes[child].winning; };
      node.winning = node.attacking ? std::any_of(node.children.begin(), node.children.end(), wins)
                                    : std::all_of(node.children.begin(), node.children.end(), wins);
      changed = changed || node.winning;
    }
  }
  std::vector<Judged> result;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].attacking) result.push_back({positions[i], nodes[i].winning});
  }
  return result;
}

std::optional<shogi::Position> random_problem(base::Random& random) {
  shogi::Setup setup;
  const auto any_of = [&random](int count) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
  };
  const int king_file = 1 + any_of(2);
  const int king_rank = 1 + any_of(2);
  const auto place = [&](shogi::Square square) -> shogi::Piece& {
    return setup.board[static_cast<std::size_t>(square.index())];
  };
  place(shogi::Square::of(king_file, king_rank)) =
      shogi::Piece(shogi::Color::kWhite, shogi::PieceType::kKing);
  const auto put_if_empty = [&](shogi::Square square, shogi::Color color) {
    auto type = static_cast<shogi::PieceType>(1 + any_of(7));
    if (shogi::can_promote(type) && any_of(4) == 0) type = shogi::promote(type);
    if (place(square).empty()) place(square) = shogi::Piece(color, type);
  };
  // Its own pieces shut the king in; else hardly anything mates.
  for (int file = king_file + 1; file >= std::max(1, king_file - 1); --file) {
    for (int rank = king_rank + 1; rank >= std::max(1, king_rank - 1); --rank) {
      if (any_of(2) == 0) put_if_empty(shogi::Square::of(file, rank), shogi::Color::kWhite);
    }
  }
  for (int pieces = 2 + any_of(2); pieces > 0; --pieces) {
    put_if_empty(shogi::Square::of(1 + any_of(4), 1 + any_of(4)), shogi::Color::kBlack);
  }
  if (any_of(2) == 0) {
    setup.hands[0].add(shogi::kHandTypes[static_cast<std::size_t>(any_of(7))]);
  }
  const auto position = shogi::Position::from(setup);
  if (!position) return std::nullopt;
  return *position;
}

}  // namespace gougi::mate::oracle
