// SPDX-License-Identifier: MIT
#include "io/confinement.hpp"

namespace gougi::io {

base::Result<void> can_confine() {
  return base::fail("an engine can be confined on Linux alone; leave it out, or run gougi there");
}

}  // namespace gougi::io
