// SPDX-License-Identifier: MIT
#include "mate/freeze_oracle.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "mate/oracle.hpp"
#include "notation/freeze.hpp"

namespace gougi::mate::oracle {
namespace {

using shogi::FreezePosition;
using shogi::Move;

FreezePosition behind(FreezePosition position, Move move) {
  shogi::FreezeUndo undo;
  position.do_move(move, undo);
  return position;
}

std::vector<Move> moves_of(const FreezePosition& position) {
  std::vector<Move> moves;
  shogi::generate_legal(position, moves);
  return moves;
}

class BruteForce {
 public:
  explicit BruteForce(std::size_t most) : most_(most) {}

  bool mates_within(const FreezePosition& position, int plies) {
    const shogi::Key name = position.key() + static_cast<shogi::Key>(plies) * 0x9E3779B97F4A7C15ULL;
    const auto known = known_.find(name);
    if (known != known_.end()) return known->second;
    if (exhausted()) return false;
    bool mates = false;
    for (const Move move : moves_of(position)) {
      const bool checks = position.gives_check(move);
      if (!checks && !move.freezes()) continue;
      if (!checks && !position.may_freeze()) continue;
      mates = is_answered(behind(position, move), checks ? plies : 1);
      if (mates) break;
    }
    known_.emplace(name, mates);
    return mates;
  }
  bool exhausted() const { return known_.size() > most_; }

 private:
  // Whether every reply is answered by a mate within what is left of `plies`.
  bool is_answered(const FreezePosition& position, int plies) {
    if (plies < 3) return moves_of(position).empty();
    const auto replies = moves_of(position);
    return std::all_of(replies.begin(), replies.end(), [&](Move reply) {
      return mates_within(behind(position, reply), plies - 2);
    });
  }

  std::size_t most_;
  std::unordered_map<shogi::Key, bool> known_;
};

struct GraphNode {
  FreezePosition position;
  bool attacking = false;
  bool winning = false;
  std::vector<std::size_t> children;
};

}  // namespace

std::optional<int> shortest_freeze_mate(const FreezePosition& position, int longest,
                                        std::size_t most) {
  BruteForce force(most);
  for (int plies = 1; plies <= longest; plies += 2) {
    const bool mates = force.mates_within(position, plies);
    if (force.exhausted()) return std::nullopt;
    if (mates) return plies;
  }
  return 0;
}

std::optional<bool> freeze_mates(const FreezePosition& position, std::size_t most) {
  std::unordered_map<shogi::Key, std::size_t> numbers;
  std::vector<GraphNode> nodes;
  const auto number_of = [&](const FreezePosition& found, bool attacking) {
    const auto [place, is_new] = numbers.try_emplace(found.key(), nodes.size());
    if (is_new) nodes.push_back({found, attacking, false, {}});
    return place->second;
  };
  number_of(position, true);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes.size() > most) return std::nullopt;
    const FreezePosition current = nodes[i].position;
    const bool attacking = nodes[i].attacking;
    for (const Move move : moves_of(current)) {
      const FreezePosition next = behind(current, move);
      if (attacking && !current.gives_check(move)) {
        // Only as the end of it.
        if (move.freezes() && moves_of(next).empty()) nodes[i].winning = true;
        continue;
      }
      const std::size_t child = number_of(next, !attacking);
      nodes[i].children.push_back(child);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      GraphNode& node = nodes[i];
      if (node.winning) continue;
      const auto wins = [&](std::size_t child) { return nodes[child].winning; };
      node.winning = node.attacking ? std::any_of(node.children.begin(), node.children.end(), wins)
                                    : std::all_of(node.children.begin(), node.children.end(), wins);
      changed = changed || node.winning;
    }
  }
  return nodes[0].winning;
}

std::optional<FreezePosition> random_freeze_problem(base::Random& random) {
  const auto position = random_problem(random);
  if (!position) return std::nullopt;
  shogi::Setup setup = position->setup();
  if (random.below(3) == 0) {  // something to interpose
    setup.hands[1].add(shogi::kHandTypes[random.below(shogi::kHandTypes.size())]);
  }
  if (random.below(3) == 0) setup.hands[0].add(shogi::PieceType::kPawn);
  shogi::Piece& far_away = setup.board[static_cast<std::size_t>(
      shogi::Square::of(5 + static_cast<int>(random.below(5)), 9).index())];
  if (random.below(2) == 0) far_away = shogi::Piece(shogi::Color::kBlack, shogi::PieceType::kKing);
  const auto with_hands = shogi::Position::from(setup);
  if (!with_hands) return std::nullopt;
  shogi::FreezeState state;
  for (auto& left : state.left) left = static_cast<std::uint16_t>(random.below(3));
  if (random.below(6) == 0) {
    state.in_force = static_cast<shogi::PieceType>(1 + random.below(shogi::kPieceTypeCount - 1));
  }
  const auto problem = FreezePosition::from(*with_hands, state);
  if (!problem) return std::nullopt;
  return *problem;
}

FreezePosition random_freeze_endgame(base::Random& random) {
  constexpr std::array kStarts{
      "startpos", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
      "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
      "4+P1+B2/2K1+P+P3/+P2+R5/9/9/9/4+p4/5+p1k1/1+r3+b3 b GSNL2Pgsnl5p 200",
      "2+L1k4/2+N6/4+S4/9/9/9/4+s4/6+n2/4K1+l2 b RBGPrbgp 1"};
  const auto start = notation::parse_freeze_sfen(kStarts[random.below(kStarts.size())]);
  shogi::FreezeState state;
  for (auto& left : state.left) left = static_cast<std::uint16_t>(random.below(5));
  FreezePosition position = *FreezePosition::from(start->position(), state);
  const auto length = random.below(120);
  for (std::uint64_t i = 0; i < length; ++i) {
    const auto moves = moves_of(position);
    if (moves.empty()) return random_freeze_endgame(random);
    Move chosen;
    for (int tries = 0; tries < 6; ++tries) {
      chosen = moves[random.below(moves.size())];
      if (chosen.freezes() && random.below(8) != 0) continue;
      if (position.gives_check(chosen)) break;
      if (!chosen.move.is_drop() && !position.position().piece_at(chosen.move.to()).empty()) break;
    }
    position = behind(position, chosen);
  }
  return position;
}

namespace {

bool is_drop_mate(const FreezeMateResult& result) {
  const shogi::BareMove last = result.moves.back().move;
  return last.is_drop() && last.dropped() == shogi::PieceType::kPawn;
}

void tally(const FreezePosition& position, const FreezeMateResult& result,
           FreezeAgreement& agreement) {
  if (result.moves.empty()) return;
  bool attacker = false;
  bool defender = false;
  FreezePosition last = position;
  for (std::size_t i = 0; i < result.moves.size(); ++i) {
    (i % 2 == 0 ? attacker : defender) |= result.moves[i].freezes();
    last = behind(last, result.moves[i]);
  }
  agreement.with_freeze += attacker ? 1 : 0;
  agreement.defender_freezes += defender ? 1 : 0;
  agreement.silent += last.in_check() ? 0 : 1;
  agreement.drop_mates += is_drop_mate(result) ? 1 : 0;
}

const char* difference(const FreezePosition& position, const FreezeMateResult& result, int shortest,
                       int plies) {
  if (result.verdict == Verdict::kMate && !is_mate_line(position, result.moves)) return "no mate";
  if (shortest > 0) {
    if (result.verdict == Verdict::kNoMate) return "a mate was denied";
    if (result.verdict == Verdict::kUnknown) return nullptr;
    if (result.plies < shortest) return "shorter than possible";
    if (result.is_shortest && result.plies != shortest) return "not the shortest";
    return nullptr;
  }
  return result.verdict == Verdict::kMate && result.plies <= plies ? "a mate that is none"
                                                                   : nullptr;
}

}  // namespace

FreezeAgreement compare_freezes(std::uint64_t seed, int count, int plies, std::size_t most,
                                bool endgames) {
  constexpr std::uint64_t kNodes = 20'000;
  FreezeAgreement agreement;
  base::Random random(seed);
  FreezeSolver solver;
  solver.resize(1);  // small, so that much is forgotten
  for (int i = 0; i < count;) {
    const auto position =
        endgames ? std::optional(random_freeze_endgame(random)) : random_freeze_problem(random);
    if (!position || position->is_lost()) continue;
    ++i;
    const auto shortest = shortest_freeze_mate(*position, plies, most);
    if (!shortest) continue;
    ++agreement.compared;
    MateLimits limits;
    limits.nodes = kNodes;
    limits.post = PostSearch::kMinimum;
    const FreezeMateResult result = solver.solve(
        *position, limits,
        [](const FreezeMateProgress& progress) { return progress.nodes > 2 * kNodes; });
    agreement.mates += *shortest > 0 ? 1 : 0;
    agreement.unknown += result.verdict == Verdict::kUnknown ? 1 : 0;
    const char* what = difference(*position, result, *shortest, plies);
    if (result.verdict == Verdict::kMate) {
      if (what == nullptr) tally(*position, result, agreement);
      // A long mate's proof may be longer than patience.
      if (result.plies <= 15 && !solver.verify(*position).holds) what = "the proof does not hold";
    }
    if (result.verdict == Verdict::kNoMate) {
      ++agreement.no_mates;
      if (const auto mates = freeze_mates(*position, most)) {
        ++agreement.graphs;
        if (*mates) what = "a long mate was denied";
      }
    }
    if (what == nullptr || ++agreement.differences > 1) continue;
    agreement.first_difference = notation::to_sfen(*position) + ": " + what + ", brute force " +
                                 std::to_string(*shortest) + ", solver " +
                                 std::to_string(result.plies);
  }
  return agreement;
}

}  // namespace gougi::mate::oracle
