// SPDX-License-Identifier: MIT
#include "fuzz/arbiter_target.hpp"
#include "fuzz/corpus_replay.hpp"
#include "fuzz/decision_target.hpp"
#include "fuzz/options_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(DecisionFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("decision", check_decision);
}

TEST(ArbiterFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("arbiter", check_arbiter);
}

TEST(OptionsFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("options", check_options, 20);
}

}  // namespace
}  // namespace gougi::fuzz
