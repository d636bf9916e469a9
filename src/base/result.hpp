// SPDX-License-Identifier: MIT
// Errors as values. A failure that comes from outside (text, files, children) is an Error inside a
// Result, never an exception; its message is one line that tells a person what is wrong and where.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace gougi::base {

struct Error {
  std::string message;  ///< one line, UTF-8, no trailing period
  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Makes the failing side of any Result.
inline tl::unexpected<Error> fail(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}

}  // namespace gougi::base
