// SPDX-License-Identifier: MIT
// That the session says, byte by byte, what it said when output_hashes.txt was written. Whoever
// changes its behaviour on purpose writes the file anew: its head says how.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "base/path.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {
namespace {

TEST(SimulatedOutput, IsThatOfTheStoredHashes) {
#if !defined(__linux__) || defined(__clang__)
  GTEST_SKIP() << "stored by gcc on Linux: compilers draw a seed's lots in different orders";
#else
  std::ifstream file(base::path_from_utf8(GOUGI_SOURCE_DIR "/tests/simulation/output_hashes.txt"));
  ASSERT_TRUE(file);
  int compared = 0;
  std::string clock;
  bool freezes = false;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("games")) {
      freezes = line == "games freeze";
      clock = line == "games nodes" ? "nodes 1000" : "";
      continue;
    }
    std::istringstream words(line);
    std::uint64_t seed = 0;
    std::string hash;
    words >> seed >> hash;
    std::ostringstream output;
    output.width(16);
    output.fill('0');
    output << std::hex << simulate(seed, {}, {.clock = clock, .freezes = freezes}).output;
    EXPECT_EQ(output.str(), hash) << "seed " << seed << " of " << (freezes ? "freeze " : "")
                                  << clock;
    ++compared;
  }
  EXPECT_EQ(compared, 200);
#endif
}

}  // namespace
}  // namespace gougi::simulation
