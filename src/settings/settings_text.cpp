// SPDX-License-Identifier: MIT
// What the rows say of themselves: config/default.yaml, and the list in `gougi --help`.
#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/path.hpp"
#include "base/say.hpp"
#include "settings/relay_rows.hpp"
#include "settings/section.hpp"

namespace gougi::settings {
namespace {

using std::string_view;

constexpr std::size_t kColumns = 100;

constexpr string_view kFileHead =
    R"(# gougi: the configuration that is used when no other is given.
# gougi: ほかに設定ファイルがないときに使われる設定です。
#
# It needs nothing but gougi itself: the bundled engine, and beside it the bundled mate solver.
# Write the paths of your own engines in their place, or add them; examples are at the end.
# gougi だけで動きます。付属のエンジンと、付属の詰将棋エンジンを使います。
# お手持ちのエンジンを加えるか、置き換えてお使いください。書き方の例は末尾にあります。
#
# Save this file as UTF-8. Indent with blanks, never with tabs.
# 文字コードは UTF-8 で保存してください。字下げはタブではなく空白で行います。
#
# Only `engines` is required; everything else may be left out, and has the value that is written
# here, but for `consensus` (majority), `mate` and `resources` (none). The GUI's options G_… change
# many.
# 必須なのは `engines` だけです。ほかは省略でき、`consensus`(majority)と `mate`、`resources`
# (なし)以外はここに書かれている値になります。多くは将棋GUIのオプション G_… でも変更できます。
)";

constexpr string_view kEngines = R"(
  # One engine with all of the machine, whose threads are the council: they judge differently and
  # vote. That plays better than the same engine without it, and better than several of it that
  # share the machine (docs/study.md). Engines of different authors, or with a machine each, are
  # worth a vote: add them here. optimistic.yaml has three styles of this one.
  # マシン全体を使う1つのエンジン。その中の、評価の違うスレッドが投票で手を決める合議。合議なしの
  # 同じエンジンよりも、いくつか動かしてマシンを分け合うよりも強い(docs/study.ja.md)。作者の違う
  # エンジンや、別々のマシンのエンジンがあれば、ここに加えて合議にできる。optimistic.yaml は3つの
  # 棋風の合議
  - name: balanced
    command: gougi-engine
    # As `gougi calibrate` found it. gougi calibrate で求めた値
    eval_coef: 330
    options:
      USI_Hash: 256
      Style: balanced
      ThreadCouncil: both
    # expose: few)";
constexpr string_view kMateEngines = R"(
    - name: mate
      command: gougi-mate
      low_priority: true
      share: 0)";

constexpr string_view kFileEnd = R"(
# ---------------------------------------------------------------------------------------------
# Examples of engines. エンジンの書き方の例
#
# Windows: with / or \, without quotes. A relative path begins at this file's folder.
# Windows: 区切りは / でも \ でも構いません。引用符は不要です。相対パスはこのファイルのフォルダが
# 起点です。
#   - name: MyEngine
#     command: C:/shogi/engines/my engine/engine.exe
#     directory: C:/shogi/engines/my engine
#     options: {Threads: 4, USI_Hash: 1024}
#
# Linux:
#   - name: MyEngine
#     command: /home/me/engines/my-engine
#
# With arguments, as a list; another machine by ssh. 引数はリストで書きます。ssh も使えます。
#   - name: Remote
#     command: [ssh, -T, host, /opt/engine/run, --quiet]
)";

template <class Owner>
struct DefaultText {
  Owner usual;

  std::string operator()(const WholeNumber<Owner>& kind) const {
    const auto value = kind.get(usual);
    return value ? std::to_string(*value) : std::string(kind.word);
  }
  std::string operator()(const RealNumber<Owner>& kind) const {
    return fmt::format("{}", kind.get(usual));
  }
  std::string operator()(const Flag<Owner>& kind) const {
    return std::string(kFlagNames[kind.get(usual) ? 0 : 1]);
  }
  std::string operator()(const Choice<Owner>& kind) const {
    return std::string(kind.names[kind.get(usual)]);
  }
  std::string operator()(const Text<Owner>& kind) const { return kind.get(usual); }
  std::string operator()(const Place<Owner>& kind) const { return base::to_utf8(kind.get(usual)); }
  std::string operator()(const Block&) const { return {}; }
  std::string operator()(const ByHand&) const { return {}; }
};

// Empty if it is nothing.
template <class Owner>
std::string default_text(const Setting<Owner>& row) {
  return std::visit(DefaultText<Owner>{}, row.kind);
}

struct RangeText {
  template <class Owner>
  std::string operator()(const WholeNumber<Owner>& kind) const {
    const std::string numbers = base::say({"{0} to {1}", "{0} から {1}"}, kind.least, kind.most);
    return kind.word.empty() ? numbers : fmt::format("{}, {}", kind.word, numbers);
  }
  template <class Owner>
  std::string operator()(const RealNumber<Owner>& kind) const {
    return base::say({"{0} to {1}", "{0} から {1}"}, kind.least, kind.most);
  }
  template <class Owner>
  std::string operator()(const Flag<Owner>&) const {
    return join(kFlagNames);
  }
  template <class Owner>
  std::string operator()(const Choice<Owner>& kind) const {
    return join(kind.names);
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

// ---- default.yaml ----

bool is_block(const RelayRow& row) { return std::holds_alternative<Block>(row.kind); }

// Of a terminal or an editor: Japanese letters are two wide.
std::size_t columns(string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) ++count;
    if (byte >= 0xC0) count += 2;  // the first of a letter's bytes
  }
  return count;
}

// A row's help as default.yaml has it: what may be written, if those are words, stands with it.
template <class Owner>
std::pair<std::string, std::string> help_with_words(const Setting<Owner>& row) {
  std::string english(row.help.english);
  std::string japanese(row.help.japanese);
  if (std::holds_alternative<Flag<Owner>>(row.kind)) {
    english.insert(0, "true: ");
    japanese.insert(0, "true: ");
  } else if (const auto* choice = std::get_if<Choice<Owner>>(&row.kind)) {
    english += fmt::format(" ({})", fmt::join(choice->names, " | "));
  } else if (const std::string usual = default_text(row);
             std::is_same_v<Owner, EngineSettings> && !usual.empty()) {
    english += fmt::format(" ({})", usual);  // there is no line with it
  }
  return {std::move(english), std::move(japanese)};
}

class DefaultFile {
 public:
  std::string write() {
    text_ = kFileHead;
    for (const RelayRow& row : relay_rows()) {
      if (row.key.empty() || !block_of(row.key).empty()) continue;
      text_ += "\n";
      explain("", row);
      if (is_block(row)) explain_within(row.key, row.key);
      if (row.key == "engines") explain_engines();
      value(row, "", "");
    }
    text_ += kFileEnd;
    return std::move(text_);
  }

 private:
  void comment(string_view first, string_view further, string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      text_ += fmt::format("# {}{}\n", first, lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
      first = further;
    }
  }

  // `key` empty: of what stands below, as a sentence.
  template <class Owner>
  void explain(string_view key, const Setting<Owner>& row) {
    auto [english, japanese] = help_with_words(row);
    const std::string first = key.empty() ? std::string() : fmt::format("  {}: ", key);
    const string_view further = key.empty() ? "" : "    ";
    if (key.empty() && !english.starts_with("true: ")) {
      if (english[0] >= 'a' && english[0] <= 'z') english[0] = static_cast<char>(english[0] - 32);
    }
    english += '.';
    const std::string both = fmt::format("{} {}", english, japanese);
    if (both.find('\n') == std::string::npos && columns("# " + first + both) <= kColumns) {
      comment(first, further, both);
    } else {
      comment(first, further, english);
      comment(first, further, japanese);
    }
    comment("", "", row.help.note);
  }

  void explain_within(string_view block, string_view top) {
    for (const RelayRow& row : relay_rows()) {
      if (row.key.empty() || block_of(row.key) != block) continue;
      explain(row.key.substr(top.size() + 1), row);
      if (is_block(row)) explain_within(row.key, top);
    }
  }

  void explain_engines() {
    for (const EngineRow& row : engine_rows()) explain(row.key, row);
  }

  static bool has_said(string_view block) {
    return std::ranges::any_of(relay_rows(), [block](const RelayRow& row) {
      return row.is_in_default_file && block_of(row.key) == block;
    });
  }

  // `hidden` is "# " within a block that is only shown.
  void value(const RelayRow& row, const std::string& indent, string_view hidden) {
    const string_view word = word_of(row.key);
    if (const auto* block = std::get_if<Block>(&row.kind)) {
      const bool shown_only = hidden.empty() && block->may_be_missing && !has_said(row.key);
      text_ += fmt::format("{}{}{}:\n", indent, shown_only ? "# " : hidden, word);
      for (const RelayRow& inner : relay_rows()) {
        if (inner.key.empty() || block_of(inner.key) != row.key) continue;
        if (shown_only) {
          value(inner, indent, "#   ");
        } else {
          value(inner, indent + "  ", hidden);
        }
      }
    } else if (row.key == "engines" || row.key == "mate.engines") {
      text_ +=
          fmt::format("{}{}:{}\n", indent, word, row.key == "engines" ? kEngines : kMateEngines);
    } else {
      const std::string usual = default_text(row);
      if (usual.empty() && hidden.empty() && !row.is_in_default_file) hidden = "# ";
      text_ += fmt::format("{}{}{}: {}\n", indent, hidden, word,
                           row.example.empty() ? usual : std::string(row.example));
    }
  }

  std::string text_;
};

// ---- --help ----

template <class Owner>
std::string one_line(const Setting<Owner>& row) {
  const bool is_japanese = base::spoken() == base::Language::kJapanese;
  std::string line(is_japanese ? row.help.japanese : row.help.english);
  if (is_japanese) std::erase(line, '\n');
  std::ranges::replace(line, '\n', ' ');
  return line;
}

template <class Owner>
std::string help_of(const Setting<Owner>& row, string_view prefix) {
  const std::string usual = default_text(row);
  std::string line = fmt::format("  {}{}", prefix, row.key);
  if (row.key.empty()) line += base::said({"(only an option)", "(オプションのみ)"});
  if (!row.option.name.empty()) line += fmt::format(" [{}]", row.option.name);
  if (const auto range = std::visit(RangeText{}, row.kind); !range.empty()) line += ": " + range;
  if (!usual.empty()) line += fmt::format(" ({})", usual);
  return fmt::format("{}\n      {}\n", line, one_line(row));
}

}  // namespace

std::string default_configuration() { return DefaultFile().write(); }

std::string settings_help() {
  std::string text = base::said(
      {"What the configuration may say [the GUI's option]: what it may be (the default)\n",
       "設定ファイルの項目 [将棋GUIのオプション]: 値(既定値)\n"});
  for (const RelayRow& row : relay_rows()) {
    text += help_of(row, "");
    if (row.key != "engines") continue;
    for (const EngineRow& engine : engine_rows()) text += help_of(engine, "engines[1].");
  }
  return text;
}

}  // namespace gougi::settings
