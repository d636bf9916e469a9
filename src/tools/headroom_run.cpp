// SPDX-License-Identifier: MIT
#include "tools/headroom_run.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

constexpr base::Milliseconds kDeskGrace{500};

}  // namespace

HeadroomRun::HeadroomRun(HeadroomPlan plan, HeadroomFile file,
                         std::vector<study::HeadroomLine> drawn,
                         const std::vector<study::LotGame>& games,
                         const std::vector<study::DrawnPosition>& places, const FirstOpinion* first)
    : plan_(std::move(plan)),
      file_(std::move(file)),
      drawn_(std::move(drawn)),
      games_(games),
      places_(places),
      first_(first),
      lines_(file_.found()) {
  wanted_ = lines_.size();
  for (std::size_t i = 0; i < drawn_.size(); ++i) wanted_ += wants(i) ? 1 : 0;
  for (const auto& [number, line] : lines_) {
    if (line.left_out.empty()) {
      samples_.push_back(sample_beside(line, first_));
    } else {
      ++left_out_;
    }
  }
}

bool HeadroomRun::wants(std::size_t number) const {
  return file_.wants(number) && (first_ == nullptr || first_->lines.contains(number));
}

// Left out by the study before, or all of one mind, so that nothing depends on the value.
bool HeadroomRun::take_as_it_was(std::size_t number) {
  if (first_ == nullptr || is_over_) return false;
  const study::HeadroomLine& line = first_->lines.at(number);
  if (line.left_out.empty() && line.moves.size() > 1) return false;
  if (!line.left_out.empty()) ++left_out_;
  keep(line);
  return true;
}

int HeadroomRun::run(std::size_t threads, const std::filesystem::path& stop_file) {
  if (lines_.size() == wanted_) return complete();
  began_ = io::EventLoop::now();
  line_.wait(began_);
  const cli::Interruption interruption(
      loop_,
      [this] {
        if (is_over_) return;
        is_finishing_ = true;
        if (!has_any_in_hand()) return end_interrupted();
        cli::tell_finishing("gougi study", {"the positions at hand", "判定中の局面"});
      },
      stop_file);
  // Behind the first look at the stop file: what is to end at once begins nothing.
  loop_.set_timer(io::EventLoop::now(), [this, threads] {
    if (!is_over_) begin(threads);
  });
  loop_.run();
  return status_ == 0 ? complete() : status_;
}

void HeadroomRun::begin(std::size_t threads) {
  for (std::size_t i = 0; i < std::min(threads, wanted_ - lines_.size()); ++i) {
    HeadroomDesk::Callbacks callbacks;
    callbacks.on_done = [this, i](study::HeadroomLine line, bool was_lost) {
      take(i, std::move(line), was_lost);
    };
    callbacks.on_refusal = [this](const std::string& why) { end(cli::kFailed, why); };
    desks_.push_back(std::make_unique<HeadroomDesk>(loop_, plan_, std::move(callbacks)));
    give_work(i);
  }
}

// What waits for an engine that was never ready is not.
bool HeadroomRun::has_any_in_hand() const {
  const auto waiting =
      std::ranges::count_if(desks_, [](const auto& desk) { return desk->waits_for_first_start(); });
  return working_ > static_cast<std::size_t>(waiting);
}

void HeadroomRun::end_interrupted() {
  end(cli::kInterrupted,
      base::say({"stopped behind {0} of {1} positions; the same command goes on there",
                 "{1}局面のうち {0}局面で中断しました。同じコマンドで続きから始められます"},
                lines_.size(), wanted_));
}

int HeadroomRun::complete() {
  const auto done = file_.complete(drawn_.size());
  if (done) return 0;
  std::cerr << "gougi study: " << done.error().message << "\n";
  return 1;
}

void HeadroomRun::give_work(std::size_t desk) {
  while (next_ < drawn_.size() && (!wants(next_) || take_as_it_was(next_))) ++next_;
  if (is_over_) return;
  if (is_finishing_ && next_ < drawn_.size()) {
    if (!has_any_in_hand()) end_interrupted();
    return;
  }
  if (next_ == drawn_.size()) {
    if (working_ > 0) return;
    if (samples_.empty() && in_a_row_count_ > 1) return end_without_any();
    keep_left_out();
    if (lost_ == 0) return end(0, "");
    return end(cli::kTryAgain,
               base::say({"positions not done, as an engine failed at them: {0}; the same command "
                          "tries them again",
                          "エンジンが失敗したため終わっていない局面: "
                          "{0}。同じコマンドで改めて試します"},
                         lost_));
  }
  ++working_;
  const std::size_t number = next_++;
  const study::DrawnPosition& place = places_[number];
  study::HeadroomLine line = first_ != nullptr ? first_->lines.at(number) : drawn_[number];
  desks_[desk]->judge(std::move(line), study::game_at(games_[place.game], place.moves));
}

void HeadroomRun::take(std::size_t desk, study::HeadroomLine line, bool was_lost) {
  if (is_over_) return;
  --working_;
  ++done_now_;
  if (line.left_out.empty()) {
    keep_left_out();
    if (!is_over_) keep(std::move(line));
  } else {
    leave_out(std::move(line), was_lost);
  }
  if (is_over_) return;
  show_progress(false);
  give_work(desk);
}

void HeadroomRun::keep(study::HeadroomLine line) {
  if (const auto kept = file_.add(line); !kept) return end(1, kept.error().message);
  if (line.left_out.empty()) samples_.push_back(sample_beside(line, first_));
  const std::size_t number = line.number;
  lines_.emplace(number, std::move(line));
}

// Of a part what was lost is not kept, so that the next run asks again.
void HeadroomRun::leave_out(study::HeadroomLine line, bool was_lost) {
  const bool is_to_be_repeated = was_lost && file_.is_part();
  std::size_t& count = is_to_be_repeated ? lost_ : left_out_;
  ++count;
  line_.end();
  std::cerr << "gougi study: "
            << base::say(is_to_be_repeated
                             ? base::Text{"position {0}: {1}; not done, {2} so far",
                                          "局面 {0}: {1}。終わっていません(これまで {2})"}
                             : base::Text{"position {0}: {1}; left out, {2} so far",
                                          "局面 {0}: {1}。除外しました(これまで {2})"},
                         line.number + 1, base::printable(line.left_out), count)
            << "\n";
  if (!is_to_be_repeated) in_a_row_.push_back(std::move(line));
  if (++in_a_row_count_ == kMostLeftOutInARow) end_without_any();
}

void HeadroomRun::end_without_any() {
  end(lost_ > 0 ? cli::kTryAgain : cli::kFailed,
      base::say(
          {"{0} positions in a row were left out; see to the engine, and the same command tries "
           "them again",
           "{0}局面続けて除外しました。エンジンを確かめてください。同じコマンドで改めて試します"},
          in_a_row_count_));
}

void HeadroomRun::keep_left_out() {
  in_a_row_count_ = 0;
  for (study::HeadroomLine& line : std::exchange(in_a_row_, {})) {
    if (!is_over_) keep(std::move(line));
  }
}

void HeadroomRun::end(int status, const std::string& why) {
  if (is_over_) return;
  is_over_ = true;
  status_ = status;
  if (done_now_ > 0) show_progress(true);
  if (!why.empty()) std::cerr << "gougi study: " << base::printable(why, 4000) << "\n";
  for (const auto& desk : desks_) desk->quit(kDeskGrace);
  stop_when_ended(loop_, desks_, io::EventLoop::now() + 3 * kDeskGrace);
}

void HeadroomRun::show_progress(bool is_last) {
  const auto now = io::EventLoop::now();
  const auto text = [&] {
    const auto rho = study::headroom_so_far(samples_, plan_.order.anchor);
    return positions_left(lines_.size(), wanted_, done_now_, now - began_) +
           base::say({", rho so far {0}", "、ここまでの rho {0}"},
                     rho ? fmt::format("{:.2f}", *rho) : base::say({"not known", "不明"}));
  };
  if (!is_last) return line_.show(now, text);
  line_.show_now(now, text());
  line_.leave();
}

}  // namespace gougi::tools
