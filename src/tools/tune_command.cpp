// SPDX-License-Identifier: MIT
#include "tools/tune_command.hpp"

#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "farm/row_work.hpp"
#include "match/tuning_state.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/tune_file.hpp"
#include "tools/match_order.hpp"
#include "tools/match_plan.hpp"
#include "tools/output_place.hpp"
#include "tools/part_words.hpp"
#include "tools/tune_page.hpp"
#include "tools/tune_part.hpp"
#include "tools/tune_run.hpp"

namespace gougi::tools {
namespace {

using base::said;

namespace fs = std::filesystem;

struct TuneOrder {
  std::string file;
  std::string state;
  std::string report;
  bool shows = false;
  std::optional<base::Shard> shard;  ///< of the iteration that comes
  std::string part;                  ///< that part's file
  fs::path stop_file;                ///< once it is there, the part ends
};

struct ParsedTuning {
  std::optional<TuneOrder> order;
  int exit_code = 0;
};

ParsedTuning read_tune_order(const std::vector<std::string>& words) {
  TuneOrder order;
  cli::App app(
      {"Tunes numbers of an engine (options of it) by games against itself: in each iteration all "
       "are moved at once, up or down by lot, and the games between both sides say which way is "
       "better (SPSA). After each iteration the state is written; the same command goes on there. "
       "docs/learning.md says what FILE holds.",
       "エンジンの数値(オプション)を自己対局で調整します(SPSA)"
       "。反復ごとに全部の数値をランダムに上下へ動かし、双方の対局でどちらがよいかを見ます。反復ご"
       "とに途中経過を書き、同じコマンドで続きから始めます。FILE の書き方は docs/learning.ja.md "
       "にあります。"},
      "gougi tune");
  app.add_option(
         "FILE", order.file,
         said({"engine, games and what is tuned (YAML)", "エンジン、対局、調整する数値(YAML)"}))
      ->required()
      ->type_name("FILE.yaml");
  app.add_option(
         "--state", order.state,
         said({"where it stands; otherwise FILE.tune", "途中経過のファイル。なければ FILE.tune"}))
      ->type_name("FILE.tune");
  CLI::Option* const report =
      app.add_option("--report", order.report,
                     said({"the curves as an HTML page, now and then and at the end",
                           "推移のグラフを HTML のページに書く(途中でも最後にも)"}))
          ->type_name("FILE.html");
  CLI::Option* const show = app.add_flag(
      "--show", order.shows,
      said({"plays nothing: what the numbers came to so far", "対局せず、これまでの数値を表示"}));
  const PartOptions part = declare_part(
      app, order.shard, order.part, order.stop_file,
      {"part I of N of the next iteration's pairs of games (0/8 to 7/8); gougi merge FILE.tune "
       "makes the state behind it of all parts",
       "次の反復の対局の組を N 個に分けた I 番目だけを指す(0/8~7/8)。全部分から gougi merge "
       "FILE.tune で反復後の途中経過を作る"});
  part.shard->excludes(show)->excludes(report);
  if (const auto exit_code = cli::parse_words(app, words)) return {std::nullopt, *exit_code};
  return {order, 0};
}

int refuse_tuning(const std::string& message, int exit_code = cli::kFailed) {
  std::cerr << "gougi tune: " << base::printable(message, 4000) << '\n';
  return exit_code;
}

match::SpsaSettings spsa_of(const settings::TuneFile& file) {
  match::SpsaSettings spsa;
  spsa.iterations = file.iterations;
  spsa.seed = file.seed;
  const double rate = match::usual_spsa_rate(file.iterations * file.games / 2);
  for (const settings::TuneParameter& parameter : file.parameters) {
    spsa.parameters.push_back(
        {parameter.name, static_cast<double>(parameter.start), static_cast<double>(parameter.min),
         static_cast<double>(parameter.max), parameter.step, parameter.rate.value_or(rate)});
  }
  return spsa;
}

/// All that makes the walk what it is; how many games run at a time does not.
std::uint64_t hash_of(const settings::TuneFile& file, const match::SpsaSettings& spsa) {
  std::ostringstream text;
  text.precision(17);
  text << file.games << ' ' << spsa.iterations << ' ' << spsa.seed << '\n';
  for (const std::string& word : file.match_arguments) text << word << '\n';
  for (const match::SpsaParameter& p : spsa.parameters) {
    text << p.name << ' ' << p.start << ' ' << p.least << ' ' << p.most << ' ' << p.step << ' '
         << p.rate << '\n';
  }
  return match::settings_hash(text.str());
}

base::Result<fs::path> state_place(const TuneOrder& order) {
  const fs::path file = base::path_from_utf8(order.file);
  fs::path state = base::path_from_utf8(order.state);
  if (order.state.empty()) state = fs::path(file).replace_extension(".tune");
  if (base::is_same_file(state, file)) {
    return base::fail(
        base::say({"{0}: would be overwritten by the state; name it with --state",
                   "{0}: 途中経過で上書きされてしまいます。--state で別の名前を指定してください"},
                  order.file));
  }
  return state;
}

/// Nothing: there is none yet.
base::Result<std::optional<match::TuningState>> read_state(const fs::path& place,
                                                           const match::SpsaSettings& spsa,
                                                           std::uint64_t hash) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(place, ignored))) return std::nullopt;
  auto stream = base::open_to_read(place);
  if (!stream) return tl::unexpected(stream.error());
  std::string text(match::kMostStateBytes + 1, '\0');
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream->gcount()));
  if (text.size() > match::kMostStateBytes) {
    return base::fail(base::say({"{0}: is no state of gougi tune: it is too large",
                                 "{0}: gougi tune の途中経過ではありません(大きすぎます)"},
                                base::to_utf8(place)));
  }
  auto state = match::parse_tuning_state(text, spsa, hash);
  if (!state) return base::fail(base::to_utf8(place) + ": " + state.error().message);
  return std::optional(std::move(*state));
}

int show_tuning(const TunePlaces& places, const match::SpsaSettings& spsa,
                const match::TuningState& state) {
  std::cout << tuning_text(spsa, state) << std::flush;
  if (!std::cout)
    return refuse_tuning(base::say(
        {"the result could not be written to stdout", "結果を標準出力に書けませんでした"}));
  const auto written = write_tuning_page(places, spsa, state);
  return written ? 0 : refuse_tuning(written.error().message);
}

/// A part of the iteration that comes. The state is only read.
int play_part(const settings::TuneFile& file, MatchOrder games, const TuneOrder& order,
              const TuneWalk& walk) {
  games.games = file.iterations * file.games;
  games.concurrency = file.concurrency;
  auto job = tune_job(games, walk);
  if (!job) return refuse_tuning(job.error().message);
  auto plan = plan_of(games);
  if (!plan) return refuse_tuning(plan.error().message);
  const fs::path part = base::path_from_utf8(order.part);
  auto work = farm::RowWork::begin(part, {std::move(*job), *order.shard}, {}, file.games / 2);
  if (!work) return refuse_tuning(work.error().message);
  TunePart run(walk, std::move(*work));
  return run.play(std::move(*plan), order.stop_file);
}

int play_tuning(const settings::TuneFile& file, MatchOrder games, const TunePlaces& places,
                const match::SpsaSettings& spsa, match::TuningState state) {
  if (const auto fits = check_output_file(places.state); !fits) {
    return refuse_tuning(fits.error().message);
  }
  games.games = file.iterations * file.games;
  games.concurrency = file.concurrency;
  auto plan = plan_of(games);
  if (!plan) return refuse_tuning(plan.error().message);
  if (state.iteration > 0) {
    std::cerr << base::say({"{0}: goes on behind iteration {1}\n", "{0}: 反復 {1} の続きから\n"},
                           base::to_utf8(places.state), state.iteration);
  }
  TuneRun run(spsa, std::move(state), file.games, places);
  if (const int exit_code = run.play(std::move(*plan)); exit_code != 0) return exit_code;
  std::cout << tuning_text(spsa, run.state()) << std::flush;
  return std::cout ? 0
                   : refuse_tuning(base::say({"the result could not be written to stdout",
                                              "結果を標準出力に書けませんでした"}));
}

int carry_out(const TuneOrder& order) {
  const auto file = settings::load_tune_file(base::path_from_utf8(order.file), check_match_word);
  if (!file) {
    settings::print_complaints("gougi tune", file.error());
    return cli::kWrongUsage;
  }
  auto games = read_match_order(file->match_arguments);
  if (!games) return refuse_tuning(order.file + ": " + games.error().message, cli::kWrongUsage);
  const match::SpsaSettings spsa = spsa_of(*file);
  const std::uint64_t hash = hash_of(*file, spsa);
  const auto place = state_place(order);
  if (!place) return refuse_tuning(place.error().message, cli::kWrongUsage);
  auto state = read_state(*place, spsa, hash);
  if (!state) return refuse_tuning(state.error().message);
  const TunePlaces places{order.file, *place, base::path_from_utf8(order.report)};
  if (!order.report.empty()) {
    const std::array taken{base::path_from_utf8(order.file), *place};
    if (const auto fits = check_output_page(places.report, taken, kTunePage); !fits) {
      return refuse_tuning(fits.error().message);
    }
  }
  if (*state && (order.shows || (*state)->iteration >= spsa.iterations)) {
    return show_tuning(places, spsa, **state);
  }
  if (order.shows) {
    return refuse_tuning(base::say(
        {"{0}: is not there: nothing was tuned yet", "{0}: まだありません(調整を始めていません)"},
        base::to_utf8(*place)));
  }
  if (!*state) {
    state->emplace();
    (*state)->settings = hash;
    (*state)->values = match::Spsa(spsa).values();
    match::add_point(**state, spsa);
  }
  if (order.shard) {
    return play_part(*file, std::move(*games), order, {spsa, std::move(**state), file->games});
  }
  return play_tuning(*file, std::move(*games), places, spsa, std::move(**state));
}

}  // namespace

int tune_command(const std::vector<std::string>& words) {
  const ParsedTuning parsed = read_tune_order(words);
  return parsed.order ? carry_out(*parsed.order) : parsed.exit_code;
}

}  // namespace gougi::tools
