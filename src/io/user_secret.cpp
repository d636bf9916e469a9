// SPDX-License-Identifier: MIT
#include "io/user_secret.hpp"

#include "base/path.hpp"
#include "base/say.hpp"

namespace gougi::io {
namespace {

std::string hex(const unsigned char* bytes, std::size_t count) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 15U];
  }
  return text;
}

}  // namespace

base::Result<std::string> random_hex(std::size_t bytes) {
  std::string random(bytes, '\0');
  auto* const data = reinterpret_cast<unsigned char*>(random.data());
  if (auto filled = user_secret::fill_randomly(data, bytes); !filled) {
    return tl::unexpected(filled.error());
  }
  return hex(data, bytes);
}

base::Result<UserSecret> UserSecret::find(const std::filesystem::path& folder) {
  const auto found = user_secret::read(folder);
  if (!found) return tl::unexpected(found.error());
  if (!found->is_there) {
    return base::fail(
        base::say({"{0}: there is no such file yet", "{0}: このファイルはまだありません"},
                  base::to_utf8(folder / kFileName)));
  }
  return UserSecret(found->bytes);
}

base::Result<UserSecret> UserSecret::find_or_make(const std::filesystem::path& folder) {
  const auto found = user_secret::read(folder);
  if (!found) return tl::unexpected(found.error());
  if (found->is_there) return UserSecret(found->bytes);
  Bytes bytes{};
  auto made = user_secret::fill_randomly(bytes.data(), bytes.size());
  if (made) made = user_secret::publish(folder, bytes);
  if (!made) return tl::unexpected(made.error());
  return find(folder);  // another's, if that was there first
}

base::Result<std::string> UserSecret::seal(std::string_view text) const {
  const auto hash = user_secret::keyed_hash(bytes_, text);
  if (!hash) return tl::unexpected(hash.error());
  return hex(hash->data(), hash->size());
}

bool UserSecret::has_sealed(std::string_view text, std::string_view seal) const {
  const auto right = this->seal(text);
  if (!right || right->size() != seal.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < seal.size(); ++i) {
    differences |= static_cast<unsigned char>(seal[i]) ^ static_cast<unsigned char>((*right)[i]);
  }
  return differences == 0;
}

}  // namespace gougi::io
