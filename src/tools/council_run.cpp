// SPDX-License-Identifier: MIT
#include "tools/council_run.hpp"

#include <iostream>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "notation/sfen.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {

CouncilRun::CouncilRun(const CouncilPlan& plan, analysis::JudgedPositions& judged)
    : plan_(plan), judged_(judged) {}

CouncilRun::~CouncilRun() = default;

void CouncilRun::add(const std::shared_ptr<const GameLine>& game, std::size_t plies) {
  const auto [place, is_new] = found_.try_emplace(name(*game, plies));
  place->second.games.push_back({game, plies});
  if (is_new) work_.push_back({game, plies});
}

std::string CouncilRun::name(const GameLine& game, std::size_t plies) const {
  const std::string text = game.text(plies);
  return name_of(plan_, text).value_or(text);
}

const Judgement* CouncilRun::find(const GameLine& game, std::size_t plies) const {
  const auto found = found_.find(name(game, plies));
  return found == found_.end() || !found->second.judgement ? nullptr : &*found->second.judgement;
}

int CouncilRun::run(std::size_t concurrency, const std::filesystem::path& stop_file) {
  is_over_ = false;
  is_finishing_ = false;
  status_ = 0;
  done_ = 0;
  failures_.clear();
  queue_ = std::make_unique<CouncilQueue>(
      loop_, plan_, judged_, concurrency,
      [this](int status, const std::string& why) { end(status, why); });
  const std::size_t all = work_.size();
  std::erase_if(work_, [this](const Work& work) {
    auto known = queue_->known(*work.game, work.plies);
    if (!known) return false;
    keep(work, std::move(*known));
    return true;
  });
  known_ = found_.size() - work_.size();
  if (const std::size_t known = all - work_.size(); known > 0) {
    std::cerr << "gougi analyse: "
              << base::say({"{0} of {1} positions were judged before\n",
                            "{1}局面のうち {0}局面は判定済みです\n"},
                           known, all);
  }
  began_ = io::EventLoop::now();
  line_.wait(began_);
  if (on_progress_) on_progress_(progress());
  is_through_ = work_.empty();
  if (is_through_) return 0;
  const cli::Interruption interruption(
      loop_,
      [this] {
        if (is_over_) return;
        is_finishing_ = true;
        queue_->finish();
        if (!queue_->has_any_in_hand()) return end_interrupted();
        cli::tell_finishing("gougi analyse", {"the positions at hand", "判定中の局面"});
      },
      stop_file);
  // Behind the first look at the stop file: what is to end at once begins nothing.
  loop_.set_timer(io::EventLoop::now(), [this] {
    for (const Work& work : work_) {
      if (is_over_) return;
      queue_->add({work.game, work.plies, 0,
                   [this, &work](Judgement judgement) { take(work, std::move(judgement)); }});
    }
  });
  loop_.run();
  queue_.reset();
  work_.clear();
  return status_;
}

void CouncilRun::take(const Work& work, Judgement judgement) {
  if (is_over_) return;
  ++done_;
  for (std::size_t i = 0; i < judgement.ballots.size(); ++i) {
    if (!judgement.ballots[i].counts()) complain(work, i, judgement.ballots[i].void_reason);
  }
  keep(work, std::move(judgement));
  if (on_progress_) on_progress_(progress());
  show_progress(false);
  is_through_ = done_ == work_.size();
  if (is_through_) return end(status_, "");
  if (is_finishing_ && !queue_->has_any_in_hand()) end_interrupted();
}

void CouncilRun::end_interrupted() {
  end(cli::kInterrupted,
      base::say({"stopped behind {0} of {1} positions; the same command goes on there",
                 "{1}局面のうち {0}局面で中断しました。同じコマンドで続きから始められます"},
                done_, work_.size()));
}

void CouncilRun::keep(const Work& work, Judgement judgement) {
  Place& place = found_[name(*work.game, work.plies)];
  place.judgement = std::move(judgement);
  if (!on_judged_) return;
  for (const Work& each : place.games) on_judged_(*each.game, each.plies, *place.judgement);
}

// The same again and again is said twice, and counted.
void CouncilRun::complain(const Work& work, std::size_t member, const std::string& why) {
  status_ = 1;
  if (++failures_[{member, why}] > 2) return;
  line_.end();
  std::cerr << "gougi analyse: "
            << base::say({"{0}: {1}, at {2}; the same command asks again\n",
                          "{0}: {1}(局面 {2})。同じコマンドでもう一度尋ねます\n"},
                         base::printable(plan_.names[member], 60), base::printable(why, 400),
                         base::printable(notation::to_sfen(work.game->position(work.plies)), 200));
}

void CouncilRun::end(int status, const std::string& why) {
  if (is_over_) return;
  is_over_ = true;
  status_ = status;
  if (done_ > 0) show_progress(true);
  for (const auto& [what, count] : failures_) {
    if (count <= 2) continue;
    std::cerr << "gougi analyse: "
              << base::say({"{0} failed so at {1} positions\n",
                            "{0} は {1}局面で同じように失敗しました\n"},
                           base::printable(plan_.names[what.first], 60), count);
  }
  if (!why.empty()) std::cerr << "gougi analyse: " << base::printable(why, 4000) << "\n";
  queue_->end();
}

CouncilProgress CouncilRun::progress() const {
  return {found_.size(), known_ + done_, done_, io::EventLoop::now() - began_};
}

void CouncilRun::show_progress(bool is_last) {
  const auto now = io::EventLoop::now();
  const auto text = [&] { return positions_left(done_, work_.size(), done_, now - began_); };
  if (!is_last) return line_.show(now, text);
  line_.show_now(now, text());
  line_.leave();
}

}  // namespace gougi::tools
