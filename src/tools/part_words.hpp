// SPDX-License-Identifier: MIT
// The words that do a part of a job, --shard, --file and --stop-file, the same for all commands
// that have them. Functions that declare them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/language.hpp"
#include "base/shard.hpp"
#include "cli/app.hpp"

namespace gougi::tools {

/// `about`: what is done of a part.
CLI::Option* declare_shard(cli::App& app, std::optional<base::Shard>& shard,
                           const base::Text& about);

/// A file that ends the part that is done; see cli::Interruption.
void declare_stop_file(cli::App& app, std::filesystem::path& file, CLI::Option* shard);

struct PartOptions {
  CLI::Option* shard = nullptr;
  CLI::Option* file = nullptr;
};

/// Neither without the other.
PartOptions declare_part(cli::App& app, std::optional<base::Shard>& shard, std::string& file,
                         std::filesystem::path& stop_file, const base::Text& about);

}  // namespace gougi::tools
