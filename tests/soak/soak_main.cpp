// SPDX-License-Identifier: MIT
// gougi-soak: relays that play game after game for hours while their engines are killed, stopped
// and starved, their connections cut, their disks filled and their clocks set. It tells what was
// lost and what has leaked, and of every slow answer whose fault it is: the machine's, as a watch
// with a timer of its own sees it or as the system counts how long the relay's thread waited for a
// processor when it was to answer, an engine's, as the relay's record says of an answer in time, or
// else the relay's. Exit code 1: a game was lost, an answer was late but not by the machine's
// fault, or something leaked. Linux alone; ssh, and a disk that can be filled (as root), are used
// where they are there.
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/long_work.hpp"
#include "integration/relay.hpp"
#include "integration/ssh_server.hpp"
#include "io/program.hpp"
#include "relay/decision_record.hpp"
#include "shogi/movegen.hpp"
#include "soak/census.hpp"
#include "soak/strike.hpp"

namespace gougi::testing {
namespace {

// Less than so much left on the clock is slow. With a byoyomi of 100 ms the relay keeps 7.
Milliseconds kept_of(Milliseconds byoyomi) { return std::max(Milliseconds(4), byoyomi / 100); }
// So long before the end the relay means to answer.
Milliseconds margin_of(Milliseconds byoyomi) { return std::max(Milliseconds(7), byoyomi / 20); }
// More memory than this a thousand moves, and more than that in all, is a leak.
constexpr double kMostKibAThousandMoves = 150;
constexpr long kMostKib = 2048;
// The bundled engine and its guard, which are started when they are needed for the first time.
constexpr long kReserveProcesses = 2;
constexpr long kReserveDescriptors = 5;

struct Plan {
  int games = 100;
  double hours = 0;  ///< 0: until the games are played
  int tables = 4;
  int byoyomi = 1000;
  int plies = 60;
  int every = 10;
  std::uint64_t seed = 1;
  bool real = false;
  bool quiet = false;
  /// Asked before each move: the games end there.
  std::function<bool()> stop;
};

enum class Cause { kMachine, kEngine, kRelay };
constexpr std::array<const char*, 3> kCauseNames{"the machine's", "an engine's", "the relay's"};

struct Sums {
  int games = 0;
  int moves = 0;
  int lost = 0;                  ///< no answer, an illegal one, a resignation without need
  std::array<int, 3> slow{};     ///< by cause
  std::array<int, 3> late{};     ///< of these, after the time
  std::array<int, 5> strikes{};  ///< by blow
  Milliseconds slowest{0};

  void add(const Sums& other) {
    games += other.games;
    moves += other.moves;
    lost += other.lost;
    for (std::size_t i = 0; i < slow.size(); ++i) slow[i] += other.slow[i];
    for (std::size_t i = 0; i < late.size(); ++i) late[i] += other.late[i];
    for (std::size_t i = 0; i < strikes.size(); ++i) strikes[i] += other.strikes[i];
    slowest = std::max(slowest, other.slowest);
  }
};

/// What all tables share.
struct Hall {
  const Plan& plan;
  const SshServer* server;
  bool has_disks;
  StandstillWatch& machine;
  StandstillWatch& neighbour;
};

/// One relay that lives as long as the soak, and who plays against it: chance.
class Table {
 public:
  Table(const Hall& hall, int number)
      : hall_(hall),
        random_(base::Random::of(hall.plan.seed, static_cast<std::uint64_t>(number))),
        number_(number) {
    const auto disk = folder_.path() / "disk";
    std::filesystem::create_directories(disk);
    if (hall.has_disks && ::mount("none", disk.c_str(), "tmpfs", 0, "size=256k") == 0) {
      disk_.emplace(disk);
    }
    const std::map<std::string, std::string> around{
        {"XDG_CACHE_HOME", folder_.path().string()},
        {"LD_PRELOAD", GOUGI_BIN_DIR "/libclock-steps.so"}};
    gui_ = std::make_unique<Dialogue>(
        program_path("gougi"),
        std::vector<std::string>{"--config", folder_.write("soak.yaml", configuration())}, around);
  }
  ~Table() {
    if (disk_) ::umount2((folder_.path() / "disk").c_str(), MNT_DETACH);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  bool begin() {
    gui_->say("usi");
    return gui_->wait_for("usiok", Milliseconds(60'000)).has_value();
  }

  Sums play() {
    Sums sums;
    sums.games = 1;
    if (disk_) disk_->make_room();
    gui_->forget();
    gui_->say("isready");
    if (!gui_->wait_for("readyok", Milliseconds(120'000))) {
      std::printf("table %d: no readyok\n", number_);
      sums.lost = 1;
      return sums;
    }
    gui_->say("usinewgame");
    shogi::Game game;
    bool ours = random_.below(2) == 0;
    const auto most = static_cast<std::size_t>(hall_.plan.plies);
    while (!hall_.plan.stop() && game.moves().size() < most && game.position().has_legal_move()) {
      if (ours ? !ask(game, sums) : !play_at_random(game)) break;
      ours = !ours;
    }
    gui_->say("gameover draw");
    moves_ += sums.moves;
    growth_.add(Census::of(gui_->pid()), moves_);
    return sums;
  }

  /// How many processes are left when it has been told to leave; -1: it has not left.
  int leave() {
    const std::vector<int> below = descendants_of(gui_->pid());
    gui_->say("quit");
    if (!gui_->wait_exit(Milliseconds(5000))) return -1;
    if (all_gone(below, *gui_)) return 0;
    return static_cast<int>(std::ranges::count_if(below, [](int pid) { return !is_gone(pid); }));
  }

  const Growth& growth() const { return growth_; }
  int number() const { return number_; }

 private:
  std::string configuration() const {
    const std::string log = disk_ ? "disk" : "logs";
    // Whoever's record is on a full disk says nothing of its slow answers.
    const std::string record = disk_ && number_ % 4 == 3 ? "disk/rounds.jsonl" : "rounds.jsonl";
    // One that is stopped between games looks as if it loaded.
    std::string yaml =
        "language: en\nconsensus: optimistic\nmate: off\ntime: {ready_ms: 20000}\nlog: "
        "{directory: " +
        log + "}\nrecord: " + record + "\nengines:\n";
    return yaml + (hall_.plan.real ? real_engines() : sleepers());
  }
  std::string real_engines() const {
    std::string yaml = "  - {name: Ours, command: " + ours("gougi-engine") +
                       ", options: {USI_Hash: 16}, mirror: true}\n";
    if (std::filesystem::exists(kFairy)) yaml += fairy_entry();
    return yaml + remote("gougi-engine", "");
  }
  std::string sleepers() const {
    const auto words = [&](int voter) {
      return "--think --legal " + std::to_string(100 * number_ + voter);
    };
    std::string yaml;
    for (int voter = 1; voter <= 3; ++voter) {
      yaml += "  - {name: E" + std::to_string(voter) + ", command: [/bin/sh, -c, 'exec " +
              program_path("scripted-engine") + " " + words(voter) + "']" +
              (voter == 1 ? ", mirror: true" : "") + "}\n";
    }
    return yaml + remote("scripted-engine", " " + words(4));
  }
  std::string remote(const std::string& program, const std::string& words) const {
    if (hall_.server == nullptr) return "";
    return "  - {name: Far, command: " + hall_.server->command(program_path(program) + words) +
           "}\n";
  }

  bool play_at_random(shogi::Game& game) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    const auto chosen = random_.below(static_cast<std::uint64_t>(moves.size()));
    return game.play(moves[static_cast<int>(chosen)]) &&
           game.repetition() == shogi::Repetition::kNone;
  }

  /// False: the game is over.
  bool ask(shogi::Game& game, Sums& sums) {
    usi::PositionCommand position;
    position.moves = usi::moves_of(game.moves());
    gui_->forget();
    gui_->say(usi::format(usi::Command{position}));
    const Milliseconds there_is(hall_.plan.byoyomi);
    const auto aim = perhaps_aim();
    const auto asked = gui_->say("go btime 0 wtime 0 byoyomi " + std::to_string(there_is.count()));
    if (aim) strike_at_some_moment(*aim, sums);
    // What the relay's thread waited for earlier did not keep it from answering in time.
    auto heard = gui_->wait_for("bestmove", there_is - 2 * margin_of(there_is) - so_far(asked));
    const auto queued = first_thread_queued(gui_->pid());
    if (!heard) heard = gui_->wait_for("bestmove", Milliseconds(10'000));
    ++sums.moves;
    const std::string ending = play_answer(game, heard ? heard->line : "");
    if (!ending.empty() && ending != "repetition" && ending != "win") {
      std::printf("table %d, ply %zu: %s\n", number_, game.moves().size() + 1, ending.c_str());
      ++sums.lost;
      if (gui_->exit)
        std::printf("table %d: the relay ended: %s\n", number_, gui_->exit->text.c_str());
    }
    if (heard) {
      judge(asked, heard->at, first_thread_queued(gui_->pid()) - queued, sums);
    }
    return ending.empty();
  }

  static Milliseconds so_far(base::TimePoint asked) {
    return base::to_ms(io::EventLoop::now() - asked);
  }

  std::optional<Aim> perhaps_aim() {
    const auto every = static_cast<std::uint64_t>(hall_.plan.every);
    if (every == 0 || random_.below(every) != 0) return std::nullopt;
    return take_aim(static_cast<Blow>(random_.below(kBlowNames.size())), gui_->pid(), random_);
  }

  void strike_at_some_moment(const Aim& aim, Sums& sums) {
    gui_->listen(Milliseconds(
        static_cast<long>(random_.below(static_cast<std::uint64_t>(hall_.plan.byoyomi)))));
    if (strike(aim, disk_ ? &*disk_ : nullptr)) ++sums.strikes[static_cast<std::size_t>(aim.blow)];
  }

  void judge(base::TimePoint asked, base::TimePoint at, base::Duration queue, Sums& sums) {
    const Milliseconds there_is(hall_.plan.byoyomi);
    const auto took = at - asked;
    sums.slowest = std::max(sums.slowest, base::to_ms(took));
    const base::Duration well = there_is - kept_of(there_is);
    if (took < well) return;
    gui_->listen(Milliseconds(50));  // the watches see a gap at its end
    const auto still = hall_.machine.stood_still(asked, at);
    const auto beside = hall_.neighbour.stood_still(asked, at);
    const auto stolen = std::max(still, queue);
    // For no engine does a relay wait so long that its time is up.
    const bool in_time = took - stolen < there_is;
    const Cause cause = took - stolen < well                    ? Cause::kMachine
                        : in_time && an_engine_was_waited_for() ? Cause::kEngine
                                                                : Cause::kRelay;
    ++sums.slow[static_cast<std::size_t>(cause)];
    if (took >= there_is) ++sums.late[static_cast<std::size_t>(cause)];
    std::printf(
        "table %d: %lld of %lld ms, %s: the machine stood still for %lld ms, a process beside the "
        "relay for %lld, the relay waited for a processor for %lld\n",
        number_, static_cast<long long>(base::to_ms(took).count()),
        static_cast<long long>(there_is.count()), kCauseNames[static_cast<std::size_t>(cause)],
        static_cast<long long>(base::to_ms(still).count()),
        static_cast<long long>(base::to_ms(beside).count()),
        static_cast<long long>(base::to_ms(queue).count()));
  }

  /// Whether the relay's last decision was without a bestmove of one that it had asked.
  bool an_engine_was_waited_for() const {
    std::ifstream in(folder_.path() / "rounds.jsonl");
    std::string last;
    for (std::string line; std::getline(in, line);) last = line;
    const auto parsed = relay::parse_record(last);
    const auto* decision = parsed ? std::get_if<relay::DecisionRecord>(&*parsed) : nullptr;
    return decision != nullptr && std::ranges::any_of(decision->voters, [](const auto& each) {
             return !each.voter.ballot || each.voter.ballot->partial;
           });
  }

  const Hall& hall_;
  base::Random random_;
  const int number_;
  Folder folder_;
  std::optional<SmallDisk> disk_;
  std::unique_ptr<Dialogue> gui_;
  long moves_ = 0;
  Growth growth_;
};

/// What a table held at first and at last; false: it has leaked.
bool report(const Table& table, int left) {
  const Growth& growth = table.growth();
  if (growth.empty()) return false;
  const Census& a = growth.first();
  const Census& b = growth.last();
  const bool grows = growth.of(&Census::descriptors) > kReserveDescriptors ||
                     growth.of(&Census::threads) > 0 ||
                     growth.of(&Census::processes) > kReserveProcesses ||
                     (growth.of(&Census::memory_kib) > kMostKib &&
                      growth.memory_slope().value_or(0) > kMostKibAThousandMoves);
  const bool leaks = grows || left != 0;
  std::string slope = "too few moves to tell a leak";
  if (const auto kib = growth.memory_slope()) {
    slope = (*kib < 0 ? "" : "+") + std::to_string(std::lround(*kib)) + " a thousand moves";
  }
  std::printf(
      "table %d: memory %ld to %ld KiB (%s), descriptors %ld to %ld, threads "
      "%ld to %ld, processes below it %ld to %ld, %d left after it%s\n",
      table.number(), a.memory_kib, b.memory_kib, slope.c_str(), a.descriptors, b.descriptors,
      a.threads, b.threads, a.processes, b.processes, left, leaks ? ": LEAKS" : "");
  return !leaks;
}

void print(const Sums& sums) {
  std::printf("%d games, %d moves, %d lost, slowest answer %lld ms\n", sums.games, sums.moves,
              sums.lost, static_cast<long long>(sums.slowest.count()));
  for (std::size_t i = 0; i < kCauseNames.size(); ++i) {
    std::printf("%s fault: %d slow answers, %d of them late\n", kCauseNames[i], sums.slow[i],
                sums.late[i]);
  }
  std::printf("strikes:");
  for (std::size_t i = 0; i < kBlowNames.size(); ++i) {
    std::printf("%s %d %s", i == 0 ? "" : ",", sums.strikes[i], kBlowNames[i]);
  }
  std::printf("\n");
  std::fflush(stdout);
}

/// Mounts are ours alone from here on, and go with us.
bool own_mounts() {
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

int soak(const Plan& plan) {
  const bool has_disks = own_mounts();
  std::unique_ptr<SshServer> server;
  if (std::filesystem::exists(kSshd) && std::filesystem::exists(kSsh)) {
    server = std::make_unique<SshServer>();
    if (!server->start()) server.reset();
  }
  if (!has_disks) std::printf("no disk is filled: only root can make one\n");
  if (server == nullptr) std::printf("no connection is cut: there is no ssh\n");
  StandstillWatch machine;
  StandstillWatch neighbour(StandstillWatch::Place::kBesideTheRelay);
  const Hall hall{plan, server.get(), has_disks, machine, neighbour};
  const auto end = io::EventLoop::now() + Milliseconds(static_cast<long long>(plan.hours * 3.6e6));
  std::atomic<int> next = 0;
  std::mutex mutex;
  Sums all;
  bool well = true;
  run_beside_each_other(plan.tables, plan.tables, [&](int number) {
    Table table(hall, number);
    const bool began = table.begin();
    while (began && !plan.stop() &&
           (plan.hours > 0 ? io::EventLoop::now() < end : next++ < plan.games)) {
      const Sums sums = table.play();
      const std::lock_guard lock(mutex);
      all.add(sums);
      if (!plan.quiet && all.games % 50 == 0) print(all);
      if (sums.lost > 0) break;
    }
    const int left = table.leave();
    const std::lock_guard lock(mutex);
    if (plan.stop() && table.growth().empty()) return;  // it has not played
    well = report(table, left) && began && well;
  });
  print(all);
  const bool kept = well && (all.moves > 0 || plan.stop()) && all.lost == 0 &&
                    all.late[static_cast<std::size_t>(Cause::kEngine)] == 0 &&
                    all.late[static_cast<std::size_t>(Cause::kRelay)] == 0;
  std::printf("%s\n", kept ? "kept: nothing lost, nothing late but by the machine, nothing leaked"
                           : "BROKEN: a loss, a late answer, a leak, or nothing was played");
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) {
  using namespace gougi;
  return io::run_program("gougi-soak", [&] {
    return cli::with_words("gougi-soak", argc, argv, [](const cli::Words& words) -> int {
      using base::said;
      gougi::testing::Plan plan;
      cli::App app(
          {"Relays that play for hours under faults; tells losses, leaks and slow answers. Exit "
           "code "
           "1: something was lost, leaked, or late by the relay's or an engine's fault. As root it "
           "also fills disks and lets clocks jump; where there is sshd it cuts connections.",
           "障害の中で何時間も対局を続け、負け、リーク、遅い回答を調べます。終了コード1: "
           "負けかリークがあった、または gougi かエンジンのために遅れた。root "
           "ならディスクを満杯にし"
           "時計も狂わせます。sshd があれば接続も切ります。"},
          "gougi-soak");
      app.add_option("--games", plan.games, said({"so many in all", "全部の対局数"}))
          ->capture_default_str()
          ->check(CLI::Range(1, 1'000'000));
      app.add_option("--hours", plan.hours,
                     said({"play for so long instead", "代わりに、この時間だけ指す"}))
          ->check(CLI::Range(0.0, 10'000.0));
      app.add_option("--tables", plan.tables, said({"games at a time", "同時対局数"}))
          ->capture_default_str()
          ->check(CLI::Range(1, 64));
      app.add_option("--byoyomi", plan.byoyomi, said({"milliseconds a move", "1手のミリ秒"}))
          ->capture_default_str()
          ->check(CLI::Range(50, 600'000));
      app.add_option("--plies", plan.plies, said({"a game's length at most", "1局の最大手数"}))
          ->capture_default_str()
          ->check(CLI::Range(1, 1000));
      app.add_option("--every", plan.every,
                     said({"a fault in one move of so many; 0: none",
                           "この手数に1回の割合で障害を起こす。0 ならなし"}))
          ->capture_default_str()
          ->check(CLI::Range(0, 1'000'000));
      app.add_option("--seed", plan.seed,
                     said({"of the faults and the opponent", "障害と相手の乱数の種"}))
          ->capture_default_str()
          ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000}));
      app.add_flag("--real", plan.real,
                   said({"real engines; else voters that mostly sleep",
                         "本物のエンジンを使う。なければほとんど眠っているもの"}));
      app.add_flag("--quiet", plan.quiet,
                   said({"no sums before the end", "途中の集計を表示しない"}));
      if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
      cli::LongWork work;
      work.on_first([] {
        cli::tell_finishing("gougi-soak", {"the moves that are thought about", "考慮中の指し手"});
      });
      plan.stop = [&work] { return work.was_interrupted(); };
      const int exit_code = work.run([&plan] { return gougi::testing::soak(plan); });
      return work.was_interrupted() ? cli::kInterrupted : exit_code;
    });
  });
}
