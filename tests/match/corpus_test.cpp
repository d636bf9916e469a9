// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/tuning_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(TuningFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("tuning", check_tuning);
}

}  // namespace
}  // namespace gougi::fuzz
