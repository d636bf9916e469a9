// SPDX-License-Identifier: MIT
// Whether the relay keeps its clock, and how much of it the voters get: games against a random
// player at short byoyomi and with an increment, voters that use all their time, then with slow,
// jittery and stuck ones among them. Voters sleep instead of computing, so that games run beside
// each other. Exit code 1 if a game was lost on time or the voters got too little.
//   build/bin/clock-bench [--games N] [--parallel P] [--plies N] [--only N] [--byoyomi MS]
// --only takes the number of one time control, from 1; --byoyomi is one of its own, instead.
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "integration/relay.hpp"
#include "relay/decision_record.hpp"
#include "shogi/movegen.hpp"

namespace gougi::testing {
namespace {

// What of the byoyomi the voters must have had without faults.
constexpr double kLeastShare = 0.9;
// An answer that has not come so long after its time does not come.
constexpr Milliseconds kPatience{10'000};

struct TimeControl {
  const char* name;
  Milliseconds main;
  Milliseconds increment;
  Milliseconds byoyomi;
};

struct Figures {
  int games = 0;
  int moves = 0;
  int losses = 0;   ///< answers after the flag, the machine's standstills taken off
  int held_up = 0;  ///< of these, while other processes held up one like the relay as long
  int excused = 0;  ///< answers after the flag only because the machine stood still
  int broken = 0;   ///< no answer, or none that the rules allow
  Milliseconds slowest{0};
  Milliseconds least_left = Milliseconds::max();  ///< on the clock with increment, after a move
  double share = 0;  ///< sum over `decisions` of the part of the byoyomi until the last vote
  int decisions = 0;
  int votes = 0;
  int own_votes = 0;  ///< that came as a bestmove, not read off the last pv

  void add(const Figures& other) {
    games += other.games;
    moves += other.moves;
    losses += other.losses;
    held_up += other.held_up;
    excused += other.excused;
    broken += other.broken;
    slowest = std::max(slowest, other.slowest);
    least_left = std::min(least_left, other.least_left);
    share += other.share;
    decisions += other.decisions;
    votes += other.votes;
    own_votes += other.own_votes;
  }
};

std::string voter(const std::string& faults, int seed) {
  return "  - command: [" + ours("scripted-engine") + ", --think, --legal, '" +
         std::to_string(seed) + "', --score, '" + std::to_string(seed % 97) + "'" + faults + "]\n";
}

std::string configuration(bool with_faults, int game) {
  const int seed = 10 * game;
  std::string yaml = "consensus: optimistic\nrecord: rounds.jsonl\nengines:\n";
  yaml += voter("", seed + 1) + voter("", seed + 2);
  if (!with_faults) return yaml + voter("", seed + 3);
  return yaml + voter(", --slow-ms, '30'", seed + 3) + voter(", --jitter-ms, '60'", seed + 4) +
         voter(", --stuck-every, '7'", seed + 5);
}

/// Adds what the votes of a game say of the time that voters had.
void read_record(const std::filesystem::path& file, Milliseconds byoyomi, Figures& figures) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    const auto parsed = relay::parse_record(line);
    const auto* decision = parsed ? std::get_if<relay::DecisionRecord>(&*parsed) : nullptr;
    if (decision == nullptr) continue;
    Milliseconds last{0};
    for (const relay::RecordedVoter& each : decision->voters) {
      ++figures.votes;
      const auto& ballot = each.voter.ballot;
      if (!ballot || !ballot->counts() || ballot->partial) continue;
      ++figures.own_votes;
      last = std::max(last, ballot->elapsed);
    }
    ++figures.decisions;
    if (byoyomi.count() > 0) {
      figures.share += static_cast<double>(last.count()) / static_cast<double>(byoyomi.count());
    }
  }
}

class TimedGame {
 public:
  TimedGame(const TimeControl& control, bool with_faults, int number, StandstillWatch& watch,
            StandstillWatch& neighbour)
      : control_(control),
        watch_(watch),
        neighbour_(neighbour),
        random_(static_cast<std::uint64_t>(number)),
        relay_(configuration(with_faults, number)),
        our_turn_(number % 2 == 0),
        clock_(control.main) {}

  Figures play(std::size_t plies) {
    figures_.games = 1;
    if (!relay_.handshake()) {
      figures_.broken = 1;
      return figures_;
    }
    while (game_.moves().size() < plies && game_.position().has_legal_move()) {
      if (our_turn_ ? !ask() : !play_at_random()) break;
      our_turn_ = !our_turn_;
    }
    relay_.dialogue.say("quit");
    relay_.dialogue.wait_exit(Milliseconds(3000));
    read_record(relay_.folder.path() / "rounds.jsonl", control_.byoyomi, figures_);
    return figures_;
  }

 private:
  bool play_at_random() {
    shogi::MoveList moves;
    shogi::generate_legal(game_.position(), moves);
    const auto count = static_cast<std::uint64_t>(moves.size());
    return game_.play(moves[static_cast<int>(random_.below(count))]) &&
           game_.repetition() == shogi::Repetition::kNone;
  }

  std::string go_line() const {
    const std::string main = std::to_string(clock_.count());
    std::string line = "go btime " + main + " wtime " + main;
    if (control_.increment.count() == 0) {
      return line + " byoyomi " + std::to_string(control_.byoyomi.count());
    }
    const std::string increment = std::to_string(control_.increment.count());
    return line + " binc " + increment + " winc " + increment;
  }

  /// One move of the relay; false if the game is over.
  bool ask() {
    Dialogue& gui = relay_.dialogue;
    usi::PositionCommand position;
    position.moves = usi::moves_of(game_.moves());
    gui.forget();
    gui.say(usi::format(usi::Command{position}));
    const Milliseconds there_is = clock_ + control_.increment + control_.byoyomi;
    const auto asked = gui.say(go_line());
    const auto heard = gui.wait_for("bestmove", there_is + kPatience);
    ++figures_.moves;
    const std::string ending = play_answer(game_, heard ? heard->line : "");
    if (ending.starts_with("no ") || ending.starts_with("illegal") ||
        ending.starts_with("malformed")) {
      std::printf("%s: %s\n", control_.name, ending.c_str());
      ++figures_.broken;
    }
    if (heard) take_time(asked, heard->at, there_is);
    return ending.empty();
  }

  /// The increment of a move is there before it, as USI means it.
  void take_time(base::TimePoint asked, base::TimePoint at, Milliseconds there_is) {
    const auto took = base::to_ms(at - asked);
    figures_.slowest = std::max(figures_.slowest, took);
    if (at - asked >= there_is) {
      std::this_thread::sleep_for(Milliseconds(50));  // the watches see a gap at its end
      const auto still = watch_.stood_still(asked, at);
      const auto held_up = neighbour_.stood_still(asked, at);
      const bool lost = at - asked - still >= there_is;
      ++(lost ? figures_.losses : figures_.excused);
      if (lost && at - asked - held_up < there_is) ++figures_.held_up;
      std::printf(
          "%s: %lld ms of %lld; the machine stood still for %lld, a process beside the relay for "
          "%lld; the relay says %lld\n",
          control_.name, static_cast<long long>(took.count()),
          static_cast<long long>(there_is.count()),
          static_cast<long long>(base::to_ms(still).count()),
          static_cast<long long>(base::to_ms(held_up).count()), time_by_the_relay());
    }
    if (control_.increment.count() == 0) return;
    clock_ = std::max(Milliseconds(0), there_is - took);
    figures_.least_left = std::min(figures_.least_left, clock_);
  }

  /// When it decided, by its own clock: what is missing was lost on the way, here or there.
  long long time_by_the_relay() {
    long long time = 0;
    for (const Dialogue::Heard& heard : relay_.dialogue.heard) {
      if (!heard.line.starts_with("info depth")) continue;
      time = usi::parse_info(heard.line).time_ms.value_or(0);
    }
    return time;
  }

  const TimeControl& control_;
  StandstillWatch& watch_;
  StandstillWatch& neighbour_;
  base::Random random_;
  Relay relay_;
  shogi::Game game_;
  bool our_turn_;
  Milliseconds clock_;
  Figures figures_;
};

Figures play_games(const TimeControl& control, bool with_faults, int games, int parallel,
                   int plies) {
  StandstillWatch watch;
  StandstillWatch neighbour(StandstillWatch::Place::kBesideTheRelay);
  std::mutex mutex;
  Figures all;
  run_beside_each_other(games, parallel, [&](int number) {
    const Figures of_game = TimedGame(control, with_faults, number, watch, neighbour)
                                .play(static_cast<std::size_t>(plies));
    const std::lock_guard lock(mutex);
    all.add(of_game);
  });
  return all;
}

/// Prints a line; whether the promise held.
bool report(const TimeControl& control, bool with_faults, const Figures& f) {
  std::printf(
      "%s, %s: %d games, %d moves, %d time losses (%d of them while other processes "
      "held up one like the relay, %d more while the machine stood still), "
      "slowest answer %lld ms",
      control.name, with_faults ? "slow, jittery and stuck voters" : "no faults", f.games, f.moves,
      f.losses, f.held_up, f.excused, static_cast<long long>(f.slowest.count()));
  if (control.increment.count() > 0) {
    std::printf(", least left %lld ms", static_cast<long long>(f.least_left.count()));
  }
  const double share = f.decisions == 0 ? 0.0 : f.share / f.decisions;
  if (control.byoyomi.count() > 0 && !with_faults) {
    std::printf(", voters thought %.1f %% of the time", 100.0 * share);
  }
  std::printf(", %d of %d votes by bestmove", f.own_votes, f.votes);
  if (f.broken > 0) std::printf(", %d BROKEN", f.broken);
  std::printf("\n");
  std::fflush(stdout);
  const bool enough = with_faults || control.byoyomi.count() == 0 || share >= kLeastShare;
  return f.losses == 0 && f.broken == 0 && enough;
}

int run(int argc, char** argv) {
  int games = 50;
  int parallel = 12;
  int plies = 40;
  int only = 0;     // of the time controls below, from 1; 0: all
  int byoyomi = 0;  // 0: those below
  read_numbers(argc, argv,
               {{"--games", &games},
                {"--parallel", &parallel},
                {"--plies", &plies},
                {"--only", &only},
                {"--byoyomi", &byoyomi}});
  const std::string wished = "byoyomi " + std::to_string(byoyomi);
  std::vector<TimeControl> controls{
      {"byoyomi 100", Milliseconds(0), Milliseconds(0), Milliseconds(100)},
      {"byoyomi 1000", Milliseconds(0), Milliseconds(0), Milliseconds(1000)},
      {"10000 + 100 a move", Milliseconds(10'000), Milliseconds(100), Milliseconds(0)}};
  if (byoyomi > 0) {
    controls = {{wished.c_str(), Milliseconds(0), Milliseconds(0), Milliseconds(byoyomi)}};
  }
  bool kept = true;
  for (const TimeControl& control : controls) {
    if (only != 0 && &control != &controls.at(static_cast<std::size_t>(only - 1))) continue;
    // So many answers in the same millisecond are the machine's load, not the relay's.
    const bool blitz = control.byoyomi == Milliseconds(100);
    const int beside = blitz ? std::max(1, parallel / 4) : parallel;
    // A clock that runs down is worth watching to where little is left.
    const int length = control.increment.count() > 0 ? 3 * plies : plies;
    for (const bool with_faults : {false, true}) {
      const Figures figures = play_games(control, with_faults, games, beside, length);
      kept = report(control, with_faults, figures) && kept;
    }
  }
  std::printf("%s\n", kept ? "kept: no time loss, at least 90 % of the byoyomi"
                           : "BROKEN: a time loss, or less than 90 % of the byoyomi");
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) { return gougi::testing::run(argc, argv); }
