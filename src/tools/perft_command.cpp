// SPDX-License-Identifier: MIT
#include "tools/perft_command.hpp"

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr int kMaxDepth = 30;  // beyond what anybody waits for; keeps the recursion small
struct Order {
  int depth = 0;
  bool divide = false;
  bool leaf = false;
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
    if (position == nullptr)
      return base::fail(
          base::say({"no position: {0}", "局面ではありません: {0}"}, base::printable(text, 60)));
    const auto game = usi::replay(*position);
    if (!game) return tl::unexpected(game.error());
    return game->freeze_position();
  }
  if (text.starts_with("sfen ")) text.remove_prefix(5);
  return notation::parse_freeze_sfen(text, shogi::Strictness::kLenient);
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

}  // namespace

int perft_command(const std::vector<std::string>& words) {
  Order order;
  std::vector<std::string> position_words;
  cli::App app({"Counts the positions DEPTH plies below a position.",
                "局面から DEPTH 手先までの局面数を数えます。"},
               "gougi perft");
  app.add_option("DEPTH", order.depth, said({"in plies", "手数"}))
      ->required()
      ->type_name("")
      ->check(CLI::Range(0, kMaxDepth));
  app.add_option(
         "POSITION", position_words,
         said({"SFEN or startpos; behind it zG, z3Z3 of Freeze shogi (gold is frozen, White "
               "and Black have 3 freezes left) and moves MOVE…, played before the counting "
               "(the start position)",
               "SFEN か startpos。続けてFreeze将棋の "
               "zG、z3Z3(金がフリーズ中、後手と先手の残りフリーズは3回)、数える前に指す手 moves "
               "MOVE…(なければ初期局面)"}))
      ->type_name("");
  app.add_flag("--divide", order.divide,
               said({"also print each root move's share", "最初の手ごとの内訳も出力"}));
  app.add_flag("--leaf", order.leaf,
               said({"visit every leaf instead of counting the last ply in bulk",
                     "最後の1手をまとめて数えず、末端の局面をすべて訪れる"}));
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  if (!position_words.empty()) {
    std::string text;
    for (const std::string& word : position_words) text += (text.empty() ? "" : " ") + word;
    auto position = read_position(text);
    if (!position) {
      std::cerr << "gougi perft: " << position.error().message << '\n';
      return 2;
    }
    order.position = *position;
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t nodes = order.position.plain()
                                  ? count_leaves<Ordinary>(order.position.position(), order)
                                  : count_leaves<Freeze>(order.position, order);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const double per_second =
      elapsed.count() > 0 ? static_cast<double>(nodes) / elapsed.count() : 0.0;
  std::cout << base::say({"nodes {0}\nseconds {1:.3f}\nnodes/s {2:.0f}",
                          "局面数 {0}\n秒数 {1:.3f}\n毎秒の局面数 {2:.0f}"},
                         nodes, elapsed.count(), per_second)
            << std::endl;
  return 0;
}

}  // namespace gougi::tools
