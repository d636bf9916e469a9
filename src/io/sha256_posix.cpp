// SPDX-License-Identifier: MIT
#include <gcrypt.h>

#include "base/say.hpp"
#include "io/sha256.hpp"

namespace gougi::io::sha256 {

base::Result<std::string> of_blocks(const std::function<std::span<const std::byte>()>& next) {
  static const bool is_ready = [] {
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P) != 0) return true;
    if (gcry_check_version(nullptr) == nullptr) return false;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    return gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0) == 0;
  }();
  gcry_md_hd_t handle = nullptr;
  if (!is_ready || gcry_md_open(&handle, GCRY_MD_SHA256, 0) != 0) {
    return base::fail(base::say({"libgcrypt has no SHA-256", "libgcrypt で SHA-256 を使えません"}));
  }
  for (auto block = next(); !block.empty(); block = next()) {
    gcry_md_write(handle, block.data(), block.size());
  }
  constexpr std::size_t kBytes = 32;
  const std::string text = hex({gcry_md_read(handle, GCRY_MD_SHA256), kBytes});
  gcry_md_close(handle);
  return text;
}

}  // namespace gougi::io::sha256
