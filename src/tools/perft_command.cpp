// SPDX-License-Identifier: MIT
#include "tools/perft_command.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/result.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
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
  // Counted between two looks at the clock: some milliseconds' work, so that they cost nothing.
  static constexpr int kPliesAtOnce = 4;
};
struct Freeze {
  using Board = shogi::FreezePosition;
  using Moves = std::vector<shogi::Move>;
  using Undo = shogi::FreezeUndo;
  static constexpr int kPliesAtOnce = 2;
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

/// One count: what is done, whether it goes on, and the first moves' shares.
template <class Kind>
class Counting {
 public:
  Counting(const Order& order, cli::LongWork& work) : order_(order), work_(work) {}

  /// False: it was interrupted.
  bool run(typename Kind::Board position) {
    count(position, order_.depth, 0.0, 1.0);
    return goes_on_;
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  // `first` to `last`: which part of the whole this is, if all moves had the same share.
  void count(typename Kind::Board& position, int depth, double first, double last) {
    const bool is_root = depth == order_.depth;
    const bool is_divided = is_root && order_.divide && depth > 0;
    if (depth <= Kind::kPliesAtOnce && !is_divided) {
      nodes_ += order_.leaf ? leaf_by_leaf<Kind>(position, depth) : perft(position, depth);
      goes_on_ = goes_on_ && work_.goes_on([&] { return progress(last); });
      return;
    }
    typename Kind::Moves moves;
    generate_legal(position, moves);
    typename Kind::Undo undo;
    const double each =
        (last - first) / static_cast<double>(std::max<std::size_t>(1, moves.size()));
    double from = first;
    for (const auto m : moves) {
      const std::uint64_t before = nodes_;
      position.do_move(m, undo);
      count(position, depth - 1, from, from + each);
      position.undo_move(m, undo);
      if (!goes_on_) return;
      from += each;
      if (is_divided) {
        std::cout << notation::to_usi(m) << ' ' << nodes_ - before << '\n' << std::flush;
      }
    }
  }

  std::string progress(double done) const {
    const auto nodes = static_cast<double>(nodes_);
    return base::say({"{0:.1f} %, {1} nodes, {2}", "{0:.1f} %、{1}局面、{2}"}, 100 * done, nodes_,
                     base::pace_text(nodes, nodes * (1 - done) / done, work_.running()));
  }

  const Order& order_;
  cli::LongWork& work_;
  std::uint64_t nodes_ = 0;
  bool goes_on_ = true;
};

struct PerftCount {
  std::uint64_t nodes = 0;
  bool is_whole = false;
};

template <class Kind>
PerftCount count_leaves(const typename Kind::Board& position, const Order& order,
                        cli::LongWork& work) {
  Counting<Kind> counting(order, work);
  const bool is_whole = work.run([&] { return counting.run(position); });
  return {counting.nodes(), is_whole};
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
  cli::LongWork work;
  const PerftCount counted = order.position.plain()
                                 ? count_leaves<Ordinary>(order.position.position(), order, work)
                                 : count_leaves<Freeze>(order.position, order, work);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const double per_second =
      elapsed.count() > 0 ? static_cast<double>(counted.nodes) / elapsed.count() : 0.0;
  std::cout << base::say({"nodes {0}{1}\nseconds {2:.3f}\nnodes/s {3:.0f}",
                          "局面数 {0}{1}\n秒数 {2:.3f}\n毎秒の局面数 {3:.0f}"},
                         counted.nodes,
                         counted.is_whole ? ""
                                          : base::said({" (interrupted: not all)",
                                                        "(中断: 全部ではありません)"}),
                         elapsed.count(), per_second)
            << std::endl;
  return counted.is_whole ? 0 : cli::kInterrupted;
}

}  // namespace gougi::tools
