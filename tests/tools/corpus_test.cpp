// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/disputes_target.hpp"
#include "fuzz/judgement_target.hpp"
#include "fuzz/question_target.hpp"
#include "fuzz/results_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(JudgementFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("judgement", check_judgement);
}

TEST(ResultsFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("results", check_results);
}

TEST(DisputesFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("disputes", check_disputes, 20);
}

TEST(QuestionFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("question", check_question);
}

}  // namespace
}  // namespace gougi::fuzz
