// SPDX-License-Identifier: MIT
#include "match/server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/say.hpp"
#include "io/open_files.hpp"
#include "match/player.hpp"
#include "match/prover.hpp"
#include "usi/failure_words.hpp"

namespace gougi::match {
namespace {

constexpr base::Milliseconds kQuitGrace{1000};
constexpr base::Milliseconds kLookForTheEnd{5};
// More engines at a table than this are ended when they are not in its game.
constexpr std::size_t kMostAtATable = 6;

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::tm* const parts = std::gmtime(&now);  // NOLINT(concurrency-mt-unsafe): one thread
  std::array<char, 32> text{};
  if (parts == nullptr || std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", parts) == 0)
    return "";
  return text.data();
}

usi::GameResult told(Result result, shogi::Color side) {
  switch (points_of(result, side)) {
    case Points::kWin:
      return usi::GameResult::kWin;
    case Points::kLoss:
      return usi::GameResult::kLose;
    case Points::kDraw:
      break;
  }
  return usi::GameResult::kDraw;
}

}  // namespace

class Server::Impl {
 public:
  Impl(io::EventLoop& loop, MatchPlan plan, Schedule schedule, Callbacks callbacks)
      : loop_(loop),
        plan_(std::move(plan)),
        schedule_(std::move(schedule)),
        callbacks_(std::move(callbacks)) {}

  std::uint64_t games() const { return 2 * plan_.shard.count(schedule_.size() / 2); }
  void hold_at(std::uint64_t game);
  void start(const std::set<std::uint64_t>& finished);
  bool finish();
  bool is_playing() const;
  void stop() { end({}); }

 private:
  class Table;

  std::optional<ScheduledGame> take_game();
  void table_is_idle();
  void lacks(std::size_t engine, const std::string& option, const std::string& what);
  void end(const base::Result<void>& how);
  void tell_end(const base::Result<void>& how, base::TimePoint latest);

  io::EventLoop& loop_;
  io::ChildLauncher launcher_{loop_};
  MatchPlan plan_;
  Schedule schedule_;
  Callbacks callbacks_;
  std::deque<std::uint64_t> waiting_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::uint64_t held_at_ = std::numeric_limits<std::uint64_t>::max();
  std::set<std::size_t> warned_of_freezes_;  ///< engines
  /// Which engines have not what all were given, by the option's name.
  std::map<std::string, std::set<std::size_t>> lacking_;
  bool is_over_ = false;
};

/// Where one game at a time is played.
class Server::Impl::Table {
 public:
  Table(Impl& server, std::size_t number) : server_(server), number_(number) {}
  ~Table() { cancel_timer(); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  /// Never from inside a player's callback.
  void next_game();
  /// No game can begin here, or none is left.
  bool is_idle() const { return is_idle_; }
  bool is_playing() const { return referee_ && is_playing_; }
  /// A game whose engines are still waited for is none.
  void drop_unbegun() {
    if (!referee_ || is_playing_) return;
    drop_game();
    is_idle_ = true;
  }
  /// Games may have become possible.
  void wake() {
    if (!std::exchange(is_idle_, false)) return;
    server_.loop_.post([this] { next_game(); });
  }
  void quit() {
    drop_game();
    for (auto& entry : players_) entry.second->quit(kQuitGrace);
  }
  bool have_all_ended() const {
    return std::ranges::all_of(players_,
                               [](const auto& entry) { return entry.second->has_ended(); });
  }

 private:
  void drop_game() {
    referee_.reset();
    cancel_timer();
    is_proving_ = false;
    fallen_.clear();
    if (prover_) prover_->give_up();
  }
  Player& player(std::size_t engine);
  Player& at(shogi::Color side) {
    return *players_.at(side == shogi::Color::kBlack ? game_.black : game_.white);
  }
  /// Nothing if `engine` is not in the game that runs.
  std::optional<shogi::Color> side_of(std::size_t engine) const;
  void get_ready();
  void is_ready(std::size_t engine);
  void ask();
  bool look_for_mate();
  void proved(bool is_mate);
  void answered(std::size_t engine, const usi::BestMoveAnswer& answer, base::Duration took,
                Heard heard);
  void unreadable(std::size_t engine, const std::string& words);
  void failed(std::size_t engine, const std::string& why);
  void go_on();
  void finish();
  void watch();
  void cancel_timer();
  void send_away_others();
  void warn_of_freezes();
  void tell_who_is_slow();

  Impl& server_;
  std::size_t number_;
  std::map<std::size_t, std::unique_ptr<Player>> players_;
  ScheduledGame game_;
  std::optional<Referee> referee_;  ///< of the game that runs
  bool is_idle_ = false;
  bool is_playing_ = false;  ///< both were ready
  bool is_overdue_ = false;  ///< the mover's time is up, and it has not answered
  bool is_proving_ = false;  ///< nobody is asked before it is known whether there is a mate
  /// Engines that ended meanwhile, and why.
  std::vector<std::pair<std::size_t, std::string>> fallen_;
  std::array<bool, 2> ready_{};
  std::array<usi::Move, 2> expected_{};  ///< what each last answer wants to ponder on
  std::string began_;
  base::TimePoint began_at_;
  io::TimerId timer_{};
  std::unique_ptr<Prover> prover_;
};

void Server::Impl::start(const std::set<std::uint64_t>& finished) {
  for (std::uint64_t i = 0; i < schedule_.size(); ++i) {
    if (plan_.shard.has(i / 2) && !finished.contains(i)) waiting_.push_back(i);
  }
  for (int i = 0; i < plan_.concurrency; ++i) {
    tables_.push_back(std::make_unique<Table>(*this, static_cast<std::size_t>(i)));
  }
  for (auto& table : tables_) loop_.post([t = table.get()] { t->next_game(); });
}

std::optional<ScheduledGame> Server::Impl::take_game() {
  if (is_over_ || waiting_.empty() || waiting_.front() >= held_at_) return std::nullopt;
  const std::uint64_t number = waiting_.front();
  waiting_.pop_front();
  return schedule_.game(number);
}

bool Server::Impl::finish() {
  waiting_.clear();
  for (auto& table : tables_) {
    table->drop_unbegun();
    table->wake();  // those that were held, too
  }
  return is_playing();
}

bool Server::Impl::is_playing() const {
  return std::ranges::any_of(tables_, [](const auto& table) { return table->is_playing(); });
}

void Server::Impl::lacks(std::size_t engine, const std::string& option, const std::string& what) {
  auto& engines = lacking_[option];
  if (!engines.insert(engine).second) return;
  // GUIs set those of USI whether there are any or not.
  const bool is_harmless = plan_.forgives_lacks || option.starts_with("USI_");
  if (is_harmless || engines.size() < plan_.engines.size()) return callbacks_.on_notice(what);
  // Not from inside the conversation that just told of its options.
  loop_.post([this, what] {
    end(base::fail(what +
                   base::say({" (nor has any other engine)", "(他のどのエンジンにもありません)"})));
  });
}

void Server::Impl::hold_at(std::uint64_t game) {
  held_at_ = game;
  for (auto& table : tables_) table->wake();
}

void Server::Impl::table_is_idle() {
  const bool is_done = is_over_ || waiting_.empty();
  const auto idle = [](const auto& table) { return table->is_idle(); };
  if (is_done && std::all_of(tables_.begin(), tables_.end(), idle)) end({});
}

void Server::Impl::end(const base::Result<void>& how) {
  if (is_over_) return;
  is_over_ = true;
  for (auto& table : tables_) table->quit();
  tell_end(how, io::EventLoop::now() + kQuitGrace);
}

// As soon as the engines have ended by themselves, or at `latest`.
void Server::Impl::tell_end(const base::Result<void>& how, base::TimePoint latest) {
  const base::TimePoint now = io::EventLoop::now();
  const bool all =
      std::ranges::all_of(tables_, [](const auto& table) { return table->have_all_ended(); });
  if (all || now >= latest) return callbacks_.on_end(how);
  loop_.set_timer(now + kLookForTheEnd, [this, how, latest] { tell_end(how, latest); });
}

Player& Server::Impl::Table::player(std::size_t engine) {
  auto& place = players_[engine];
  if (place) return *place;
  Player::Callbacks events;
  events.on_ready = [this, engine] { is_ready(engine); };
  events.on_answer = [this, engine](const usi::BestMoveAnswer& answer, base::Duration took,
                                    Heard heard) {
    answered(engine, answer, took, std::move(heard));
  };
  events.on_unreadable = [this, engine](const std::string& words) { unreadable(engine, words); };
  events.on_failure = [this, engine](const std::string& why) { failed(engine, why); };
  events.on_notice = [this](const std::string& text) { server_.callbacks_.on_notice(text); };
  if (server_.callbacks_.on_line) {
    events.on_line = [this, engine](bool is_from_engine, std::string_view line) {
      server_.callbacks_.on_line(game_.number, engine, is_from_engine, line);
    };
  }
  events.on_lack = [this, engine](const std::string& option, const std::string& what) {
    server_.lacks(engine, option, what);
  };
  events.on_refusal = [this](const std::string& why) {
    // Not from inside the conversation that just told of its options.
    server_.loop_.post([this, why] { server_.end(base::fail(why)); });
  };
  const auto& processors = server_.plan_.processors;
  place = std::make_unique<Player>(
      server_.loop_, server_.launcher_, server_.plan_.engines[engine], server_.plan_.rules->wire(),
      server_.plan_.hang, server_.plan_.keeps_notes,
      processors.empty() ? std::vector<int>() : processors[number_ % processors.size()],
      std::move(events));
  return *place;
}

std::optional<shogi::Color> Server::Impl::Table::side_of(std::size_t engine) const {
  if (!referee_ || referee_->ending()) return std::nullopt;
  if (engine == game_.black) return shogi::Color::kBlack;
  if (engine == game_.white) return shogi::Color::kWhite;
  return std::nullopt;
}

void Server::Impl::Table::send_away_others() {
  if (players_.size() <= kMostAtATable) return;
  for (auto place = players_.begin(); place != players_.end();) {
    if (place->first == game_.black || place->first == game_.white) {
      ++place;
      continue;
    }
    std::shared_ptr<Player> leaving = std::move(place->second);
    leaving->quit(kQuitGrace);
    server_.loop_.set_timer(io::EventLoop::now() + 3 * kQuitGrace, [leaving] {});
    place = players_.erase(place);
  }
}

void Server::Impl::Table::next_game() {
  const auto game = server_.take_game();
  if (!game) {
    is_idle_ = true;
    server_.table_is_idle();
    return;
  }
  game_ = *game;
  const auto& engines = server_.plan_.engines;
  referee_.emplace(
      server_.plan_.openings.game(game_.opening),
      GameClock(engines[game_.black].control, engines[game_.white].control, server_.plan_.margin),
      server_.plan_.adjudication);
  is_playing_ = false;
  ready_ = {};
  expected_ = {};
  began_ = utc_now();
  began_at_ = io::EventLoop::now();
  if (!look_for_mate()) get_ready();
}

void Server::Impl::Table::get_ready() {
  if (referee_->ending()) return finish();  // who is not in a running game is never heard of
  Player& black = player(game_.black);
  Player& white = player(game_.white);
  send_away_others();
  timer_ = server_.loop_.set_timer(io::EventLoop::now() + server_.plan_.slow_start, [this] {
    timer_ = {};
    tell_who_is_slow();
  });
  if (server_.plan_.vary) {
    black.vary(server_.plan_.vary(game_.number, game_.black));
    white.vary(server_.plan_.vary(game_.number, game_.white));
  }
  black.get_ready();
  white.get_ready();
}

void Server::Impl::Table::is_ready(std::size_t engine) {
  const auto side = side_of(engine);
  // While the opening is being judged, what is heard is of the game before.
  if (!side || is_playing_ || is_proving_) return;
  ready_[static_cast<std::size_t>(shogi::index(*side))] = true;
  if (!ready_[0] || !ready_[1]) return;
  is_playing_ = true;
  cancel_timer();
  // Not from inside the conversation that just told of its readiness.
  server_.loop_.post([this] {
    if (!referee_) return;
    if (!referee_->ending()) {
      warn_of_freezes();
      for (const shogi::Color color : shogi::kColors) at(color).new_game();
    }
    go_on();
  });
}

void Server::Impl::Table::tell_who_is_slow() {
  const auto seconds = [](base::Milliseconds ms) { return std::to_string(ms.count() / 1000); };
  for (const shogi::Color color : shogi::kColors) {
    if (ready_[static_cast<std::size_t>(shogi::index(color))]) continue;
    const std::size_t engine = color == shogi::Color::kBlack ? game_.black : game_.white;
    server_.callbacks_.on_notice(
        base::say({"{0} is not ready after {1} s (no readyok); it is given up after {2} s",
                   "{0} の準備に{1}秒以上かかっています(readyok なし)。{2}秒で打ち切ります"},
                  server_.plan_.engines[engine].name, seconds(server_.plan_.slow_start),
                  seconds(usi::HostSideLimits().loading)));
  }
}

void Server::Impl::Table::warn_of_freezes() {
  if (!referee_->game().is_freeze_game()) return;
  for (const std::size_t engine : {game_.black, game_.white}) {
    if (players_.at(engine)->knows_freezes()) continue;
    if (!server_.warned_of_freezes_.insert(engine).second) continue;
    server_.callbacks_.on_notice(base::say(
        {"{0} did not announce FREEZE: the openings have freezes, of which it may know nothing",
         "{0} は FREEZE に対応していないようです。開始局面にはフリーズがあります"},
        server_.plan_.engines[engine].name));
  }
}

void Server::Impl::Table::go_on() {
  if (!referee_) return;
  if (referee_->ending()) return finish();
  if (!look_for_mate()) ask();
}

// True: there is to be no other step before proved().
bool Server::Impl::Table::look_for_mate() {
  const shogi::Position* const position = referee_->unproven();
  if (position == nullptr) return false;
  if (!prover_) {
    prover_ = std::make_unique<Prover>(server_.loop_, server_.plan_.adjudication.mate_nodes);
  }
  is_proving_ = true;
  prover_->ask(*position, [this](bool is_mate) { proved(is_mate); });
  return true;
}

void Server::Impl::Table::proved(bool is_mate) {
  is_proving_ = false;
  referee_->proved(is_mate);
  const auto fallen = std::exchange(fallen_, {});
  if (!is_playing_) return get_ready();
  if (referee_->ending() || fallen.empty()) return go_on();
  failed(fallen.front().first, fallen.front().second);
}

void Server::Impl::Table::ask() {
  const shogi::Color mover = referee_->mover();
  const auto& moves = referee_->moves();
  const bool answers_move = !moves.empty() && !moves.back().from_opening;
  if (server_.callbacks_.on_table) server_.callbacks_.on_table(number_, game_, *referee_);
  if (!answers_move || !at(mover).ponder_hit(moves.back().move, referee_->limits())) {
    at(mover).think(referee_->position(), referee_->limits(), mover);
  }
  watch();
  if (!answers_move) return;
  // Only now, with the mover's clock running: the other one may think about its next move.
  const shogi::Color other = ~mover;
  const auto expected = expected_[static_cast<std::size_t>(shogi::index(other))];
  const std::size_t engine = other == shogi::Color::kBlack ? game_.black : game_.white;
  if (!expected || !server_.plan_.engines[engine].ponders) return;
  if (auto what = referee_->pondering(other, expected)) {
    at(other).ponder(expected, std::move(*what), other);
  }
}

void Server::Impl::Table::watch() {
  cancel_timer();
  const auto allowance = referee_->allowance();
  const MatchPlan& plan = server_.plan_;
  const auto due = io::EventLoop::now() + (allowance ? *allowance + plan.margin : plan.patience);
  timer_ = server_.loop_.set_timer(due, [this] {
    // It has lost; how badly shows whether it answers at all.
    is_overdue_ = true;
    at(referee_->mover()).hurry();
    timer_ = server_.loop_.set_timer(io::EventLoop::now() + server_.plan_.hang, [this] {
      timer_ = {};
      const shogi::Color mover = referee_->mover();
      at(mover).discard();
      referee_->failed(mover, Reason::kHang, "no answer");
      go_on();
    });
  });
}

void Server::Impl::Table::cancel_timer() {
  is_overdue_ = false;
  if (timer_ != io::TimerId{}) server_.loop_.cancel_timer(timer_);
  timer_ = {};
}

void Server::Impl::Table::answered(std::size_t engine, const usi::BestMoveAnswer& answer,
                                   base::Duration took, Heard heard) {
  const auto side = side_of(engine);
  if (!side || *side != referee_->mover()) return;
  cancel_timer();
  expected_[static_cast<std::size_t>(shogi::index(*side))] = answer.ponder.value_or(usi::Move());
  referee_->answered(answer, took, std::move(heard));
  go_on();
}

void Server::Impl::Table::unreadable(std::size_t engine, const std::string& words) {
  const auto side = side_of(engine);
  if (!side || *side != referee_->mover()) return;
  cancel_timer();
  referee_->failed(*side, Reason::kIllegalMove, words);
  go_on();
}

void Server::Impl::Table::failed(std::size_t engine, const std::string& why) {
  const auto side = side_of(engine);
  if (!side) return;  // between games: it is started anew for the next one
  if (is_proving_) {  // what was played so far is judged first
    if (is_playing_) fallen_.emplace_back(engine, why);
    return;
  }
  if (!players_.at(engine)->was_ready()) {
    std::string text = base::say({"{0} does not start: {1}", "{0} が起動しません: {1}"},
                                 server_.plan_.engines[engine].name, usi::failure_words(why));
    if (const auto last_words = players_.at(engine)->last_words(); !last_words.empty()) {
      text +=
          base::say({"; it last wrote to stderr: {0}", "。stderr の最後の出力: {0}"}, last_words);
    }
    if (!players_.at(engine)->was_declared()) {  // perhaps it speaks another protocol
      text += base::say({" (it was spoken to in {0}, see --protocol)",
                         "({0} で話しかけました。--protocol を参照)"},
                        server_.plan_.rules->wire().name());
    }
    if (server_.callbacks_.on_no_start) server_.callbacks_.on_no_start(why);
    server_.end(base::fail(text));
    return;
  }
  const bool hung = is_overdue_ && *side == referee_->mover();  // and was killed for it
  referee_->failed(*side,
                   !is_playing_ ? Reason::kNotReady
                   : hung       ? Reason::kHang
                                : Reason::kCrash,
                   why);
  go_on();
}

void Server::Impl::Table::finish() {
  cancel_timer();
  GameRecord record;
  record.number = game_.number;
  record.opening = game_.opening;
  record.black = game_.black;
  record.white = game_.white;
  record.start = GameStart(referee_->game().start().copy());
  record.moves = referee_->moves();
  record.ending = *referee_->ending();
  record.began = began_;
  record.lasted = base::to_ms(io::EventLoop::now() - began_at_);
  for (const shogi::Color color : shogi::kColors) {
    if (is_playing_) at(color).game_over(told(record.ending.result, color));
  }
  referee_.reset();
  server_.callbacks_.on_game(std::move(record));
  server_.loop_.post([this] { next_game(); });
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

namespace {

// An engine's three streams, its guard and the watch on its end; all that is not engines; and what
// one that is being started takes for a moment.
constexpr std::size_t kFilesOfAnEngine = 5;
constexpr std::size_t kOtherFiles = 64;

std::size_t files_of(const MatchPlan& plan, const Schedule& schedule) {
  const bool restart =
      std::ranges::any_of(plan.engines, [](const Contestant& each) { return each.restarts; });
  const auto tables =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(plan.concurrency), schedule.size());
  const std::size_t engines = std::min(plan.engines.size(), kMostAtATable) * (restart ? 2 : 1);
  return kFilesOfAnEngine * engines * static_cast<std::size_t>(tables) + kOtherFiles;
}

}  // namespace

base::Result<std::unique_ptr<Server>> Server::make(io::EventLoop& loop, MatchPlan plan,
                                                   Callbacks callbacks) {
  plan.schedule.engines = plan.engines.size();
  auto schedule = Schedule::make(plan.schedule);
  if (!schedule) return tl::unexpected(schedule.error());
  if (plan.concurrency < 1)
    return base::fail(
        base::say({"at least one game must run at a time", "同時対局数は 1 以上が必要です"}));
  if (auto allowed = io::allow_open_files(files_of(plan, *schedule)); !allowed) {
    return base::fail(base::say({"{0} at a time: {1}", "同時に {0} 局: {1}"}, plan.concurrency,
                                allowed.error().message));
  }
  return std::unique_ptr<Server>(new Server(
      std::make_unique<Impl>(loop, std::move(plan), std::move(*schedule), std::move(callbacks))));
}

std::uint64_t Server::games() const { return impl_->games(); }
void Server::hold_at(std::uint64_t game) { impl_->hold_at(game); }
void Server::start(const std::set<std::uint64_t>& finished) { impl_->start(finished); }
bool Server::finish() { return impl_->finish(); }
bool Server::is_playing() const { return impl_->is_playing(); }
void Server::stop() { impl_->stop(); }

}  // namespace gougi::match
