// SPDX-License-Identifier: MIT
// A configuration for another place: the same values, with other names for the programs and files
// that it names. Used where a job is carried to other machines. Knows no files itself: whoever asks
// says what stands for a name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::settings {

struct CarriedNames {
  using Name = std::function<base::Result<std::string>(const std::string& name)>;
  Name program;  ///< of an engine; told before what belongs to it
  Name word;     ///< an argument of a program, which may be a file
  /// An option's value, which may be a file or a folder.
  std::function<base::Result<std::string>(const std::string& option, const std::string& value)>
      option;
  Name file;  ///< that the configuration itself reads; relative to its folder
};

/// `text` is YAML, `file` names it in complaints. The error is one line.
base::Result<std::string> carried_configuration(std::string_view text,
                                                const std::filesystem::path& file,
                                                const CarriedNames& names);

}  // namespace gougi::settings
