// SPDX-License-Identifier: MIT
// What the GUI says.
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/freeze_rules.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

bool is_ponder(const usi::GoCommand& command) {
  const auto* limits = std::get_if<usi::SearchLimits>(&command.limits);
  return limits != nullptr && limits->ponder;
}

}  // namespace

void Session::take_host_line(std::string_view line) {
  if (const auto reply = rules_.wire().answer(line, *game_.game())) {
    if (!reply->position.empty() && search_.runs()) {
      return out_.say(rules_.wire().complaint(
          base::say({"\"{0}\" while thinking; stop comes first",
                     "思考中の \"{0}\" は受け付けません。先に stop が必要です"},
                    base::printable(base::next_word(line), 40))));
    }
    for (const std::string& text : reply->lines) out_.to_host(text);
    if (!reply->position.empty()) take_host_line(reply->position);
    return;
  }
  std::string warning;
  const auto command = usi::parse_command(rules_.wire().from_host(line, translated_), &warning);
  if (!warning.empty()) out_.say(warning);
  if (!command) {
    const auto word = base::next_word(line);
    out_.say(rules_.wire().complaint(command.error().message));
    if (word == "position") {
      begin_held_go();
      game_.refuse(command.error().message);
    }
    if (word == "gameover") take(usi::GameOverCommand{});  // whatever came of it, it is over
    return;
  }
  std::visit([this](const auto& known) { take(known); }, *command);
}

void Session::take(const usi::IsReadyCommand&) {
  gui_.forget_ready();
  answer_held_go();
  search_.force();  // its bestmove must come before readyok
  search_.drop_guesses();
  end_game(usi::GameResult::kDraw);
  freezes_.forget_counts();
  gui_.ready_asked();
  for (const auto& child : children_.all()) {
    if (child->role == Role::kReserve && !adds_freezes(settings_)) continue;
    if (!child->hopeful()) children_.start(*child);
    children_.request_ready(*child, port_.now);
  }
  gui_.try_ready_ok();
}

void Session::take(const usi::SetOptionCommand& command) {
  const auto routed = options_.set(command.name, command.value);
  if (!routed) return out_.say_once(routed.error().message);
  for (const std::string& note : routed->notes) out_.say_once(note);
  if (!routed->for_children.empty()) search_.drop_guesses();  // who searches takes no options
  for (const ForChild& to : routed->for_children) children_.set_option(to, port_.now);
  if (!routed->own_changed) return;
  out_.add(SetEncoding{options_.own().encoding});
  show_live();
  if (options_.own().strategy->needs_mate_engine && settings_.mate_engines.empty()) {
    out_.say_once(
        out_.japanese()
            ? "詰将棋エンジンが設定されていないため、E1 だけで指します(設定ファイルの mate:)"
            : "there is no mate engine, so that E1 plays alone (mate: in the configuration)");
  }
}

void Session::show_live() {
  const int port = options_.own().live.port;
  if (port == live_port_) return;
  live_port_ = port;
  begin_record();
  out_.add(ShowLive{port, out_.japanese()});
}

void Session::begin_record() {
  if (environment_.record_since && !search_.record().on()) {
    search_.record().begin(*environment_.record_since, begun_);
  }
}

void Session::take(const usi::NewGameCommand&) {
  if (held_go_ && is_ponder(*held_go_)) held_go_.reset();
  answer_held_go();
  if (search_.is_pondering()) {
    search_.drop();
  } else {
    search_.force();
  }
  search_.drop_guesses();
  end_game(usi::GameResult::kDraw);
  search_.record().new_game();
  in_game_ = true;
  for (const auto& child : children_.all()) {
    const bool is_there = child->role != Role::kReserve || child->process_runs;
    if (is_there) children_.new_game(*child, port_.now);
  }
}

void Session::take(const usi::PositionCommand& command) {
  begin_held_go();  // it is of the position before
  const auto complain = [&](std::string_view why) {
    constexpr std::string_view kWhere = "position: ";  // said already
    if (why.starts_with(kWhere)) why.remove_prefix(kWhere.size());
    out_.say(rules_.wire().complaint(
        (out_.japanese() ? "局面が正しくありません: " : "unusable position: ") + std::string(why)));
  };
  if (command.speaks_of_freezes() && !plays_freezes(settings_)) {
    const std::string why = base::said({"position: freezes are switched off (freeze: off)",
                                        "position: フリーズは使わない設定です(freeze: off)"});
    game_.refuse(why);
    return complain(why);
  }
  std::string warning;
  const auto taken = game_.take(command, freezes_.counts(), warning);
  if (!warning.empty()) {
    out_.warning(warning);
    out_.say(warning);
  }
  if (!taken) return complain(taken.error().message);
  freezes_.take_position(game_.game()->is_freeze_game());
}

// Before `readyok` there may be nobody to think about it. A second one takes the place of the
// first, as it does while that one is searched.
void Session::take(const usi::GoCommand& command) {
  gui_.go_asked();
  search_.make_room();
  held_go_ = command;
  if (!gui_.owes_ready()) begin_held_go();
}

// Also before `readyok`, where the GUI says what a search has to follow at once.
void Session::begin_held_go() {
  if (!held_go_) return;
  const usi::GoCommand command = *std::exchange(held_go_, std::nullopt);
  if (const auto* limits = std::get_if<usi::SearchLimits>(&command.limits)) {
    played_ = search_.begin(*limits) || played_;
  } else {
    search_.begin_mate(std::get<usi::MateLimits>(command.limits));
  }
}

// The GUI waits for its answer no longer: to ask anybody would only be to stop them.
void Session::answer_held_go() {
  if (held_go_) search_.answer_unasked(*std::exchange(held_go_, std::nullopt));
}

void Session::take(const usi::StopCommand&) {
  begin_held_go();
  search_.stop();
}

// Of a search that does not ponder it says nothing.
void Session::take(const usi::PonderHitCommand& command) {
  if (held_go_ && is_ponder(*held_go_)) begin_held_go();
  search_.ponder_hit(command.clock);
}

void Session::take(const usi::GameOverCommand& command) {
  answer_held_go();
  search_.force();
  search_.drop_guesses();
  if (search_.record().on())
    out_.add(Record{to_json(search_.record().game_end(command.result, port_.now))});
  played_ = true;  // children are told, whether or not there was a move
  end_game(command.result);
  in_game_ = false;
}

void Session::end_game(usi::GameResult result) {
  search_.forget_game();
  for (const auto& child : children_.all()) {
    // Some engines do not bear a second game without it, and some GUIs never say it.
    if (played_ && child->is_voter()) children_.game_over(*child, result, port_.now);
  }
  played_ = false;
}

void Session::finish() {
  if (finished_) return;
  finished_ = true;
  held_go_.reset();
  for (const auto& child : children_.all()) {
    if (child->process_runs && !child->doomed) out_.to_child(child->index, "quit");
  }
  out_.add(Finish{});
}

void Session::take(const usi::QueryCommand& command) {
  if (command.word == "getoption") return get_option(base::trim(command.arguments));
  if (!game_.is_usable())
    return out_.say(
        base::say({"{0}: there is no position", "{0}: 局面がありません"}, command.word));
  if (auto lines = game_.position().show(command.word)) {
    for (std::string& line : *lines) out_.to_host(std::move(line));
  }
}

void Session::get_option(std::string_view name) {
  const auto show_value = [this](std::string_view known, const std::string& value) {
    out_.to_host("Options[" + std::string(known) + "] == " + base::printable(value, 1U << 16U));
  };
  if (name.empty()) {
    for (const usi::Option& option : options_.declarations()) {
      const std::string known = usi::to_wire_name(option.name);
      show_value(known, options_.value_of(known).value_or(""));
    }
  } else if (const auto value = options_.value_of(name)) {
    show_value(name, *value);
  } else {
    out_.to_host("No such option: " + base::printable(name, 80));
  }
}

void Session::take(const usi::FreezeNumCommand& command) {
  if (freezes_.take_counts(command.counts)) return;
  if (command.counts == shogi::FreezeCounts{}) return;
  out_.say_once(out_.japanese() ? "FREEZENUM は無視します(freeze: off)"
                                : "FREEZENUM is ignored: freezes are switched off (freeze: off)");
}

}  // namespace gougi::relay
