// SPDX-License-Identifier: MIT
#include "engines/self_check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/random.hpp"
#include "eval/judge.hpp"
#include "mate/solver.hpp"
#include "notation/sfen.hpp"
#include "search/searcher.hpp"
#include "search/view.hpp"
#include "shogi/freeze.hpp"
#include "shogi/movegen.hpp"

namespace gougi::engines {
namespace {

using Found = base::Result<std::string>;

struct Counted {
  std::string_view sfen;
  int depth;
  std::uint64_t sequences;
  shogi::FreezeCounts freezes{};
};
/// As the community counts them; the start of Freeze shogi as its rules say.
constexpr std::array<Counted, 4> kCounted{
    {{notation::kStartSfen, 4, 719'731},
     {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3, 4'809'015},
     {"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 2, 105'677},
     {notation::kStartSfen, 2, 14'400, shogi::kTournamentFreezes}}};

/// Where games of random moves begin.
constexpr std::array<std::string_view, 3> kWalksFrom{
    notation::kStartSfen, "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1"};
constexpr int kWalks = 60;
constexpr int kStepsOfWalk = 120;

constexpr std::string_view kMate = "9/7k1/9/7S1/9/9/9/9/K8 b 2G 1";
constexpr int kPliesOfMate = 3;
constexpr std::uint64_t kNodesForMate = 50'000;
constexpr int kDepthOfSearches = 6;
constexpr std::size_t kTableMegabytes = 4;

shogi::Position position_of(std::string_view sfen) { return notation::parse_sfen(sfen).value(); }

/// Without a clock, so that only depth and nodes count.
class QuietObserver : public search::Observer {
 public:
  explicit QuietObserver(const std::function<bool()>& stop) : stop_(stop) {}
  bool stop_requested() const override { return stop_(); }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint(); }
  void report(const search::Report& report) override {
    if (report.rank == 1) line = report.line;
  }

  std::vector<shogi::Move> line;  ///< the last

 private:
  const std::function<bool()>& stop_;
};

Found count_sequences(const std::function<bool()>& stop) {
  std::uint64_t all = 0;
  for (const Counted& known : kCounted) {
    if (stop()) return std::string();
    auto position =
        shogi::FreezePosition::from(position_of(known.sfen), {.left = known.freezes}).value();
    const std::uint64_t found = shogi::perft(position, known.depth);
    if (found != known.sequences) {
      return base::fail(std::string(known.sfen) + ": " + std::to_string(found) + " sequences of " +
                        std::to_string(known.depth) + " moves instead of " +
                        std::to_string(known.sequences));
    }
    all += found;
  }
  return std::to_string(kCounted.size()) + " positions, " + std::to_string(all) + " sequences";
}

/// A game of random moves, some of them taken back, one step at a time.
class Walk {
 public:
  explicit Walk(std::uint64_t number)
      : random_(base::Random::of(1, number)),
        position_(position_of(kWalksFrom[number % kWalksFrom.size()])) {}

  /// `make(position, move)` before a move is made, `take_back()` behind one that was taken back.
  /// The error says that it left the position another one than before.
  template <class Make, class TakeBack>
  base::Result<void> step(const Make& make, const TakeBack& take_back) {
    shogi::MoveList moves;
    shogi::generate_legal(position_, moves);
    if (!made_.empty() && (moves.empty() || random_.below(3) == 0)) {
      const Made last = made_.back();
      made_.pop_back();
      position_.undo_move(last.move, last.undo);
      take_back();
      if (position_.setup() == last.before && position_.key() == last.key) return {};
      return base::fail(notation::to_usi(last.move) + " taken back leads to " +
                        notation::to_sfen(position_) + " instead of where it was made");
    }
    if (moves.empty()) return {};
    const auto pick = random_.below(static_cast<std::uint64_t>(moves.size()));
    Made now{moves[static_cast<int>(pick)], {}, position_.setup(), position_.key()};
    make(position_, now.move);
    const shogi::Key expected = position_.key_after(now.move);
    position_.do_move(now.move, now.undo);
    made_.push_back(now);
    const auto anew = shogi::Position::from(position_.setup());
    if (anew && anew->key() == position_.key() && expected == position_.key()) return {};
    return base::fail(notation::to_usi(now.move) + " leads to " + notation::to_sfen(position_) +
                      ", which " + (anew ? "has another key" : anew.error().message));
  }

  const shogi::Position& position() const { return position_; }

 private:
  struct Made {
    shogi::BareMove move;
    shogi::Undo undo;
    shogi::Setup before;
    shogi::Key key;
  };

  base::Random random_;
  shogi::Position position_;
  std::vector<Made> made_;
};

Found make_and_take_back(const std::function<bool()>& stop) {
  for (int number = 0; number < kWalks && !stop(); ++number) {
    Walk walk(static_cast<std::uint64_t>(number));
    for (int step = 0; step < kStepsOfWalk; ++step) {
      const auto done = walk.step([](const shogi::Position&, shogi::BareMove) {}, [] {});
      if (!done) return tl::unexpected(done.error());
    }
  }
  return std::to_string(kWalks * kStepsOfWalk) + " moves made and taken back";
}

Found follow_scores(const search::View& view, const std::function<bool()>& stop) {
  int compared = 0;
  for (int number = 0; number < kWalks && !stop(); ++number) {
    Walk walk(static_cast<std::uint64_t>(number));
    eval::Judge judge(view.evaluator);
    judge.set_source(view.source);
    judge.start(walk.position());
    for (int step = 0; step < kStepsOfWalk; ++step) {
      const auto done = walk.step(
          [&](const shogi::Position& before, shogi::BareMove m) { judge.push(before, m); },
          [&] { judge.pop(); });
      if (!done) return tl::unexpected(done.error());
      if (step % 4 != number % 4) continue;  // a search does not ask everywhere
      const int followed = judge.evaluate(walk.position());
      const int anew = view.score_of(walk.position());
      if (followed != anew) {
        return base::fail(notation::to_sfen(walk.position()) + ": " + std::to_string(followed) +
                          " kept up to date, " + std::to_string(anew) + " anew");
      }
      ++compared;
    }
  }
  return std::to_string(compared) + " scores kept up to date and anew";
}

/// One that has learnt nothing yet.
std::unique_ptr<search::Searcher> new_searcher(eval::Style style, const eval::ScoreSource& source) {
  auto searcher = std::make_unique<search::Searcher>(style);
  searcher->set_source(source);
  searcher->resize_table(kTableMegabytes);
  return searcher;
}

Found find_mate(eval::Style style, const eval::ScoreSource& source,
                const std::function<bool()>& stop) {
  const shogi::Position position = position_of(kMate);
  search::Limits limits;
  limits.nodes = kNodesForMate;
  QuietObserver observer(stop);
  const auto decision =
      new_searcher(style, source)->search(shogi::Game(position), limits, {}, observer);
  mate::Solver solver;
  solver.resize(kTableMegabytes);
  mate::MateLimits mate_limits;
  mate_limits.nodes = kNodesForMate;
  const auto proof = solver.solve(position, mate_limits, [&](const auto&) { return stop(); });
  if (decision.value != search::kMateValue - kPliesOfMate) {
    return base::fail(std::string(kMate) + ": the search finds no mate in " +
                      std::to_string(kPliesOfMate));
  }
  if (proof.verdict != mate::Verdict::kMate || proof.plies != kPliesOfMate) {
    return base::fail(std::string(kMate) + ": the mate solver finds no mate in " +
                      std::to_string(kPliesOfMate));
  }
  return "in " + std::to_string(kPliesOfMate) + " plies, by search and by solver";
}

Found search_twice(eval::Style style, const eval::ScoreSource& source,
                   const std::function<bool()>& stop) {
  std::uint64_t nodes = 0;
  for (const std::string_view sfen : kWalksFrom) {
    const shogi::Game game(position_of(sfen));
    search::Limits limits;
    limits.depth = kDepthOfSearches;
    QuietObserver first(stop);
    QuietObserver second(stop);
    const auto one = new_searcher(style, source)->search(game, limits, {}, first);
    const auto other = new_searcher(style, source)->search(game, limits, {}, second);
    if (stop()) return std::string();
    if (one.nodes != other.nodes || one.value != other.value || first.line != second.line) {
      return base::fail(std::string(sfen) + ": " + std::to_string(one.nodes) + " nodes and score " +
                        std::to_string(one.value) + ", then " + std::to_string(other.nodes) +
                        " nodes and score " + std::to_string(other.value));
    }
    nodes += one.nodes;
  }
  return std::to_string(kWalksFrom.size()) + " searches of depth " +
         std::to_string(kDepthOfSearches) + ", twice the same " + std::to_string(nodes) + " nodes";
}

std::string took(base::TimePoint begin, base::TimePoint end) {
  return std::to_string(base::to_ms(end - begin).count()) + " ms";
}

}  // namespace

std::vector<std::string> run_checks(std::span<const Check> checks,
                                    const std::function<bool()>& stop,
                                    const std::function<base::TimePoint()>& now) {
  std::vector<std::string> lines;
  int failed = 0;
  const base::TimePoint begin = now();
  for (const Check& check : checks) {
    const base::TimePoint start = now();
    const Found found = check.run();
    if (stop()) {
      lines.emplace_back("test: stopped");
      return lines;
    }
    if (!found) ++failed;
    lines.push_back("test " + std::string(check.name) + ": " +
                    (found ? "passed, " + *found : "FAILED, " + found.error().message) + " (" +
                    took(start, now()) + ")");
  }
  const std::string all = std::to_string(checks.size());
  lines.push_back(
      "test: " +
      (failed == 0 ? "all " + all + " passed" : std::to_string(failed) + " of " + all + " FAILED") +
      " (" + took(begin, now()) + ")");
  return lines;
}

std::vector<Check> self_checks(eval::Style style, const eval::ScoreSource& source,
                               const std::function<bool()>& stop) {
  return {{"rules", [=] { return count_sequences(stop); }},
          {"moves", [=] { return make_and_take_back(stop); }},
          {"evaluation", [=] { return follow_scores(search::view_of(style, source), stop); }},
          {"mate", [=] { return find_mate(style, source, stop); }},
          {"search", [=] { return search_twice(style, source, stop); }}};
}

}  // namespace gougi::engines
