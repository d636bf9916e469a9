// SPDX-License-Identifier: MIT
#include "base/say.hpp"
#include "io/confinement.hpp"

namespace gougi::io {

base::Result<void> can_confine() {
  return base::fail(
      base::say({"an engine can be confined on Linux alone; leave it out, or run gougi there",
                 "エンジンを隔離できるのは Linux だけです。指定を外すか、Linux で gougi "
                 "を動かしてください"}));
}

bool writes_nowhere(const LaunchSpec&) { return false; }

}  // namespace gougi::io
