// SPDX-License-Identifier: MIT
#include "tools/nnue_command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/result.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/app.hpp"
#include "cli/tasks.hpp"
#include "eval/nnue_state.hpp"
#include "search/searcher.hpp"
#include "tools/parsed_words.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;
using base::Text;

// Far more than any network known here has; what is larger need not be read to be refused.
constexpr std::uintmax_t kMostNnueBytes = 1U << 30U;

int complain_of_nnue(const std::string& what) {
  std::cerr << "gougi nnue: " << what << "\n";
  return 1;
}

base::Result<void> write_bytes(const std::string& name, const std::vector<std::byte>& bytes) {
  const fs::path path = base::path_from_utf8(name);
  std::error_code error;
  if (fs::exists(path, error))
    return base::fail(base::say(
        {"{0}: exists already; choose another name", "{0}: すでにあります。別の名前にしてください"},
        name));
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, name));
  return {};
}

base::Result<std::shared_ptr<const eval::NnueNetwork>> read_network(const std::string& name) {
  auto bytes = base::read_bytes(base::path_from_utf8(name), kMostNnueBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  auto network = eval::NnueNetwork::read(std::move(*bytes));
  if (!network) return base::fail(name + ": " + network.error().message);
  return network;
}

int info(const std::string& name) {
  const auto network = read_network(name);
  if (!network) return complain_of_nnue(network.error().message);
  const eval::NnueHeader& header = (*network)->file().header;
  search::Searcher judge;
  judge.set_source(eval::NetworkScores{*network});
  std::cout << base::say({"{0}: {1}\narchitecture {2}\nhash 0x{3:08X}, transformer 0x{4:08X}, "
                          "network 0x{5:08X}\n"
                          "score of the start position {6} (FV_SCALE {7}), {8}\n",
                          "{0}: {1}\nアーキテクチャ {2}\nハッシュ 0x{3:08X}、transformer "
                          "0x{4:08X}、network 0x{5:08X}\n"
                          "初期局面の評価値 {6}(FV_SCALE {7})、{8}\n"},
                         name, eval::name(header.kind), base::printable(header.architecture),
                         header.hash, header.transformer_hash, header.network_hash,
                         judge.evaluate(shogi::Game()), eval::kUsualFvScale,
                         eval::fastest_nnue_kernel().name)
            << ((*network)->warning().empty()
                    ? base::said({"ok", "正常"})
                    : base::say({"warning: {0}", "警告: {0}"}, (*network)->warning()))
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
  std::cout << base::say({"{0}: written\n", "{0}: 書きました\n"}, to);
  return 0;
}

int make_random(const std::string& name, eval::NnueKind kind, std::uint64_t seed) {
  const auto written = write_bytes(
      name,
      eval::write_nnue_file(eval::usual_header(kind), eval::random_nnue_parameters(kind, seed)));
  if (!written) return complain_of_nnue(written.error().message);
  std::cout << base::say({"{0}: written, {1}, seed {2}\n", "{0}: 書きました。{1}、乱数の種 {2}\n"},
                         name, eval::name(kind), seed);
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

constexpr Text kNnueAbout{"NNUE evaluation files", "NNUE の評価関数ファイル"};
constexpr Text kInfoAbout{"what a file holds, and whether it is whole", "ファイルの中身を調べる"};
constexpr Text kCopyAbout{"a file read and written anew", "読み込んで書き直す"};
constexpr Text kRandomAbout{"a file of random numbers, for tests",
                            "ランダムな値のファイルを作る(試験用)"};

int info_task(const std::vector<std::string>& words) {
  std::string file;
  cli::App app(kInfoAbout, "gougi nnue info");
  app.add_option("FILE", file, said({"of an evaluation", "評価関数ファイル"}))
      ->required()
      ->type_name("");
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  return info(file);
}

int copy_task(const std::vector<std::string>& words) {
  std::string from;
  std::string to;
  cli::App app(kCopyAbout, "gougi nnue copy");
  app.add_option("IN", from, said({"of an evaluation", "評価関数ファイル"}))
      ->required()
      ->type_name("");
  app.add_option("OUT", to, said({"the new file", "新しいファイル"}))->required()->type_name("");
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  return copy(from, to);
}

int random_task(const std::vector<std::string>& words) {
  std::string file;
  std::string kind = "halfkp";
  std::uint64_t seed = 1;
  std::vector<std::string> kinds;
  for (const KindWord& known : kKindWords) kinds.emplace_back(known.word);
  cli::App app(kRandomAbout, "gougi nnue random");
  app.add_option("FILE", file, said({"the new file", "新しいファイル"}))->required()->type_name("");
  app.add_option("--kind", kind, said({"of network", "ネットワークの種類"}))
      ->check(CLI::IsMember(kinds))
      ->type_name("KIND")
      ->capture_default_str();
  app.add_option("--seed", seed, said({"of the numbers", "乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  return make_random(file, std::ranges::find(kKindWords, kind, &KindWord::word)->kind, seed);
}

}  // namespace

int nnue_command(const std::vector<std::string>& words) {
  cli::Tasks tasks(kNnueAbout, "gougi nnue");
  tasks.add("info", kInfoAbout, info_task);
  tasks.add("copy", kCopyAbout, copy_task);
  tasks.add("random", kRandomAbout, random_task);
  return tasks.run(words);
}

}  // namespace gougi::tools
