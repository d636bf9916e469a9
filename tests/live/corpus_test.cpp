// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/http_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(HttpFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("http", check_http);
}

}  // namespace
}  // namespace gougi::fuzz
