// SPDX-License-Identifier: MIT
// The subcommand `gougi farm slurm|parallel|ssh JOB.yaml`: writes a folder with the scripts that do
// a job in parts, and with all that the job needs. Used by the gougi main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word farm. Nothing is started unless --submit is among them. Returns
/// the exit status: 0, 1 where what was started failed, 2 for words or files that cannot be used.
int farm_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
