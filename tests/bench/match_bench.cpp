// SPDX-License-Identifier: MIT
// Two USI engines against each other, to measure strength: seeded openings, each played with both
// colours; moves, repetition and declarations judged by our own rules; no adjudication but the
// rules' and a draw at the longest game. Prints the score with its 95 % error bar.
//   build/bin/match-bench --first CMD --second CMD [--first-option NAME=VALUE]...
//     [--second-option NAME=VALUE]... [--games N] [--byoyomi MS | --nodes N] [--margin MS]
//     [--concurrency N] [--seed N] [--max-moves N] [--lost FILE]
// A move that takes longer than the byoyomi and the margin loses. Games that the first engine lost
// are appended to FILE as USI position lines. Exit code 2 for arguments it does not know.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "bench/bench.hpp"
#include "bench/openings.hpp"
#include "integration/dialogue.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/position_text.hpp"

namespace gougi::testing {
namespace {

struct Contestant {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> option_lines;
};

struct MatchPlan {
  std::array<Contestant, 2> engines;
  int games = 100;
  int byoyomi = 100;
  int nodes = 0;  // 0: by time
  int margin = 100;
  int concurrency = 1;
  int seed = 1;
  int max_moves = 512;
  std::string lost_file;
};

/// How a game ended: for the first engine 1, 0 or -1.
struct Ending {
  int score = 0;
  std::string why;
};

struct Tally {
  int wins = 0;
  int losses = 0;
  int draws = 0;
  std::array<int, 2> time_losses{};
  std::array<int, 2> broken{};  // illegal or no answer
  long long plies = 0;
  std::array<Milliseconds, 2> slowest{};
  std::map<std::string, int> endings;

  int games() const { return wins + losses + draws; }
};

/// One engine's process over many games.
class Player {
 public:
  explicit Player(const Contestant& contestant)
      : dialogue_(contestant.program, contestant.arguments) {
    dialogue_.say("usi");
    if (!dialogue_.wait_for("usiok", Milliseconds(120'000))) return;
    for (const std::string& line : contestant.option_lines) dialogue_.say(line);
    alive_ = true;
  }
  ~Player() {
    dialogue_.say("quit");
    dialogue_.wait_exit(Milliseconds(1000));
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  bool new_game() {
    if (!alive_) return false;
    dialogue_.say("isready");
    alive_ = dialogue_.wait_for("readyok", Milliseconds(120'000)).has_value();
    dialogue_.say("usinewgame");
    return alive_;
  }

  /// The answer's line (empty: none came) and how long it took.
  std::string ask(const std::string& position, const std::string& go, Milliseconds patience) {
    dialogue_.forget();
    dialogue_.say(position);
    const auto asked = dialogue_.say(go);
    const auto heard = dialogue_.wait_for("bestmove", patience);
    if (!heard) {
      alive_ = false;
      return "";
    }
    took = base::to_ms(heard->at - asked);
    return heard->line;
  }

  Milliseconds took{0};

 private:
  Dialogue dialogue_;
  bool alive_ = false;
};

class MatchGame {
 public:
  MatchGame(const MatchPlan& plan, std::array<Player*, 2> players, bool first_is_black,
            shogi::Game opening)
      : plan_(plan),
        players_(players),
        first_is_black_(first_is_black),
        game_(std::move(opening)) {}

  Ending play(Tally& tally) {
    for (const std::size_t side : {0U, 1U}) {
      if (players_[side]->new_game()) continue;
      ++tally.broken[side];
      return lost(side, "not getting ready");
    }
    for (;;) {
      const std::size_t mover = side_to_move();
      if (const auto over = ended_by_rule(mover)) return *over;
      if (const auto over = move(mover, tally)) return *over;
    }
  }
  const shogi::Game& game() const { return game_; }

 private:
  std::size_t side_to_move() const {
    const bool black = game_.position().side_to_move() == shogi::Color::kBlack;
    return black == first_is_black_ ? 0 : 1;
  }
  static Ending lost(std::size_t side, std::string why) {
    return {side == 0 ? -1 : 1, std::move(why)};
  }

  std::optional<Ending> ended_by_rule(std::size_t mover) const {
    if (!game_.position().has_legal_move()) return lost(mover, "mate");
    switch (game_.repetition()) {
      case shogi::Repetition::kDraw:
        return Ending{0, "repetition"};
      case shogi::Repetition::kWin:
        return lost(1 - mover, "perpetual check");
      case shogi::Repetition::kLoss:
        return lost(mover, "perpetual check");
      case shogi::Repetition::kNone:
        break;
    }
    if (static_cast<int>(game_.moves().size()) >= plan_.max_moves) return Ending{0, "length"};
    return std::nullopt;
  }

  std::optional<Ending> move(std::size_t mover, Tally& tally) {
    Player& player = *players_[mover];
    const std::string go = plan_.nodes > 0
                               ? "go nodes " + std::to_string(plan_.nodes)
                               : "go btime 0 wtime 0 byoyomi " + std::to_string(plan_.byoyomi);
    const std::string line =
        player.ask(usi::position_line(game_.start(), game_.moves()), go,
                   Milliseconds((plan_.nodes > 0 ? 60'000 : plan_.byoyomi) + 10'000));
    tally.slowest[mover] = std::max(tally.slowest[mover], player.took);
    const auto answer = usi::parse_answer(line);
    const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
    if (best == nullptr) {
      ++tally.broken[mover];
      return lost(mover, "giving no answer");
    }
    if (plan_.nodes == 0 && player.took.count() > plan_.byoyomi + plan_.margin) {
      ++tally.time_losses[mover];
      return lost(mover, "time");
    }
    if (std::holds_alternative<usi::Resign>(best->choice)) return lost(mover, "resignation");
    if (std::holds_alternative<usi::DeclareWin>(best->choice)) {
      if (shogi::can_declare(game_.position(), shogi::DeclarationRule::k27)) {
        return lost(1 - mover, "declaration");
      }
      ++tally.broken[mover];
      return lost(mover, "a wrong declaration");
    }
    const auto* chosen = std::get_if<usi::Move>(&best->choice);
    if (chosen == nullptr || !game_.play(chosen->of_shogi())) {
      ++tally.broken[mover];
      return lost(mover, "illegal: " + line);
    }
    ++tally.plies;
    return std::nullopt;
  }

  const MatchPlan& plan_;
  std::array<Player*, 2> players_;
  bool first_is_black_;
  shogi::Game game_;
};

double elo_of(double share) {
  share = std::clamp(share, 0.001, 0.999);
  return -400.0 * std::log10(1.0 / share - 1.0);
}

void print_tally(const Tally& t) {
  const double n = std::max(1, t.games());
  const double share = (t.wins + 0.5 * t.draws) / n;
  const double square = (t.wins + 0.25 * t.draws) / n;
  const double bar = 1.96 * std::sqrt(std::max(0.0, square - share * share) / n);
  std::printf(
      "%d games: %d wins, %d losses, %d draws: %.1f %% +- %.1f, elo %+.0f (%+.0f to %+.0f), %lld "
      "plies a game, time losses %d : %d, broken %d : %d, slowest %lld : %lld ms\n",
      t.games(), t.wins, t.losses, t.draws, 100 * share, 100 * bar, elo_of(share),
      elo_of(share - bar), elo_of(share + bar), t.plies / std::max(1, t.games()), t.time_losses[0],
      t.time_losses[1], t.broken[0], t.broken[1], static_cast<long long>(t.slowest[0].count()),
      static_cast<long long>(t.slowest[1].count()));
  std::fflush(stdout);
}

void count(Tally& tally, const Ending& ending) {
  ++tally.endings[ending.score > 0   ? "won by " + ending.why
                  : ending.score < 0 ? "lost by " + ending.why
                                     : "drawn by " + ending.why];
  ++(ending.score > 0 ? tally.wins : ending.score < 0 ? tally.losses : tally.draws);
}

int play_match(const MatchPlan& plan) {
  std::mutex mutex;
  Tally tally;
  const int pairs = (plan.games + 1) / 2;
  // A worker keeps its engines as long as they live; a pair of games has one opening.
  run_beside_each_other(pairs, plan.concurrency, [&](int pair) {
    Player first(plan.engines[0]);
    Player second(plan.engines[1]);
    const shogi::Game opening = balanced_opening(static_cast<std::uint64_t>(plan.seed) * 100'003 +
                                                 static_cast<std::uint64_t>(pair));
    for (const bool first_is_black : {true, false}) {
      MatchGame game(plan, {&first, &second}, first_is_black, opening);
      Tally of_game;
      const Ending ending = game.play(of_game);
      const std::lock_guard lock(mutex);
      count(tally, ending);
      tally.plies += of_game.plies;
      for (const std::size_t i : {0U, 1U}) {
        tally.time_losses[i] += of_game.time_losses[i];
        tally.broken[i] += of_game.broken[i];
        tally.slowest[i] = std::max(tally.slowest[i], of_game.slowest[i]);
      }
      if (ending.score < 0 && !plan.lost_file.empty()) {
        std::ofstream(plan.lost_file, std::ios::app)
            << usi::position_line(game.game().start(), game.game().moves()) << "\n";
      }
      if (of_game.broken[0] + of_game.broken[1] > 0) std::printf("%s\n", ending.why.c_str());
      if (tally.games() % 20 == 0) print_tally(tally);
    }
  });
  print_tally(tally);
  for (const auto& [how, times] : tally.endings) std::printf("  %s: %d\n", how.c_str(), times);
  return tally.broken[0] + tally.broken[1] == 0 ? 0 : 1;
}

[[noreturn]] void usage() {
  std::printf(
      "usage: match-bench --first CMD --second CMD [--first-option NAME=VALUE]... "
      "[--second-option NAME=VALUE]... [--games N] [--byoyomi MS | --nodes N] [--margin MS] "
      "[--concurrency N] [--seed N] [--max-moves N] [--lost FILE]\n");
  std::exit(2);
}

void set_command(Contestant& contestant, const std::string& command) {
  std::vector<std::string> words;
  for (const std::string_view word : base::split_words(command)) words.emplace_back(word);
  if (words.empty()) usage();
  contestant.program = words.front();
  contestant.arguments.assign(words.begin() + 1, words.end());
}

void add_option(Contestant& contestant, const std::string& text) {
  const auto sign = text.find('=');
  if (sign == std::string::npos) usage();
  contestant.option_lines.push_back("setoption name " + text.substr(0, sign) + " value " +
                                    text.substr(sign + 1));
}

MatchPlan read_plan(int argc, char** argv) {
  MatchPlan plan;
  const std::vector<std::pair<std::string, int*>> numbers{
      {"--games", &plan.games},        {"--byoyomi", &plan.byoyomi},
      {"--nodes", &plan.nodes},        {"--margin", &plan.margin},
      {"--seed", &plan.seed},          {"--concurrency", &plan.concurrency},
      {"--max-moves", &plan.max_moves}};
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) usage();
    const std::string value = argv[i + 1];
    const auto number = std::find_if(numbers.begin(), numbers.end(),
                                     [&](const auto& known) { return known.first == name; });
    if (number != numbers.end()) {
      const auto parsed = base::to_int(value);
      if (!parsed || *parsed < 1) usage();
      *number->second = static_cast<int>(*parsed);
    } else if (name == "--first" || name == "--second") {
      set_command(plan.engines[name == "--first" ? 0 : 1], value);
    } else if (name == "--first-option" || name == "--second-option") {
      add_option(plan.engines[name == "--first-option" ? 0 : 1], value);
    } else if (name == "--lost") {
      plan.lost_file = value;
    } else {
      usage();
    }
  }
  if (plan.engines[0].program.empty() || plan.engines[1].program.empty()) usage();
  return plan;
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) {
  return gougi::testing::play_match(gougi::testing::read_plan(argc, argv));
}
