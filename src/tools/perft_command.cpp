// SPDX-License-Identifier: MIT
#include "tools/perft_command.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

constexpr int kMaxDepth = 30;  // beyond what anybody waits for; keeps the recursion small
constexpr std::string_view kUsage =
    "usage: gougi perft DEPTH [SFEN|startpos] [zKIND] [zNZM] [moves MOVE…] [--divide] [--leaf]";

struct Order {
  int depth = 0;
  bool divide = false;
  bool leaf = false;
  bool help = false;
  shogi::FreezePosition position{shogi::Position::start()};
};

// As behind the USI word `position`; an SFEN alone, and one that is short of fields, will do too.
base::Result<shogi::FreezePosition> read_position(std::string_view text) {
  const bool has_moves = (std::string(text) + ' ').find(" moves ") != std::string::npos;
  const bool whole = text.starts_with("position ");
  if (whole || has_moves) {
    const bool has_start = text.starts_with("startpos") || text.starts_with("sfen ");
    const std::string line = (whole ? "" : has_start ? "position " : "position sfen ");
    const auto command = usi::parse_command(line + std::string(text));
    if (!command) return tl::unexpected(command.error());
    const auto* position = std::get_if<usi::PositionCommand>(&*command);
    if (position == nullptr) return base::fail("no position: " + base::printable(text, 60));
    const auto game = usi::replay(*position);
    if (!game) return tl::unexpected(game.error());
    return game->freeze_position();
  }
  if (text.starts_with("sfen ")) text.remove_prefix(5);
  return notation::parse_freeze_sfen(text, shogi::Strictness::kLenient);
}

base::Result<Order> read_order(int argc, const char* const* argv) {
  Order order;
  std::optional<std::string> depth;
  std::string sfen;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--divide") {
      order.divide = true;
    } else if (word == "--leaf") {
      order.leaf = true;
    } else if (word == "--help" || word == "-h") {
      order.help = true;
      return order;
    } else if (word.starts_with("--")) {
      return base::fail("unknown option " + base::printable(word));
    } else if (!depth) {
      depth = word;
    } else {
      if (!sfen.empty()) sfen += ' ';
      sfen += word;
    }
  }
  if (!depth) return base::fail("the depth is missing; " + std::string(kUsage));
  const auto number = base::to_int_clamped(*depth);
  if (!number || *number < 0 || *number > kMaxDepth) {
    return base::fail("the depth is \"" + base::printable(*depth) + "\", not a number from 0 to " +
                      std::to_string(kMaxDepth));
  }
  order.depth = static_cast<int>(*number);
  if (!sfen.empty()) {
    auto position = read_position(sfen);
    if (!position) return tl::unexpected(position.error());
    order.position = *position;
  }
  return order;
}

// The two games that are counted: ordinary shogi is not to wait for what freezes need.
struct Ordinary {
  using Board = shogi::Position;
  using Moves = shogi::MoveList;
  using Undo = shogi::Undo;
};
struct Freeze {
  using Board = shogi::FreezePosition;
  using Moves = std::vector<shogi::Move>;
  using Undo = shogi::FreezeUndo;
};

// Every leaf visited, nothing counted in bulk.
template <class Kind>
std::uint64_t leaf_by_leaf(typename Kind::Board& position, int depth) {
  if (depth == 0) return 1;
  typename Kind::Moves moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  typename Kind::Undo undo;
  for (const auto m : moves) {
    position.do_move(m, undo);
    nodes += leaf_by_leaf<Kind>(position, depth - 1);
    position.undo_move(m, undo);
  }
  return nodes;
}

template <class Kind>
std::uint64_t divide(typename Kind::Board& position, const Order& order) {
  typename Kind::Moves moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  typename Kind::Undo undo;
  for (const auto m : moves) {
    position.do_move(m, undo);
    const int below = order.depth - 1;
    const std::uint64_t share =
        order.leaf ? leaf_by_leaf<Kind>(position, below) : perft(position, below);
    position.undo_move(m, undo);
    std::cout << notation::to_usi(m) << ' ' << share << '\n';
    nodes += share;
  }
  return nodes;
}

template <class Kind>
std::uint64_t count_leaves(typename Kind::Board position, const Order& order) {
  if (order.divide && order.depth > 0) return divide<Kind>(position, order);
  return order.leaf ? leaf_by_leaf<Kind>(position, order.depth) : perft(position, order.depth);
}

std::string decimal(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

}  // namespace

int perft_command(int argc, const char* const* argv) {
  auto order = read_order(argc, argv);
  if (!order) {
    std::cerr << "gougi perft: " << order.error().message << '\n';
    return 2;
  }
  if (order->help) {
    std::cout << kUsage << "\n"
              << "  zG, z3Z3  Freeze shogi: gold is frozen; White and Black have 3 freezes left\n"
              << "  moves     what is played before the counting; zNZM may stand behind them\n"
              << "  --divide  also print each root move's share\n"
              << "  --leaf    visit every leaf instead of counting the last ply in bulk\n";
    return 0;
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t nodes = order->position.plain()
                                  ? count_leaves<Ordinary>(order->position.position(), *order)
                                  : count_leaves<Freeze>(order->position, *order);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const double per_second =
      elapsed.count() > 0 ? static_cast<double>(nodes) / elapsed.count() : 0.0;
  std::cout << "nodes " << nodes << "\nseconds " << decimal(elapsed.count(), 3) << "\nnodes/s "
            << decimal(per_second, 0) << std::endl;
  return 0;
}

}  // namespace gougi::tools
