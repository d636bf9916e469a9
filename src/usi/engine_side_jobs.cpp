// SPDX-License-Identifier: MIT
// EngineSide's jobs, one behind the other: the tasks that each is made of, what the engine says
// meanwhile, and the answer of a search, which is judged and held back until it may go out.
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "shogi/movegen.hpp"
#include "usi/engine_side.hpp"
#include "usi/frozen_marks.hpp"

namespace gougi::usi {
namespace {

BestMoveAnswer any_move(const shogi::FreezePosition& position, Move preferred) {
  if (position.is_legal(preferred.of_shogi())) return {preferred, std::nullopt};
  std::vector<shogi::Move> moves;
  shogi::generate_legal(position, moves);
  if (moves.empty()) return {Resign{}, std::nullopt};
  return {moves[0], std::nullopt};
}

bool is_legal_reply(shogi::Game game, Move move, Move reply) {
  return game.play(move.of_shogi()).has_value() &&
         game.freeze_position().is_legal(reply.of_shogi());
}

// A freeze that takes the last move away ends a game of Freeze shogi, in check or not.
bool mates(shogi::Game game, const CheckMateFound& found) {
  for (const Move move : found.moves) {
    if (!game.play(move.of_shogi())) return false;
  }
  if (found.moves.empty()) return false;
  return game.is_freeze_game() ? game.freeze_position().is_lost() : game.position().is_mated();
}

}  // namespace

bool EngineSide::is_busy() const {
  if (active_ && !active_->is_released()) return false;
  return !jobs_.empty();
}

void EngineSide::advance() {
  while (!engine_works_ && !jobs_.empty()) {
    if (!std::visit([&](auto& job) { return go_on_with(job); }, jobs_.front())) break;
    jobs_.pop_front();
  }
  if (quit_ && jobs_.empty() && !std::exchange(is_over_, true)) {
    events_.emplace_back(DialogueOver{});
  }
}

void EngineSide::give(EngineTask task) {
  engine_works_ = true;
  events_.emplace_back(std::move(task));
}

bool EngineSide::gives_preparation() {
  if (std::exchange(prepared_, true)) return false;
  give(PrepareEngine{});
  return true;
}

bool EngineSide::gives_new_game() {
  if (fresh_) return false;
  if (gives_preparation()) return true;
  fresh_ = true;
  give(BeginGame{});
  return true;
}

bool EngineSide::go_on_with(const Prepare& job) {
  if (gives_preparation() || (job.after_a_game && gives_new_game())) return false;
  say(format(Answer(ReadyOkAnswer{})));
  return true;
}

bool EngineSide::go_on_with(const NewGame&) { return !gives_new_game(); }

bool EngineSide::go_on_with(SetOption& job) {
  if (job.begun) {
    prepared_ = false;
    return true;
  }
  job.begun = true;
  give(job.task);
  return false;
}

bool EngineSide::go_on_with(Query& job) {
  if (job.begun) {
    --queries_;
    return true;
  }
  if (gives_preparation()) return false;
  fresh_ = false;
  job.begun = true;
  give(job.task);
  return false;
}

bool EngineSide::go_on_with(const Lines& lines) {
  for (const std::string& line : lines) say(line);
  return true;
}

bool EngineSide::go_on_with(Search& job) {
  const EngineSearch& search = *job.search;
  if (!job.begun) {
    if (search.is_dropped()) return true;
    if (gives_preparation()) return false;
    fresh_ = false;
    job.begun = true;
    if (search.game() != nullptr || (search.unruled() != nullptr && !search.is_mate())) {
      give(StartSearch{job.search});
      return false;
    }
    job.answer = judged(job, {});
  }
  if (!search.is_released()) return false;
  if (active_ == job.search) active_ = nullptr;
  if (!search.is_dropped()) say_of(search.game(), format(*job.answer));
  return true;
}

void EngineSide::take(const EngineNews& news) {
  std::visit([&](const auto& n) { take_one(n); }, news);
}

EngineSide::Search* EngineSide::running_search() {
  return jobs_.empty() ? nullptr : std::get_if<Search>(&jobs_.front());
}

void EngineSide::take_one(const EngineInfo& news) { say_info(running_search(), news.info); }

void EngineSide::take_one(const EngineMessage& news) {
  const Search* job = running_search();
  if (job == nullptr || !job->search->is_dropped()) complain(news.text);
}

void EngineSide::take_one(const EngineWarning& news) { complain(news.text); }

void EngineSide::take_one(const EngineReply& news) { say(base::printable(news.line, 1U << 16U)); }

void EngineSide::take_one(const EngineDone& news) {
  engine_works_ = false;
  if (Search* job = running_search(); job != nullptr && job->begun) {
    job->answer = judged(*job, news);
  }
  advance();
}

// `job`: the search that says it; nullptr: a query.
void EngineSide::say_info(Search* job, const InfoAnswer& info) {
  if (job != nullptr) {
    if (job->search->is_dropped()) return;
    if (!info.pv.empty() && info.multipv.value_or(1) == 1) job->last_pv_move = info.pv[0];
  }
  const shogi::Game* const game = job != nullptr ? job->search->game() : nullptr;
  if (info.text.empty()) return say_of(game, format(Answer(info)));
  // GUIs want string or pv last: so they go out in two lines.
  InfoAnswer rest = info;
  rest.text.clear();
  if (rest != InfoAnswer{}) say_of(game, format(Answer(rest)));
  complain(info.text);
}

void EngineSide::say_of(const shogi::Game* game, std::string_view line) {
  if (!writes_frozen_ || game == nullptr) return say(line);
  say(with_frozen_marks(line, game->freeze_position().state().in_force));
}

void EngineSide::say_message(const Search& job, std::string_view text) {
  if (!job.search->is_dropped()) complain(text);
}

// Makes of what the engine answered one that may be sent.
Answer EngineSide::judged(Search& job, const EngineDone& done) {
  const EngineSearch& search = *job.search;
  if (!search.is_mate()) {
    if (search.game() != nullptr) return judged_move(job, done);
    const auto* unruled = std::get_if<BestMoveAnswer>(&done.answer);
    return unruled != nullptr ? *unruled : BestMoveAnswer{Resign{}, std::nullopt};
  }
  const auto* answer = std::get_if<CheckMateAnswer>(&done.answer);
  if (answer == nullptr) return CheckMateAnswer{MateTimeout{}};
  const auto* found = std::get_if<CheckMateFound>(&answer->result);
  if (found != nullptr && !mates(*search.game(), *found)) {
    say_message(job, base::said({"the mate found is none and not shown",
                                 "見つけた手順では詰まないため、表示しません"}));
    return CheckMateAnswer{MateTimeout{}};
  }
  return *answer;
}

Answer EngineSide::judged_move(Search& job, const EngineDone& done) {
  const shogi::Game& game = *job.search->game();
  const auto& position = game.freeze_position();
  const auto* chosen = std::get_if<BestMoveAnswer>(&done.answer);
  BestMoveAnswer answer = chosen != nullptr ? *chosen : BestMoveAnswer{Resign{}, std::nullopt};
  Move move = answer.move();
  const bool is_illegal = std::holds_alternative<Move>(answer.choice) && !done.may_break_rules &&
                          !position.is_legal(move.of_shogi());
  if (is_illegal) {
    say_message(
        job, base::say({"the move chosen, {0}, is not legal", "選んだ {0} は合法手ではありません"},
                       to_text(move)));
  }
  const bool gives_up =
      job.search->limits().infinite && std::holds_alternative<Resign>(answer.choice);
  if (chosen == nullptr || is_illegal || gives_up) answer = any_move(position, job.last_pv_move);

  if (!std::holds_alternative<Move>(answer.choice)) {
    return BestMoveAnswer{answer.choice, std::nullopt};
  }
  move = answer.move();
  if (answer.ponder && !is_legal_reply(game, move, *answer.ponder)) answer.ponder.reset();
  // The last pv has to begin with the move: GUIs record it as the move's comment.
  if (job.last_pv_move && job.last_pv_move != move) {
    InfoAnswer info;
    info.pv = {move};
    say_info(&job, info);
  }
  return answer;
}

}  // namespace gougi::usi
