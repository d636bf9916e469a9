// SPDX-License-Identifier: MIT
// A secret that only this user of this machine knows, and seals made with it: a text that carries
// the right seal was sealed by this user. The secret is a file of the user's alone, made when it is
// first wanted; programs that make it at the same moment end with the same one. Seals are
// HMAC-SHA-256 of the system's library. Not for passwords, and not for what must be kept from
// somebody who may read the user's files. Safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::io {

/// Where programs of this name keep what is worth keeping of a user: $XDG_STATE_HOME/gougi or
/// ~/.local/state/gougi, on Windows %LOCALAPPDATA%\gougi. An error where the environment names
/// neither. Nothing is made.
base::Result<std::filesystem::path> state_folder();

/// So many random bytes of the system as lower-case hexadecimal digits.
base::Result<std::string> random_hex(std::size_t bytes);

class UserSecret {
 public:
  /// The one in `folder`; an error if there is none, or if it is not this user's alone.
  static base::Result<UserSecret> find(const std::filesystem::path& folder);
  /// Makes it, and the folder, where there is none.
  static base::Result<UserSecret> find_or_make(const std::filesystem::path& folder);

  /// 64 hexadecimal digits.
  base::Result<std::string> seal(std::string_view text) const;
  /// Whether `seal` is seal(text).
  bool has_sealed(std::string_view text, std::string_view seal) const;

  static constexpr std::size_t kBytes = 32;
  static constexpr const char* kFileName = "seal.key";
  using Bytes = std::array<unsigned char, kBytes>;

 private:
  explicit UserSecret(const Bytes& bytes) : bytes_(bytes) {}

  Bytes bytes_;
};

// Of the platform: see user_secret_posix.cpp and user_secret_windows.cpp.
namespace user_secret {

/// What a try to read the secret came to.
struct Found {
  bool is_there = false;
  UserSecret::Bytes bytes{};
};
base::Result<Found> read(const std::filesystem::path& folder);
/// Into a new file that appears whole or not at all, and in nobody's place: afterwards there is
/// one, this or another's.
base::Result<void> publish(const std::filesystem::path& folder, const UserSecret::Bytes& bytes);
base::Result<void> fill_randomly(unsigned char* to, std::size_t bytes);
/// HMAC-SHA-256.
base::Result<UserSecret::Bytes> keyed_hash(const UserSecret::Bytes& key, std::string_view text);

}  // namespace user_secret
}  // namespace gougi::io
