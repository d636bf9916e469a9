// SPDX-License-Identifier: MIT
// Finds the numbers of the hand-made evaluation from games that the engine plays with itself.
//   build/bin/tune-bench play --out FILE [--games N] [--nodes N] [--seed N]
//     appends positions with the search's value and the game's result
//   build/bin/tune-bench fit --in FILE... --out src/eval/weights.cpp [--epochs N] [--pull N]
//   [--result-percent N] [--future-percent N] [--note TEXT]
//     logistic regression of the static evaluation from the present weights on: on what the search
//     thought of a position and, more than that, of the ones that came later (each ply's word
//     counts N percent of what follows it; 0: the position's own value alone), and on the games'
//     results
// Exit code 2 for arguments it does not know.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "bench/openings.hpp"
#include "eval/terms.hpp"
#include "notation/sfen.hpp"
#include "search/move_picker.hpp"

namespace gougi::testing {
namespace {

/// A value of this many hundredths of a pawn wins by e : 1.
constexpr double kScale = 600;
/// Positions of higher value teach nothing; the game is played on, as the king of the side that has
/// more may be the one that is caught.
constexpr int kDecided = 3000;
constexpr std::size_t kLongestGame = 300;
/// From the last position that is kept to the end of its game, about.
constexpr int kPliesToTheEnd = 6;

struct Sample {
  std::string sfen;
  int value;
  shogi::Color side;
};

/// One game; its samples and the score for Black, twice: 2, 1 or 0.
class SelfPlay {
 public:
  SelfPlay(search::Searcher& searcher, std::uint64_t nodes, std::uint64_t seed)
      : searcher_(searcher), random_(seed) {
    limits_.nodes = nodes;
  }

  void play(std::ofstream& out) {
    shogi::Game game = opening();
    searcher_.new_game();
    const int black = result_for_black(game);
    for (const Sample& sample : samples_) {
      const int result = sample.side == shogi::Color::kBlack ? black : 2 - black;
      out << sample.sfen << '|' << sample.value << '|' << result << '\n';
    }
    out.flush();
  }

 private:
  shogi::Game opening() {
    shogi::Game game;
    const auto plies = 4 + random_.below(8);
    while (game.moves().size() < plies) play_at_random(game);
    return game;
  }
  void play_at_random(shogi::Game& game) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    if (moves.empty()) return;
    const auto pick = random_.below(static_cast<std::uint64_t>(moves.size()));
    static_cast<void>(game.play(moves[static_cast<int>(pick)]));
  }

  int result_for_black(shogi::Game& game) {
    DeafObserver observer;
    while (game.moves().size() < kLongestGame) {
      const auto side = game.position().side_to_move();
      const int win = side == shogi::Color::kBlack ? 2 : 0;
      const auto decision = searcher_.search(game, limits_, {}, observer);
      if (decision.choice == search::Choice::kNoMove) return 2 - win;
      if (decision.choice == search::Choice::kDeclareWin) return win;
      if (search::is_mate_value(decision.value)) return decision.value > 0 ? win : 2 - win;
      if (std::abs(decision.value) <= kDecided && !game.position().in_check() &&
          !decision.move.bare.promotes() &&
          search::MovePicker::is_quiet(game.position(), decision.move.bare)) {
        samples_.push_back({notation::to_sfen(game.position()), decision.value, side});
      }
      if (random_.below(40) == 0 && game.moves().size() < 60) {
        play_at_random(game);
      } else if (!game.play(decision.move)) {
        return 1;
      }
      if (!game.position().has_legal_move()) return win;
      if (game.repetition() != shogi::Repetition::kNone) return 1;
    }
    return 1;
  }

  search::Searcher& searcher_;
  base::Random random_;
  search::Limits limits_;
  std::vector<Sample> samples_;
};

/// A position as the tuner needs it: which weights count, for (+) or against (-) the side to move.
struct Example {
  std::size_t first;  // of its entries in Examples::entries
  std::size_t count;
  float open;  // 0 to 1
  float target;
};

struct Entry {
  std::uint16_t weight;
  std::int16_t sign;
};

struct Examples {
  std::vector<Entry> entries;
  std::vector<Example> list;

  // A sink of visit_terms.
  void add(shogi::Color side, std::size_t index) {
    entries.push_back(
        {static_cast<std::uint16_t>(index), static_cast<std::int16_t>(side == mover ? 1 : -1)});
  }
  shogi::Color mover = shogi::Color::kBlack;
};

double winning_chance(double value) { return 1.0 / (1.0 + std::exp(-value / kScale)); }

float openness(const shogi::Position& position) {
  int open = 0;
  for (const shogi::Color color : shogi::kColors) {
    for (const shogi::PieceType type : shogi::kHandTypes) {
      open += position.hand(color).count(type) *
              eval::kOpenInHand[static_cast<std::size_t>(shogi::index(type))];
    }
  }
  position.occupied().for_each([&](shogi::Square s) {
    if (shogi::is_promoted(position.piece_at(s).type())) open += eval::kOpenPromoted;
  });
  return static_cast<float>(std::min(open, eval::kMostOpen)) / static_cast<float>(eval::kMostOpen);
}

/// A line of a file that `play` wrote.
struct Line {
  shogi::Position position;
  double chance;  // what the search thought of the side to move
  double result;  // what came of it
};

std::optional<Line> read_line(const std::string& text) {
  const auto bar = text.find('|');
  const auto second = text.find('|', bar + 1);
  if (second == std::string::npos) return std::nullopt;
  const auto position = notation::parse_sfen(text.substr(0, bar));
  const auto value = base::to_int(text.substr(bar + 1, second - bar - 1));
  const auto result = base::to_int(text.substr(second + 1));
  if (!position || !value || !result) return std::nullopt;
  return Line{*position, winning_chance(static_cast<double>(*value)),
              static_cast<double>(*result) / 2};
}

/// What a position is to be worth: the search's value, the game's result, and what the search
/// thought later in the game (temporal differences, Sutton 1988).
struct Teacher {
  double result_share;  ///< of the result, 0 to 1
  double trust;         ///< 0 to 1: of what is later by a ply, 0 is the value of the search alone
};

void add_example(const Line& line, double target, Examples& examples) {
  Example example{};
  example.first = examples.entries.size();
  examples.mover = line.position.side_to_move();
  eval::visit_placements(line.position, examples);
  eval::visit_terms(line.position, examples);
  example.count = examples.entries.size() - example.first;
  example.open = openness(line.position);
  example.target = static_cast<float>(target);
  examples.list.push_back(example);
}

void add_game(const std::vector<Line>& game, const Teacher& teacher, Examples& examples) {
  std::vector<double> targets(game.size());  // for Black
  double later = 0;
  for (std::size_t i = game.size(); i-- > 0;) {
    const Line& line = game[i];
    const bool black = line.position.side_to_move() == shogi::Color::kBlack;
    const double chance = black ? line.chance : 1 - line.chance;
    const double result = black ? line.result : 1 - line.result;
    const bool last = i + 1 == game.size();
    const int plies = last ? kPliesToTheEnd : game[i + 1].position.ply() - line.position.ply();
    const double weight = std::pow(teacher.trust, plies);
    later = weight * (last ? result : later) + (1 - weight) * chance;
    targets[i] = (1 - teacher.result_share) * later + teacher.result_share * result;
  }
  for (std::size_t i = 0; i < game.size(); ++i) {
    const bool black = game[i].position.side_to_move() == shogi::Color::kBlack;
    add_example(game[i], black ? targets[i] : 1 - targets[i], examples);
  }
}

void read_examples(const std::string& file, const Teacher& teacher, Examples& examples) {
  std::ifstream in(file);
  std::string text;
  std::vector<Line> game;
  while (std::getline(in, text)) {
    const auto line = read_line(text);
    if (!line) continue;
    if (!game.empty() && line->position.ply() <= game.back().position.ply()) {
      add_game(game, teacher, examples);
      game.clear();
    }
    game.push_back(*line);
  }
  add_game(game, teacher, examples);
}

/// Adam (Kingma and Ba 2015) over pairs of weights, pulled back to where they began.
class Fitter {
 public:
  Fitter(const Examples& examples, double pull) : examples_(examples), pull_(pull) {
    for (std::size_t i = 0; i < eval::kWeightCount; ++i) {
      weights_[2 * i] = start_[2 * i] = eval::kWeights[i].quiet;
      weights_[2 * i + 1] = start_[2 * i + 1] = eval::kWeights[i].open;
    }
  }

  /// Over the examples that are (not) held out: whole games, as positions of one game are alike.
  double mean_error(bool held_out) const {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < examples_.list.size(); ++i) {
      if (is_held_out(i) != held_out) continue;
      const Example& example = examples_.list[i];
      const double error = winning_chance(value_of(example)) - example.target;
      sum += error * error;
      ++count;
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
  }

  void epoch(base::Random& random, double rate) {
    constexpr std::size_t kBatch = 1024;
    const std::size_t total = examples_.list.size();
    std::vector<double> gradient(weights_.size());
    for (std::size_t done = 0; done < total; done += kBatch) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      for (std::size_t k = 0; k < kBatch; ++k) {
        const auto i = static_cast<std::size_t>(random.below(total));
        if (!is_held_out(i)) add_gradient(examples_.list[i], gradient);
      }
      step(gradient, rate, kBatch);
    }
  }

  /// Gives the pieces the worth again that they began with, as the search's margins expect it: the
  /// games' results, being uncertain, have made everything smaller.
  void restore_scale() {
    double before = 0;
    double after = 0;
    for (std::size_t i = 2 * eval::kOnSquare; i < 2 * eval::kToOwnKing; ++i) {
      before += start_[i];
      after += weights_[i];
    }
    std::printf("scaled by %.3f\n", before / after);
    for (double& weight : weights_) weight *= before / after;
  }

  int rounded(std::size_t i) const { return static_cast<int>(std::lround(weights_[i])); }

 private:
  static bool is_held_out(std::size_t i) { return i / 512 % 12 == 0; }

  double value_of(const Example& example) const {
    double quiet = 0;
    double open = 0;
    for (std::size_t k = 0; k < example.count; ++k) {
      const Entry& entry = examples_.entries[example.first + k];
      quiet += entry.sign * weights_[2 * std::size_t{entry.weight}];
      open += entry.sign * weights_[2 * std::size_t{entry.weight} + 1];
    }
    return quiet * (1.0 - example.open) + open * example.open;
  }

  void add_gradient(const Example& example, std::vector<double>& gradient) const {
    const double chance = winning_chance(value_of(example));
    const double slope = (chance - example.target) * chance * (1 - chance);
    for (std::size_t k = 0; k < example.count; ++k) {
      const Entry& entry = examples_.entries[example.first + k];
      gradient[2 * std::size_t{entry.weight}] += entry.sign * slope * (1.0 - example.open);
      gradient[2 * std::size_t{entry.weight} + 1] += entry.sign * slope * example.open;
    }
  }

  void step(const std::vector<double>& gradient, double rate, std::size_t batch) {
    constexpr double kKeepMean = 0.9;
    constexpr double kKeepSquare = 0.999;
    ++steps_;
    const double mean_scale = 1 - std::pow(kKeepMean, steps_);
    const double square_scale = 1 - std::pow(kKeepSquare, steps_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double g = gradient[i] / static_cast<double>(batch) + pull_ * (weights_[i] - start_[i]);
      mean_[i] = kKeepMean * mean_[i] + (1 - kKeepMean) * g;
      square_[i] = kKeepSquare * square_[i] + (1 - kKeepSquare) * g * g;
      weights_[i] -= rate * (mean_[i] / mean_scale) / (std::sqrt(square_[i] / square_scale) + 1e-8);
    }
  }

  const Examples& examples_;
  std::vector<double> weights_ = std::vector<double>(2 * eval::kWeightCount);
  std::vector<double> start_ = weights_;
  std::vector<double> mean_ = weights_;
  std::vector<double> square_ = weights_;
  double pull_;  // larger stays nearer to the start
  int steps_ = 0;
};

void write_weights(const Fitter& fitter, const std::string& file, const std::string& note) {
  std::ofstream out(file);
  out << "// SPDX-License-Identifier: MIT\n// " << note
      << "\n#include \"eval/weights.hpp\"\n\nnamespace gougi::eval {\n\n// clang-format off\n"
         "const std::array<Weight, kWeightCount> kWeights{{\n";
  std::string line = "   ";
  for (std::size_t i = 0; i < eval::kWeightCount; ++i) {
    const std::string pair = " {" + std::to_string(fitter.rounded(2 * i)) + "," +
                             std::to_string(fitter.rounded(2 * i + 1)) + "},";
    if (line.size() + pair.size() > 100) {
      out << line << '\n';
      line = "   ";
    }
    line += pair;
  }
  out << line << "\n}};\n// clang-format on\n\n}  // namespace gougi::eval\n";
}

[[noreturn]] void tune_usage() {
  std::printf(
      "usage: tune-bench play --out FILE [--games N] [--nodes N] [--seed N]\n"
      "       tune-bench fit --in FILE... --out FILE [--epochs N] [--pull N] [--result-percent "
      "N]\n                     [--future-percent N] [--note TEXT]\n");
  std::exit(2);
}

struct TunePlan {
  std::vector<std::string> in;
  std::string out;
  std::string note = "Fitted by tune-bench.";
  int games = 100;
  int nodes = 2500;
  int seed = 1;
  int epochs = 30;
  int result_percent = 0;
  int future_percent = 95;
  int pull = 1000;  // towards the weights from before, in 1e-11
};

TunePlan read_tune_plan(int argc, char** argv) {
  TunePlan plan;
  const std::vector<std::pair<std::string, int*>> numbers{
      {"--games", &plan.games},
      {"--nodes", &plan.nodes},
      {"--seed", &plan.seed},
      {"--epochs", &plan.epochs},
      {"--pull", &plan.pull},
      {"--result-percent", &plan.result_percent},
      {"--future-percent", &plan.future_percent}};
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) tune_usage();
    const std::string value = argv[i + 1];
    const auto number = std::find_if(numbers.begin(), numbers.end(),
                                     [&](const auto& known) { return known.first == name; });
    if (number != numbers.end()) {
      const auto parsed = base::to_int(value);
      if (!parsed || *parsed < 0) tune_usage();
      *number->second = static_cast<int>(*parsed);
    } else if (name == "--in") {
      plan.in.push_back(value);
    } else if (name == "--out") {
      plan.out = value;
    } else if (name == "--note") {
      plan.note = value;
    } else {
      tune_usage();
    }
  }
  if (plan.out.empty()) tune_usage();
  return plan;
}

int play_games(const TunePlan& plan) {
  std::ofstream out(plan.out, std::ios::app);
  search::Searcher searcher;
  searcher.resize_table(8);
  for (int game = 0; game < plan.games; ++game) {
    const auto seed =
        static_cast<std::uint64_t>(plan.seed) * 1'000'003 + static_cast<std::uint64_t>(game);
    SelfPlay(searcher, static_cast<std::uint64_t>(plan.nodes), seed).play(out);
  }
  return 0;
}

int fit_weights(const TunePlan& plan) {
  Examples examples;
  const Teacher teacher{plan.result_percent / 100.0, plan.future_percent / 100.0};
  for (const std::string& file : plan.in) read_examples(file, teacher, examples);
  std::printf("%zu positions\n", examples.list.size());
  if (examples.list.empty()) return 1;
  Fitter fitter(examples, 1e-11 * plan.pull);
  base::Random random(1);
  for (int epoch = 0; epoch <= plan.epochs; ++epoch) {
    if (epoch % 5 == 0 || epoch == plan.epochs) {
      std::printf("epoch %d: error %.6f, held out %.6f\n", epoch, fitter.mean_error(false),
                  fitter.mean_error(true));
      std::fflush(stdout);
    }
    // Quick at first, then ever finer.
    const double rest = 1.0 - static_cast<double>(epoch) / plan.epochs;
    if (epoch < plan.epochs) fitter.epoch(random, 2.0 * rest * rest + 0.01);
  }
  fitter.restore_scale();
  write_weights(fitter, plan.out, plan.note);
  return 0;
}

int tune(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "play") return play_games(read_tune_plan(argc, argv));
  if (mode == "fit") return fit_weights(read_tune_plan(argc, argv));
  tune_usage();
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) { return gougi::testing::tune(argc, argv); }
