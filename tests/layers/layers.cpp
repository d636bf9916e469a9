// SPDX-License-Identifier: MIT
#include "layers/layers.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "base/text.hpp"

namespace gougi::layers {
namespace {

// Intrinsics belong to the compiler, not to an operating system.
constexpr std::array<std::string_view, 1> kCompilerHeaders{"immintrin.h"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kLibraries{
    {{"boost/", "boost"},
     {"yaml-cpp/", "yaml-cpp"},
     {"CLI/", "CLI"},
     {"fmt/", "fmt"},
     {"gcrypt.h", "gcrypt"},
     {"nlohmann/", "nlohmann"},
     {"spdlog/", "spdlog"},
     {"sqlite3.h", "sqlite"},
     {"tl/", "tl"}}};

std::string room_of(std::string_view path) { return std::string(path.substr(0, path.find('/'))); }

// The library word for `<header>`; "" for the standard library.
std::string library_of(std::string_view header) {
  for (const auto& [prefix, word] : kLibraries) {
    if (header.starts_with(prefix)) return std::string(word);
  }
  if (std::ranges::find(kCompilerHeaders, header) != kCompilerHeaders.end()) return {};
  return header.find_first_of("./") == std::string_view::npos ? "" : "os";
}

class Checker {
 public:
  explicit Checker(const RoomTable& table) : table_(table) {}

  void check_file(const std::string& path, const std::string& text) {
    path_ = path;
    room_ = room_of(path);
    if (!table_.contains(room_)) {
      complain(1, "the room " + room_ + " has no row in src/README.md");
      return;
    }
    check_includes(text);
    check_streams(text);
  }

  std::vector<std::string> finish() {
    find_cycles();
    return std::move(violations_);
  }

  std::vector<std::string> unused_permissions() const {
    std::vector<std::string> unused;
    for (const auto& [room, words] : table_) {
      for (const std::string& word : words) {
        if (word == "all" || used_.contains({room, word})) continue;
        unused.push_back("src/README.md: " + room + " may include " + word + ", and does not");
      }
    }
    return unused;
  }

 private:
  template <class Use>
  static void for_each_line(const std::string& text, const Use& use) {
    int line = 1;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      use(line, text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  // Looked for where neither a comment nor a string is, then read with its quotes.
  void check_includes(const std::string& text) {
    static const std::regex kDirective(R"re(^\s*#\s*include\b)re");
    static const std::regex kInclude(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
    std::set<int> lines;
    for_each_line(strip(text, true), [&](int line, const std::string& code) {
      if (code.find('#') != std::string::npos && std::regex_search(code, kDirective)) {
        lines.insert(line);
      }
    });
    for_each_line(strip(text, false), [&](int line, const std::string& code) {
      std::smatch match;
      if (!lines.contains(line) || !std::regex_search(code, match, kInclude)) return;
      if (match[1] == "<") {
        check_library(line, match[2]);
      } else {
        check_room(line, match[2]);
      }
    });
  }

  void check_room(int line, const std::string& header) {
    const std::string other = room_of(header);
    if (header.find('/') == std::string::npos || !table_.contains(other)) {
      complain(line, "\"" + header + "\" is in no room; write \"room/file.hpp\"");
      return;
    }
    if (other == room_) return;
    edges_[room_].insert(other);
    used_.emplace(room_, other);
    const auto& allowed = table_.at(room_);
    if (!allowed.contains(other) && !allowed.contains("all")) {
      complain(line, room_ + " may not include " + other + " (" + header + ")");
    }
  }

  void check_library(int line, const std::string& header) {
    const std::string library = library_of(header);
    if (library.empty()) return;
    used_.emplace(room_, library);
    // `all` in a row means all rooms: libraries stay behind the room that wraps them.
    if (!table_.at(room_).contains(library)) {
      complain(line, room_ + " may not include " +
                         (library == "os" ? "the operating system's" : library) + " <" + header +
                         ">");
    } else if (library == "spdlog" && path_ != "base/log.cpp") {
      complain(line, "<" + header + "> belongs into base/log.cpp alone");
    }
  }

  // Stdout belongs to the protocol: who prints there by accident breaks it.
  void check_streams(const std::string& text) {
    // cli prints help and version, which words ask for before any protocol begins.
    static const std::set<std::string_view> kTalking{"io", "cli", "engines", "tools", "app"};
    if (kTalking.contains(room_)) return;
    static const std::regex kStdout(
        R"re(\bw?cout\b|\bstdout\b|\bv?w?printf\s*\(|\bputs\s*\(|\bputchar\s*\(|\bfmt\s*::\s*print)re");
    // Each of its words has one of these: a regular expression takes long to find nothing.
    const auto may_print = [](const std::string& code) {
      return code.find("out") != std::string::npos || code.find("print") != std::string::npos ||
             code.find("put") != std::string::npos;
    };
    for_each_line(strip(text, true), [&](int line, const std::string& code) {
      if (may_print(code) && code.find("#include") == std::string::npos &&
          std::regex_search(code, kStdout)) {
        complain(line, room_ + " may not write to stdout");
      }
    });
  }

  void find_cycles() {
    for (const auto& [room, others] : edges_) {
      std::vector<std::string> way{room};
      std::set<std::string> seen;
      walk(room, way, seen);
    }
  }

  // Each cycle is told once, from its alphabetically first room.
  void walk(const std::string& start, std::vector<std::string>& way, std::set<std::string>& seen) {
    const auto found = edges_.find(way.back());
    if (found == edges_.end()) return;
    for (const std::string& next : found->second) {
      if (next == start) {
        std::string told = "src: rooms include each other:";
        for (const std::string& room : way) told += " " + room + " ->";
        violations_.push_back(told + " " + start);
      } else if (next > start && seen.insert(next).second) {
        way.push_back(next);
        walk(start, way, seen);
        way.pop_back();
      }
    }
  }

  void complain(int line, const std::string& what) {
    violations_.push_back("src/" + path_ + ":" + std::to_string(line) + ": " + what);
  }

  const RoomTable& table_;
  std::string path_;
  std::string room_;
  std::map<std::string, std::set<std::string>> edges_;
  std::set<std::pair<std::string, std::string>> used_;  // room, word of its row
  std::vector<std::string> violations_;
};

// A small lexer over comments and literals; raw strings count.
class Stripper {
 public:
  Stripper(std::string_view text, bool without_strings)
      : text_(text), without_strings_(without_strings) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  bool ahead(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void step() {
    if (ahead("//")) {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (ahead("/*")) {
      skip_to("*/", 2, false);
    } else if (ahead("R\"") && !in_word()) {
      const std::size_t open = text_.find('(', at_);
      if (open == std::string_view::npos) return take();
      const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
      out_ += without_strings_ ? "R\"" : text_.substr(at_, open - at_);
      at_ = open;
      skip_to(close, 0, !without_strings_);
      if (without_strings_) out_ += '"';
    } else if (text_[at_] == '"' || (text_[at_] == '\'' && !in_word())) {
      literal(text_[at_]);
    } else {
      take();
    }
  }

  // 1'000'000 holds no character literals.
  bool in_word() const {
    const auto is_word = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return at_ > 0 && is_word(text_[at_ - 1]);
  }

  void take() { out_ += text_[at_++]; }

  void literal(char quote) {
    take();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      const std::size_t length = text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
      for (std::size_t i = 0; i < length; ++i, ++at_) {
        if (!without_strings_ || text_[at_] == '\n') out_ += text_[at_];
      }
    }
    if (at_ < text_.size()) take();
  }

  void skip_to(std::string_view close, std::size_t opening, bool keep) {
    const std::size_t found = text_.find(close, at_ + opening);
    const std::size_t end = found == std::string_view::npos ? text_.size() : found + close.size();
    for (; at_ < end; ++at_) {
      if (keep || text_[at_] == '\n') out_ += text_[at_];
    }
    if (!keep) out_ += ' ';
  }

  std::string_view text_;
  bool without_strings_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

RoomTable read_room_table(std::string_view readme) {
  static const std::regex kRow(R"re(^\|\s*`([a-z0-9_]+)/?`\s*\|.*\|\s*([^|]*?)\s*\|\s*$)re");
  RoomTable table;
  for (std::size_t begin = 0; begin < readme.size();) {
    const std::size_t end = std::min(readme.find('\n', begin), readme.size());
    const std::string line(readme.substr(begin, end - begin));
    std::smatch match;
    if (std::regex_match(line, match, kRow)) {
      std::string words = match[2];
      std::ranges::replace(words, ',', ' ');
      auto& row = table[match[1]];
      for (const std::string_view word : base::split_words(words)) row.emplace(word);
    }
    begin = end + 1;
  }
  return table;
}

std::string strip(std::string_view text, bool without_strings) {
  return Stripper(text, without_strings).run();
}

std::vector<std::string> clashing_types(const SourceTree& tree) {
  static const std::regex kType(
      R"re((?:^|\n)(?:struct|class|enum class) (\w+)(?: final)?(?: : [^{;]*)? \{)re");
  constexpr std::string_view kWindows = "_windows.cpp";
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> files;
  for (const auto& [path, text] : tree) {
    const std::string bare = strip(text, true);
    for (std::sregex_iterator type(bare.begin(), bare.end(), kType), end; type != end; ++type) {
      files[{room_of(path), (*type)[1]}].push_back(path.substr(path.find('/') + 1));
    }
  }
  std::vector<std::string> clashes;
  for (const auto& [name, where] : files) {
    const auto on_windows =
        std::ranges::count_if(where, [&](const auto& file) { return file.ends_with(kWindows); });
    const bool of_two_systems = where.size() == 2 && on_windows == 1 &&
                                std::ranges::any_of(where, [](const std::string& file) {
                                  return file.ends_with("_posix.cpp");
                                });
    if (where.size() < 2 || of_two_systems) continue;
    std::string& clash = clashes.emplace_back("src/" + name.first + ": " + name.second + ":");
    for (const std::string& file : where) clash += " " + file;
  }
  return clashes;
}

Findings look_through(const RoomTable& table, const SourceTree& tree) {
  Checker checker(table);
  for (const auto& [path, text] : tree) checker.check_file(path, text);
  return {checker.finish(), checker.unused_permissions()};
}

}  // namespace gougi::layers
