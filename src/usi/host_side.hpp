// SPDX-License-Identifier: MIT
// The host's end of USI: one conversation with one child engine, as a state machine. It takes the
// child's lines and the host's wishes, each with its time, and gives events (host_event.hpp), which
// the owner takes by next(), and deadlines to watch. It knows what may be said when: a wish that
// comes at a bad moment waits (a `go` over a running search first stops that search and drops its
// answer). Every search has a number, and every answer is given with the number of the search it
// belongs to. No I/O, no clock, no consensus, nobody is called; one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "usi/answer.hpp"
#include "usi/answer_doubts.hpp"
#include "usi/command.hpp"
#include "usi/host_event.hpp"

namespace gougi::usi {

/// What a child cannot bear, known by its id name (see quirks_of), or can do beyond USI.
struct Quirks {
  bool can_ponder = true;
  bool can_limit = true;        ///< understands go nodes, depth, searchmoves, movetime, binc, winc
  bool ponderhit_time = false;  ///< takes clock times behind ponderhit
  bool wait_stop = false;       ///< understands go … wait_stop and rtime
  bool mateinfo = false;        ///< wants to hear of mates that others found
  /// setoption that must be sent without anybody asking for it.
  std::vector<std::pair<std::string, std::string>> options;
};
/// Facts about engines in the wild: GPSShogi dies on `go` with ponder, nodes, depth, searchmoves,
/// movetime, binc or winc;
/// Fairy-Stockfish plays shogi only with UCI_Variant=shogi.
Quirks quirks_of(std::string_view id_name);

/// A search to be made: where, and how long.
struct SearchRequest {
  std::shared_ptr<const std::string> position;  ///< the whole `position …` line
  std::variant<SearchLimits, MateLimits> limits;
  shogi::Color side = shogi::Color::kBlack;            ///< to move there: whose increment counts
  std::shared_ptr<const SearchJudge> judge = nullptr;  ///< nothing: all is possible
};

/// How long a child may take before it is given up; see EngineStuck.
struct HostSideLimits {
  base::Milliseconds handshake{30'000};  ///< usi -> usiok
  base::Milliseconds loading{120'000};   ///< isready -> readyok; slow disks and big networks exist
  base::Milliseconds stopping{2'000};    ///< stop -> bestmove
  base::Milliseconds mate_stopping{1'000};  ///< stop -> checkmate; then readyok shows it is alive
  /// isready -> readyok of a child that is brought back into step: it may have a search to end
  /// first. Longer, and one that is out of step for good is away for longer; shorter kills some
  /// that clear a big hash table.
  base::Milliseconds fence{10'000};
  /// Whether an answer may be doubted at all. Who is played against has its answers taken as they
  /// come.
  bool doubts = true;
};

class HostSide {
 public:
  enum class State {
    kDown,       ///< no process
    kHandshake,  ///< `usi` sent
    kDeclared,   ///< usiok seen, never ready yet
    kLoading,    ///< `isready` sent
    kIdle,
    kFenced,  ///< `isready` sent to have everything of older searches before its `readyok`
    kSearching,
  };

  explicit HostSide(HostSideLimits limits = {}) : limits_(limits) {}

  /// What came of everything so far, in order; to be asked for after every call of those that take
  /// a time, until there is nothing.
  std::optional<HostEvent> next();
  bool has_next() const { return taken_ != events_.size(); }
  /// The same if it is a line for the child; nothing: it is something else.
  std::optional<ToEngine> next_line();
  /// After EngineDeclared and EngineReady: all that was to be set is set.
  void go_on(base::TimePoint now);

  /// The process runs: says `usi`, and what was wished before.
  void started(base::TimePoint now);
  /// The process is gone, or of no more use: options are kept for its next start, a search is lost.
  void exited();
  void line(std::string_view text, base::TimePoint now);
  /// How long `stop` may go unanswered from now on; see HostSideLimits::stopping.
  void set_stopping_limit(base::Milliseconds limit) { limits_.stopping = limit; }
  /// Somebody waits who has nobody else: to load it has no longer than usual, from now on or from
  /// when it begins, until it is ready.
  void bound_loading(base::TimePoint now);
  void tick(base::TimePoint now);
  std::optional<base::TimePoint> deadline() const { return deadline_; }

  /// Remembered over restarts; sent as soon as the child may be told, unless it is what the child
  /// has by itself. `name` is the child's spelling.
  void set_option(const std::string& name, const std::string& value, base::TimePoint now);
  void press_button(const std::string& name, base::TimePoint now);
  /// `isready`, once nothing is running; EngineReady answers.
  void request_ready(base::TimePoint now);
  void new_game(base::TimePoint now);
  /// Told by `FREEZENUM` before the next `usinewgame` or `position`, if the child announced that it
  /// can do anything with it.
  void set_freeze_counts(const shogi::FreezeCounts& counts) { want_freeze_counts_ = counts; }
  void game_over(GameResult result, base::TimePoint now);
  /// Replaces a search that runs or waits; that one's answer is dropped.
  SearchId search(SearchRequest request, base::TimePoint now);
  /// The present search, running or waiting, is judged otherwise from now on.
  void judge_by(std::shared_ptr<const SearchJudge> judge);
  /// The present search is no longer pondering; its clock runs from now on.
  void ponder_hit(const ClockTimes& clock, base::TimePoint now);
  /// Asks the present search for its answer; nothing happens if there is none.
  void stop(base::TimePoint now);
  /// A line beside the search that runs, e.g. mateinfo; nothing happens if none does.
  void tell(std::string_view line);
  /// As stop, but the answer is dropped.
  void abandon(base::TimePoint now);

  State state() const { return state_; }
  bool declared() const { return state_ >= State::kDeclared; }
  bool ready() const { return state_ >= State::kIdle; }
  /// With no `isready` wished for or unanswered; it may have begun a search since.
  bool settled_ready() const { return ready() && !want_ready_; }
  /// The running search's number, abandoned ones not counted.
  SearchId current() const { return running() && !abandoned_ ? search_id_ : 0; }
  /// What it has said to the present search, if that may be an older one's answer and is held for
  /// something better: the vote there is. nullptr: nothing.
  const BestMoveAnswer* held_answer() const { return held_ ? &held_->answer : nullptr; }
  /// What was held in the present search and dropped because it thought on: a vote only where
  /// nothing better comes. nullptr: nothing.
  const BestMoveAnswer* dropped_answer() const { return dropped_ ? &*dropped_ : nullptr; }
  /// When the last answer to a search was said, of which EngineMoves may have told later.
  base::TimePoint answered_at() const { return answered_at_; }
  /// Whether it came behind a `stop`, which the conversation itself may have sent.
  bool answered_to_stop() const { return answered_to_stop_; }
  /// When the last search was told that has begun; it may have been asked for before.
  base::TimePoint began_at() const { return doubts_.began_at(); }
  bool search_waits() const { return pending_.has_value(); }
  /// The present search ponders, and nobody has told the child to stop: a doubtful answer has it
  /// told.
  bool is_pondering() const { return current() != 0 && pondering_ && !stop_sent_; }
  const std::string& name() const { return name_; }
  /// What it plays of Freeze shogi: what its option `Freeze` is set to, if it has one of these
  /// words and a wish for it; else what it said, and kNone until it says another word.
  FreezeAbility freeze_ability() const;
  const std::vector<Option>& options() const { return options_; }
  /// The same as the child said them, line by line, and `FREEZE …` if it said that.
  const std::vector<std::string>& option_lines() const { return option_lines_; }
  /// These and `id name …`: what its next start can be shown with.
  std::vector<std::string> declaration() const;
  Quirks& quirks() { return quirks_; }
  const Quirks& quirks() const { return quirks_; }

 private:
  struct Pending {
    SearchId id;
    SearchRequest request;
    base::TimePoint since;  ///< its clock runs from here, even while it waits
  };
  struct Wish {
    std::string name;
    std::string value;
    std::optional<std::string> told;  ///< to this process, last; nothing: it has its default
  };

  void count_taken();
  void say(std::string_view line) { events_.emplace_back(ToEngine{std::string(line)}); }
  void tell_odd(std::string text) { events_.emplace_back(EngineOddity{std::move(text)}); }
  void tell_lost(SearchId id) { events_.emplace_back(SearchLost{id, std::nullopt}); }
  void tell_mate(SearchId id, CheckMateAnswer answer) {
    events_.emplace_back(EngineMates{id, std::move(answer)});
  }
  bool is_possible(const BestMoveAnswer& answer) const {
    return judge_ == nullptr || judge_->is_possible(answer);
  }
  bool may_think(std::string_view pv) const;
  bool running() const { return state_ == State::kSearching; }
  bool settled() const { return state_ == State::kDeclared || state_ == State::kIdle; }
  void advance(base::TimePoint now);
  void send_options();
  const std::string& value_for(const Wish& wish) const;
  void send_freeze_counts();
  void begin(Pending pending, base::TimePoint now);
  void send_stop(base::TimePoint now);
  void finish_search(base::TimePoint now);
  void drop_pending();
  void abandon_running(base::TimePoint now);
  void take(Option option, std::string_view text);
  void take(const UsiOkAnswer& answer);
  void take(const ReadyOkAnswer& answer, base::TimePoint now);
  void take(const BestMoveAnswer& answer, base::TimePoint now);
  void take(const CheckMateAnswer& answer, base::TimePoint now);
  void take_unreadable(std::string_view words, base::TimePoint now);

  // Keeping in step (host_side_step.cpp).
  void take_bare_visits(std::string_view text);
  void take_info(std::string_view text, base::TimePoint now);
  bool is_of_this_search(const InfoView& info, base::TimePoint now) const;
  void take_stray_info(std::string_view text, base::TimePoint now);
  void take_thought_behind_held(base::TimePoint now);
  void take_as_answer(const BestMoveAnswer& answer, base::TimePoint said_at, base::TimePoint now);
  void hold(const BestMoveAnswer& answer, AnswerDoubts::Doubt doubt, base::TimePoint now);
  void look_at_held(base::TimePoint now);
  void settle_held(base::TimePoint now);
  void send_fence();
  void fence(base::TimePoint now);
  void pass_fence(base::TimePoint now);
  void look_at_fence(base::TimePoint now);

  HostSideLimits limits_;
  std::vector<HostEvent> events_;  ///< from taken_ on
  std::size_t taken_ = 0;
  State state_ = State::kDown;
  std::optional<base::TimePoint> deadline_;

  std::string name_;
  std::vector<Option> options_;
  std::vector<std::string> option_lines_;
  std::size_t option_bytes_ = 0;  ///< of these lines
  bool too_many_options_ = false;
  FreezeAbility freeze_ability_ = FreezeAbility::kNone;
  Quirks quirks_;

  std::vector<Wish> wishes_;
  std::vector<std::string> buttons_;
  bool declaring_ = false;  ///< the owner sets options: nothing else goes out yet
  bool want_ready_ = false;
  bool is_bounded_ = false;  ///< see bound_loading
  bool want_new_game_ = false;
  std::optional<shogi::FreezeCounts> want_freeze_counts_;
  std::optional<GameResult> want_game_over_;
  std::optional<Pending> pending_;

  SearchId last_id_ = 0;
  SearchId search_id_ = 0;
  std::shared_ptr<const SearchJudge> judge_;  ///< of the search that runs
  AnswerDoubts doubts_;                       ///< of this process
  /// An answer that may be an older search's: it holds unless something better comes.
  struct Held {
    BestMoveAnswer answer;
    AnswerDoubts::Doubt doubt = AnswerDoubts::Doubt::kNone;
    base::TimePoint said_at{};
    base::TimePoint look_at{};    ///< the child may go on thinking by itself until then
    base::TimePoint at_latest{};  ///< taken then
    bool asked = false;           ///< `isready` was sent
    int thoughts = 0;             ///< lines behind it that fit the search
    bool is_followed = false;     ///< by an impossible one, which no `readyok` came behind
  };
  std::optional<Held> held_;
  std::optional<BestMoveAnswer> dropped_;  ///< see dropped_answer
  base::Duration patience_{0};             ///< with an answer that is held, in the search that runs
  bool fence_open_ = false;                ///< `isready` sent for it, `readyok` has not come
  bool fence_lingers_ = false;  ///< it has; but the child was heard thinking, and says more
  std::string swallowed_;       ///< an answer that came before the fence's `readyok`
  std::optional<AnswerDoubts::Doubt> fence_doubt_;  ///< what the fence is for
  bool fence_for_thoughts_ = false;                 ///< or: it was heard thinking without a search
  base::TimePoint idle_since_{};
  base::TimePoint answered_at_{};
  bool answered_to_stop_ = false;
  bool chats_ = false;  ///< prints lines of thought without a search: they mean nothing
  bool mate_search_ = false;
  bool pondering_ = false;
  bool abandoned_ = false;
  bool stop_sent_ = false;
  bool syncing_ = false;  ///< a silent mate solver was sent `isready` to see whether it is alive
};

/// `limits` as a child with `quirks` can bear them when `side` is to move.
SearchLimits bearable(SearchLimits limits, const Quirks& quirks, shogi::Color side);
/// What is left of `limits` for `side` when `elapsed` has passed: off the byoyomi first, then off
/// the time, then off the increment. A running clock keeps 1 ms.
SearchLimits what_is_left(SearchLimits limits, shogi::Color side, base::Milliseconds elapsed);

}  // namespace gougi::usi
