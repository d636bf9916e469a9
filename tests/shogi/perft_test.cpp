// SPDX-License-Identifier: MIT
// The counts of tests/data/perft.txt. Those that take long run when GOUGI_SLOW=1 is set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"

namespace gougi::shogi {
namespace {

struct PerftCase {
  std::string name;
  std::string sfen;
  std::vector<std::uint64_t> counts;
};

std::vector<PerftCase> read_cases() {
  std::ifstream file(GOUGI_SOURCE_DIR "/tests/data/perft.txt");
  std::vector<PerftCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    PerftCase read;
    std::string counts;
    std::getline(fields, read.name, ';');
    std::getline(fields, read.sfen, ';');
    std::getline(fields, counts);
    std::istringstream numbers(counts);
    for (std::uint64_t n = 0; numbers >> n;) read.counts.push_back(n);
    read.name = std::string(base::trim(read.name));
    cases.push_back(read);
  }
  return cases;
}

constexpr std::uint64_t kQuick = kBrief ? 200'000 : 6'000'000;

void expect_counts(std::uint64_t from, std::uint64_t below) {
  const auto cases = read_cases();
  ASSERT_EQ(cases.size(), 12U);
  for (const PerftCase& one : cases) {
    auto position = notation::parse_sfen(one.sfen, Strictness::kLenient);
    ASSERT_TRUE(position) << one.name << ": " << position.error().message;
    for (std::size_t i = 0; i < one.counts.size(); ++i) {
      if (one.counts[i] < from || one.counts[i] >= below) continue;
      EXPECT_EQ(perft(*position, static_cast<int>(i) + 1), one.counts[i])
          << one.name << ", depth " << i + 1;
    }
  }
}

TEST(Perft, EqualsTheKnownCountsUpToSixMillion) { expect_counts(0, kQuick); }

TEST(Perft, EqualsTheKnownCountsBeyondSixMillion) {
  const char* const slow = std::getenv("GOUGI_SLOW");
  if (slow == nullptr || std::string_view(slow) != "1") {
    GTEST_SKIP() << "2.5 thousand million nodes; set GOUGI_SLOW=1 to run";
  }
  expect_counts(kQuick, UINT64_MAX);
}

TEST(Perft, CountsOneLeafAtDepthZero) {
  Position position = Position::start();
  EXPECT_EQ(perft(position, 0), 1U);
}

std::uint64_t leaf_by_leaf(Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  Undo undo;
  for (const BareMove m : moves) {
    position.do_move(m, undo);
    nodes += leaf_by_leaf(position, depth - 1);
    position.undo_move(m, undo);
  }
  return nodes;
}

TEST(Perft, CountedLeafByLeafIsTheSame) {
  for (const PerftCase& one : read_cases()) {
    auto position = notation::parse_sfen(one.sfen, Strictness::kLenient);
    ASSERT_TRUE(position);
    for (std::size_t i = 0; i < one.counts.size() && one.counts[i] < kQuick / 10; ++i) {
      EXPECT_EQ(leaf_by_leaf(*position, static_cast<int>(i) + 1), one.counts[i]) << one.name;
    }
  }
}

}  // namespace
}  // namespace gougi::shogi
