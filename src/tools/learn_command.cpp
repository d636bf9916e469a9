// SPDX-License-Identifier: MIT
#include "tools/learn_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "learn/teacher_file.hpp"
#include "learn/trainer.hpp"
#include "tools/output_place.hpp"
#include "tools/parsed_words.hpp"
#include "tools/teacher_page.hpp"

namespace gougi::tools {
namespace {

using base::said;

namespace fs = std::filesystem;

constexpr const char* kLearnPage = "gougi learn";

constexpr base::Milliseconds kBetweenLearning{100};
// Of a network or checkpoint: far more than any kind has.
constexpr std::uintmax_t kMostModelBytes = std::uintmax_t{1} << 30U;
constexpr std::uint64_t kMostPositions = std::numeric_limits<std::uint32_t>::max();

struct LearnOrder {
  std::vector<std::string> files;
  std::string output;
  std::string kind = "mirrored";
  std::string from;
  learn::TrainerSettings settings;
  double held_out_percent = 3.0;
  int patience = 0;
  std::string report;
  bool resume = false;
};

struct ParsedLearning {
  std::optional<LearnOrder> order;
  int exit_code = 0;
};

ParsedLearning read_learn_order(const std::string& name, const std::vector<std::string>& words) {
  LearnOrder order;
  learn::TrainerSettings& s = order.settings;
  cli::App app(
      {"Learns a network from teacher positions (gougi selfplay writes them). After each epoch the "
       "best network so far lies in --out, and all that is needed to go on in OUT.checkpoint.",
       "教師局面(gougi selfplay "
       "が作る)からネットワークを学習します。エポックごとに、それまでで最良のものを --out "
       "に、再開に必要なものを OUT.checkpoint に書きます。"},
      name);
  app.add_option("FILE", order.files, said({"teacher positions", "教師局面"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--out", order.output, said({"the network", "書き出すネットワーク"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--kind", order.kind, said({"of network", "ネットワークの種類"}))
      ->check(CLI::IsMember({"terms", "correction", "mirrored", "k-p", "halfkp"}))
      ->capture_default_str();
  app.add_option(
         "--from", order.from,
         said({"begin with this network instead of random numbers; a correction or terms: with the "
               "terms of either",
               "ランダムな値の代わりに、このネットワークから始める。correction と terms "
               "では、どちらかの評価項目から"}))
      ->type_name("FILE");
  app.add_option("--epochs", s.epochs,
                 said({"how often all positions are seen", "全局面を見る回数"}))
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--lambda", s.lambda,
                 said({"part of the game's result in what is taught; the rest is "
                       "the search's value",
                       "教師信号のうち勝敗の割合。残りは探索の評価値"}))
      ->check(real_in(0.0, 1.0))
      ->capture_default_str();
  app.add_option(
         "--future", s.future,
         said({"what a ply's own search says counts so much less than what comes after it in its "
               "game, such as 0.95; 0: it alone counts. The files must not be shuffled",
               "その局面の評価値より、その後の評価値を重く見る度合い(0.95 など)。0 "
               "ならその局面の評価値だけ。シャッフルしたファイルでは使えない"}))
      ->check(real_in(0.0, 0.999))
      ->capture_default_str();
  app.add_option("--batch", s.batch, said({"positions a step", "1ステップの局面数"}))
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--rate", s.first_rate, said({"of learning, at first", "最初の学習率"}))
      ->check(real_in(1e-7, 1.0))
      ->capture_default_str();
  app.add_option("--last-rate", s.last_rate, said({"of learning, in the end", "最後の学習率"}))
      ->check(real_in(0.0, 1.0))
      ->capture_default_str();
  app.add_option("--decay", s.decay, said({"of weights", "重みの減衰"}))
      ->check(real_in(0.0, 1000.0))
      ->capture_default_str();
  app.add_flag(
      "--decay-to-begin", s.decay_to_begin,
      said({"of all weights towards what --from says, not towards 0: what it knows of other "
            "positions is kept unless these say otherwise",
            "減衰で 0 ではなく --from の値に近づける。ほかの局面の知識を保つ"}));
  app.add_option("--threads", s.threads,
                 said({"the network depends on their number, too",
                       "スレッド数。ネットワークはこの数によっても変わる"}))
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  app.add_option("--seed", s.seed,
                 said({"of the first numbers and of the order", "初期値と順番の乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--held-out", order.held_out_percent,
                 said({"so many percent of each file, its last games, judge what was learnt",
                       "各ファイルの最後の何パーセントを検証に使うか"}))
      ->check(real_in(0.0, 50.0))
      ->capture_default_str();
  app.add_option("--patience", order.patience,
                 said({"end after so many epochs without progress on what is held out; 0: never",
                       "検証で進歩のないエポックが続いたら終わる回数。0 なら終わらない"}))
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  app.add_option("--report", order.report,
                 said({"the losses so far as an HTML page, after each epoch",
                       "エポックごとに損失を HTML のページに書く"}))
      ->type_name("FILE.html");
  app.add_flag(
      "--resume", order.resume,
      said({"go on from OUT.checkpoint, if it is there", "OUT.checkpoint があれば続きから"}));
  if (const auto exit_code = cli::parse_words(app, words)) return {std::nullopt, *exit_code};
  return {order, 0};
}

eval::NnueKind kind_of(const std::string& name) {
  if (name == "terms") return eval::NnueKind::kTerms;
  if (name == "k-p") return eval::NnueKind::kKP;
  if (name == "correction") return eval::NnueKind::kCorrection;
  return name == "halfkp" ? eval::NnueKind::kHalfKp : eval::NnueKind::kMirrored;
}

/// What makes a network what it is, besides the positions and what decay draws towards. Not what it
/// begins with, which is in the checkpoint, nor the number of epochs, which may grow.
std::string in_words(const LearnOrder& order) {
  const learn::TrainerSettings& s = order.settings;
  return fmt::format("{} {} {} {} {} {} {} {} {} {}{}", order.kind, order.held_out_percent,
                     s.lambda, s.future, s.batch, s.first_rate, s.last_rate, s.decay, s.seed,
                     s.threads, s.decay_to_begin ? " to begin" : "");
}

// On stdout: FILE's, as the lines of a run are flushed there.
void print(const std::string& text) { fmt::print("{}", text); }

class Learning {
 public:
  explicit Learning(const LearnOrder& order)
      : order_(order),
        output_(base::path_from_utf8(order.output)),
        checkpoint_(output_),
        recipe_(base::fnv1a(in_words(order))) {
    checkpoint_ += ".checkpoint";
  }

  base::Result<void> prepare() {
    std::vector<fs::path> taken;
    for (const std::string& name : order_.files) taken.push_back(base::path_from_utf8(name));
    if (!order_.from.empty()) taken.push_back(base::path_from_utf8(order_.from));
    for (const fs::path& file : {output_, checkpoint_, base::path_from_utf8(order_.report)}) {
      if (file.empty()) continue;
      if (auto place = base::check_replaceable(file, taken); !place) return place;
      if (auto place = check_output_file(file, taken); !place) return place;
      taken.push_back(file);
    }
    if (!order_.report.empty()) {
      if (auto ours = check_output_page(taken.back(), {}, kLearnPage); !ours) return ours;
    }
    if (auto ours = check_learnt_network(); !ours) return ours;
    for (const std::string& name : order_.files) {
      auto records = learn::TeacherRecords::read(base::path_from_utf8(name));
      if (!records) return tl::unexpected(records.error());
      const auto bytes = (*records)->bytes();
      recipe_ = base::fnv1a(bytes, recipe_);
      const auto first = static_cast<std::size_t>(
          learn::Lessons::split(bytes, order_.held_out_percent / 100.0) * learn::kTeacherBytes);
      lessons_.add(bytes.first(first), *records);
      held_out_.add(bytes.subspan(first), *records);
    }
    if (lessons_.size() == 0)
      return base::fail(base::say({"there is nothing to learn from", "学習する局面がありません"}));
    if (lessons_.size() > kMostPositions)
      return base::fail(
          base::say({"more than 4,294,967,295 positions", "局面が 4,294,967,295 を超えています"}));
    const learn::TrainerSettings& s = order_.settings;
    auto taught = learn::taught_win_rates(lessons_, s.lambda, s.future);
    if (!taught) return tl::unexpected(taught.error());
    if (has_held_out()) {
      auto judged = learn::taught_win_rates(held_out_, s.lambda, s.future);
      if (!judged) return tl::unexpected(judged.error());
      held_out_taught_ = std::move(*judged);
    }
    auto model = first_model();
    if (!model) return tl::unexpected(model.error());
    trainer_ = std::make_unique<learn::Trainer>(order_.settings, lessons_, std::move(*taught),
                                                std::move(*model));
    recipe_ = base::fnv1a(std::as_bytes(trainer_->begin()), recipe_);
    return order_.resume ? go_on() : base::Result<void>();
  }

  base::Result<void> run() {
    if (!has_held_out()) {
      print(base::say({"{0} positions to learn from, none held out: the star and --patience go by "
                       "the loss on what is learnt\n",
                       "学習 {0}局面、検証なし: * と --patience は学習局面の損失で判断します\n"},
                      lessons_.size()));
    } else {
      print(
          base::say({"{0} positions to learn from, {1} held out\n", "学習 {0}局面、検証 {1}局面\n"},
                    lessons_.size(), held_out_.size()));
      terms_ = learn::loss_of_terms(held_out_, held_out_taught_, eval::Evaluator());
      print(base::say({"loss of the hand-made terms on what is held out: {0:.5f}\n",
                       "手作りの評価項目の検証損失: {0:.5f}\n"},
                      *terms_));
    }
    std::fflush(stdout);
    // The run before may have ended between its checkpoint and its network.
    if (best_epoch_ > 0 && best_epoch_ == trainer_->epoch()) {
      if (auto written = write_network(); !written) return written;
    }
    began_ = io::EventLoop::now();
    line_.wait(began_);
    while (trainer_->epoch() < order_.settings.epochs) {
      const auto begun = io::EventLoop::now();
      const double loss =
          trainer_->run_epoch([&](std::uint64_t done) { return show_progress(done); });
      if (stopped_) {
        line_.end();
        return {};
      }
      learnt_before_ += lessons_.size();
      const double seconds = std::chrono::duration<double>(io::EventLoop::now() - begun).count();
      const double judged = has_held_out() ? trainer_->loss_on(held_out_, held_out_taught_) : loss;
      const bool is_best = judged < best_;
      epochs_.push_back({loss, judged});
      if (is_best) {
        best_ = judged;
        best_epoch_ = trainer_->epoch();
      }
      // The checkpoint first: it says whose the network is, and can make it again.
      if (auto written = write_checkpoint(); !written) return written;
      if (is_best) {
        if (auto written = write_network(); !written) return written;
      }
      line_.end();
      print(base::say(
          {"epoch {0}/{1}: loss {2:.5f}{3}{4}, {5:.0f} positions/s\n",
           "エポック {0}/{1}: 損失 {2:.5f}{3}{4}、毎秒 {5:.0f}局面\n"},
          trainer_->epoch(), order_.settings.epochs, loss,
          has_held_out() ? base::say({", held out {0:.5f}", "、検証 {0:.5f}"}, judged) : "",
          is_best ? " *" : "", static_cast<double>(lessons_.size()) / std::max(seconds, 1e-9)));
      std::fflush(stdout);
      if (auto written = write_report(); !written) return written;
      if (trainer_->epoch() < order_.settings.epochs) show_progress(0);  // of short epochs, too
      if (order_.patience > 0 && trainer_->epoch() - best_epoch_ >= order_.patience) {
        print(base::say(
            {"no progress in {0} epochs: done\n", "{0} エポック進歩がないため終わります\n"},
            order_.patience));
        break;
      }
    }
    return {};
  }

  /// The epoch that is learnt, which may take long, is given up.
  void stop() { stopped_ = true; }
  int epochs() const { return trainer_->epoch(); }

 private:
  /// Otherwise what was learnt is judged by the loss on what it was learnt from.
  bool has_held_out() const { return held_out_.size() > 0; }

  /// What is there was learnt here, as its checkpoint says: others' networks have none.
  base::Result<void> check_learnt_network() const {
    std::error_code ignored;
    if (!fs::exists(output_, ignored) || fs::is_empty(output_, ignored) ||
        fs::exists(checkpoint_, ignored)) {
      return {};
    }
    return base::fail(base::say(
        {"{0}: exists already and has no checkpoint beside it, so that gougi learn did not make "
         "it; "
         "choose another name",
         "{0}: すでにあり、チェックポイントがないため gougi learn が作ったものではありません。"
         "別の名前にしてください"},
        order_.output));
  }

  base::Result<learn::Model> first_model() const {
    const eval::NnueKind kind = kind_of(order_.kind);
    if (order_.from.empty()) return learn::Model(kind, order_.settings.seed);
    const auto bytes = base::read_bytes(base::path_from_utf8(order_.from), kMostModelBytes);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto file = eval::read_nnue_file(*bytes);
    if (!file) return base::fail(order_.from + ": " + file.error().message);
    const eval::NnueParameters parameters(*file);
    if (file->header.kind == kind) return learn::Model(parameters);
    if (!eval::has_terms(kind) || !eval::has_terms(file->header.kind)) {
      return base::fail(
          base::say({"{0}: is {1}, not {2}; --kind says which is learnt",
                     "{0}: {2} ではなく {1} です。学習する種類は --kind で指定します"},
                    order_.from, eval::name(file->header.kind), order_.kind));
    }
    learn::Model model(kind, order_.settings.seed);
    model.take_terms(parameters);
    return model;
  }

  base::Result<void> go_on() {
    std::error_code error;
    if (!fs::exists(checkpoint_, error)) return {};
    const auto read = base::read_bytes(checkpoint_, kMostModelBytes);
    if (!read) return tl::unexpected(read.error());
    const auto sealed = unsealed(*read);
    if (!sealed) return tl::unexpected(sealed.error());
    const auto bytes = *sealed;
    // Behind what the trainer wrote: the losses of each epoch, and their number.
    double count = 0.0;
    if (bytes.size() < sizeof(count))
      return base::fail(
          base::say({"{0}: is cut", "{0}: 途中で切れています"}, base::to_utf8(checkpoint_)));
    std::memcpy(&count, bytes.last(sizeof(count)).data(), sizeof(count));
    const std::size_t most = (bytes.size() - sizeof(count)) / sizeof(LearntEpoch);
    if (!(count >= 0.0 && count <= static_cast<double>(most))) {
      return base::fail(base::say({"{0}: is no checkpoint", "{0}: checkpoint ではありません"},
                                  base::to_utf8(checkpoint_)));
    }
    std::vector<LearntEpoch> epochs(static_cast<std::size_t>(count));
    const std::size_t tail = sizeof(count) + epochs.size() * sizeof(LearntEpoch);
    if (auto restored = trainer_->restore(bytes.first(bytes.size() - tail)); !restored) {
      return base::fail(base::to_utf8(checkpoint_) + ": " + restored.error().message);
    }
    std::memcpy(epochs.data(), bytes.last(tail).data(), tail - sizeof(count));
    const auto is_loss = [](double value) { return value >= 0.0 && std::isfinite(value); };
    const bool good = std::ranges::all_of(epochs, [&](const LearntEpoch& epoch) {
      return is_loss(epoch.loss) && is_loss(epoch.held_out);
    });
    if (!good || count != trainer_->epoch()) {
      return base::fail(base::say(
          {"{0}: is damaged: its losses are none", "{0}: 壊れています(損失の値が正しくありません)"},
          base::to_utf8(checkpoint_)));
    }
    epochs_ = std::move(epochs);
    for (std::size_t i = 0; i < epochs_.size(); ++i) {
      if (epochs_[i].held_out >= best_) continue;
      best_ = epochs_[i].held_out;
      best_epoch_ = static_cast<int>(i) + 1;
    }
    // Only the last epoch's can be made again.
    if (best_epoch_ != trainer_->epoch() && !fs::exists(output_, error)) {
      return base::fail(base::say(
          {"{0}: is gone, the best network so far, of epoch {1}; put it back, or without --resume "
           "learning begins anew",
           "{0}: これまでで最良のネットワーク(エポック {1})がありません。元に戻すか、--resume "
           "を外して最初から学習してください"},
          order_.output, best_epoch_));
    }
    print(
        base::say({"going on after epoch {0}\n", "エポック {0} の続きから\n"}, trainer_->epoch()));
    return {};
  }

  /// A checkpoint without its end: the recipe, and the hash of all before it.
  base::Result<std::span<const std::byte>> unsealed(std::span<const std::byte> bytes) const {
    std::array<std::uint64_t, 2> seal{};
    const std::string name = base::to_utf8(checkpoint_);
    if (bytes.size() < sizeof(seal))
      return base::fail(base::say({"{0}: is cut", "{0}: 途中で切れています"}, name));
    std::memcpy(seal.data(), bytes.last(sizeof(seal)).data(), sizeof(seal));
    if (base::fnv1a(bytes.first(bytes.size() - sizeof(std::uint64_t))) != seal[1]) {
      return base::fail(base::say({"{0}: is damaged, or of an older version",
                                   "{0}: 壊れているか、古いバージョンのものです"},
                                  name));
    }
    if (seal[0] != recipe_) {
      return base::fail(base::say(
          {"{0}: is of other settings or other positions; without --resume learning begins anew",
           "{0}: 設定か局面が違います。--resume を外せば最初から学習します"},
          name));
    }
    return bytes.first(bytes.size() - sizeof(seal));
  }

  base::Result<void> write_network() const {
    const eval::NnueParameters parameters = trainer_->model().quantised();
    return base::replace_file(
        output_, eval::write_nnue_file(eval::usual_header(parameters.kind), parameters));
  }

  base::Result<void> write_checkpoint() const {
    auto bytes = trainer_->checkpoint();
    const auto add = [&bytes](const void* from, std::size_t size) {
      const auto* const begin = static_cast<const std::byte*>(from);
      bytes.insert(bytes.end(), begin, begin + size);
    };
    const auto count = static_cast<double>(epochs_.size());
    add(epochs_.data(), epochs_.size() * sizeof(LearntEpoch));
    add(&count, sizeof(count));
    add(&recipe_, sizeof(recipe_));
    const std::uint64_t hash = base::fnv1a(bytes);
    add(&hash, sizeof(hash));
    return base::replace_file(checkpoint_, bytes);
  }

  base::Result<void> write_report() const {
    if (order_.report.empty()) return {};
    const learn::TrainerSettings& s = order_.settings;
    const auto settings = [&](base::Language in) {
      return base::say_in(
          in,
          {"{0}: {1} positions, {2} held out, lambda {3}, future {4}, batches of {5}, rate {6} to "
           "{7}, decay {8}{9}, seed {10}, {11} threads",
           "{0}: {1}局面、ほかに検証用 {2}局面、lambda {3}、future {4}、バッチ {5}、学習率 {6} "
           "から "
           "{7}、decay {8}{9}、乱数の種 {10}、スレッド数 {11}"},
          order_.kind, lessons_.size(), held_out_.size(), s.lambda, s.future, s.batch, s.first_rate,
          s.last_rate, s.decay,
          s.decay_to_begin ? base::said_in(in, {" towards the beginning", "(最初の値へ)"}) : "",
          s.seed, s.threads);
    };
    const std::string html = marked_page(
        learning_html({settings(base::Language::kEnglish), settings(base::Language::kJapanese)},
                      epochs_, terms_),
        kLearnPage);
    return base::replace_file(base::path_from_utf8(order_.report), std::as_bytes(std::span(html)));
  }

  bool show_progress(std::uint64_t done) {
    const auto now = io::EventLoop::now();
    line_.show(now, [&] {
      const auto all =
          static_cast<double>(lessons_.size()) * (order_.settings.epochs - trainer_->epoch());
      const auto learnt = static_cast<double>(learnt_before_ + done);
      return base::say(
          {"epoch {0}/{1}, {2}/{3} positions, {4}", "エポック {0}/{1}、{2}/{3}局面、{4}"},
          trainer_->epoch() + 1, order_.settings.epochs, done, lessons_.size(),
          base::pace_text(learnt, all - static_cast<double>(done), now - began_));
    });
    return !stopped_;
  }

  const LearnOrder& order_;
  fs::path output_;
  fs::path checkpoint_;
  learn::Lessons lessons_;
  learn::Lessons held_out_;
  std::vector<float> held_out_taught_;
  std::unique_ptr<learn::Trainer> trainer_;
  std::uint64_t recipe_;         ///< hash of the settings and of the teacher positions
  std::optional<double> terms_;  ///< the loss of the hand-made terms
  std::vector<LearntEpoch> epochs_;
  double best_ = std::numeric_limits<double>::infinity();
  int best_epoch_ = 0;
  std::uint64_t learnt_before_ = 0;  ///< positions, in the whole epochs of this run
  base::TimePoint began_{};
  std::atomic<bool> stopped_ = false;
  cli::ProgressLine line_;
};

/// What is larger than memory is refused in a line, too.
base::Result<void> within_memory(const std::function<base::Result<void>()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return base::fail(
        base::say({"there is not enough memory for the positions, or the threads' gradients",
                   "局面か、スレッドごとの勾配を置くメモリが足りません"}));
  }
}

}  // namespace

int learn_command(const std::string& name, const std::vector<std::string>& words,
                  const std::function<bool()>& stop) {
  const ParsedLearning parsed = read_learn_order(name, words);
  const auto complain = [&](const std::string& what) {
    std::cerr << name << ": " << what << '\n';
    return 1;
  };
  if (!parsed.order) return parsed.exit_code;
  Learning learning(*parsed.order);
  if (const auto ready = within_memory([&] { return learning.prepare(); }); !ready) {
    return complain(ready.error().message);
  }
  // The signals' loop has this thread, learning has others.
  io::EventLoop loop;
  bool was_stopped = false;
  const cli::Interruption interruption(loop, [&] { learning.stop(); });
  const std::function<void()> ask_whether_to_stop = [&] {
    loop.set_timer(io::EventLoop::now() + kBetweenLearning, [&] {
      if (!stop()) return ask_whether_to_stop();
      was_stopped = true;
      learning.stop();
    });
  };
  if (stop) ask_whether_to_stop();
  base::Result<void> done;
  std::thread work([&] {
    done = within_memory([&] { return learning.run(); });
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  work.join();
  if (!done) return complain(done.error().message);
  if (!interruption.has_come() && !was_stopped) return 0;
  std::cerr << name << ": "
            << base::say(
                   {"stopped behind epoch {0}; the same command with --resume goes on there\n",
                    "エポック {0} の後で中断しました。同じコマンドに --resume "
                    "を付けると続きから始められます\n"},
                   learning.epochs());
  return cli::kInterrupted;
}

}  // namespace gougi::tools
