// SPDX-License-Identifier: MIT
#include "tools/match_command.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "match/store.hpp"
#include "relay/position_lines.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/match_file.hpp"
#include "tools/match_compare.hpp"
#include "tools/match_job.hpp"
#include "tools/match_legacy.hpp"
#include "tools/match_memory.hpp"
#include "tools/match_order.hpp"
#include "tools/match_output.hpp"
#include "tools/match_run.hpp"
#include "tools/match_words.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr std::size_t kMostComplaint = 4000;

// Relative paths that the match was begun with, those in its engines' arguments too, are of the
// folder in which it was begun: that is ours, too, from now on.
base::Result<void> go_to(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path there = base::path_from_utf8(folder);
  if (folder.empty() || std::filesystem::equivalent(there, ".", error)) return {};
  std::filesystem::current_path(there, error);
  if (!error) return {};
  return base::fail(base::say(
      {"was begun in {0}, of which its relative paths are, and that folder cannot be entered: {1}",
       "対局を始めたフォルダ {0}(相対パスの基準)に移れません: {1}"},
      folder, error.message()));
}

// What can be changed on the way is taken from `now`.
base::Result<void> change(MatchOrder& begun, const MatchOrder& now) {
  const auto is_given = [&](const char* name) { return now.given.contains(name); };
  if (is_given("--games")) begun.games = now.games;
  if (is_given("--report")) begun.report = now.report;
  if (is_given("--export")) {
    for (const Export& wanted : now.exports) {
      if (auto fits = check_export(begun.protocol, wanted.format); !fits) return fits;
    }
    begun.exports = now.exports;
  }
  begun.log = now.log;  // of that run alone, as the page is
  begun.live_port = now.live_port;
  if (is_given("--quiet")) begun.is_quiet = now.is_quiet;
  if (is_given("--concurrency")) begun.concurrency = now.concurrency;
  return {};
}

// The same wherever we go.
void make_absolute(MatchOrder& order, const std::filesystem::path& folder) {
  if (!order.report.empty()) order.report = base::path_in(folder, order.report);
  if (!order.log.empty()) order.log = base::path_in(folder, order.log);
  for (Export& wanted : order.exports) wanted.to = base::path_in(folder, wanted.to);
}

/// A match that was begun earlier.
struct KeptMatch {
  match::Store store;
  MatchMemory memory;
  std::vector<match::StoredEngine> players;
  const game::Rules* rules = nullptr;
};

base::Result<KeptMatch> kept_match(const std::string& file_name, base::Result<match::Store> store) {
  if (!store) return tl::unexpected(store.error());
  auto memory = MatchMemory::read(*store);
  if (!memory) return tl::unexpected(memory.error());
  auto players = store->players();
  if (!players) return tl::unexpected(players.error());
  const auto rules = store->rules();
  if (!rules) return base::fail(file_name + ": " + rules.error().message);
  return KeptMatch{std::move(*store), std::move(*memory), std::move(*players), *rules};
}

// The order that the file was begun with.
base::Result<MatchOrder> kept_order(const KeptMatch& kept) {
  auto order = kept.memory.order();
  if (!order) return order;
  if (order->engines.size() != kept.players.size() ||
      &relay::rules_of(order->protocol) != kept.rules) {
    return base::fail(base::say({"its arguments and its players are of different matches",
                                 "引数とエンジンが別々の対局のものです"}));
  }
  return order;
}

// The same, as `now` changes it.
base::Result<MatchOrder> order_to_go_on(const KeptMatch& kept, MatchOrder order,
                                        const MatchOrder& now) {
  make_absolute(order, base::path_from_utf8(kept.memory.folder()));
  MatchOrder changes = now;
  make_absolute(changes, std::filesystem::current_path());
  if (const auto changed = change(order, changes); !changed) {
    return tl::unexpected(changed.error());
  }
  return order;
}

// Resume's file as seen from here, before its folder is entered.
std::vector<std::filesystem::path> taken_by(const MatchOrder& order,
                                            const std::filesystem::path& resumed = {}) {
  std::vector<std::filesystem::path> taken;
  if (!resumed.empty()) taken.push_back(base::absolute_path(resumed));
  for (const auto& file : {order.file, order.openings, order.book, order.log, order.stop_file}) {
    if (!file.empty()) taken.push_back(file);
  }
  return taken;
}

// Under --trust the file is the user's from now on.
void remember(KeptMatch& kept, const std::string& file_name) {
  kept.memory.have_identity();
  if (const auto sealed = kept.memory.seal(kept.players); !sealed) {
    std::cerr << unsealed(file_name, sealed.error());
  }
}

int resume_match(const MatchOrder& now, const std::vector<std::string>& arguments) {
  const std::string name = base::to_utf8(now.resume);
  // With nothing of the file's that could move the cursor.
  const auto refuse = [&name](const std::string& why, int exit_code = cli::kWrongUsage) {
    return refuse_match(name + ": " + base::printable(why, kMostComplaint), exit_code);
  };
  // Of a finished match that may only be read reports can be written.
  std::error_code ignored;
  const bool is_for_reading =
      std::filesystem::exists(now.resume, ignored) && !match::Store::is_writable(now.resume);
  auto kept = kept_match(name, is_for_reading ? match::Store::open_to_read(now.resume)
                                              : match::Store::open(now.resume));
  if (!kept) return refuse_match(kept.error().message, cli::kFailed);
  const auto part = kept->memory.part();
  if (!part) return refuse(part.error().message, cli::kFailed);
  if (*part && now.given.contains("--games")) {
    return refuse(
        base::say({"is a part of a match, of which --games can make no part longer or shorter",
                   "分割した対局の部分なので、--games で局数を変えられません"}));
  }
  if (is_for_reading && now.given.contains("--games")) {
    return refuse(base::say({"cannot be written, so that --games cannot change it",
                             "書けないため、--games で局数を変えられません"}));
  }
  auto begun_with = kept_order(*kept);
  if (!begun_with) return refuse(begun_with.error().message, cli::kFailed);
  const std::uint64_t begun_games = begun_with->games;
  const auto order = order_to_go_on(*kept, std::move(*begun_with), now);
  if (!order) return refuse(order.error().message);
  MatchRun run(*order, kept->players, *kept->rules);
  if (*part) run.be_part(**part, base::absolute_path(now.resume));
  if (const auto read = run.read(kept->store); !read)
    return refuse_match(read.error().message, cli::kFailed);
  if (order->games < begun_games && order->games < run.fewest_games()) {
    return refuse(
        base::say({"has {0} games of each two engines already; --games cannot make it shorter",
                   "2者間ですでに {0} 局指しています。--games でそれより減らすことはできません"},
                  run.fewest_games()));
  }

  MatchOutputs outputs{order->report, order->exports, {}, taken_by(*order, now.resume)};
  const auto sealed = kept->memory.is_sealed(kept->players);
  const bool is_finished = run.is_finished();
  const auto is_of_file = [&](const char* option, bool is_wanted) {
    return is_wanted && !now.given.contains(option);
  };
  const bool obeys_file = !is_finished || is_of_file("--report", !order->report.empty()) ||
                          is_of_file("--export", !order->exports.empty());
  if (obeys_file && !now.trusts && !(sealed && *sealed)) {
    const std::string why = sealed ? "" : " (" + sealed.error().message + ")";
    std::cerr
        << "gougi match: "
        << base::say({"{0}: does not carry your seal: somebody else made it, an older gougi did, "
                      "or it was changed{1}. It would\n",
                      "{0}: あなたの封印がありません。ほかの人か古い gougi "
                      "が作ったか、書き換えられています{1}。これを続けると次のことをします\n"},
                     name, why)
        << deeds_of(*order, kept->memory.folder(), !is_finished) << "gougi match: "
        << base::say(
               {"if you want that, add --trust; gougi match report FILE only reads\n",
                "よければ --trust を付けてください。gougi match report FILE は読むだけです\n"});
    return cli::kWrongUsage;
  }
  if (const auto gone = go_to(kept->memory.folder()); !gone)
    return refuse(gone.error().message, cli::kFailed);
  if (!is_finished && is_for_reading) {
    return refuse(
        base::say(
            {"cannot be written, and games are left to play; go on with it where it can be written",
             "書けませんが、まだ対局が残っています。書けるところで続けてください"}),
        cli::kFailed);
  }
  outputs.identity = kept->memory.identity();
  if (const auto fits = check_outputs(outputs); !fits)
    return refuse_match(base::printable(fits.error().message, kMostComplaint), cli::kFailed);
  if (*part && !is_finished) {
    const auto job = match_job(*order);
    if (!job) return refuse(job.error().message, cli::kFailed);
    if (const auto same = farm::check_same_job(*job, (*part)->job); !same) {
      return refuse(same.error().message, cli::kFailed);
    }
  }
  const bool is_changed = now.given.contains("--games");
  if (is_changed) kept->memory.set_games(order->games);
  if (!is_for_reading && (is_changed || (now.trusts && !(sealed && *sealed)))) {
    remember(*kept, name);
    if (const auto written = kept->memory.write(kept->store); !written) {
      return refuse_match(written.error().message, cli::kFailed);
    }
  }
  outputs.identity = kept->memory.identity();
  run.go_on_with(std::move(kept->store), std::move(outputs));
  if (!is_finished) return run.play(arguments);
  if (run.is_decided())
    std::cerr << "gougi match: "
              << base::say({"the test is decided already", "検定はすでに決まっています"}) << "\n";
  return run.tell();
}

// The same words again: what this part has already is not played once more. Nothing that the file
// says is done, so that its seal does not matter.
int go_on_with_part(const MatchOrder& order, farm::Part part,
                    const std::vector<std::string>& arguments) {
  const std::string name = base::to_utf8(order.file);
  auto kept = kept_match(name, match::Store::open(order.file));
  if (!kept) return refuse_match(kept.error().message, cli::kFailed);
  const auto there = kept->memory.part();
  if (!there) return refuse_match(name + ": " + there.error().message, cli::kFailed);
  if (!*there)
    return refuse_match(base::say({"{0}: is there already, and was begun without --shard",
                                   "{0}: すでにあり、--shard なしで始めた対局です"},
                                  name));
  if (const auto same = farm::check_same_part(part, **there); !same) {
    return refuse_match(name + ": " + same.error().message, cli::kFailed);
  }
  MatchRun run(order, stored_engines(order), relay::rules_of(order.protocol));
  run.be_part(std::move(part), order.file);
  if (const auto read = run.read(kept->store); !read)
    return refuse_match(read.error().message, cli::kFailed);
  const bool is_finished = run.is_finished();
  run.go_on_with(std::move(kept->store),
                 {order.report, order.exports, kept->memory.identity(), taken_by(order)});
  return is_finished ? run.tell() : run.play(arguments);
}

int play_part(const MatchOrder& order, const std::vector<std::string>& arguments) {
  auto job = match_job(order);
  if (!job) return refuse_match(job.error().message, cli::kFailed);
  farm::Part part{std::move(*job), *order.shard};
  std::error_code ignored;
  if (std::filesystem::exists(order.file, ignored)) {
    return go_on_with_part(order, std::move(part), arguments);
  }
  MatchRun run(order, stored_engines(order), relay::rules_of(order.protocol));
  run.be_part(std::move(part), order.file);
  run.write_to({order.report, order.exports, {}, taken_by(order), true});
  return run.play(arguments);
}

// "gougi match report FILE …": nothing of what the file says is done.
int report_match(const std::vector<std::string>& words) {
  cli::App app(
      {"The result of a match's file, and the pages and records that are asked for here. "
       "Only reads the file, and starts nothing.",
       "保存した対局の結果と、ここで求めたページや棋譜。ファイルを読むだけで、何も起動しません。"},
      "gougi match report");
  std::string file;
  app.add_option("FILE", file,
                 said({"as gougi match --file wrote it", "gougi match --file が書いたもの"}))
      ->required()
      ->type_name("");
  app.add_word("--report", "FILE.html", {"write an HTML page", "HTML のページを書く"});
  app.add_word("--export", "kif|csa|ki2|jkf|usi|upi=PATH",
               {"write the games: a folder, for usi and upi a file; repeatable",
                "棋譜を書き出すフォルダ。usi と upi ではファイル。何度でも"});
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  std::vector<std::string> options;
  for (const auto& [name, value] : cli::words_in_order(app)) {
    options.insert(options.end(), {name == "FILE" ? "--resume" : name, value});
  }
  const auto now = read_match_order(options);
  if (!now) return refuse_match("report: " + now.error().message);
  const std::string name = base::to_utf8(now->resume);
  auto kept = kept_match(name, match::Store::open_to_read(now->resume));
  if (!kept) return refuse_match(kept.error().message, cli::kFailed);
  // By who wrote them nothing is started: they are asked for what the pages say of the match.
  MatchOrder order;
  if (const auto begun = kept->memory.order()) {
    if (begun->engines.size() == 2) order.sprt = begun->sprt;
    order.anchors = begun->anchors;
    order.engines = begun->engines;
  }
  order.protocol = kept->rules == &game::shogi_rules() ? settings::GameProtocol::kUsi
                                                       : settings::GameProtocol::kUpi;
  for (const Export& wanted : now->exports) {
    if (auto fits = check_export(order.protocol, wanted.format); !fits) {
      return refuse_match(name + ": " + fits.error().message);
    }
  }
  MatchRun run(order, kept->players, *kept->rules);
  if (const auto read = run.read(kept->store); !read)
    return refuse_match(read.error().message, cli::kFailed);
  run.go_on_with(std::move(kept->store),
                 {now->report, now->exports, kept->memory.identity(), taken_by(*now, now->resume)});
  return run.tell();
}

// With the arguments that a file stands for in the place of "--config FILE".
base::Result<std::vector<std::string>> with_file(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "--config") return words;
  auto all =
      settings::load_match_file(base::path_from_utf8(words[1]), match_options(), check_match_word);
  if (all) all->insert(all->end(), words.begin() + 2, words.end());
  return all;
}

// The older server: commands are typed, and a match that runs hears none of them.
int play_typed(MatchOrder order, const std::vector<std::string>& arguments) {
  int status = 0;
  bool is_done = false;
  for (std::string line; std::getline(std::cin, line);) {
    const auto step = take_legacy_line(line, order);
    if (!step) {
      status = refuse_match(step.error().message);
      continue;
    }
    if (*step == LegacyStep::kQuit) {
      is_done = true;
      break;
    }
    if (*step != LegacyStep::kPlay) continue;
    MatchRun run(order, stored_engines(order), relay::rules_of(order.protocol));
    status = std::max(status, run.play(arguments));
    is_done = true;
    ++order.seed;  // other lines of the book
    if (run.was_interrupted()) break;
  }
  if (is_done || status != 0) return status;
  return refuse_match(
      base::say({"--legacy: no go came, neither as an argument nor on standard input",
                 "--legacy: 引数にも標準入力にも go がありません"}));
}

// Behind the last engine they hold for that one, which is no fair match, and is seldom meant.
void tell_what_is_unlike(const MatchOrder& order, const std::vector<match::StoredEngine>& engines) {
  const auto tell = [&](std::string_view option, bool OrderedEngine::*is_on) {
    std::string names;
    std::size_t count = 0;
    for (std::size_t i = 0; i < order.engines.size(); ++i) {
      if (!(order.engines[i].*is_on)) continue;
      names += (count++ == 0 ? "" : ", ") + engines[i].name;
    }
    if (count == 0 || count == order.engines.size()) return;
    std::cerr << "gougi match: "
              << base::say({"{0} on holds for {1} alone; before the first engine it holds for all",
                            "{0} on は {1} だけに有効です。最初のエンジンより前に書けば全エンジン"
                            "に有効です"},
                           option, names)
              << "\n";
  };
  tell("--ponder", &OrderedEngine::ponders);
  tell("--restart", &OrderedEngine::restarts);
}

}  // namespace

int match_command(const std::vector<std::string>& given) {
  if (!given.empty() && given.front() == "report") {
    return report_match({given.begin() + 1, given.end()});
  }
  if (!given.empty() && given.front() == "compare") {
    return compare_matches({given.begin() + 1, given.end()});
  }
  const auto expanded = with_file(given);
  if (!expanded) {
    settings::print_complaints("gougi match", expanded.error());
    return cli::kWrongUsage;
  }
  const std::vector<std::string>& arguments = *expanded;
  auto order = read_match_order(arguments);
  if (!order) return refuse_match(order.error().message);
  if (!order->answer.empty()) {
    std::cout << order->answer;
    return 0;
  }
  if (!order->resume.empty()) return resume_match(*order, arguments);
  if (order->shard) return play_part(*order, arguments);
  if (order->awaits_commands) return play_typed(std::move(*order), arguments);
  const auto engines = stored_engines(*order);
  if (!order->is_quiet) tell_what_is_unlike(*order, engines);
  MatchRun run(*order, engines, relay::rules_of(order->protocol));
  run.write_to({order->report, order->exports, {}, taken_by(*order), !order->file.empty()});
  return run.play(arguments);
}

}  // namespace gougi::tools
