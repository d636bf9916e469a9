// SPDX-License-Identifier: MIT
#include "io/text_file.hpp"

#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "io/code_page.hpp"

namespace gougi::io {

base::Result<std::string> read_text(const std::filesystem::path& file, std::uintmax_t most) {
  const auto bytes = base::read_bytes(file, most);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const bool is_utf8 = text.starts_with("\xEF\xBB\xBF") || base::is_valid_utf8(text);
  return is_utf8 ? text : cp932_to_utf8(text);
}

}  // namespace gougi::io
