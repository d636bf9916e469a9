// SPDX-License-Identifier: MIT
#include "tools/council_run.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <utility>
#include <variant>

#include "base/path.hpp"
#include "base/text.hpp"
#include "game/shogi_position.hpp"
#include "io/signals.hpp"
#include "notation/sfen.hpp"
#include "relay/ballot_json.hpp"
#include "relay/ballot_of.hpp"
#include "tools/desks.hpp"

namespace gougi::tools {
namespace {

constexpr int kCouncilInterrupted = 130;
constexpr std::chrono::seconds kBetweenCouncilLines{2};
constexpr base::Milliseconds kCouncilGrace{500};

std::string void_reason(const shogi::Game& game, const usi::BestMoveAnswer& best) {
  const auto* const move = std::get_if<usi::Move>(&best.choice);
  if (move != nullptr && (move->freezes() || !game.position().is_legal(move->of_shogi().bare))) {
    return "answered " + usi::to_text(*move) + ", which is not legal";
  }
  const bool declares = std::holds_alternative<usi::DeclareWin>(best.choice);
  if (declares && !shogi::can_declare(game.position(), shogi::DeclarationRule::k27)) {
    return "declared a win that is none";
  }
  return "";
}

}  // namespace

// The members' processes, which judge one position after the other.
class CouncilRun::Desk {
 public:
  Desk(CouncilRun& run, std::size_t number) : run_(run), number_(number) {
    for (std::size_t i = 0; i < run.plan_.members.size(); ++i) {
      engines_.push_back(std::make_unique<AskedEngine>(
          run.loop_, run.plan_.members[i], run.plan_.patience,
          [this, i](const std::string& why) { run_.end(2, run_.plan_.names[i] + ": " + why); }));
    }
  }

  void judge(const Work& work) {
    work_ = &work;
    ballots_.clear();
    next();
  }
  void quit(base::Duration grace) {
    for (const auto& engine : engines_) engine->quit(grace);
  }
  bool has_ended() const {
    return std::all_of(engines_.begin(), engines_.end(),
                       [](const auto& engine) { return engine->has_ended(); });
  }

 private:
  void next() {
    const std::size_t member = ballots_.size();
    if (member == engines_.size()) return run_.take(number_, *work_, std::move(ballots_));
    engines_[member]->ask(std::make_shared<const std::string>(work_->position),
                          work_->game.position().side_to_move(), run_.plan_.nodes[member],
                          [this](const base::Result<AskedAnswer>& answer) { take(answer); });
  }

  void take(const base::Result<AskedAnswer>& answer) {
    if (!answer) {
      ballots_.emplace_back().void_reason = answer.error().message;
    } else {
      ballots_.push_back(relay::ballot_of(game::ShogiPosition(work_->game.position()), {},
                                          answer->last, answer->best,
                                          void_reason(work_->game, answer->best)));
    }
    next();
  }

  CouncilRun& run_;
  std::size_t number_;
  std::vector<std::unique_ptr<AskedEngine>> engines_;
  const Work* work_ = nullptr;
  CouncilBallots ballots_;
};

CouncilRun::CouncilRun(CouncilPlan plan, std::filesystem::path file)
    : plan_(std::move(plan)), file_(std::move(file)) {
  read_file();
}

CouncilRun::~CouncilRun() = default;

void CouncilRun::read_file() {
  std::ifstream from(file_, std::ios::binary);
  for (std::string line; std::getline(from, line);) {
    is_cut_ = from.eof();
    if (!is_cut_) read_line(line);
  }
}

void CouncilRun::read_line(const std::string& line) {
  const auto json = relay::Json::parse(line, nullptr, false);
  if (json.is_discarded()) return;
  std::string error;
  const relay::JsonReader reader(json, "", error);
  std::string key;
  std::string position;
  reader.text("key", key);
  reader.text("position", position);
  const relay::Json* const list = reader.require("ballots");
  if (!error.empty() || key != plan_.key || !list->is_array()) return;
  CouncilBallots ballots;
  for (const auto& each : *list) {
    relay::read_ballot(relay::JsonReader(each, "ballots", error), ballots.emplace_back());
  }
  if (error.empty() && ballots.size() == plan_.members.size()) {
    judged_.insert_or_assign(std::move(position), std::move(ballots));
  }
}

void CouncilRun::add(const std::string& position, const shogi::Game& game) {
  if (judged_.contains(position) || !wanted_.insert(position).second) return;
  work_.push_back({position, game});
}

const CouncilBallots* CouncilRun::find(const std::string& position) const {
  const auto found = judged_.find(position);
  return found == judged_.end() ? nullptr : &found->second;
}

int CouncilRun::run(std::size_t concurrency) {
  if (work_.empty()) return 0;
  auto out = io::PrivateFile::open(file_, io::PrivateFile::Start::kAppend);
  if (!out) {
    std::cerr << "gougi analyse: " << out.error().message << "\n";
    return 1;
  }
  out_.emplace(std::move(*out));
  if (is_cut_) out_->write("\n");
  began_ = io::EventLoop::now();
  next_line_ = began_ + kBetweenCouncilLines;
  const io::EndSignals signals(loop_, [this](int) {
    end(kCouncilInterrupted, "stopped behind " + std::to_string(done_) + " of " +
                                 std::to_string(work_.size()) +
                                 " positions; the same command goes on there");
  });
  const std::size_t desks = std::min(concurrency, work_.size());
  for (std::size_t i = 0; i < desks; ++i) {
    desks_.push_back(std::make_unique<Desk>(*this, i));
    give_work(i);
  }
  loop_.run();
  return status_;
}

void CouncilRun::give_work(std::size_t desk) {
  if (next_ == work_.size()) {
    if (working_ == 0) end(status_, "");
    return;
  }
  ++working_;
  desks_[desk]->judge(work_[next_++]);
}

void CouncilRun::take(std::size_t desk, const Work& work, CouncilBallots ballots) {
  if (is_over_) return;
  --working_;
  ++done_;
  bool failed = false;
  for (std::size_t i = 0; i < ballots.size(); ++i) {
    if (ballots[i].counts()) continue;
    failed = true;
    status_ = 1;
    std::cerr << "gougi analyse: " << base::printable(plan_.names[i], 60) << ": "
              << base::printable(ballots[i].void_reason, 400) << ", at "
              << base::printable(notation::to_sfen(work.game.position()), 200)
              << "; the same command asks again\n";
  }
  // What an engine failed at is left out of the file, so that the next run tries it again.
  if (!failed) {
    if (const auto kept = keep(work.position, ballots); !kept) return end(1, kept.error().message);
  }
  judged_.insert_or_assign(work.position, std::move(ballots));
  show_progress(false);
  give_work(desk);
}

base::Result<void> CouncilRun::keep(const std::string& position, const CouncilBallots& ballots) {
  relay::Json line;
  line["key"] = plan_.key;
  line["position"] = position;
  line["ballots"] = relay::Json::array();
  for (const auto& ballot : ballots) line["ballots"].push_back(relay::ballot_json(ballot));
  const std::string text = line.dump() + "\n";
  if (out_->write(text) == text.size()) return {};
  return base::fail(base::to_utf8(file_) + ": cannot be written; is the disk full?");
}

void CouncilRun::end(int status, const std::string& why) {
  if (is_over_) return;
  is_over_ = true;
  status_ = status;
  if (done_ > 0) show_progress(true);
  if (!why.empty()) std::cerr << "gougi analyse: " << base::printable(why, 4000) << "\n";
  for (const auto& desk : desks_) desk->quit(kCouncilGrace);
  stop_when_ended(loop_, desks_, io::EventLoop::now() + 3 * kCouncilGrace);
}

void CouncilRun::show_progress(bool is_last) {
  const auto now = io::EventLoop::now();
  if (!is_last && now < next_line_) return;
  next_line_ = now + kBetweenCouncilLines;
  std::cerr << positions_left(done_, work_.size(), done_, now - began_) << "\n";
}

}  // namespace gougi::tools
