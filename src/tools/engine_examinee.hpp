// SPDX-License-Identifier: MIT
// One engine under examination: a process that lines are said to and heard of as they are, with
// what a rule needs to judge them: how it introduced itself, what was asked and is still owed, and
// what was wrong with lines that nobody waited for. It holds no rule (engine_rule.hpp) and corrects
// nothing, unlike the conversations of the relay and of matches. A process that died or hung is
// replaced by another when the next rule wants one. For one thread; all calls block, none for
// longer than it was told to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "driver/last_words.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "shogi/game.hpp"
#include "tools/check_words.hpp"
#include "usi/answer.hpp"
#include "usi/option.hpp"

namespace gougi::tools {

class Examinee {
 public:
  /// What the first process said until it had declared itself.
  struct Introduction {
    std::string before;              ///< the first line before `usi`; "": none
    std::vector<std::string> lines;  ///< after `usi`, without usiok
    base::Duration to_usiok{};
    base::Duration to_readyok{};
  };
  struct Answer {
    std::string line;        ///< bestmove … or checkmate …
    base::Duration after{};  ///< since it was asked
  };
  /// The first line of each kind that was heard so far; "": none.
  struct Seen {
    std::string unasked_answer;  ///< no `go` asked for it
    std::string unasked_info;    ///< a score or a pv while nothing is searched
    std::string foreign;         ///< no word of USI
    std::string malformed_info;
    std::string odd_word;  ///< an info line with a word that some GUIs do not bear
    std::string illegal_pv;
    std::string illegal_currmove;
    std::string illegal_ponder;
    std::string error_line;  ///< on stderr
    std::uint64_t error_bytes = 0;
    long infos = 0;
  };

  using Options = std::vector<std::pair<std::string, std::string>>;

  /// How long it may take.
  struct Limits {
    base::Milliseconds usiok;    ///< to declare itself, within `loading`
    base::Milliseconds loading;  ///< to get ready
  };

  /// `words` outlives this.
  Examinee(io::LaunchSpec spec, Options options, Limits limits, const CheckWords& words);
  ~Examinee();
  Examinee(const Examinee&) = delete;
  Examinee& operator=(const Examinee&) = delete;

  /// Sees to it that it runs, has its options, is ready and searches nothing, with a new process if
  /// need be. False: it does not get there, see trouble().
  bool be_ready();
  /// In words; of the last be_ready() that failed.
  const std::string& trouble() const { return trouble_; }
  /// It failed to get ready so often, or was silent for so long, that it is not tried again.
  bool is_hopeless() const { return is_mute_ || failed_starts_ >= kMostFailedStarts; }
  /// The line that it is waited for, for who tells; "": none.
  std::string_view awaited() const { return awaited_; }
  bool runs() const { return process_ != nullptr && !exit_; }
  /// How its last process ended, in words.
  std::string death() const;
  /// "it ended: …", and what it last wrote to stderr.
  std::string end_in_words() const;
  /// Waits no longer for it to get ready: be_ready() is false then, and was_given_up() true.
  void give_up_start();
  bool is_starting() const { return is_starting_; }
  bool was_given_up() const { return is_given_up_; }
  const std::optional<io::ExitStatus>& exit() const { return exit_; }
  /// Ends the process by force.
  void kill();
  /// After a rule: what it still owes is fetched with `stop`. What was wrong, in words; "":
  /// nothing.
  std::string settle();

  /// Says a line and forgets what was heard.
  void ask(std::string_view line);
  /// Says a line.
  void say(std::string_view line);
  /// Writes whole lines, ends included, in one go, and forgets what was heard.
  void ask_at_once(const std::string& lines);
  /// Closes its input.
  void hang_up(base::Milliseconds grace);
  /// The first line since it was asked that begins with this word; waits for it.
  std::optional<Answer> wait_for(std::string_view word, base::Milliseconds limit);
  /// The same for bestmove and checkmate.
  std::optional<Answer> answer(base::Milliseconds limit);
  /// Lets time pass while lines come in.
  void listen(base::Milliseconds span);
  bool wait_exit(base::Milliseconds limit);
  /// Lines since it was asked that begin with this word.
  int count(std::string_view word) const;
  /// The same for bestmove and checkmate.
  int answers() const { return count("bestmove") + count("checkmate"); }
  /// Lines since it was asked.
  const std::vector<Answer>& heard() const { return heard_; }
  /// An older search was replaced and owes nothing any more.
  void forgive();

  /// What it may take beyond what it was given; less once it has been silent several times, so that
  /// an engine that answers nothing does not take all day.
  base::Milliseconds patience() const;
  /// The game of the last `position` that was said.
  const shogi::Game& game() const { return game_; }
  const Introduction& introduction() const { return introduction_; }
  /// The options that could be read, of the first process.
  const std::vector<usi::Option>& options() const { return options_; }
  /// Those that it was to be given.
  const Options& given() const { return given_; }
  const Seen& seen() const { return seen_; }
  std::size_t memory() const;
  const CheckWords& words() const { return words_; }
  /// On which it is heard; runs while a call blocks.
  io::EventLoop& loop() { return loop_; }

 private:
  using enum CheckText;
  static constexpr int kMostFailedStarts = 2;

  bool start();
  bool load();
  bool introduce();
  void set_options();
  bool fail(std::string why);
  bool fail_unready(CheckText silent, base::Milliseconds waited, std::string_view option);
  void hear(std::string_view line);
  void hear_error(std::string_view line);
  void judge_info(const std::string& line);
  void judge_ponder(const std::string& line);
  void follow(std::string_view line);
  void run_until(base::TimePoint end);
  template <class Wanted>
  std::optional<Answer> wait(base::Milliseconds limit, Wanted wanted);

  io::LaunchSpec spec_;
  Options given_;
  base::Milliseconds usiok_;
  base::Milliseconds loading_;
  const CheckWords& words_;
  io::EventLoop loop_;
  std::shared_ptr<io::ChildProcess> process_;
  std::optional<io::ExitStatus> exit_;
  bool is_ready_ = false;
  bool is_starting_ = false;
  bool is_given_up_ = false;
  bool is_introduced_ = false;
  bool is_mute_ =
      false;  ///< no process of it has ever been ready, and the last one ran and was silent
  int failed_starts_ = 0;
  int silences_ = 0;
  std::string trouble_;
  driver::LastWords last_words_;

  std::vector<Answer> heard_;
  std::size_t heard_bytes_ = 0;
  bool waits_ = false;  ///< every line ends run_until()
  std::string awaited_;
  base::TimePoint asked_at_{};
  int owed_ = 0;               ///< answers to `go`
  bool may_be_older_ = false;  ///< lines of thought may be of the search that was replaced
  shogi::Game game_;
  Introduction introduction_;
  std::vector<usi::Option> options_;
  Seen seen_;
};

}  // namespace gougi::tools
