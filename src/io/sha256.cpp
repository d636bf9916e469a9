// SPDX-License-Identifier: MIT
#include "io/sha256.hpp"

#include <fstream>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"

namespace gougi::io {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18U;

}  // namespace

base::Result<std::string> sha256_of_text(std::string_view text) {
  return sha256::of_blocks(
      [&text] { return std::as_bytes(std::span(std::exchange(text, std::string_view()))); });
}

base::Result<std::string> sha256_of_file(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::vector<std::byte> block(kBlockBytes);
  auto hash = sha256::of_blocks([&]() -> std::span<const std::byte> {
    stream->read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(block.size()));
    return std::span(block).first(static_cast<std::size_t>(stream->gcount()));
  });
  if (stream->bad())
    return base::fail(base::say({"{0}: cannot be read to its end", "{0}: 最後まで読めません"},
                                base::to_utf8(file)));
  return hash;
}

std::string sha256::hex(std::span<const unsigned char> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace gougi::io
