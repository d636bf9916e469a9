// SPDX-License-Identifier: MIT
// Where the programs lie that are built for these tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/path.hpp"
#include "io/program.hpp"

namespace gougi::io {

inline std::filesystem::path test_program(const std::string& name) {
  auto found = find_program(name, base::path_from_utf8(GOUGI_BIN_DIR), {});
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found ? *found : std::filesystem::path();
}

}  // namespace gougi::io
