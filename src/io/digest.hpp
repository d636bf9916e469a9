// SPDX-License-Identifier: MIT
// Names for texts that are too long to be names: whoever finds two texts with the same one has
// broken SHA-256. Not a seal, see user_secret.hpp. Safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::io {

/// 64 hexadecimal digits, the same for the same text on every machine.
base::Result<std::string> digest(std::string_view text);

}  // namespace gougi::io
