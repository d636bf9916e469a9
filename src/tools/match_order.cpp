// SPDX-License-Identifier: MIT
#include "tools/match_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <span>
#include <string_view>

#include "base/closest.hpp"
#include "base/file.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "match/store.hpp"
#include "notation/record_text.hpp"
#include "settings/match_file.hpp"
#include "tools/match_legacy.hpp"
#include "tools/match_words.hpp"

namespace gougi::tools {
namespace {

constexpr base::Text kMatchAbout{
    "Plays games between USI engines (or UPI engines of pyonpyon), each opening with both colours, "
    "and says what they mean.",
    "USI エンジン(ぴょんぴょんの UPI "
    "エンジンも)どうしを、同じ開始局面で先後を入れ替えて対局させ、結果の意味を示します。"};

constexpr std::int64_t kMostMs = 86'400'000;

using OrderWord = const std::string&;

std::optional<double> to_double(std::string_view text) {
  const std::string copy(base::trim(text));
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || end != copy.c_str() + copy.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;  // "nan", "inf", "1e999"
  return value;
}

base::Result<std::vector<double>> numbers(const std::string& text, std::size_t least,
                                          std::size_t most) {
  std::vector<double> result;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    more = comma != std::string_view::npos;
    const auto number = to_double(rest.substr(0, comma));
    if (!number)
      return base::fail(base::say(
          {"wants numbers with commas between them", "数をコンマで区切って指定してください"}));
    result.push_back(*number);
    if (more) rest.remove_prefix(comma + 1);
  }
  if (result.size() < least || result.size() > most) {
    return base::fail(
        most > least
            ? base::say({"wants {0} to {1} numbers", "数が {0} 個から {1} 個必要です"}, least, most)
            : base::say({"wants {0} numbers", "数が {0} 個必要です"}, least));
  }
  return result;
}

/// Reads one option after the other into an order.
class OrderReader {
 public:
  base::Result<void> check(const std::string& name, const std::string& value) {
    return take(name, value);
  }

  base::Result<MatchOrder> read(const std::vector<std::string>& words) {
    cli::App app(kMatchAbout, "gougi match");
    declare_match_words(app);
    if (const auto answer = cli::read_words(app, words)) {
      if (answer->exit_code != 0) return base::fail(answer->text);
      order_.answer = answer->text;
      return order_;
    }
    for (const auto& [name, value] : cli::words_in_order(app)) {
      if (name == "--trust") {
        order_.trusts = true;
        order_.given.insert(name);
      } else if (auto taken = take(name, value); !taken) {
        return base::fail(name + ": " + taken.error().message);
      }
    }
    return finish();
  }

 private:
  using Taken = base::Result<void>;

  Taken take(OrderWord name, OrderWord value) {
    for (const auto& reader : {&OrderReader::take_engine, &OrderReader::take_games,
                               &OrderReader::take_judgement, &OrderReader::take_run}) {
      const auto taken = (this->*reader)(name, value);
      if (taken) order_.given.insert(name);
      if (taken) return *taken;
    }
    return base::fail(base::say({"belongs at the beginning, and takes no value here",
                                 "先頭に書くもので、ここには置けません"}));
  }

  static Taken whole(OrderWord value, std::int64_t least, std::int64_t most,
                     const std::function<void(std::int64_t)>& use) {
    const auto number = base::to_int(value);
    if (!number || *number < least || *number > most) {
      return base::fail(base::say(
          {"wants a number from {0} to {1}", "{0} から {1} の数を指定してください"}, least, most));
    }
    use(*number);
    return {};
  }
  static Taken milliseconds(OrderWord value, base::Milliseconds& to) {
    return whole(value, 0, kMostMs, [&](std::int64_t ms) { to = base::Milliseconds(ms); });
  }
  static Taken refuse_choice(OrderWord value, std::span<const std::string_view> known,
                             base::Text wants) {
    return base::fail(base::said(wants) + base::did_you_mean(value, known));
  }
  static Taken on_off(OrderWord value, bool& to) {
    constexpr std::array<std::string_view, 2> kNames{"on", "off"};
    if (value != "on" && value != "off")
      return refuse_choice(value, kNames, {"wants on or off", "on か off を指定してください"});
    to = value == "on";
    return {};
  }

  // Each gives nothing for a name that it does not know.
  std::optional<Taken> take_engine(OrderWord name, OrderWord value) {
    if (name == "--first" || name == "--second" || name == "--engine") {
      const bool in_place = name == "--first"    ? order_.engines.empty()
                            : name == "--second" ? order_.engines.size() == 1
                                                 : true;
      if (!in_place)
        return base::fail(
            base::say({"stands at the wrong place or twice", "位置が違うか、2回指定されています"}));
      if (const auto parts = split_command(value); !parts) return tl::unexpected(parts.error());
      OrderedEngine engine = defaults_;
      engine.common_options = engine.options.size();
      engine.command = value;
      order_.engines.push_back(std::move(engine));
      return Taken{};
    }
    OrderedEngine& engine = order_.engines.empty() ? defaults_ : order_.engines.back();
    if (name == "--name") {
      engine.name = base::printable(value, 60);
      return Taken{};
    }
    if (name == "--option") {
      const std::size_t sign = value.find('=');
      if (sign == std::string::npos || sign == 0)
        return base::fail(base::say({"wants NAME=VALUE", "NAME=VALUE の形で指定してください"}));
      engine.options.emplace_back(value.substr(0, sign), value.substr(sign + 1));
      return Taken{};
    }
    if (name == "--time") {
      const auto control = match::parse_time_control(value);
      if (!control) return tl::unexpected(control.error());
      engine.control = *control;
      if (!first_control_) first_control_ = *control;
      return Taken{};
    }
    if (name == "--ponder") return on_off(value, engine.ponders);
    if (name == "--restart") return on_off(value, engine.restarts);
    return std::nullopt;
  }

  std::optional<Taken> take_games(OrderWord name, OrderWord value) {
    if (name == "--games") {
      return whole(value, 1, kMostGames,
                   [this](std::int64_t n) { order_.games = static_cast<std::uint64_t>(n); });
    }
    if (name == "--protocol") {
      constexpr std::array<std::string_view, 2> kNames{"usi", "upi"};
      if (value != "usi" && value != "upi")
        return refuse_choice(value, kNames, {"wants usi or upi", "usi か upi を指定してください"});
      order_.protocol =
          value == "upi" ? settings::GameProtocol::kUpi : settings::GameProtocol::kUsi;
      return Taken{};
    }
    if (name == "--format") {
      constexpr std::array<std::string_view, 2> kNames{"round-robin", "gauntlet"};
      if (value != "round-robin" && value != "gauntlet") {
        return refuse_choice(
            value, kNames,
            {"wants round-robin or gauntlet", "round-robin か gauntlet を指定してください"});
      }
      order_.format = value == "gauntlet" ? match::Format::kGauntlet : match::Format::kRoundRobin;
      return Taken{};
    }
    if (name == "--openings" || name == "--book") {
      (name == "--book" ? order_.book : order_.openings) = base::path_from_utf8(value);
      return Taken{};
    }
    if (name == "--plies" || name == "--random-plies") {
      int& to = name == "--plies" ? order_.plies : order_.random_plies;
      return whole(value, 0, 500, [&to](std::int64_t n) { to = static_cast<int>(n); });
    }
    if (name == "--seed") {
      return whole(value, 0, INT64_MAX,
                   [this](std::int64_t n) { order_.seed = static_cast<std::uint64_t>(n); });
    }
    return std::nullopt;
  }

  std::optional<Taken> take_judgement(OrderWord name, OrderWord value) {
    match::AdjudicationSettings& rules = order_.adjudication;
    if (name == "--max-plies") {
      return whole(value, 0, 100'000,
                   [&rules](std::int64_t n) { rules.max_plies = static_cast<int>(n); });
    }
    if (name == "--resign" || name == "--draw") {
      const std::size_t count = name == "--resign" ? 2 : 3;
      const auto parts = numbers(value, count, count);
      if (!parts) return tl::unexpected(parts.error());
      for (const double part : *parts) {
        if (part < 0 || part > 100'000)
          return base::fail(base::say(
              {"wants numbers from 0 to 100000", "0 から 100000 の数を指定してください"}));
      }
      const auto at = [&](std::size_t i) { return static_cast<int>((*parts)[i]); };
      if (at(1) < 1)
        return base::fail(base::say({"wants at least one move", "手数は 1 以上が必要です"}));
      if (name == "--resign") {
        rules.resign = match::ResignRule{at(0), at(1)};
      } else {
        rules.draw = match::DrawRule{at(0), at(1), at(2)};
      }
      return Taken{};
    }
    if (name == "--mate-nodes") {
      return whole(value, 0, 100'000'000,
                   [&rules](std::int64_t n) { rules.mate_nodes = static_cast<std::uint64_t>(n); });
    }
    if (name == "--declaration") {
      using Rule = shogi::DeclarationRule;
      constexpr std::array<std::pair<std::string_view, Rule>, 4> kRules{
          {{"27", Rule::k27}, {"24", Rule::k24}, {"try", Rule::kTry}, {"none", Rule::kNone}}};
      for (const auto& rule : kRules) {
        if (rule.first != value) continue;
        rules.declaration = rule.second;
        return Taken{};
      }
      constexpr std::array<std::string_view, 2> kNames{"try", "none"};
      return refuse_choice(
          value, kNames,
          {"wants 27, 24, try or none", "27、24、try、none のどれかを指定してください"});
    }
    if (name == "--margin") return milliseconds(value, order_.margin);
    if (name == "--hang") return milliseconds(value, order_.hang);
    if (name == "--patience") return milliseconds(value, order_.patience);
    if (name == "--sprt") {
      const auto parts = numbers(value, 2, 4);
      if (!parts) return tl::unexpected(parts.error());
      match::SprtSettings& sprt = test();
      sprt.elo0 = (*parts)[0];
      sprt.elo1 = (*parts)[1];
      if (parts->size() > 2) sprt.alpha = (*parts)[2];
      if (parts->size() > 3) sprt.beta = (*parts)[3];
      return match::check(sprt);
    }
    if (name == "--anchor") {
      const std::size_t sign = value.rfind('=');
      const auto elo = sign == std::string::npos ? std::nullopt : to_double(value.substr(sign + 1));
      if (!elo || sign == 0 || std::abs(*elo) > 100'000)
        return base::fail(base::say({"wants NAME=ELO", "NAME=ELO の形で指定してください"}));
      order_.anchors.emplace_back(value.substr(0, sign), *elo);
      return Taken{};
    }
    if (name == "--elo") {
      constexpr std::array<std::string_view, 2> kNames{"logistic", "normalized"};
      if (value != "logistic" && value != "normalized") {
        return refuse_choice(
            value, kNames,
            {"wants logistic or normalized", "logistic か normalized を指定してください"});
      }
      model_ = value == "logistic" ? match::EloModel::kLogistic : match::EloModel::kNormalized;
      return Taken{};
    }
    return std::nullopt;
  }

  std::optional<Taken> take_run(OrderWord name, OrderWord value) {
    if (name == "--concurrency") {
      return whole(value, 1, 1000,
                   [this](std::int64_t n) { order_.concurrency = static_cast<int>(n); });
    }
    if (name == "--live") {
      return whole(value, 1, 65'535,
                   [this](std::int64_t n) { order_.live_port = static_cast<int>(n); });
    }
    if (name == "--pin") return on_off(value, order_.pins);
    if (name == "--notes") return on_off(value, order_.keeps_notes);
    if (name == "--quiet") return on_off(value, order_.is_quiet);
    if (name == "--shard") {
      const auto shard = base::parse_shard(value);
      if (!shard) return tl::unexpected(shard.error());
      order_.shard = *shard;
      return Taken{};
    }
    for (const auto& [option, to] :
         {std::pair("--stop-file", &order_.stop_file), std::pair("--file", &order_.file),
          std::pair("--resume", &order_.resume), std::pair("--report", &order_.report),
          std::pair("--log", &order_.log)}) {
      if (name != option) continue;
      *to = base::path_from_utf8(value);
      return Taken{};
    }
    if (name == "--export") {
      const std::size_t sign = value.find('=');
      const std::string format = value.substr(0, sign);
      const bool is_known = notation::record_format_from_text(format) || is_line_format(format);
      if (!is_known || sign == std::string::npos || sign + 1 == value.size()) {
        constexpr std::array<std::string_view, 6> kFormats{"kif", "csa", "ki2",
                                                           "jkf", "usi", "upi"};
        return base::fail(base::say(
            {"wants kif=FOLDER, csa=FOLDER, ki2=FOLDER, jkf=FOLDER, usi=FILE or upi=FILE{0}",
             "kif=フォルダ、csa=フォルダ、ki2=フォルダ、jkf=フォルダ、usi=ファイル、upi="
             "ファイル のどれかの形で指定してください{0}"},
            is_known ? std::string() : base::did_you_mean(format, kFormats)));
      }
      order_.exports.push_back({format, base::path_from_utf8(value.substr(sign + 1))});
      return Taken{};
    }
    return std::nullopt;
  }

  match::SprtSettings& test() {
    if (!order_.sprt) order_.sprt.emplace();
    return *order_.sprt;
  }

  // Of a file's openings each is asked for itself when it is read; a book's may be as long as this.
  base::Result<void> leave_moves() const {
    const int most = order_.adjudication.max_plies;
    const char* const name = !order_.book.empty() ? "--plies" : "--random-plies";
    const int opening = !order_.book.empty()      ? order_.plies
                        : order_.openings.empty() ? order_.random_plies
                                                  : 0;
    if (most == 0 || opening < most) return {};
    return base::fail(base::say({"{0} {1} leaves nothing to play with --max-plies {2}",
                                 "{0} {1} では、--max-plies {2} までに指す手が残りません"},
                                name, opening, most));
  }

  // What ぴょんぴょん does not have.
  base::Result<void> keep_to_game() const {
    for (const Export& wanted : order_.exports) {
      if (auto fits = check_export(order_.protocol, wanted.format); !fits) return fits;
    }
    if (order_.protocol != settings::GameProtocol::kUpi) return {};
    for (const std::string_view name : settings::kShogiMatchOptions) {
      if (!order_.given.contains(std::string(name))) continue;
      return base::fail(base::say({"{0} is of shogi; leave it out with --protocol upi",
                                   "{0} は将棋だけのものです。--protocol upi では指定できません"},
                                  name));
    }
    for (const OrderedEngine& engine : order_.engines) {
      if (engine.ponders)
        return base::fail(
            base::say({"--ponder: UPI engines do not ponder; leave it out",
                       "--ponder: UPI エンジンは先読みしません。指定を外してください"}));
    }
    return {};
  }

  base::Result<MatchOrder> finish() {
    if (!order_.resume.empty()) {
      if (!order_.engines.empty()) {
        return base::fail(
            base::say({"--resume takes the engines from its file; leave them out",
                       "--resume ではエンジンはファイルから読みます。指定を外してください"}));
      }
      constexpr std::array<std::string_view, 9> kOnTheWay{"--resume", "--games",  "--report",
                                                          "--live",   "--export", "--concurrency",
                                                          "--log",    "--quiet",  "--trust"};
      for (const std::string& name : order_.given) {
        if (std::find(kOnTheWay.begin(), kOnTheWay.end(), name) != kOnTheWay.end()) continue;
        return base::fail(base::say(
            {"{0} cannot be changed: --resume goes on as the match was begun; only --games (not "
             "fewer than were played), --concurrency, --report, --export, --live, --log, --quiet "
             "and --trust may stand beside it",
             "{0} は変えられません。--resume は始めたときの指定で続けます。一緒に使えるのは "
             "--games(指した局数以上)、--concurrency、--report、--export、--live、--log、--quiet、-"
             "-"
             "trust だけです"},
            name));
      }
      return order_;
    }
    if (order_.trusts)
      return base::fail(base::say(
          {"--trust is for --resume FILE alone", "--trust は --resume FILE と一緒にだけ使えます"}));
    if (order_.shard && order_.file.empty()) {
      return base::fail(base::say({"--shard wants --file FILE, a file of its own for each part",
                                   "--shard には部分ごとに別の --file FILE が必要です"}));
    }
    if (order_.engines.size() > match::kMostEngines) {
      return base::fail(base::say(
          {"a match is of at most {0} engines", "エンジンは {0} 個までです"}, match::kMostEngines));
    }
    if (order_.engines.size() < 2)
      return base::fail(
          base::say({"a match needs --first and --second", "--first と --second が必要です"}));
    const bool has_file = !order_.openings.empty();
    if (int{has_file} + int{!order_.book.empty()} + int{order_.random_plies > 0} > 1) {
      return base::fail(
          base::say({"of --openings, --book and --random-plies only one can be",
                     "--openings、--book、--random-plies はどれか1つだけ指定できます"}));
    }
    if (auto leaves = leave_moves(); !leaves) return tl::unexpected(leaves.error());
    if (auto fits = keep_to_game(); !fits) return tl::unexpected(fits.error());
    if (!first_control_)
      return base::fail(base::say({"--time is missing, such as --time \"byoyomi 1000\"",
                                   "--time がありません(--time \"byoyomi 1000\" など)"}));
    for (OrderedEngine& engine : order_.engines) {
      if (!engine.control) engine.control = first_control_;
    }
    if (order_.sprt) {
      if (order_.engines.size() != 2)
        return base::fail(
            base::say({"--sprt is for two engines", "--sprt はエンジン2つのときだけ使えます"}));
      order_.sprt->model = model_;
    }
    name_engines();
    for (const auto& anchor : order_.anchors) {
      if (std::ranges::find(order_.engines, anchor.first, &OrderedEngine::name) ==
          order_.engines.end()) {
        return base::fail(base::say(
            {"--anchor: no engine is called {0}", "--anchor: {0} という名前のエンジンはありません"},
            base::printable(anchor.first, 60)));
      }
    }
    return order_;
  }

  // Different names, each as short as what is known allows.
  void name_engines() {
    for (std::size_t i = 0; i < order_.engines.size(); ++i) {
      OrderedEngine& engine = order_.engines[i];
      if (engine.name.empty()) {
        const auto parts = split_command(engine.command);
        engine.name =
            base::printable(base::to_utf8(base::path_from_utf8(parts->front()).stem()), 200);
      }
      const auto end = order_.engines.begin() + static_cast<std::ptrdiff_t>(i);
      while (std::any_of(order_.engines.begin(), end,
                         [&](const auto& other) { return other.name == engine.name; })) {
        engine.name += " #" + std::to_string(i + 1);
      }
    }
  }

  MatchOrder order_;
  OrderedEngine defaults_;
  std::optional<match::TimeControl> first_control_;  ///< of those who have none
  match::EloModel model_ = match::EloModel::kNormalized;
};

}  // namespace

bool is_line_format(std::string_view format) { return format == "usi" || format == "upi"; }

base::Result<void> check_export(settings::GameProtocol protocol, const std::string& format) {
  if ((protocol == settings::GameProtocol::kUpi) == (format == "upi")) return {};
  return base::fail(
      format == "upi"
          ? base::say({"--export {0} is of games with --protocol upi; here kif, csa, ki2, jkf or "
                       "usi can be written",
                       "--export {0} は --protocol upi の対局だけで使えます。ここでは "
                       "kif、csa、ki2、jkf、usi で書けます"},
                      format)
          : base::say(
                {"--export {0}: games of pyonpyon are written with --export upi=FILE, a line a "
                 "game",
                 "--export {0}: ぴょんぴょんの対局は --export upi=ファイル で1行1局に書きます"},
                format));
}

base::Result<std::vector<std::string>> split_command(const std::string& command) {
  std::vector<std::string> parts;
  bool is_quoted = false;
  bool is_open = false;
  for (const char c : command) {
    if (c == '"') {
      is_quoted = !is_quoted;
      if (!is_open) parts.emplace_back();
      is_open = true;
    } else if (c == ' ' && !is_quoted) {
      is_open = false;
    } else {
      if (!is_open) parts.emplace_back();
      is_open = true;
      parts.back() += c;
    }
  }
  if (is_quoted)
    return base::fail(base::say({"a quote is open in {0}", "{0} の引用符が閉じていません"},
                                base::printable(command)));
  if (parts.empty() || parts.front().empty())
    return base::fail(base::say({"the command is empty", "コマンドが空です"}));
  return parts;
}

base::Result<void> check_match_word(const std::string& option, const std::string& value) {
  const bool is_read = option == "--openings" || option == "--book";
  if (is_read && !value.empty()) {
    if (auto file = base::open_to_read(base::path_from_utf8(value)); !file) {
      return tl::unexpected(file.error());
    }
  }
  return OrderReader().check(option, value);
}

base::Result<MatchOrder> read_match_order(const std::vector<std::string>& words) {
  if (!words.empty() && words.front() == "--legacy") {
    return read_legacy_order({words.begin() + 1, words.end()});
  }
  return OrderReader().read(words);
}

}  // namespace gougi::tools
