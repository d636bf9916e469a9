// SPDX-License-Identifier: MIT
#include "tools/carried_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "farm/scripts.hpp"
#include "io/process_info.hpp"
#include "io/sha256.hpp"
#include "io/text_file.hpp"
#include "settings/carried_configuration.hpp"
#include "tools/council_job.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCarry = "carry/";
constexpr std::string_view kConfigWord = "--config";
constexpr const char* kUsualEvalDir = "eval";  // beside the engine
constexpr std::array<std::string_view, 6> kWithValues{"--first", "--second", "--engine",
                                                      "--judge", "--option", kConfigWord};

// What is a name in all shells and in lists of hashes.
std::string plain_name(const fs::path& file) {
  std::string name;
  for (const char c : base::to_utf8(file.filename())) {
    const bool is_plain = std::string_view("\\'\"`$*?<>|&;:").find(c) == std::string_view::npos &&
                          static_cast<unsigned char>(c) > ' ' && c != '\x7F';
    name += is_plain ? c : '_';
  }
  return name;
}

std::string without_carry(const std::string& name) { return name.substr(kCarry.size()); }

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::optional<fs::path> first_there(const std::string& name, const std::vector<fs::path>& from,
                                    bool may_be_folder) {
  if (name.empty()) return std::nullopt;
  for (const fs::path& folder : from) {
    const fs::path path = base::path_in(folder, base::path_from_utf8(name));
    std::error_code ignored;
    if (is_file(path) || (may_be_folder && fs::is_directory(path, ignored))) return path;
  }
  return std::nullopt;
}

// Of an engine's option: the others' values are words.
bool names_folder(std::string_view option) {
  return option.size() >= 3 && base::iequals(option.substr(option.size() - 3), "dir");
}

/// Of a network, which lies in EvalDir where the option does not say more.
bool names_network(std::string_view option) { return base::iequals(option, "EvalFile"); }

bool holds_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    if (base::iequals(text.substr(at, word.size()), word)) return true;
  }
  return false;
}

/// Whether an engine would read the file or the folder that this option's value names. What it
/// writes, as a log, need not be there, and a word such as no_book or <empty> names none.
bool names_what_is_read(std::string_view option, const std::string& value) {
  constexpr std::array<std::string_view, 6> kRead{".nnue", ".onnx", ".bin", ".db", ".sfen", ".ybb"};
  if (value.empty() || value.front() == '<' || holds_word(option, "log")) return false;
  if (base::iequals(option, "EvalDir") || base::iequals(option, "BookDir")) return true;
  if (names_network(option)) return true;
  if (std::ranges::any_of(kRead, [&](std::string_view ending) {
        return value.size() > ending.size() &&
               base::iequals(value.substr(value.size() - ending.size()), ending);
      })) {
    return true;
  }
  return holds_word(option, "file") && value.find_first_of("./\\") != std::string::npos;
}

bool is_in_one(const std::vector<fs::path>& folders, const std::string& name) {
  return first_there(name, folders, false).has_value();
}

/// An error where an engine elsewhere would look for a file in vain, and may then do with another.
/// `folders`: that its options name.
base::Result<void> check_there(const std::string& option, const std::string& value,
                               const std::vector<fs::path>& folders) {
  if (!names_what_is_read(option, value) || is_in_one(folders, value)) return {};
  return base::fail(base::say({"{0}: no such file or folder, neither here nor beside the engine",
                               "{0}: ファイルもフォルダも、ここにもエンジンの隣にもありません"},
                              base::printable(option + "=" + value, 400)));
}

bool names_engine(const std::string& word) {
  return word == "--first" || word == "--second" || word == "--engine" || word == "--judge";
}

base::Result<fs::path> program_of(const std::vector<std::string>& command) {
  return io::find_program(command.front(), io::own_executable().parent_path(), fs::current_path());
}

/// The folders of all engines, each once. What cannot be found is told when its turn comes.
std::vector<fs::path> homes_of(const std::vector<std::string>& words) {
  std::vector<fs::path> homes;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!names_engine(words[i - 1])) continue;
    const auto command = split_command(words[i]);
    const auto program = command ? program_of(*command)
                                 : base::Result<fs::path>(base::fail(command.error().message));
    if (!program || std::ranges::count(homes, program->parent_path()) > 0) continue;
    homes.push_back(program->parent_path());
  }
  return homes;
}

// "--first=a b" as two words, as the value is more than a name.
std::vector<std::string> with_values_apart(const std::vector<std::string>& words) {
  std::vector<std::string> apart;
  for (const std::string& word : words) {
    const std::size_t sign = word.find('=');
    if (std::ranges::count(kWithValues, word.substr(0, sign)) > 0 && sign != std::string::npos) {
      apart.push_back(word.substr(0, sign));
      apart.push_back(word.substr(sign + 1));
    } else {
      apart.push_back(word);
    }
  }
  return apart;
}

}  // namespace

std::string CarriedFiles::add_named(const std::string& name, File file) {
  const auto there = files_.find(name);
  const bool is_other = there != files_.end() && there->second.hash != file.hash;
  std::string its = is_other ? file.hash.substr(0, 8) + "-" + name : name;
  files_[its] = std::move(file);
  return std::string(kCarry) + its;
}

base::Result<std::string> CarriedFiles::add(const fs::path& file) {
  auto hash = io::sha256_of_file(file);
  if (!hash) return hash;
  return add_named(plain_name(file), {file, "", std::move(*hash)});
}

base::Result<std::string> CarriedFiles::add_text(const fs::path& name, const std::string& text) {
  auto hash = io::sha256_of_text(text);
  if (!hash) return hash;
  return add_named(plain_name(name), {{}, text, std::move(*hash)});
}

base::Result<std::string> CarriedFiles::add_folder(const fs::path& folder) {
  std::map<std::string, File> inside;
  std::string list;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (!is_file(at->path())) continue;
    const std::string name = base::to_utf8(at->path().lexically_relative(folder));
    if (name.find_first_of("\\\n\r") != std::string::npos) {
      return base::fail(base::say({"{0}: holds a file with a name that cannot be carried",
                                   "{0}: 持ち運べない名前のファイルがあります"},
                                  base::to_utf8(folder)));
    }
    auto hash = io::sha256_of_file(at->path());
    if (!hash) return hash;
    inside[name] = {at->path(), "", std::move(*hash)};
  }
  if (error) return base::fail(base::to_utf8(folder) + ": " + error.message());
  for (const auto& [name, file] : inside) list += name + "\n" + file.hash + "\n";
  auto hash = io::sha256_of_text(list);
  if (!hash) return hash;
  const fs::path plain = folder.filename().empty() ? folder.parent_path() : folder;
  // Two folders of one name are told apart by what is in them.
  const std::string top = plain_name(plain) + "." + hash->substr(0, 8);
  for (auto& [name, file] : inside) files_[top + "/" + name] = std::move(file);
  return std::string(kCarry) + top;
}

base::Result<void> CarriedFiles::write(const fs::path& folder, const fs::path& sums) const {
  std::string lines;
  for (const auto& [name, file] : files_) {
    const fs::path to = folder / "carry" / base::path_from_utf8(name);
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    // A running program's file cannot be written over, but its name can be another file's.
    fs::remove(to, error);
    error.clear();
    if (file.from.empty()) {
      std::ofstream out(to, std::ios::binary);
      out << file.text << std::flush;
      if (!out)
        return base::fail(
            base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to)));
    } else {
      fs::copy_file(file.from, to, error);
      if (error) return base::fail(base::to_utf8(to) + ": " + error.message());
    }
    const auto hash = io::sha256_of_file(to);
    if (!hash || *hash != file.hash) {
      return base::fail(base::say({"{0}: changed while it was copied; try again",
                                   "{0}: コピー中に変わりました。もう一度試してください"},
                                  base::to_utf8(file.from)));
    }
    lines += file.hash + "  " + std::string(kCarry) + name + "\n";
  }
  std::ofstream out(folder / sums, std::ios::binary);
  out << lines << std::flush;
  if (!out)
    return base::fail(
        base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(folder / sums)));
  return {};
}

std::map<std::string, std::string> CarriedFiles::hashes() const {
  std::map<std::string, std::string> all;
  for (const auto& [name, file] : files_) all.emplace(name, file.hash);
  return all;
}

base::Result<std::vector<std::string>> WordCarrier::carry(const std::string& command,
                                                          const std::vector<std::string>& given) {
  const auto words = with_values_apart(given);
  const bool is_analysis = command == "analyse";
  std::vector<std::string> result;
  homes_ = homes_of(words);
  const bool has_engine = !homes_.empty();
  if (command == "book" && !has_engine) homes_ = {io::own_executable().parent_path()};
  bool has_council = !is_analysis;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string before = i == 0 ? std::string() : words[i - 1];
    base::Result<std::string> word;
    if (names_engine(before)) {
      word = engine(words[i]);
    } else if (is_analysis && before == kConfigWord) {
      word = council(base::path_from_utf8(words[i]));
      has_council = true;
    } else if (before == "--option") {
      word = option(words, i);
    } else if (const std::size_t sign = words[i].find('=');
               words[i].starts_with("--") && sign != std::string::npos) {
      word = value(words[i].substr(sign + 1), false);
      if (word) word = words[i].substr(0, sign + 1) + *word;
    } else {
      word = value(words[i], is_analysis && !words[i].starts_with("-"));
    }
    if (!word) return tl::unexpected(word.error());
    result.push_back(std::move(*word));
  }
  if (command == "book" && !has_engine) {  // the bundled one
    const auto thinker = carried_.add(io::own_executable().parent_path() / "gougi-engine");
    if (!thinker) return tl::unexpected(thinker.error());
  }
  if (has_council) return result;
  const auto file = settings::find_configuration(std::nullopt, io::own_executable());
  if (!file) return tl::unexpected(file.error());
  auto name = council(*file);
  if (!name) return tl::unexpected(name.error());
  result.emplace_back(kConfigWord);
  result.push_back(std::move(*name));
  return result;
}

// The same where it names none.
base::Result<std::string> WordCarrier::value(const std::string& text, bool may_be_folder) {
  const auto path = first_there(text, {fs::path()}, may_be_folder);
  if (!path) return text;
  return is_file(*path) ? carried_.add(*path) : carried_.add_folder(*path);
}

/// What these folders have of this name, which must be the same; empty: none has it.
base::Result<std::string> WordCarrier::same_in(const std::vector<fs::path>& folders,
                                               const std::string& name, bool may_be_folder) {
  std::string result;
  for (const fs::path& folder : folders) {
    const auto path = first_there(name, {folder}, may_be_folder);
    if (!path) continue;
    auto its = is_file(*path) ? carried_.add(*path) : carried_.add_folder(*path);
    if (!its) return its;
    if (!result.empty() && result != *its)
      return base::fail(base::say(
          {"{0}: the engines have different files of this name; put --option behind each engine",
           "{0}: エンジンごとに中身の違うファイルがあります。--option "
           "をそれぞれのエンジンの後に書いてください"},
          base::printable(name, 400)));
    result = std::move(*its);
  }
  return result;
}

// Engines look for files from folders of their own.
base::Result<std::string> WordCarrier::option(const std::vector<std::string>& words,
                                              std::size_t at) {
  const std::string& word = words[at];
  const std::size_t sign = word.find('=');
  if (sign == std::string::npos) return word;
  const std::string name = word.substr(0, sign);
  const std::string value = word.substr(sign + 1);
  auto carried = same_in({fs::path()}, value, names_folder(name));
  if (carried && carried->empty()) carried = same_in(homes_, value, names_folder(name));
  if (carried && carried->empty()) {
    std::vector<fs::path> homes{fs::path()};
    homes.insert(homes.end(), homes_.begin(), homes_.end());
    std::vector<fs::path> folders;
    for (const std::string& other : words) {
      const std::size_t end = std::min(other.find('='), other.size());
      if (end == other.size() || !names_folder(other.substr(0, end))) continue;
      const auto folder = first_there(other.substr(end + 1), homes, true);
      if (folder) folders.push_back(*folder);
    }
    if (names_network(name) && !is_in_one(folders, value)) {
      std::vector<fs::path> usual;
      for (const fs::path& home : homes_) usual.push_back(home / kUsualEvalDir);
      carried = same_in(usual, value, false);
    }
    if (!carried) return carried;
    if (carried->empty()) {
      if (auto there = check_there(name, value, folders); !there) {
        return tl::unexpected(there.error());
      }
      return word;
    }
  }
  if (!carried) return carried;
  return word.substr(0, sign + 1) + std::string(farm::kHerePlace) + "/" + *carried;
}

// Its program is looked for as gougi match looks for it.
base::Result<std::string> WordCarrier::engine(const std::string& command) {
  const auto parts = split_command(command);
  if (!parts) return tl::unexpected(parts.error());
  const auto program = program_of(*parts);
  if (!program) return tl::unexpected(program.error());
  homes_ = {program->parent_path()};
  const auto configured = council_of({*program, {parts->begin() + 1, parts->end()}, {}, {}});
  if (!configured) return tl::unexpected(configured.error());
  std::vector<std::string> words;
  auto its = carried_.add(*program);
  if (!its) return its;
  words.push_back(std::move(*its));
  for (std::size_t i = 1; i < parts->size(); ++i) {
    const std::string& part = (*parts)[i];
    if (*configured && part == kConfigWord) {
      ++i;  // what it names is put behind all
    } else if (!*configured || !part.starts_with(std::string(kConfigWord) + "=")) {
      auto word = value(part, false);
      if (!word) return word;
      words.push_back(std::move(*word));
    }
  }
  if (*configured) {
    auto name = council((*configured)->file);
    if (!name) return name;
    words.emplace_back(kConfigWord);
    words.push_back(std::move(*name));
  }
  std::string result;
  for (const std::string& word : words) {
    result += (result.empty() ? "" : " ") +
              (word.find(' ') == std::string::npos ? word : '"' + word + '"');
  }
  return result;
}

// With all that it names, beside it.
base::Result<std::string> WordCarrier::council(const fs::path& file) {
  const auto text = io::read_text(file);
  if (!text) return tl::unexpected(text.error());
  if (base::iequals(base::to_utf8(file.extension()), ".config")) {
    return base::fail(
        base::say({"{0}: is of the old kind, which cannot be carried; write it as YAML",
                   "{0}: 古い形式の設定は持ち運べません。YAML で書いてください"},
                  base::to_utf8(file)));
  }
  fs::path program_folder;
  std::vector<fs::path> folders;
  settings::CarriedNames names;
  const auto as_it_is = [](const std::string& name) -> base::Result<std::string> { return name; };
  const auto beside = [](const base::Result<std::string>& carried) -> base::Result<std::string> {
    if (!carried) return carried;
    return without_carry(*carried);
  };
  names.program = [&](const std::string& name) -> base::Result<std::string> {
    const auto program =
        io::find_program(name, io::own_executable().parent_path(), file.parent_path());
    if (!program) return tl::unexpected(program.error());
    program_folder = program->parent_path();
    return beside(carried_.add(*program));
  };
  names.word = [&](const std::string& word) -> base::Result<std::string> {
    const auto path = first_there(word, {program_folder}, false);
    return path ? beside(carried_.add(*path)) : word;
  };
  names.option = [&](const std::string& option,
                     const std::string& word) -> base::Result<std::string> {
    auto path = first_there(word, {program_folder}, names_folder(option));
    if (!path && names_network(option) && !is_in_one(folders, word)) {
      path = first_there(word, {program_folder / kUsualEvalDir}, false);
    }
    if (!path) {
      if (auto there = check_there(option, word, folders); !there) {
        return tl::unexpected(there.error());
      }
      return word;
    }
    return beside(is_file(*path) ? carried_.add(*path) : carried_.add_folder(*path));
  };
  names.file = [&](const std::string& name) -> base::Result<std::string> {
    return beside(carried_.add(base::path_in(file.parent_path(), base::path_from_utf8(name))));
  };
  // Folders first, as a file may stand in one that is named behind it.
  settings::CarriedNames looking{names.program, as_it_is, names.option, as_it_is};
  looking.option = [&](const std::string& option,
                       const std::string& word) -> base::Result<std::string> {
    const auto path =
        names_folder(option) ? first_there(word, {program_folder}, true) : std::nullopt;
    if (path) folders.push_back(*path);
    return word;
  };
  if (auto seen = settings::carried_configuration(*text, file, looking); !seen) return seen;
  auto carried = settings::carried_configuration(*text, file, names);
  if (!carried) return carried;
  // Whoever has no engine left asks the one that lies beside gougi.
  const fs::path reserve = io::own_executable().parent_path() / "gougi-engine";
  if (is_file(reserve)) {
    if (auto added = carried_.add(reserve); !added) return added;
  }
  return carried_.add_text(file.filename(), *carried);
}

}  // namespace gougi::tools
