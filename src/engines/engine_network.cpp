// SPDX-License-Identifier: MIT
#include "engines/engine_network.hpp"

#include <span>

#include "base/path.hpp"
#include "base/text.hpp"
#include "eval/shipped_network.hpp"
#include "io/mapped_file.hpp"

namespace gougi::engines {
namespace {

constexpr const char* kUsualFolder = "eval";
constexpr const char* kUsualFile = "nn.bin";
constexpr int kLargestScale = 1024;
constexpr const char* kNetwork = "network";
constexpr const char* kByHand = "handmade";

}  // namespace

std::vector<usi::Option> EngineNetwork::options() {
  return {{"EvalKind", usi::ComboOption{kNetwork, {kNetwork, kByHand}}},
          {"EvalDir", usi::StringOption{kUsualFolder}},
          {"EvalFile", usi::StringOption{kUsualFile}},
          {"FV_SCALE", usi::SpinOption{eval::kUsualFvScale, 1, kLargestScale}},
          {"EvalShare", usi::CheckOption{true}}};
}

void EngineNetwork::set_style(eval::Style style) {
  stale_ = stale_ || style != style_;
  style_ = style;
}

bool EngineNetwork::set_option(const std::string& name, const std::string& value) {
  if (name == "EvalKind") {
    wanted_ = value == kNetwork;
  } else if (name == "EvalDir") {
    folder_ = value;
  } else if (name == "EvalFile") {
    file_ = value;
  } else if (name == "FV_SCALE") {
    scale_ = static_cast<int>(base::to_int(value).value_or(eval::kUsualFvScale));
  } else if (name == "EvalShare") {
    shared_ = value == "true";
  } else {
    return false;
  }
  stale_ = true;
  return true;
}

base::Result<std::shared_ptr<const eval::NnueNetwork>> EngineNetwork::read(
    const std::filesystem::path& file) {
  auto mapped = io::MappedFile::open(file);
  if (!mapped) return tl::unexpected(mapped.error());
  const std::span<const std::byte> bytes = (*mapped)->bytes();
  auto network = shared_ ? eval::NnueNetwork::read(bytes, *mapped)
                         : eval::NnueNetwork::read({bytes.begin(), bytes.end()});
  if (!network) return base::fail(base::to_utf8(file) + ": " + network.error().message);
  return network;
}

std::shared_ptr<const eval::NnueNetwork> EngineNetwork::read_shipped(eval::Style style) {
  auto network = eval::NnueNetwork::read(eval::shipped_network(style), nullptr);
  if (network) return *network;
  messages_.push_back("evaluation: " + network.error().message);  // never: a test reads it
  return nullptr;
}

std::shared_ptr<const eval::NnueNetwork> EngineNetwork::network_of(eval::Style style) {
  return is_shipped_ ? read_shipped(style) : network_;
}

void EngineNetwork::take_shipped() {
  network_ = read_shipped(style_);
  is_shipped_ = network_ != nullptr;
}

bool EngineNetwork::prepare() {
  if (!std::exchange(stale_, false)) return false;
  const std::filesystem::path file =
      home_ / base::path_from_utf8(folder_) / base::path_from_utf8(file_);
  network_.reset();
  is_shipped_ = false;
  if (!wanted_) return true;
  std::error_code error;
  const bool usual = folder_ == kUsualFolder && file_ == kUsualFile;
  if (file_.empty() || (usual && !std::filesystem::exists(file, error))) {
    take_shipped();
    return true;
  }
  if (auto read_one = read(file)) {
    network_ = *read_one;
    messages_.push_back("evaluation: " + base::to_utf8(file) +
                        (network_->warning().empty() ? "" : "; " + network_->warning()));
  } else {
    messages_.push_back("evaluation: " + read_one.error().message +
                        "; the program's own stands in");
    take_shipped();
  }
  return true;
}

}  // namespace gougi::engines
