// SPDX-License-Identifier: MIT
#include "tools/selfplay_command.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>

#include "base/counted.hpp"
#include "base/file.hpp"
#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/random.hpp"
#include "base/say.hpp"
#include "base/shard.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "base/whole_file.hpp"
#include "book/library.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "eval/shipped_network.hpp"
#include "farm/job.hpp"
#include "io/event_loop.hpp"
#include "learn/known_positions.hpp"
#include "learn/self_play.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_parts.hpp"
#include "match/openings.hpp"
#include "shogi/game.hpp"
#include "tools/in_order.hpp"
#include "tools/parsed_words.hpp"
#include "tools/part_words.hpp"
#include "tools/teacher_files_command.hpp"
#include "usi/game_line.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr const char* kSelfplay = "gougi selfplay";

// What a move of some thousand nodes fills; a larger table costs time at each new game.
constexpr std::size_t kTableMb = 4;
// So many games in a row without a position that is kept: there will be none. A list of openings
// without random moves has given all its games by then.
constexpr int kMostEmptyGames = 1000;

struct SelfplayOrder {
  std::string output;
  std::uint64_t positions = 1'000'000;
  std::optional<std::uint64_t> games;  ///< in all parts, instead of positions
  std::optional<base::Shard> shard;    ///< of the games
  std::filesystem::path stop_file;     ///< once it is there, the part ends
  unsigned threads = 1;
  learn::SelfPlaySettings settings;
  std::string openings;
  std::string book;
  int plies = 24;  ///< of the book
  std::string network;
  int fv_scale = eval::kUsualFvScale;
  std::string style = "balanced";
  bool keep_duplicates = false;
};

// Far more than any network known here has.
constexpr std::uintmax_t kMostNetworkBytes = std::uintmax_t{1} << 30U;

/// Not a path, but the hand-made terms.
constexpr std::string_view kHandMade = "handmade";

/// The network as the journal names it: the program's own is another one in another version.
std::string network_in_words(const std::string& name) {
  if (!name.empty()) return base::printable(name, 200);
  const auto own = eval::read_nnue_file(eval::shipped_network());
  return own ? "own " + std::to_string(own->header.hash) : "own";
}

/// What makes the positions what they are, in one line, for the journal. Not the number of
/// positions, which may grow, nor of threads, which changes nothing.
std::string in_words(const SelfplayOrder& order) {
  const learn::SelfPlaySettings& s = order.settings;
  std::ostringstream out;
  out << "seed " << s.seed << " nodes " << s.nodes << " random " << s.least_random_plies << '-'
      << s.most_random_plies << " opening-value " << s.largest_opening_value << " adjudicate "
      << s.adjudicated_value << 'x' << s.adjudicated_plies << " plies " << s.longest_game
      << " value " << s.largest_value << " checks " << s.keep_checks << " captures "
      << s.keep_captures << " duplicates " << order.keep_duplicates << " style " << order.style
      << " fv-scale " << order.fv_scale << " network " << network_in_words(order.network)
      << " openings " << base::printable(order.openings, 200);
  // Older journals have no word on books.
  if (!order.book.empty()) {
    out << " book " << base::printable(order.book, 200) << " plies " << order.plies;
  }
  return out.str();
}

/// The same with the hashes of the files that it names, if any; of a part of the games, with what
/// else tells parts of one job.
base::Result<std::string> in_words_with_files(const SelfplayOrder& order) {
  const std::string words = in_words(order);
  farm::Job job{"selfplay", {}};
  if (order.shard) {
    job.add("gougi", std::string(base::kVersion));
    job.add("settings", words);
    job.add("--games", std::to_string(*order.games));
  }
  for (const std::string& name : {order.openings, order.book, order.network}) {
    if (const auto added = job.add_value("file", name); !added) {
      return tl::unexpected(added.error());
    }
  }
  auto identity = farm::identity_of(job);
  if (!identity) return identity;
  if (order.shard) return words + learn::part_in_words({*order.shard, *order.games, *identity});
  const bool names_network = !order.network.empty() && order.network != kHandMade;
  const bool names_files = !order.openings.empty() || !order.book.empty() || names_network;
  return names_files ? words + " files " + *identity : words;
}

cli::Parsed<SelfplayOrder> read_selfplay_order(const std::vector<std::string>& words) {
  SelfplayOrder order;
  learn::SelfPlaySettings& s = order.settings;
  cli::App app(
      {"Games of the engine against itself, written as teacher positions (PackedSfenValue, 40 "
       "bytes "
       "each) for gougi learn. A run that was broken off goes on when the same is typed again.\n"
       "Also: gougi selfplay stat FILE…, which says what files hold, and gougi selfplay merge, "
       "shuffle and split, which make files of files.",
       "自己対局の教師局面(PackedSfenValue、1局面40バイト)を gougi learn "
       "のために書き出します。中断しても、同じコマンドで続きから始めます。\nほかに、ファイルの中身"
       "を調べる gougi selfplay stat FILE… と、ファイルを作り直す gougi selfplay "
       "merge、shuffle、split があります。"},
      kSelfplay);
  app.add_option("OUT", order.output,
                 said({"the file of positions; its journal is OUT.games",
                       "局面のファイル。記録は OUT.games"}))
      ->required()
      ->type_name("FILE");
  CLI::Option& positions =
      *app.add_option("--positions", order.positions, said({"how many in all", "全部の局面数"}))
           ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40U))
           ->capture_default_str();
  CLI::Option& games = *app.add_option("--games", order.games,
                                       said({"instead of --positions: so many games in all",
                                             "--positions の代わりに、全部の対局数"}))
                            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40U))
                            ->excludes(&positions);
  CLI::Option* const shard = declare_shard(
      app, order.shard,
      {"only the games of part I of N (0/8 to 7/8); gougi merge puts the parts together",
       "N 分割の I 番目(0/8 から 7/8)の対局だけ。gougi merge で1つにまとめる"});
  shard->needs(&games);
  declare_stop_file(app, order.stop_file, shard);
  app.add_option("--nodes", s.nodes, said({"a move", "1手で読む局面数"}))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--threads", order.threads,
                 said({"games at once; the file is the same for any number",
                       "同時対局数。ファイルの中身は数によらない"}))
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  app.add_option("--seed", s.seed, said({"of the openings", "序盤の乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  app.add_option_function<int>(
         "--random-plies",
         [&s](const int& plies) { s.least_random_plies = s.most_random_plies = plies; },
         said({"random moves at the start of each game; otherwise 7 or 8",
               "各局の最初にランダムに指す手数。なければ 7 か 8"}))
      ->check(CLI::Range(0, 60));
  app.add_option("--openings", order.openings,
                 said({"games begin with lines of this file (position lines, one a line)",
                       "開始局面のファイル(1行1局面の position の行)"}))
      ->type_name("FILE");
  app.add_option(
         "--book", order.book,
         said({"games begin with what this book plays, each move as often as it counts there; "
               "the random moves follow",
               "開始時にこの定跡を指す。手は出現数に応じて選び、その後にランダムな手が続く"}))
      ->type_name("FILE")
      ->excludes("--openings");
  app.add_option("--plies", order.plies, said({"moves of the book, at most", "定跡の手数の上限"}))
      ->check(CLI::Range(0, 500))
      ->capture_default_str()
      ->needs("--book");
  app.add_option(
         "--opening-value", s.largest_opening_value,
         said({"games whose first value is beyond this, in hundredths of a pawn, are not played",
               "最初の評価値(歩1枚=100)がこれを超える対局は指さない"}))
      ->check(CLI::Range(0, 30000))
      ->capture_default_str();
  app.add_option("--adjudicate", s.adjudicated_value,
                 said({"a game ends when both sides say this value, the same way, six plies long",
                       "双方が6手続けて同じ側にこの評価値を出したら終局"}))
      ->check(CLI::Range(1, 30000))
      ->capture_default_str();
  app.add_option("--max-plies", s.longest_game,
                 said({"a longer game is drawn", "これより長い対局は引き分け"}))
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option(
         "--max-value", s.largest_value,
         said({"positions beyond this value are left out", "評価値がこれを超える局面を除く"}))
      ->check(CLI::Range(1, 30000))
      ->capture_default_str();
  app.add_flag("--keep-checks", s.keep_checks,
               said({"also positions in check", "王手のかかった局面も残す"}));
  app.add_flag("--keep-captures", s.keep_captures,
               said({"also positions whose best move captures or promotes",
                     "最善手が駒を取るか成る局面も残す"}));
  app.add_flag("--keep-duplicates", order.keep_duplicates,
               said({"also positions that were there before", "同じ局面の重複も残す"}));
  app.add_option(
         "--network", order.network,
         said({"an evaluation file, or \"handmade\" for the hand-made terms; otherwise the "
               "program's own network",
               "評価関数ファイル。\"handmade\" なら手作りの評価項目。なければ付属のネットワーク"}))
      ->type_name("FILE");
  app.add_option("--fv-scale", order.fv_scale,
                 said({"what the network's output is divided by", "ネットワークの出力を割る数"}))
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--style", order.style,
                 said({"weights of the hand-made terms, also of those in a network",
                       "手作りの評価項目の重み。ネットワークが含む評価項目にも効く"}))
      ->check(CLI::IsMember({"balanced", "attack", "defence"}))
      ->capture_default_str();
  if (auto answer = cli::read_words(app, words)) return tl::unexpected(*std::move(answer));
  return order;
}

eval::Style style_of(const std::string& name) {
  if (name == "attack") return eval::Style::kAttack;
  return name == "defence" ? eval::Style::kDefence : eval::Style::kBalanced;
}

base::Result<std::shared_ptr<const eval::NnueNetwork>> load_network(const std::string& name) {
  if (name == kHandMade) return std::shared_ptr<const eval::NnueNetwork>();
  if (name.empty()) return eval::NnueNetwork::read(eval::shipped_network(), nullptr);
  auto bytes = base::read_bytes(base::path_from_utf8(name), kMostNetworkBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  auto network = eval::NnueNetwork::read(std::move(*bytes));
  if (!network) return base::fail(name + ": " + network.error().message);
  return network;
}

using Opening = learn::SelfPlay::Opening;

base::Result<Opening> openings_of_list(const std::string& name) {
  std::vector<shogi::Game> games;
  auto file = base::open_to_read(base::path_from_utf8(name));
  if (!file) return tl::unexpected(file.error());
  const auto read =
      match::for_each_opening_line(*file, name, [&](std::string_view line, int number) {
        auto game = usi::read_game_line(line);
        if (game && game->is_freeze_game()) {
          game = base::fail(
              base::say({"the opening is of Freeze shogi; teacher positions are of ordinary shogi",
                         "フリーズ将棋の開始局面です。教師局面は普通の将棋だけです"}));
        }
        if (game && game->freeze_position().is_lost())
          game =
              base::fail(base::say({"the opening ends with mate", "開始局面までに詰んでいます"}));
        if (game) games.push_back(std::move(*game));
        return game ? base::Result<void>()
                    : base::fail(base::say({"{0} line {1}: {2}", "{0} {1}行目: {2}"}, name, number,
                                           game.error().message));
      });
  if (!read) return tl::unexpected(read.error());
  if (auto whole = base::check_read(*file, base::path_from_utf8(name)); !whole) {
    return tl::unexpected(whole.error());
  }
  if (games.empty())
    return base::fail(base::say({"{0}: holds no opening", "{0}: 開始局面がありません"}, name));
  return [games = std::move(games)](std::uint64_t number) { return games[number % games.size()]; };
}

base::Result<Opening> openings_of_book(const SelfplayOrder& order) {
  auto book = book::MemoryLibrary::load(base::path_from_utf8(order.book), [](const auto&...) {});
  if (!book) return tl::unexpected(book.error());
  if (book->find(shogi::Position::start(), true).empty()) {
    return base::fail(base::say(
        {"{0}: holds no move of the start position", "{0}: 初期局面の手がありません"}, order.book));
  }
  const auto library = std::make_shared<book::MemoryLibrary>(std::move(*book));
  return [library, seed = order.settings.seed, plies = order.plies](std::uint64_t number) {
    return match::walk_opening(*library, base::Random::of(seed, number).next(), plies);
  };
}

/// Nothing: the start position.
base::Result<Opening> openings_of(const SelfplayOrder& order) {
  if (!order.openings.empty()) return openings_of_list(order.openings);
  if (!order.book.empty()) return openings_of_book(order);
  return Opening();
}

class Playing {
 public:
  Playing(const SelfplayOrder& order, learn::TeacherFile& file,
          const std::shared_ptr<const eval::NnueNetwork>& network, Opening opening,
          search::MemoryAdvice advice)
      : order_(order),
        file_(file),
        begun_with_(file.positions()),
        begun_with_games_(file.games()),
        next_(file.games()),
        wanted_games_(order.games ? order.shard.value_or(base::Shard()).count(*order.games)
                                  : std::numeric_limits<std::uint64_t>::max()),
        opening_(std::move(opening)) {
    for (unsigned i = 0; i < order.threads; ++i) {
      auto& searcher = searchers_.emplace_back(
          std::make_unique<search::Searcher>(style_of(order.style), advice));
      searcher->resize_table(kTableMb);
      if (network) searcher->set_source(eval::NetworkScores{network, order.fv_scale});
    }
  }

  /// What the file has already is known again.
  base::Result<void> remember(const std::filesystem::path& written) {
    if (order_.keep_duplicates || file_.positions() == 0) return {};
    auto reader = learn::TeacherReader::open(written);
    if (!reader) return tl::unexpected(reader.error());
    learn::TeacherPosition teacher;
    while (reader->next(teacher)) known_.add(teacher.position);
    return reader->error().empty() ? base::Result<void>() : base::fail(reader->error());
  }

  void run() {
    games_.next = [this]() -> std::optional<std::uint64_t> {
      if (next_ >= wanted_games_) return std::nullopt;
      const base::Shard shard = order_.shard.value_or(base::Shard());
      return shard.part + shard.of * next_++;
    };
    games_.work = [this](std::size_t worker, const std::uint64_t& number) {
      learn::SelfPlay play(order_.settings, *searchers_[worker], opening_);
      return play.play(number, [this] { return games_.is_over(); });
    };
    games_.take = [this](std::vector<learn::TeacherPosition>&& game) {
      return take(std::move(game));
    };
    games_.run(order_.threads);
  }
  /// The games at hand are the last. Safe from any thread.
  void finish() { games_.finish(); }
  void leave_line() { line_.leave(); }
  const std::string& failure() const { return failure_; }

 private:
  bool take(std::vector<learn::TeacherPosition> game) {
    if (!order_.keep_duplicates) {
      std::erase_if(game, [this](const auto& teacher) { return !known_.add(teacher.position); });
    }
    empty_games_ = game.empty() ? empty_games_ + 1 : 0;
    if (empty_games_ == kMostEmptyGames) {
      failure_ = base::say(
          {"{0}: {1} games in a row had no new position; what was written is kept, and other "
           "openings, more --random-plies or --keep-duplicates give more",
           "{0}: "
           "{1}局続けて新しい局面がありませんでした。書いた分は残ります。別の開始局面、より大きい "
           "--random-plies、--keep-duplicates で増やせます"},
          order_.output, kMostEmptyGames);
      return false;
    }
    if (const auto written = file_.append(game); !written) {
      failure_ = written.error().message;
      return false;
    }
    report();
    return order_.games || file_.positions() < order_.positions;
  }

  void report() {
    const auto now = io::EventLoop::now();
    const bool done = file_.positions() >= order_.positions || file_.games() >= wanted_games_;
    if (!done) return line_.show(now, [&] { return progress(now); });
    line_.show_now(now, progress(now));
    line_.leave();
  }

  std::string progress(base::TimePoint now) const {
    // What is counted up to an end stands last, as the pace is its.
    const auto since = [](std::uint64_t now_there, std::uint64_t before) {
      return static_cast<double>(now_there - before);
    };
    if (order_.games) {
      return base::say({"{0} positions, {1}/{2} games, {3}", "{0}局面、{1}/{2}局、{3}"},
                       file_.positions(), file_.games(), wanted_games_,
                       base::pace_text(since(file_.games(), begun_with_games_),
                                       since(wanted_games_, file_.games()), now - begun_));
    }
    const std::uint64_t all = std::max(order_.positions, file_.positions());
    return base::say({"{0} games, {1}/{2} positions, {3}", "{0}局、{1}/{2}局面、{3}"},
                     file_.games(), file_.positions(), order_.positions,
                     base::pace_text(since(file_.positions(), begun_with_),
                                     since(all, file_.positions()), now - begun_));
  }

  const SelfplayOrder& order_;
  learn::TeacherFile& file_;
  std::uint64_t begun_with_;  ///< positions
  std::uint64_t begun_with_games_;
  std::uint64_t next_;          ///< among the games of this part
  std::uint64_t wanted_games_;  ///< of this part
  std::vector<std::unique_ptr<search::Searcher>> searchers_;
  Opening opening_;
  learn::KnownPositions known_;
  int empty_games_ = 0;  // in a row
  InOrder<std::uint64_t, std::vector<learn::TeacherPosition>> games_;
  std::string failure_;
  base::TimePoint begun_ = io::EventLoop::now();
  cli::ProgressLine line_;
};

int complain_of_selfplay(const std::string& what, int code = 1) {
  std::cerr << "gougi selfplay: " << what << '\n';
  return code;
}

int play_order(const SelfplayOrder& order, search::MemoryAdvice advice) {
  const auto network = load_network(order.network);
  if (!network) return complain_of_selfplay(network.error().message);
  auto opening = openings_of(order);
  if (!opening) return complain_of_selfplay(opening.error().message);
  const auto path = base::path_from_utf8(order.output);
  const auto words = in_words_with_files(order);
  if (!words) return complain_of_selfplay(words.error().message);
  const std::uint64_t positions = order.games ? std::uint64_t{1} << 40U : order.positions;
  // Older versions said nothing of what is in the files that an undivided run names.
  auto file = learn::TeacherFile::open(path, *words, positions,
                                       order.shard ? std::string() : in_words(order));
  if (!file) return complain_of_selfplay(file.error().message);
  const base::Shard shard = order.shard.value_or(base::Shard());
  if (order.games && (*file)->games() >= shard.count(*order.games)) {
    std::cerr << base::say(
        {"{0}: has {1} already\n", "{0}: すでに {1}あります\n"}, order.output,
        base::counted((*file)->games(), {"{0} game", "{0}局"}, {"{0} games", "{0}局"}));
    return 0;
  }
  if ((*file)->positions() >= positions) {
    std::cerr << base::say({"{0}: has {1} already\n", "{0}: すでに {1}あります\n"}, order.output,
                           base::counted((*file)->positions(), {"{0} position", "{0}局面"},
                                         {"{0} positions", "{0}局面"}));
    return 0;
  }
  Playing playing(order, **file, *network, std::move(*opening), advice);
  if (const auto known = playing.remember(path); !known) {
    return complain_of_selfplay(known.error().message);
  }
  // The signals' loop has this thread, the games have others.
  io::EventLoop loop;
  const cli::Interruption interruption(
      loop,
      [&] {
        cli::tell_finishing(kSelfplay, {"the games at hand", "途中の対局"});
        playing.finish();
      },
      order.stop_file);
  std::thread games([&] {
    playing.run();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  games.join();
  playing.leave_line();
  if (!playing.failure().empty()) return complain_of_selfplay(playing.failure());
  return interruption.has_come() ? cli::kInterrupted : 0;
}

}  // namespace

int selfplay_command(const std::vector<std::string>& words, search::MemoryAdvice advice) {
  if (const auto done = teacher_files_command(words)) return *done;
  const auto order = read_selfplay_order(words);
  return order ? play_order(*order, advice) : cli::tell(kSelfplay, order.error());
}

base::Result<std::vector<std::string>> files_of_selfplay(const std::vector<std::string>& words) {
  const auto order = read_selfplay_order(words);
  if (!order) return cli::no_work(order.error());
  std::vector<std::string> files{order->openings, order->book};
  if (order->network != kHandMade) files.push_back(order->network);
  return files;
}

}  // namespace gougi::tools
