// SPDX-License-Identifier: MIT
#include "learn/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "base/helper_threads.hpp"
#include "base/random.hpp"
#include "base/say.hpp"

namespace gougi::learn {
namespace {

constexpr double kScale = eval::kMirroredScore;
// Of AdamW; those of its authors.
constexpr float kBeta1 = 0.9F;
constexpr float kBeta2 = 0.999F;
constexpr float kEpsilon = 1e-8F;
// Positions between two reports of progress.
constexpr std::uint64_t kReport = 100'000;

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// -(t ln p + (1 - t) ln(1 - p)) for p = sigmoid(output), without overflow.
double cross_entropy(double output, double target) {
  return std::log1p(std::exp(-std::abs(output))) + std::max(output, 0.0) - target * output;
}

struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};

/// A thread's share of `count`.
Range share(std::uint64_t count, std::size_t part, std::size_t parts) {
  return {count * part / parts, count * (part + 1) / parts};
}

std::span<const std::byte, kTeacherBytes> record(std::span<const std::byte> records,
                                                 std::uint64_t number) {
  return records.subspan(static_cast<std::size_t>(number) * kTeacherBytes, kTeacherBytes)
      .first<kTeacherBytes>();
}

}  // namespace

void Lessons::add(std::span<const std::byte> records, std::shared_ptr<const void> keep_alive) {
  parts_.push_back({records, std::move(keep_alive), size_});
  size_ += records.size() / kTeacherBytes;
}

base::Result<TeacherPosition> Lessons::at(std::uint64_t number) const {
  const auto behind = std::ranges::upper_bound(parts_, number, {}, &Part::first);
  const Part& part = *std::prev(behind);
  return read_teacher(record(part.records, number - part.first));
}

std::uint64_t Lessons::split(std::span<const std::byte> records, double share) {
  const std::uint64_t count = records.size() / kTeacherBytes;
  auto at = static_cast<std::uint64_t>(static_cast<double>(count) * (1.0 - share));
  int before = 0;
  for (; at > 0 && at < count; ++at) {
    const auto teacher = read_teacher(record(records, at));
    const int ply = teacher ? teacher->ply : 0;
    if (ply < before) break;  // a game begins
    before = ply;
  }
  return std::min(at, count);
}

double taught_win_rate(const TeacherPosition& teacher, double lambda) {
  const double won = (teacher.result + 1) / 2.0;
  return lambda * won + (1.0 - lambda) * sigmoid(teacher.score / kScale);
}

base::Result<std::vector<float>> taught_win_rates(const Lessons& lessons, double lambda,
                                                  double future) {
  std::vector<float> taught(static_cast<std::size_t>(lessons.size()), 0.5F);
  // From the last record to the first: what comes behind a ply is known then.
  double behind = 0.0;  // Black's win rate
  int ply_behind = 0;   // 0: nothing of the game yet
  std::uint64_t games = 0;
  for (std::uint64_t i = lessons.size(); i-- > 0;) {
    const auto teacher = lessons.at(i);
    if (!teacher) {
      ply_behind = 0;
      continue;
    }
    if (future <= 0.0) {
      taught[static_cast<std::size_t>(i)] = static_cast<float>(taught_win_rate(*teacher, lambda));
      continue;
    }
    const bool black = (std::to_integer<unsigned>(teacher->position.front()) & 1U) == 0;
    const auto for_black = [&](double rate) { return black ? rate : 1.0 - rate; };
    const double result = for_black((teacher->result + 1) / 2.0);
    if (ply_behind <= teacher->ply) {  // the last ply of a game
      behind = result;
      ply_behind = teacher->ply + 1;
      ++games;
    }
    const double kept = std::pow(future, ply_behind - teacher->ply);
    behind = kept * behind + (1.0 - kept) * for_black(sigmoid(teacher->score / kScale));
    ply_behind = teacher->ply;
    taught[static_cast<std::size_t>(i)] =
        static_cast<float>(for_black(lambda * result + (1.0 - lambda) * behind));
  }
  constexpr std::uint64_t kShortGame = 8;  // shuffled records make games of two
  constexpr std::uint64_t kTooFew = 8;     // to tell
  if (lessons.size() >= kTooFew && games * kShortGame > lessons.size()) {
    return base::fail(
        base::say({"the positions are shuffled: --future wants whole games in their order",
                   "局面が並べ替えられています。--future には対局順のままの局面が必要です"}));
  }
  return taught;
}

double loss_of(double score, double win_rate) { return cross_entropy(score / kScale, win_rate); }

/// A thread's own numbers.
struct Trainer::Worker {
  std::vector<float> gradient;
  double loss = 0.0;
  std::uint64_t used = 0;
};

Trainer::Trainer(const TrainerSettings& settings, const Lessons& lessons, Model model)
    : Trainer(settings, lessons, *taught_win_rates(lessons, settings.lambda, 0.0),
              std::move(model)) {}

Trainer::Trainer(const TrainerSettings& settings, const Lessons& lessons, std::vector<float> taught,
                 Model model)
    : settings_(settings),
      lessons_(lessons),
      model_(std::move(model)),
      first_moment_(model_.numbers().size()),
      second_moment_(model_.numbers().size()),
      taught_(std::move(taught)) {
  for (unsigned i = 0; i < std::max(1U, settings.threads); ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->gradient.resize(model_.numbers().size());
  }
  const auto begun = model_.numbers().first(settings.decay_to_begin ? model_.numbers().size()
                                                                    : model_.layout().terms.size);
  begin_.assign(begun.begin(), begun.end());
}

Trainer::~Trainer() = default;

std::uint64_t Trainer::steps_an_epoch() const {
  const auto batch = static_cast<std::uint64_t>(settings_.batch);
  return (lessons_.size() + batch - 1) / batch;
}

void Trainer::in_parallel(const std::function<void(Worker&, std::size_t)>& work) const {
  base::HelperThreads threads;
  std::size_t started = 1;
  while (started < workers_.size() &&
         threads.start([&, started] { work(*workers_[started], started); })) {
    ++started;
  }
  // What has no thread is done here: the sums are those of all parts, whoever adds them up.
  work(*workers_.front(), 0);
  for (std::size_t i = started; i < workers_.size(); ++i) work(*workers_[i], i);
}

std::vector<std::uint32_t> Trainer::order_of(int epoch) const {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(lessons_.size()));
  std::iota(order.begin(), order.end(), 0U);
  base::Random random(settings_.seed + 0x9E3779B9U * static_cast<std::uint64_t>(epoch + 1));
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(i))]);
  }
  return order;
}

double Trainer::run_epoch(const std::function<bool(std::uint64_t)>& progress) {
  const auto order = order_of(epoch_);
  const auto all_steps = static_cast<double>(steps_an_epoch()) * settings_.epochs;
  for (const auto& worker : workers_) {
    worker->loss = 0.0;
    worker->used = 0;
  }
  const auto batch = static_cast<std::size_t>(settings_.batch);
  std::uint64_t reported = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += batch) {
    const std::size_t count = std::min(batch, order.size() - begin);
    const double done = std::min(1.0, static_cast<double>(steps_) / all_steps);
    const double rate = settings_.last_rate + (settings_.first_rate - settings_.last_rate) * 0.5 *
                                                  (1.0 + std::cos(done * 3.14159265358979323846));
    step(std::span(order).subspan(begin, count), rate);
    if (progress && (begin + count - reported >= kReport)) {
      reported = begin + count;
      if (!progress(reported)) return 0.0;
    }
  }
  ++epoch_;
  double loss = 0.0;
  std::uint64_t used = 0;
  for (const auto& worker : workers_) {
    loss += worker->loss;
    used += worker->used;
  }
  return used == 0 ? 0.0 : loss / static_cast<double>(used);
}

void Trainer::step(std::span<const std::uint32_t> numbers, double rate) {
  const auto part_of = 1.0F / static_cast<float>(numbers.size());
  in_parallel([&](Worker& worker, std::size_t part) {
    std::ranges::fill(worker.gradient, 0.0F);
    const Range mine = share(numbers.size(), part, workers_.size());
    for (std::uint64_t i = mine.begin; i < mine.end; ++i) {
      const std::uint32_t number = numbers[static_cast<std::size_t>(i)];
      const auto teacher = lessons_.at(number);
      const auto inputs = teacher ? inputs_of(model_.kind(), teacher->position)
                                  : base::Result<Inputs>(base::fail(""));
      if (!inputs) continue;
      const auto target = static_cast<double>(taught_[number]);
      const auto slope = [&](float output) {
        return static_cast<float>(sigmoid(static_cast<double>(output)) - target) * part_of;
      };
      const float output = model_.learn(*inputs, slope, worker.gradient);
      worker.loss += cross_entropy(static_cast<double>(output), target);
      ++worker.used;
    }
  });
  ++steps_;
  const float correction1 = 1.0F - std::pow(kBeta1, static_cast<float>(steps_));
  const float correction2 = 1.0F - std::pow(kBeta2, static_cast<float>(steps_));
  const auto step_size = static_cast<float>(rate) / correction1;
  const auto kept = 1.0F - static_cast<float>(rate * settings_.decay);
  const float root = 1.0F / std::sqrt(correction2);
  const std::span<float> all = model_.numbers();
  in_parallel([&](Worker&, std::size_t part) {
    const Range mine = share(all.size(), part, workers_.size());
    const std::size_t end = static_cast<std::size_t>(mine.end);
    for (std::size_t i = static_cast<std::size_t>(mine.begin); i < end; ++i) {
      float gradient = 0.0F;
      for (const auto& worker : workers_) gradient += worker->gradient[i];
      const float first = first_moment_[i] = kBeta1 * first_moment_[i] + (1.0F - kBeta1) * gradient;
      const float second = second_moment_[i] =
          kBeta2 * second_moment_[i] + (1.0F - kBeta2) * gradient * gradient;
      const float begin = i < begin_.size() ? begin_[i] : 0.0F;
      const float pulled = begin + (all[i] - begin) * kept;
      all[i] = pulled - step_size * first / (std::sqrt(second) * root + kEpsilon);
    }
  });
  model_.clip();
}

double Trainer::loss_on(const Lessons& others) const {
  return loss_on(others, *taught_win_rates(others, settings_.lambda, 0.0));
}

double Trainer::loss_on(const Lessons& others, std::span<const float> taught) const {
  in_parallel([&](Worker& worker, std::size_t part) {
    worker.loss = 0.0;
    worker.used = 0;
    const Range mine = share(others.size(), part, workers_.size());
    for (std::uint64_t i = mine.begin; i < mine.end; ++i) {
      const auto teacher = others.at(i);
      const auto inputs = teacher ? inputs_of(model_.kind(), teacher->position)
                                  : base::Result<Inputs>(base::fail(""));
      if (!inputs) continue;
      const float output = model_.output(*inputs);
      worker.loss += cross_entropy(static_cast<double>(output),
                                   static_cast<double>(taught[static_cast<std::size_t>(i)]));
      ++worker.used;
    }
  });
  double loss = 0.0;
  std::uint64_t used = 0;
  for (const auto& worker : workers_) {
    loss += worker->loss;
    used += worker->used;
  }
  return used == 0 ? 0.0 : loss / static_cast<double>(used);
}

double loss_of_terms(const Lessons& lessons, std::span<const float> taught,
                     const eval::Evaluator& evaluator) {
  double loss = 0.0;
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < lessons.size(); ++i) {
    const auto teacher = lessons.at(i);
    const auto position =
        teacher ? unpack(teacher->position) : base::Result<shogi::Position>(base::fail(""));
    if (!position) continue;
    loss += loss_of(evaluator.evaluate(*position),
                    static_cast<double>(taught[static_cast<std::size_t>(i)]));
    ++used;
  }
  return used == 0 ? 0.0 : loss / static_cast<double>(used);
}

namespace {

// A checkpoint: this word, kind, epochs and steps done, then three rows of floats.
constexpr std::uint64_t kCheckpoint = 0x314B4348'43494747ULL;  // "GGICHCK1"

struct CheckpointHead {
  std::uint64_t word = kCheckpoint;
  std::uint64_t kind = 0;
  std::uint64_t numbers = 0;
  std::uint64_t epoch = 0;
  std::uint64_t steps = 0;
};

}  // namespace

std::vector<std::byte> Trainer::checkpoint() const {
  const CheckpointHead head{kCheckpoint, static_cast<std::uint64_t>(model_.kind()),
                            model_.numbers().size(), static_cast<std::uint64_t>(epoch_), steps_};
  const std::size_t row = model_.numbers().size_bytes();
  std::vector<std::byte> bytes(sizeof(head) + 3 * row);
  std::byte* to = bytes.data();
  std::memcpy(to, &head, sizeof(head));
  to += sizeof(head);
  for (const float* from : {model_.numbers().data(), first_moment_.data(), second_moment_.data()}) {
    std::memcpy(to, from, row);
    to += row;
  }
  return bytes;
}

base::Result<void> Trainer::restore(std::span<const std::byte> bytes) {
  CheckpointHead head;
  const std::size_t row = model_.numbers().size_bytes();
  if (bytes.size() != sizeof(head) + 3 * row) {
    return base::fail(base::say({"is no checkpoint of this kind of network",
                                 "この種類のネットワークのチェックポイントではありません"}));
  }
  std::memcpy(&head, bytes.data(), sizeof(head));
  if (head.word != kCheckpoint || head.kind != static_cast<std::uint64_t>(model_.kind()) ||
      head.numbers != model_.numbers().size() || head.epoch > 1'000'000) {
    return base::fail(base::say({"is no checkpoint of this kind of network",
                                 "この種類のネットワークのチェックポイントではありません"}));
  }
  const std::byte* from = bytes.data() + sizeof(head);
  std::vector<float> values(3 * head.numbers);
  std::memcpy(values.data(), from, 3 * row);
  if (std::ranges::any_of(values, [](float value) { return !std::isfinite(value); })) {
    return base::fail(base::say(
        {"is damaged: it holds what is no number", "壊れています(数でない値があります)"}));
  }
  const auto size = static_cast<std::ptrdiff_t>(head.numbers);
  std::copy_n(values.begin(), size, model_.numbers().begin());
  std::copy_n(values.begin() + size, size, first_moment_.begin());
  std::copy_n(values.begin() + 2 * size, size, second_moment_.begin());
  epoch_ = static_cast<int>(head.epoch);
  steps_ = head.steps;
  return {};
}

}  // namespace gougi::learn
