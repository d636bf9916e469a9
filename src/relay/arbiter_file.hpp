// SPDX-License-Identifier: MIT
// Reads the file of an arbiter's model. Used where the relay starts, and by `gougi --check`;
// blocks.
#pragma once

#include <filesystem>

#include "base/result.hpp"
#include "consensus/council.hpp"

namespace gougi::relay {

/// Nothing where `file` is empty. An error is one line, with the file's name.
base::Result<consensus::SharedArbiterModel> load_arbiter(const std::filesystem::path& file);

}  // namespace gougi::relay
