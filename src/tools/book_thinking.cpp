// SPDX-License-Identifier: MIT
#include "tools/book_thinking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/counted.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "book/writer.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "farm/row_work.hpp"
#include "shogi/movegen.hpp"
#include "tools/book_part.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr base::Milliseconds kBetweenSaves{5 * 60 * 1000};

/// One command's work.
class BookThinking {
 public:
  BookThinking(const BookThinkOrder& order, BookInput& input) : order_(order), input_(input) {}

  base::Result<void> run() { return order_.shard ? think_part() : think_all_positions(); }
  ThinkEnd how_it_ended() const { return end_; }

 private:
  base::Result<void> think_all_positions();
  base::Result<void> think_part();
  /// Those of the games that are to be thought about, each once.
  base::Result<void> for_each_position(
      const std::function<void(const std::string&, const shogi::Position&)>& take);
  base::Result<void> save(const fs::path& file) const;
  bool is_known(const std::string& text, const shogi::Position& position) const;
  /// Keeps what it is of this position that outranks the other; of equals the new one.
  bool keep(book::Entry entry);
  static void tell_positions(std::size_t positions, std::size_t known) {
    std::cout << base::counted(positions, {"{0} position to think about, ", "考える局面 {0}、"},
                               {"{0} positions to think about, ", "考える局面 {0}、"})
              << base::say({"{0} known\n", "考えた局面 {0}\n"}, known) << std::flush;
  }
  void tell_end(std::size_t positions) const;
  void tell_finishing_position() const {
    cli::tell_finishing(input_.name(), {"the position at hand", "考えている局面"});
  }
  bool is_interrupted() const { return end_ == ThinkEnd::kInterrupted; }

  const BookThinkOrder& order_;
  BookInput& input_;
  ThinkEnd end_ = ThinkEnd::kThrough;
  std::map<std::string, std::vector<book::Candidate>> thoughts_;  ///< the whole book
};

bool BookThinking::is_known(const std::string& text, const shogi::Position& position) const {
  const auto found = thoughts_.find(text);
  if (found == thoughts_.end() || found->second.empty()) return false;
  shogi::MoveList moves;
  generate_legal(position, moves);
  const bool broad = found->second.size() >= std::min(static_cast<std::size_t>(order_.how.lines),
                                                      static_cast<std::size_t>(moves.size()));
  if (!order_.how.limits.depth) return broad;
  const int depth = found->second.front().depth;
  return depth > *order_.how.limits.depth || (depth == *order_.how.limits.depth && broad);
}

bool BookThinking::keep(book::Entry entry) {
  const auto there = thoughts_.find(entry.position);
  if (there != thoughts_.end() && book::outranks({there->first, there->second}, entry)) {
    return false;
  }
  thoughts_[entry.position] = std::move(entry.candidates);
  return true;
}

base::Result<void> BookThinking::save(const fs::path& file) const {
  auto writer = book::Writer::create(file);
  if (!writer) return tl::unexpected(writer.error());
  for (const auto& [position, candidates] : thoughts_) writer->add({position, candidates});
  return writer->finish();
}

base::Result<void> BookThinking::think_all_positions() {
  const fs::path& target = order_.book;
  std::error_code error;
  if (fs::exists(target, error)) {
    auto read = input_.for_each_entry(target, [&](book::Entry entry) -> base::Result<void> {
      keep(std::move(entry));
      return {};
    });
    if (!read) return read;
  }
  std::vector<Thought> positions;
  std::size_t known = 0;
  auto read = for_each_position([&](const std::string& text, const auto& position) {
    if (is_known(text, position)) {
      ++known;
    } else {
      positions.push_back({"position sfen " + text, position});
    }
  });
  if (!read) return read;
  tell_positions(positions.size(), known);
  if (positions.empty()) return fs::exists(target, error) ? base::Result<void>() : save(target);

  cli::ProgressLine line;
  auto saved_at = base::Clock::now();
  bool changed = false;
  base::Result<void> saving;
  const auto save_now = [&] {
    saved_at = base::Clock::now();
    if (changed) {
      saving = save(target);
      line.end();
      if (!saving) std::cerr << input_.name() << ": " << saving.error().message << "\n";
    }
    changed = changed && !saving;
  };
  const auto began = base::Clock::now();
  line.wait(began);
  ThinkListener listener;
  listener.on_thought = [&](std::size_t index, std::vector<book::Candidate> candidates) {
    const auto now = base::Clock::now();
    line.show(now,
              [&] { return positions_left(index + 1, positions.size(), index + 1, now - began); });
    if (candidates.empty()) return true;
    const bool is_kept =
        keep({book::position_text(positions[index].position), std::move(candidates)});
    changed = changed || is_kept;
    return true;
  };
  listener.on_tick = [&] {
    if (base::Clock::now() - saved_at >= kBetweenSaves) save_now();
  };
  listener.should_stop = order_.stop;
  listener.on_finishing = [this] { tell_finishing_position(); };
  auto thought = think_all(order_.how, positions, listener, end_);
  line.end();
  save_now();
  tell_end(thoughts_.size());
  if (!thought) return thought;
  return saving;
}

// Each position is kept as soon as it is thought about.
base::Result<void> BookThinking::think_part() {
  auto job = book_job(order_.how, order_.games, order_.first_move, order_.last_move);
  if (!job) return tl::unexpected(job.error());
  std::vector<Thought> all;
  auto read = for_each_position([&](const std::string& text, const auto& position) {
    all.push_back({"position sfen " + text, position});
  });
  if (!read) return read;
  auto part = farm::RowWork::begin(order_.book, {std::move(*job), *order_.shard}, {}, all.size());
  if (!part) return tl::unexpected(part.error());
  std::vector<Thought> positions;
  std::vector<std::uint64_t> units;
  for (std::uint64_t unit = 0; unit < all.size(); ++unit) {
    if (!part->wants(unit)) continue;
    positions.push_back(std::move(all[unit]));
    units.push_back(unit);
  }
  tell_positions(positions.size(), part->finished());
  if (!positions.empty()) {
    base::Result<void> keeping;
    cli::ProgressLine line;
    const auto began = base::Clock::now();
    line.wait(began);
    ThinkListener listener;
    listener.on_thought = [&](std::size_t index, std::vector<book::Candidate> candidates) {
      const auto now = base::Clock::now();
      line.show(
          now, [&] { return positions_left(index + 1, positions.size(), index + 1, now - began); });
      keeping = part->add(units[index], book_row({book::position_text(positions[index].position),
                                                  std::move(candidates)}));
      return keeping.has_value();
    };
    listener.should_stop = order_.stop;
    listener.on_finishing = [this] { tell_finishing_position(); };
    auto thought = think_all(order_.how, positions, listener, end_);
    line.end();
    tell_end(part->finished());
    if (!keeping) return keeping;
    if (!thought) return thought;
  }
  return is_interrupted() ? base::Result<void>() : part->complete(all.size());
}

base::Result<void> BookThinking::for_each_position(
    const std::function<void(const std::string&, const shogi::Position&)>& take) {
  std::set<std::string> seen;
  bool has_game = false;
  auto read = input_.for_each_game(order_.games, [&](const shogi::Game& game) {
    has_game = true;
    shogi::Position position = game.start();
    for (std::size_t i = 0; i <= game.moves().size() && i < order_.last_move; ++i) {
      const std::string text = book::position_text(position);
      if (i + 1 >= order_.first_move && position.has_legal_move() && seen.insert(text).second) {
        take(text, position);
      }
      shogi::Undo undo;
      if (i < game.moves().size()) position.do_move(game.moves()[i].bare, undo);
    }
  });
  if (!read || has_game) return read;
  return base::fail(
      base::say({"{0}: holds no game", "{0}: 対局がありません"}, base::to_utf8(order_.games)));
}

void BookThinking::tell_end(std::size_t positions) const {
  std::cout << base::say({"{0}: {1}{2}\n", "{0}: {1}{2}\n"},
                         base::counted(positions, {"{0} position", "{0}局面"},
                                       {"{0} positions", "{0}局面"}),
                         base::to_utf8(order_.book),
                         is_interrupted()
                             ? base::say({" (interrupted; the same command goes on from here)",
                                          "(中断。同じコマンドで続きから)"})
                             : "")
            << std::flush;
}

}  // namespace

base::Result<void> think_book(const BookThinkOrder& order, BookInput& input, ThinkEnd& end) {
  BookThinking thinking(order, input);
  auto done = thinking.run();
  end = thinking.how_it_ended();
  return done;
}

}  // namespace gougi::tools
