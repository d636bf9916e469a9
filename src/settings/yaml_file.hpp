// SPDX-License-Identifier: MIT
// The text of a file that parse_yaml() is to read.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.hpp"
#include "base/result.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {

/// A byte more than there may be, at the most, so that parse_yaml() sees that it is too large.
inline base::Result<std::string> read_yaml_file(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::string text(kMaxYamlBytes + 1, '\0');
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  if (auto read = base::check_read(*stream, file); !read) return tl::unexpected(read.error());
  text.resize(static_cast<std::size_t>(stream->gcount()));
  return text;
}

}  // namespace gougi::settings
