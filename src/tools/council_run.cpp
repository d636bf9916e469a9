// SPDX-License-Identifier: MIT
#include "tools/council_run.hpp"

#include <iostream>
#include <utility>

#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "io/signals.hpp"
#include "notation/sfen.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

constexpr std::chrono::seconds kBetweenCouncilLines{2};

}  // namespace

CouncilRun::CouncilRun(const CouncilPlan& plan, analysis::JudgedPositions& judged)
    : plan_(plan), judged_(judged) {}

CouncilRun::~CouncilRun() = default;

void CouncilRun::add(const std::shared_ptr<const GameLine>& game, std::size_t plies) {
  if (found_.emplace(name(*game, plies), std::nullopt).second) work_.push_back({game, plies});
}

std::string CouncilRun::name(const GameLine& game, std::size_t plies) const {
  const std::string text = game.text(plies);
  return name_of(plan_, text).value_or(text);
}

const Judgement* CouncilRun::find(const GameLine& game, std::size_t plies) const {
  const auto found = found_.find(name(game, plies));
  return found == found_.end() || !found->second ? nullptr : &*found->second;
}

int CouncilRun::run(std::size_t concurrency) {
  is_over_ = false;
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
    found_[name(*work.game, work.plies)] = std::move(*known);
    return true;
  });
  known_ = found_.size() - work_.size();
  if (const std::size_t known = all - work_.size(); known > 0) {
    std::cerr << "gougi analyse: " << known << " of " << all << " positions were judged before\n";
  }
  began_ = io::EventLoop::now();
  next_line_ = began_ + kBetweenCouncilLines;
  if (on_progress_) on_progress_(progress());
  if (work_.empty()) return 0;
  const io::EndSignals signals(loop_, [this](int) {
    end(cli::kInterrupted, "stopped behind " + std::to_string(done_) + " of " +
                               std::to_string(work_.size()) +
                               " positions; the same command goes on there");
  });
  for (const Work& work : work_) {
    queue_->add({work.game, work.plies, 0,
                 [this, &work](Judgement judgement) { take(work, std::move(judgement)); }});
  }
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
  found_[name(*work.game, work.plies)] = std::move(judgement);
  if (on_progress_) on_progress_(progress());
  show_progress(false);
  if (done_ == work_.size()) end(status_, "");
}

// The same again and again is said twice, and counted.
void CouncilRun::complain(const Work& work, std::size_t member, const std::string& why) {
  status_ = 1;
  if (++failures_[{member, why}] > 2) return;
  std::cerr << "gougi analyse: " << base::printable(plan_.names[member], 60) << ": "
            << base::printable(why, 400) << ", at "
            << base::printable(notation::to_sfen(work.game->position(work.plies)), 200)
            << "; the same command asks again\n";
}

void CouncilRun::end(int status, const std::string& why) {
  if (is_over_) return;
  is_over_ = true;
  status_ = status;
  if (done_ > 0) show_progress(true);
  for (const auto& [what, count] : failures_) {
    if (count <= 2) continue;
    std::cerr << "gougi analyse: " << base::printable(plan_.names[what.first], 60)
              << " failed so at " << count << " positions\n";
  }
  if (!why.empty()) std::cerr << "gougi analyse: " << base::printable(why, 4000) << "\n";
  queue_->end();
}

CouncilProgress CouncilRun::progress() const {
  return {found_.size(), known_ + done_, done_, io::EventLoop::now() - began_};
}

void CouncilRun::show_progress(bool is_last) {
  const auto now = io::EventLoop::now();
  if (!is_last && now < next_line_) return;
  next_line_ = now + kBetweenCouncilLines;
  std::cerr << positions_left(done_, work_.size(), done_, now - began_) << "\n";
}

}  // namespace gougi::tools
