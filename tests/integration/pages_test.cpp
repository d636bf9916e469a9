// SPDX-License-Identifier: MIT
// The pages of `gougi match`, `study`, `calibrate` and `analyse` in a real browser, on a phone, a
// tablet and a large screen, light and dark, in both languages: nothing runs off, labels can be
// read, and the picture is that of tests/data/pages.json. With GOUGI_PICTURES=FOLDER the pictures
// and a new pages.json are written there.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "base/path.hpp"
#include "integration/driven_browser.hpp"
#include "integration/page_contrast.hpp"
#include "integration/page_cut.hpp"
#include "integration/relay.hpp"
#include "match/openings.hpp"
#include "match/progress.hpp"
#include "match/report.hpp"
#include "notation/sfen.hpp"
#include "study/consensus_study.hpp"
#include "study/scaled_games.hpp"
#include "study/score_samples.hpp"
#include "tools/analyse_page.hpp"
#include "tools/calibrate_page.hpp"
#include "tools/headroom_page.hpp"
#include "tools/study_page.hpp"
#include "tools/teacher_page.hpp"
#include "tools/tune_page.hpp"

namespace gougi {
namespace {

using gougi::testing::DrivenBrowserTest;
using gougi::testing::Folder;
using Json = nlohmann::json;

/// Games of a relay, whose votes are in the notes, against an engine. `plain`: names and commands
/// are one word each, and the summary is that of the games.
std::string pages_match(int engines, bool plain = false,
                        match::Reason reason = match::Reason::kResignation) {
  constexpr int kGames = 37;
  constexpr int kPlies = 60;
  match::ReportFacts facts;
  for (int i = 0; plain && i < engines; ++i) {
    facts.engines.push_back({"Player" + std::to_string(i), "/opt/engine", "", "byoyomi"});
  }
  for (int i = 0; !plain && i < engines; ++i) {
    facts.engines.push_back({i == 0 ? "Council of three" : "Engine " + std::to_string(i),
                             "/opt/shogi/engines/with a long name/engine --option value",
                             "Threads=1 USI_Hash=256 Style=balanced", "byoyomi 1000"});
  }
  if (engines == 2) facts.sprt = match::SprtSettings{};
  facts.summary = {"summary", "summary"};
  std::vector<match::GameRecord> games;
  for (int i = 0; i < kGames; ++i) {
    match::GameRecord game;
    game.number = static_cast<std::uint64_t>(i);
    game.opening = game.number / 2;
    const auto other = static_cast<std::size_t>(1 + i / 2 % (engines - 1));
    game.black = i % 2 == 0 ? 0 : other;
    game.white = i % 2 == 0 ? other : 0;
    const game::Game played =
        match::random_opening(static_cast<std::uint64_t>(i) + 1, kPlies + i % 5 * 10);
    for (const usi::Move move : played.moves()) {
      match::MoveRecord record;
      record.move = move;
      const auto ply = static_cast<int>(game.moves.size());
      const std::string text = usi::to_text(move);
      record.score = usi::Score::cp(ply * 20 * (ply % 2 == 0 ? 1 : -1));
      record.line.assign(1, move);
      record.note = "[O] bestmove " + text + " [P " + text + "] [value 73] [balanced]\n" +
                    "[X] bestmove 1a1b [value -21] [attack]";
      game.moves.push_back(record);
    }
    game.ending = {i % 3 == 0   ? match::Result::kBlackWins
                   : i % 5 == 0 ? match::Result::kDraw
                                : match::Result::kWhiteWins,
                   i % 5 == 0 ? match::Reason::kPerpetualCheck : reason, ""};
    games.push_back(game);
  }
  if (plain) {
    match::Standing standing(facts.engines.size());
    for (const match::GameRecord& game : games) standing.add(game);
    match::ProgressFacts progress;
    for (const match::StoredEngine& engine : facts.engines) progress.names.push_back(engine.name);
    progress.games = kGames;
    progress.sprt = facts.sprt;
    facts.summary = {match::summary(standing, progress, base::Language::kEnglish),
                     match::summary(standing, progress, base::Language::kJapanese)};
  }
  return match::report_html(facts, games);
}

std::string pages_study(bool plain = false) {
  study::StudyResult result;
  result.decisions = 1234;
  result.unanimous = 700;
  result.majority = 500;
  result.judged = 40;
  int n = 0;
  for (const char* const name : {"balanced", "attack", "defence"}) {
    study::StudiedVoter voter;
    voter.name = name;
    voter.ballots = 1200;
    voter.played = 900;
    voter.together = {1100, 1100, 1100};
    voter.agreed = {800, 800, 800};
    voter.loss = {40, 0.012 * ++n, 0.006};
    voter.best = 20;
    voter.alone = 12;
    voter.right = 4;
    voter.wrong = 5;
    result.voters.push_back(voter);
    voter.name = std::string("rule-") + name;
    voter.asked = n == 2 ? 17 : 0;
    result.rules.push_back(voter);
  }
  tools::StudyFacts facts;
  facts.files = {plain ? "/tmp/decisions.jsonl" : "/tmp/decisions of a long evening.jsonl"};
  if (plain) facts.absent = {"Absent"};
  facts.nodes = 100000;
  facts.result = result;
  facts.gains = {{"Council", "balanced", {12.5, -3.0, 28.0}, 0.93, true}};
  return tools::study_html(facts);
}

/// `twice`: voters of relays and players of matches, with maps.
std::string pages_calibrate(bool twice = false) {
  study::ScoreSamples samples;
  study::testing::ScaledGames games(7);
  constexpr int kGames = 60;
  int decision = 0;
  for (int number = 1; number <= kGames; ++number) {
    const auto game = games.play();
    for (const auto& move : game.moves) {
      relay::DecisionRecord record;
      record.number = ++decision;
      record.game = number;
      record.ply = move.ply;
      record.go = "go nodes 1";
      relay::RecordedVoter voter;
      voter.name = "balanced";
      voter.voter.number = 1;
      consensus::Ballot ballot;
      ballot.choice = *notation::parse_usi_move("7g7f");
      ballot.score = usi::Score::cp(static_cast<int>(std::lround(600 * move.logit)));
      voter.voter.ballot = ballot;
      record.voters.push_back(voter);
      samples.take(record);
    }
    samples.take(relay::GameRecord{
        number, {}, game.first_wins ? usi::GameResult::kWin : usi::GameResult::kLose, 1});
  }
  if (twice) {
    const auto scales = tools::fit_scales_of(samples);
    return tools::calibrate_html({{base::Text{"voters of the relays", "合議の投票者"}, &samples,
                                   study::calibrate(samples), scales},
                                  {base::Text{"players of the matches", "連続対局の対局者"},
                                   &samples, study::calibrate(samples), scales}});
  }
  return tools::calibrate_html({{std::nullopt, &samples, study::calibrate(samples)}});
}

std::string pages_analysis() {
  constexpr int kPlies = 70;
  relay::Json head{{"members", {"balanced", "attack", "defence"}}, {"rule_ja", "多数決"}};
  std::string page = tools::analysis_page_head();
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const game::Game played = match::random_opening(seed, kPlies);
    relay::Json game{{"name", "対局" + std::to_string(seed)}, {"black", "Suzu"}, {"white", "Take"}};
    game["sfen"] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    game["moves"] = relay::Json::array();
    game["positions"] = relay::Json::array();
    for (const usi::Move& move : played.moves()) {
      const auto ply = static_cast<int>(game["moves"].size());
      const std::string text = usi::to_text(move);
      game["moves"].push_back(text);
      relay::Json position{{"move", text},        {"win_rate", 0.5 + 0.004 * ply},
                           {"reason", "2 of 3"},  {"line", {text}},
                           {"same_move", 3},      {"same_plies", 1},
                           {"loss", 0.002 * ply}, {"members", relay::Json::array()}};
      if (ply % 20 == 19) position["fault"] = ply > 50 ? "blunder" : "mistake";
      for (int member = 0; member < 3; ++member) {
        position["members"].push_back({{"answer", text},
                                       {"score", "cp " + std::to_string(20 * ply)},
                                       {"win_rate", 0.5 + 0.004 * ply - 0.02 * member},
                                       {"depth", 12 + member},
                                       {"line", {text}}});
      }
      game["positions"].push_back(position);
    }
    game["positions"].push_back(nullptr);
    page += tools::analysis_page_game(head, game);
  }
  return page + tools::analysis_page_foot();
}

std::string pages_headroom(bool two_judges, std::size_t games) {
  tools::HeadroomFacts facts;
  facts.order.engines = {{"First", "engine", {{"Style", "attack"}}}, {"Second", "engine", {}}};
  facts.order.nodes = 2000;
  facts.order.judge = {"Judge", "engine", {}};
  facts.order.judge_nodes = 5000;
  facts.left_out = games > 3 ? 2 : 0;
  if (two_judges) facts.first = facts.order;
  std::vector<study::HeadroomSample> samples;
  for (std::size_t game = 0; game < games; ++game) {
    samples.push_back(
        {game, 20 + 40 * static_cast<int>(game % 3), {0, 1}, {0.5, 0.52}, 0.54, 0.5, {}});
  }
  facts.result = study::headroom_of(samples, 0, 1);
  return tools::headroom_html(facts);
}

std::string pages_teacher(int positions) {
  learn::TeacherSummary summary;
  for (int i = 0; i < positions; ++i) {
    learn::TeacherPosition position;
    position.score = static_cast<std::int16_t>(i * 37 % 900 - 450);
    position.result = static_cast<std::int8_t>(i % 3 - 1);
    position.ply = static_cast<std::uint16_t>(i % 90);
    summary.add(position);
  }
  return tools::teacher_html(summary);
}

std::string pages_learning(std::optional<double> terms) {
  return tools::learning_html({"kind", "kind"}, {{0.6, 0.61}, {0.5, 0.55}}, terms);
}

std::string pages_tuning() {
  match::SpsaSettings settings;
  settings.parameters = {{"Margin", 100, 50, 200, 10, 0.002}};
  settings.iterations = 20;
  match::TuningState state;
  state.iteration = 7;
  state.games = {5, 3, 6};
  state.values = {104.5};
  state.curve = {{0, {100.0}}, {7, {104.5}}};
  return tools::tuning_html("Margins", settings, state);
}

/// Each page in all its ways; what people and engines are called is one word each.
std::vector<std::pair<std::string, std::string>> pages_with_names_of_one_word() {
  return {{"match", pages_match(2, true)},
          {"match-of-many", pages_match(4, true)},
          {"study", pages_study(true)},
          {"headroom", pages_headroom(false, 20)},
          {"headroom-of-two-judges", pages_headroom(true, 20)},
          {"headroom-of-few-games", pages_headroom(false, 3)},
          {"headroom-of-nothing", pages_headroom(false, 0)},
          {"calibrate", pages_calibrate(true)},
          {"analysis", pages_analysis()},
          {"teacher", pages_teacher(300)},
          {"teacher-of-nothing", pages_teacher(0)},
          {"learning", pages_learning(0.7)},
          {"learning-without-terms", pages_learning(std::nullopt)},
          {"tuning", pages_tuning()}};
}

// What runs off the screen, but for what can be scrolled in a box of its own; labels too small, cut
// or one upon another; and how much darker or lighter the text is than what is behind it.
constexpr const char* kLookAtPage = R"js((() => {
  const found = [], scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) ||
    scrolls(e.parentElement));
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("svg") && e.tagName !== "svg") continue;
    const box = e.getBoundingClientRect();
    if (box.width && (box.right > innerWidth + 1 || box.left < -1) && !scrolls(e.parentElement)) {
      found.push(e.tagName + "#" + e.id + "." + e.className + " runs off: " + box.right);
    }
  }
  for (const svg of document.querySelectorAll("svg")) {
    const all = [...svg.querySelectorAll("text")], outer = svg.getBoundingClientRect();
    if (!outer.width) continue;  // in what is folded
    all.forEach((text, i) => {
      const box = text.getBoundingClientRect();
      if (box.height < 10) found.push(text.textContent + " is too small: " + box.height);
      if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 3 ||
          box.bottom > outer.bottom + 3) found.push(text.textContent + " is cut");
      for (const other of all.slice(i + 1)) {
        const b = other.getBoundingClientRect();
        if (box.left < b.right - 1 && b.left < box.right - 1 && box.top < b.bottom - 5 &&
            b.top < box.bottom - 5) found.push(text.textContent + " and " + other.textContent);
      }
    });
  }
  const light = color => {
    const [r, g, b] = color.match(/[\d.]+/g).map(n => (n / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.body);
  const [a, b] = [light(style.color), light(style.backgroundColor)];
  if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 7) found.push("text is hard to read");
  return found.join("; ");
})())js";

// English that is left in a Japanese page: two words side by side that are no name, no command and
// no option. A page has its own texts translated, and what people and engines are called is here
// one word each.
constexpr const char* kSentences = R"js((() => {
  const left = [], texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentNode.closest("script,style,noscript,.as-it-is")) continue;
    if (/[A-Za-z]{2,}[ ,.;]+[A-Za-z]{2,}/.test(node.data)) left.push(node.data.trim());
  }
  return left.join("; ");
})())js";

// English that is left in a Japanese page, where it is no name and no text of a program.
constexpr const char* kEnglish = R"js((() => {
  const left = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentNode.closest("script,noscript,pre,td.name,.as-it-is,#rows,#votes,summary,h1")) continue;
    const text = node.data.replace(/eval_coef|exp|Elo|Bradley–Terry|Davidson|Council of three|Engine|balanced/g, "");
    if (/[A-Za-z]{3}/.test(text)) left.push(node.data);
  }
  return left.join("; ");
})())js";

// How bright each field of a picture is: 16 columns, 24 rows.
std::string brightness_of(const std::string& picture) {
  return "new Promise(done => { const image = new Image(); image.onload = () => {"
         " const canvas = document.createElement('canvas'), w = canvas.width = image.width,"
         " h = canvas.height = image.height, g = canvas.getContext('2d'); g.drawImage(image, 0, 0);"
         " const fields = []; for (let y = 0; y < 24; ++y) for (let x = 0; x < 16; ++x) {"
         "  const left = Math.floor(w * x / 16), top = Math.floor(h * y / 24);"
         "  const d = g.getImageData(left, top, Math.floor(w * (x + 1) / 16) - left,"
         "   Math.floor(h * (y + 1) / 24) - top).data; let sum = 0;"
         "  for (let i = 0; i < d.length; i += 4) sum += d[i] + d[i + 1] + d[i + 2];"
         "  fields.push(Math.round(sum / (d.length / 4 * 3))); } done(fields); };"
         " image.src = 'data:image/png;base64," +
         picture + "'; })";
}

// Figures and results ("1-0") that take two lines, and words of names that are short enough for
// one.
constexpr const char* kBroken = R"js((() => {
  const lines = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size;
  };
  const broken = [];
  for (const cell of document.querySelectorAll("body>table td, #games td")) {
    const text = cell.firstChild;
    if (!text || text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
    if (!cell.classList.contains("name")) {
      if (lines(text, 0, text.length) > 1) broken.push(text.data);
      continue;
    }
    for (const word of text.data.matchAll(/[A-Za-z]{2,12}(?![A-Za-z0-9_/])/g)) {
      const at = word.index, is_whole = at === 0 || /[ -]/.test(text.data[at - 1]);
      if (is_whole && lines(text, at, at + word[0].length) > 1) broken.push(word[0]);
    }
  }
  return [...new Set(broken)].slice(0, 20).join("; ");
})())js";

// Which letters this machine has: with others lines break elsewhere, and pictures differ.
constexpr const char* kLetters = R"js((() => {
  const g = document.createElement("canvas").getContext("2d");
  g.font = "100px system-ui,\"Noto Sans JP\",sans-serif";
  return ["gougi 0123 won", "合議の投票", "☗△½●"].map(t => Math.round(g.measureText(t).width));
})())js";

class Pages : public DrivenBrowserTest {
 protected:
  void SetUp() override {
    if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
    std::ifstream kept(GOUGI_SOURCE_DIR "/tests/data/pages.json");
    kept_ = Json::parse(kept, nullptr, false);
  }

  void is_well(const std::string& name, const std::string& html) {
    const auto file = folder_.path() / (name + ".html");
    std::ofstream(file) << html;
    const std::string page = browser_->open("file://" + base::to_utf8(file));
    ASSERT_TRUE(browser_->comes(page, kIsThere));
    const Json letters = browser_->ask(page, kLetters);
    for (const int width : {360, 800, 1600}) {
      for (const bool dark : {false, true}) {
        if (dark && width != 800 && !gougi::testing::runs_slow_tests()) continue;
        browser_->resize(page, width, kHeight, dark);
        ASSERT_TRUE(browser_->comes(page, "innerWidth === " + std::to_string(width)));
        browser_->settle(page);
        const std::string shown = name + "-" + std::to_string(width) + (dark ? "-dark" : "-light");
        EXPECT_EQ(browser_->ask(page, kLookAtPage), "") << shown;
        if (browser_->ask(page, "typeof curves") == "object") {
          EXPECT_EQ(browser_->ask(page, gougi::testing::kTooFaint), "") << shown;
        }
        compare(page, shown, letters);
      }
    }
    browser_->ask(page, "document.getElementById('language').click()");
    browser_->resize(page, 360, kHeight, false);
    ASSERT_TRUE(browser_->comes(page, "innerWidth === 360"));
    browser_->settle(page);
    EXPECT_EQ(browser_->ask(page, kEnglish), "") << name;
    EXPECT_EQ(browser_->ask(page, kLookAtPage), "") << name << " in Japanese";
    EXPECT_EQ(browser_->ask(page, "document.documentElement.lang"), "ja");
    compare(page, name + "-360-ja", letters);
  }

  /// Whatever is as wide as it likes can be scrolled to its end, and nothing else is wide.
  void fits_a_phone(const std::string& name, const std::string& html) {
    const auto file = folder_.path() / (name + "-phone.html");
    std::ofstream(file) << html;
    const std::string page = browser_->open("file://" + base::to_utf8(file));
    ASSERT_TRUE(browser_->comes(page, kIsThere)) << name;
    browser_->resize(page, 360, kHeight, false);
    ASSERT_TRUE(browser_->comes(page, "innerWidth === 360")) << name;
    browser_->ask(page, "document.querySelectorAll('details').forEach(d => { d.open = true; })");
    for (int language = 0; language < 2; ++language) {
      browser_->settle(page);
      const Json spoken = browser_->ask(page, "document.documentElement.lang");
      EXPECT_EQ(browser_->ask(page, gougi::testing::kCut), "") << name << " in " << spoken;
      EXPECT_EQ(browser_->ask(page, kLookAtPage), "") << name << " in " << spoken;
      EXPECT_EQ(browser_->ask(page, kBroken), "") << name << " in " << spoken;
      keep_phone(page, name + (language == 0 ? "" : "-2"));
      browser_->ask(page, "document.getElementById('language').click()");
    }
  }

  void tells_time_from_a_loss_on_time(const std::string& html) {
    const auto file = folder_.path() / "match-time.html";
    std::ofstream(file) << html;
    const std::string page = browser_->open("file://" + base::to_utf8(file));
    ASSERT_TRUE(browser_->comes(page, kIsThere));
    browser_->ask(page,
                  "document.documentElement.lang === 'ja' || "
                  "document.getElementById('language').click()");
    ASSERT_TRUE(browser_->comes(page, "document.documentElement.lang === 'ja'"));
    EXPECT_EQ(
        browser_->ask(page, "document.querySelector('table').rows[0].lastElementChild.textContent"),
        "時間");
    for (const char* const selector : {"td.reason", ".bars > div"}) {
      EXPECT_EQ(browser_->ask(page, std::string("[...document.querySelectorAll('") + selector +
                                        "')].some(e => e.textContent === '時間切れ')"),
                true)
          << selector;
    }
    browser_->ask(page, "document.querySelector('tr.game:nth-child(2)').click()");
    EXPECT_TRUE(
        browser_->comes(page, "document.getElementById('title').textContent.endsWith('時間切れ')"));
  }

  void speaks_japanese(const std::string& name, const std::string& html) {
    const auto file = folder_.path() / (name + "-ja.html");
    std::ofstream(file) << html;
    const std::string page = browser_->open("file://" + base::to_utf8(file));
    ASSERT_TRUE(browser_->comes(page, kIsThere)) << name;
    const auto speak = [&](const std::string& language) {
      const std::string speaks = "document.documentElement.lang === '" + language + "'";
      browser_->ask(page, speaks + " || document.getElementById('language').click()");
      EXPECT_TRUE(browser_->comes(page, speaks)) << name << ": " << language;
    };
    speak("en");
    const std::string texts =
        "[...document.querySelectorAll('[data-ja]')].map(e => e.textContent).join('|')";
    const Json english = browser_->ask(page, texts);
    speak("ja");
    EXPECT_EQ(browser_->ask(page, kSentences), "") << name;
    speak("en");
    EXPECT_EQ(browser_->ask(page, texts), english) << name;
  }

 private:
  static constexpr int kHeight = 1200;
  // Whole, or its buttons may do nothing yet.
  static constexpr const char* kIsThere =
      "document.readyState === 'complete' && document.getElementById('language')";

  void keep_phone(const std::string& page, const std::string& name) {
    const char* const folder = std::getenv("GOUGI_PICTURES");
    if (folder == nullptr) return;
    const Json all = browser_->ask(page, "document.documentElement.scrollHeight");
    browser_->resize(page, 360, all.is_number() ? all.get<int>() : kHeight, false);
    browser_->settle(page);
    std::ofstream(std::string(folder) + "/phone-" + name + ".png.base64")
        << browser_->picture(page);
  }

  void compare(const std::string& page, const std::string& name, const Json& letters) {
    const std::string picture = browser_->picture(page);
    const Json fields = browser_->ask(page, brightness_of(picture));
    ASSERT_TRUE(fields.is_array()) << name << ": " << fields;
    if (const char* const folder = std::getenv("GOUGI_PICTURES")) {
      std::ofstream(std::string(folder) + "/" + name + ".png.base64") << picture;
      const std::string all = std::string(folder) + "/pages.json";
      Json made = Json::parse(std::ifstream(all), nullptr, false);
      if (!made.is_object()) made = Json::object();
      made["letters"] = letters;
      made[name] = fields;
      std::ofstream(all) << made.dump(0, ' ') << "\n";
      return;
    }
    ASSERT_TRUE(kept_.contains(name)) << name << " is not in tests/data/pages.json";
    if (kept_["letters"] != letters) return;  // what can be said without is said by kLookAtPage
    double sum = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const int off = std::abs(fields[i].get<int>() - kept_[name].at(i).get<int>());
      sum += off;
      // A page that looks different has whole fields that do; letters are smoothed differently.
      EXPECT_LE(off, 40) << name << ": row " << i / 16 << ", column " << i % 16;
    }
    EXPECT_LE(sum / static_cast<double>(fields.size()), 4) << name;
  }

  Folder folder_;
  Json kept_;
};

TEST_F(Pages, InJapaneseHoldNoEnglishSentence) {
  for (const auto& [name, html] : pages_with_names_of_one_word()) speaks_japanese(name, html);
}

TEST_F(Pages, OfAMatchSayInJapaneseThatAGameWasLostOnTime) {
  tells_time_from_a_loss_on_time(pages_match(2, true, match::Reason::kTime));
}

TEST_F(Pages, OfEveryKindFitOnAPhone) {
  for (const auto& [name, html] : pages_with_names_of_one_word()) fits_a_phone(name, html);
}

TEST_F(Pages, OfLongNamesFitOnAPhone) {
  NEEDS_PATIENCE();
  constexpr int kMany = 14;
  fits_a_phone("match-of-fourteen", pages_match(kMany));
  fits_a_phone("match-of-long-names", pages_match(2));
  fits_a_phone("study-of-long-names", pages_study());
  // A name of 56 letters without a place to break it, and rules' longest words.
  const std::string longest = "Engine_of_2026_with_a_network_of_512x2_32_32_and_threads";
  for (const int engines : {2, 4}) {
    fits_a_phone("match-of-the-longest-name-" + std::to_string(engines),
                 std::regex_replace(pages_match(engines), std::regex("Council of three"), longest));
  }
  fits_a_phone("study-of-the-longest-names",
               std::regex_replace(std::regex_replace(pages_study(), std::regex("attack"), longest),
                                  std::regex("balanced"), "pessimistic"));
}

TEST_F(Pages, OfAMatchFitOnEveryScreen) { is_well("match", pages_match(2)); }

TEST_F(Pages, OfAMatchOfManyFitOnEveryScreen) {
  NEEDS_PATIENCE();
  is_well("match-of-many", pages_match(4));
}

TEST_F(Pages, OfAStudyFitOnEveryScreen) {
  NEEDS_PATIENCE();
  is_well("study", pages_study());
}

TEST_F(Pages, OfAnAnalysisFitOnEveryScreen) {
  NEEDS_PATIENCE();
  is_well("analysis", pages_analysis());
}

TEST_F(Pages, OfACalibrationFitOnEveryScreen) {
  NEEDS_PATIENCE();
  is_well("calibrate", pages_calibrate());
}

}  // namespace
}  // namespace gougi
