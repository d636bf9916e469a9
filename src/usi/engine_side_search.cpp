// SPDX-License-Identifier: MIT
// EngineSide's search thread: does the jobs in order, judges what the engine answers, and holds the
// answer back until it may go out.
#include "usi/engine_side_search.hpp"

#include <exception>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::usi {
namespace {

BestMoveAnswer any_move(const shogi::FreezePosition& position, shogi::FreezeMove preferred) {
  if (preferred && position.is_legal(preferred)) {
    return {preferred.move, std::nullopt, preferred.freeze};
  }
  std::vector<shogi::FreezeMove> moves;
  shogi::generate_legal(position, moves);
  if (moves.empty()) return {Resign{}, std::nullopt};
  return {moves[0].move, std::nullopt, moves[0].freeze};
}

bool is_legal_reply(shogi::Game game, shogi::FreezeMove move, shogi::FreezeMove reply) {
  return game.play(move).has_value() && game.freeze_position().is_legal(reply);
}

// A freeze that takes the last move away ends a game of Freeze shogi, in check or not.
bool mates(shogi::Game game, const CheckMateFound& found) {
  for (std::size_t i = 0; i < found.moves.size(); ++i) {
    if (!game.play(found.move(i))) return false;
  }
  if (found.moves.empty()) return false;
  return game.is_freeze_game() ? game.freeze_position().is_lost() : game.position().is_mated();
}

}  // namespace

void EngineSide::Search::info(const InfoAnswer& info) {
  if (dropped_) return;
  if (!info.pv.empty() && info.multipv.value_or(1) == 1) {
    const std::scoped_lock lock(mutex_);
    last_pv_move_ = info.pv_move(0);
  }
  if (info.text.empty()) return side_.write(format(Answer(info)));
  // GUIs want string or pv last: so they go out in two lines.
  InfoAnswer rest = info;
  rest.text.clear();
  if (rest != InfoAnswer{}) side_.write(format(Answer(rest)));
  message(info.text);
}

void EngineSide::Search::message(std::string_view text) {
  if (!dropped_) side_.complain(text);
}

void EngineSide::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return quit_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    working_ = true;
    if (const auto* query = std::get_if<Query>(&job)) query_ = query->host;
    lock.unlock();
    std::visit([&](const auto& j) { run(j); }, job);
    lock.lock();
    working_ = false;
  }
}

void EngineSide::run(const Prepare& job) {
  prepare_if_needed();
  if (job.after_a_game) start_new_game_if_needed();
  write(format(Answer(ReadyOkAnswer{})));
}

void EngineSide::run(const NewGame&) { start_new_game_if_needed(); }

void EngineSide::run(const SetOption& job) {
  guarded("setoption", [&] { engine_->set_option(job.name, job.value); });
  prepared_ = false;
}

std::vector<std::string> EngineSide::answer(const Query& job) {
  if (job.command.word == "perft") {
    return perft_text(
        job.command.arguments, job.host->game()->freeze_position(),
        [&] { return job.host->stop_requested(); }, &base::Clock::now);
  }
  return engine_->query(job.command, *job.host->game(), *job.host);
}

void EngineSide::run(const Query& job) {
  prepare_if_needed();
  fresh_ = false;
  guarded(job.command.word, [&] {
    for (const auto& line : answer(job)) write(base::printable(line, 1U << 16U));
  });
  const std::scoped_lock lock(mutex_);
  query_ = nullptr;
  --queries_;
}

void EngineSide::run(const Lines& lines) {
  for (const std::string& line : lines) write(line);
}

void EngineSide::run(const std::shared_ptr<Search>& search) {
  if (search->is_dropped()) return;
  prepare_if_needed();
  fresh_ = false;
  const Answer answer = think(*search);
  {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return search->is_released(); });
    if (active_ == search) active_ = nullptr;
    if (search->is_dropped()) return;
  }
  write(format(answer));
}

// Runs the engine and makes of its answer one that may be sent.
Answer EngineSide::think(Search& search) {
  const shogi::Game* const game = search.game();
  if (search.is_mate()) {
    CheckMateAnswer answer{MateTimeout{}};
    if (game == nullptr) return answer;
    guarded("go mate", [&] { answer = engine_->solve_mate(*game, search.mate_limits(), search); });
    const auto* found = std::get_if<CheckMateFound>(&answer.result);
    if (found != nullptr && !mates(*game, *found)) {
      search.message("the mate found is none and not shown");
      answer.result = MateTimeout{};
    }
    return answer;
  }

  BestMoveAnswer answer{Resign{}, std::nullopt};
  const SearchLimits limits = search.limits();
  if (game == nullptr) {
    if (search.unruled() == nullptr || !engine_->may_break_rules()) return answer;
    guarded("go", [&] { answer = engine_->search_unruled(*search.unruled(), limits, search); });
    return answer;
  }
  const auto& position = game->freeze_position();
  bool failed = true;
  guarded("go", [&] {
    answer = engine_->search(*game, limits, search);
    failed = false;
  });
  shogi::FreezeMove move = answer.move();
  const bool is_illegal = std::holds_alternative<shogi::Move>(answer.choice) &&
                          !engine_->may_break_rules() && !position.is_legal(move);
  if (is_illegal) search.message("the move chosen, " + notation::to_usi(move) + ", is not legal");
  const bool gives_up = limits.infinite && std::holds_alternative<Resign>(answer.choice);
  if (failed || is_illegal || gives_up) answer = any_move(position, search.last_pv_move());

  if (!std::holds_alternative<shogi::Move>(answer.choice)) {
    return BestMoveAnswer{answer.choice, std::nullopt};
  }
  move = answer.move();
  if (answer.ponder && !is_legal_reply(*game, move, answer.ponder_move())) answer.ponder.reset();
  // The last pv has to begin with the move: GUIs record it as the move's comment.
  if (search.last_pv_move() && search.last_pv_move() != move) {
    InfoAnswer info;
    info.set_pv({move});
    search.info(info);
  }
  return answer;
}

// What an engine throws ends the call, not the process: the GUI still gets its answer.
void EngineSide::guarded(std::string_view what, const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& e) {
    complain(std::string(what) + " failed: " + e.what());
  } catch (...) {
    complain(std::string(what) + " failed");
  }
}

void EngineSide::prepare_if_needed() {
  if (prepared_) return;
  prepared_ = true;
  guarded("isready", [&] {
    for (const std::string& message : engine_->prepare()) complain(message);
  });
}

void EngineSide::start_new_game_if_needed() {
  if (fresh_) return;
  prepare_if_needed();
  fresh_ = true;
  guarded("usinewgame", [&] { engine_->new_game(); });
}

}  // namespace gougi::usi
