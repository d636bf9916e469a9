// SPDX-License-Identifier: MIT
// The engine's side of the Universal Pyon Interface, layer 1 and what this project adds so that
// programs can treat it like any engine: lines in, lines out. It does no input and output of its
// own. on_line() is for one thread; lines come out of that thread and of the thinking one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/word_help.hpp"
#include "pyonpyon/game.hpp"
#include "pyonpyon/search.hpp"
#include "pyonpyon/table_file.hpp"

namespace gougi::pyonpyon {

/// What `go` asks for.
struct GoOrder {
  SearchLimits limits;
  base::Milliseconds time{1000};  ///< the greatest number: no limit of time
  bool infinite = false;
};
/// Reads the words of a `go` line, the first of which is go.
base::Result<GoOrder> read_go(const std::vector<std::string_view>& words);

/// What a `setoption` line says: of Hash, or of Table, which has no number.
struct UpiOption {
  std::optional<std::int64_t> megabytes;
  std::string_view value;  ///< within the line
};
base::Result<UpiOption> read_option(std::string_view line);

/// The number of moves of a `perft` line.
base::Result<int> read_perft(const std::vector<std::string_view>& words);

/// What is wrong with a line that UpiSide knows the first word of, whatever the game at hand: for
/// who types it where nobody reads an answer.
base::Result<void> judge_upi(std::string_view line);

/// The first words of all lines that UpiSide knows.
std::vector<std::string_view> upi_words();

/// Of `undo`, also where a relay takes it.
inline constexpr base::Text kUndoIsBare{"undo takes one move back; nothing stands behind it",
                                        "undo は1手戻します。後ろには何も書けません"};
inline constexpr base::Text kNothingToUndo{"undo: no move was made yet",
                                           "undo: まだ1手も指していません"};
inline constexpr base::Text kDoIsLike{"do is like: do d5c5, do resign, do draw",
                                      "do は do d5c5、do resign、do draw の形です"};

/// What each of them is for.
std::span<const base::WordHelp> upi_help();

class UpiSide {
 public:
  /// A line of the answer, without its end; the board is several.
  using Say = std::function<void(std::string_view line)>;

  explicit UpiSide(Say say);
  /// Stops thinking.
  ~UpiSide();
  UpiSide(const UpiSide&) = delete;
  UpiSide& operator=(const UpiSide&) = delete;

  /// False for `quit`. A line that is wrong is answered by "info string error: …" and changes
  /// nothing. A `go` stops the search that runs, which answers first; but an infinite one, which
  /// nobody waits for without `stop`, is dropped in silence. A `position` is for the next `go`.
  bool on_line(std::string_view line);
  /// Whether it thinks, or counts for perft.
  bool is_busy() const { return busy_.load(); }

 private:
  using Words = std::vector<std::string_view>;

  base::Result<void> obey(std::string_view line, const Words& words);
  base::Result<void> set_option(std::string_view line);
  base::Result<void> set_table(std::string_view file);
  base::Result<void> do_move(const Words& words);
  base::Result<void> undo_move(const Words& words);
  base::Result<void> set_position(std::string_view line);
  base::Result<void> go(const Words& words);
  base::Result<void> perft(const Words& words);
  void show_help() const;
  void introduce() const;
  void show_board() const;
  /// Has `work` done on the thinking thread, which is idle.
  void begin(std::function<void()> work);
  void think(const GoOrder& order, const Game& game);
  /// Says what it counted; false, and says nothing, if `stop` ended it.
  bool count_leaves(const Game& game, int depth, const std::function<bool()>& stop) const;
  /// What the table says, told as a search tells; nothing where it leaves a choice of moves, which
  /// then are the limits'.
  std::optional<std::string> look_up(const Game& game, SearchLimits& limits, base::TimePoint begin);
  void report(const Thought& thought, base::TimePoint begin) const;
  void finish_thinking();
  void drop_if_infinite();

  Say say_;
  Game game_;
  std::size_t megabytes_ = 64;
  std::unique_ptr<Search> search_;  // made by the first go
  std::optional<SolvedGame> table_;
  std::thread thinker_;
  std::atomic<bool> busy_{false};
  std::atomic<bool> stop_{false};
  std::atomic<bool> dropped_{false};  // before stop_
  bool infinite_ = false;             // the search begun last
  bool counts_ = false;               // not a search was begun last, but perft
};

}  // namespace gougi::pyonpyon
