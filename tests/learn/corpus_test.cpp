// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/teacher_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(TeacherFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("teacher", check_teacher);
}

}  // namespace
}  // namespace gougi::fuzz
