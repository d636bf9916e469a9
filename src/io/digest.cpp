// SPDX-License-Identifier: MIT
#include "io/digest.hpp"

#include "io/user_secret.hpp"

namespace gougi::io {

base::Result<std::string> digest(std::string_view text) {
  // A seal whose secret everybody knows.
  const auto bytes = user_secret::keyed_hash({}, text);
  if (!bytes) return tl::unexpected(bytes.error());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const unsigned char byte : *bytes) digits.append({kDigits[byte >> 4U], kDigits[byte & 15U]});
  return digits;
}

}  // namespace gougi::io
