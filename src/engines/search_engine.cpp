// SPDX-License-Identifier: MIT
#include "engines/search_engine.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "engines/mate_answer.hpp"
#include "engines/self_check.hpp"
#include "eval/nnue_kernel.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::engines {
namespace {

constexpr std::array<std::pair<std::string_view, eval::Style>, 3> kStyles{
    {{"balanced", eval::Style::kBalanced},
     {"attack", eval::Style::kAttack},
     {"defence", eval::Style::kDefence}}};

constexpr std::array<std::pair<std::string_view, shogi::DeclarationRule>, 6> kDeclarationRules{
    {{"NoEnteringKing", shogi::DeclarationRule::kNone},
     {"CSARule24", shogi::DeclarationRule::k24},
     {"CSARule24H", shogi::DeclarationRule::k24Handicap},
     {"CSARule27", shogi::DeclarationRule::k27},
     {"CSARule27H", shogi::DeclarationRule::k27Handicap},
     {"TryRule", shogi::DeclarationRule::kTry}}};

constexpr int kNeverResign = 99999;
constexpr std::string_view kRandomMover = "random";  // below the ladder
constexpr std::string_view kTuned = "Tune_";         // what options of a tunable search begin with

std::vector<std::string> rungs() {
  std::vector<std::string> result{std::string(kRandomMover)};
  for (const auto& [name, stage] : search::kStages) result.emplace_back(name);
  return result;
}

std::vector<std::string> freeze_words() {
  std::vector<std::string> result;
  for (int i = 0; i <= static_cast<int>(usi::FreezeAbility::kOk); ++i) {
    result.emplace_back(usi::to_text(static_cast<usi::FreezeAbility>(i)));
  }
  return result;
}

// How a row of the options is handed a value: as text, and as the number that it may be.
using Text = const std::string&;
using Number = std::int64_t;
constexpr std::string_view kOn = "true";

template <class Table>
std::vector<std::string> names(const Table& table) {
  std::vector<std::string> result;
  for (const auto& [name, value] : table) result.emplace_back(name);
  return result;
}

template <class Table, class Value>
void look_up(const Table& table, std::string_view name, Value& value) {
  for (const auto& [known, known_value] : table) {
    if (known == name) value = known_value;
  }
}

usi::Bound to_bound(search::Bound bound) {
  if (bound == search::Bound::kLower) return usi::Bound::kLower;
  return bound == search::Bound::kUpper ? usi::Bound::kUpper : usi::Bound::kExact;
}

usi::Score to_score(int value) {
  if (!search::is_mate_value(value)) return usi::Score::cp(value);
  const int plies = search::kMateValue - std::abs(value);
  return value > 0 ? usi::Score::mate_in(plies) : usi::Score::mated_in(plies);
}

/// The search's questions, put to the protocol's host.
class HostObserver : public search::Observer {
 public:
  HostObserver(usi::SearchHost& host, std::function<search::Limits()> limits)
      : host_(host), limits_(std::move(limits)) {}
  bool stop_requested() const override { return host_.stop_requested(); }
  bool pondering() const override { return host_.pondering(); }
  base::TimePoint clock_start() const override { return host_.clock_start(); }
  base::TimePoint now() const override { return base::Clock::now(); }
  search::Limits limits_after_ponder() const override { return limits_(); }
  void report(const search::Report& report) override {
    usi::InfoAnswer info;
    const std::int64_t ms = base::to_ms(report.time).count();
    info.depth = report.depth;
    info.seldepth = report.selective_depth;
    info.time_ms = ms;
    info.nodes = static_cast<std::int64_t>(report.nodes);
    if (ms > 0) info.nps = static_cast<std::int64_t>(report.nodes) * 1000 / ms;
    info.hashfull = report.per_mille_full;
    info.multipv = report.rank;
    info.score = to_score(report.value);
    info.score->bound = to_bound(report.bound);
    info.pv = usi::moves_of(report.line);
    host_.info(info);
  }

 private:
  usi::SearchHost& host_;
  std::function<search::Limits()> limits_;
};

/// Thinks until the GUI says which move was played, and shows nothing: it is about another
/// position.
class PonderObserver : public search::Observer {
 public:
  explicit PonderObserver(usi::SearchHost& host) : host_(host) {}
  bool stop_requested() const override { return host_.stop_requested() || !host_.pondering(); }
  base::TimePoint clock_start() const override { return host_.clock_start(); }
  base::TimePoint now() const override { return base::Clock::now(); }
  void report(const search::Report&) override {}

 private:
  usi::SearchHost& host_;
};

/// For bench: without a clock, so that only depth counts.
class SilentObserver : public search::Observer {
 public:
  explicit SilentObserver(usi::SearchHost& host) : host_(host) {}
  bool stop_requested() const override { return host_.stop_requested(); }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint(); }
  void report(const search::Report&) override {}

 private:
  usi::SearchHost& host_;
};

/// Opening, middle game, attack, both kings in danger, entering king.
constexpr std::array<std::string_view, 5> kBenchPositions{
    notation::kStartSfen, "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL b Pp 17"};
constexpr int kBenchDepth = 8;
constexpr std::size_t kBenchMegabytes = 16;

}  // namespace

SearchEngine::SearchEngine(EngineSurroundings surroundings)
    : surroundings_(std::move(surroundings)),
      random_(surroundings_.seed),
      searcher_(eval::Style::kBalanced, surroundings_.advice),
      book_(surroundings_.home, surroundings_.seed),
      evaluation_(surroundings_.home) {}

std::string SearchEngine::name() const { return "gougi-engine"; }
std::string SearchEngine::author() const { return "the gougi project"; }

// What it plays, and how well.
std::vector<SearchEngine::OptionRow> SearchEngine::play_rows() {
  return {
      {{"USI_Hash", usi::SpinOption{64, 1, 65536}},
       [](SearchEngine& e, Text, Number n) { e.hash_megabytes_ = static_cast<std::size_t>(n); }},
      {{"USI_Ponder", usi::CheckOption{false}}, [](SearchEngine&, Text, Number) {}},
      {{"Stochastic_Ponder", usi::CheckOption{false}},
       [](SearchEngine& e, Text v, Number) { e.stochastic_ponder_ = v == kOn; }},
      {{"Engine", usi::ComboOption{"full", rungs()}},
       [](SearchEngine& e, Text v, Number) { e.set_rung(v); }},
      {{"SkillLevel", usi::SpinOption{search::kFullSkill, 0, search::kFullSkill}},
       [](SearchEngine& e, Text, Number n) { e.settings_.skill = static_cast<int>(n); }},
      {{"Threads", usi::SpinOption{1, 1, 256}},
       [](SearchEngine& e, Text, Number n) { e.set_threads(static_cast<int>(n)); }},
      {{"ThreadVote", usi::ComboOption{"vote", names(search::kThreadVotes)}},
       [](SearchEngine& e, Text v, Number) {
         look_up(search::kThreadVotes, v, e.settings_.thread_vote);
       }},
      {{"ThreadCouncil", usi::ComboOption{"none", names(search::kThreadCouncils)}},
       [](SearchEngine& e, Text v, Number) { e.set_council(v); }},
      {{"MultiPV", usi::SpinOption{1, 1, 600}},
       [](SearchEngine& e, Text, Number n) { e.settings_.lines = static_cast<int>(n); }},
      {{"Style", usi::ComboOption{"balanced", names(kStyles)}},
       [](SearchEngine& e, Text v, Number) { e.set_style(v); }},
      {{"EnteringKingRule", usi::ComboOption{"CSARule27", names(kDeclarationRules)}},
       [](SearchEngine& e, Text v, Number) {
         look_up(kDeclarationRules, v, e.settings_.declaration);
       }},
      {{"MaxMovesToDraw", usi::SpinOption{0, 0, 100'000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.max_moves = static_cast<int>(n); }},
      {{"DrawValueBlack", usi::SpinOption{0, -20'000, 20'000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.draw_values[0] = static_cast<int>(n); }},
      {{"DrawValueWhite", usi::SpinOption{0, -20'000, 20'000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.draw_values[1] = static_cast<int>(n); }},
      {{"Freeze", usi::ComboOption{"OK", freeze_words()}},
       [](SearchEngine& e, Text v, Number) {
         e.freezes_ = usi::parse_freeze_ability(v).value_or(e.freezes_);
       }},
      {{"WriteFrozen", usi::CheckOption{false}},
       [](SearchEngine&, Text, Number) {}},  // EngineSide's
      {{"FreezeWidth", usi::SpinOption{search::FreezeBreadth{}.width, 0, shogi::kMaxMoves}},
       [](SearchEngine& e, Text, Number n) { e.settings_.freezes.width = static_cast<int>(n); }},
      {{"FreezeDepth", usi::SpinOption{search::FreezeBreadth{}.depth, 0, search::kMaxPly}},
       [](SearchEngine& e, Text, Number n) { e.settings_.freezes.depth = static_cast<int>(n); }},
  };
}

// How long it thinks, and what it says of that.
std::vector<SearchEngine::OptionRow> SearchEngine::time_rows() {
  return {
      {{"NetworkDelay", usi::SpinOption{30, 0, 10000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.time.delay = base::Milliseconds(n); }},
      {{"NetworkDelay2", usi::SpinOption{30, 0, 10000}},
       [](SearchEngine& e, Text, Number n) {
         e.settings_.time.worst_delay = base::Milliseconds(n);
       }},
      {{"MinimumThinkingTime", usi::SpinOption{0, 0, 100'000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.time.minimum = base::Milliseconds(n); }},
      {{"SlowMover", usi::SpinOption{100, 1, 1000}},
       [](SearchEngine& e, Text, Number n) { e.settings_.time.percent = static_cast<int>(n); }},
      {{"RoundUpToFullSecond", usi::CheckOption{false}},
       [](SearchEngine& e, Text v, Number) { e.settings_.time.whole_seconds = v == kOn; }},
      {{"PvInterval", usi::SpinOption{0, 0, 100'000}},
       [](SearchEngine& e, Text, Number n) { e.pv_interval_ = base::Milliseconds(n); }},
      {{"ConsiderationMode", usi::CheckOption{false}},
       [](SearchEngine& e, Text v, Number) { e.considers_ = v == kOn; }},
      {{"OutputFailLHPV", usi::CheckOption{true}},
       [](SearchEngine& e, Text v, Number) { e.reports_bounds_ = v == kOn; }},
      {{"GenerateAllLegalMoves", usi::CheckOption{false}},
       [](SearchEngine& e, Text v, Number) { e.settings_.all_moves = v == kOn; }},
      {{"WriteDebugLog", usi::FilenameOption{""}},
       [](SearchEngine& e, Text v, Number) { e.open_log(v); }},
      {{"ResignValue", usi::SpinOption{kNeverResign, 0, kNeverResign}},
       [](SearchEngine& e, Text, Number n) { e.resign_value_ = static_cast<int>(n); }},
      {{"DepthLimit", usi::SpinOption{0, 0, search::kMaxPly}},
       [](SearchEngine& e, Text, Number n) { e.depth_limit_ = static_cast<int>(n); }},
      {{"NodesLimit", usi::SpinOption{0, 0, 9'000'000'000'000'000}},
       [](SearchEngine& e, Text, Number n) { e.node_limit_ = static_cast<std::uint64_t>(n); }},
  };
}

const std::vector<SearchEngine::OptionRow>& SearchEngine::rows() {
  static const std::vector<OptionRow> all = [] {
    std::vector<OptionRow> joined = play_rows();
    std::ranges::move(time_rows(), std::back_inserter(joined));
    return joined;
  }();
  return all;
}

std::vector<usi::Option> SearchEngine::options() const {
  std::vector<usi::Option> options;
  for (const OptionRow& row : rows()) options.push_back(row.option);
  for (auto& option : EngineEvaluation::options()) options.push_back(std::move(option));
  for (auto& option : EngineBook::options()) options.push_back(std::move(option));
  if (!surroundings_.tunable) return options;
  for (const search::Tunable& row : search::kTunables) {
    options.push_back({std::string(kTuned).append(row.name),
                       usi::SpinOption{search::kUsualTuning.*row.number, row.least, row.most}});
  }
  return options;
}

void SearchEngine::set_option(const std::string& name, const std::string& value) {
  std::erase_if(told_, [&](const auto& option) { return option.first == name; });
  told_.emplace_back(name, value);
  if (book_.set_option(name, value) || evaluation_.set_option(name, value)) return;
  set_tuned_option(name, base::to_int(value).value_or(0));
  for (const OptionRow& row : rows()) {
    if (row.option.name == name) row.set(*this, value, base::to_int(value).value_or(0));
  }
}

void SearchEngine::set_rung(const std::string& value) {
  random_mover_ = value == kRandomMover;
  look_up(search::kStages, value, settings_.stage);
  searcher_.new_game();  // what one rung learnt is not the other's
}

void SearchEngine::set_style(const std::string& value) {
  eval::Style style = eval::Style::kBalanced;
  look_up(kStyles, value, style);
  style_ = style;
  evaluation_.set_style(style);
  if (!is_prepared_) return;
  take_evaluation();
  take_other_views();
}

bool SearchEngine::take_evaluation() {
  if (!evaluation_.prepare()) return false;
  searcher_.set_source(evaluation_.source());
  searcher_.set_style(style_of_terms(style_));
  searcher_.new_game();  // the table holds other scores
  are_views_stale_ = true;
  return true;
}

// The program's own networks have their style from the games that they learnt; the terms, by hand
// or from a file, have it from their weights.
eval::Style SearchEngine::style_of_terms(eval::Style style) const {
  return evaluation_.is_shipped() ? eval::Style::kBalanced : style;
}

void SearchEngine::set_threads(int count) {
  are_views_stale_ = are_views_stale_ || (count > 1) != (threads_ > 1);
  threads_ = count;
  has_told_of_threads_ = false;
  searcher_.set_threads(count);
  if (is_prepared_) take_other_views();
}

void SearchEngine::set_council(const std::string& value) {
  const bool had_styles = search::has_styles(settings_.thread_council);
  look_up(search::kThreadCouncils, value, settings_.thread_council);
  if (search::has_styles(settings_.thread_council) == had_styles) return;
  are_views_stale_ = true;
  if (is_prepared_) take_other_views();
}

// Networks of other styles are there only where a thread has them.
void SearchEngine::take_other_views() {
  if (!std::exchange(are_views_stale_, false)) return;
  const bool are_wanted = threads_ > 1 && search::has_styles(settings_.thread_council);
  if (!std::exchange(has_other_views_, are_wanted) && !are_wanted) return;
  std::vector<search::View> views;
  for (const auto& [name, style] : kStyles) {
    if (!are_wanted || style == style_) continue;
    views.push_back(search::view_of(style_of_terms(style), evaluation_.source_of(style)));
  }
  searcher_.set_other_views(std::move(views));
  searcher_.new_game();  // the table holds other scores
}

void SearchEngine::open_log(const std::string& value) {
  if (surroundings_.log == nullptr) return;
  if (const auto opened = surroundings_.log->open(value); !opened) {
    messages_.push_back(opened.error().message);
  }
}

void SearchEngine::set_tuned_option(const std::string& name, std::int64_t number) {
  if (!name.starts_with(kTuned)) return;
  for (const search::Tunable& row : search::kTunables) {
    if (name.substr(kTuned.size()) == row.name) {
      settings_.tuning.*row.number = static_cast<int>(number);
    }
  }
}

std::vector<std::string> SearchEngine::prepare() {
  std::vector<std::string> messages = std::exchange(messages_, {});
  // Whatever one step throws, the others are done: without a book there is still the network.
  const auto attempt = [&messages](const char* what, const auto& step) {
    try {
      step();
    } catch (const std::exception& error) {
      messages.push_back(std::string(what) + ": " + error.what());
    }
  };
  attempt("USI_Hash", [&] { searcher_.resize_table(hash_megabytes_); });
  attempt("book", [&] { std::ranges::move(book_.prepare(), std::back_inserter(messages)); });
  // Or it was taken with another style, and has not said so.
  attempt("evaluation", [&] { take_evaluation(); });
  std::ranges::move(evaluation_.take_messages(), std::back_inserter(messages));
  attempt("evaluation", [&] { take_other_views(); });
  is_prepared_ = true;
  return messages;
}

void SearchEngine::new_game() { searcher_.new_game(); }

search::Limits SearchEngine::limits_for(const shogi::Game& game,
                                        const usi::SearchLimits& limits) const {
  search::Limits result;
  const usi::ClockTimes& clock = limits.clock;
  if (clock.given) {
    const auto [time, increment] = clock.of(game.position().side_to_move());
    result.clock = search::MoveClock{time, clock.byoyomi, increment};
  }
  result.movetime = limits.movetime ? limits.movetime : limits.rtime;
  result.depth = limits.depth;
  result.nodes = limits.nodes;
  result.infinite = limits.infinite || limits.wait_stop;
  result.search_moves = usi::shogi_moves(limits.search_moves);
  const bool no_limit = !result.clock && !result.movetime && !result.depth && !result.nodes;
  // `go` alone means clocks of zero; the limits from options must not hide that.
  if (no_limit && !result.infinite) result.clock = search::MoveClock{};
  if (depth_limit_ > 0) result.depth = std::min(depth_limit_, result.depth.value_or(depth_limit_));
  if (node_limit_ > 0) result.nodes = std::min(node_limit_, result.nodes.value_or(node_limit_));
  return result;
}

search::Settings SearchEngine::settings_for_search() const {
  search::Settings settings = settings_;
  settings.skill_seed = surroundings_.seed;
  settings.long_lines = considers_;
  settings.report_bounds = reports_bounds_ && !considers_;
  settings.report_interval = considers_ ? base::Milliseconds(0) : pv_interval_;
  return settings;
}

// Pondering on all that the opponent may play, not on one guess: what is found lies in the table
// when the move is known.
bool SearchEngine::ponder_before(const shogi::Game& game, usi::SearchHost& host) {
  if (!stochastic_ponder_ || game.moves().empty()) return false;
  shogi::Game before = game;
  before.undo();
  PonderObserver observer(host);
  search::Limits limits;
  limits.infinite = true;
  search::Settings settings = settings_for_search();
  settings.lines = 1;
  std::swap(settings.draw_values[0], settings.draw_values[1]);
  for (int& value : settings.draw_values) value = -value;  // the searcher takes the mover's view
  searcher_.search(before, limits, settings, observer);
  return true;
}

usi::BestMoveAnswer SearchEngine::play_at_random(const shogi::Game& game,
                                                 const usi::SearchLimits& limits,
                                                 usi::SearchHost& host) {
  std::vector<shogi::Move> choices;
  shogi::generate_legal(game.freeze_position(), choices);
  const auto allowed = [&](usi::Move move) {
    return std::ranges::find(limits.search_moves, move) != limits.search_moves.end();
  };
  if (std::ranges::any_of(choices, allowed)) {
    std::erase_if(choices, [&](shogi::Move move) { return !allowed(move); });
  }
  if (choices.empty()) return {usi::Resign{}, std::nullopt};
  usi::InfoAnswer info;
  info.depth = 0;
  info.nodes = 0;
  info.score = usi::Score::cp(0);
  const shogi::Move move = choices[random_.below(choices.size())];
  info.pv = {move};
  host.info(info);
  return {move, std::nullopt};
}

// ALLOW_FREEZE declares none of its own, CAN_FREEZE reckons with none of the opponent: as if that
// side had none left. What is in force holds all the same.
shogi::Game SearchEngine::with_own_freezes(const shogi::Game& game) const {
  const shogi::FreezePosition& now = game.freeze_position();
  if (now.plain() || freezes_ == usi::FreezeAbility::kOk) return game;
  const shogi::Color us = now.side_to_move();
  shogi::FreezeState state = game.freeze_start().state();
  const auto take_away = [&](shogi::Color c) {
    const auto side = static_cast<std::size_t>(shogi::index(c));
    state.left[side] = static_cast<std::uint16_t>(state.left[side] - now.state().left[side]);
  };
  if (!usi::declares_freezes(freezes_)) take_away(us);
  if (!usi::accepts_freezes(freezes_)) take_away(~us);
  const auto start = shogi::FreezePosition::from(game.start(), state);
  if (!start) return game;
  shogi::Game result(*start);
  for (const shogi::Move move : game.moves()) {
    if (!result.play(move)) return game;
  }
  return result;
}

void SearchEngine::tell_of_threads(int missing, usi::SearchHost& host) {
  if (missing == 0 || std::exchange(has_told_of_threads_, true)) return;
  host.message(base::say({"Threads: the system has no more than {0} of {1}",
                          "Threads: {1} のうち {0} しか使えません(システムの上限)"},
                         threads_ - missing, threads_));
}

usi::BestMoveAnswer SearchEngine::search(const shogi::Game& whole_game,
                                         const usi::SearchLimits& limits, usi::SearchHost& host) {
  const shogi::Game game = with_own_freezes(whole_game);
  if (game.freeze_position().state().in_force != shogi::PieceType::kNone &&
      !usi::accepts_freezes(freezes_)) {
    host.message(base::say({"a freeze is in force, though Freeze says {0}; the move will be legal "
                            "under it",
                            "Freeze は {0} ですが、フリーズ中なのでそれに従って指します"},
                           usi::to_text(freezes_)));
  }
  if (random_mover_) return play_at_random(game, limits, host);
  if (game.freeze_position().plain()) {
    if (const auto by_book = book_.answer(game.position(), limits, host)) return *by_book;
  }
  const bool pondered = limits.ponder && ponder_before(game, host);
  HostObserver observer(host, [&] { return limits_for(game, host.limits()); });
  const search::Limits own = limits_for(game, pondered ? host.limits() : limits);
  const search::Decision decision = searcher_.search(game, own, settings_for_search(), observer);
  tell_of_threads(decision.missing_threads, host);
  switch (decision.choice) {
    case search::Choice::kNoMove:
      return {usi::Resign{}, std::nullopt};
    case search::Choice::kDeclareWin:
      return {usi::DeclareWin{}, std::nullopt};
    case search::Choice::kMove:
      break;
  }
  const bool analysing = limits.infinite || limits.wait_stop || considers_;
  if (!analysing && resign_value_ < kNeverResign && decision.value <= -resign_value_) {
    return {usi::Resign{}, std::nullopt};
  }
  usi::BestMoveAnswer answer{decision.move, std::nullopt};
  if (decision.ponder) answer.ponder = decision.ponder;
  return answer;
}

usi::CheckMateAnswer SearchEngine::solve_mate(const shogi::Game& whole_game,
                                              const usi::MateLimits& limits,
                                              usi::SearchHost& host) {
  if (limits.help) return {usi::MateNotImplemented{}};
  usi::MateLimits limited = limits;
  if (node_limit_ > 0) limited.nodes = std::min(node_limit_, limits.nodes.value_or(node_limit_));
  const shogi::Game game = with_own_freezes(whole_game);
  MateAnswering how;
  how.delay = settings_.time.kept_back();
  if (const auto& position = game.freeze_position(); !position.plain()) {
    freeze_mate_solver_.resize(hash_megabytes_);
    auto answer = answer_freeze_mate(freeze_mate_solver_, position, limited, how, host);
    freeze_mate_solver_.release();
    return answer;
  }
  mate_solver_.resize(hash_megabytes_);
  return answer_mate(mate_solver_, game.position(), limited, how, host);
}

std::vector<std::string> SearchEngine::query(const usi::QueryCommand& command,
                                             const shogi::Game& game, usi::SearchHost& host) {
  if (command.word == "eval") {
    return {"eval " + std::to_string(searcher_.evaluate(with_own_freezes(game)))};
  }
  if ((command.word == "makebook" || command.word == "learn") && surroundings_.carry_out) {
    std::vector<std::string> words;
    std::string_view rest = command.arguments;
    for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
      words.emplace_back(word);
    }
    searcher_.resize_table(1);  // not beside that of an engine that makes a book
    surroundings_.carry_out(command.word, words, told_, [&host] { return host.stop_requested(); });
    searcher_.resize_table(hash_megabytes_);
    return {};
  }
  if (command.word == "test") {
    const auto stop = [&host] { return host.stop_requested(); };
    const auto checks = self_checks(style_of_terms(style_), evaluation_.source(), stop);
    return run_checks(checks, stop, &base::Clock::now);
  }
  if (command.word == "bench") {
    const auto depth = base::to_int(base::trim(command.arguments)).value_or(kBenchDepth);
    return bench(static_cast<int>(std::clamp<std::int64_t>(depth, 1, search::kMaxPly)), host);
  }
  return {};
}

std::vector<std::string> SearchEngine::bench(int depth, usi::SearchHost& host) const {
  search::Searcher searcher;
  searcher.resize_table(kBenchMegabytes);
  search::Limits limits;
  limits.depth = depth;
  search::Settings settings;
  settings.tuning = settings_.tuning;
  std::uint64_t nodes = 0;
  const base::TimePoint start = base::Clock::now();
  for (const std::string_view sfen : kBenchPositions) {
    const auto position = notation::parse_sfen(sfen);
    if (!position) return {"bench: " + position.error().message};
    searcher.new_game();
    SilentObserver observer(host);
    nodes += searcher.search(shogi::Game(*position), limits, settings, observer).nodes;
    if (host.stop_requested()) return {"bench: stopped"};
  }
  const std::int64_t ms =
      std::max<std::int64_t>(1, base::to_ms(base::Clock::now() - start).count());
  return {"bench depth " + std::to_string(depth) + " nodes " + std::to_string(nodes) + " time " +
          std::to_string(ms) + " nps " +
          std::to_string(static_cast<std::int64_t>(nodes) * 1000 / ms) + " with " +
          std::string(eval::fastest_nnue_kernel().name)};
}

}  // namespace gougi::engines
