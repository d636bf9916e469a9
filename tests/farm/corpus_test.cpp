// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/parts_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(PartsFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("parts", check_parts, 20);
}

}  // namespace
}  // namespace gougi::fuzz
