// SPDX-License-Identifier: MIT
// EngineSide's protocol thread: reads commands, keeps position and option values, hands work on.
// Its search thread is in engine_side_search.cpp.
#include "usi/engine_side.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/engine_side_search.hpp"

namespace gougi::usi {
namespace {

base::Result<shogi::Game> play_out(const PositionCommand& command) {
  shogi::Game game;
  if (!command.sfen.empty()) {
    auto start = notation::parse_sfen(command.sfen);
    if (!start) return base::fail("position: " + start.error().message);
    game = shogi::Game(*start);
  }
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    if (!game.play(command.moves[i])) {
      return base::fail("position: move " + std::to_string(i + 1) + " (" +
                        notation::to_usi(command.moves[i]) + ") is not legal");
    }
  }
  return game;
}

// The board of an SFEN as nine lines of text, file 9 on the left as in diagrams.
std::vector<std::string> diagram(std::string_view sfen) {
  std::vector<std::string> lines;
  std::string_view rest = sfen;
  const auto board = base::next_word(rest);
  std::string row;
  const auto finish_row = [&] {
    lines.push_back(row + "  " + static_cast<char>('a' + lines.size()));
    row.clear();
  };
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      finish_row();
    } else if (c >= '1' && c <= '9') {
      for (int k = 0; k < c - '0'; ++k) row += "  .";
    } else if (c == '+' && i + 1 < board.size()) {
      row += std::string(" +") + board[++i];
    } else {
      row += std::string("  ") + c;
    }
  }
  finish_row();
  lines.insert(lines.begin(), "  9  8  7  6  5  4  3  2  1");
  lines.push_back("sfen " + std::string(sfen));
  return lines;
}

std::string legal_moves_text(const shogi::Position& position) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  std::string out;
  for (const auto move : moves) {
    if (!out.empty()) out += ' ';
    notation::append_usi(out, move);
  }
  return out;
}

std::string key_text(shogi::Key key) {
  std::array<char, 20> text{};
  const int size = std::snprintf(text.data(), text.size(), "%016llX",  //
                                 static_cast<unsigned long long>(key));
  return std::string(text.data(), static_cast<std::size_t>(size));
}

// Options that GUIs set whether an engine declares them or not.
bool is_set_by_every_gui(std::string_view name) { return name.starts_with("USI_"); }

}  // namespace

EngineSide::EngineSide(std::unique_ptr<Engine> engine,
                       std::function<void(std::string_view)> write_line)
    : engine_(std::move(engine)),
      name_(engine_->name()),
      author_(engine_->author()),
      options_(engine_->options()),
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
  if (word == "position") game_ = nullptr;
  if (word == "gameover") on(GameOverCommand{}, now);
  return true;
}

void EngineSide::on_eof() {
  {
    const std::scoped_lock lock(mutex_);
    end_search_locked(HowToEnd::kAnswer);
    quit_ = true;
  }
  wake_.notify_one();
}

void EngineSide::on(const UsiCommand&, base::TimePoint) {
  write(format(Answer(IdNameAnswer{name_})));
  write(format(Answer(IdAuthorAnswer{author_})));
  for (const auto& option : options_) write(format(option));
  write(format(Answer(UsiOkAnswer{})));
}

void EngineSide::on(const IsReadyCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  enqueue(Prepare{game_over_});
  game_over_ = false;
}

void EngineSide::on(const SetOptionCommand& command, base::TimePoint) {
  const std::string wire_name = to_wire_name(command.name);
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& o) {
    return base::iequals(to_wire_name(o.name), wire_name);
  });
  if (option == options_.end()) {
    auto& known = unknown_options_;
    if (is_set_by_every_gui(command.name) || known.size() > 100 ||
        std::find(known.begin(), known.end(), wire_name) != known.end()) {
      return;
    }
    known.push_back(wire_name);
    return complain("setoption: there is no option " + wire_name);
  }
  auto value = normalise_value(*option, command.value.value_or(""));
  if (!value) return complain("setoption: " + value.error().message);
  values_[static_cast<std::size_t>(option - options_.begin())] = *value;
  enqueue(SetOption{option->name, std::move(*value)});
}

void EngineSide::on(const NewGameCommand&, base::TimePoint) {
  end_search(HowToEnd::kAnswer);
  enqueue(NewGame{});
  game_over_ = false;
}

void EngineSide::on(const PositionCommand& command, base::TimePoint) {
  auto game = play_out(command);
  if (game) {
    game_ = std::make_shared<const shogi::Game>(std::move(*game));
  } else {
    game_ = nullptr;
    complain(game.error().message);
  }
}

void EngineSide::on(const GoCommand& command, base::TimePoint now) {
  auto search = std::make_shared<Search>(*this, game_, command, now);
  {
    const std::scoped_lock lock(mutex_);
    end_search_locked(HowToEnd::kDrop);
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
  if (command.word == "getoption") return answer_getoption(command.arguments);
  if (!game_) return complain(command.word + ": there is no position");
  const auto& position = game_->position();
  if (command.word == "d") {
    for (const auto& line : diagram(notation::to_sfen(position))) write(line);
  } else if (command.word == "sfen") {
    write(notation::to_sfen(position));
  } else if (command.word == "side") {
    write(position.side_to_move() == shogi::Color::kBlack ? "black" : "white");
  } else if (command.word == "moves") {
    write(legal_moves_text(position));
  } else if (command.word == "key") {
    write(key_text(position.key()));
  } else {
    enqueue(Query{command, std::make_shared<Search>(*this, game_, GoCommand{}, now)});
  }
}

void EngineSide::on(const UnknownCommand&, base::TimePoint) {}

void EngineSide::answer_getoption(std::string_view name) {
  bool found = false;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const auto wire_name = to_wire_name(options_[i].name);
    if (!name.empty() && !base::iequals(wire_name, to_wire_name(name))) continue;
    write("Options[" + wire_name + "] == " + values_[i]);
    found = true;
  }
  if (!found && !name.empty()) write("No such option: " + base::printable(name, 100));
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
  if (!active_) return;
  // Once stopped, a search owes its answer, whatever comes.
  if (how == HowToEnd::kDrop && !active_->stop_requested()) {
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
