// SPDX-License-Identifier: MIT
#include "relay/arbiter_file.hpp"

#include <filesystem>
#include <string>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "relay/arbiter_json.hpp"

namespace gougi::relay {

namespace {

base::Result<consensus::SharedArbiterModel> read_model(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::string text(kMostModelBytes + 1, '\0');
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream->gcount()));
  auto model = parse_arbiter(text);
  if (model) return model;
  return base::fail(base::say({"{0}: {1}; gougi calibrate --arbiter makes a model",
                               "{0}: {1}。モデルは gougi calibrate --arbiter で作れます"},
                              base::to_utf8(file), model.error().message));
}

}  // namespace

base::Result<consensus::SharedArbiterModel> load_arbiter(const settings::RelaySettings& settings) {
  if (settings.rules.arbiter_model.empty()) return consensus::SharedArbiterModel{};
  auto model = read_model(settings.rules.arbiter_model);
  if (model) return model;
  return base::fail(base::to_utf8(settings.file.filename()) +
                    ": rules.arbiter_model: " + model.error().message);
}

}  // namespace gougi::relay
