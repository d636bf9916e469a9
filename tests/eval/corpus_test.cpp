// SPDX-License-Identifier: MIT
#include <cstdint>

#include "fuzz/corpus_replay.hpp"
#include "fuzz/kppt_target.hpp"
#include "fuzz/nnue_target.hpp"

namespace gougi::fuzz {
namespace {

std::string check_nnue_text(std::string_view bytes) {
  return check_nnue({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

TEST(NnueFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("nnue", check_nnue_text, 20);
}

TEST(KpptFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("kppt", check_kppt, 40);
}

}  // namespace
}  // namespace gougi::fuzz
