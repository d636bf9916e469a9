// SPDX-License-Identifier: MIT
#include "relay/programs.hpp"

#include <gtest/gtest.h>

#include "base/path.hpp"
#include "game/rules.hpp"
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

}  // namespace
}  // namespace gougi::relay
