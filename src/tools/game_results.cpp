// SPDX-License-Identifier: MIT
#include "tools/game_results.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"
#include "notation/sfen.hpp"
#include "tools/analyse_page.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kEndings{"jsonl", "kif", "csa", "jkf"};

constexpr const char* kPageName = "analysis.html";
constexpr std::string_view kPageTitle = "<title>Records analysed by a council</title>";

// Of a file in a folder, and in no other.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
}

GameResults results_from(const nlohmann::json& json) {
  GameResults results;
  results.name = json.at("name").get<std::string>();
  results.files = json.at("files").get<std::map<std::string, std::string>>();
  results.page = json.at("page").get<std::string>();
  for (const nlohmann::json& problem : json.at("problems")) {
    results.problems.push_back({problem.at(0).get<bool>(), problem.at(1).get<std::string>(),
                                problem.at(2).get<std::string>()});
  }
  for (const nlohmann::json& judged : json.at("judged")) {
    results.judged.emplace_back(judged.at(0).get<std::string>(), judged.at(1).get<std::string>());
  }
  return results;
}

// Of NAME.jsonl, the value that a line has of `key`; "" where it has none.
std::string_view text_in(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return "";
  line.remove_prefix(at + key.size());
  return line.substr(0, line.find('"'));
}

// As told_by() has it; nothing: the file is something else than results.
std::optional<std::string> told_by_results(const fs::path& file) {
  std::ifstream lines(file, std::ios::binary);
  std::string line;
  if (base::read_line(lines, line) != base::LineRead::kLine ||
      !line.starts_with(R"({"format":"gougi analysis)")) {
    return std::nullopt;
  }
  std::string text;
  while (std::getline(lines, line)) {
    if (text.empty()) text = std::string(text_in(line, R"("position":")")) + ":";
    if (const auto played = text_in(line, R"("played":")"); !played.empty()) {
      text.append(" ").append(played);
    }
  }
  return text;
}

// Nothing is there, or what begins with one of the words that ours have.
bool may_be_replaced(const fs::path& file, std::initializer_list<std::string_view> words) {
  constexpr std::size_t kMostHead = 4096;
  std::error_code error;
  if (!fs::exists(file, error) || fs::is_empty(file, error)) return true;
  std::ifstream stream(file, std::ios::binary);
  std::string head(kMostHead, '\0');
  stream.read(head.data(), kMostHead);
  head.resize(static_cast<std::size_t>(stream.gcount()));
  return std::ranges::any_of(
      words, [&head](std::string_view word) { return head.find(word) != std::string::npos; });
}

bool is_same_game(const std::string& one, const std::string& other) {
  return one.starts_with(other) || other.starts_with(one);
}

}  // namespace

std::string told_by(const shogi::Game& game) {
  std::string text = notation::to_sfen(game.freeze_start().position()) + ":";
  for (const shogi::Move move : game.moves()) text.append(" ").append(notation::to_usi(move));
  return text;
}

std::optional<fs::path> results_of_another(const fs::path& folder,
                                           const std::map<std::string, std::string>& games) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().extension() == ".jsonl") files.push_back(at->path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const auto told = told_by_results(file);
    if (!told) continue;
    const auto game = games.find(base::to_utf8(file.stem()));
    if (game == games.end() || !is_same_game(*told, game->second)) return file;
  }
  return std::nullopt;
}

std::optional<fs::path> file_of_others(const fs::path& folder,
                                       const std::map<std::string, std::string>& games) {
  std::error_code ignored;
  for (const auto& [name, told] : games) {
    const auto named = [&folder, &stem = name](std::string_view ending) {
      return folder / base::path_from_utf8(stem + "." + std::string(ending));
    };
    // What lies beside results belongs to them.
    const fs::path results = named(kEndings.front());
    if (fs::exists(results, ignored)) {
      if (!told_by_results(results)) return results;
      continue;
    }
    for (const std::string_view ending : kEndings) {
      if (fs::exists(named(ending), ignored)) return named(ending);
    }
  }
  const fs::path page = folder / kPageName;
  return may_be_replaced(page, {kPageTitle}) ? std::nullopt : std::optional(page);
}

std::optional<fs::path> problems_of_others(const fs::path& folder) {
  for (const char* const name : {"mate.sfen", "mate.json", "next-move.sfen", "next-move.json"}) {
    const fs::path file = folder / name;
    if (!may_be_replaced(file, {"# mate in ", "# best: ", R"({"format":"shogihome-next-move")"})) {
      return file;
    }
  }
  return std::nullopt;
}

std::string to_text(const GameResults& results) {
  nlohmann::json problems = nlohmann::json::array();
  for (const analysis::Problem& problem : results.problems) {
    problems.push_back({problem.is_mate, problem.line, problem.json});
  }
  nlohmann::json judged = nlohmann::json::array();
  for (const auto& [name, text] : results.judged) judged.push_back({name, text});
  const nlohmann::json json{{"name", results.name},
                            {"files", results.files},
                            {"page", results.page},
                            {"problems", problems},
                            {"judged", judged}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

base::Result<GameResults> game_results_from_text(std::string_view text) {
  GameResults results;
  try {
    results = results_from(nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception&) {
    return base::fail(base::say({"is no analysed game", "は解析した対局ではありません"}));
  }
  const bool is_plain =
      is_plain_name(results.name) && std::ranges::all_of(results.files, [](const auto& file) {
        return std::ranges::find(kEndings, file.first) != kEndings.end();
      });
  if (!is_plain)
    return base::fail(base::say({"names files that are none of an analysed game",
                                 "に、解析した対局のものでないファイル名があります"}));
  return results;
}

ResultsFolder::ResultsFolder(fs::path folder, std::function<void(const std::string&)> complain)
    : folder_(std::move(folder)), complain_(std::move(complain)) {
  draft_ = base::draft_of(folder_ / kPageName);
  auto page = io::PrivateFile::open(draft_, io::PrivateFile::Start::kEmpty);
  if (page) {
    page_ = std::move(*page);
    add_to_page(analysis_page_head());
  } else {
    complain_(page.error().message);
  }
}

ResultsFolder::~ResultsFolder() {
  if (!page_) return;
  page_.reset();
  std::error_code ignored;
  fs::remove(draft_, ignored);
}

void ResultsFolder::add(const GameResults& results) {
  for (const auto& [ending, text] : results.files) {
    write_file(folder_ / base::path_from_utf8(results.name + "." + ending), text);
  }
  add_to_page(results.page);
  for (const analysis::Problem& problem : results.problems) problems_.add(problem);
}

void ResultsFolder::finish(const std::optional<fs::path>& problems) {
  add_to_page(analysis_page_foot());
  if (page_) {
    page_.reset();
    std::error_code error;
    base::rename(draft_, folder_ / kPageName, error);
    if (error)
      complain_(base::say({"{0}: cannot be written", "{0}: 書けません"},
                          base::to_utf8(folder_ / kPageName)));
  }
  if (!problems) return;
  // One that cannot be written says it for all.
  if (!write_file(*problems / "mate.sfen", problems_.mates())) return;
  if (!write_file(*problems / "mate.json", problems_.mate_collection())) return;
  if (!write_file(*problems / "next-move.sfen", problems_.next_moves())) return;
  write_file(*problems / "next-move.json", problems_.next_move_collection());
}

bool ResultsFolder::write_file(const fs::path& file, const std::string& text) {
  const auto written = io::write_private_file(file, text);
  if (!written) complain_(written.error().message);
  return written.has_value();
}

void ResultsFolder::add_to_page(const std::string& text) {
  if (!page_ || page_->write(text) == text.size()) return;
  page_.reset();
  std::error_code ignored;
  fs::remove(draft_, ignored);
  complain_(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(folder_ / kPageName)));
}

}  // namespace gougi::tools
