// SPDX-License-Identifier: MIT
#include "fuzz/corpus_replay.hpp"
#include "fuzz/old_configuration_target.hpp"
#include "fuzz/settings_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(SettingsFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("settings", check_settings);
}

TEST(OldConfigurationFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("old_configuration", check_old_configuration);
}

}  // namespace
}  // namespace gougi::fuzz
