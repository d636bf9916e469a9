// SPDX-License-Identifier: MIT
#include "tools/headroom_run.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "io/signals.hpp"
#include "report/chart.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

constexpr std::chrono::seconds kBetweenHeadroomLines{2};
constexpr base::Milliseconds kDeskGrace{500};

}  // namespace

HeadroomRun::HeadroomRun(HeadroomPlan plan, HeadroomFile file,
                         std::vector<study::HeadroomLine> drawn,
                         const std::vector<study::LotGame>& games,
                         const std::vector<study::DrawnPosition>& places)
    : plan_(std::move(plan)),
      file_(std::move(file)),
      drawn_(std::move(drawn)),
      games_(games),
      places_(places),
      lines_(file_.found()) {
  wanted_ = lines_.size();
  for (std::size_t i = 0; i < drawn_.size(); ++i) wanted_ += file_.wants(i) ? 1 : 0;
  for (const auto& [number, line] : lines_) {
    if (line.left_out.empty()) {
      samples_.push_back(sample_of(line));
    } else {
      ++left_out_;
    }
  }
}

int HeadroomRun::run(std::size_t threads) {
  if (lines_.size() == wanted_) return complete();
  began_ = io::EventLoop::now();
  next_line_ = began_ + kBetweenHeadroomLines;
  const io::EndSignals signals(loop_, [this](int) {
    end(cli::kInterrupted, "stopped behind " + std::to_string(lines_.size()) + " of " +
                                std::to_string(wanted_) +
                               " positions; the same command goes on there");
  });
  for (std::size_t i = 0; i < std::min(threads, wanted_ - lines_.size()); ++i) {
    HeadroomDesk::Callbacks callbacks;
    callbacks.on_done = [this, i](study::HeadroomLine line) { take(i, std::move(line)); };
    callbacks.on_refusal = [this](const std::string& why) { end(cli::kFailed, why); };
    desks_.push_back(std::make_unique<HeadroomDesk>(loop_, plan_, std::move(callbacks)));
    give_work(i);
  }
  loop_.run();
  return status_ == 0 ? complete() : status_;
}

int HeadroomRun::complete() {
  const auto done = file_.complete(drawn_.size());
  if (done) return 0;
  std::cerr << "gougi study: " << done.error().message << "\n";
  return 1;
}

void HeadroomRun::give_work(std::size_t desk) {
  while (next_ < drawn_.size() && !file_.wants(next_)) ++next_;
  if (next_ == drawn_.size()) {
    if (working_ > 0) return;
    keep_left_out();
    return end(0, "");
  }
  ++working_;
  const std::size_t number = next_++;
  const study::DrawnPosition& place = places_[number];
  desks_[desk]->judge(drawn_[number], study::game_at(games_[place.game], place.moves));
}

void HeadroomRun::take(std::size_t desk, study::HeadroomLine line) {
  if (is_over_) return;
  --working_;
  ++done_now_;
  if (line.left_out.empty()) {
    keep_left_out();
    if (!is_over_) keep(std::move(line));
  } else {
    leave_out(std::move(line));
  }
  if (is_over_) return;
  show_progress(false);
  give_work(desk);
}

void HeadroomRun::keep(study::HeadroomLine line) {
  if (const auto kept = file_.add(line); !kept) return end(1, kept.error().message);
  if (line.left_out.empty()) samples_.push_back(sample_of(line));
  const std::size_t number = line.number;
  lines_.emplace(number, std::move(line));
}

void HeadroomRun::leave_out(study::HeadroomLine line) {
  ++left_out_;
  std::cerr << "gougi study: position " << line.number + 1 << ": " << base::printable(line.left_out)
            << "; left out, " << left_out_ << " so far\n";
  in_a_row_.push_back(std::move(line));
  if (in_a_row_.size() < kMostLeftOutInARow) return;
  end(1, std::to_string(kMostLeftOutInARow) +
             " positions in a row were left out; see to the engine, and the same command tries "
             "them again");
}

void HeadroomRun::keep_left_out() {
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
  if (!is_last && now < next_line_) return;
  next_line_ = now + kBetweenHeadroomLines;
  const auto rho = study::headroom_so_far(samples_, plan_.order.anchor);
  std::cerr << positions_left(lines_.size(), wanted_, done_now_, now - began_) << ", rho so far "
            << (rho ? report::printed("%.2f", *rho) : std::string("not known")) << "\n";
}

}  // namespace gougi::tools
