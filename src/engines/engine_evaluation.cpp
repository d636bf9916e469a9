// SPDX-License-Identifier: MIT
#include "engines/engine_evaluation.hpp"

#include <array>
#include <exception>
#include <string_view>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "eval/shipped_network.hpp"
#include "io/mapped_file.hpp"

namespace gougi::engines {
namespace {

constexpr const char* kUsualFolder = "eval";
constexpr const char* kUsualFile = "nn.bin";
constexpr int kLargestScale = 1024;
/// Of a file that is read, and copied where memory is not shared. The largest tables have 741 MiB.
constexpr std::size_t kMostBytes = 1U << 30U;
/// By EngineEvaluation::Kind.
constexpr std::array<const char*, 5> kEvalKinds{"network", "handmade", "kppt", "material", "none"};

}  // namespace

std::vector<usi::Option> EngineEvaluation::options() {
  return {{"EvalKind", usi::ComboOption{kEvalKinds[0], {kEvalKinds.begin(), kEvalKinds.end()}}},
          {"EvalDir", usi::StringOption{kUsualFolder}},
          {"EvalFile", usi::StringOption{kUsualFile}},
          {"FV_SCALE", usi::SpinOption{eval::kUsualFvScale, 1, kLargestScale}},
          {"EvalShare", usi::CheckOption{true}}};
}

void EngineEvaluation::set_style(eval::Style style) {
  stale_ = stale_ || style != style_;
  style_ = style;
}

bool EngineEvaluation::set_option(const std::string& name, const std::string& value) {
  if (name == "EvalKind") {
    for (std::size_t i = 0; i < kEvalKinds.size(); ++i) {
      if (value == kEvalKinds[i]) kind_ = static_cast<Kind>(i);
    }
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

base::Result<EngineEvaluation::Bytes> EngineEvaluation::bytes_of(
    const std::filesystem::path& file) const {
  auto mapped = io::MappedFile::open(file);
  if (!mapped) return tl::unexpected(mapped.error());
  const std::span<const std::byte> bytes = (*mapped)->bytes();
  if (bytes.size() > kMostBytes) {
    return base::fail(base::say({"{0}: has {1} bytes, more than any evaluation file",
                                 "{0}: {1} バイトもあり、評価ファイルではありません"},
                                base::to_utf8(file), bytes.size()));
  }
  if (shared_) return Bytes{bytes, *mapped};
  const auto copied = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
  return Bytes{*copied, copied};
}

base::Result<eval::ScoreSource> EngineEvaluation::read_network(const std::filesystem::path& file,
                                                               std::string& said) {
  const std::string name = base::to_utf8(file);
  const auto bytes = bytes_of(file);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto network = eval::NnueNetwork::read(bytes->bytes, bytes->keep_alive);
  if (!network) return base::fail(name + ": " + network.error().message);
  const std::string& warning = (*network)->warning();
  said = name + (warning.empty() ? "" : "; " + warning);
  say_how_shared(file);
  return eval::NetworkScores{*network, scale_};
}

base::Result<eval::ScoreSource> EngineEvaluation::read_tables(const std::filesystem::path& folder,
                                                              std::string& said) {
  std::array<std::span<const std::byte>, 3> files;
  const auto kept = std::make_shared<std::array<std::shared_ptr<const void>, 3>>();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path file = folder / eval::kTableFiles[i].name;
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);  // before it is copied
    if (!error && size > 0) {
      const auto fits = eval::KpptTables::check_size(static_cast<eval::TablePart>(i), size);
      if (!fits) return base::fail(base::to_utf8(folder / "") + fits.error().message);
    }
    const auto bytes = bytes_of(file);
    if (!bytes) return tl::unexpected(bytes.error());
    files[i] = bytes->bytes;
    (*kept)[i] = bytes->keep_alive;
  }
  const auto tables = eval::KpptTables::read(files, kept);
  if (!tables) return base::fail(base::to_utf8(folder / "") + tables.error().message);
  said = base::to_utf8(folder) + ((*tables)->has_turn_of_pairs() ? ": KPPT" : ": KPP_KKPT");
  say_how_shared(folder / eval::kTableFiles.back().name);
  return eval::TableScores{*tables};
}

// In the words that the community's engines have for it.
void EngineEvaluation::say_how_shared(const std::filesystem::path& file) {
  if (!shared_) {
    messages_.emplace_back("use non-shared eval_memory.");
    return;
  }
  in_use_ = std::make_unique<io::UseMark>(file);
  messages_.emplace_back(in_use_->is_one_more() ? "use shared eval memory."
                                                : "created shared eval memory.");
}

eval::ScoreSource EngineEvaluation::shipped(eval::Style style) {
  const auto network = eval::NnueNetwork::read(eval::shipped_network(style), nullptr);
  if (network) return eval::NetworkScores{*network, scale_};
  messages_.push_back("evaluation: " + network.error().message);  // never: a test reads it
  return eval::HandMadeTerms{};
}

eval::ScoreSource EngineEvaluation::source_of(eval::Style style) {
  return is_shipped_ ? shipped(style) : source_;
}

void EngineEvaluation::take_shipped() {
  source_ = shipped(style_);
  is_shipped_ = std::holds_alternative<eval::NetworkScores>(source_);
}

void EngineEvaluation::read_files() {
  const std::filesystem::path folder = base::path_in(home_, base::path_from_utf8(folder_));
  const std::filesystem::path file = base::path_in(folder, base::path_from_utf8(file_));
  const bool is_network = kind_ == Kind::kNetwork;
  std::error_code error;
  const bool usual = folder_ == kUsualFolder && file_ == kUsualFile;
  if (is_network && (file_.empty() || (usual && !std::filesystem::exists(file, error)))) {
    return take_shipped();
  }
  std::string said;
  if (const auto source = is_network ? read_network(file, said) : read_tables(folder, said)) {
    source_ = *source;
    messages_.push_back(base::say({"evaluation: {0}", "評価関数: {0}"}, said));
  } else {
    stand_in(source.error().message);
  }
}

void EngineEvaluation::stand_in(std::string_view why) {
  messages_.push_back(base::say(
      {"evaluation: {0}; the program's own stands in", "評価関数: {0}。内蔵のものを使います"},
      why));
  take_shipped();
}

bool EngineEvaluation::prepare() {
  if (!std::exchange(stale_, false)) return false;
  is_shipped_ = false;
  in_use_.reset();
  source_ = eval::HandMadeTerms{};
  switch (kind_) {
    case Kind::kNetwork:
    case Kind::kTables:
      try {
        read_files();
      } catch (const std::exception& error) {  // a name that is none here, or no memory
        stand_in(error.what());
      }
      break;
    case Kind::kHandMade:
      break;
    case Kind::kMaterial:
      source_ = eval::MaterialScores{};
      break;
    case Kind::kNone:
      source_ = eval::NoScores{};
      break;
  }
  return true;
}

}  // namespace gougi::engines
