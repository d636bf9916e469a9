// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/judged_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(JudgedFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("judged", check_judged, 20);
}

}  // namespace
}  // namespace gougi::fuzz
