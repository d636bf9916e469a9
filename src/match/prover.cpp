// SPDX-License-Identifier: MIT
#include "match/prover.hpp"

#include <new>
#include <system_error>
#include <utility>

namespace gougi::match {
namespace {

constexpr std::size_t kMateTableMegabytes = 16;

}  // namespace

Prover::Prover(io::EventLoop& loop, std::uint64_t nodes) : loop_(loop), nodes_(nodes) {
  try {
    solver_.resize(kMateTableMegabytes);
  } catch (const std::bad_alloc&) {
    solver_.resize(1);
  }
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {
  }
}

Prover::~Prover() {
  give_up();
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  has_work_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Prover::ask(const shogi::Position& position, Answer answer) {
  answer_ = std::move(answer);
  const Question question{position, ++wanted_};
  if (!thread_.joinable()) {
    loop_.post([this, life = std::weak_ptr(life_), question] {
      if (!life.expired() && wanted_ == question.number) reply(question);
    });
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    next_ = question;
  }
  has_work_.notify_one();
}

void Prover::give_up() {
  answer_ = nullptr;
  ++wanted_;
}

void Prover::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    has_work_.wait(lock, [this] { return is_over_ || next_; });
    if (is_over_) return;
    const Question question = *std::exchange(next_, std::nullopt);
    lock.unlock();
    reply(question);
  }
}

void Prover::reply(const Question& question) {
  const bool result = is_mate(question);
  loop_.post([life = std::weak_ptr(life_), result, number = question.number] {
    const auto prover = life.lock();
    if (!prover || (*prover)->wanted_ != number) return;
    std::exchange((*prover)->answer_, nullptr)(result);
  });
}

bool Prover::is_mate(const Question& question) {
  mate::MateLimits limits;
  limits.nodes = nodes_;
  limits.post = mate::PostSearch::kNone;
  const auto result = solver_.solve(question.position, limits, [&](const mate::MateProgress&) {
    return wanted_ != question.number;
  });
  return result.verdict == mate::Verdict::kMate;
}

}  // namespace gougi::match
