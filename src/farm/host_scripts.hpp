// SPDX-License-Identifier: MIT
// The scripts that do a job's parts on hosts that ssh knows. A host that is not there, or fails on
// the way, is left out, and the others do its parts; each part comes here as soon as it is done, so
// that a host that fails takes along no more than what it was at. Pure: gives texts. Used by
// scripts.cpp only.
#pragma once

#include <map>
#include <string>

#include "farm/scripts.hpp"

namespace gougi::farm {

/// `fetch` and `stop-hosts`, by their names.
std::map<std::string, std::string> scripts_for_hosts(const FarmPlan& plan);

/// What stands behind the head of ssh.sh.
std::string parts_over_ssh(const FarmPlan& plan);
/// What stands behind the head of parallel.sh. `options`: of GNU parallel.
std::string parts_over_parallel(const FarmPlan& plan, const std::string& options);

}  // namespace gougi::farm
