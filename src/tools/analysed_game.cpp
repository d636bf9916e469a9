// SPDX-License-Identifier: MIT
#include "tools/analysed_game.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/record_text.hpp"
#include "tools/record_reader.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using Complain = std::function<void(const std::string&)>;

constexpr std::size_t kMostLines = 3;  // that are no games, of one file, before they are counted

// Where nobody named the file itself, a text is not taken for a list of games.
bool is_record_in_folder(const fs::path& file) {
  const auto format = game_format_of(base::to_utf8(file.filename()));
  return format && (format != "usi" || base::iequals(base::to_utf8(file.extension()), ".usi"));
}

// A record there would be written over.
bool is_in_results(const fs::path& file, const fs::path& out) {
  std::error_code ignored;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return fs::equivalent(folder, out, ignored);
}

// Names that one folder may hold side by side: to Windows and macOS "A.kif" is "a.kif".
std::string without_case(std::string name) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

class GameReader {
 public:
  GameReader(const AnalyseOrder& order, const Complain& complain,
             const std::function<void(std::uint64_t, AnalysedGame&&)>& take)
      : order_(order), complain_(complain), take_(take) {}

  void read(const fs::path& file) {
    const std::string name = base::to_utf8(file);
    const auto format = game_format_of(base::to_utf8(file.filename()));
    if (!format) {
      return complain_(
          base::say({"{0}: is no record: its name should end with .kif, .ki2, .csa, .jkf or .usi",
                     "{0}: 棋譜ではありません。名前の末尾を .kif、.ki2、.csa、.jkf、.usi "
                     "のどれかにしてください"},
                    name));
    }
    if (!order_.shard && is_in_results(file, order_.out)) {
      return complain_(
          base::say({"{0}: lies in the folder of the results; name another by --out",
                     "{0}: 結果のフォルダにあります。--out で別のフォルダを指定してください"},
                    name));
    }
    std::size_t lines = 0;
    auto games = read_game_file(
        file, *format,
        [this, &lines](const base::Error& error) {
          if (++lines <= kMostLines) complain_(error.message);
        },
        notation::Faulty::kLeave);
    if (lines > kMostLines) {
      complain_(
          base::say({"{0}: {1} more lines are no games", "{0}: ほかにも {1}行が対局ではありません"},
                    name, lines - kMostLines));
    }
    if (!games) return complain_(games.error().message);
    for (std::size_t i = 0; i < games->size(); ++i) {
      const std::string number = games->size() == 1 ? "" : "-" + std::to_string(i + 1);
      std::string wanted = base::to_utf8(file.stem()) + number;
      for (int n = 2; taken_.contains(without_case(wanted)); ++n) {
        wanted = base::to_utf8(file.stem()) + number + "_" + std::to_string(n);
      }
      take_game(name, wanted, std::move((*games)[i]));
    }
  }
  std::uint64_t count() const { return count_; }

 private:
  void take_game(const std::string& file, const std::string& name, notation::Record record) {
    AnalysedGame analysed{name, std::move(record), {}, nullptr, {}};
    analysed.game = analysed.record.main_line();
    const auto& place = analysed.record.place;
    const auto refuse = [&](std::string what) {
      if (place) {
        what = base::say({"record line {0}: {1}", "棋譜の {0}行目: {1}"}, place->line, what) +
               notation::of_game(place->game);
      }
      complain_(file + ": " + what);
    };
    if (analysed.game.is_freeze_game())
      return refuse(base::say({"Freeze shogi is not analysed", "Freeze将棋は解析できません"}));
    if (analysed.game.moves().empty())
      return refuse(base::say({"holds no move", "指し手がありません"}));
    const auto& left = analysed.record.left;
    if (left && !left->is_illegal_move) {
      complain_(base::say({"{0}: {1}; moves before it that are analysed: {2}",
                           "{0}: {1}。その前の {2}手を解析します"},
                          file, left->why + (place ? notation::of_game(place->game) : ""),
                          analysed.game.moves().size()));
    }
    analysed.line = std::make_shared<const GameLine>(analysed.game);
    taken_.insert(without_case(name));
    take_(count_++, std::move(analysed));
  }

  const AnalyseOrder& order_;
  const Complain& complain_;
  const std::function<void(std::uint64_t, AnalysedGame&&)>& take_;
  std::set<std::string> taken_{"positions"};  ///< the judged ones have this name
  std::uint64_t count_ = 0;
};

}  // namespace

std::vector<fs::path> record_files(const AnalyseOrder& order, const Complain& complain) {
  std::vector<fs::path> files;
  std::set<fs::path> known;
  const auto add = [&](const fs::path& file) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(file, error);
    if (known.insert(error ? file : whole).second) files.push_back(file);
  };
  for (const fs::path& place : order.files) {
    std::error_code error;
    if (!fs::is_directory(place, error)) {
      add(place);
      continue;
    }
    std::vector<fs::path> inside;
    fs::recursive_directory_iterator at(place, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (!order.shard && at->is_directory(ignored) &&
          fs::equivalent(at->path(), order.out, ignored)) {
        at.disable_recursion_pending();
      }
      if (!is_record_in_folder(at->path())) continue;
      if (at->is_regular_file(ignored)) inside.push_back(at->path());
    }
    if (error) complain(base::to_utf8(place) + ": " + error.message());
    std::sort(inside.begin(), inside.end());
    for (const fs::path& file : inside) add(file);
  }
  return files;
}

std::uint64_t read_analysed_games(const std::vector<fs::path>& files, const AnalyseOrder& order,
                                  const Complain& complain,
                                  const std::function<void(std::uint64_t, AnalysedGame&&)>& take) {
  GameReader reader(order, complain, take);
  for (const fs::path& file : files) reader.read(file);
  return reader.count();
}

}  // namespace gougi::tools
