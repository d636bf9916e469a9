// SPDX-License-Identifier: MIT
#include "tools/nnue_command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "eval/nnue_state.hpp"
#include "search/searcher.hpp"
#include "tools/word_options.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNnueUsage =
    "usage: gougi nnue info FILE | random FILE [--kind halfkp|k-p|mirrored|correction|terms] "
    "[--seed N] | copy IN OUT";
// Far more than any network known here has; what is larger need not be read to be refused.
constexpr std::uintmax_t kMostNnueBytes = 1U << 30U;

int complain_of_nnue(const std::string& what, int status = 1) {
  std::cerr << "gougi nnue: " << what << "\n";
  return status;
}

int refuse_nnue_words(const std::string& what) {
  return complain_of_nnue(with_way_to_help(what, "gougi nnue"), 2);
}

base::Result<void> write_bytes(const std::string& name, const std::vector<std::byte>& bytes) {
  const fs::path path = base::path_from_utf8(name);
  std::error_code error;
  if (fs::exists(path, error)) return base::fail(name + ": exists already; choose another name");
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return base::fail(name + ": cannot be written");
  return {};
}

base::Result<std::shared_ptr<const eval::NnueNetwork>> read_network(const std::string& name) {
  auto bytes = base::read_bytes(base::path_from_utf8(name), kMostNnueBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  auto network = eval::NnueNetwork::read(std::move(*bytes));
  if (!network) return base::fail(name + ": " + network.error().message);
  return network;
}

std::string hexadecimal(std::uint32_t number) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%08X", static_cast<unsigned>(number));
  return text.data();
}

int info(const std::string& name) {
  const auto network = read_network(name);
  if (!network) return complain_of_nnue(network.error().message);
  const eval::NnueHeader& header = (*network)->file().header;
  search::Searcher judge;
  judge.set_source(eval::NetworkScores{*network});
  std::cout << name << ": " << eval::name(header.kind) << "\narchitecture "
            << base::printable(header.architecture) << "\nhash " << hexadecimal(header.hash)
            << ", transformer " << hexadecimal(header.transformer_hash) << ", network "
            << hexadecimal(header.network_hash) << "\nscore of the start position "
            << judge.evaluate(shogi::Position::start()) << " (FV_SCALE " << eval::kUsualFvScale
            << "), " << eval::fastest_nnue_kernel().name << "\n"
            << ((*network)->warning().empty() ? "ok" : "warning: " + (*network)->warning())
            << std::endl;
  return 0;
}

int copy(const std::string& from, const std::string& to) {
  const auto network = read_network(from);
  if (!network) return complain_of_nnue(network.error().message);
  const eval::NnueFile& file = (*network)->file();
  const auto written =
      write_bytes(to, eval::write_nnue_file(file.header, eval::NnueParameters(file)));
  if (!written) return complain_of_nnue(written.error().message);
  std::cout << to << ": written\n";
  return 0;
}

int make_random(const std::string& name, eval::NnueKind kind, std::uint64_t seed) {
  const auto written = write_bytes(
      name,
      eval::write_nnue_file(eval::usual_header(kind), eval::random_nnue_parameters(kind, seed)));
  if (!written) return complain_of_nnue(written.error().message);
  std::cout << name << ": written, " << eval::name(kind) << ", seed " << seed << "\n";
  return 0;
}

struct KindWord {
  std::string_view word;
  eval::NnueKind kind;
};
constexpr std::array<KindWord, 5> kKindWords{{{"halfkp", eval::NnueKind::kHalfKp},
                                              {"k-p", eval::NnueKind::kKP},
                                              {"mirrored", eval::NnueKind::kMirrored},
                                              {"correction", eval::NnueKind::kCorrection},
                                              {"terms", eval::NnueKind::kTerms}}};

int random_order(const std::vector<std::string>& words) {
  std::optional<std::string> file;
  eval::NnueKind kind = eval::NnueKind::kHalfKp;
  std::uint64_t seed = 1;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string value = i + 1 < words.size() ? words[i + 1] : "";
    if (word == "--kind") {
      const auto* const found = std::ranges::find(kKindWords, value, &KindWord::word);
      if (found == kKindWords.end()) {
        return refuse_nnue_words("--kind is halfkp, k-p, mirrored, correction or terms, not \"" +
                                 base::printable(value) + "\"");
      }
      kind = found->kind;
      ++i;
    } else if (word == "--seed") {
      const auto number = base::to_int(value);
      if (!number || *number < 0) {
        return refuse_nnue_words("--seed is a number from 0, not \"" + base::printable(value) +
                                 "\"");
      }
      seed = static_cast<std::uint64_t>(*number);
      ++i;
    } else if (word.starts_with("--")) {
      return refuse_nnue_words(unknown_option(word, kNnueUsage));
    } else if (file) {
      return refuse_nnue_words("one file only");
    } else {
      file = word;
    }
  }
  return file ? make_random(*file, kind, seed) : refuse_nnue_words("the file is missing");
}

}  // namespace

int nnue_command(const std::vector<std::string>& words) {
  const std::string verb = words.empty() ? "" : words.front();
  if (!words.empty() && (words.back() == "--help" || words.back() == "-h")) {
    std::cout << kNnueUsage << "\n";
    return 0;
  }
  if (verb == "random") return random_order(words);
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("--"); });
  if (option != words.end()) return refuse_nnue_words(unknown_option(*option, kNnueUsage));
  if (verb == "info" && words.size() == 2) return info(words[1]);
  if (verb == "copy" && words.size() == 3) return copy(words[1], words[2]);
  constexpr std::array<std::string_view, 3> kTasks{"info", "random", "copy"};
  const bool is_known = std::ranges::find(kTasks, verb) != kTasks.end();
  if (is_known || verb.empty()) {
    return refuse_nnue_words("info FILE, random FILE or copy IN OUT is expected");
  }
  return refuse_nnue_words("there is no task " + base::printable(verb, 60) +
                           base::did_you_mean(verb, kTasks));
}

}  // namespace gougi::tools
