// SPDX-License-Identifier: MIT
#include "settings/old_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/relay_reader.hpp"
#include "settings/section.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using std::string_view;

constexpr int kMaxEngine = 64;
constexpr string_view kGeta = "\xE3\x80\x93";  // what a decoder puts for bytes without meaning
constexpr std::array<string_view, 4> kKeys{"Gougi.Type", "Engine1.Path (Engine2.Path, …)",
                                           "MateEngine.Path", "MateEngine.forPV.Count"};

struct Value {
  std::string text;
  int line = 0;
};

struct OldConfiguration {
  Value type;
  std::map<int, Value> engines;  // by number, programs as `command:` takes them
  std::map<int, int> empty;      // lines of numbers without a program
  std::optional<Value> mate_engine;
  std::optional<Value> pv_count;

  bool uses_mate_engine() const { return needs_mate_engine(type.text); }
  bool uses_pv() const { return solves_pv(type.text); }
};

// A name without a folder is a file beside the configuration; `command: name` would be looked for
// elsewhere, too.
std::string as_command(const std::string& program) {
  return program.find_first_of("/\\:") == std::string::npos ? "./" + program : program;
}

// "Engine12.Path" is 12.
std::optional<std::int64_t> engine_number(string_view key) {
  if (!key.starts_with("Engine") || !key.ends_with(".Path")) return std::nullopt;
  const string_view digits = key.substr(6, key.size() - 11);
  if (digits.empty() || digits.find_first_not_of("0123456789") != string_view::npos) {
    return std::nullopt;
  }
  return base::to_int_clamped(digits);
}

std::string engine_key(int number) { return fmt::format("Engine{}.Path", number); }

bool is_comment(string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with(';') || line.starts_with('!') ||
         line.starts_with("//") || line.find('=') == string_view::npos;
}

class OldReader {
 public:
  OldReader(const fs::path& file, const std::vector<std::string>& strategies)
      : complaints_(base::to_utf8(file)), strategies_(strategies) {}

  base::Result<OldConfiguration> read(string_view text, const Cp932Decoder& from_cp932) {
    std::string decoded;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > kMaxYamlBytes) {
      complaints_.add(
          0, "", base::say({"larger than {0} kB", "{0} kB を超えています"}, kMaxYamlBytes >> 10U));
    } else if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
      complaints_.add(1, "",
                      base::say({"UTF-16; save the file as UTF-8 or as Shift_JIS",
                                 "UTF-16 です。UTF-8 か Shift_JIS で保存してください"}));
    } else if (base::is_valid_utf8(text)) {
      read_lines(text);
    } else if (from_cp932) {
      is_decoded_ = true;
      decoded = from_cp932(text);
      read_lines(decoded);
    } else {
      complaints_.add(1, "",
                      base::say({"not UTF-8; save the file as UTF-8",
                                 "UTF-8 ではありません。UTF-8 で保存してください"}));
    }
    if (complaints_.empty()) judge();
    if (!complaints_.empty()) return tl::unexpected(complaints_.error());
    return std::move(old_);
  }

 private:
  void read_lines(string_view text) {
    int number = 1;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const string_view line = base::trim(text.substr(begin, end - begin));
      if (!is_comment(line)) read_line(line, number);
      begin = end + 1;
    }
  }

  void read_line(string_view line, int number) {
    const std::size_t equals = line.find('=');
    const string_view key = base::trim(line.substr(0, equals));
    const Value value{std::string(base::trim(line.substr(equals + 1))), number};
    const auto engine = engine_number(key);
    if (key == "Gougi.Type") {
      if (is_fit(key, value) && old_.type.line == 0) old_.type = value;
    } else if (key == "MateEngine.Path") {
      if (value.text.empty()) return;  // there is none
      if (is_fit(key, value) && !old_.mate_engine) old_.mate_engine = program(value);
    } else if (key == "MateEngine.forPV.Count") {
      if (is_fit(key, value)) old_.pv_count = value;
    } else if (engine && (*engine < 1 || *engine > kMaxEngine)) {
      complaints_.add(
          number, key,
          base::say({"engines have numbers from 1 to {0}", "エンジンの番号は 1 から {0} です"},
                    kMaxEngine));
    } else if (engine && value.text.empty()) {
      old_.empty.try_emplace(static_cast<int>(*engine), number);
    } else if (engine) {
      if (is_fit(key, value)) old_.engines.try_emplace(static_cast<int>(*engine), program(value));
    } else {
      complaints_.add(
          number, base::printable(key, 80),
          base::say({"unknown key; allowed here: {0}", "このキーは使えません。使えるのは: {0}"},
                    join(kKeys)));
    }
  }

  static Value program(const Value& value) { return {as_command(value.text), value.line}; }

  bool is_fit(string_view key, const Value& value) {
    std::string problem;
    if (value.text.empty()) {
      problem = base::say({"is empty; write a value or remove the line",
                           "空です。値を書くか、この行を消してください"});
    } else if (value.text.find('\t') != std::string::npos ||
               base::printable(value.text, 8192) != value.text) {
      problem = base::say({"holds a tab or another control character, or is very long",
                           "タブなどの制御文字があるか、長すぎます"});
    } else if (is_decoded_ && value.text.find(kGeta) != std::string::npos) {
      problem = base::say({"holds bytes that are neither UTF-8 nor Shift_JIS",
                           "UTF-8 でも Shift_JIS でもないバイトがあります"});
    }
    if (!problem.empty()) complaints_.add(value.line, key, problem);
    return problem.empty();
  }

  // Those behind the last engine are places left free.
  void judge_empty_places() {
    for (const auto& place : old_.empty) {
      const auto next = old_.engines.lower_bound(place.first);
      if (next == old_.engines.end() || next->first == place.first) continue;
      complaints_.add(place.second, engine_key(place.first),
                      base::say({"is empty, though {0} is not; write a value or remove the line",
                                 "空ですが、{0} はあります。値を書くか、この行を消してください"},
                                engine_key(next->first)));
    }
  }

  void judge() {
    if (old_.engines.empty()) {
      complaints_.add(0, "Engine1.Path",
                      base::say({"no engine is given; at least one is needed",
                                 "エンジンがありません。1つ以上が必要です"}));
    }
    judge_empty_places();
    if (old_.type.line == 0) {
      const std::vector<string_view> known(strategies_.begin(), strategies_.end());
      complaints_.add(
          0, "Gougi.Type",
          base::say({"is missing; one of: {0}", "ありません。使えるのは: {0}"}, join(known)));
    } else if (const auto problem = complaint_about_consensus(old_.type.text, strategies_)) {
      complaints_.add(old_.type.line, "Gougi.Type", *problem);
    }
    if (old_.uses_mate_engine() && !old_.mate_engine) {
      complaints_.add(
          old_.type.line, "Gougi.Type",
          base::say({"{0} needs a mate solver: add MateEngine.Path=…",
                     "{0} には詰将棋エンジンが必要です。MateEngine.Path=… を加えてください"},
                    old_.type.text));
    }
    if (!old_.pv_count) return;
    const auto count = base::to_int(old_.pv_count->text);
    if (!count || *count < 1 || *count > kMaxEngine) {
      complaints_.add(old_.pv_count->line, "MateEngine.forPV.Count",
                      base::say({"'{0}', but a whole number from 1 to {1} is expected",
                                 "'{0}'。1 から {1} の整数が必要です"},
                                base::printable(old_.pv_count->text, 80), kMaxEngine));
    }
  }

  Complaints complaints_;
  const std::vector<std::string>& strategies_;
  OldConfiguration old_;
  bool is_decoded_ = false;
};

// ---- as a tree, with the old file's lines ----

YamlPointer scalar(const std::string& text, int line) {
  auto node = std::make_shared<YamlNode>();
  node->kind = YamlNode::Kind::kScalar;
  node->text = text;
  node->line = line;
  return node;
}

YamlPointer sequence(std::vector<YamlPointer> items, int line) {
  auto node = std::make_shared<YamlNode>();
  node->kind = YamlNode::Kind::kSequence;
  node->items = std::move(items);
  node->line = line;
  return node;
}

YamlPointer mapping(std::vector<YamlEntry> entries, int line) {
  auto node = std::make_shared<YamlNode>();
  node->kind = YamlNode::Kind::kMapping;
  node->entries = std::move(entries);
  node->line = line;
  return node;
}

YamlPointer engine_tree(const Value& program, bool understands_mateinfo) {
  const int line = program.line;
  std::vector<YamlEntry> entries{{"command", line, scalar(program.text, line)}};
  if (understands_mateinfo) {
    entries.push_back({"capabilities", line, sequence({scalar("mateinfo", line)}, line)});
  }
  return mapping(std::move(entries), line);
}

YamlPointer as_tree(const OldConfiguration& old) {
  const int line = old.type.line;
  std::vector<YamlPointer> engines;
  for (const auto& [number, program] : old.engines) {
    // The rule told its one engine of mates without asking.
    engines.push_back(engine_tree(program, old.uses_pv() && engines.empty()));
  }
  std::vector<YamlEntry> top{{"consensus", line, scalar(old.type.text, line)},
                             {"engines", line, sequence(std::move(engines), line)}};
  if (old.uses_mate_engine()) {
    const int at = old.mate_engine->line;
    std::vector<YamlEntry> mate{
        {"engines", at, sequence({engine_tree(*old.mate_engine, false)}, at)}};
    if (old.uses_pv() && old.pv_count) {
      const int count = old.pv_count->line;
      mate.push_back(
          {"pv", count, mapping({{"count", count, scalar(old.pv_count->text, count)}}, count)});
    }
    top.push_back({"mate", at, mapping(std::move(mate), at)});
  }
  return mapping(std::move(top), line);
}

// A complaint about the tree, with the key of the old file.
base::Error in_old_words(base::Error error, const OldConfiguration& old) {
  std::vector<std::pair<std::string, std::string>> keys{
      {"consensus", "Gougi.Type"},
      {"mate.engines[1].command", "MateEngine.Path"},
      {"mate.pv.count", "MateEngine.forPV.Count"}};
  for (const auto& engine : old.engines) {
    keys.emplace_back(fmt::format("engines[{}].command", keys.size() - 2),
                      engine_key(engine.first));
  }
  for (const auto& [key, old_key] : keys) {
    const std::string said = ": " + key + ": ";
    const std::size_t at = error.message.find(said);
    if (at == std::string::npos) continue;
    error.message.replace(at, said.size(), ": " + old_key + ": ");
    break;
  }
  return error;
}

base::Result<RelaySettings> settings_of(const OldConfiguration& old, const fs::path& file,
                                        const std::vector<std::string>& strategies) {
  auto settings = read_relay_settings(*as_tree(old), file, strategies);
  if (!settings) return tl::unexpected(in_old_words(settings.error(), old));
  std::size_t index = 0;
  for (const auto& engine : old.engines) settings->engines[index++].key = engine_key(engine.first);
  for (EngineSettings& solver : settings->mate_engines) solver.key = "MateEngine.Path";
  return settings;
}

// ---- as text ----

// In '…' nothing but the quote itself is special: backslashes stay.
std::string in_quotes(string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

class YamlText {
 public:
  YamlText(fs::path from, fs::path to) : from_(std::move(from)), to_(std::move(to)) {}

  std::string write(const OldConfiguration& old, const std::string& old_name) {
    comment("gougi: made from " + old_name + " by `gougi import`, which read all of it.");
    comment("gougi: " + old_name + " から `gougi import` で作成しました。");
    comment("UTF-8, indented with blanks. 文字コードは UTF-8、字下げは空白。");
    text_ += "\n";
    comment("The rule (Gougi.Type). 合議の種類");
    text_ += "consensus: " + in_quotes(old.type.text) + "\n\n";
    comment("E1, E2, … in this order (Engine1.Path, …). エンジンの一覧");
    comment(
        "Relative paths begin at this file's folder. 相対パスはこのファイルのフォルダが起点です。");
    text_ += "engines:\n";
    bool first = true;
    for (const auto& [number, program] : old.engines) {
      write_engine("  ", program, old.uses_pv() && first);
      first = false;
    }
    text_ += "\n";
    write_mate(old);
    return std::move(text_);
  }

 private:
  void comment(const std::string& text) { text_ += "# " + text + "\n"; }

  void write_engine(const std::string& indent, const Value& program, bool understands_mateinfo) {
    text_ += indent + "- command: " + in_quotes(placed(program.text)) + "\n";
    if (!understands_mateinfo) return;
    text_ += indent + "  # It is told the mates found in its pv. 読み筋の詰みを通知するエンジン\n";
    text_ += indent + "  capabilities: [mateinfo]\n";
  }

  void write_mate(const OldConfiguration& old) {
    if (!old.uses_mate_engine()) {
      if (old.mate_engine) {
        comment("Given in the old file, but not used by its rule; the lines below would make it a");
        comment(
            "mate solver beside it. 元の合議では使われない詰将棋エンジン(併用するには # を外す)");
        comment("mate:");
        comment("  engines:");
        comment("    - command: " + in_quotes(placed(old.mate_engine->text)));
      }
      return;
    }
    comment("The mate solver (MateEngine.Path). 詰将棋エンジン");
    text_ += "mate:\n  engines:\n";
    write_engine("    ", *old.mate_engine, false);
    if (!old.uses_pv() || !old.pv_count) return;
    text_ += "  # Solvers for the positions of the pv (MateEngine.forPV.Count). 読み筋用の個数\n";
    text_ += "  pv: {count: " + old.pv_count->text + "}\n";
  }

  // The same file seen from another folder.
  std::string placed(const std::string& program) const {
    const fs::path path = base::path_from_utf8(program);
    const bool drive = program.size() > 1 && program[1] == ':';
    const bool bare =
        program.find('/') == std::string::npos &&
        program.find(static_cast<char>(fs::path::preferred_separator)) == std::string::npos;
    if (from_ == to_ || path.is_absolute() || base::is_on_server(path) || drive || bare) {
      return program;
    }
    return base::to_utf8(base::plain_path(from_ / path));
  }

  fs::path from_;
  fs::path to_;
  std::string text_;
};

fs::path folder_of(const fs::path& file) {
  return base::plain_path(base::absolute_path(file).parent_path());
}

}  // namespace

bool is_old_configuration(const fs::path& file) {
  return base::iequals(base::to_utf8(file.extension()), ".config");
}

base::Result<RelaySettings> parse_old_configuration(string_view text, const fs::path& file,
                                                    const std::vector<std::string>& strategies,
                                                    const Cp932Decoder& from_cp932) {
  const auto old = OldReader(file, strategies).read(text, from_cp932);
  if (!old) return tl::unexpected(old.error());
  return settings_of(*old, file, strategies);
}

base::Result<std::string> old_configuration_as_yaml(string_view text, const fs::path& file,
                                                    const fs::path& folder,
                                                    const std::vector<std::string>& strategies,
                                                    const Cp932Decoder& from_cp932) {
  const auto old = OldReader(file, strategies).read(text, from_cp932);
  if (!old) return tl::unexpected(old.error());
  const auto settings = settings_of(*old, file, strategies);
  if (!settings) return tl::unexpected(settings.error());
  const std::string name = base::printable(base::to_utf8(file.filename()), 200);
  return YamlText(folder_of(file), base::plain_path(folder)).write(*old, name);
}

}  // namespace gougi::settings
