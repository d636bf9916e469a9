// SPDX-License-Identifier: MIT
// EngineSide's protocol thread: reads commands, keeps position and option values, hands work on.
// Its search thread is in engine_side_search.cpp.
#include "usi/engine_side.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "usi/engine_side_search.hpp"
#include "usi/position_text.hpp"

namespace gougi::usi {
namespace {

// Options that GUIs set whether an engine declares them or not.
bool is_set_by_every_gui(std::string_view name) { return name.starts_with("USI_"); }

// The option whose words say what the engine does with freezes.
constexpr std::string_view kFreezeOption = "Freeze";

// The moves without their freezes. One that only its freeze made legal, a pawn drop that mates,
// begins the game anew behind it.
shogi::Game without_freezes(const shogi::Game& game) {
  shogi::Game plain(game.start());
  shogi::FreezePosition position = game.freeze_start();
  for (const shogi::FreezeMove move : game.freeze_moves()) {
    shogi::FreezeUndo undo;
    position.do_move(move, undo);
    if (!plain.play(move.move)) plain = shogi::Game(position.position());
  }
  return plain;
}

}  // namespace

EngineSide::EngineSide(std::unique_ptr<Engine> engine,
                       std::function<void(std::string_view)> write_line)
    : engine_(std::move(engine)),
      name_(engine_->name()),
      author_(engine_->author()),
      options_(engine_->options()),
      freezes_(engine_->freezes()),
      game_(std::make_shared<const shogi::Game>()),
      write_line_(std::move(write_line)) {
  for (const auto& option : options_) values_.push_back(default_text(option));
  thread_ = std::thread([this] { work(); });
}

EngineSide::~EngineSide() {
  on_eof();
  thread_.join();
}

bool EngineSide::on_line(std::string_view line, base::TimePoint now) {
  std::string warning;
  const auto command = parse_command(line, &warning);
  if (!warning.empty()) complain(warning);
  if (command) {
    std::visit([&](const auto& c) { on(c, now); }, *command);
    return !std::holds_alternative<QuitCommand>(*command);
  }
  complain(command.error().message);
  const auto word = base::next_word(line);
  if (word == "position") {
    game_ = nullptr;
    unruled_ = nullptr;
  }
  if (word == "gameover") on(GameOverCommand{}, now);
  return true;
}

// Queries are answered to their end: a script's `bench` and the end of its input come at once.
void EngineSide::on_eof() {
  {
    const std::scoped_lock lock(mutex_);
    if (active_) active_->stop();
    quit_ = true;
  }
  wake_.notify_one();
}

bool EngineSide::is_busy() {
  const std::scoped_lock lock(mutex_);
  if (active_ && !active_->is_released()) return false;
  return active_ || query_ || working_ || !jobs_.empty();
}

void EngineSide::on(const UsiCommand&, base::TimePoint) {
  write(format(Answer(IdNameAnswer{name_})));
  write(format(Answer(IdAuthorAnswer{author_})));
  for (const auto& option : options_) write(format(option));
  if (freezes_ != FreezeAbility::kNone) write(format(Answer(FreezeAnswer{freezes_})));
  write(format(Answer(UsiOkAnswer{})));
}

void EngineSide::on(const IsReadyCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  freeze_counts_ = {};
  enqueue(Prepare{game_over_});
  game_over_ = false;
}

std::vector<Option>::const_iterator EngineSide::find_option(std::string_view name) const {
  const std::string wire_name = to_wire_name(name);
  return std::find_if(options_.begin(), options_.end(), [&](const Option& option) {
    return base::iequals(to_wire_name(option.name), wire_name);
  });
}

void EngineSide::set_option(const Option& option, std::string_view value) {
  auto normal = normalise_value(option, std::string(value));
  if (!normal) return complain("setoption: " + normal.error().message);
  values_[static_cast<std::size_t>(&option - options_.data())] = *normal;
  if (option.name == kFreezeOption) freezes_ = parse_freeze_ability(*normal).value_or(freezes_);
  enqueue(SetOption{option.name, std::move(*normal)});
}

void EngineSide::on(const SetOptionCommand& command, base::TimePoint) {
  const auto option = find_option(command.name);
  if (option != options_.end()) return set_option(*option, command.value.value_or(""));
  const std::string wire_name = to_wire_name(command.name);
  auto& known = unknown_options_;
  if (is_set_by_every_gui(command.name) || known.size() > 100 ||
      std::find(known.begin(), known.end(), wire_name) != known.end()) {
    return;
  }
  known.push_back(wire_name);
  complain("setoption: there is no option " + wire_name);
}

void EngineSide::on(const NewGameCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  enqueue(NewGame{});
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
    return base::fail("position: it has freezes, and this engine does not play Freeze shogi");
  }
  if (freezes_ == FreezeAbility::kIgnore) return without_freezes(game);
  return game;
}

void EngineSide::on(const GoCommand& command, base::TimePoint now) {
  auto search = std::make_shared<Search>(*this, game_, command, now, unruled_);
  {
    const std::scoped_lock lock(mutex_);
    end_search_locked(HowToEnd::kOvertake);
    active_ = search;
    jobs_.emplace_back(std::move(search));
  }
  wake_.notify_one();
}

void EngineSide::on(const StopCommand&, base::TimePoint) { end_search(HowToEnd::kAnswer); }

void EngineSide::on(const PonderHitCommand& command, base::TimePoint now) {
  {
    const std::scoped_lock lock(mutex_);
    if (!active_ || !active_->pondering() || active_->stop_requested()) return;
    active_->ponder_hit(command.clock, now);
  }
  wake_.notify_one();
}

void EngineSide::on(const GameOverCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  game_over_ = true;
}

void EngineSide::on(const QuitCommand&, base::TimePoint) { on_eof(); }

void EngineSide::on(const QueryCommand& command, base::TimePoint now) {
  if (command.word == "getoption") return say_in_turn(getoption(command.arguments));
  if (command.word == "compiler") return say_in_turn({compiler_text()});
  if (!game_) return complain(command.word + ": there is no position");
  if (auto lines = show(command.word, game_->freeze_position()))
    return say_in_turn(std::move(*lines));
  {
    const std::scoped_lock lock(mutex_);
    ++queries_;
  }
  enqueue(Query{command, std::make_shared<Search>(*this, game_, GoCommand{}, now)});
}

// At once, but not before the answers to earlier queries.
void EngineSide::say_in_turn(Lines lines) {
  {
    const std::scoped_lock lock(mutex_);
    if (queries_ > 0) {
      jobs_.emplace_back(std::move(lines));
      return;
    }
  }
  run(lines);
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
  if (option == options_.end()) option = find_option("USI_" + std::string(name));
  if (option != options_.end()) set_option(*option, base::trim(rest));
}

EngineSide::Lines EngineSide::getoption(std::string_view name) const {
  Lines lines;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const auto wire_name = to_wire_name(options_[i].name);
    if (!name.empty() && !base::iequals(wire_name, to_wire_name(name))) continue;
    lines.push_back("Options[" + wire_name + "] == " + values_[i]);
  }
  if (lines.empty() && !name.empty()) {
    lines.push_back("No such option: " + base::printable(name, 100));
  }
  return lines;
}

void EngineSide::end_search(HowToEnd how) {
  {
    const std::scoped_lock lock(mutex_);
    end_search_locked(how);
  }
  wake_.notify_one();
}

void EngineSide::end_search_locked(HowToEnd how) {
  if (query_) query_->stop();
  for (const Job& job : jobs_) {
    if (const auto* waiting = std::get_if<Query>(&job)) waiting->host->stop();
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

void EngineSide::enqueue(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void EngineSide::write(std::string_view line) {
  const std::scoped_lock lock(write_mutex_);
  write_line_(line);
}

void EngineSide::complain(std::string_view text) { write(info_string(text)); }

}  // namespace gougi::usi
