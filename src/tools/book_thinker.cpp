// SPDX-License-Identifier: MIT
#include "tools/book_thinker.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/interruption.hpp"
#include "driver/engine_link.hpp"
#include "io/event_loop.hpp"
#include "notation/sfen.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kEngineGrace{500};
constexpr Milliseconds kTick{1000};
constexpr Milliseconds kBetweenReplies{100};
// A book knows no mates: they count as so many centipawns, less a few for each ply.
constexpr int kMateInBook = 30000;

int score_in_book(const usi::Score& score) {
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
    return std::clamp(cp->value, -kMateInBook, kMateInBook);
  }
  const auto& mate = std::get<usi::Mate>(score.value);
  const int value = kMateInBook - std::min(mate.plies.value_or(0), 1000);
  return mate.winning ? value : -value;
}

class Thinker {
 public:
  Thinker(const ThinkOrder& order, const std::vector<Thought>& positions,
          const ThinkListener& listener)
      : order_(order),
        positions_(positions),
        listener_(listener),
        interruption_(
            loop_,
            [this] {
              end_ = ThinkEnd::kInterrupted;
              if (!thinks_ || ended_) return end();
              if (listener_.on_finishing) listener_.on_finishing();
            },
            order.stop_file) {
    io::LaunchSpec spec;
    spec.program = order.engine;
    spec.arguments = order.arguments;
    spec.directory = order.directory;
    driver::EngineLink::Callbacks callbacks;
    callbacks.on_declared = [this] { declared(); };
    callbacks.on_ready = [this] { ask(); };
    callbacks.on_info = [this](std::string_view, const usi::InfoView& info) { listen(info); };
    callbacks.on_best_move = [this](const usi::BestMoveAnswer& answer) { take(answer); };
    callbacks.on_failure = [this](const std::string& why) {
      end_ = ThinkEnd::kEngineLost;
      fail(base::say({"ended: {0}", "が終了しました: {0}"}, usi::failure_words(why)));
    };
    engine_ = std::make_unique<driver::EngineLink>(loop_, std::move(spec), std::move(callbacks));
  }

  base::Result<void> run() {
    if (auto started = engine_->start(); !started) return started;
    set_tick();
    if (listener_.should_stop) ask_whether_to_stop();
    loop_.run();
    if (!failure_.empty()) return base::fail(failure_);
    return {};
  }
  ThinkEnd how_it_ended() const { return end_; }

 private:
  struct Known {
    book::Candidate candidate;
    int rank;
  };

  void declared() {
    for (const auto& [name, value] : order_.wishes) {
      if (!engine_->set_option(name, value) && name == "USI_Hash") {
        engine_->set_option("Hash", value);  // as it is called outside of USI
      }
    }
    const bool several = engine_->set_option("MultiPV", std::to_string(order_.lines));
    if (!several && order_.lines > 1)
      return fail(
          base::say({"has no option MultiPV, and knows one candidate alone; give --multipv 1",
                     "にオプション MultiPV がないため、候補手は1つだけです。--multipv 1 "
                     "を指定してください"}));
    engine_->set_option("USI_OwnBook", "false");
    for (const auto& [name, value] : order_.options) {
      if (engine_->set_option(name, value)) continue;
      std::vector<std::string_view> known;
      for (const auto& option : engine_->conversation().options()) known.push_back(option.name);
      return fail(
          base::say({"has no option {0}", "にオプション {0} がありません"}, base::printable(name)) +
          base::did_you_mean(name, known));
    }
    engine_->prepare();
  }

  void fail(const std::string& why) {
    failure_ = base::to_utf8(order_.engine) + " " + why;
    end();
  }

  void ask_whether_to_stop() {
    loop_.set_timer(io::EventLoop::now() + kBetweenReplies, [this] {
      if (ended_) return;
      if (!listener_.should_stop()) return ask_whether_to_stop();
      end_ = ThinkEnd::kInterrupted;
      end();
    });
  }

  void set_tick() {
    loop_.set_timer(io::EventLoop::now() + kTick, [this] {
      if (ended_) return;
      if (listener_.on_tick) listener_.on_tick();
      set_tick();
    });
  }

  void ask() {
    if (ended_) return;
    thinks_ = true;
    lines_.clear();
    engine_->new_game();
    const Thought& thought = positions_[index_];
    engine_->search({std::make_shared<const std::string>(thought.position_line), order_.limits,
                     thought.position.side_to_move()});
  }

  void listen(const usi::InfoView& info) {
    if (info.pv.empty() || !info.score || info.score->bound != usi::Bound::kExact) return;
    std::string_view words = info.pv;
    const auto move = notation::parse_usi_move(base::next_word(words));
    shogi::Position position = positions_[index_].position;
    if (!move || !position.is_legal(*move)) return;
    Known known{{*move, {}, score_in_book(*info.score), info.depth.value_or(0), 1},
                info.multipv.value_or(1)};
    shogi::Undo undo;
    position.do_move(*move, undo);
    if (const auto reply = notation::parse_usi_move(base::next_word(words));
        reply && position.is_legal(*reply)) {
      known.candidate.reply = *reply;
    }
    // A later line of a rank replaces the earlier one, and what another rank said of its move.
    std::erase_if(lines_, [&](const Known& k) {
      return k.rank == known.rank || k.candidate.move == known.candidate.move;
    });
    lines_.push_back(known);
  }

  void take(const usi::BestMoveAnswer& answer) {
    std::vector<book::Candidate> candidates;
    std::ranges::sort(lines_, {}, &Known::rank);
    for (const Known& known : lines_) candidates.push_back(known.candidate);
    const shogi::BareMove best = answer.move().of_shogi().bare;
    if (best && candidates.empty() && positions_[index_].position.is_legal(best)) {
      const usi::Move ponder = answer.ponder.value_or(usi::Move());
      candidates.push_back({best, ponder.of_shogi().bare, 0, 0, 1});
    }
    if (order_.limits.depth) {  // a mate ends a search early, but it is as good as a deep one
      for (book::Candidate& candidate : candidates) {
        candidate.depth = std::max(candidate.depth, *order_.limits.depth);
      }
    }
    std::ranges::stable_sort(candidates, std::ranges::greater{}, &book::Candidate::score);
    if (candidates.size() > static_cast<std::size_t>(order_.lines)) {
      candidates.resize(static_cast<std::size_t>(order_.lines));
    }
    thinks_ = false;
    const bool goes_on = listener_.on_thought(index_++, std::move(candidates));
    if (index_ >= positions_.size()) end_ = ThinkEnd::kThrough;
    if (!goes_on || index_ >= positions_.size() || interruption_.has_come()) return end();
    engine_->prepare();  // some engines forget by `isready`, others by `usinewgame`
  }

  void end() {
    if (ended_) return;
    ended_ = true;
    engine_->quit(kEngineGrace);
    loop_.set_timer(io::EventLoop::now() + kEngineGrace, [this] { loop_.stop(); });
  }

  const ThinkOrder& order_;
  const std::vector<Thought>& positions_;
  const ThinkListener& listener_;
  io::EventLoop loop_;
  cli::Interruption interruption_;
  std::unique_ptr<driver::EngineLink> engine_;
  std::size_t index_ = 0;
  std::vector<Known> lines_;
  std::string failure_;
  ThinkEnd end_ = ThinkEnd::kThrough;
  bool thinks_ = false;  ///< about positions_[index_]
  bool ended_ = false;
};

}  // namespace

base::Result<void> think_all(const ThinkOrder& order, const std::vector<Thought>& positions,
                             const ThinkListener& listener, ThinkEnd& end) {
  Thinker thinker(order, positions, listener);
  auto result = thinker.run();
  end = thinker.how_it_ended();
  return result;
}

}  // namespace gougi::tools
