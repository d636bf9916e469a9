// SPDX-License-Identifier: MIT
// EngineSide's ear: reads commands, keeps position and option values, and makes jobs of what is for
// the engine, which engine_side_jobs.cpp goes through.
#include "usi/engine_side.hpp"

#include <algorithm>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "usi/frozen_marks.hpp"
#include "usi/position_text.hpp"

namespace gougi::usi {
namespace {

// Options that GUIs set whether an engine declares them or not.
bool is_set_by_every_gui(std::string_view name) { return name.starts_with("USI_"); }

// The option whose words say what the engine does with freezes.
constexpr std::string_view kFreezeOption = "Freeze";
// The one that asks for what moves were made under.
constexpr std::string_view kFrozenOption = "WriteFrozen";

// The moves without their freezes. One that only its freeze made legal, a pawn drop that mates,
// begins the game anew behind it.
shogi::Game without_freezes(const shogi::Game& game) {
  shogi::Game plain(game.start());
  shogi::FreezePosition position = game.freeze_start();
  for (const shogi::Move move : game.moves()) {
    shogi::FreezeUndo undo;
    position.do_move(move, undo);
    if (!plain.play(move.bare)) plain = shogi::Game(position.position());
  }
  return plain;
}

}  // namespace

EngineSide::EngineSide(EngineCard card)
    : card_(std::move(card)),
      freezes_(card_.freezes),
      game_(std::make_shared<const shogi::Game>()) {
  for (const auto& option : card_.options) values_.push_back(default_text(option));
}

std::optional<EngineEvent> EngineSide::next() {
  if (events_.empty()) return std::nullopt;
  std::optional<EngineEvent> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

void EngineSide::line(std::string_view text, base::TimePoint now) {
  if (quit_) return;
  hear(text, now);
  advance();
}

void EngineSide::hear(std::string_view text, base::TimePoint now) {
  std::string warning;
  const auto command = parse_command(text, &warning);
  if (!warning.empty()) complain(warning);
  if (command) return std::visit([&](const auto& c) { on(c, now); }, *command);
  complain(command.error().message);
  const auto word = base::next_word(text);
  if (word == "position") {
    game_ = nullptr;
    unruled_ = nullptr;
  }
  if (word == "gameover") on(GameOverCommand{}, now);
}

// Queries are answered to their end: a script's `bench` and the end of its input come at once.
void EngineSide::eof() {
  if (active_) active_->stop();
  quit_ = true;
  advance();
}

void EngineSide::on(const UsiCommand&, base::TimePoint) {
  say(format(Answer(IdNameAnswer{card_.name})));
  say(format(Answer(IdAuthorAnswer{card_.author})));
  for (const auto& option : card_.options) say(format(option));
  if (freezes_ != FreezeAbility::kNone) say(format(Answer(FreezeAnswer{freezes_})));
  say(format(Answer(UsiOkAnswer{})));
}

void EngineSide::on(const IsReadyCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  freeze_counts_ = {};
  jobs_.emplace_back(Prepare{game_over_});
  game_over_ = false;
}

std::vector<Option>::const_iterator EngineSide::find_option(std::string_view name) const {
  const std::string wire_name = to_wire_name(name);
  return std::find_if(card_.options.begin(), card_.options.end(), [&](const Option& option) {
    return base::iequals(to_wire_name(option.name), wire_name);
  });
}

void EngineSide::set_option(const Option& option, std::string_view value) {
  auto normal = normalise_value(option, std::string(value));
  if (!normal) return complain("setoption: " + normal.error().message);
  values_[static_cast<std::size_t>(&option - card_.options.data())] = *normal;
  if (option.name == kFreezeOption) freezes_ = parse_freeze_ability(*normal).value_or(freezes_);
  if (option.name == kFrozenOption) writes_frozen_ = *normal == "true";
  jobs_.emplace_back(SetOption{{option.name, std::move(*normal)}});
}

void EngineSide::on(const SetOptionCommand& command, base::TimePoint) {
  const auto option = find_option(command.name);
  if (option != card_.options.end()) return set_option(*option, command.value.value_or(""));
  const std::string wire_name = to_wire_name(command.name);
  auto& known = unknown_options_;
  if (is_set_by_every_gui(command.name) || known.size() > 100 ||
      std::find(known.begin(), known.end(), wire_name) != known.end()) {
    return;
  }
  known.push_back(wire_name);
  std::vector<std::string> names;
  for (const Option& each : card_.options) names.push_back(to_wire_name(each.name));
  const std::vector<std::string_view> all(names.begin(), names.end());
  complain(base::say(
      {"setoption: there is no option {0}{1}", "setoption: オプション {0} はありません{1}"},
      wire_name, base::did_you_mean(wire_name, all)));
}

void EngineSide::on(const NewGameCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  jobs_.emplace_back(NewGame{});
  game_over_ = false;
}

void EngineSide::on(const PositionCommand& command, base::TimePoint) {
  std::string warning;
  const bool knows_freezes = freezes_ != FreezeAbility::kNone;
  auto game = replay(command, &warning, knows_freezes ? freeze_counts_ : shogi::FreezeCounts{});
  if (!warning.empty()) complain(warning);
  unruled_ = nullptr;
  if (game && game->is_freeze_game()) {
    game = by_ability(std::move(*game));
    if (!game) {
      game_ = nullptr;
      return complain(game.error().message);
    }
  }
  if (game) {
    game_ = std::make_shared<const shogi::Game>(std::move(*game));
  } else {
    game_ = nullptr;
    unruled_ = std::make_shared<const PositionCommand>(command);
    complain(game.error().message);
  }
}

base::Result<shogi::Game> EngineSide::by_ability(shogi::Game game) const {
  if (freezes_ == FreezeAbility::kNone) {
    return base::fail(
        base::say({"position: it has freezes, and this engine does not play Freeze shogi",
                   "position: フリーズがありますが、このエンジンは Freeze将棋を指しません"}));
  }
  if (freezes_ == FreezeAbility::kIgnore) return without_freezes(game);
  return game;
}

void EngineSide::on(const GoCommand& command, base::TimePoint now) {
  end_search(HowToEnd::kOvertake);
  active_ = std::make_shared<EngineSearch>(game_, command, now, unruled_);
  jobs_.emplace_back(Search{active_});
}

void EngineSide::on(const StopCommand&, base::TimePoint) { end_search(HowToEnd::kAnswer); }

void EngineSide::on(const PonderHitCommand& command, base::TimePoint now) {
  if (!active_ || !active_->pondering() || active_->stop_requested()) return;
  active_->ponder_hit(command.clock, now);
}

void EngineSide::on(const GameOverCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  game_over_ = true;
}

void EngineSide::on(const QuitCommand&, base::TimePoint) { eof(); }

void EngineSide::on(const QueryCommand& command, base::TimePoint now) {
  if (command.word == "getoption") return say_in_turn(getoption(command.arguments));
  if (command.word == "compiler") return say_in_turn({compiler_text()});
  if (!game_)
    return complain(
        base::say({"{0}: there is no position", "{0}: 局面がありません"}, command.word));
  if (auto lines = show(command.word, game_->freeze_position())) {
    const bool is_sfen = command.word == "sfen" || command.word == "d";  // that stands last
    if (is_sfen && writes_frozen_) lines->back() = with_frozen_mark(lines->back(), *game_);
    return say_in_turn(std::move(*lines));
  }
  ++queries_;
  jobs_.emplace_back(Query{{command, std::make_shared<EngineSearch>(game_, GoCommand{}, now)}});
}

// At once, but not before the answers to earlier queries.
void EngineSide::say_in_turn(Lines lines) {
  if (queries_ > 0) {
    jobs_.emplace_back(std::move(lines));
    return;
  }
  for (const std::string& line : lines) say(line);
}

// Sent behind readyok: the counts of the game where its `position` gives none.
void EngineSide::on(const FreezeNumCommand& command, base::TimePoint) {
  freeze_counts_ = command.counts;
}

// "Threads 4": an option's name and its value, as people type it.
void EngineSide::on(const UnknownCommand& command, base::TimePoint) {
  std::string_view rest = command.text;
  const std::string_view name = base::next_word(rest);
  if (name.empty()) return;
  auto option = find_option(name);
  if (option == card_.options.end()) option = find_option("USI_" + std::string(name));
  if (option != card_.options.end()) set_option(*option, base::trim(rest));
}

EngineSide::Lines EngineSide::getoption(std::string_view name) const {
  Lines lines;
  for (std::size_t i = 0; i < card_.options.size(); ++i) {
    const auto wire_name = to_wire_name(card_.options[i].name);
    if (!name.empty() && !base::iequals(wire_name, to_wire_name(name))) continue;
    lines.push_back("Options[" + wire_name + "] == " + values_[i]);
  }
  if (lines.empty() && !name.empty()) {
    lines.push_back("No such option: " + base::printable(name, 100));
  }
  return lines;
}

void EngineSide::end_search(HowToEnd how) {
  for (const Job& job : jobs_) {
    if (const auto* query = std::get_if<Query>(&job)) query->task.search->stop();
  }
  if (!active_) return;
  // One that may have been answered by now owes its answer, whatever comes: whether it was done a
  // moment before the line came must not decide how many answers there are.
  if (how == HowToEnd::kOvertake && !active_->is_released()) {
    active_->drop();
  } else {
    active_->stop();
  }
}

}  // namespace gougi::usi
