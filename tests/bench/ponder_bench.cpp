// SPDX-License-Identifier: MIT
// Whether pondering keeps the rules of USI: short games in which the GUI's guess is right or wrong,
// ponderhit comes at once or later, stop crosses a bestmove, and the next go comes while a voter
// still owes an old answer. Every go gets exactly one bestmove, for its own position, and none
// before stop or ponderhit. Exit code 1 if not.
//   build/bin/ponder-bench [--games N] [--parallel P] [--plies N]
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "engines/favourites.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

// Few, so that voters agree, guess the same replies, and a stale answer is seen to be one.
constexpr int kFavourites = 2;
// Of the opponent: one more than the voters expect.
constexpr int kReplies = 3;
constexpr Milliseconds kPatience{5000};
// A second bestmove would be here by then.
constexpr Milliseconds kSilence{100};

struct Counts {
  int games = 0;
  int goes = 0;
  int answers = 0;
  int ponders = 0;
  int hits = 0;        ///< ponderhit after a while
  int early_hits = 0;  ///< in one write with go ponder
  int misses = 0;      ///< stop, its bestmove, then the next go
  int overtaken = 0;   ///< stop, position and go in one write
  int stops = 0;       ///< of a search with its clock running
  int crossings = 0;   ///< … that came within 2 ms of its bestmove
  int late = 0;        ///< after the byoyomi, the machine's standstills taken off
  int voteless = 0;    ///< legal moves of the relay's own: no voter had said a word before stop
  int violations = 0;

  void add(const Counts& other) {
    games += other.games;
    goes += other.goes;
    answers += other.answers;
    ponders += other.ponders;
    hits += other.hits;
    early_hits += other.early_hits;
    misses += other.misses;
    overtaken += other.overtaken;
    stops += other.stops;
    crossings += other.crossings;
    late += other.late;
    voteless += other.voteless;
    violations += other.violations;
  }
};

std::string configuration(int game) {
  const bool multi = game % 2 == 1;
  const bool with_laggard = game / 2 % 2 == 1;
  std::string yaml = std::string("ponder: ") + (multi ? "multi" : "single") + "\nengines:\n";
  for (int i = 0; i < 3; ++i) {
    yaml += "  - command: [" + ours("scripted-engine") + ", --think, --legal, '" +
            std::to_string(10 * game + i) + "', --legal-ponder, --favourites, '" +
            std::to_string(kFavourites) + "'";
    if (with_laggard && i == 2) yaml += ", --jitter-ms, '300'";  // longer than the grace
    yaml += "]\n";
  }
  return yaml;
}

std::string position_line(const shogi::Game& game) {
  usi::PositionCommand position;
  position.moves = usi::moves_of(game.moves());
  return usi::format(usi::Command{position});
}

class PonderGame {
 public:
  PonderGame(int number, StandstillWatch& watch)
      : number_(number),
        watch_(watch),
        random_(static_cast<std::uint64_t>(number)),
        relay_(configuration(number)) {}

  Counts play(std::size_t plies) {
    counts_.games = 1;
    gui().say("setoption name USI_Ponder value true");
    if (!relay_.handshake()) {
      violation("no handshake");
      return counts_;
    }
    bool is_asked = false;  // the go for this position has been said
    const auto goes_on = [&] {
      return game_.moves().size() < plies && game_.position().has_legal_move();
    };
    while (!over_ && (is_asked || goes_on())) {
      if (!is_asked) ask();
      stop_at_times();
      is_asked = false;
      const auto best = take_answer(game_);
      if (!best || !play_move(std::get<usi::Move>(best->choice).of_shogi())) break;
      const auto replies = tests::favourites(game_.position(), kReplies);
      if (replies.empty()) break;
      shogi::Move reply = replies[random_.below(replies.size())];
      const shogi::Move expected = best->ponder.value_or(usi::Move()).of_shogi();
      if (best->ponder && !game_.freeze_position().is_legal(expected)) violation("illegal ponder");
      if (best->ponder && random_.below(8) != 0) {
        if (random_.below(2) == 0) reply = expected;
        is_asked = ponder(expected, reply);
      } else if (!play_move(reply)) {
        break;
      }
    }
    expect_silence(kSilence);
    if (counts_.answers != counts_.goes) violation("not one bestmove for each go");
    gui().say("gameover draw");
    gui().say("isready");
    if (!gui().wait_for("readyok")) violation("no readyok");
    expect_silence(Milliseconds(0));
    gui().say("quit");
    gui().wait_exit(Milliseconds(3000));
    return counts_;
  }

 private:
  Dialogue& gui() { return relay_.dialogue; }

  void violation(const std::string& what) {
    ++counts_.violations;
    over_ = true;
    std::printf("VIOLATION in game %d: %s\n  %s\n", number_, what.c_str(),
                position_line(game_).c_str());
    for (std::size_t i = gui().heard.size() - std::min<std::size_t>(gui().heard.size(), 12);
         i < gui().heard.size(); ++i) {
      std::printf("  < %s\n", gui().heard[i].line.c_str());
    }
    std::fflush(stdout);
  }

  /// False if the game ends with it.
  bool play_move(shogi::Move move) {
    return game_.play(move) && game_.repetition() == shogi::Repetition::kNone;
  }

  Milliseconds up_to(std::uint64_t most) { return Milliseconds(random_.below(most + 1)); }

  std::string clock() {
    byoyomi_ = Milliseconds(50 + random_.below(51));
    return "btime 0 wtime 0 byoyomi " + std::to_string(byoyomi_.count());
  }

  void ask() {
    ++counts_.goes;
    gui().say_at_once(position_line(game_) + "\ngo " + clock() + "\n");
    clock_start_ = io::EventLoop::now();
  }

  void expect_silence(Milliseconds span) {
    gui().listen(span);
    if (gui().count("bestmove") != counts_.answers) violation("a bestmove that nobody asked for");
  }

  /// Of a search whose clock runs: mostly not, sometimes early, sometimes about when it answers.
  void stop_at_times() {
    const auto lot = random_.below(6);
    if (lot >= 2) return;
    const Milliseconds wait = lot == 0 ? up_to(20) : byoyomi_ - Milliseconds(16) + up_to(16);
    gui().listen(wait - std::min(wait, base::to_ms(io::EventLoop::now() - clock_start_)));
    stopped_at_ = gui().say("stop");
    ++counts_.stops;
  }

  /// The one bestmove for `asked`; nothing if the game is over with it.
  std::optional<usi::BestMoveAnswer> take_answer(const shogi::Game& asked, bool has_clock = true) {
    const auto heard = gui().wait_for("bestmove", kPatience);
    if (!heard) {
      violation("no bestmove");
      return std::nullopt;
    }
    ++counts_.answers;
    judge_time(heard->at, has_clock);
    const auto parsed = usi::parse_answer(heard->line);
    const auto* best = parsed ? std::get_if<usi::BestMoveAnswer>(&*parsed) : nullptr;
    const auto* move = best == nullptr ? nullptr : std::get_if<usi::Move>(&best->choice);
    if (move == nullptr) {
      over_ = true;
      if (asked.position().has_legal_move()) violation("no move: " + heard->line);
      return std::nullopt;
    }
    const auto choices = tests::favourites(asked.position(), kFavourites);
    if (!asked.freeze_position().is_legal(move->of_shogi())) {
      violation("illegal: " + heard->line);
    } else if (!has_votes(counts_.answers)) {
      ++counts_.voteless;
    } else if (std::ranges::find(choices, *move) == choices.end()) {
      violation("no voter's move in this position: " + heard->line);
    }
    return over_ ? std::nullopt : std::optional(*best);
  }

  /// Whether the vote table before the nth bestmove names voters for it.
  bool has_votes(int answer) {
    int seen = 0;
    bool voted = false;
    for (const Dialogue::Heard& heard : gui().heard) {
      if (heard.line.starts_with("info string [O]")) voted = true;
      if (!heard.line.starts_with("bestmove")) continue;
      if (++seen == answer) return voted;
      voted = false;
    }
    return false;
  }

  void judge_time(base::TimePoint at, bool has_clock) {
    if (stopped_at_) {
      const auto apart = at > *stopped_at_ ? at - *stopped_at_ : *stopped_at_ - at;
      if (apart <= Milliseconds(2)) ++counts_.crossings;
      stopped_at_.reset();
    }
    if (!has_clock || at - clock_start_ < byoyomi_) return;
    if (at - clock_start_ - watch_.stood_still(clock_start_, at) >= byoyomi_) ++counts_.late;
  }

  /// The relay ponders on `guess`, the opponent plays `reply`. Whether the game's position has been
  /// asked for by then.
  bool ponder(shogi::Move guess, shogi::Move reply) {
    shogi::Game guessed = game_;
    if (!guessed.play(guess)) return false;
    ++counts_.ponders;
    ++counts_.goes;
    const std::string go = position_line(guessed) + "\ngo ponder " + clock() + "\n";
    const bool is_hit = guess == reply;
    if (is_hit && random_.below(3) == 0) {
      gui().say_at_once(go + "ponderhit\n");
      ++counts_.early_hits;
    } else {
      gui().say_at_once(go);
      if (random_.below(3) != 0) expect_silence(up_to(120));
      if (over_) return false;
      if (is_hit) {
        gui().say("ponderhit");
        ++counts_.hits;
      }
    }
    clock_start_ = io::EventLoop::now();
    if (!play_move(reply)) over_ = true;
    if (is_hit) {
      if (over_) stop_and_take(guessed);
      return true;
    }
    if (over_ || !game_.position().has_legal_move() || random_.below(2) == 0) {
      ++counts_.misses;
      stop_and_take(guessed);
      return false;
    }
    ++counts_.overtaken;
    ++counts_.goes;
    gui().say_at_once("stop\n" + position_line(game_) + "\ngo " + clock() + "\n");
    clock_start_ = io::EventLoop::now();
    take_answer(guessed, false);
    return true;
  }

  void stop_and_take(const shogi::Game& asked) {
    gui().say("stop");
    take_answer(asked, false);
  }

  int number_;
  StandstillWatch& watch_;
  base::Random random_;
  Relay relay_;
  shogi::Game game_;
  Milliseconds byoyomi_{0};
  base::TimePoint clock_start_{};
  std::optional<base::TimePoint> stopped_at_;  ///< the running search, its clock running
  bool over_ = false;
  Counts counts_;
};

int run(int argc, char** argv) {
  int games = 200;
  int parallel = 4;
  int plies = 40;
  read_numbers(argc, argv, {{"--games", &games}, {"--parallel", &parallel}, {"--plies", &plies}});
  StandstillWatch watch;
  std::mutex mutex;
  Counts all;
  run_beside_each_other(games, parallel, [&](int number) {
    const Counts of_game = PonderGame(number, watch).play(static_cast<std::size_t>(plies));
    const std::lock_guard lock(mutex);
    all.add(of_game);
  });
  std::printf(
      "%d games, %d go, %d bestmoves; %d ponders: %d hits later, %d hits at once, %d misses, %d "
      "misses with the next go at once; %d stops under the clock, %d of them within 2 ms of the "
      "bestmove; %d late answers; %d answers before any voter's word; %d violations\n",
      all.games, all.goes, all.answers, all.ponders, all.hits, all.early_hits, all.misses,
      all.overtaken, all.stops, all.crossings, all.late, all.voteless, all.violations);
  return all.violations == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) { return gougi::testing::run(argc, argv); }
