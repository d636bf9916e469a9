// SPDX-License-Identifier: MIT
// Looks for mates in a thread of its own, so that engines at other tables are heard meanwhile. For
// server.cpp alone; everything is for the loop's thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "io/event_loop.hpp"
#include "mate/solver.hpp"
#include "shogi/position.hpp"

namespace gougi::match {

class Prover {
 public:
  using Answer = std::function<void(bool is_mate)>;

  /// `nodes`: for each position.
  Prover(io::EventLoop& loop, std::uint64_t nodes);
  /// Breaks off what runs; nothing is answered any more.
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  /// Whether the side to move mates, as far as the solver can tell; later, from the loop. What was
  /// asked before is given up.
  void ask(const shogi::Position& position, Answer answer);
  /// What was asked is not answered any more.
  void give_up();

 private:
  struct Question {
    shogi::Position position;
    std::uint64_t number = 0;
  };

  void work();
  void reply(const Question& question);
  bool is_mate(const Question& question);

  io::EventLoop& loop_;
  const std::uint64_t nodes_;
  mate::Solver solver_;  ///< the thread's
  Answer answer_;        ///< nothing: nobody waits
  /// Dies with this object, which an answer may come too late for.
  std::shared_ptr<Prover*> life_ = std::make_shared<Prover*>(this);
  std::atomic<std::uint64_t> wanted_ = 0;  ///< the question that is waited for, by its number
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::optional<Question> next_;
  bool is_over_ = false;
  /// Last: starts when all else is there. None, where the system gives no more: then each question
  /// holds the loop.
  std::thread thread_;
};

}  // namespace gougi::match
