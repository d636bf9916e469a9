// SPDX-License-Identifier: MIT
#include "tools/council_queue.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <variant>

#include "base/say.hpp"
#include "game/shogi_position.hpp"
#include "relay/ballot_of.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

constexpr base::Milliseconds kCouncilGrace{500};

std::string void_reason(const shogi::Position& position, const usi::BestMoveAnswer& best) {
  const auto* const move = std::get_if<usi::Move>(&best.choice);
  if (move != nullptr && (move->freezes() || !position.is_legal(move->of_shogi().bare))) {
    return base::say({"answered {0}, which is not legal", "合法手でない {0} を答えました"},
                     usi::to_text(*move));
  }
  const bool declares = std::holds_alternative<usi::DeclareWin>(best.choice);
  if (declares && !shogi::can_declare(position, shogi::DeclarationRule::k27)) {
    return base::say({"declared a win that is none", "条件を満たさない宣言勝ちをしました"});
  }
  return "";
}

}  // namespace

// The members' processes and a solver of mates, which judge one position after the other: the
// solver first, on a thread of its own, so that neither a signal nor a line waits for it.
class CouncilQueue::Desk {
 public:
  explicit Desk(CouncilQueue& queue)
      : queue_(queue), proofs_(queue.plan_.mate_nodes, [this] { return is_stopped_.load(); }) {
    const CouncilPlan& plan = queue_.plan_;
    for (std::size_t i = 0; i < plan.members.size(); ++i) {
      engines_.push_back(std::make_unique<AskedEngine>(
          queue_.loop_, plan.members[i], plan.patience, [this, i](const std::string& why) {
            queue_.on_refusal_(2, queue_.plan_.names[i] + ": " + why);
          }));
    }
  }
  ~Desk() { quit(base::Duration(0)); }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  bool is_free() const { return !is_busy_; }
  bool waits_for_first_start() const {
    return std::ranges::any_of(engines_,
                               [](const auto& engine) { return engine->waits_for_first_start(); });
  }

  void judge(CouncilTask task) {
    is_busy_ = true;
    task_ = std::move(task);
    line_ = std::make_shared<const std::string>(task_.game->text(task_.plies));
    judgement_ = {};
    if (queue_.plan_.mate_nodes == 0) return next();
    if (solver_.joinable()) solver_.join();
    solver_ = std::thread([this, position = position()] {
      auto mate = proofs_.prove(position);
      queue_.loop_.post([this, mate = std::move(mate)] {
        if (is_stopped_) return;
        judgement_.mate = mate;
        next();
      });
    });
  }

  void quit(base::Duration grace) {
    is_stopped_ = true;
    if (solver_.joinable()) solver_.join();
    for (const auto& engine : engines_) engine->quit(grace);
  }
  bool has_ended() const {
    return std::all_of(engines_.begin(), engines_.end(),
                       [](const auto& engine) { return engine->has_ended(); });
  }

 private:
  const shogi::Position& position() const { return task_.game->position(task_.plies); }

  void next() {
    const std::size_t member = judgement_.ballots.size();
    if (member == engines_.size()) {
      is_busy_ = false;
      const CouncilTask done = std::move(task_);  // it may be given the next
      return queue_.take(done, std::move(judgement_));
    }
    engines_[member]->ask(line_, position().side_to_move(), queue_.plan_.limits[member],
                          [this](const base::Result<AskedAnswer>& answer) { take(answer); });
  }

  void take(const base::Result<AskedAnswer>& answer) {
    if (!answer) {
      judgement_.ballots.emplace_back().void_reason = answer.error().message;
    } else {
      judgement_.ballots.push_back(relay::ballot_of(game::ShogiPosition(position()), {},
                                                    answer->last, answer->best,
                                                    void_reason(position(), answer->best)));
    }
    next();
  }

  CouncilQueue& queue_;
  std::vector<std::unique_ptr<AskedEngine>> engines_;
  std::atomic<bool> is_stopped_{false};
  analysis::MateProofs proofs_;
  std::thread solver_;
  bool is_busy_ = false;
  CouncilTask task_;
  std::shared_ptr<const std::string> line_;
  Judgement judgement_;
};

CouncilQueue::CouncilQueue(io::EventLoop& loop, const CouncilPlan& plan,
                           analysis::JudgedPositions& judged, std::size_t desks,
                           std::function<void(int, const std::string&)> on_refusal)
    : loop_(loop),
      plan_(plan),
      judged_(judged),
      most_desks_(desks),
      on_refusal_(std::move(on_refusal)) {}

CouncilQueue::~CouncilQueue() = default;

std::optional<Judgement> CouncilQueue::known(const GameLine& game, std::size_t plies) const {
  const auto name = name_of(plan_, game.text(plies));
  const auto text = name ? judged_.find(*name) : std::nullopt;
  return text ? read_judgement(*text, plan_.members.size(), game.position(plies)) : std::nullopt;
}

CouncilQueue::Number CouncilQueue::add(CouncilTask task) {
  const Number number = next_++;
  const Place place{-task.priority, number};
  places_.emplace(number, place);
  waiting_.emplace(place, std::move(task));
  if (!is_due_) loop_.post([this] { give_work(); });
  is_due_ = true;
  return number;
}

bool CouncilQueue::withdraw(Number number) {
  const auto place = places_.find(number);
  if (place == places_.end()) return false;
  waiting_.erase(place->second);
  places_.erase(place);
  return true;
}

void CouncilQueue::give_work() {
  is_due_ = false;
  while (!is_over_ && !waiting_.empty() && working_ < most_desks_) {
    CouncilTask task = std::move(waiting_.begin()->second);
    places_.erase(waiting_.begin()->first.second);
    waiting_.erase(waiting_.begin());
    if (auto known = this->known(*task.game, task.plies)) {
      task.done(std::move(*known));
      continue;
    }
    ++working_;
    auto desk = std::find_if(desks_.begin(), desks_.end(),
                             [](const auto& each) { return each->is_free(); });
    if (desk == desks_.end()) {
      desk = desks_.insert(desks_.end(), std::make_unique<Desk>(*this));
    }
    (*desk)->judge(std::move(task));
  }
}

void CouncilQueue::take(const CouncilTask& task, Judgement judgement) {
  if (is_over_) return;
  --working_;
  // What an engine failed at is left out of the file, so that the next run tries it again.
  if (!judgement.has_failures()) {
    const auto name = name_of(plan_, task.game->text(task.plies));
    if (!name) return on_refusal_(1, name.error().message);
    if (auto kept = judged_.keep(*name, judgement_text(judgement)); !kept) {
      return on_refusal_(1, kept.error().message);
    }
  }
  task.done(std::move(judgement));
  give_work();
}

bool CouncilQueue::has_any_in_hand() const {
  const auto waiting =
      std::ranges::count_if(desks_, [](const auto& desk) { return desk->waits_for_first_start(); });
  return working_ > static_cast<std::size_t>(waiting);
}

void CouncilQueue::finish() {
  waiting_.clear();
  places_.clear();
}

void CouncilQueue::end() {
  if (is_over_) return;
  is_over_ = true;
  finish();
  for (const auto& desk : desks_) desk->quit(kCouncilGrace);
  stop_when_ended(loop_, desks_, io::EventLoop::now() + 3 * kCouncilGrace);
}

}  // namespace gougi::tools
