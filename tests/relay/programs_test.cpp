// SPDX-License-Identifier: MIT
#include "relay/programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/path.hpp"
#include "game/rules.hpp"
#include "io/confinement.hpp"
#include "io/process_info.hpp"

namespace gougi::relay {
namespace {

TEST(Programs, AMirrorThatInheritsNothingLeavesItsEngineWhatItHas) {
  settings::RelaySettings settings;
  const std::string program = base::to_utf8(io::own_executable());
  for (const bool engine_is_clean : {false, true}) {
    for (const bool mirror_is_clean : {false, true}) {
      for (const bool has_own_command : {false, true}) {
        settings::EngineSettings engine;
        engine.command = {program};
        engine.has_clean_environment = engine_is_clean;
        engine.mirror.emplace();
        engine.mirror->has_clean_environment = mirror_is_clean;
        if (has_own_command) engine.mirror->command = {program};
        settings.engines = {engine};
        const auto specs = find_programs(settings, game::shogi_rules());
        ASSERT_TRUE(specs) << specs.error().message;
        ASSERT_EQ(specs->size(), 3U) << "the engine, its mirror and the reserve";
        EXPECT_EQ((*specs)[0].is_clean, engine_is_clean);
        EXPECT_EQ((*specs)[1].is_clean, engine_is_clean || mirror_is_clean);
      }
    }
  }
}

TEST(Programs, AMirrorIsConfinedAsItsEngineUnlessItSaysOtherwise) {
  if (!io::can_confine()) GTEST_SKIP() << "nothing can be confined here";
  settings::RelaySettings settings;
  const std::string program = base::to_utf8(io::own_executable());
  for (const bool engine_is_confined : {false, true}) {
    for (const auto& said : {std::optional<bool>(), std::optional(false), std::optional(true)}) {
      for (const bool has_own_command : {false, true}) {
        settings::EngineSettings engine;
        engine.command = {program};
        engine.is_confined = engine_is_confined;
        engine.mirror.emplace();
        engine.mirror->is_confined = said;
        if (has_own_command) engine.mirror->command = {program};
        settings.engines = {engine};
        const auto specs = find_programs(settings, game::shogi_rules());
        ASSERT_TRUE(specs) << specs.error().message;
        EXPECT_EQ((*specs)[0].is_confined, engine_is_confined);
        EXPECT_EQ((*specs)[1].is_confined, said.value_or(engine_is_confined));
        // What is not confined must stay as it is for who is.
        const bool is_mixed = said.value_or(engine_is_confined) != engine_is_confined;
        const auto& confined = (*specs)[engine_is_confined ? 0 : 1];
        if (!is_mixed) continue;
        EXPECT_THAT(confined.must_stay, ::testing::Contains(confined.program));
      }
    }
  }
}

}  // namespace
}  // namespace gougi::relay
