// SPDX-License-Identifier: MIT
// The page of `gougi analyse` in a real browser: the file that a run leaves, and the one that is
// followed while it runs; both show the figures of NAME.jsonl. With GOUGI_PICTURES=FOLDER the
// pictures of docs/analysis.md are written there.
#include <gmock/gmock.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "integration/driven_browser.hpp"
#include "integration/free_port.hpp"
#include "integration/relay.hpp"

namespace gougi {
namespace {

using gougi::testing::Dialogue;
using gougi::testing::DrivenBrowserTest;
using gougi::testing::Folder;
using gougi::testing::Milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;

std::string analysed_percent(const Json& rate) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f%%", 100 * rate.get<double>());
  return text.data();
}

class AnalysePage : public DrivenBrowserTest {
 protected:
  void SetUp() override {
    const std::string engine = gougi::testing::program_path("gougi-engine");
    config_ =
        folder_.write("council.yaml",
                      "consensus: majority\nengines:\n  - name: balanced\n    command: " + engine +
                          "\n  - name: <b>attack</b>\n    command: " + engine +
                          "\n    options: { EvalKind: handmade }\n");
    // White hangs the bishop, and Black does not take it.
    folder_.write("対局.usi", "startpos moves 7g7f 3c3d 2g2f 2b5e 7i7h 5e8h+\n");
    folder_.write("静か.usi", "startpos moves 2g2f 8c8d 2f2e 8d8e\n");
  }
  std::vector<std::string> words(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"analyse", path("対局.usi"), path("静か.usi"), "--config", config_,
                                 "--nodes", "2000",           "--out",          path("out")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::string path(const std::string& name) const {
    return base::to_utf8(folder_.path() / base::path_from_utf8(name));
  }
  std::vector<Json> lines_of(const std::string& name) const {
    std::vector<Json> all;
    std::istringstream lines(
        gougi::testing::content_of(base::path_from_utf8(path("out/" + name + ".jsonl"))));
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
    return all;
  }
  std::string shown(const std::string& page, const std::string& selector) {
    const auto text = browser_->ask(page, "document.querySelector('" + selector + "').textContent");
    return text.is_string() ? text.get<std::string>() : text.dump();
  }
  void press(const std::string& page, const std::string& key) {
    browser_->ask(page, "document.dispatchEvent(new KeyboardEvent('keydown', {key: '" + key +
                            "', bubbles: true}))");
    browser_->settle(page);
  }

  /// Goes through the first game by the keyboard, and finds what its lines say.
  void shows_the_figures(const std::string& page) {
    const auto lines = lines_of("対局");
    ASSERT_EQ(lines.size(), 8U);
    press(page, "Home");
    for (std::size_t i = 1; i < lines.size(); ++i) {
      EXPECT_EQ(shown(page, "#members tr[data-member=council] .rate"),
                analysed_percent(lines[i]["win_rate"]));
      for (std::size_t member = 0; member < 2; ++member) {
        const std::string row = "#members tr[data-member=\"" + std::to_string(member + 1) + "\"] ";
        const Json& said = lines[i]["members"][member];
        EXPECT_EQ(shown(page, row + "th"), said["name"]);
        EXPECT_EQ(shown(page, row + ".rate"), analysed_percent(said["win_rate"])) << i;
        EXPECT_EQ(browser_->ask(page, "document.querySelector('" + row + "').cells[4].textContent"),
                  std::to_string(said["depth"].get<int>()));
      }
      if (lines[i].contains("fault")) {
        EXPECT_THAT(shown(page, "#why"), HasSubstr(lines[i]["fault"].get<std::string>()));
        EXPECT_THAT(shown(page, "#why"), HasSubstr(analysed_percent(lines[i]["loss"])));
      }
      press(page, "ArrowRight");
    }
    std::string faults;
    for (const Json& number : lines[0]["turning_points"]) faults += number.dump() + ",";
    EXPECT_NE(faults, "");
    EXPECT_EQ(browser_->ask(page,
                            "[...document.querySelectorAll('#turning button')].map(b =>"
                            " b.textContent + ',').join('')"),
              faults);
    EXPECT_EQ(browser_->ask(page, "document.querySelectorAll('#curve .mark').length"),
              lines[0]["turning_points"].size());
    for (const int side : {0, 1}) {
      std::array<char, 32> accuracy{};
      std::snprintf(accuracy.data(), accuracy.size(), "%.1f",
                    lines[0]["accuracy"][static_cast<std::size_t>(side)].get<double>());
      EXPECT_EQ(shown(page, side == 0 ? "#row\\\\.0b" : "#row\\\\.0w"), accuracy.data());
    }
  }

  Folder folder_;
  std::string config_;
};

TEST_F(AnalysePage, TheFileOfARunIsGoneThroughWithTheFiguresOfItsLines) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  Dialogue run(gougi::testing::program_path("gougi"), words());
  ASSERT_TRUE(run.wait_exit(Milliseconds(60'000)));
  ASSERT_EQ(run.exit->code, 0);
  const std::string page = browser_->open("file://" + path("out/analysis.html"));
  ASSERT_TRUE(browser_->comes(page, "document.querySelectorAll('#members tr').length === 4"));
  shows_the_figures(page);
  EXPECT_EQ(browser_->ask(page,
                          "performance.getEntriesByType('resource').filter(e =>"
                          " !e.name.startsWith('data:')).length + document.querySelectorAll("
                          "'#members b').length"),
            0);
  // A fault, a place of the curve, the other game, by the mouse.
  browser_->ask(page, "document.querySelector('#turning button').click()");
  browser_->settle(page);
  EXPECT_THAT(
      shown(page, "#boardtitle"),
      HasSubstr("move " + std::to_string(lines_of("対局")[0]["turning_points"][0].get<int>() - 1)));
  const std::string title = shown(page, "#boardtitle");
  press(page, "Escape");
  EXPECT_EQ(shown(page, "#boardtitle"), title);
  // Its dot below the curve opens the same place.
  press(page, "Home");
  browser_->click(page, R"js((() => {
    const fault = document.querySelector("#turning button").textContent;
    const mark = [...document.querySelectorAll("#curve .mark")].find(m => m.title.startsWith(fault + " "));
    mark.scrollIntoView();
    const box = mark.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + 2];
  })())js");
  EXPECT_EQ(shown(page, "#boardtitle"), title);
  browser_->ask(page, "document.querySelectorAll('#games button')[1].click()");
  browser_->settle(page);
  EXPECT_EQ(shown(page, "#boardtitle"), "Start of the game");
  EXPECT_EQ(browser_->ask(page, "location.hash"), "#game=2,ply=0");
  browser_->ask(page, "location.hash = '#game=1,ply=6'");
  EXPECT_TRUE(browser_->comes(page, "$('boardtitle').textContent === 'After move 6 of 6'"));
  // A position stands at the number of its move, as on the live page; what is looked at is said.
  EXPECT_EQ(browser_->ask(page, "curves.curve.plot.data[0].join() + ' ' + curves.curve.at"),
            "1,2,3,4,5,6,7 7");
  EXPECT_EQ(browser_->ask(page,
                          "[...document.querySelectorAll('[aria-current]')].map(b => "
                          "b.closest('table').id + ' ' + b.textContent).join()"),
            "games 対局,votes 7");
  EXPECT_EQ(browser_->ask(page,
                          "[...document.querySelectorAll('#votes td.other')].every(cell => "
                          "/^not played: |: (mistake|blunder)/.test(cell.ariaLabel))"),
            true);
  browser_->ask(page, "$('language').click()");
  EXPECT_TRUE(browser_->comes(page,
                              "$('memberstitle').textContent === 'メンバー' && "
                              "document.documentElement.lang === 'ja'"));
  EXPECT_THAT(shown(page, "#why"), HasSubstr("多数決"));
  browser_->resize(page, 390, 1500, true);
  EXPECT_TRUE(
      browser_->comes(page, "innerWidth === 390 && document.documentElement.scrollWidth <= 390"));
}

TEST_F(AnalysePage, ARunIsFollowedToItsEnd) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  // No position is judged before somebody looks.
  const std::string gate = path("looks");
  std::ofstream(folder_.path() / "council.yaml", std::ios::app)
      << "  - name: gate\n    command: ['" << gougi::testing::program_path("scripted-engine")
      << "', --legal, 7, --until, '" << gate << "']\n";
  const int port = gougi::testing::free_port();
  const std::string address = "http://127.0.0.1:" + std::to_string(port) + "/";
  Dialogue run(gougi::testing::program_path("gougi"), words({"--live", std::to_string(port)}));
  for (int i = 0; i < 600 && run.errors.empty() && !run.exit; ++i) run.listen(Milliseconds(50));
  ASSERT_THAT(run.errors, ::testing::Contains("gougi analyse: shown at " + address));
  const std::string page = browser_->open(address);
  EXPECT_TRUE(browser_->comes(page, "$('progress').textContent === '0 of 11 positions'"));
  EXPECT_TRUE(browser_->comes(page, "document.querySelectorAll('#games button').length === 2"));
  EXPECT_THAT(shown(page, "#why"), StartsWith("This position has not been judged"));
  folder_.write("looks", "");
  ASSERT_TRUE(run.wait_exit(Milliseconds(120'000)));
  ASSERT_EQ(run.exit->code, 0);
  EXPECT_TRUE(browser_->comes(page, "$('connection').textContent.startsWith('finished: ')"));
  EXPECT_EQ(browser_->ask(page, "$('connection').className"), "");
  EXPECT_TRUE(browser_->comes(page, "/^(\\d+) of \\1 positions/.test($('progress').textContent)"));
  shows_the_figures(page);
}

TEST_F(AnalysePage, APortThatIsTakenIsSaidInOneLineAndNothingIsJudged) {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor taken(context,
                                             {boost::asio::ip::make_address("127.0.0.1"), 0});
  const std::string port = std::to_string(taken.local_endpoint().port());
  Dialogue run(gougi::testing::program_path("gougi"), words({"--live", port}));
  ASSERT_TRUE(run.wait_exit(Milliseconds(20'000)));
  EXPECT_EQ(run.exit->code, 1);
  EXPECT_THAT(run.errors,
              ::testing::ElementsAre("gougi analyse: --live: 127.0.0.1 port " + port +
                                     " is taken by another program; choose another port"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out" / "analysis.html"));
}

TEST_F(AnalysePage, ALivePageIsOfRecordsNotOfQuestions) {
  Dialogue run(gougi::testing::program_path("gougi"), {"analyse", "--serve", "--live", "8080"});
  ASSERT_TRUE(run.wait_exit(Milliseconds(20'000)));
  EXPECT_EQ(run.exit->code, 2);
  ASSERT_EQ(run.errors.size(), 1U);
  EXPECT_THAT(run.errors[0], HasSubstr("--live"));
}

TEST_F(AnalysePage, AGameOfAThousandMovesIsGoneThrough) {
  NEEDS_PATIENCE();
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  std::string game = "startpos moves";
  for (int i = 0; i < 250; ++i) game += " 2h3h 8b7b 3h2h 7b8b";
  Dialogue run(gougi::testing::program_path("gougi"),
               {"analyse", folder_.write("long.usi", game + "\n"), "--config", config_, "--nodes",
                "2", "--mate-nodes", "100", "--out", path("out")});
  ASSERT_TRUE(run.wait_exit(Milliseconds(120'000)));
  const std::string page = browser_->open("file://" + path("out/analysis.html#game=1,ply=998"));
  ASSERT_TRUE(browser_->comes(page, "$('boardtitle').textContent === 'After move 998 of 1000'"));
  press(page, "ArrowRight");
  EXPECT_EQ(shown(page, "#boardtitle"), "After move 999 of 1000");
  EXPECT_EQ(shown(page, "#votes td.chosen"), "1000");
  press(page, "End");
  EXPECT_EQ(shown(page, "#boardtitle"), "After move 1000 of 1000");
  EXPECT_EQ(browser_->ask(page, "document.querySelectorAll('#votes button').length"), 1001);
  std::cout << "one step takes "
            << browser_->ask(
                   page,
                   "(() => { const from = performance.now(); for (let i = 0; i < 20; ++i) "
                   "{ ply = i; draw(); } return (performance.now() - from) / 20; })()")
            << " ms\n";
}

// Twenty games of names that no list has room for, the last one ended by an illegal move.
TEST_F(AnalysePage, ItSaysWhichGameIsShownAndItsListFitsItsBox) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  const std::string player(64, 'W');
  std::vector<std::string> words{"analyse",      "--config", config_, "--nodes",  "2",
                                 "--mate-nodes", "100",      "--out", path("out")};
  for (int i = 1; i <= 20; ++i) {
    words.push_back(folder_.write((i < 10 ? "a0" : "a") + std::to_string(i) + ".kif",
                                  "開始日時：2026/01/31 12:34:56\n先手：" + player +
                                      "\n後手：羽生\n   1 ７六歩(77)\n   2 ３四歩(33)\n" +
                                      (i == 20 ? "   3 ７五歩打\n" : "")));
  }
  Dialogue run(gougi::testing::program_path("gougi"), words);
  ASSERT_TRUE(run.wait_exit(Milliseconds(120'000)));
  const std::string page = browser_->open("file://" + path("out/analysis.html#game=20,ply=2"));
  ASSERT_TRUE(browser_->comes(page, "$('boardtitle').textContent === 'After move 2 of 2'"));
  const std::string shown_game = "☗" + player + " ☖羽生, 2026/01/31 12:34:56, a20";
  EXPECT_EQ(shown(page, "h1"), "Records analysed by a council: " + shown_game);
  EXPECT_EQ(browser_->ask(page, "document.title"), shown_game + " – Records analysed by a council");
  EXPECT_THAT(shown(page, "#why"), HasSubstr("move 3 (７五歩打) was illegal and ended the game"));
  // The row of the game can be seen, and all of its cells.
  const std::string fits = R"js((() => {
    const box = $("gamesbox"), seen = box.getBoundingClientRect();
    const row = $("row." + chosen).getBoundingClientRect(), last = $("row." + chosen + "f").getBoundingClientRect();
    return [box.scrollWidth <= box.clientWidth, row.top >= seen.top - 1, row.bottom <= seen.bottom + 1,
            last.right <= seen.right + 1].join();
  })())js";
  EXPECT_EQ(browser_->ask(page, fits), "true,true,true,true");
  browser_->ask(page, "location.hash = '#game=1,ply=0'");
  ASSERT_TRUE(browser_->comes(page, "document.title.includes(', a01 ')"));
  EXPECT_EQ(browser_->ask(page, fits), "true,true,true,true");
  // Nothing is cut, neither a figure nor a name.
  const std::string cut = R"js((() => {
    text("row.0w", "100.0");
    $("members").rows[1].cells[1].textContent = "☗５三銀成(52)";
    const all = [...document.querySelectorAll("#games td, #games th, #games button, #games .players, #members td")];
    return all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent).join() + all.some(e => e.textContent === player);
  })())js";
  browser_->ask(page, "window.player = '☗" + player + " ☖羽生'");
  EXPECT_EQ(browser_->ask(page, cut), "true");
  for (const int width : {360, 1600, 390}) {
    browser_->resize(page, width, 1500, true);
    const std::string is = std::to_string(width);
    ASSERT_TRUE(browser_->comes(
        page, "innerWidth === " + is + " && document.documentElement.scrollWidth <= " + is));
    EXPECT_EQ(browser_->ask(page, cut), "true") << width;
  }
  EXPECT_EQ(browser_->ask(page, fits), "true,true,true,true");
}

TEST_F(AnalysePage, AtTheEndTheLivePageShowsWhatTheFileSaysOfRulesThatLookBack) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  const std::string engine = gougi::testing::program_path("gougi-engine");
  const std::string gate = path("looks");
  folder_.write(
      "council.yaml",
      "consensus: rotate-drop\nrules: {change_player_score_diff: 1}\nengines:\n  - command: " +
          engine + "\n  - command: " + engine +
          "\n    options: { EvalKind: handmade }\n  - command: ['" +
          gougi::testing::program_path("scripted-engine") + "', --legal, 7, --until, '" + gate +
          "']\n");
  const int port = gougi::testing::free_port();
  Dialogue run(gougi::testing::program_path("gougi"), words({"--live", std::to_string(port)}));
  for (int i = 0; i < 600 && run.errors.empty() && !run.exit; ++i) run.listen(Milliseconds(50));
  const std::string live = browser_->open("http://127.0.0.1:" + std::to_string(port) + "/");
  ASSERT_TRUE(browser_->comes(live, "document.querySelectorAll('#games button').length === 2"));
  folder_.write("looks", "");
  ASSERT_TRUE(run.wait_exit(Milliseconds(120'000)));
  ASSERT_EQ(run.exit->code, 0);
  ASSERT_TRUE(browser_->comes(live, "$('connection').textContent.startsWith('finished: ')"));
  const std::string file = browser_->open("file://" + path("out/analysis.html"));
  ASSERT_TRUE(browser_->comes(file, "document.querySelectorAll('#games button').length === 2"));
  for (const std::string place : {"1,ply=0", "1,ply=3", "1,ply=5", "2,ply=2", "2,ply=4"}) {
    std::string said[2];
    for (const std::string& page : {live, file}) {
      browser_->ask(page, "location.hash = '#game=" + place + "'");
      ASSERT_TRUE(browser_->comes(
          page, "location.hash === '#game=" + place + "' && $('boardtitle').textContent !== ''"));
      browser_->settle(page);
      said[page == file ? 1 : 0] = shown(page, "#why") + shown(page, "#members");
    }
    EXPECT_EQ(said[0], said[1]) << place;
  }
  const std::string decisions =
      "JSON.stringify(numbers().map(i => values['game.' + i].positions.map(at => at && [at.move, "
      "at.win_rate, at.reason, at.loss, at.line])))";
  EXPECT_EQ(browser_->ask(live, decisions), browser_->ask(file, decisions));
}

TEST_F(AnalysePage, AGameThatEndsByMateSaysSoAtItsLastPosition) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  Dialogue run(
      gougi::testing::program_path("gougi"),
      {"analyse", folder_.write("mate.usi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1 moves G*5b\n"),
       "--config", config_, "--nodes", "200", "--out", path("out")});
  ASSERT_TRUE(run.wait_exit(Milliseconds(60'000)));
  ASSERT_EQ(run.exit->code, 0);
  const auto lines = lines_of("mate");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_FALSE(lines[1].contains("mated"));
  EXPECT_EQ(lines[2].value("mated", false), true);
  const std::string page = browser_->open("file://" + path("out/analysis.html#game=1,ply=1"));
  ASSERT_TRUE(browser_->comes(page, "$('boardtitle').textContent === 'After move 1 of 1'"));
  EXPECT_EQ(shown(page, "#why"), "the last position: White is mated");
}

TEST_F(AnalysePage, WhereNoMemberGivesAValueNoneIsMadeUp) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  const std::string scripted = gougi::testing::program_path("scripted-engine");
  Dialogue run(gougi::testing::program_path("gougi"),
               {"analyse", path("静か.usi"), "--config",
                folder_.write("scripted.yaml", "consensus: majority\nengines:\n  - command: ['" +
                                                   scripted + "', --legal, 7, --infos, 0]\n"),
                "--nodes", "200", "--out", path("out")});
  ASSERT_TRUE(run.wait_exit(Milliseconds(60'000)));
  ASSERT_EQ(run.exit->code, 0);
  const auto lines = lines_of("静か");
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0]["accuracy"], Json::array({nullptr, nullptr}));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_FALSE(lines[i].contains("loss")) << lines[i];
    EXPECT_FALSE(lines[i].contains("win_rate")) << lines[i];
  }
  const std::string page = browser_->open("file://" + path("out/analysis.html"));
  ASSERT_TRUE(browser_->comes(page, "document.querySelectorAll('#games button').length === 1"));
  EXPECT_EQ(shown(page, "#row\\\\.0b"), "–");
  EXPECT_EQ(shown(page, "#row\\\\.0w"), "–");
}

// A game with a rook left hanging, for the documents.
TEST_F(AnalysePage, APlantedFaultIsTheFirstTurningPoint) {
  if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  Dialogue run(gougi::testing::program_path("gougi"),
               {"analyse", GOUGI_SOURCE_DIR "/tests/data/planted/rook-4.kif", "--config",
                GOUGI_SOURCE_DIR "/config/default.yaml", "--nodes", "6000", "--out", path("out")});
  ASSERT_TRUE(run.wait_exit(Milliseconds(120'000)));
  const std::string page = browser_->open("file://" + path("out/analysis.html"));
  ASSERT_TRUE(browser_->comes(page, "document.querySelectorAll('#turning button').length > 0"));
  EXPECT_EQ(shown(page, "#turning button"), "22");
  browser_->ask(page, "$('fault').click()");
  EXPECT_TRUE(browser_->comes(page, "$('boardtitle').textContent.includes('move 21')"));
  EXPECT_THAT(shown(page, "#why"), StartsWith("22 "));
  browser_->keep_picture(page, "analysis", 1200, 900, false);
  browser_->ask(page, "$('language').click()");
  browser_->keep_picture(page, "analysis.ja", 1200, 900, false);
}

}  // namespace
}  // namespace gougi
