// SPDX-License-Identifier: MIT
// How many files, pipes and sockets this process may hold open at once: a council of many engines
// needs more than most systems give unasked. Who asks for no more than there is changes nothing.
#pragma once

#include <cstddef>

#include "base/result.hpp"

namespace gougi::io {

/// Sees to it that `wanted` descriptors may be open: raises the soft limit as far as needed, where
/// the hard one permits it. The error says how many are permitted and what helps. Children that are
/// started afterwards inherit the limit. Windows knows no such limit.
base::Result<void> allow_open_files(std::size_t wanted);

}  // namespace gougi::io
