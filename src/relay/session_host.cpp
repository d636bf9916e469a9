// SPDX-License-Identifier: MIT
// What the GUI says.
#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The strictest GUI gives `usi` 5 s.
constexpr Milliseconds kUsiPatience{3500};
// Mate solvers and the reserve are no voters: who waits for `readyok` does so for them only so
// long.
constexpr Milliseconds kHelperPatience{4000};
constexpr Milliseconds kKeepAlive{5000};
// An answer to `go mate` leaves this long before its time is up.
constexpr Milliseconds kMateMargin{20};

bool extends(const Game& game, const std::vector<shogi::Move>& moves) {
  const auto& played = game.moves();
  return moves.size() >= played.size() &&
         std::equal(played.begin(), played.end(), moves.begin(),
                    [](shogi::FreezeMove ours, shogi::Move theirs) {
                      return ours == shogi::FreezeMove(theirs);
                    });
}

}  // namespace

void Session::take_host_line(std::string_view line) {
  if (const auto reply = rules_.answer(line, *game_)) {
    if (!reply->position.empty() && round_) {
      return say(rules_.complaint("\"" + base::printable(base::next_word(line), 40) +
                                  "\" while thinking; stop comes first"));
    }
    for (const std::string& text : reply->lines) to_host(text);
    if (!reply->position.empty()) take_host_line(reply->position);
    return;
  }
  std::string warning;
  const auto command = usi::parse_command(rules_.from_host(line, translated_), &warning);
  if (!warning.empty()) say(warning);
  if (!command) {
    const auto word = base::next_word(line);
    say(rules_.complaint(command.error().message));
    if (word == "position") refuse_position(command.error().message);
    if (word == "gameover") take(usi::GameOverCommand{});  // whatever came of it, it is over
    return;
  }
  std::visit([this](const auto& known) { take(known); }, *command);
}

void Session::refuse_position(const std::string& why) {
  if (!rules_.keeps_last_position()) position_error_ = why;
}

void Session::take(const usi::UsiCommand&) {
  to_host("id name " + settings_.name);
  to_host("id author the gougi authors");
  usi_deadline_ = now_ + kUsiPatience;
  try_usi_ok(false);
}

void Session::try_usi_ok(bool time_is_up) {
  if (!usi_deadline_) return;
  // What is known of an earlier start is as good as what would be waited for.
  const auto is_unknown = [&](const Child& child) {
    return child.role != Role::kReserve && !board_.knows(child.index) &&
           surroundings_.remembered(child.index) == nullptr;
  };
  for (const auto& child : children_) {
    if (!time_is_up && is_unknown(*child) && child->worth_waiting_for()) return;
  }
  for (const auto& child : children_) {
    if (child->role == Role::kReserve || board_.knows(child->index)) continue;
    if (const auto* options = surroundings_.remembered(child->index)) {
      board_.assume(child->index, *options, surroundings_.remembered_name(child->index));
    } else if (child->worth_waiting_for()) {  // of others the end has been told
      say(label(*child) +
          (japanese() ? " がまだ応答しないため、そのオプションは表示されません。\"gougi check\" "
                        "を実行してから、エンジンを登録し直してください"
                      : " has not answered yet, so its options are missing: run \"gougi check\", "
                        "then register this engine again"));
    }
  }
  usi_deadline_.reset();
  for (const usi::Option& option : board_.declarations()) to_host(usi::format(option));
  board_.note_shown();
  announce_freezes();
  to_host("usiok");
}

void Session::take(const usi::IsReadyCommand&) {
  ready_deadline_.reset();       // one readyok for all that is asked before it
  if (round_) force_decision();  // its bestmove must come before readyok
  drop_guesses();
  end_game(usi::GameResult::kDraw);
  freeze_counts_ = {};
  prepared_ = true;
  ready_asked_at_ = now_;
  ready_deadline_ = now_;
  keep_alive_at_ = now_ + kKeepAlive;
  for (auto& child : children_) {
    if (child->role == Role::kReserve && !adds_freezes()) continue;
    if (!child->hopeful()) start_child(*child);
    child->host.request_ready(now_);
  }
  try_ready_ok();
}

void Session::try_ready_ok() {
  if (!ready_deadline_) return;
  const Milliseconds bound = board_.own().ready_timeout;
  const Milliseconds for_helpers = std::min(bound, kHelperPatience);
  const auto waited = now_ - ready_asked_at_;
  bool all = true;
  bool hope = false;
  for (const auto& child : children_) {
    if (child->role == Role::kReserve && !adds_freezes()) continue;
    const bool is_voter = child->role == Role::kVoter;
    hope = hope || (is_voter && child->worth_waiting_for());
    if (child->host.settled_ready() || !child->worth_waiting_for()) continue;
    if (is_voter || waited < for_helpers) all = false;
  }
  if (hope && !all && waited < bound) {
    ready_deadline_ = ready_asked_at_ + (waited < for_helpers ? for_helpers : bound);
    return;
  }
  for (const auto& child : children_) {
    if (child->role != Role::kReserve && child->hopeful() && !child->host.settled_ready()) {
      say(label(*child) + (japanese() ? " は準備中です。準備ができ次第合議に加わります"
                                      : " is still loading and joins when it is ready"));
    }
  }
  const Child& reserve = *children_.back();
  if (adds_freezes() && !reserve.host.settled_ready()) {
    say(label(reserve) + (japanese() ? " の準備ができるまで、フリーズを加えずに指します"
                                     : " is not ready; until it is, no freezes are added"));
  }
  say_ready_ok();
}

void Session::keep_awake() {
  keep_alive_at_ = now_ + kKeepAlive;
  std::string who;
  for (const auto& child : children_) {
    if (child->role != Role::kVoter || child->host.settled_ready()) continue;
    if (!child->worth_waiting_for()) continue;
    // It may be busy with a search that it was told to stop.
    const Absence why = absence_of(*child).value_or(Absence::kLoading);
    who += (who.empty() ? "" : ", ") + label(*child) + ": " +
           std::string(absence_text(why, japanese()));
  }
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now_ - ready_asked_at_);
  const std::string seconds = std::to_string(waited.count());
  if (!who.empty()) {
    say((japanese() ? "待機中 (" + seconds + " 秒): " : "waiting (" + seconds + " s) for ") + who);
  }
  to_host("");  // some GUIs take 30 s of silence for death
}

void Session::say_ready_ok() {
  ready_deadline_.reset();
  keep_alive_at_.reset();
  to_host("readyok");
}

void Session::answer_questions_first() {
  if (usi_deadline_) try_usi_ok(true);
  if (ready_deadline_) say_ready_ok();
}

void Session::warn_once(const std::string& message) {
  if (std::ranges::find(warned_, message) != warned_.end()) return;
  if (warned_.size() < 1000) warned_.push_back(message);
  say(message);
}

void Session::take(const usi::SetOptionCommand& command) {
  const auto routed = board_.set(command.name, command.value);
  if (!routed) {
    warn_once(routed.error().message);
    return;
  }
  for (const std::string& note : routed->notes) warn_once(note);
  if (!routed->for_children.empty()) drop_guesses();  // who searches takes no options
  for (const ForChild& to : routed->for_children) {
    auto& host = children_[static_cast<std::size_t>(to.child)]->host;
    if (to.button) {
      host.press_button(to.name, now_);
    } else {
      host.set_option(to.name, to.value, now_);
    }
  }
  if (!routed->own_changed) return;
  effects_.push_back(SetEncoding{board_.own().encoding});
  if (board_.own().strategy->needs_mate_engine && settings_.mate_engines.empty()) {
    warn_once(japanese()
                  ? "詰将棋エンジンが設定されていないため、E1 だけで指します(設定ファイルの mate:)"
                  : "there is no mate engine, so that E1 plays alone (mate: in the configuration)");
  }
}

void Session::take(const usi::NewGameCommand&) {
  if (round_) {
    if (round_->limits.ponder) {
      drop_round();
    } else {
      force_decision();
    }
  }
  drop_guesses();
  end_game(usi::GameResult::kDraw);
  record_.new_game();
  in_game_ = true;
  for (auto& child : children_) {
    if (child->role != Role::kReserve || child->process_runs) child->host.new_game(now_);
  }
}

void Session::take(const usi::PositionCommand& command) {
  if (command.freeze && !plays_freezes()) {
    const std::string why = "position: freezes are switched off (freeze: off)";
    refuse_position(why);
    return say(
        rules_.complaint((japanese() ? "局面が正しくありません: " : "unusable position: ") + why));
  }
  position_error_.clear();
  // The usual case: the game went on by a move or two.
  const std::string start_sfen = game_->start().text();
  const bool same_start = command.sfen == start_sfen ||
                          (command.sfen.empty() && start_sfen == (*rules_.board(""))->text());
  std::shared_ptr<Game> next;
  const bool ordinary =
      !command.freeze && !game_->is_freeze_game() && freeze_counts_ == shogi::FreezeCounts{};
  if (ordinary && same_start && extends(*game_, command.moves)) {
    next = std::make_shared<Game>(*game_);
    for (std::size_t i = game_->moves().size(); i < command.moves.size(); ++i) {
      if (!next->play(command.moves[i])) {
        next.reset();
        break;
      }
    }
  }
  if (!next) {
    std::string warning;
    auto read = replay(rules_, command, freeze_counts_, warning);
    if (!warning.empty()) {
      base::log::warning(warning);
      say(warning);
    }
    if (!read) {
      refuse_position(read.error().message);
      say(rules_.complaint((japanese() ? "局面が正しくありません: " : "unusable position: ") +
                           read.error().message));
      return;
    }
    next = std::make_shared<Game>(*read);
  }
  game_ = std::move(next);
  lines_ = PositionLines::of(rules_, *game_);
  sfen_lines_ = PositionLines::without_history(game_->position());
  if (game_->is_freeze_game()) {
    start_reserve_for_freezes();
  } else {
    tell_freeze_counts({});  // ordinary lines give no counts
  }
}

void Session::take(const usi::GoCommand& command) {
  // A `go` over a running ponder (or over anything): only the new one is answered. But a search
  // that was stopped owes its answer.
  if (round_ && round_->answer_owed) force_decision();
  if (round_) {
    if (round_->limits.ponder) keep_guesses();
    drop_round();
  }
  if (const auto* limits = std::get_if<usi::SearchLimits>(&command.limits)) {
    begin_round(*limits);
  } else if (position_error_.empty()) {
    drop_guesses();
    begin_mate_round(std::get<usi::MateLimits>(command.limits));
  } else {
    answer_questions_first();
    to_host("checkmate " + board_.own().mate_timeout_reply);
  }
}

void Session::begin_mate_round(const usi::MateLimits& limits) {
  // The children's solvers look for mates against a defence.
  if (limits.help) {
    answer_questions_first();
    return to_host("checkmate notimplemented");
  }
  round_ = std::make_unique<Round>(game_, limits, now_);
  round_->lines = lines_;
  round_->sfen_lines = sfen_lines_;
  shown_ = {};
  if (limits.time) round_->decide_at = now_ + std::max(Milliseconds(1), *limits.time - kMateMargin);
  for (auto& child : children_) {
    if (child->role != Role::kSolver || !child->hopeful()) continue;
    round_->solvers.push_back({child->index, child->display_name(), 0, std::nullopt, {}});
    if (child->host.ready()) {
      ask_solver(*child, round_->solvers.back());
    } else if (child->host.state() == usi::HostSide::State::kDeclared) {
      child->host.request_ready(now_);
    }
  }
  if (round_->solvers.empty()) {
    round_.reset();
    answer_questions_first();
    to_host("checkmate notimplemented");
  }
}

void Session::take(const usi::StopCommand&) {
  if (!round_ || round_->answer_owed) return;
  if (round_->kind == Round::Kind::kMate) {
    consider_mate(true);
    return;
  }
  round_->answer_owed = true;
  round_->held = false;
  round_->limits.ponder = false;
  keep_guesses();
  const base::TimePoint patience_ends = now_ + settings_.grace;
  round_->decide_at = std::min(round_->decide_at.value_or(patience_ends), patience_ends);
  hurry_freeze_question();
  if (round_) stop_voters();
}

void Session::take(const usi::GameOverCommand& command) {
  if (round_) force_decision();
  drop_guesses();
  if (record_.on()) effects_.push_back(Record{to_json(record_.game_end(command.result, now_))});
  played_ = true;  // children are told, whether or not there was a move
  end_game(command.result);
  in_game_ = false;
}

void Session::end_game(usi::GameResult result) {
  memory_.clear();
  for (auto& child : children_) {
    // Some engines do not bear a second game without it, and some GUIs never say it.
    if (played_ && child->is_voter()) child->host.game_over(result, now_);
  }
  played_ = false;
}

void Session::take(const usi::QuitCommand&) { finish(); }

void Session::finish() {
  if (finished_) return;
  finished_ = true;
  for (auto& child : children_) {
    if (child->process_runs && !child->doomed) to_child(*child, "quit");
  }
  effects_.push_back(Finish{});
}

void Session::take(const usi::QueryCommand& command) {
  if (command.word == "getoption") {
    const std::string_view name = base::trim(command.arguments);
    const auto show_value = [this](std::string_view known, const std::string& value) {
      to_host("Options[" + std::string(known) + "] == " + base::printable(value, 1U << 16U));
    };
    if (name.empty()) {
      for (const usi::Option& option : board_.declarations()) {
        const std::string known = usi::to_wire_name(option.name);
        show_value(known, board_.value_of(known).value_or(""));
      }
    } else if (const auto value = board_.value_of(name)) {
      show_value(name, *value);
    } else {
      to_host("No such option: " + base::printable(name, 80));
    }
    return;
  }
  if (!position_error_.empty()) {
    say(command.word + ": there is no position");
    return;
  }
  if (auto lines = game_->position().show(command.word)) {
    for (std::string& line : *lines) to_host(std::move(line));
  }
}

}  // namespace gougi::relay
