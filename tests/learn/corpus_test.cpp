// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/teacher_file_target.hpp"
#include "fuzz/teacher_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(TeacherFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("teacher", check_teacher);
}

TEST(TeacherFileFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("teacher_file", check_teacher_file, 50);
}

}  // namespace
}  // namespace gougi::fuzz
