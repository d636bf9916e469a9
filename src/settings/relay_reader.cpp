// SPDX-License-Identifier: MIT
#include "settings/relay_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/path.hpp"
#include "base/text.hpp"
#include "settings/engine_reader.hpp"
#include "settings/resource_split.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using base::log::Level;
using std::string_view;

// More children than any machine runs, over all levels; it keeps the option list of a mistaken file
// bounded, and the reading of one that nests its aliases.
constexpr int kMaxEngines = 64;
constexpr std::int64_t kOneDay = 86'400'000;
constexpr int kMaxThreads = 4096;
constexpr int kMaxHashMb = 16'777'216;
constexpr int kMaxGpu = 255;
constexpr int kMaxPly = 10'000;

constexpr std::array<string_view, 19> kTopKeys{
    "name",     "protocol", "consensus",  "engines",   "mate",   "mateinfo",    "time",
    "ponder",   "quorum",   "rules",      "resources", "freeze", "freeze_vote", "language",
    "encoding", "show_all", "vote_lines", "log",       "record"};
// Of a nested consensus, beside what it says as an engine. What is missing here belongs to the
// outermost: nobody but it talks to a GUI.
constexpr std::array<string_view, 11> kMemberKeys{"consensus", "engines", "mate",   "mateinfo",
                                                  "time",      "ponder",  "quorum", "rules",
                                                  "resources", "log",     "record"};
constexpr std::array<string_view, 4> kMateKeys{"engines", "timeout_ms", "pv", "threats"};
constexpr std::array<string_view, 2> kMatePvKeys{"count", "timeout_ms"};
constexpr std::array<string_view, 2> kMateInfoKeys{"interval_ms", "count"};
constexpr std::array<string_view, 4> kTimeKeys{"margin_ms", "grace_ms", "min_use", "ready_ms"};
constexpr std::array<string_view, 3> kResourceKeys{"threads", "hash_mb", "gpus"};
constexpr std::array<string_view, 8> kRuleKeys{"change_player_plies",
                                               "chuuban_start_plies",
                                               "shuuban_start_plies",
                                               "change_player_score_diff",
                                               "temperature",
                                               "veto_drop_percent",
                                               "seed",
                                               "extend_on_split"};
constexpr std::array<string_view, 3> kLogKeys{"directory", "level", "keep"};
constexpr std::pair<string_view, bool> kFlags[] = {{"true", true}, {"false", false}};

// A consensus and those nested in it.
struct Council {
  RelaySettings settings;
  int number = 0;              // among the engines of the one around it, from 1
  std::string resources_path;  // where complaints about the budget point to
  int resources_line = 0;
  std::vector<Council> nested;  // in the order of their numbers
};

class Reader {
 public:
  Reader(const fs::path& file, const std::vector<std::string>& strategies)
      : complaints_(base::to_utf8(file)),
        strategies_(strategies),
        file_(file),
        engine_reader_(complaints_, folder_of(file)) {}

  base::Result<RelaySettings> read(const YamlNode& root, const std::vector<int>& member) {
    Council outermost;
    const Section top(complaints_, root, "", kTopKeys);
    read_protocol(top);
    read_council(top, outermost);
    read_surroundings(top, outermost.settings);
    if (complaints_.empty()) share_out(outermost);
    if (!complaints_.empty()) return tl::unexpected(complaints_.first());
    return pick(std::move(outermost), member);
  }

 private:
  static fs::path folder_of(const fs::path& file) {
    std::error_code ignored;
    const fs::path absolute = fs::absolute(file, ignored);
    return (ignored ? file : absolute).parent_path();
  }

  base::Result<RelaySettings> pick(Council outermost, const std::vector<int>& member) const {
    Council* council = &outermost;
    for (const int number : member) {
      const auto found = std::ranges::find(council->nested, number, &Council::number);
      if (found == council->nested.end()) {
        return base::fail(fmt::format("{}: there is no member {}: an engine that is a consensus",
                                      base::to_utf8(file_), member_text(member)));
      }
      council = &*found;
    }
    council->settings.file = file_;
    council->settings.member = member;
    // Its lines are read by gougi, to which all of them would be its own.
    if (!member.empty()) council->settings.vote_lines = false;
    return std::move(council->settings);
  }

  // What every consensus may say, nested or not.
  void read_council(const Section& section, Council& council) {
    RelaySettings& settings = council.settings;
    settings.protocol = protocol_;
    if (auto name = section.text("name", kMaxName)) settings.name = std::string(base::trim(*name));
    read_consensus(section, settings);
    read_engines(section, council);
    read_mate(section, settings);
    read_mate_info(section, settings);
    read_time(section, settings);
    constexpr std::pair<string_view, PonderMode> kModes[] = {
        {"off", PonderMode::kOff}, {"single", PonderMode::kSingle}, {"multi", PonderMode::kMulti}};
    settings.ponder = section.choice("ponder", kModes).value_or(settings.ponder);
    read_quorum(section, settings);
    read_rules(section, settings.rules);
    read_resources(section, council);
    read_log(section, settings);
    if (const auto record = section.text("record")) {
      settings.record = engine_reader_.resolve(section, "record", *record);
    }
    if (protocol_ == GameProtocol::kUpi) keep_to_upi(section, settings);
  }

  // Of all of the file: members speak it with the outermost.
  void read_protocol(const Section& top) {
    constexpr std::pair<string_view, GameProtocol> kProtocols[] = {{"usi", GameProtocol::kUsi},
                                                                   {"upi", GameProtocol::kUpi}};
    protocol_ = top.choice("protocol", kProtocols).value_or(protocol_);
  }

  // There are no mate solvers for it, nobody ponders, and the record is written in shogi's terms.
  void keep_to_upi(const Section& section, RelaySettings& settings) {
    for (const string_view key : {"mate", "ponder", "record", "freeze"}) {
      const YamlNode* node = section.find(key);
      if (node == nullptr || (key != "record" && is_word(*node, "off"))) continue;
      if (key == "freeze" && !is_word(*node, "emulate")) continue;  // there is nothing to pass
      complain(section, key, "is not available with protocol: upi; leave it out");
    }
    settings.ponder = PonderMode::kOff;
  }

  // What only the outermost may say.
  void read_surroundings(const Section& top, RelaySettings& settings) {
    constexpr std::pair<string_view, Freeze> kFreezes[] = {
        {"pass", Freeze::kPass}, {"off", Freeze::kOff}, {"emulate", Freeze::kEmulate}};
    settings.freeze = top.choice("freeze", kFreezes).value_or(settings.freeze);
    constexpr std::pair<string_view, FreezeVote> kVotes[] = {{"exact", FreezeVote::kExact},
                                                             {"pooled", FreezeVote::kPooled}};
    settings.freeze_vote = top.choice("freeze_vote", kVotes).value_or(settings.freeze_vote);
    constexpr std::pair<string_view, Language> kLanguages[] = {
        {"auto", Language::kAuto}, {"ja", Language::kJapanese}, {"en", Language::kEnglish}};
    settings.language = top.choice("language", kLanguages).value_or(settings.language);
    constexpr std::pair<string_view, TextEncoding> kEncodings[] = {{"auto", TextEncoding::kAuto},
                                                                   {"utf-8", TextEncoding::kUtf8},
                                                                   {"cp932", TextEncoding::kCp932},
                                                                   {"ascii", TextEncoding::kAscii}};
    settings.encoding = top.choice("encoding", kEncodings).value_or(settings.encoding);
    settings.show_all = top.choice("show_all", kFlags).value_or(settings.show_all);
    settings.vote_lines = top.choice("vote_lines", kFlags).value_or(settings.vote_lines);
  }

  void read_consensus(const Section& section, RelaySettings& settings) {
    const auto given = section.text("consensus");
    if (!given) return;
    settings.consensus = *given;
    if (const auto problem = complaint_about_consensus(*given, strategies_)) {
      complain(section, "consensus", *problem);
      settings.consensus = "majority";
    }
  }

  // The list under `key` if it is one that can be read.
  const YamlNode* find_engines(const Section& section, string_view missing_hint) {
    const YamlNode* list = section.find("engines");
    if (list == nullptr || (list->kind == YamlNode::Kind::kSequence && list->items.empty())) {
      if (list == nullptr && !complaints_.empty()) return nullptr;  // a mistyped `engines`, likely
      complain(section, "engines",
               fmt::format("no engine is given; at least one is needed{}", missing_hint));
      return nullptr;
    }
    if (list->kind != YamlNode::Kind::kSequence) {
      complain(section, "engines", "a list is expected, each engine beginning with '- '");
      return nullptr;
    }
    engines_read_ += static_cast<int>(std::min<std::size_t>(list->items.size(), 1000));
    if (engines_read_ > kMaxEngines) {
      complain(section, "engines", fmt::format("more than {} engines", kMaxEngines));
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
    std::vector<string_view> keys(kMemberKeys.begin(), kMemberKeys.end());
    const auto engine_keys = EngineReader::nested_keys();
    keys.insert(keys.begin(), engine_keys.begin(), engine_keys.end());
    const Section section(complaints_, node, path, keys);
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
                      fmt::format("'{}' is the name of another engine already; the vote table "
                                  "could not tell them apart",
                                  base::printable(name, 80)));
      return;
    }
  }

  void read_mate(const Section& section, RelaySettings& settings) {
    const YamlNode* node = section.find("mate");
    if (node != nullptr && !is_word(*node, "off")) {
      const Section mate(complaints_, *node, section.path_of("mate"), kMateKeys);
      if (node->kind == YamlNode::Kind::kMapping) read_mate_engines(mate, settings);
      if (const auto timeout = mate.integer("timeout_ms", 1, kOneDay)) {
        settings.mate_timeout = base::Milliseconds(*timeout);
      }
      read_mate_pv(mate, settings);
      settings.mate_threats = mate.choice("threats", kFlags).value_or(settings.mate_threats);
    }
    if (!needs_mate_engine(settings.consensus)) return;
    if (protocol_ == GameProtocol::kUpi) {
      complain(section, "consensus",
               fmt::format("{} needs a mate solver, and there is none with protocol: upi",
                           settings.consensus));
    } else if (settings.mate_engines.empty()) {
      complain(section, "consensus",
               fmt::format("{} needs a mate solver: add `mate: {{engines: [{{command: "
                           "gougi-mate}}]}}`",
                           settings.consensus));
    }
  }

  void read_mate_engines(const Section& mate, RelaySettings& settings) {
    const YamlNode* list = find_engines(mate, ", or `mate: off`");
    if (list == nullptr) return;
    std::vector<EngineSettings>& engines = settings.mate_engines;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const std::string path = engine_path(mate, i);
      engines.push_back(engine_reader_.read_mate_engine(*list->items[i], path));
      complain_same_name(engines, path, list->items[i]->line);
    }
  }

  void read_mate_pv(const Section& mate, RelaySettings& settings) {
    const YamlNode* node = mate.find("pv");
    const bool wanted = solves_pv(settings.consensus);
    if (node == nullptr || is_word(*node, "off")) {
      if (node != nullptr && wanted) {
        complain(mate, "pv",
                 fmt::format("{} is about the pv; write keys or leave it out: {}",
                             settings.consensus, join(kMatePvKeys)));
      }
      if (wanted) settings.mate_pv = MatePv{};
      return;
    }
    const Section pv(complaints_, *node, mate.path_of("pv"), kMatePvKeys);
    MatePv values;
    values.count = static_cast<int>(pv.integer("count", 1, kMaxEngines).value_or(values.count));
    if (const auto ms = pv.integer("timeout_ms", 1, kOneDay)) {
      values.timeout = base::Milliseconds(*ms);
    }
    settings.mate_pv = values;
  }

  void read_mate_info(const Section& section, RelaySettings& settings) {
    const YamlNode* node = section.find("mateinfo");
    if (node == nullptr) return;
    const Section info(complaints_, *node, section.path_of("mateinfo"), kMateInfoKeys);
    if (const auto ms = info.integer("interval_ms", 1, kOneMinute)) {
      settings.mate_info.interval = base::Milliseconds(*ms);
    }
    settings.mate_info.count =
        static_cast<int>(info.integer("count", 1, 10'000).value_or(settings.mate_info.count));
  }

  void read_time(const Section& section, RelaySettings& settings) {
    const YamlNode* node = section.find("time");
    if (node == nullptr) return;
    const Section time(complaints_, *node, section.path_of("time"), kTimeKeys);
    settings.margin = engine_reader_.read_margin(time);
    if (const auto ms = time.integer("grace_ms", 1, kOneMinute)) {
      settings.grace = base::Milliseconds(*ms);
    }
    settings.min_use = time.number("min_use", 0.0, 1.0).value_or(settings.min_use);
    if (const auto ms = time.integer("ready_ms", 1, kLongestReady.count())) {
      settings.ready = base::Milliseconds(*ms);
    }
  }

  void read_quorum(const Section& section, RelaySettings& settings) {
    const auto quorum = section.integer("quorum", 1, kMaxEngines);
    if (!quorum) return;
    settings.quorum = static_cast<int>(*quorum);
    const std::size_t engines = settings.engines.size();
    if (engines > 0 && static_cast<std::size_t>(*quorum) > engines) {
      complain(section, "quorum",
               fmt::format("{}, but there are only {} engines", *quorum, engines));
    }
  }

  void read_rules(const Section& section, RuleSettings& rules) {
    const YamlNode* node = section.find("rules");
    if (node == nullptr) return;
    const Section keys(complaints_, *node, section.path_of("rules"), kRuleKeys);
    const auto read_int = [&keys](string_view key, int min, int max, int& value) {
      value = static_cast<int>(keys.integer(key, min, max).value_or(value));
    };
    read_int("change_player_plies", 1, 1000, rules.change_player_plies);
    read_int("chuuban_start_plies", 1, kMaxPly, rules.chuuban_start_plies);
    read_int("shuuban_start_plies", 1, kMaxPly, rules.shuuban_start_plies);
    read_int("change_player_score_diff", 1, 1'000'000, rules.change_player_score_diff);
    if (rules.shuuban_start_plies < rules.chuuban_start_plies) {
      complain(keys,
               keys.find("shuuban_start_plies") != nullptr ? "shuuban_start_plies"
                                                           : "chuuban_start_plies",
               fmt::format("the end game (shuuban, {}) begins before the middle game (chuuban, {})",
                           rules.shuuban_start_plies, rules.chuuban_start_plies));
    }
    rules.temperature = keys.number("temperature", 0.0001, 10.0).value_or(rules.temperature);
    rules.veto_drop_percent =
        keys.number("veto_drop_percent", 0.0, 100.0).value_or(rules.veto_drop_percent);
    rules.seed = keys.integer("seed", 0, 2'147'483'647);
    rules.extend_on_split =
        keys.number("extend_on_split", 1.0, 10.0).value_or(rules.extend_on_split);
  }

  void read_resources(const Section& section, Council& council) {
    council.resources_path = section.path_of("resources");
    council.resources_line = section.line_of("resources");
    const YamlNode* node = section.find("resources");
    if (node == nullptr) return;
    const Section keys(complaints_, *node, council.resources_path, kResourceKeys);
    Resources& resources = council.settings.resources;
    if (const auto threads = keys.integer("threads", 1, kMaxThreads)) {
      resources.threads = static_cast<int>(*threads);
    }
    if (const auto hash = keys.integer("hash_mb", 1, kMaxHashMb)) {
      resources.hash_mb = static_cast<int>(*hash);
    }
    read_gpus(keys, resources);
  }

  void read_gpus(const Section& keys, Resources& resources) {
    const YamlNode* node = keys.find("gpus");
    if (node == nullptr) return;
    const bool is_list = node->kind == YamlNode::Kind::kSequence;
    if (!is_list) complain(keys, "gpus", "a list of numbers is expected, such as [0, 1]");
    for (const YamlPointer& item : node->items) {
      const auto gpu = Section::is_written(*item) ? base::to_int(item->text) : std::nullopt;
      if (!gpu || *gpu < 0 || *gpu > kMaxGpu) {
        complaints_.add(item->line, keys.path_of("gpus"),
                        fmt::format("'{}', but a whole number from 0 to {} is expected",
                                    base::printable(item->text, 80), kMaxGpu));
      } else if (std::ranges::find(resources.gpus, static_cast<int>(*gpu)) !=
                 resources.gpus.end()) {
        complaints_.add(item->line, keys.path_of("gpus"), fmt::format("{} is given twice", *gpu));
      } else {
        resources.gpus.push_back(static_cast<int>(*gpu));
      }
    }
  }

  void read_log(const Section& section, RelaySettings& settings) {
    const YamlNode* node = section.find("log");
    if (node == nullptr || is_word(*node, "off")) return;
    const Section log(complaints_, *node, section.path_of("log"), kLogKeys);
    if (const auto directory = log.text("directory")) {
      settings.log_directory = engine_reader_.resolve(log, "directory", *directory);
    } else if (log.find("directory") == nullptr) {
      complain(log, "directory", "is missing: the folder for log files (or `log: off`)");
    }
    constexpr std::pair<string_view, Level> kLevels[] = {
        {"trace", Level::kTrace},     {"debug", Level::kDebug}, {"info", Level::kInfo},
        {"warning", Level::kWarning}, {"error", Level::kError}, {"off", Level::kOff}};
    settings.log_level = log.choice("level", kLevels).value_or(settings.log_level);
    settings.log_keep = static_cast<int>(log.integer("keep", 1, 1000).value_or(settings.log_keep));
  }

  // What comes from the outside in. A nested consensus takes over its part of the budget, the
  // language of messages and how freeze is treated; it speaks UTF-8, because it speaks to a relay.
  // Nothing else: times, mate solvers, rules, logs are its own.
  void share_out(Council& council) {
    RelaySettings& settings = council.settings;
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
      inner.settings.language = settings.language;
      inner.settings.encoding = TextEncoding::kUtf8;
      // What it cannot do itself, the outermost adds.
      inner.settings.freeze = settings.freeze == Freeze::kOff ? Freeze::kOff : Freeze::kPass;
      inner.settings.freeze_vote = settings.freeze_vote;
      share_out(inner);
    }
  }

  void hand_down(const ResourceShare& share, bool outer_has_budget, Council& inner) {
    Resources& own = inner.settings.resources;
    if (outer_has_budget && own != Resources{}) {
      complaints_.add(inner.resources_line, inner.resources_path,
                      "the consensus around it has resources already; it gets its part of them by "
                      "`share`");
      return;
    }
    if (outer_has_budget) own = {share.threads, share.hash_mb, share.gpus};
  }

  static bool is_word(const YamlNode& node, string_view word) {
    return Section::is_written(node) && node.text == word;
  }

  void complain(const Section& section, string_view key, string_view message) {
    complaints_.add(section.line_of(key), section.path_of(key), message);
  }

  Complaints complaints_;
  const std::vector<std::string>& strategies_;
  GameProtocol protocol_ = GameProtocol::kUsi;
  fs::path file_;
  EngineReader engine_reader_;
  int engines_read_ = 0;
};

}  // namespace

std::optional<std::string> complaint_about_consensus(const std::string& given,
                                                     const std::vector<std::string>& strategies) {
  if (std::ranges::find(strategies, given) != strategies.end()) return std::nullopt;
  const std::vector<string_view> known(strategies.begin(), strategies.end());
  std::string problem = "unknown";
  if (const auto meant = closest(given, known)) {
    problem += fmt::format("; did you mean {}?", *meant);
  }
  return fmt::format("'{}': {}; one of: {}", base::printable(given, 80), problem, join(known));
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
                                                const std::vector<int>& member) {
  return Reader(file, strategies).read(root, member);
}

}  // namespace gougi::settings
