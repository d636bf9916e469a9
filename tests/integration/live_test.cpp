// SPDX-License-Identifier: MIT
// The relay shows itself: a real browser follows a game of two relays, and sees the figures of the
// files of decisions; ports that are taken, pages that are closed and lost connections cost
// nothing. With GOUGI_PICTURES=FOLDER the pictures of docs/live.md are written there.
#include <gmock/gmock.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "integration/driven_browser.hpp"
#include "integration/free_port.hpp"
#include "integration/page_cut.hpp"
#include "integration/processes.hpp"
#include "integration/relay.hpp"
#include "live/http_reader.hpp"
#include "live/server.hpp"

namespace gougi::live {
namespace {

using gougi::testing::Dialogue;
using gougi::testing::DrivenBrowserTest;
using gougi::testing::Folder;
using gougi::testing::free_port;
using gougi::testing::Milliseconds;
using gougi::testing::our_entry;
using gougi::testing::Relay;
using live::testing::HttpReader;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string yaml_of(int port, const std::string& names = "") {
  return "consensus: majority\nlive: {port: " + std::to_string(port) +
         "}\nrecord: decisions.jsonl\nengines:\n" + our_entry(names + "Suzu") +
         our_entry(names + "Take") + our_entry(names + "Matsu");
}

std::string address_of(int port) { return "http://127.0.0.1:" + std::to_string(port) + "/"; }

/// The move that it answers; "" if none came.
std::string move_of(Relay& relay, const std::string& moves) {
  relay.dialogue.say("position startpos" + (moves.empty() ? "" : " moves" + moves));
  relay.dialogue.say("go btime 60000 wtime 60000 byoyomi 150");
  const auto heard = relay.dialogue.wait_for("bestmove ", Milliseconds(60'000));
  if (!heard) return "";
  std::istringstream words(heard->line);
  std::string move;
  words >> move >> move;
  return move;
}

std::vector<nlohmann::json> decisions_in(const std::filesystem::path& file) {
  std::vector<nlohmann::json> decisions;
  std::istringstream lines(gougi::testing::content_of(file));
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    if (line.starts_with("{\"decision\"")) decisions.push_back(nlohmann::json::parse(line));
  }
  return decisions;
}

/// Once there are `count`: the relay waits for no disk.
std::vector<nlohmann::json> decisions_of(Relay& relay, std::size_t count) {
  const auto file = relay.folder.path() / "decisions.jsonl";
  for (int i = 0; i < 500 && decisions_in(file).size() < count; ++i) {
    relay.dialogue.listen(Milliseconds(20));
  }
  return decisions_in(file);
}

std::string percent(double rate) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f%%", 100 * rate);
  return text.data();
}

class LivePage : public DrivenBrowserTest {
 protected:
  void SetUp() override {
    if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  }

  bool comes(const std::string& page, const std::string& condition) {
    return browser_->comes(page, condition);
  }
  std::string shown(const std::string& page, const std::string& selector) {
    const auto text = browser_->ask(page, "document.querySelector('" + selector + "').textContent");
    return text.is_string() ? text.get<std::string>() : text.dump();
  }
  void keep_picture(const std::string& page, const std::string& name, int width, int height,
                    bool dark) {
    browser_->ask(page, "scrollTo(0, 0)");
    browser_->keep_picture(page, name, width, height, dark);
  }

  /// The curves have Black's rates of `decisions`, as drawn, and in their table.
  void shows_the_curves_of(const std::string& page, const std::vector<nlohmann::json>& decisions) {
    const nlohmann::json data = browser_->ask(page, "curves.curve.plot.data");
    ASSERT_EQ(data.size(), 4U);
    browser_->ask(page, "$('curvefigures').open = true");
    ASSERT_TRUE(
        comes(page, "$('curvetable').rows.length === " + std::to_string(data[0].size() + 1)));
    ASSERT_EQ(data[0].size(), decisions.size());
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const int ply = decisions[i]["ply"].get<int>();
      EXPECT_EQ(data[0][i], ply);
      for (std::size_t member = 0; member < 3; ++member) {
        const double rate = decisions[i]["voters"][member]["ballot"]["win_rate"].get<double>();
        const double blacks = ply % 2 == 1 ? rate : 1 - rate;
        EXPECT_DOUBLE_EQ(data[member + 1][i].get<double>(), blacks);
        EXPECT_EQ(browser_->ask(page, "$('curvetable').rows[" + std::to_string(i + 1) + "].cells[" +
                                          std::to_string(member + 1) + "].textContent"),
                  percent(blacks));
      }
    }
    browser_->ask(page, "$('curvefigures').open = false");
    for (const auto& decision : decisions) opens_by_the_curve(page, decision);
  }
  /// A click on the points of a decision opens the position in which it was made.
  void opens_by_the_curve(const std::string& page, const nlohmann::json& decision) {
    const std::string ply = std::to_string(decision["ply"].get<int>());
    const std::string place = std::to_string(decision["ply"].get<int>() - 1);
    browser_->ask(page, "$('curve').scrollIntoView()");
    browser_->settle(page);
    browser_->click(page,
                    "(() => { const box = curves.curve.plot.over.getBoundingClientRect(); return "
                    "[box.left + curves.curve.plot.valToPos(" +
                        ply + ", 'x'), box.top + 40]; })()");
    EXPECT_TRUE(comes(page, "looked() === " + place));
    browser_->settle(page);
    EXPECT_EQ(
        browser_->ask(page, "Math.abs(curves.curve.now.offsetLeft - curves.curve.plot.valToPos(" +
                                ply + ", 'x')) <= 1"),
        true);
    shows_the_figures_of(page, decision);
  }
  /// The place that is looked at has the figures of `decision`, a line of the file.
  void shows_the_figures_of(const std::string& page, const nlohmann::json& decision) {
    EXPECT_THAT(shown(page, "#why"),
                HasSubstr(std::to_string(decision["elapsed_ms"].get<int>()) + " ms"));
    std::string spoken;
    for (const auto& voter : decision["voters"]) {
      const std::string row =
          "#members tr[data-member=\"E" + std::to_string(voter["number"].get<int>()) + "\"] ";
      const double rate = voter["ballot"]["win_rate"].get<double>();
      EXPECT_EQ(shown(page, row + ".rate"), percent(rate));
      const double blacks = decision["ply"].get<int>() % 2 == 1 ? rate : 1 - rate;
      spoken.append(spoken.empty() ? "" : ", ")
          .append(voter["name"].get<std::string>())
          .append(" ")
          .append(percent(blacks));
    }
    EXPECT_THAT(browser_->ask(page, "$('curve').getAttribute('aria-label')"),
                HasSubstr("; move " + std::to_string(decision["ply"].get<int>()) + ": " + spoken));
  }
};

TEST_F(LivePage, AGameOfTwoRelaysIsFollowedWithTheFiguresOfTheFilesOfDecisions) {
  NEEDS_PATIENCE();
  const std::array ports{free_port(), free_port()};
  const std::array<std::unique_ptr<Relay>, 2> relays{std::make_unique<Relay>(yaml_of(ports[0])),
                                                     std::make_unique<Relay>(yaml_of(ports[1]))};
  std::array<std::string, 2> pages;
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(relays.at(i)->handshake());
    pages.at(i) = browser_->open(address_of(ports.at(i)));
    ASSERT_TRUE(comes(pages.at(i), "$('connection').className === ''"));
  }
  std::string moves;
  constexpr int kPlies = 12;
  const auto play = [&](int ply) {
    const std::string move = move_of(*relays.at(static_cast<std::size_t>(ply) % 2), moves);
    ASSERT_NE(move, "");
    moves += " " + move;
  };
  for (int ply = 0; ply < kPlies; ++ply) play(ply);

  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& page = pages.at(i);
    const auto decisions = decisions_of(*relays.at(i), kPlies / 2);
    ASSERT_EQ(decisions.size(), std::size_t{kPlies / 2});
    ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 6"));
    for (const auto& decision : decisions) {
      const std::string ply = std::to_string(decision["ply"].get<int>());
      browser_->ask(page,
                    "document.querySelector('#votes button[data-ply=\"" + ply + "\"]').click()");
      ASSERT_TRUE(comes(
          page,
          "document.querySelector('#votes td.chosen button')?.dataset.ply === '" + ply + "'"));
      shows_the_figures_of(page, decision);
      const auto votes = browser_->ask(page,
                                       "[...document.querySelectorAll('#arrows "
                                       "circle')].reduce((n, c) => n + +c.dataset.votes, 0)");
      EXPECT_EQ(votes, 3);
    }
    shows_the_curves_of(page, decisions);
    EXPECT_EQ(browser_->ask(
                  page,
                  "performance.getEntriesByType('resource').filter(e =>"
                  " !e.name.startsWith(location.origin) && !e.name.startsWith('data:')).length"),
              0);
    EXPECT_EQ(browser_->ask(page, "document.documentElement.scrollWidth > innerWidth"), false);
  }

  // A past ply stays open while the game goes on.
  const std::string& page = pages[0];
  const std::string before = shown(page, "#boardtitle");
  play(kPlies);
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 7"));
  EXPECT_THAT(shown(page, "#boardtitle"), StartsWith(before.substr(0, before.find(" of"))));
  browser_->ask(page, "$('follow').click()");
  EXPECT_TRUE(comes(page,
                    "$('follow').getAttribute('aria-pressed') === 'true' && "
                    "$('boardtitle').textContent.includes('12')"));
  keep_picture(page, "live", 1200, 960, false);
  // By the keyboard, in the other language, on a phone.
  browser_->ask(
      page,
      "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true}))");
  EXPECT_TRUE(comes(page, "$('boardtitle').textContent.includes('11')"));
  browser_->ask(page, "$('follow').click(); $('language').click()");
  EXPECT_TRUE(comes(
      page,
      "$('memberstitle').textContent === 'メンバー' && document.documentElement.lang === 'ja'"));
  EXPECT_THAT(shown(page, "#why"), HasSubstr("多数決"));
  EXPECT_EQ(shown(page, "#rule"),
            "多数決合議: 票(重み付き)の最も多い手。同数なら番号の小さいエンジンの手");
  browser_->resize(page, 390, 1500, true);
  EXPECT_TRUE(comes(page, "innerWidth === 390 && document.documentElement.scrollWidth <= 390"));
  keep_picture(page, "live.ja", 390, 1750, true);
}

TEST_F(LivePage, ARelayOfOneSideShowsAtEachPlaceItsDecisionThereOrNone) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  std::string moves;
  for (const char* const reply : {" 8b7b", " 7b8b", " 8b7b", " 7b8b"}) {
    const std::string move = move_of(relay, moves);
    ASSERT_NE(move, "");
    moves += " " + move + reply;
  }
  relay.dialogue.say("position startpos moves" + moves);
  ASSERT_TRUE(comes(page, "length() === 8"));
  const auto decisions = decisions_of(relay, 4);
  ASSERT_EQ(decisions.size(), 4U);
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 4"));
  for (int place = 0; place <= 8; ++place) {
    browser_->ask(page, "show(" + std::to_string(place) + ")");
    browser_->settle(page);
    if (place % 2 == 0 && place < 8) {
      shows_the_figures_of(page, decisions[static_cast<std::size_t>(place) / 2]);
      continue;
    }
    EXPECT_EQ(shown(page, "#why"), "No decision has been made here.");
    EXPECT_EQ(shown(page, "#whiteclock"), place < 8 ? "☖ White" : "☖ White  1:00 + 0:00");
    EXPECT_EQ(browser_->ask(page,
                            "[...document.querySelectorAll('#members tr[data-member]')].map(r => "
                            "[1, 2, 3, 5].map(i => r.cells[i].textContent).join('')).join()"),
              "–––,–––,–––")
        << place;
    EXPECT_EQ(browser_->ask(page, "document.querySelectorAll('#arrows circle').length"), 0);
  }
  EXPECT_THAT(browser_->ask(page, "document.title"), StartsWith("move 9, ☗ Black to move – "));
  shows_the_curves_of(page, decisions);
}

#ifndef _WIN32
TEST_F(LivePage, AProgramThatIsFrozenIsSaidToBeLostAndComesBack) {
  NEEDS_PATIENCE();
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').textContent === 'connected'"));
  ASSERT_EQ(::kill(static_cast<pid_t>(relay.dialogue.pid()), SIGSTOP), 0);
  browser_->ask(page, "patience = 6000");  // longer than between two signs of life
  EXPECT_TRUE(comes(page, "$('connection').className === 'lost'"));
  ASSERT_EQ(::kill(static_cast<pid_t>(relay.dialogue.pid()), SIGCONT), 0);
  browser_->ask(page, "patience = 60000");
  EXPECT_TRUE(comes(page, "$('connection').textContent === 'connected'"));
}
#endif

TEST_F(LivePage, SilenceIsNoLossWhileSomethingLongComes) {
  const auto server = Server::start({}, council_page(), [](Story&) {});
  ASSERT_TRUE(server);
  const std::string page = browser_->open(link_to((*server)->place()));
  ASSERT_TRUE(comes(page, "isConnected"));
  EXPECT_EQ(browser_->ask(page,
                          "events.dispatchEvent(new MessageEvent('much', {data: '20000000'})), "
                          "heard - performance.now() > 900000"),
            true);
}

TEST_F(LivePage, MovesHaveTheNumbersThatTheirPositionGivesThem) {
  NEEDS_PATIENCE();
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  const std::string start =
      "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 50";
  relay.dialogue.say(start);
  relay.dialogue.say("go btime 60000 wtime 60000 byoyomi 150");
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove ", Milliseconds(60'000)));
  relay.dialogue.say(start + " moves 8c8d 7g7f");
  relay.dialogue.say("go btime 60000 wtime 60000 byoyomi 150");
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove ", Milliseconds(60'000)));
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 2"));
  EXPECT_EQ(
      browser_->ask(
          page, "[...document.querySelectorAll('#votes button')].map(b => b.textContent).join()"),
      "50,52");
  EXPECT_EQ(browser_->ask(page, "curves.curve.plot.data[0].join()"), "50,52");
  EXPECT_EQ(browser_->ask(page, "curves.curve.plot.scales.x.min"), 49);
  EXPECT_EQ(shown(page, "#boardtitle"), "After move 51");
  EXPECT_THAT(browser_->ask(page, "$('curve').getAttribute('aria-label')"),
              HasSubstr("; move 52: "));
  browser_->ask(page, "show(1)");
  browser_->settle(page);
  EXPECT_EQ(shown(page, "#boardtitle"), "After move 50 of 51");
  browser_->ask(page, "show(0)");
  browser_->settle(page);
  EXPECT_EQ(shown(page, "#boardtitle"), "Start of the game");
  browser_->click(page,
                  "(() => { $('curve').scrollIntoView(); const box = "
                  "curves.curve.plot.over.getBoundingClientRect(); return [box.left + "
                  "curves.curve.plot.valToPos(52, 'x'), box.top + 40]; })()");
  EXPECT_TRUE(comes(page, "looked() === 2"));
}

TEST_F(LivePage, NumbersBesideACurveAreWholeAndWithoutCommas) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  const std::string axis = "curves.curve.plot.axes[0]";
  // Asked for at once: the page draws its own game again whenever it is told something.
  EXPECT_EQ(browser_->ask(
                page,
                "(async () => { drawRates('curve', [1], () => ({lines: [{name: 'A', color: "
                "'var(--m1)', points: [[0, 0.5], [1000, 0.5]]}]}), 0, 1000); await null; return " +
                    axis + "._values[" + axis + "._values.length - 1]; })()"),
            "1000");
  // Half of the last one's width lies beyond the plot.
  EXPECT_EQ(browser_->ask(page,
                          "(() => { const pen = document.createElement('canvas').getContext('2d'); "
                          "pen.font = '11px system-ui,sans-serif'; return "
                          "pen.measureText('10000').width / 2 <= curves.curve.plot.width - "
                          "curves.curve.plot.over.offsetLeft - "
                          "curves.curve.plot.over.offsetWidth; })()"),
            true);
}

/// What is said of a decision of three members, in both languages.
struct SaidOfDecision {
  const char* decision;  ///< what it has besides the fields of all
  const char* en;
  const char* ja;
};
const std::vector<SaidOfDecision>& said_of_decisions() {
  static const std::vector<SaidOfDecision> all{
      {R"(reason: "2 of 3 votes", reason_ja: "3票中2票",
          voters: [vote(1, "7g7f", 0.55), vote(2, "2g2f", 0.5), vote(3, "7g7f", 0.52)])",
       "7g7f by majority: 2 of 3 votes. For it: A, C. Others: B 2g2f. Win rate 55.00% by A. 900 "
       "ms.",
       "7g7f（多数決合議）: 3票中2票。支持: A、C。ほかの意見: B 2g2f。A の勝率 "
       "55.00%。900ミリ秒。"},
      {R"(reason: "3 of 3 votes", reason_ja: "3票中3票",
          voters: [vote(1, "7g7f"), vote(2, "7g7f"), vote(3, "7g7f")])",
       "7g7f by majority: 3 of 3 votes. For it: A, B, C (all). 900 ms.",
       "7g7f（多数決合議）: 3票中3票。支持: A、B、C（全員）。900ミリ秒。"},
      {R"(reason: "1 of 2 votes, a tie, which goes to the smaller number",
          reason_ja: "2票中1票、同数のため番号の小さいエンジン",
          voters: [vote(1, "7g7f"), {...vote(2, "2g2f"), walks_into_mate: true},
                   {number: 3, name: "C", awaited: true}])",
       "7g7f by majority: 1 of 2 votes, a tie, which goes to the smaller number. For it: A. "
       "Others: B 2g2f (runs into a mate). Not waited for: C. 900 ms.",
       "7g7f（多数決合議）: 2票中1票、同数のため番号の小さいエンジン。支持: A。ほかの意見: B "
       "2g2f（詰まされる手）。待たなかったメンバー: C。900ミリ秒。"},
      {R"(reason: "2 of 3 votes, the outstanding 1 cannot change it",
          reason_ja: "3票中2票、残り1票では変わらない",
          voters: [vote(1, "7g7f"), vote(2, "7g7f"),
                   {...vote(3), ballot: {choice: "2g2f", partial: true}}])",
       "7g7f by majority: 2 of 3 votes, the outstanding 1 cannot change it. For it: A, B. Others: "
       "C "
       "(so far) 2g2f. 900 ms.",
       "7g7f（多数決合議）: 3票中2票、残り1票では変わらない。支持: A、B。ほかの意見: C（途中） "
       "2g2f。900ミリ秒。"},
      {R"(rule: "veto", bestmove: "2g2f", voter: 2,
          reason: "veto against engine 1's move: engine 2 sees 30.0%, its own best 50.0%; 1 vote, "
            + "not searched again",
          reason_ja: "エンジン1の手を拒否：エンジン2では勝率30.0%、最善は勝率50.0%；1票、再検討なし",
          voters: [vote(1, "7g7f"), vote(2, "2g2f", 0.5), vote(3, "7g7f")])",
       "2g2f by veto: veto against A's move: B sees 30.0%, its own best 50.0%; 1 vote, not "
       "searched "
       "again. For it: B. Others: A 7g7f, C 7g7f. Win rate 50.00% by B. 900 ms.",
       "2g2f（拒否権付き多数決合議）: "
       "Aの手を拒否：Bでは勝率30.0%、最善は勝率50.0%；1票、再検討なし。"
       "支持: B。ほかの意見: A 7g7f、C 7g7f。B の勝率 50.00%。900ミリ秒。"},
      {R"(rule: "verify", bestmove: "2g2f",
          reason: "engine 2 refutes it (45.8% against 54.2%), engine 1 confirms it (49.2% against "
            + "50.4%): its second line",
          reason_ja: "エンジン2が反証（45.8%対54.2%）、エンジン1も支持（49.2%対50.4%）：次善手を採用",
          voters: [vote(1, "7g7f", 0.5)])",
       "2g2f by verify: B refutes it (45.8% against 54.2%), A confirms it (49.2% against 50.4%): "
       "its second line. Nobody's first choice; those are: A 7g7f. 900 ms.",
       "2g2f（検証合議）: Bが反証（45.8%対54.2%）、Aも支持（49.2%対50.4%）：次善手を採用。"
       "誰の第一候補でもない手。第一候補は A 7g7f。900ミリ秒。"},
      {R"(rule: "rotate-plies", reason: "its turn at own move 2, as they change every move",
          reason_ja: "担当：自分の2手目、1手ごとに交代", voters: [vote(1, "7g7f", 0.5)])",
       "7g7f by rotate-plies: its turn at own move 2, as they change every move. The choice of A. "
       "Win rate 50.00% by A. 900 ms.",
       "7g7f（数手ごとに対局者交代）: 担当：自分の2手目、1手ごとに交代。A の選択。A の勝率 "
       "50.00%。900ミリ秒。"},
      {R"(bestmove: "resign", reason: "a majority resigns: 2 of 3", reason_ja: "3者中2者が投了",
          voters: [vote(1, "resign"), vote(2, "resign"), vote(3, "7g7f")])",
       "Resigns by majority: a majority resigns: 2 of 3. For it: A, B. Others: C 7g7f. 900 ms.",
       "投了（多数決合議）: 3者中2者が投了。支持: A、B。ほかの意見: C 7g7f。900ミリ秒。"},
      {R"(bestmove: "win", reason: "a declaration that the rules confirm",
          reason_ja: "規則で認められる宣言勝ち", voters: [vote(1, "win"), vote(2, "7g7f")])",
       "Declares a win by majority: a declaration that the rules confirm. For it: A. Others: B "
       "7g7f. 900 ms.",
       "宣言勝ち（多数決合議）: 規則で認められる宣言勝ち。支持: A。ほかの意見: B "
       "7g7f。900ミリ秒。"},
      {R"(voter: 9, reason: "1 of 1 vote", reason_ja: "1票中1票",
          voters: [{...vote(1, "7g7f"), ballot: {choice: "7g7e", void: "illegal move"}}],
          reserve: [{...vote(9, "7g7f"), name: "gougi-engine"}])",
       "7g7f by majority: 1 of 1 vote. No member's vote counts, so the reserve moved. Void: A. 900 "
       "ms.",
       "7g7f（多数決合議）: 1票中1票。有効な票がないため予備エンジンの手。無効票: A。900ミリ秒。"},
      {R"(voter: 0, reason: "no vote counts, the only move",
          reason_ja: "有効な票がないため唯一の手を指す", voters: [{number: 1, name: "A"}])",
       "7g7f by majority: no vote counts, the only move. 900 ms.",
       "7g7f（多数決合議）: 有効な票がないため唯一の手を指す。900ミリ秒。"},
      {R"(voter: 0, reason: "no vote counts, the only move", voters: [{number: 1, name: "A"}],
          agreement: {usual_ms: 800, planned_ms: 600},
          budget: {nodes: 3000, searches: [{nodes: 1000}, {nodes: 900}]})",
       "7g7f by majority: no vote counts, the only move. 900 ms. Time by agreement: 600 ms in "
       "place "
       "of 800. Of a budget of 3000 nodes 1900 were searched.",
       "7g7f（多数決合議）: no vote counts, the only move。900ミリ秒。意見の一致による時間: "
       "通常800ミリ秒を600ミリ秒に。予算3000ノードのうち1900ノードを探索。"},
      {R"(voter: 0, reason: "mate found by Tsume", proof: {solver: "Tsume", moves: "7g7f 3c3d 2g2f"})",
       "7g7f: Tsume found a mate in 3: 7g7f 3c3d 2g2f",
       "7g7f: Tsume が3手詰を発見: 7g7f 3c3d 2g2f"}};
  return all;
}

TEST_F(LivePage, WhyAMoveWasPlayedIsSaidOfEveryKindOfDecision) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "values.head !== undefined"));
  // Moves by their words in USI, and members with short names.
  browser_->ask(
      page,
      "named = (p, moves, most) => (moves || []).slice(0, most);"
      "values.members = [1, 2, 3].map(n => ({kind: 'voter', number: n, name: ' ABC'[n]}));"
      "var vote = (number, choice, win_rate) => ({number, name: ' ABC'[number], ballot: "
      "{choice, win_rate}})");
  for (const SaidOfDecision& each : said_of_decisions()) {
    const auto in = [&](const char* language) {
      return browser_->ask(page, std::string("language = '") + language +
                                     "'; why({ply: 1, rule: 'majority', bestmove: '7g7f', voter: "
                                     "1, elapsed_ms: 900, " +
                                     each.decision + "})");
    };
    EXPECT_EQ(in("en"), each.en);
    EXPECT_EQ(in("ja"), each.ja);
  }
}

TEST_F(LivePage, AMateThatWasFoundIsToldWithItsLine) {
  const int port = free_port();
  Relay relay("consensus: veto\nrecord: decisions.jsonl\nlive: {port: " + std::to_string(port) +
              "}\nmate: {engines: [{name: Tsume, command: " + gougi::testing::ours("gougi-mate") +
              "}]}\nengines:\n  - {name: slow, command: [" +
              gougi::testing::ours("scripted-engine") + ", --legal, '2', --delay-ms, '3000']}\n");
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  relay.dialogue.say(
      "position sfen 6+Bn1/8k/p2+S1Gpp1/8p/3P5/P1S1P4/1P3P2P/2GK5/L4G1N+s b GS2NL8Pr 84");
  relay.dialogue.say("go btime 0 wtime 0 byoyomi 3000");
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove ", Milliseconds(60'000)));
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 1"));
  const auto decisions = decisions_of(relay, 1);
  ASSERT_EQ(decisions.size(), 1U);
  ASSERT_TRUE(decisions[0].contains("proof"));
  std::istringstream proof(decisions[0]["proof"]["moves"].get<std::string>());
  const std::vector<std::string> line{std::istream_iterator<std::string>(proof), {}};
  const std::string plies = std::to_string(line.size());
  const std::string names =
      browser_->ask(page, "named(before(0), " + nlohmann::json(line).dump() + ", 99).join(' ')");
  EXPECT_THAT(shown(page, "#why"), EndsWith(": Tsume found a mate in " + plies + ": " + names));
  browser_->ask(page, "$('language').click()");
  EXPECT_TRUE(comes(page, "document.documentElement.lang === 'ja'"));
  EXPECT_THAT(shown(page, "#why"), EndsWith(": Tsume が" + plies + "手詰を発見: " + names));
}

TEST_F(LivePage, AGuessThatIsPonderedOnIsNoMoveThatWasMade) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  const std::string move = move_of(relay, "");
  ASSERT_NE(move, "");
  relay.dialogue.say("position startpos moves " + move + " 8b7b");
  relay.dialogue.say("go ponder btime 60000 wtime 50000 byoyomi 3000");
  EXPECT_TRUE(comes(page, "$('now').textContent.startsWith('Pondering')"));
  const std::string guess = browser_->ask(page, "moveName(before(1), '8b7b')");
  EXPECT_EQ(shown(page, "#now"), "Pondering on the guess 2 " + guess + ".");
  EXPECT_EQ(shown(page, "#boardtitle"), "If move 2 were " + guess);
  const std::string decided = shown(page, "#why");
  EXPECT_THAT(decided, StartsWith("Move 1: "));
  EXPECT_EQ(browser_->ask(page, "$('board').classList.contains('guess')"), true);
  // The opponent's time runs, and nobody else's.
  EXPECT_EQ(browser_->ask(page, "$('whiteclock').className"), "clock runs");
  EXPECT_EQ(browser_->ask(page, "$('blackclock').className"), "clock");
  EXPECT_THAT(shown(page, "#whiteclock"), HasSubstr("thinking"));
  EXPECT_THAT(shown(page, "#blackclock"), HasSubstr("pondering"));
  browser_->ask(page, "show(1)");
  browser_->settle(page);
  EXPECT_EQ(shown(page, "#boardtitle"), "After move 1");
  EXPECT_EQ(browser_->ask(page, "$('board').classList.contains('guess')"), false);
  browser_->ask(page, "show(null); $('language').click()");
  EXPECT_TRUE(comes(page, "$('now').textContent.startsWith('先読み中')"));
  browser_->ask(page, "$('language').click()");
  relay.dialogue.say("ponderhit");
  EXPECT_TRUE(comes(page,
                    "$('now').textContent === 'The council is thinking.' && "
                    "$('boardtitle').textContent === 'After move 2' && "
                    "$('blackclock').className === 'clock runs' && "
                    "$('whiteclock').className === 'clock'"));
  EXPECT_EQ(shown(page, "#why"), decided) << "it stays until the next decision comes";
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove ", Milliseconds(60'000)));
  EXPECT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 2"));
  EXPECT_TRUE(
      comes(page, "$('why').textContent.startsWith('Move 3: ') && $('now').textContent === ''"));
}

TEST_F(LivePage, DecisionsOfAnotherGameAreNotShownAsThisOnes) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  const std::string votes = "document.querySelectorAll('#votes button').length === ";
  const std::string first = move_of(relay, "");
  ASSERT_NE(first, "");
  ASSERT_NE(move_of(relay, " 7g7f 3c3d"), "");
  ASSERT_TRUE(comes(page, votes + "2"));
  // Back and forth in one game, as in an analysis, what was decided stays.
  relay.dialogue.say("position startpos moves 7g7f");
  ASSERT_TRUE(comes(page, "length() === 1"));
  EXPECT_TRUE(comes(page, votes + "1"));
  relay.dialogue.say("gameover win");
  relay.dialogue.say("position startpos moves 7g7f 3c3d");
  ASSERT_TRUE(comes(page, "length() === 2"));
  EXPECT_TRUE(comes(page, votes + "2")) << "a game that is over is looked at";
  relay.dialogue.say("usinewgame");
  relay.dialogue.say("position startpos moves 7g7f");
  ASSERT_TRUE(comes(page, "length() === 1"));
  EXPECT_TRUE(comes(page, votes + "0")) << "of the game before";
  ASSERT_NE(move_of(relay, " 7g7f 3c3d"), "");
  ASSERT_TRUE(comes(page, "items.length === 4"));
  EXPECT_TRUE(comes(page, votes + "1"));
}

TEST_F(LivePage, AConnectionThatIsLostIsSaidAndRegained) {
  const int port = free_port();
  auto relay = std::make_unique<Relay>(yaml_of(port));
  ASSERT_TRUE(relay->handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  ASSERT_NE(move_of(*relay, ""), "");
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 1"));
  relay->dialogue.say("quit");
  ASSERT_TRUE(relay->dialogue.wait_exit(Milliseconds(10'000)));
  EXPECT_TRUE(comes(page, "$('connection').className === 'lost'"));
  EXPECT_EQ(browser_->ask(page, "document.querySelectorAll('#votes button').length"), 1)
      << "what was seen stays";
  relay = std::make_unique<Relay>(yaml_of(port, "New"));
  ASSERT_TRUE(relay->handshake());
  EXPECT_TRUE(comes(page,
                    "$('connection').className === '' && "
                    "$('members').textContent.includes('NewSuzu') && "
                    "document.querySelectorAll('#votes button').length === 0"));
}

TEST_F(LivePage, ClocksAreShownWhereThereAreAny) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "$('connection').className === ''"));
  relay.dialogue.say("position startpos");
  for (const char* const go : {"go infinite", "go nodes 1000000000", "go movetime 600000"}) {
    relay.dialogue.say(go);
    ASSERT_TRUE(comes(page, std::string("values.go.line === '") + go + "'"));
    EXPECT_TRUE(comes(page, "/^☗ Black  thinking \\d:\\d\\d$/.test($('blackclock').textContent)"))
        << go << ": " << shown(page, "#blackclock");
    EXPECT_EQ(shown(page, "#whiteclock"), "☖ White") << go;
    relay.dialogue.say("stop");
    ASSERT_TRUE(relay.dialogue.wait_for("bestmove ", Milliseconds(60'000)));
  }
  ASSERT_NE(move_of(relay, ""), "");
  EXPECT_TRUE(comes(page, "$('whiteclock').textContent === '☖ White  1:00 + 0:00'"));
}

TEST_F(LivePage, TheTitleOfATabThatIsHiddenSaysWhoseMoveItIs) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_TRUE(comes(page, "document.title.startsWith('move 1, ')"));
  // As a browser has it: nothing is drawn, not even what was to be when the tab was left.
  browser_->ask(page,
                "window.requestAnimationFrame = () => 0; redraw(); "
                "Object.defineProperty(document, 'hidden', {value: true}); "
                "document.dispatchEvent(new Event('visibilitychange')); 0");
  relay.dialogue.say("position startpos moves 7g7f");
  EXPECT_TRUE(comes(page, "document.title.startsWith('move 2, ')"));
  relay.dialogue.say("position startpos moves 7g7f 3c3d");
  EXPECT_TRUE(comes(page, "document.title.startsWith('move 3, ')"));
}

TEST_F(LivePage, WhatEnginesCallThemselvesIsNeverMarkup) {
  const int port = free_port();
  Relay relay("live: {port: " + std::to_string(port) + "}\nengines:\n  - command: ['" +
              gougi::testing::program_path("scripted-engine") +
              "', --name, '<img src=x onerror=\"window.injected=1\">', --bestmove, 7g7f, --pv, "
              "'7g7f <b>3c3d</b>']\n");
  ASSERT_TRUE(relay.handshake());
  const std::string page = browser_->open(address_of(port));
  ASSERT_EQ(move_of(relay, ""), "7g7f");
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#votes button').length === 1"));
  EXPECT_EQ(browser_->ask(page, "document.images.length + document.querySelectorAll('b').length"),
            0);
  EXPECT_EQ(browser_->ask(page, "typeof injected"), "undefined");
  EXPECT_EQ(browser_->ask(page, "document.title"), "move 1, ☗ Black to move – gougi");
  EXPECT_THAT(shown(page, "#members"), HasSubstr("<img src=x onerror="));
}

TEST_F(LivePage, EightMembersWhoSayTwentyLinesASecondLeaveTheBoardAlone) {
  NEEDS_PATIENCE();
  int ticks = 0;  // the server's thread alone
  const auto server = Server::start({}, council_page(), [&ticks](Story& story) {
    ++ticks;
    story.set("head", R"({"version":"1","name":"eight","rules":{}})");
    story.set("position", R"("position startpos")");
    story.set("go", R"({"line":"go infinite","at":0,"thinks":true,"said":""})");
    std::string members;
    for (int i = 1; i <= 8; ++i) {
      const std::string n = std::to_string(i);
      members += (i > 1 ? "," : "") + std::string(R"({"label":"E)") + n +
                 R"(","kind":"voter","number":)" + n + R"(,"name":"m)" + n +
                 R"(","starts":1,"runs":true,"ended":""})";
      story.set("thought.E" + n, R"({"score":{"cp":10},"win_rate":0.51,"depth":)" +
                                     std::to_string(ticks) + R"(,"pv":["7g7f","3c3d"]})");
    }
    story.set("members", "[" + members + "]");
  });
  ASSERT_TRUE(server);
  const std::string page = browser_->open(link_to((*server)->place()));
  ASSERT_TRUE(comes(page, "document.querySelectorAll('#members tr').length === 9"));
  browser_->ask(
      page,
      "window.changed = 0; new MutationObserver(l => changed += l.length).observe("
      "$('field'), {childList: true, subtree: true, attributes: true}); "
      "window.square = document.querySelector('#board td'); "
      "window.shifts = ''; window.long = []; new PerformanceObserver(l => "
      "l.getEntries().forEach(e => e.sources.forEach(s => shifts += s.node && ((s.node.id || "
      "s.node.parentNode.id || s.node.nodeName) + ': ' + s.node.textContent) + ' ' + "
      "JSON.stringify([s.previousRect, s.currentRect])))).observe({type: "
      "'layout-shift'}); "
      "new PerformanceObserver(l => l.getEntries().forEach(e => long.push(e.duration)))"
      ".observe({type: 'longtask'}); "
      "window.from = values['thought.E8'].depth; 0");
  EXPECT_TRUE(comes(page, "values['thought.E8'].depth >= from + 40"));
  EXPECT_EQ(browser_->ask(page, "changed"), 0);
  EXPECT_EQ(browser_->ask(page, "shifts"), "") << "something moves";
  std::cout << "tasks of more than 50 ms: " << browser_->ask(page, "long") << "\n";
  EXPECT_EQ(browser_->ask(page, "square === document.querySelector('#board td')"), true);
  EXPECT_TRUE(comes(page,
                    "[...document.querySelectorAll('#members tr[data-member]')].every(r => "
                    "r.cells[3].textContent === String(values['thought.E8'].depth))"));
}

TEST_F(LivePage, AMatchIsFollowedOnTheBoardsOfItsGames) {
  const int port = free_port();
  const std::string engine = gougi::testing::program_path("scripted-engine");
  const auto player = [&engine](const std::string& seed) {
    return engine + " --legal " + seed + " --score 123 --delay-ms 20";
  };
  Dialogue match(gougi::testing::program_path("gougi"), {"match",
                                                         "--first",
                                                         player("1"),
                                                         "--name",
                                                         "Suzu",
                                                         "--second",
                                                         player("2"),
                                                         "--name",
                                                         "<b>Take</b>",
                                                         "--time",
                                                         "byoyomi 5000",
                                                         "--max-plies",
                                                         "20",
                                                         "--games",
                                                         "2000",
                                                         "--concurrency",
                                                         "3",
                                                         "--sprt",
                                                         "0,1",
                                                         "--live",
                                                         std::to_string(port)});
  std::string page;
  for (int i = 0; i < 20 && page.empty(); ++i) {
    page = browser_->open(address_of(port));
    if (!comes(page, "typeof values !== 'undefined' && !!values.score")) page.clear();
  }
  ASSERT_NE(page, "");
  ASSERT_TRUE(comes(page, "values.score.games >= 6"));
  EXPECT_TRUE(
      comes(page, "document.querySelectorAll('#games tr[data-game]').length === items.length"));
  EXPECT_TRUE(comes(page, "document.querySelectorAll('#tables td.last').length === 3"));
  EXPECT_TRUE(comes(page, "$('tables').textContent.includes('+123 ')"));
  EXPECT_TRUE(comes(page,
                    "curves.llr.plot.data[1].some(v => v !== null) && "
                    "curves.llr.plot.data[2].some(v => v === values.score.sprt.lower) && "
                    "curves.llr.plot.data[3].some(v => v === values.score.sprt.upper)"));
  EXPECT_TRUE(comes(page,
                    "curves.curve.plot.data[0].length === values.curve.length && "
                    "curves.curve.plot.data[1].every((v, i) => v === values.curve[i][1])"));
  EXPECT_TRUE(comes(page,
                    "$('progress').textContent.endsWith(' left') && "
                    "$('progress').textContent.includes(' of 2000 games')"));
  EXPECT_THAT(shown(page, "#score"), HasSubstr("<b>Take</b>"));
  EXPECT_TRUE(comes(page,
                    "[...document.querySelectorAll('#score .record')].every((c, _, all) => "
                    "c.textContent.split('–').map(Number).reduce((a, b) => a + b) === "
                    "values.score.games)"));
  // Two engines' ratings are as far apart as the curve's Elo.
  EXPECT_TRUE(comes(page,
                    "Math.abs(values.score.engines[0].elo - values.score.engines[1].elo - "
                    "values.curve[values.curve.length - 1][1]) < 0.02"));
  keep_picture(page, "live-match", 1200, 860, false);
  browser_->ask(page, "$('language').click()");
  EXPECT_TRUE(comes(page,
                    "$('gamestitle').textContent.startsWith('終局') && "
                    "$('games').textContent.includes('最大手数')"));
  browser_->resize(page, 390, 1500, true);
  EXPECT_TRUE(comes(page, "innerWidth === 390 && document.documentElement.scrollWidth <= 390"));
  EXPECT_EQ(browser_->ask(page, gougi::testing::kCut), "");
  keep_picture(page, "live-match.ja", 390, 1500, true);
  match.kill();
  EXPECT_TRUE(comes(page, "$('connection').className === 'lost'"));
}

/// A table of a match, as it is told, whose game has had one move.
std::string table_json(int game, const std::string& move) {
  return R"({"game":)" + std::to_string(game) +
         R"(,"black":0,"white":1,"position":"position startpos moves )" + move +
         R"(","plies":1,"said":{},"thinks":"w"})";
}

TEST_F(LivePage, TheBoardsOfGamesThatRunStayWhereAnotherBeginsOrEnds) {
  std::mutex mutex;
  std::map<std::string, std::string> tables{{"table.0", table_json(1, "7g7f")},
                                            {"table.1", table_json(2, "2g2f")}};
  const auto tell = [&](const std::string& name, const std::string& json) {
    const std::lock_guard lock(mutex);
    tables[name] = json;
  };
  const auto server = Server::start({}, match_page(), [&](Story& story) {
    const std::lock_guard lock(mutex);
    story.set("head", R"({"names":["A","B"],"games":9,"shogi":true})");
    story.set("score", R"({"games":0,"engines":[)"
                       R"({"wins":0,"draws":0,"losses":0,"elo":0,"error":null,"faults":0},)"
                       R"({"wins":0,"draws":0,"losses":0,"elo":0,"error":null,"faults":0}]})");
    for (const auto& [name, json] : tables) story.set(name, json);
  });
  ASSERT_TRUE(server);
  const std::string page = browser_->open(link_to((*server)->place()));
  const auto boards = [](const std::string& lasts) {
    return "[...document.querySelectorAll('#tables table.board')].map(b => b.rows.length + ' ' + "
           "b.querySelectorAll('td.last').length).join() === '" +
           lasts + "'";
  };
  ASSERT_TRUE(comes(page, boards("10 1,10 1")));
  tell("table.2", table_json(3, "5g5f"));
  EXPECT_TRUE(comes(page, "$('table.2.board') !== null"));
  EXPECT_TRUE(comes(page, boards("10 1,10 1,10 1"))) << "a game has begun";
  tell("table.0", "null");
  EXPECT_TRUE(comes(page, "$('table.0.board') === null"));
  EXPECT_TRUE(comes(page, boards("10 1,10 1"))) << "a game has ended";
}

TEST_F(LivePage, AMatchThatEndedSaysSo) {
  const int port = free_port();
  const std::string engine = gougi::testing::program_path("scripted-engine") + " --delay-ms 50";
  Dialogue match(gougi::testing::program_path("gougi"),
                 {"match", "--first", engine + " --legal 1", "--second", engine + " --legal 2",
                  "--time", "byoyomi 5000", "--max-plies", "60", "--games", "2", "--concurrency",
                  "1", "--live", std::to_string(port)});
  std::string page;
  for (int i = 0; i < 20 && page.empty(); ++i) {
    page = browser_->open(address_of(port));
    if (!comes(page, "typeof values !== 'undefined' && !!values.score")) page.clear();
  }
  ASSERT_NE(page, "");
  ASSERT_TRUE(match.wait_exit(Milliseconds(60'000)));
  EXPECT_TRUE(comes(page, "$('connection').textContent === 'finished'"));
  EXPECT_EQ(browser_->ask(page, "events.readyState === EventSource.CLOSED"), true);
  EXPECT_EQ(browser_->ask(page, "$('connection').className"), "");
  EXPECT_EQ(shown(page, "#progress"), "2 of 2 games");
  EXPECT_EQ(shown(page, "#tables"), "No game runs.");
  browser_->ask(page, "$('language').click()");
  EXPECT_TRUE(comes(page, "$('connection').textContent === '完了'"));
}

TEST(LiveMatch, APortThatIsTakenIsSaidBeforeAFileIsBegun) {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor taken(context,
                                             {boost::asio::ip::make_address("127.0.0.1"), 0});
  const Folder folder;
  const std::string engine = gougi::testing::program_path("scripted-engine") + " --legal 1";
  const std::string file = base::to_utf8(folder.path() / "m.db");
  Dialogue match(gougi::testing::program_path("gougi"),
                 {"match", "--first", engine, "--second", engine, "--time", "nodes 1", "--file",
                  file, "--live", std::to_string(taken.local_endpoint().port())});
  ASSERT_TRUE(match.wait_exit(Milliseconds(10'000)));
  EXPECT_EQ(match.exit->code, 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "m.db"));
}

TEST(LiveRelay, APortThatIsTakenIsSaidInOneLineAndPlayGoesOn) {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor taken(context,
                                             {boost::asio::ip::make_address("127.0.0.1"), 0});
  const std::string port = std::to_string(taken.local_endpoint().port());
  for (const auto& [language, said] :
       {std::pair{std::string("en"),
                  " port " + port + " is taken by another program; choose another port"},
        std::pair{
            std::string("ja"),
            " のポート " + port + " は別のプログラムが使っています。別のポートにしてください"}}) {
    Relay relay(yaml_of(taken.local_endpoint().port()) + "language: " + language + "\n");
    ASSERT_TRUE(relay.handshake());
    EXPECT_NE(move_of(relay, ""), "");
    int told = 0;
    for (const auto& heard : relay.dialogue.heard) {
      if (heard.line.find("live: ") == std::string::npos) continue;
      ++told;
      EXPECT_EQ(heard.line, "info string live: 127.0.0.1" + said);
    }
    EXPECT_EQ(told, 1);
  }
}

#ifdef __linux__
/// Numbers of the sockets on which somebody in our network waits for connections.
std::set<std::string> listening_sockets() {
  std::set<std::string> sockets;
  for (const char* const table : {"/proc/net/tcp", "/proc/net/tcp6", "/proc/net/udp"}) {
    std::ifstream rows(table);
    std::string row;
    std::getline(rows, row);
    while (std::getline(rows, row)) {
      std::istringstream words(row);
      const std::vector<std::string> columns{std::istream_iterator<std::string>(words), {}};
      const bool is_tcp = std::string_view(table).find("tcp") != std::string_view::npos;
      if (columns.size() > 9 && (!is_tcp || columns[3] == "0A")) sockets.insert(columns[9]);
    }
  }
  return sockets;
}

std::size_t listens(std::int64_t pid) {
  const auto sockets = listening_sockets();
  std::size_t count = 0;
  const std::filesystem::path open = "/proc/" + std::to_string(pid) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(open)) {
    std::error_code closed;
    const std::string to = std::filesystem::read_symlink(entry.path(), closed).string();
    if (to.starts_with("socket:[")) count += sockets.count(to.substr(8, to.size() - 9));
  }
  return count;
}

TEST(LiveRelay, NothingListensUnlessItIsAskedTo) {
  Relay relay("engines:\n" + our_entry());
  ASSERT_TRUE(relay.handshake());
  ASSERT_NE(move_of(relay, ""), "");
  EXPECT_EQ(listens(relay.dialogue.pid()), 0U);
  const int port = free_port();
  relay.dialogue.say("setoption name G_LivePort value " + std::to_string(port));
  ASSERT_TRUE(relay.dialogue.wait_for("info string live: " + address_of(port)));
  EXPECT_EQ(listens(relay.dialogue.pid()), 1U);
}

TEST(LiveMatch, NothingListensUnlessItIsAskedTo) {
  const std::string engine = gougi::testing::program_path("scripted-engine") + " --delay-ms 20";
  for (const bool is_asked : {false, true}) {
    std::vector<std::string> words{"match",
                                   "--first",
                                   engine + " --legal 1",
                                   "--second",
                                   engine + " --legal 2",
                                   "--time",
                                   "byoyomi 5000",
                                   "--games",
                                   "1000"};
    if (is_asked) words.insert(words.end(), {"--live", std::to_string(free_port())});
    const Dialogue match(gougi::testing::program_path("gougi"), words);
    // Both engines run: whatever it opens it has opened.
    for (int i = 0; i < 1000 && gougi::testing::children_of(match.pid()).size() < 2; ++i) {
      std::this_thread::sleep_for(Milliseconds(10));
    }
    ASSERT_GE(gougi::testing::children_of(match.pid()).size(), 2U);
    EXPECT_EQ(listens(match.pid()), is_asked ? 1U : 0U);
  }
}
#endif

TEST(LiveRelay, TheGuiSwitchesThePageOnAndOffAndADecisionIsOnItWithoutAFile) {
  Relay relay("engines:\n" + our_entry());
  ASSERT_TRUE(relay.handshake());
  const int port = free_port();
  relay.dialogue.say("setoption name G_LivePort value " + std::to_string(port));
  ASSERT_TRUE(relay.dialogue.wait_for("info string live: " + address_of(port)));
  ASSERT_NE(move_of(relay, ""), "");
  {
    HttpReader reader(port);
    reader.ask("/events");
    EXPECT_THAT(reader.take_to("\"number\":0}\n\n"), HasSubstr("\"decision\":1,"));
    relay.dialogue.say("setoption name G_LivePort value 0");
    relay.dialogue.say("isready");
    ASSERT_TRUE(relay.dialogue.wait_for("readyok"));
  }
  EXPECT_FALSE(HttpReader(port).connected);
}

TEST(LiveRelay, TheCommandLineComesBeforeTheConfiguration) {
  const Folder folder;
  const int port = free_port();
  Dialogue relay(gougi::testing::program_path("gougi"),
                 {"--config", folder.write("r.yaml", "live: {port: 1}\nengines:\n" + our_entry()),
                  "--live", std::to_string(port)});
  EXPECT_TRUE(relay.wait_for("info string live: " + address_of(port)));
  relay.say("quit");
  EXPECT_TRUE(relay.wait_exit(Milliseconds(10'000)));
}

TEST(LiveRelay, WhoReadsSlowlyButSteadilyIsToldAll) {
  NEEDS_PATIENCE();
  constexpr std::size_t kMuch = 60'000'000;
  const auto server = Server::start({}, council_page(), [](Story& story) {
    if (story.now() == 0) story.set("value", '"' + std::string(kMuch, 'v') + '"');
  });
  ASSERT_TRUE(server);
  HttpReader slow((*server)->place().port);
  slow.ask("/events");
  HttpReader other((*server)->place().port);
  other.ask("/events");
  ASSERT_GT(other.take_event().size(), kMuch);
  // Who has been told all is given a sign of life every five seconds: for longer than a minute.
  for (int i = 0; i < 14; ++i) {
    ASSERT_THAT(other.take_to("\n\n"), StartsWith("event: alive"));
    slow.read(2'000'000);
  }
  EXPECT_GT(slow.take_event().size(), kMuch);
}

TEST(LiveRelay, FiftyPagesThatReadNothingAndOneThatIsClosedHoldNothingUp) {
  const int port = free_port();
  Relay relay(yaml_of(port));
  ASSERT_TRUE(relay.handshake());
  std::vector<std::unique_ptr<HttpReader>> idle;
  for (int i = 0; i < 50; ++i) {
    idle.push_back(std::make_unique<HttpReader>(port));
    idle.back()->ask("/events");
  }
  std::string moves;
  for (int i = 0; i < 4; ++i) {
    const std::string move = move_of(relay, moves);
    ASSERT_NE(move, "");
    moves += " " + move;
    idle.pop_back();
  }
  relay.dialogue.say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(10'000)));
  ASSERT_TRUE(relay.dialogue.exit);
  EXPECT_EQ(relay.dialogue.exit->code, 0);
  EXPECT_EQ(decisions_of(relay, 4).size(), 4U);
}

}  // namespace
}  // namespace gougi::live
