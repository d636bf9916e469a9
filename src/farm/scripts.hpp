// SPDX-License-Identifier: MIT
// The scripts that do a job in parts with what is there already: Slurm, GNU parallel, ssh. A part's
// script checks what was carried to it, begins or goes on, and is started again where it is killed;
// at the end the parts are put together. Pure: gives texts, writes and starts nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gougi::farm {

enum class Scheduler : std::uint8_t { kSlurm, kParallel, kSsh };

/// What stands for the part's number in a word, and for the job's folder; nobody types them.
inline constexpr std::string_view kPartPlace = "\x01part\x01";
inline constexpr std::string_view kHerePlace = "\x01here\x01";

struct FarmPlan {
  std::string name;
  std::uint64_t parts = 1;
  /// Of gougi, as they are run in the job's folder, with the places above.
  std::vector<std::string> run;
  std::string part_ending;  ///< of a part's file, with its point
  std::string result;
  std::string time;
  std::string memory;
  std::int64_t processors = 1;
  std::vector<std::string> slurm;
  std::vector<std::string> hosts;
  std::string ssh;
  std::string folder;
};

/// The name of the script that begins all.
std::string_view main_script(Scheduler scheduler);

/// Texts by the names of files.
std::map<std::string, std::string> scripts_of(const FarmPlan& plan, Scheduler scheduler);

/// As one word of a POSIX shell, whatever it holds.
std::string quoted_word(std::string_view word);

}  // namespace gougi::farm
