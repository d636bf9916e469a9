// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/headroom_target.hpp"
#include "fuzz/session_log_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(SessionLogFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("session_log", check_session_log);
}

TEST(HeadroomFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("headroom", check_headroom);
}

}  // namespace
}  // namespace gougi::fuzz
