// SPDX-License-Identifier: MIT
#include "relay/arbiter_file.hpp"

#include <string>

#include "base/file.hpp"
#include "base/path.hpp"
#include "relay/arbiter_json.hpp"

namespace gougi::relay {

base::Result<consensus::SharedArbiterModel> load_arbiter(const std::filesystem::path& file) {
  if (file.empty()) return consensus::SharedArbiterModel{};
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::string text(kMostModelBytes + 1, '\0');
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream->gcount()));
  auto model = parse_arbiter(text);
  if (!model) return base::fail(base::to_utf8(file) + ": " + model.error().message);
  return model;
}

}  // namespace gougi::relay
