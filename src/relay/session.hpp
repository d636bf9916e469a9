// SPDX-License-Identifier: MIT
// The relay's session: one USI host above, N children below, consensus in between. Events in,
// effects out; no I/O, no clock of its own, no thread. Everything that can go wrong with children,
// clocks and GUIs can therefore be played in virtual time. The shell (shell.hpp) carries the
// effects out.
//
// Whatever happens, a `go` is answered with exactly one bestmove (or checkmate), in time: from the
// ballots, from partial ballots, from the reserve engine, from any legal move; resign only if
// mated.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relay/absence.hpp"
#include "relay/event.hpp"
#include "relay/game_memory.hpp"
#include "relay/lateness.hpp"
#include "relay/option_board.hpp"
#include "relay/round.hpp"
#include "relay/rules.hpp"
#include "relay/session_record.hpp"
#include "settings/relay_settings.hpp"
#include "usi/command.hpp"
#include "usi/host_side.hpp"

namespace gougi::relay {

/// What the session is told about the machine it runs on.
struct Surroundings {
  bool japanese_locale = false;  ///< what G_Language=auto means
  /// Options of each child's last start (empty: none known): the GUI is shown them at once.
  std::vector<std::vector<usi::Option>> remembered_options;
  /// Children that had no option at all at their last start, by index.
  std::vector<int> without_options;
  /// What they said of Freeze shogi there, by index; beyond the end: nothing.
  std::vector<usi::FreezeAbility> remembered_freezes;
  /// Their id names there, likewise.
  std::vector<std::string> remembered_names;
  /// "" if none is known.
  std::string remembered_name(int child) const;
  /// What is known of the child's last start; nullptr: nothing.
  const std::vector<usi::Option>* remembered(int child) const;
  std::uint64_t seed = 1;  ///< of the chances in strategies, where G_Seed sets none
  /// The wall clock at begin(); set: every decision gives a Record effect.
  std::optional<WallTime> record_since;
};

class Session {
 public:
  /// `settings` and `rules`, those of its protocol, must outlive the session.
  explicit Session(const settings::RelaySettings& settings, Surroundings surroundings = {},
                   const Rules& rules = shogi_rules());
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Starts all children, in parallel.
  const std::vector<Effect>& begin(base::TimePoint now);
  /// Takes an event; the effects hold until the next call.
  const std::vector<Effect>& on(const Event& event);
  /// When a TimePassed event is due, if at all.
  std::optional<base::TimePoint> deadline() const;

  int child_count() const { return static_cast<int>(children_.size()); }
  bool finished() const { return finished_; }
  /// Effective language of free text.
  bool japanese() const;

 private:
  class Child;
  friend class Child;

  // What the GUI says (session_host.cpp).
  void take_host_line(std::string_view line);
  void refuse_position(const std::string& why);
  void take(const usi::UsiCommand&);
  void take(const usi::IsReadyCommand&);
  void take(const usi::SetOptionCommand& command);
  void take(const usi::NewGameCommand&);
  void take(const usi::PositionCommand& command);
  void take(const usi::GoCommand& command);
  void take(const usi::StopCommand&);
  void take(const usi::PonderHitCommand& command);
  void take(const usi::GameOverCommand& command);
  void take(const usi::QuitCommand&);
  void take(const usi::QueryCommand& command);
  void take(const usi::FreezeNumCommand& command);
  void take(const usi::UnknownCommand&) {}
  void try_usi_ok(bool time_is_up);
  void try_ready_ok();
  void say_ready_ok();
  void keep_awake();  ///< a GUI that waits for `readyok`, and its user
  std::optional<Absence> absence_of(const Child& child) const;
  void note_absences(Round& round) const;
  /// Who wrote `usi`, `isready` and `go` at once gets usiok and readyok before the move.
  void answer_questions_first();
  void end_game(usi::GameResult result);  ///< if one was played
  void finish();

  // Children (session_children.cpp).
  void hear(Child& child);  ///< takes what its conversation has to tell
  void take(Child& child, const usi::ToEngine& event);
  void take(Child& child, const usi::EngineDeclared& event);
  void take(Child& child, const usi::EngineReady& event);
  void take(Child& child, const usi::EngineThinks& event);
  void take(Child& child, const usi::EngineMoves& event);
  void take(Child& child, const usi::EngineMates& event);
  void take(Child& child, const usi::EngineUnreadable& event);
  void take(Child& child, const usi::SearchLost& event);
  void take(Child& child, const usi::EngineBackInStep& event);
  void take(Child& child, const usi::EngineOddity& event);
  void take(Child& child, const usi::EngineStuck& event);
  std::shared_ptr<const usi::SearchJudge> judge_of(const Child& child, usi::SearchId id) const;
  void child_declared(Child& child);
  void child_ready(Child& child);
  void child_info(Child& child, usi::SearchId id, const usi::InfoView& info);
  bool is_possible(const Child& child, usi::SearchId id, const usi::BestMoveAnswer& answer) const;
  /// Whether a line, raw words, can be of this search: as far as it can be read, a few plies of it
  /// are legal there.
  bool may_think(const Child& child, usi::SearchId id, std::string_view pv) const;
  void child_best_move(Child& child, usi::SearchId id, const usi::BestMoveAnswer& answer);
  void child_checkmate(Child& child, usi::SearchId id, const usi::CheckMateAnswer& answer);
  void child_unreadable(Child& child, usi::SearchId id, std::string_view words);
  void child_back_in_step(Child& child, const std::string& dropped);
  void child_search_lost(Child& child, usi::SearchId id, const std::string& why);
  void child_stuck(Child& child, const std::string& why);
  void child_ended(Child& child, const std::string& by_itself, bool could_start);
  void start_child(Child& child);
  void restart_due_children();
  std::string label(const Child& child) const;

  // The round (session_round.cpp).
  void begin_round(const usi::SearchLimits& limits);
  void begin_mate_round(const usi::MateLimits& limits);
  Seat seat_for(const Child& child) const;
  bool seat_another();
  void ask_voter(Child& child, Seat& seat);
  void join_if_free(Child& child);
  void stop_pondering(Child& child, Seat& seat);
  void ask_solver(Child& child, SolverSeat& seat);
  void set_line_count(Child& child);
  bool somebody_may_join() const;
  void wake_reserve();
  bool reserve_is_seated() const;
  Seat& seat_reserve();
  bool ask_reserve_for_a_moment();  ///< whether it is asked
  bool reserve_may_help() const;
  void drop_round();      ///< no answer: the GUI has moved on
  void force_decision();  ///< an answer now, from what there is
  void consider();        ///< an answer if there can be one
  void consider_mate(bool time_is_up);
  void decide(const Outcome& outcome);
  void end_searches();
  void call_reserve_if_silent();
  consensus::Facts facts() const;
  bool no_voter_has_said_anything() const;
  void take_votes_of_the_lost();
  void bound_loading();
  bool take_mates_in_sight();

  // What the GUI is shown of it (session_display.cpp).
  void explain(const Round& round, const Outcome& outcome);
  void show_analysis();
  void say_analysis_legend();
  void show_vote(const Round& round, const Outcome& outcome);
  void forward_info(const Seat& seat, const usi::InfoView& info);
  const Seat& leading_seat() const;

  // The round's clock (session_clock.cpp).
  ClockRules clock_rules() const;
  void start_clock();
  void set_patience();
  void set_probe();
  base::Milliseconds stop_lead(const Child& child) const;
  void plan_search(Child& child, Asked& asked, base::TimePoint wanted_at);
  usi::SearchLimits limits_for(const Child& child, const Asked& asked,
                               const usi::SearchLimits& limits, shogi::Color side,
                               base::Milliseconds used) const;
  void learn_answer(Child& child, const Asked& asked, const Round& round) const;
  void watch_clock();
  std::optional<base::TimePoint> clock_deadline() const;
  void stop_search(Asked& asked);
  void stop_due_searches();
  void stop_voters();
  void take_partials();
  void take_what_there_is(Round& round, Seat& seat);
  void hurry_laggards();
  void stop_all_at(base::TimePoint at);  ///< unless that is too late anyway
  /// It is asked then (session_silence.cpp); `share`: what it was told of the move's time.
  base::TimePoint silent_until(const Asked& asked, double share) const;
  void plan_silence();
  void plan_silence_of_solvers();
  void watch_solvers();
  void watch_silence();
  void go_on_if_agreed();

  // Mates beyond the present position (session_mates.cpp).
  bool pv_is_solved() const;
  void begin_mates();
  bool is_idle_solver(const Child& child) const;
  std::optional<MateJob> next_mate_job() const;
  void look_for_mates_soon();  ///< there may be new positions, or somebody to look at them
  void feed_solvers();
  void stop_overdue_solvers();
  MateJob* mate_job_of(const Child& child, usi::SearchId search);
  void mate_job_done(MateJob& job, const usi::CheckMateAnswer& answer);
  void tell_mate_news();
  base::Duration time_for_threats() const;
  bool waits_for_threats(const Outcome& outcome);  ///< whether the answer does
  bool is_freeing_a_solver();

  // Pondering (session_ponder.cpp).
  void remember_replies(const Round& round, const Outcome& outcome);
  void spread_over_replies();
  bool may_go_on(const Child& child, const usi::ClockTimes& told, const usi::ClockTimes& now) const;
  void go_on_from_ponder(Child& child, Seat& seat, const usi::ClockTimes& clock);
  void keep_guesses();  ///< the GUI ends the ponder round: who is elsewhere may be right
  bool is_guess(const Child& child) const;
  bool take_guess(Child& child, Seat& seat);  ///< whether the child thinks of this very position
  void drop_guesses();

  // Freeze shogi (session_freeze.cpp).
  bool plays_freezes() const;
  bool adds_freezes() const;  ///< `freeze: emulate`
  usi::FreezeAbility freeze_ability_of(const Child& child) const;
  usi::FreezeAbility freeze_ability() const;  ///< of the whole
  void announce_freezes();
  void correct_announced_freezes(const Child& child);  ///< now that it has declared itself
  void tell_freeze_counts(const shogi::FreezeCounts& counts);
  static const std::shared_ptr<const std::string>& line_for(const Child& child,
                                                            const PositionLines& lines);
  /// All votes may be void where engines do not see what is frozen: the bundled engine is started
  /// with the first position of a game with freezes.
  void start_reserve_for_freezes();
  bool can_ask_for_freezes() const;
  double share_for_freezes() const;
  bool waits_for_freeze(Outcome& outcome);  ///< whether the answer does
  bool asks_for_freeze(const Outcome& outcome) const;
  bool resigns_blindly(const Outcome& outcome) const;
  void mate_instead_of_resigning(Outcome& outcome) const;
  void ask_for_freeze(shogi::Move move, const std::vector<shogi::FreezeMove>& among);
  std::vector<shogi::FreezeMove> freezes_to_ask(shogi::Move move) const;
  bool is_freeze_question(const Child& child, usi::SearchId search) const;
  void freeze_answered(const usi::BestMoveAnswer& answer);
  void freeze_unanswered();
  void hurry_freeze_question();  ///< the GUI said `stop`
  void take_freeze(Outcome& outcome) const;
  void add_freeze(Outcome& outcome, const std::vector<shogi::FreezeMove>& line,
                  const std::string& why, const std::string& why_ja) const;
  void go_without_freeze(Outcome& outcome);
  static void note_no_freeze(Outcome& outcome, const std::string& why, const std::string& why_ja);

  bool extend_on_split();  ///< session_split.cpp; whether the voters think on

  // What a strategy asks beyond the ballots (session_inquiries.cpp).
  void begin_inquiries(const consensus::Ask& ask);
  void ask_next_inquiry(Child& child);
  void inquiry_done(Child& child, Inquiry& inquiry);
  void end_inquiries();

  // Output.
  void to_host(std::string line);
  void show_thought(const usi::InfoAnswer& info);  ///< a GUI that reads slowly may miss it
  void to_child(const Child& child, std::string_view line);
  void say(std::string_view text);  ///< an info string
  void warn_once(const std::string& message);
  void explain_oddity(const Child& child, const std::string& text);

  const settings::RelaySettings& settings_;
  Surroundings surroundings_;
  OptionBoard board_;
  std::vector<std::unique_ptr<Child>> children_;
  std::vector<Effect> effects_;
  base::TimePoint now_{};

  const Rules& rules_;
  std::string translated_;                    ///< the line at hand, as the rules read it
  std::shared_ptr<const Game> game_;          ///< what `position` said last
  std::string position_error_;                ///< why the last `position` is unusable
  PositionLines lines_;                       ///< for engines, normalised
  PositionLines sfen_lines_;                  ///< for solvers: without history
  shogi::FreezeCounts freeze_counts_{};       ///< FREEZENUM: where `position` gives none
  shogi::FreezeCounts told_freeze_counts_{};  ///< what children were told by it last
  /// What the GUI was told of the whole; nothing: not asked yet.
  std::optional<usi::FreezeAbility> announced_freezes_;
  std::unique_ptr<Round> round_;
  SessionRecord record_;
  GameMemory memory_;
  Lateness lateness_;
  std::optional<base::TimePoint> probe_at_;  ///< while a clock runs: a timer to learn from
  base::Duration probe_span_{0};

  /// What the voters for the last move expect after it.
  struct Expected {
    std::uint64_t after = 0;
    std::vector<std::pair<int, shogi::FreezeMove>> replies;  ///< by child
  };
  Expected expected_;
  /// A search that ponders on though its round has ended.
  struct Guess {
    int child;
    usi::SearchId search;
    std::shared_ptr<const std::string> position_line;
    usi::ClockTimes clock;
    LastInfo last;
  };
  std::vector<Guess> guesses_;
  std::optional<base::TimePoint> guesses_until_;

  std::optional<base::TimePoint> usi_deadline_;
  std::optional<base::TimePoint> ready_deadline_;  ///< set: `readyok` is owed
  base::TimePoint ready_asked_at_{};
  std::optional<base::TimePoint> keep_alive_at_;
  bool prepared_ = false;  ///< `isready` has come
  bool in_game_ = false;   ///< between `usinewgame` and `gameover`
  bool played_ = false;    ///< a move was asked for since the last game's end
  bool finished_ = false;
  std::vector<std::string> warned_;  ///< complaints about setoption, each said once

  /// What has been shown of the search, by multipv.
  struct Shown {
    int depth = 0;
    base::TimePoint at{};
  };
  std::array<Shown, 64> shown_{};
};

}  // namespace gougi::relay
