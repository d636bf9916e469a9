// SPDX-License-Identifier: MIT
// What is the same on all platforms.
#include "io/private_file.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"
#include "io/process_info.hpp"

namespace gougi::io {

PrivateFile::PrivateFile(PrivateFile&& other) noexcept
    : handle_(std::exchange(other.handle_, -1)) {}

PrivateFile& PrivateFile::operator=(PrivateFile&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

base::Result<void> write_private_file(const std::filesystem::path& file, std::string_view text,
                                      base::Patience patience) {
  // As a device it would be put away.
  if (auto place = base::check_replaceable(file, {}); !place) return place;
  auto aside = file;
  aside += "." + std::to_string(own_pid());
  std::error_code error;
  {
    auto written = PrivateFile::open(aside, PrivateFile::Start::kEmpty);
    if (!written) return tl::unexpected(written.error());
    if (written->write(text) != text.size()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) base::rename(aside, file, error, patience);
  if (!error) return {};
  std::error_code ignored;
  std::filesystem::remove(aside, ignored);
  return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(file)));
}

}  // namespace gougi::io
