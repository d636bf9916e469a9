// SPDX-License-Identifier: MIT
#include <windows.h>
// After windows.h.
#include <bcrypt.h>

#include <array>

#include "base/say.hpp"
#include "io/sha256.hpp"

namespace gougi::io::sha256 {

base::Result<std::string> of_blocks(const std::function<std::span<const std::byte>()>& next) {
  const auto refused =
      base::fail(base::say({"the system has no SHA-256", "システムで SHA-256 を使えません"}));
  BCRYPT_ALG_HANDLE algorithm = nullptr;
  if (!BCRYPT_SUCCESS(
          BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0))) {
    return refused;
  }
  BCRYPT_HASH_HANDLE handle = nullptr;
  bool is_done = BCRYPT_SUCCESS(BCryptCreateHash(algorithm, &handle, nullptr, 0, nullptr, 0, 0));
  for (auto block = next(); is_done && !block.empty(); block = next()) {
    // Older headers take what they only read as if they wrote it.
    auto* const bytes =
        const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(block.data()));
    is_done = BCRYPT_SUCCESS(BCryptHashData(handle, bytes, static_cast<ULONG>(block.size()), 0));
  }
  std::array<unsigned char, 32> hash{};
  is_done = is_done && BCRYPT_SUCCESS(BCryptFinishHash(handle, hash.data(),
                                                       static_cast<ULONG>(hash.size()), 0));
  if (handle != nullptr) BCryptDestroyHash(handle);
  BCryptCloseAlgorithmProvider(algorithm, 0);
  if (!is_done) return refused;
  return hex(hash);
}

}  // namespace gougi::io::sha256
