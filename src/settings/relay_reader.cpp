// SPDX-License-Identifier: MIT
#include "settings/relay_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/engine_reader.hpp"
#include "settings/relay_rows.hpp"
#include "settings/resource_split.hpp"
#include "settings/row_reader.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using std::string_view;

// There are no mate solvers for it, nobody ponders, there is no freeze, and the record is written
// in shogi's terms.
constexpr string_view kNotOfUpi[] = {"mate",   "mateinfo", "ponder",
                                     "record", "freeze",   "freeze_vote"};

// A consensus and those nested in it.
struct Council {
  RelaySettings settings;
  int number = 0;              // among the engines of the one around it, from 1
  std::string resources_path;  // where complaints about them point to
  int resources_line = 0;
  bool threads_are_auto = false;
  std::string budget_path;  // … the nodes of a move
  int budget_line = 0;
  std::vector<Council> nested;  // in the order of their numbers
};

class Reader {
 public:
  Reader(const fs::path& file, const std::vector<std::string>& strategies, int processors)
      : complaints_(base::to_utf8(file)),
        strategies_(strategies),
        processors_(processors),
        file_(file),
        rows_(complaints_, folder_of(file)),
        engine_reader_(complaints_, rows_) {}

  base::Result<RelaySettings> read(const YamlNode& root, const std::vector<int>& member) {
    Council outermost = read_outermost(root);
    if (complaints_.empty()) share_out(outermost);
    if (!complaints_.empty()) return tl::unexpected(complaints_.error());
    return pick(std::move(outermost), member);
  }

  RelaySettings read_despite_mistakes(const YamlNode& root) {
    return *pick(read_outermost(root), {});
  }

 private:
  Council read_outermost(const YamlNode& root) {
    speaks_upi_ = std::ranges::any_of(root.entries, [](const YamlEntry& entry) {
      return entry.key == "protocol" && Section::is_written(*entry.value) &&
             entry.value->text == "upi";
    });
    Council outermost;
    auto not_here = std::vector<string_view>(refused().begin(), refused().end());
    not_here.emplace_back("mirror");
    const Section top(complaints_, root, "", told(words_in("")), not_here);
    const auto mirror = std::ranges::find(root.entries, "mirror", &YamlEntry::key);
    if (mirror != root.entries.end()) {
      complaints_.add(
          mirror->line, "mirror",
          base::say({"the outermost council has none; put it one level deeper, as an engine that "
                     "has: engines: [{{consensus: ..., engines: [...], mirror: true}}]",
                     "いちばん外側の合議には付けられません。1段深くして、エンジンの1つにしてくださ"
                     "い: engines: [{{consensus: ..., engines: [...], mirror: true}}]"}));
    }
    read_council(top, outermost);
    return outermost;
  }

  // What a file of this protocol is told to say.
  std::vector<string_view> told(std::vector<string_view> keys) const {
    std::erase_if(keys, [this](const string_view key) {
      return std::ranges::find(refused(), key) != refused().end();
    });
    return keys;
  }
  std::span<const string_view> refused() const {
    return speaks_upi_ ? std::span<const string_view>(kNotOfUpi) : std::span<const string_view>();
  }

  static fs::path folder_of(const fs::path& file) {
    return base::absolute_path(file).parent_path();
  }

  base::Result<RelaySettings> pick(Council outermost, const std::vector<int>& member) const {
    Council* council = &outermost;
    for (const int number : member) {
      const auto found = std::ranges::find(council->nested, number, &Council::number);
      if (found == council->nested.end()) {
        return base::fail(base::say({"{0}: there is no member {1}: an engine that is a consensus",
                                     "{0}: 合議であるエンジン {1} がありません"},
                                    base::printable(base::to_utf8(file_)), member_text(member)));
      }
      council = &*found;
    }
    council->settings.file = file_;
    council->settings.member = member;
    council->settings.processors = processors_;
    // Its lines are read by gougi, to which all of them would be its own.
    if (!member.empty()) council->settings.vote_lines = false;
    return std::move(council->settings);
  }

  void read_council(const Section& section, Council& council) {
    council.settings.protocol = protocol_;  // members speak it with the outermost
    read_block(section, "", council);
    if (protocol_ == GameProtocol::kUpi) keep_to_upi(section, council.settings);
  }

  // The rows of a block, in their order. What a nested consensus must not say and does has been
  // complained about already.
  void read_block(const Section& section, string_view block, Council& council) {
    using Hand = void (Reader::*)(const Section&, Council&);
    static constexpr std::pair<string_view, Hand> kByHand[] = {
        {"protocol", &Reader::keep_protocol},
        {"consensus", &Reader::read_consensus},
        {"engines", &Reader::read_engines},
        {"mate", &Reader::read_mate},
        {"mate.engines", &Reader::read_mate_engines},
        {"mate.pv", &Reader::read_mate_pv},
        {"quorum", &Reader::judge_quorum},
        {"rules.shuuban_start_plies", &Reader::judge_phases},
        {"resources", &Reader::read_resources},
        {"resources.threads", &Reader::read_threads},
        {"resources.gpus", &Reader::read_gpus},
        {"budget", &Reader::read_budget},
        {"log", &Reader::read_log},
        {"log.directory", &Reader::judge_log_directory}};
    for (const RelayRow& row : relay_rows()) {
      if (row.key.empty() || block_of(row.key) != block) continue;
      rows_.read(section, row, council.settings);
      const auto hand = std::ranges::find(kByHand, row.key, &std::pair<string_view, Hand>::first);
      if (hand != std::end(kByHand)) {
        (this->*hand->second)(section, council);
      } else if (std::holds_alternative<Block>(row.kind)) {
        read_block_at(section, row.key, council);
      }
    }
  }

  void read_block_at(const Section& section, string_view block, Council& council) {
    const YamlNode* node = section.find(word_of(block));
    if (node == nullptr) return;
    const auto words = words_in(block);
    const Section inner(complaints_, *node, section.path_of(word_of(block)), words);
    read_block(inner, block, council);
  }

  // A block, instead of which the word off may stand.
  void read_block_or_off(const Section& section, string_view block, Council& council) {
    constexpr std::array kOff{string_view("off")};
    const YamlNode* node = section.find(word_of(block));
    if (node == nullptr || section.is_word(word_of(block), kOff[0])) return;
    if (node->kind != YamlNode::Kind::kScalar) return read_block_at(section, block, council);
    complain(section, word_of(block),
             base::say({"a single value, but keys are expected here: {0}; or the word off{1}",
                        "単独の値ですが、ここにはキーを書きます: {0}。または off{1}"},
                       join(words_in(block)), base::did_you_mean(node->text, kOff)));
  }

  void keep_to_upi(const Section& section, RelaySettings& settings) {
    for (const string_view key : kNotOfUpi) {
      if (section.find(key) == nullptr) continue;
      if (key != "record" && section.is_word(key, "off")) continue;
      if (key == "freeze" && !section.is_word(key, "emulate")) continue;  // nothing to pass
      complain(section, key,
               base::say({"is not available with protocol: upi; leave it out",
                          "protocol: upi では使えません。消してください"}));
    }
    settings.ponder = PonderMode::kOff;
  }

  void keep_protocol(const Section&, Council& council) { protocol_ = council.settings.protocol; }

  void read_consensus(const Section& section, Council& council) {
    const auto given = section.text("consensus");
    if (!given) return;
    council.settings.consensus = *given;
    std::vector<std::string> known = strategies_;
    if (protocol_ == GameProtocol::kUpi && !needs_mate_engine(*given)) {
      std::erase_if(known, [](const auto& name) { return needs_mate_engine(name); });
    }
    if (const auto problem = complaint_about_consensus(*given, known)) {
      complain(section, "consensus", *problem);
      council.settings.consensus = "majority";
    }
  }

  // The list under `key` if it is one that can be read.
  const YamlNode* find_engines(const Section& section, string_view missing_hint) {
    const YamlNode* list = section.find("engines");
    if (list == nullptr || (list->kind == YamlNode::Kind::kSequence && list->items.empty())) {
      if (list == nullptr && section.says_why_missing("engines"))
        return nullptr;  // a mistyped `engines`, likely
      complain(section, "engines",
               base::say({"no engine is given; at least one is needed{0}",
                          "エンジンがありません。1つ以上が必要です{0}"},
                         missing_hint));
      return nullptr;
    }
    if (list->kind != YamlNode::Kind::kSequence) {
      complain(section, "engines",
               base::say({"a list is expected, each engine beginning with '- '",
                          "リストが必要です。エンジンごとに '- ' で始めてください"}));
      return nullptr;
    }
    engines_read_ += static_cast<int>(std::min<std::size_t>(list->items.size(), kMaxEngines + 1));
    if (engines_read_ > kMaxEngines) {
      complain(section, "engines",
               base::say({"more than {0} engines", "エンジンが {0} を超えています"}, kMaxEngines));
      return nullptr;
    }
    return list;
  }

  // Numbered from 1, as E1_… and M1_… are.
  static std::string engine_path(const Section& section, std::size_t index) {
    return fmt::format("{}[{}]", section.path_of("engines"), index + 1);
  }

  void read_engines(const Section& section, Council& council) {
    const YamlNode* list = find_engines(section, "");
    if (list == nullptr) return;
    std::vector<EngineSettings>& engines = council.settings.engines;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const YamlNode& node = *list->items[i];
      const std::string path = engine_path(section, i);
      if (EngineReader::is_nested(node)) {
        engines.push_back(read_nested(node, path, council));
      } else {
        engines.push_back(engine_reader_.read_engine(node, path));
      }
      complain_same_name(engines, path, node.line);
    }
  }

  EngineSettings read_nested(const YamlNode& node, const std::string& path, Council& around) {
    std::vector<string_view> keys = EngineReader::nested_keys();
    for (const string_view word : words_in(relay_rows(), "", [](const RelayRow& row) {
           return row.scope == Scope::kEverywhere && row.key != "name";  // an engine has one, too
         })) {
      keys.push_back(word);
    }
    const Section section(complaints_, node, path, told(keys), refused());
    EngineSettings engine = engine_reader_.read_nested(section);
    Council inner;
    inner.number = static_cast<int>(around.settings.engines.size()) + 1;
    read_council(section, inner);
    around.nested.push_back(std::move(inner));
    return engine;
  }

  void complain_same_name(const std::vector<EngineSettings>& engines, const std::string& path,
                          int line) {
    const std::string& name = engines.back().name;
    if (name.empty()) return;
    for (std::size_t i = 0; i + 1 < engines.size(); ++i) {
      if (engines[i].name != name) continue;
      complaints_.add(line, path + ".name",
                      base::say({"'{0}' is the name of another engine already; the vote table "
                                 "could not tell them apart",
                                 "'{0}' は別のエンジンの名前です。投票の表で区別できなくなります"},
                                base::printable(name, 80)));
      return;
    }
  }

  void read_mate(const Section& section, Council& council) {
    read_block_or_off(section, "mate", council);
    const RelaySettings& settings = council.settings;
    if (!needs_mate_engine(settings.consensus)) return;
    if (protocol_ == GameProtocol::kUpi) {
      complain(section, "consensus",
               base::say({"{0} needs a mate solver, and there is none with protocol: upi",
                          "{0} には詰将棋エンジンが必要ですが、protocol: upi では使えません"},
                         settings.consensus));
    } else if (settings.mate_engines.empty()) {
      complain(
          section, "consensus",
          base::say({"{0} needs a mate solver: add `mate: {{engines: [{{command: gougi-mate}}]}}`",
                     "{0} には詰将棋エンジンが必要です。`mate: {{engines: [{{command: "
                     "gougi-mate}}]}}` を加えてください"},
                    settings.consensus));
    }
  }

  void read_mate_engines(const Section& mate, Council& council) {
    if (!mate.is_mapping()) return;
    const YamlNode* list = find_engines(mate, ", or `mate: off`");
    if (list == nullptr) return;
    std::vector<EngineSettings>& engines = council.settings.mate_engines;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const std::string path = engine_path(mate, i);
      engines.push_back(engine_reader_.read_mate_engine(*list->items[i], path));
      complain_same_name(engines, path, list->items[i]->line);
    }
  }

  void read_mate_pv(const Section& mate, Council& council) {
    RelaySettings& settings = council.settings;
    const bool wanted = solves_pv(settings.consensus);
    const bool off = mate.is_word("pv", "off");
    if (wanted && off) {
      complain(mate, "pv",
               base::say({"{0} is about the pv; write keys or leave it out: {1}",
                          "{0} は読み筋を調べる合議です。キーを書くか、pv を消してください: {1}"},
                         settings.consensus, join(words_in("mate.pv"))));
    }
    if (wanted || (!off && mate.find("pv") != nullptr)) settings.mate_pv.emplace();
    read_block_or_off(mate, "mate.pv", council);
  }

  void judge_quorum(const Section& section, Council& council) {
    const auto quorum = council.settings.quorum;
    const std::size_t engines = council.settings.engines.size();
    if (quorum && engines > 0 && static_cast<std::size_t>(*quorum) > engines) {
      complain(section, "quorum",
               base::say({"{0}, but there are only {1} engines",
                          "{0} ですが、エンジンは {1} しかありません"},
                         *quorum, engines));
    }
  }

  void judge_phases(const Section& keys, Council& council) {
    const RuleSettings& rules = council.settings.rules;
    if (rules.shuuban_start_plies >= rules.chuuban_start_plies) return;
    complain(
        keys,
        keys.find("shuuban_start_plies") != nullptr ? "shuuban_start_plies" : "chuuban_start_plies",
        base::say({"the end game (shuuban, {0}) begins before the middle game (chuuban, {1})",
                   "終盤(shuuban、{0}手)が中盤(chuuban、{1}手)より前に始まっています"},
                  rules.shuuban_start_plies, rules.chuuban_start_plies));
  }

  void read_resources(const Section& section, Council& council) {
    council.resources_path = section.path_of("resources");
    council.resources_line = section.line_of("resources");
    read_block_at(section, "resources", council);
  }

  void read_threads(const Section& keys, Council& council) {
    council.threads_are_auto = keys.is_word("threads", "auto");
    if (!council.threads_are_auto) {
      const auto threads = keys.integer("threads", 1, kMostThreads, "auto");
      if (threads) council.settings.resources.threads = static_cast<int>(*threads);
    }
  }

  void read_budget(const Section& section, Council& council) {
    council.budget_path = section.path_of("budget");
    council.budget_line = section.line_of("budget");
    read_block_at(section, "budget", council);
  }

  void read_gpus(const Section& keys, Council& council) {
    std::vector<int>& gpus = council.settings.resources.gpus;
    const YamlNode* node = keys.find("gpus");
    if (node == nullptr) return;
    const bool is_list = node->kind == YamlNode::Kind::kSequence;
    if (!is_list)
      complain(keys, "gpus",
               base::say({"a list of numbers is expected, such as [0, 1]",
                          "[0, 1] のような数のリストが必要です"}));
    for (const YamlPointer& item : node->items) {
      const auto gpu = Section::is_written(*item) ? base::to_int(item->text) : std::nullopt;
      if (!gpu || *gpu < 0 || *gpu > kMaxGpu) {
        complaints_.add(item->line, keys.path_of("gpus"),
                        base::say({"'{0}', but a whole number from 0 to {1} is expected",
                                   "'{0}'。0 から {1} の整数が必要です"},
                                  base::printable(item->text, 80), kMaxGpu));
      } else if (std::ranges::find(gpus, static_cast<int>(*gpu)) != gpus.end()) {
        complaints_.add(item->line, keys.path_of("gpus"),
                        base::say({"{0} is given twice", "{0} が2回あります"}, *gpu));
      } else {
        gpus.push_back(static_cast<int>(*gpu));
      }
    }
  }

  void read_log(const Section& section, Council& council) {
    read_block_or_off(section, "log", council);
  }

  void judge_log_directory(const Section& log, Council&) {
    if (log.find("directory") != nullptr || log.says_why_missing("directory")) return;
    complain(
        log, "directory",
        base::say({"is missing: the folder for log files (or `log: off`)",
                   "ありません。ログファイルのフォルダを書いてください(不要なら `log: off`)"}));
  }

  // What comes from the outside in. A nested consensus takes over its part of the resources, the
  // language of messages and how freeze is treated; it speaks UTF-8, because it speaks to a relay.
  // Nothing else: times, mate solvers, rules, logs are its own.
  void share_out(Council& council) {
    RelaySettings& settings = council.settings;
    if (council.threads_are_auto) {
      int threads = std::max(processors_, least_threads(settings));
      while (threads < kMostThreads && !are_enough(threads, council)) threads *= 2;
      settings.resources.threads = threads;
    }
    const auto split = resource_split(settings);
    if (!split) {
      complaints_.add(council.resources_line, council.resources_path, split.error().message);
      return;
    }
    for (std::size_t i = 0; i < settings.engines.size(); ++i) {
      give(settings.engines[i], split->engines[i]);
    }
    for (std::size_t i = 0; i < settings.mate_engines.size(); ++i) {
      give(settings.mate_engines[i], split->mate_engines[i]);
    }
    for (Council& inner : council.nested) {
      const ResourceShare& share = split->engines[static_cast<std::size_t>(inner.number - 1)];
      hand_down(share, settings.resources != Resources{}, inner);
      if (settings.budget.nodes != 0) hand_down_budget(inner);
      inner.settings.language = settings.language;
      inner.settings.encoding = TextEncoding::kUtf8;
      // What it cannot do itself, the outermost adds.
      inner.settings.freeze = settings.freeze == Freeze::kOff ? Freeze::kOff : Freeze::kPass;
      inner.settings.freeze_vote = settings.freeze_vote;
      share_out(inner);
    }
  }

  // For the members of its members, too.
  static bool are_enough(int threads, const Council& council) {
    RelaySettings settings = council.settings;
    settings.resources.threads = threads;
    const auto split = resource_split(settings);
    return split && std::ranges::all_of(council.nested, [&](const Council& inner) {
             const auto part = split->engines[static_cast<std::size_t>(inner.number - 1)].threads;
             return !part || are_enough(*part, inner);
           });
  }

  void hand_down(const ResourceShare& share, bool outer_has_budget, Council& inner) {
    Resources& own = inner.settings.resources;
    if (outer_has_budget && (own != Resources{} || inner.threads_are_auto)) {
      complaints_.add(
          inner.resources_line, inner.resources_path,
          base::say(
              {"the consensus around it has resources already; it gets its part of them by `share`",
               "外側の合議に resources があります。取り分は `share` で決めてください"}));
      return;
    }
    if (outer_has_budget) own = {share.threads, share.hash_mb, share.gpus};
  }

  // Its engines share what it is told.
  void hand_down_budget(Council& inner) {
    std::optional<std::int64_t>& own = inner.settings.budget.nodes;
    if (own && *own != 0) {
      complaints_.add(
          inner.budget_line, inner.budget_path,
          base::say(
              {"the consensus around it has a budget already; it gets its part of it by `share`",
               "外側の合議に budget があります。取り分は `share` で決めてください"}));
    }
    own = std::nullopt;
  }

  void complain(const Section& section, string_view key, string_view message) {
    complaints_.add(section.line_of(key), section.path_of(key), message);
  }

  Complaints complaints_;
  const std::vector<std::string>& strategies_;
  const int processors_;
  GameProtocol protocol_ = GameProtocol::kUsi;
  bool speaks_upi_ = false;  // known before anything is read
  fs::path file_;
  RowReader rows_;
  EngineReader engine_reader_;
  int engines_read_ = 0;
};

}  // namespace

std::optional<std::string> complaint_about_consensus(const std::string& given,
                                                     const std::vector<std::string>& strategies) {
  if (std::ranges::find(strategies, given) != strategies.end()) return std::nullopt;
  const std::vector<string_view> known(strategies.begin(), strategies.end());
  if (base::closest(given, known)) {
    return base::say({"'{0}': unknown{1}", "'{0}': 使えません{1}"}, base::printable(given, 80),
                     base::did_you_mean(given, known));
  }
  // Each rule has a Japanese name, too, which is that of the older program.
  std::vector<string_view> readable;
  std::ranges::copy_if(known, std::back_inserter(readable), base::is_ascii);
  return base::say({"'{0}': unknown; one of: {1}", "'{0}': 使えません。使えるのは: {1}"},
                   base::printable(given, 80), join(readable));
}

bool needs_mate_engine(string_view consensus) {
  return consensus == "mate" || consensus.starts_with("mate-") ||
         consensus.starts_with("詰探索エンジンとの合議");
}

bool solves_pv(string_view consensus) {
  return consensus == "mate-pv" || consensus == "詰探索エンジンとの合議（読み筋の局面も詰探索）";
}

base::Result<RelaySettings> read_relay_settings(const YamlNode& root,
                                                const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member, int processors) {
  return Reader(file, strategies, processors).read(root, member);
}

RelaySettings read_despite_mistakes(const YamlNode& root, const std::filesystem::path& file,
                                    const std::vector<std::string>& strategies, int processors) {
  return Reader(file, strategies, processors).read_despite_mistakes(root);
}

}  // namespace gougi::settings
