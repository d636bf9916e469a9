// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/openings_target.hpp"
#include "fuzz/tuning_target.hpp"
#include "fuzz/votes_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(TuningFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("tuning", check_tuning);
}

TEST(VotesFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("votes", check_votes);
}

TEST(OpeningsFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("openings", check_openings, 40);
}

}  // namespace
}  // namespace gougi::fuzz
