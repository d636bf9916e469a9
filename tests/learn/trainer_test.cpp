// SPDX-License-Identifier: MIT
#include "learn/trainer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "eval/nnue_state.hpp"
#include "few_threads.hpp"
#include "io/mapped_file.hpp"
#include "learn/inputs.hpp"
#include "learn/model.hpp"
#include "sanitized.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::learn {
namespace {

/// Positions of random games, with the score and result that `teach` gives them.
template <class Teach>
std::vector<std::byte> lessons_of_random_games(int count, std::uint64_t seed, const Teach& teach) {
  base::Random random(seed);
  std::vector<std::byte> bytes;
  while (bytes.size() < static_cast<std::size_t>(count) * kTeacherBytes) {
    shogi::Game game;
    for (int ply = 0; ply < 120; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(game.position(), moves);
      if (moves.empty()) break;
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      if (!game.play(moves[static_cast<int>(pick)])) break;
      TeacherPosition teacher;
      teacher.position = *pack(game.position());
      teacher.ply = static_cast<std::uint16_t>(ply + 2);
      teach(game.position(), teacher);
      std::array<std::byte, kTeacherBytes> record{};
      write_teacher(teacher, record);
      bytes.insert(bytes.end(), record.begin(), record.end());
    }
  }
  bytes.resize(static_cast<std::size_t>(count) * kTeacherBytes);
  return bytes;
}

void teach_material(const shogi::Position& position, TeacherPosition& teacher) {
  int sum = 0;
  for (const shogi::Color color : shogi::kColors) {
    int mine = 0;
    for (const shogi::PieceType type : shogi::kHandTypes) {
      mine += position.hand(color).count(type) * eval::hand_value(type);
    }
    position.pieces(color).for_each(
        [&](shogi::Square square) { mine += eval::board_value(position.piece_at(square).type()); });
    sum += color == position.side_to_move() ? mine : -mine;
  }
  teacher.score = static_cast<std::int16_t>(std::clamp(sum, -3000, 3000));
  teacher.result = static_cast<std::int8_t>((sum > 0) - (sum < 0));
}

Lessons lessons_of(const std::vector<std::byte>& bytes) {
  Lessons lessons;
  lessons.add(bytes, nullptr);
  return lessons;
}

TEST(Inputs, AQuantisedModelSaysWhatTheEvaluationSays) {
  for (const eval::NnueKind kind : {eval::NnueKind::kMirrored, eval::NnueKind::kKP}) {
    const Model model(kind, 5);
    const eval::NnueParameters parameters = model.quantised();
    const auto network =
        eval::NnueNetwork::read(eval::write_nnue_file(eval::usual_header(kind), parameters));
    ASSERT_TRUE(network) << network.error().message;
    const Model rounded(parameters);
    eval::NnueState state(*network);
    base::Random random(6);
    shogi::Game game;
    for (int ply = 0; ply < 150; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(game.position(), moves);
      if (moves.empty()) break;
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      ASSERT_TRUE(game.play(moves[static_cast<int>(pick)]));
      state.reset();
      const double said = state.evaluate(game.position());
      const double meant =
          eval::kMirroredScore *
          static_cast<double>(rounded.output(*inputs_of(kind, *pack(game.position()))));
      // What is left is the rounding of the layers' outputs to whole numbers.
      EXPECT_NEAR(said, meant, kind == eval::NnueKind::kMirrored ? 2.0 : 40.0) << ply;
    }
  }
}

// Against the difference that a small change of a number makes.
TEST(Model, GradientsAreThoseOfTheOutput) {
  for (const eval::NnueKind kind : {eval::NnueKind::kMirrored, eval::NnueKind::kKP}) {
    Model model(kind, 7);
    const Inputs inputs = *inputs_of(kind, *pack(shogi::Position::start()));
    std::vector<float> gradient(model.numbers().size());
    const float before = model.learn(
        inputs, [](float) { return 1.0F; }, std::span<float>(gradient));
    EXPECT_FLOAT_EQ(before, model.output(inputs));
    const Layout& layout = model.layout();
    base::Random random(8);
    int compared = 0;
    for (const Layout::Part& part :
         {layout.weights, layout.biases, layout.weights1, layout.biases1, layout.weights2,
          layout.biases2, layout.weights3, layout.bias3}) {
      for (int i = 0; i < 200 && part.size > 0; ++i) {
        std::size_t at = part.begin + static_cast<std::size_t>(random.below(part.size));
        if (part.begin == layout.weights.begin) {  // of an input that is on
          const auto input = inputs.active.of[static_cast<std::size_t>(i % 2)]
                                             [static_cast<std::size_t>(i % inputs.active.count)];
          at = part.begin + input * std::size_t{256} + static_cast<std::size_t>(random.below(256));
        }
        constexpr float kChange = 1e-2F;
        float& number = model.numbers()[at];
        const float kept = number;
        number = kept + kChange;
        const float more = model.output(inputs);
        number = kept - kChange;
        const float less = model.output(inputs);
        number = kept;
        const float slope = (more - less) / (2 * kChange);
        // Where a clamp begins or ends in between, the two differ.
        if (std::abs(slope - gradient[at]) > 0.02F * std::max(1.0F, std::abs(slope))) continue;
        ++compared;
      }
    }
    EXPECT_GE(compared, kind == eval::NnueKind::kMirrored ? 780 : 1350);
  }
}

TEST(Trainer, LearnsWhatMaterialIsWorth) {
  const auto taught = lessons_of_random_games(kBrief ? 4'000 : 20'000, 1, teach_material);
  const auto asked = lessons_of_random_games(2'000, 2, teach_material);
  const Lessons lessons = lessons_of(taught);
  const Lessons held_out = lessons_of(asked);
  TrainerSettings settings;
  settings.batch = 512;
  settings.epochs = kBrief ? 2 : 6;
  settings.threads = 2;
  Trainer trainer(settings, lessons, Model(eval::NnueKind::kMirrored, settings.seed));
  const double at_first = trainer.loss_on(held_out);
  while (trainer.epoch() < settings.epochs) trainer.run_epoch();
  const double at_last = trainer.loss_on(held_out);
  EXPECT_LT(at_last, at_first - (kBrief ? 0.0 : 0.05));
}

// Positions of the engine's games against itself (tests/data/README.md): what the terms do not see
// is learnt from few of them. The model of the terms begins as the program's own evaluation.
TEST(Model, OfTheTermsSaysWhatTheEvaluatorSays) {
  const Model model(eval::NnueKind::kTerms, 1);
  const eval::Evaluator evaluator;
  base::Random random(16);
  shogi::Game game;
  for (int ply = 0; ply < 200; ++ply) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    if (moves.empty()) break;
    ASSERT_TRUE(
        game.play(moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))]));
    const auto inputs = inputs_of(eval::NnueKind::kTerms, *pack(game.position()));
    ASSERT_TRUE(inputs);
    ASSERT_LT(inputs->findings.count, kMostFindings);
    EXPECT_NEAR(static_cast<double>(model.output(*inputs)) * eval::kMirroredScore,
                evaluator.evaluate(game.position()), 1.5)
        << ply;
  }
  const auto network = eval::NnueNetwork::read(
      eval::write_nnue_file(eval::usual_header(eval::NnueKind::kTerms), model.quantised()));
  ASSERT_TRUE(network);
  const eval::WeightTable weights = (*network)->terms();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    ASSERT_EQ(weights[i].quiet, eval::kWeights[i].quiet) << i;
    ASSERT_EQ(weights[i].open, eval::kWeights[i].open) << i;
  }
}

TEST(Model, OfTheNarrowWidthLearnsToo) {
  const auto taught = lessons_of_random_games(1'000, 9, teach_material);
  const Lessons lessons = lessons_of(taught);
  TrainerSettings settings;
  settings.batch = 100;
  settings.epochs = 2;
  Trainer trainer(settings, lessons, Model(eval::NnueKind::kMirrored, 1, Model::kNarrowWidth));
  const double at_first = trainer.loss_on(lessons);
  while (trainer.epoch() < settings.epochs) trainer.run_epoch();
  EXPECT_LT(trainer.loss_on(lessons), at_first);
}

// What learns by batches of one weight each goes where the slope says.
TEST(Model, GradientsOfTheTermsAreThoseOfTheOutput) {
  Model model(eval::NnueKind::kTerms, 1);
  const Inputs inputs = *inputs_of(eval::NnueKind::kTerms, *pack(shogi::Position::start()));
  std::vector<float> gradient(model.numbers().size());
  const float before = model.learn(
      inputs, [](float) { return 1.0F; }, std::span<float>(gradient));
  for (int i = 0; i < inputs.findings.count; ++i) {
    const std::size_t at = std::size_t{2} * inputs.findings.of[static_cast<std::size_t>(i)].weight;
    model.numbers()[at] += 0.5F;
    EXPECT_NEAR(model.output(inputs) - before, 0.5F * gradient[at], 1e-4F);
    model.numbers()[at] -= 0.5F;
  }
}

/// The stored positions, a fifth of them held out.
struct StoredLessons {
  StoredLessons() {
    const auto file = io::MappedFile::open(GOUGI_SOURCE_DIR "/tests/data/learn/teacher-20000.bin");
    if (!file || (*file)->bytes().size() != 20'000 * kTeacherBytes) {
      ADD_FAILURE() << (file ? "not twenty thousand positions" : file.error().message);
      return;
    }
    const auto bytes = (*file)->bytes();
    const auto first = static_cast<std::size_t>(Lessons::split(bytes, 0.2)) * kTeacherBytes;
    learnt.add(bytes.first(first), *file);
    held_out.add(bytes.subspan(first), *file);
  }
  double loss_of_hand_made_terms(double lambda) const {
    return loss_of_terms(held_out, *taught_win_rates(held_out, lambda, 0.0), eval::Evaluator());
  }
  Lessons learnt;
  Lessons held_out;
};

TEST(Trainer, TwentyThousandStoredPositionsTeachTheTerms) {
  const StoredLessons lessons;
  TrainerSettings settings;
  settings.batch = 256;
  settings.epochs = 4;
  settings.first_rate = 5e-4;
  settings.lambda = 0.0;
  const double terms = lessons.loss_of_hand_made_terms(settings.lambda);
  Trainer trainer(settings, lessons.learnt, Model(eval::NnueKind::kTerms, 1));
  EXPECT_NEAR(trainer.loss_on(lessons.held_out), terms, 1e-4);
  while (trainer.epoch() < settings.epochs) trainer.run_epoch();
  EXPECT_LT(trainer.loss_on(lessons.held_out), terms - 0.001);
}

TEST(Trainer, TwentyThousandStoredPositionsCorrectTheTermsTheSameWayEachTime) {
  const StoredLessons lessons;
  TrainerSettings settings;
  settings.batch = 256;
  settings.epochs = kBrief ? 1 : 3;
  settings.first_rate = 1e-4;
  settings.threads = 2;
  const double terms = lessons.loss_of_hand_made_terms(settings.lambda);
  std::vector<std::vector<std::byte>> networks;
  for (int i = 0; i < 2; ++i) {
    Trainer trainer(settings, lessons.learnt, Model(eval::NnueKind::kCorrection, settings.seed));
    // It begins where they are, which are whole numbers.
    EXPECT_NEAR(trainer.loss_on(lessons.held_out), terms, 1e-5);
    while (trainer.epoch() < settings.epochs) trainer.run_epoch();
    EXPECT_LT(trainer.loss_on(lessons.held_out), terms - (kBrief ? 0.0 : 0.001));
    networks.push_back(eval::write_nnue_file(eval::usual_header(eval::NnueKind::kCorrection),
                                             trainer.model().quantised()));
  }
  EXPECT_EQ(networks[0], networks[1]);
}

TEST(Trainer, TheSameSeedGivesTheSameNetworkAlsoAfterABreak) {
  const auto taught = lessons_of_random_games(kBrief ? 1'000 : 3'000, 3, teach_material);
  const Lessons lessons = lessons_of(taught);
  TrainerSettings settings;
  settings.batch = 256;
  settings.epochs = kBrief ? 2 : 3;
  settings.threads = 2;
  const auto begin = [&] {
    return std::make_unique<Trainer>(settings, lessons,
                                     Model(eval::NnueKind::kMirrored, settings.seed));
  };
  const auto whole = begin();
  while (whole->epoch() < settings.epochs) whole->run_epoch();
  const auto broken_off = begin();
  broken_off->run_epoch();
  const auto kept = broken_off->checkpoint();
  const auto again = begin();
  ASSERT_TRUE(again->restore(kept));
  EXPECT_EQ(again->epoch(), 1);
  while (again->epoch() < settings.epochs) again->run_epoch();
  EXPECT_EQ(whole->checkpoint(), again->checkpoint());
  settings.seed = 2;
  const auto other = begin();
  while (other->epoch() < settings.epochs) other->run_epoch();
  EXPECT_NE(whole->checkpoint(), other->checkpoint());
}

TEST(Trainer, LearnsTheSameWithFewerThreadsThanItWasTold) {
  const auto taught = lessons_of_random_games(500, 3, teach_material);
  const Lessons lessons = lessons_of(taught);
  TrainerSettings settings;
  settings.batch = 256;
  settings.threads = kTooManyThreads;
  const auto begin = [&] {
    return std::make_unique<Trainer>(settings, lessons,
                                     Model(eval::NnueKind::kTerms, settings.seed));
  };
  const auto all_at_once = begin();
  all_at_once->run_epoch();
  const auto expected = all_at_once->checkpoint();
  for (const std::size_t mebibytes : {kMebibytesForFew, kMebibytesForNone}) {
    const auto trainer = begin();
    expect_well_with(mebibytes, [&] {
      trainer->run_epoch();
      return trainer->checkpoint() == expected;
    });
  }
}

TEST(Trainer, DecayDrawsTowardsNothingOrTowardsTheBeginning) {
  const auto bytes = lessons_of_random_games(1'000, 3, teach_material);
  const Lessons lessons = lessons_of(bytes);
  const Model begun(eval::NnueKind::kMirrored, 5);
  const auto distance = [&](bool to_begin, bool from_zero) {
    TrainerSettings settings;
    settings.batch = 50;
    settings.decay = 900.0;  // nearly the whole way at each step
    settings.decay_to_begin = to_begin;
    Trainer trainer(settings, lessons, begun);
    trainer.run_epoch();
    const auto now = trainer.model().numbers();
    double sum = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      sum += std::abs(static_cast<double>(now[i] - (from_zero ? 0.0F : begun.numbers()[i])));
    }
    return sum;
  };
  EXPECT_LT(distance(true, false), 0.1 * distance(false, false));
  EXPECT_LT(distance(false, true), 0.1 * distance(true, true));
}

TEST(Trainer, ADamagedCheckpointIsRefused) {
  const auto taught = lessons_of_random_games(10, 4, teach_material);
  const Lessons lessons = lessons_of(taught);
  Trainer trainer({}, lessons, Model(eval::NnueKind::kMirrored, 1));
  auto bytes = trainer.checkpoint();
  auto cut = bytes;
  cut.pop_back();
  EXPECT_FALSE(trainer.restore(cut));
  auto foreign = bytes;
  foreign[0] ^= std::byte{1};
  EXPECT_FALSE(trainer.restore(foreign));
  auto not_a_number = bytes;
  std::fill(not_a_number.end() - 8, not_a_number.end(), std::byte{0xFF});
  EXPECT_FALSE(trainer.restore(not_a_number));
  EXPECT_TRUE(trainer.restore(bytes));
}

TEST(Trainer, RecordsThatAreNoneArePassedOver) {
  auto taught = lessons_of_random_games(100, 5, teach_material);
  std::fill(taught.begin(), taught.begin() + 3 * static_cast<std::ptrdiff_t>(kTeacherBytes),
            std::byte{0xFF});
  const Lessons lessons = lessons_of(taught);
  TrainerSettings settings;
  settings.batch = 50;
  Trainer trainer(settings, lessons, Model(eval::NnueKind::kMirrored, 1));
  EXPECT_TRUE(std::isfinite(trainer.run_epoch()));
}

TEST(Lessons, AreSplitWhereAGameBegins) {
  const auto bytes = lessons_of_random_games(1'000, 6, teach_material);
  const std::uint64_t first = Lessons::split(bytes, 0.2);
  EXPECT_GE(first, 800U);
  Lessons rest;
  rest.add(std::span(bytes).subspan(static_cast<std::size_t>(first) * kTeacherBytes), nullptr);
  ASSERT_GT(rest.size(), 0U);
  EXPECT_EQ(rest.at(0)->ply, 2);
}

TEST(TaughtWinRate, OfTheFutureIsWhatComesAfterItInItsGame) {
  // Two games of ten plies, even all along; the first Black wins, the second White.
  std::vector<std::byte> bytes;
  for (int i = 0; i < 20; ++i) {
    shogi::Game game;
    const auto first = shogi::BareMove::board(shogi::Square::of(7, 7), shogi::Square::of(7, 6));
    if (i % 2 == 1) {
      ASSERT_TRUE(game.play(first));
    }
    TeacherPosition teacher;
    teacher.position = *pack(game.position());
    teacher.ply = static_cast<std::uint16_t>(1 + i % 10);
    const int black = i < 10 ? 1 : -1;
    teacher.result = static_cast<std::int8_t>(i % 2 == 0 ? black : -black);
    std::array<std::byte, kTeacherBytes> record{};
    write_teacher(teacher, record);
    bytes.insert(bytes.end(), record.begin(), record.end());
  }
  const Lessons lessons = lessons_of(bytes);
  const auto taught = taught_win_rates(lessons, 0.0, 0.9);
  ASSERT_TRUE(taught) << taught.error().message;
  for (std::size_t i = 0; i < 20; ++i) {
    const double black = 0.5 + (i < 10 ? 0.5 : -0.5) * std::pow(0.9, 10 - static_cast<int>(i % 10));
    EXPECT_NEAR((*taught)[i], i % 2 == 0 ? black : 1.0 - black, 1e-6) << i;
  }
  std::vector<std::byte> mixed;  // every second record, the games in turn
  for (const std::size_t i : {9U, 1U, 18U, 3U, 12U, 2U, 11U, 0U}) {
    mixed.insert(mixed.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i * kTeacherBytes),
                 bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * kTeacherBytes));
  }
  const Lessons shuffled = lessons_of(mixed);
  EXPECT_FALSE(taught_win_rates(shuffled, 0.0, 0.9));
  EXPECT_TRUE(taught_win_rates(shuffled, 0.0, 0.0));
}

TEST(TaughtWinRate, MixesScoreAndResult) {
  TeacherPosition teacher;
  teacher.result = 1;
  EXPECT_DOUBLE_EQ(taught_win_rate(teacher, 0.0), 0.5);
  EXPECT_DOUBLE_EQ(taught_win_rate(teacher, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(taught_win_rate(teacher, 0.5), 0.75);
  EXPECT_LT(loss_of(600, 0.9), loss_of(-600, 0.9));
}

}  // namespace
}  // namespace gougi::learn
