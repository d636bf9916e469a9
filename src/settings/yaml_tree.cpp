// SPDX-License-Identifier: MIT
#include "settings/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/null.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::settings {
namespace {

// Thrown through yaml-cpp by the handler below and caught in parse_yaml: its events cannot fail
// otherwise.
struct Refused {
  YamlError error;
};

int line_of(const YAML::Mark& mark) { return mark.line + 1; }

// Builds the tree from yaml-cpp's events. Events instead of YAML::Node: they give the line of keys,
// show repeated keys, and let the bounds act before memory is spent.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  YamlPointer root() const { return root_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add_leaf(make(YamlNode::Kind::kNull, mark), null_text(mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                const std::string& value) override {
    add_leaf(make(YamlNode::Kind::kScalar, mark), value, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    count(mark);
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end())
      refuse(line_of(mark), base::say({"an alias inside its own anchor",
                                       "アンカーの中でそれ自身を参照しています"}));
    place(found->second, line_of(mark));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::kSequence, mark, anchor, style);
  }
  void OnSequenceEnd() override { shut(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::kMapping, mark, anchor, style);
  }
  void OnMapEnd() override { shut(); }

  // Asks after the innermost bracket, when something is wrong within it; "" outside of any.
  std::string bracket_hint() const {
    if (levels_.empty() || !levels_.back().in_brackets) return {};
    return ask_if_closed(levels_.back().node->kind, levels_.back().node->line);
  }

 private:
  struct Level {
    std::shared_ptr<YamlNode> node;
    YAML::anchor_t anchor;
    bool in_brackets;
    std::optional<YamlEntry> pending;  // a mapping's key that waits for its value
  };

  static std::string ask_if_closed(YamlNode::Kind kind, int line) {
    return base::say({" (is the {0} of line {1} closed?)", "({1}行目の {0} は閉じていますか)"},
                     kind == YamlNode::Kind::kMapping ? '{' : '[', line);
  }

  [[noreturn]] static void refuse(int line, std::string message) {
    throw Refused{{line, std::move(message)}};
  }

  void count(const YAML::Mark& mark) {
    if (++nodes_ > kMaxYamlNodes) {
      refuse(line_of(mark), base::say({"more than {0} values in one file",
                                       "1つのファイルに {0} を超える値があります"},
                                      kMaxYamlNodes));
    }
  }

  std::shared_ptr<YamlNode> make(YamlNode::Kind kind, const YAML::Mark& mark) {
    count(mark);
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->line = line_of(mark);
    return node;
  }

  void add_leaf(const std::shared_ptr<YamlNode>& node, const std::string& value,
                YAML::anchor_t anchor) {
    node->text = value;
    if (anchor != YAML::NullAnchor) anchored_[anchor] = node;
    place(node, node->line);
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    if (!levels_.empty() && levels_.back().node->kind == YamlNode::Kind::kMapping &&
        !levels_.back().pending) {
      const bool in_brackets = style == YAML::EmitterStyle::Flow;
      refuse(line_of(mark),
             base::say({"a key must be a single word", "キーは1つの語でなければなりません"}) +
                 (in_brackets ? ask_if_closed(kind, line_of(mark)) : bracket_hint()));
    }
    if (levels_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) {
      refuse(line_of(mark),
             base::say({"nested deeper than {0} levels", "入れ子が {0} 段を超えています"},
                       kMaxYamlDepth));
    }
    levels_.push_back({make(kind, mark), anchor, style == YAML::EmitterStyle::Flow, std::nullopt});
  }

  void shut() {
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    if (level.anchor != YAML::NullAnchor) anchored_[level.anchor] = level.node;
    place(level.node, level.node->line);
  }

  // Puts a finished value where it belongs: a key, a value, an item, or the root.
  void place(const YamlPointer& node, int line) {
    if (levels_.empty()) {
      root_ = node;
      return;
    }
    Level& level = levels_.back();
    if (level.node->kind == YamlNode::Kind::kSequence) {
      level.node->items.push_back(node);
    } else if (level.pending) {
      level.pending->value = node;
      level.node->entries.push_back(std::move(*level.pending));
      level.pending.reset();
    } else {
      begin_entry(level, *node, line);
    }
  }

  void begin_entry(Level& level, const YamlNode& key, int line) const {
    const bool single = key.kind == YamlNode::Kind::kScalar || key.kind == YamlNode::Kind::kNull;
    if (!single || key.text.empty())
      refuse(line, base::say({"a key must be a single word", "キーは1つの語でなければなりません"}) +
                       bracket_hint());
    for (const YamlEntry& entry : level.node->entries) {
      if (entry.key == key.text) {
        refuse(line,
               base::say({"{0}: given twice, first in line {1}", "{0}: 2回あります(最初は{1}行目)"},
                         base::printable(key.text, 80), entry.line));
      }
    }
    level.pending = YamlEntry{key.text, line, nullptr};
  }

  // What was written for a null: yaml-cpp does not tell `~` and `null` from nothing at all, but an
  // engine's option may have the value `none` or `null`.
  std::string null_text(const YAML::Mark& mark) {
    if (mark.line < line_) return {};
    for (; line_ < mark.line && offset_ < text_.size(); ++offset_) {
      if (text_[offset_] == '\n') ++line_;
    }
    const std::string_view line = text_.substr(offset_, text_.find('\n', offset_) - offset_);
    // yaml-cpp counts columns in bytes.
    const auto column = static_cast<std::size_t>(mark.column < 0 ? 0 : mark.column);
    if (column >= line.size()) return {};
    const std::string_view rest = line.substr(column);
    const std::string word(rest.substr(0, rest.find_first_of(" \t\r,:]}#")));
    return !word.empty() && YAML::IsNullString(word) ? word : std::string();
  }

  std::string_view text_;
  std::size_t offset_ = 0;  // where line_ begins
  int line_ = 0;
  YamlPointer root_ = std::make_shared<YamlNode>();
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, YamlPointer> anchored_;
  int nodes_ = 0;
};

std::optional<YamlError> find_foreign_text(std::string_view text) {
  if (text.size() > kMaxYamlBytes) {
    return YamlError{
        0, base::say({"larger than {0} kB", "{0} kB を超えています"}, kMaxYamlBytes >> 10U)};
  }
  int number = 1;
  for (std::size_t begin = 0; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (!base::is_valid_utf8(line)) {
      return YamlError{
          number,
          base::say(
              {"not UTF-8; save the file as UTF-8, not as Shift_JIS or UTF-16",
               "UTF-8 ではありません。Shift_JIS や UTF-16 ではなく UTF-8 で保存してください"})};
    }
    for (const char c : line) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte < 0x20 && byte != '\t' && byte != '\r') || byte == 0x7F) {
        return YamlError{
            number,
            base::say({"a control character (0x{0:02x})", "制御文字があります(0x{0:02x})"}, byte)};
      }
    }
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#' &&
        line.substr(0, first).find('\t') != std::string_view::npos) {
      return YamlError{number, base::say({"a tab in the indentation; YAML wants blanks",
                                          "字下げにタブがあります。YAML では空白を使います"})};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

// yaml-cpp's own words, and what most often is behind them.
std::string explain(const std::string& words) {
  // They may name a character of the file, or the one that stands for its end.
  std::string message =
      words.empty() ? base::say({"not YAML", "YAML ではありません"}) : base::printable(words);
  if (message.starts_with(YAML::ErrorMsg::INVALID_ESCAPE)) {
    message += base::say({" (in \"…\" a backslash is special: write the path with / or in '…')",
                          "(\"…\" の中ではバックスラッシュが特別な意味を持ちます。パスは / "
                          "で書くか '…' で囲んでください)"});
  } else if (message == YAML::ErrorMsg::MAP_VALUE || message == YAML::ErrorMsg::END_OF_MAP ||
             message == YAML::ErrorMsg::END_OF_SEQ || message == YAML::ErrorMsg::MAP_KEY) {
    message += base::say({" (is this line, or the one before, indented like its neighbours?)",
                          "(この行か前の行の字下げは、前後とそろっていますか)"});
  } else if (message == YAML::ErrorMsg::EOF_IN_SCALAR) {
    message += base::say({" (a \" or ' is not closed)", "(\" か ' が閉じていません)"});
  }
  return message;
}

YamlPointer read_tree(std::string_view text) {
  // yaml-cpp 0.7 misses a quote that is never closed when a line end is the last character.
  std::istringstream stream{std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1))};
  YAML::Parser parser(stream);
  TreeBuilder builder(text);
  try {
    parser.HandleNextDocument(builder);
  } catch (const YAML::Exception& e) {
    const bool unclosed =
        e.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW || e.msg == YAML::ErrorMsg::END_OF_MAP_FLOW;
    if (!unclosed) throw;
    throw Refused{{std::max(0, line_of(e.mark)),
                   base::say({"not YAML: {0}{1}", "YAML ではありません: {0}{1}"}, e.msg,
                             builder.bracket_hint())}};
  }
  YamlPointer root = builder.root();
  TreeBuilder second(text);
  if (parser.HandleNextDocument(second) && second.root()->line > 0) {
    throw Refused{
        {second.root()->line,
         base::say({"a second document; one file holds one configuration",
                    "2つ目のドキュメントがあります。1つのファイルに書ける設定は1つです"})}};
  }
  return root;
}

}  // namespace

tl::expected<YamlPointer, YamlError> parse_yaml(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (auto error = find_foreign_text(text)) return tl::unexpected(std::move(*error));
  try {
    return read_tree(text);
  } catch (const Refused& refused) {
    return tl::unexpected(refused.error);
  } catch (const YAML::Exception& e) {
    return tl::unexpected(
        YamlError{std::max(0, line_of(e.mark)),
                  base::say({"not YAML: {0}", "YAML ではありません: {0}"}, explain(e.msg))});
  } catch (const std::exception& e) {
    return tl::unexpected(
        YamlError{0, base::say({"not YAML: {0}", "YAML ではありません: {0}"}, e.what())});
  }
}

}  // namespace gougi::settings
