// SPDX-License-Identifier: MIT
// Learning from teacher positions: batches, gradients on several threads, AdamW (Loshchilov and
// Hutter 2019) with a learning rate that falls along a cosine. What is minimised is the
// cross-entropy of the win rate that the network says and the one that the teacher says, a mix of
// its score and the game's result. The same settings, positions and number of threads give the same
// network, bit for bit. It reads no clock and writes no file. One caller's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eval/evaluator.hpp"
#include "learn/model.hpp"
#include "learn/teacher_position.hpp"

namespace gougi::learn {

struct TrainerSettings {
  std::uint64_t seed = 1;  ///< of the first numbers and of the order of positions
  double lambda = 0.2;     ///< part of the game's result in what is taught, 0..1
  /// What a ply's own search says counts so much less than what the later ones of the game say, and
  /// its end at last (temporal differences, Sutton 1988); 0: it alone counts. Wants whole games in
  /// their order.
  double future = 0.0;
  int batch = 16384;         ///< positions
  double first_rate = 1e-3;  ///< of learning; larger and it does not settle
  double last_rate = 1e-5;
  /// A step, times the rate: of the weights towards 0, of those of terms towards where they began.
  double decay = 0.01;
  /// Of all weights towards where they began: for a network that learnt from positions that are not
  /// there any more.
  bool decay_to_begin = false;
  int epochs = 30;  ///< the rate falls over all of them
  unsigned threads = 1;
};

/// Teacher positions by number, for threads at once: those of several files, in memory.
class Lessons {
 public:
  /// Takes whole records of 40 bytes, which `keep_alive` keeps where they are.
  void add(std::span<const std::byte> records, std::shared_ptr<const void> keep_alive);
  std::uint64_t size() const { return size_; }
  /// Below size(). What is no record, or no position, has no value.
  base::Result<TeacherPosition> at(std::uint64_t number) const;
  /// Splits a file's records in two at the end of a game, the second of about `share` of them: what
  /// is held out shall not know the games that are learnt. Gives how many come first.
  static std::uint64_t split(std::span<const std::byte> records, double share);

 private:
  struct Part {
    std::span<const std::byte> records;
    std::shared_ptr<const void> keep_alive;
    std::uint64_t first;
  };
  std::vector<Part> parts_;
  std::uint64_t size_ = 0;
};

/// What is taught of a position by itself: the win rate of the side to move, 0..1.
double taught_win_rate(const TeacherPosition& teacher, double lambda);
/// What is taught of each lesson, see TrainerSettings. An error where the future is wished for and
/// the files hold no games in their order.
base::Result<std::vector<float>> taught_win_rates(const Lessons& lessons, double lambda,
                                                  double future);
/// The loss of saying `score`, in hundredths of a pawn, of it, in nats; lower is better.
double loss_of(double score, double win_rate);

class Trainer {
 public:
  /// `lessons` must outlive this, and `taught` is what taught_win_rates() says of them; `model` is
  /// where learning begins. Records that are none are passed over.
  Trainer(const TrainerSettings& settings, const Lessons& lessons, std::vector<float> taught,
          Model model);
  /// The same without the future.
  Trainer(const TrainerSettings& settings, const Lessons& lessons, Model model);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  const Model& model() const { return model_; }
  /// Where the first weights began, towards which decay draws them; no checkpoint holds it.
  std::span<const float> begin() const { return begin_; }
  int epoch() const { return epoch_; }  ///< that are done
  std::uint64_t steps_an_epoch() const;

  /// Runs one epoch: all positions once, in an order of its own. `progress` hears of positions that
  /// are done in it, now and then, and says whether to go on; where not, the epoch is not done and
  /// the trainer is of no more use but for model(). Gives the mean loss, in nats.
  double run_epoch(const std::function<bool(std::uint64_t)>& progress = nullptr);
  /// The mean loss of the present model on other positions, in nats; of these, too, `taught` is
  /// what is taught.
  double loss_on(const Lessons& others, std::span<const float> taught) const;
  double loss_on(const Lessons& others) const;

  /// All that learning goes on with, as bytes; and back, an error where they are none of this
  /// trainer's. What was written is restored bit for bit.
  std::vector<std::byte> checkpoint() const;
  base::Result<void> restore(std::span<const std::byte> bytes);

 private:
  struct Worker;
  void step(std::span<const std::uint32_t> numbers, double rate);
  void in_parallel(const std::function<void(Worker&, std::size_t part)>& work) const;
  std::vector<std::uint32_t> order_of(int epoch) const;

  TrainerSettings settings_;
  const Lessons& lessons_;
  Model model_;
  std::vector<float> begin_;  ///< where the first weights began; of the others decay is towards 0
  std::vector<float> first_moment_;
  std::vector<float> second_moment_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<float> taught_;
  int epoch_ = 0;
  std::uint64_t steps_ = 0;
};

/// The mean loss of the hand-made terms on the same positions, in nats: what a network has to beat.
double loss_of_terms(const Lessons& lessons, std::span<const float> taught,
                     const eval::Evaluator& evaluator);

}  // namespace gougi::learn
