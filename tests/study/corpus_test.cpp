// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/session_log_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(SessionLogFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("session_log", check_session_log);
}

}  // namespace
}  // namespace gougi::fuzz
