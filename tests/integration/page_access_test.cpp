// SPDX-License-Identifier: MIT
// The live pages for who has no mouse, hears them, or sees little: in a real browser, by the keys
// that it is sent, its tree of what a screen reader is told, and the colours that it shows.
#include <gmock/gmock.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "integration/driven_browser.hpp"
#include "integration/page_contrast.hpp"
#include "integration/page_cut.hpp"
#include "integration/relay.hpp"
#include "live/server.hpp"

namespace gougi::live {
namespace {

using gougi::testing::DrivenBrowserTest;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;
using Json = nlohmann::json;

constexpr int kTalkedPlies = 40;
constexpr int kTalkers = 8;

/// Eight members have played forty moves, and say a line each twenty times a second.
class TalkingCouncil {
 public:
  explicit TalkingCouncil(std::string name = "Engine ") : name_(std::move(name)) {}

  void operator()(Story& story) {
    const std::vector<std::string> cycle{"2h3h", "8b7b", "3h2h", "7b8b"};
    Json members = Json::array();
    for (int i = 1; i <= kTalkers; ++i) {
      members.push_back({{"label", "E" + std::to_string(i)},
                         {"kind", "voter"},
                         {"number", i},
                         {"name", name_ + std::to_string(i)},
                         {"starts", i == 2 ? 2 : 1},
                         {"runs", i != 3},
                         {"ended", "killed"}});
      story.set("thought.E" + std::to_string(i), Json{{"score", {{"cp", 10}}},
                                                      {"win_rate", 0.51},
                                                      {"depth", said_},
                                                      {"pv", {"2h3h", i < 5 ? "8b7b" : "3c3d"}}}
                                                     .dump());
    }
    ++said_;
    std::string position = "position startpos moves";
    for (int ply = 1; ply <= kTalkedPlies; ++ply) {
      const std::string& move = cycle[static_cast<std::size_t>(ply - 1) % 4];
      Json decision{{"decision", ply},
                    {"ply", ply},
                    {"position", position},
                    {"bestmove", move},
                    {"rule", "majority"},
                    {"reason", "7 of 8"},
                    {"voter", 1},
                    {"elapsed_ms", 100},
                    {"voters", Json::array()},
                    {"go", "go btime 50000 wtime 40000"}};
      for (int i = 1; i <= kTalkers; ++i) {
        decision["voters"].push_back({{"number", i},
                                      {"name", name_ + std::to_string(i)},
                                      {"walks_into_mate", i == 8},
                                      {"ballot",
                                       {{"choice", i == 8 ? "5i5h" : move},
                                        {"win_rate", 0.1 * i},
                                        {"depth", 12},
                                        {"pv", move}}}});
      }
      if (said_ == 2) story.add(decision.dump());
      position += " " + move;
    }
    story.set("head", Json{{"version", "1"},
                           {"name", name_ == "Engine " ? "eight" : name_},
                           {"rules", {{"majority", "多数決"}}}}
                          .dump());
    story.set("members", members.dump());
    story.set("position", Json(position).dump());
    story.set("go", R"({"line":"go btime 60000 wtime 60000","at":0,"thinks":true,"said":""})");
  }

 private:
  std::string name_;
  int said_ = 1;
};

void tell_match(Story& story) {
  story.set("head", R"({"names":["Suzu","Take"],"games":100,"shogi":true})");
  story.set("score", R"({"games":40,"los":0.9,"left_s":10,"engines":[)"
                     R"({"wins":10,"draws":2,"losses":8,"elo":10,"error":20,"faults":1},)"
                     R"({"wins":8,"draws":2,"losses":10,"elo":-10,"error":20,"faults":0}],)"
                     R"("sprt":{"llr":0.5,"lower":-2.94,"upper":2.94,"verdict":"go_on"}})");
  story.set("curve", "[[2,0,null,null,0],[20,30,-50,110,0.2],[40,10,-20,40,0.5]]");
  story.set("table.1", R"({"game":3,"position":"position startpos moves 7g7f","black":0,"white":1,)"
                       R"("said":{"b":{"cp":12,"depth":3}},"plies":1,"thinks":"w"})");
}

const std::string kLongName = "YaneuraOu NNUE 7.63 64AVX2 TOURNAMENT";
const std::string kLongWord(80, 'W');

void tell_match_of_long_names(Story& story) {
  tell_match(story);
  story.set("head",
            Json{{"names", {kLongName, kLongWord}}, {"games", 100}, {"shogi", true}}.dump());
}
void tell_analysis_of_long_names(Story& story) {
  story.set("head", Json{{"members", {kLongName, kLongWord}}, {"rule_ja", "多数決"}}.dump());
  story.set("progress", Json{{"done", 3}, {"all", 3}, {"left_s", 0}, {"over", kLongWord}}.dump());
  const Json member{{"answer", "7g7f"}, {"win_rate", 0.5}};
  const Json at{{"move", "7g7f"}, {"win_rate", 0.5}, {"members", {member, member}}};
  story.set("game.0",
            Json{{"name", kLongWord},
                 {"black", kLongName},
                 {"white", kLongWord},
                 {"sfen", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
                 {"moves", {"7g7f", "3c3d"}},
                 {"positions", {at, at, at}}}
                .dump());
}

// The council resigns, and then declares; one of its members would do neither.
void tell_analysis_without_moves(Story& story) {
  story.set("head", Json{{"members", {"A", "B"}}, {"rule_ja", "多数決"}}.dump());
  const auto decided = [](const char* answer, double rate) {
    return Json{
        {"reason", "1 of 2"},
        {"win_rate", rate},
        {"same_move", 1},
        {"same_plies", 0},
        {"members",
         {{{"answer", answer}, {"win_rate", rate}}, {{"answer", "3c3d"}, {"win_rate", 0.5}}}}};
  };
  Json declares = decided("win", 0.9);
  declares["declares"] = true;
  story.set("game.0",
            Json{{"name", "a"},
                 {"sfen", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
                 {"moves", {"7g7f"}},
                 {"positions", {decided("resign", 0.01), declares}}}
                .dump());
}

class PageAccess : public DrivenBrowserTest {
 protected:
  void SetUp() override {
    if (!start_browser()) GTEST_SKIP() << "there is no chromium here to look at the page";
  }

  void open(PageFiles files, Server::Refresh refresh, const std::string& comes) {
    auto server = Server::start({}, files, std::move(refresh));
    ASSERT_TRUE(server);
    server_ = std::move(*server);
    page_ = browser_->open(link_to(server_->place()));
    ASSERT_TRUE(browser_->comes(page_, comes));
    browser_->settle(page_);
  }
  void open_council() {
    open(council_page(), TalkingCouncil(),
         "document.querySelectorAll('#votes button').length === 40 && curves.curve.plot");
  }

  Json ask(const std::string& script) { return browser_->ask(page_, script); }
  bool comes(const std::string& condition) { return browser_->comes(page_, condition); }
  void press(const std::string& key, int code) {
    Json event{{"type", "keyDown"}, {"key", key}, {"code", key}, {"windowsVirtualKeyCode", code}};
    if (key == "Enter") event["text"] = "\r";
    browser_->tell(page_, "Input.dispatchKeyEvent", event);
    event.erase("text");
    event["type"] = "keyUp";
    browser_->tell(page_, "Input.dispatchKeyEvent", event);
    browser_->settle(page_);
  }
  /// What the browser tells a screen reader: an item an element that it does not leave out.
  std::vector<Json> told_aloud() {
    std::vector<Json> all;
    const Json tree = browser_->tell(page_, "Accessibility.getFullAXTree", Json::object());
    for (const Json& node : tree.value("nodes", Json::array())) {
      if (!node.value("ignored", false)) all.push_back(node);
    }
    EXPECT_GT(all.size(), 100U);
    return all;
  }
  static std::string role_of(const Json& node) { return node["role"].value("value", ""); }
  static std::string name_of(const Json& node) {
    return node.contains("name") ? node["name"].value("value", "") : "";
  }
  static bool can_have_focus(const Json& node) {
    for (const Json& property : node.value("properties", Json::array())) {
      if (property["name"] == "focusable") return property["value"]["value"] == true;
    }
    return false;
  }
  /// All that can be used or stands for something else has a name.
  void everything_is_named() {
    for (const Json& node : told_aloud()) {
      const std::string role = role_of(node);
      const bool wants = can_have_focus(node) || role == "table" || role == "region" ||
                         role == "image" || role == "navigation" || role == "button";
      if (!wants || role == "RootWebArea") continue;
      EXPECT_NE(name_of(node), "") << role << " " << node;
    }
  }
  void nothing_is_faint() {
    for (const bool dark : {false, true}) {
      browser_->resize(page_, 1200, 900, dark);
      ASSERT_TRUE(comes("innerWidth === 1200"));
      browser_->settle(page_);
      EXPECT_EQ(ask(gougi::testing::kTooFaint), "") << (dark ? "dark" : "light");
    }
  }

  /// On a telephone nothing but boxes of their own scrolls sideways.
  void fits_a_telephone() {
    browser_->resize(page_, 360, 800, false);
    EXPECT_TRUE(comes("innerWidth === 360 && document.documentElement.scrollWidth <= 360"))
        << ask("[...document.querySelectorAll('body *')].filter(e => "
               "e.getBoundingClientRect().right > 360).map(e => e.id || e.localName).join()");
    browser_->settle(page_);
    EXPECT_EQ(ask(gougi::testing::kCut), "");
    // The language can be changed, and what the connection is be read.
    EXPECT_EQ(ask("$('language').getBoundingClientRect().right <= 360"), true);
    EXPECT_EQ(ask("$('connection').getBoundingClientRect().width >= 60"), true);
  }
  /// The whole name is heard of by who rests on it; what stands beside it is in sight.
  void votes_stand_beside_the_name(const std::string& name) {
    EXPECT_EQ(ask("[...document.querySelectorAll('#votes th.name')].some(e => e.title === e."
                  "textContent && e.title === '" +
                  name + "')"),
              true);
    EXPECT_EQ(ask("(() => { const box = $('strip').getBoundingClientRect(), name = "
                  "document.querySelector('#votes th.name').getBoundingClientRect(); return "
                  "name.width <= box.width / 2; })()"),
              true);
  }

  std::unique_ptr<Server> server_;
  std::string page_;
};

constexpr int kTabKey = 9;
constexpr int kEscapeKey = 27;
constexpr int kEnterKey = 13;
constexpr int kEndKey = 35;
constexpr int kHomeKey = 36;
constexpr int kLeftKey = 37;
constexpr int kRightKey = 39;

TEST_F(PageAccess, TheTabulatorReachesEveryControlAndShowsWhereItIs) {
  open_council();
  std::vector<std::string> reached;
  for (int i = 0; i < 9; ++i) {
    press("Tab", kTabKey);
    reached.push_back(ask("document.activeElement.id || document.activeElement.localName"));
    EXPECT_EQ(ask("getComputedStyle(document.activeElement).outlineStyle"), "solid")
        << reached.back();
  }
  EXPECT_THAT(reached, ::testing::ElementsAre("language", "first", "back", "next", "follow",
                                              "memberbox", "summary", "strip", "button"));
  // A button that is stood on is stood on still when what is around it changes.
  EXPECT_EQ(ask("document.activeElement.dataset.ply"), "1");
  press("Enter", kEnterKey);
  EXPECT_EQ(ask("looked()"), 0);
  press("ArrowRight", kRightKey);
  EXPECT_EQ(ask("looked()"), 1);
  EXPECT_EQ(ask("document.activeElement.dataset.ply"), "1");
}

TEST_F(PageAccess, ArrowsStepThroughTheGameAndEscapeAndEndGoBackToTheNewest) {
  open_council();
  const auto follows = [this] { return ask("$('follow').getAttribute('aria-pressed')") == "true"; };
  EXPECT_TRUE(follows());
  press("ArrowLeft", kLeftKey);
  EXPECT_EQ(ask("looked()"), kTalkedPlies - 1);
  EXPECT_FALSE(follows());
  press("Escape", kEscapeKey);
  EXPECT_TRUE(follows());
  press("Home", kHomeKey);
  EXPECT_EQ(ask("$('boardtitle').textContent"), "Start of the game");
  press("ArrowRight", kRightKey);
  EXPECT_EQ(ask("looked()"), 1);
  press("End", kEndKey);
  EXPECT_TRUE(follows());
  // The votes of the place that is looked at are never out of sight.
  ask("show(30)");
  browser_->resize(page_, 390, 900, false);
  constexpr const char* kInSight =
      "(() => { const cell = document.querySelector('#votes td.chosen').getBoundingClientRect(),"
      " box = $('strip').getBoundingClientRect(); return cell.left >= box.left && cell.right <= "
      "box.right + 1; })()";
  EXPECT_TRUE(comes(std::string("innerWidth === 390 && ") + kInSight));
  press("Home", kHomeKey);
  EXPECT_EQ(ask(kInSight), true);
  for (int i = 0; i < 12; ++i) press("ArrowRight", kRightKey);
  EXPECT_EQ(ask(kInSight), true);
  // In a box that is wider than the screen they scroll it.
  ask("$('strip').scrollLeft = 0; $('strip').focus()");
  press("ArrowRight", kRightKey);
  EXPECT_EQ(ask("looked()"), 12);
  EXPECT_TRUE(comes("$('strip').scrollLeft > 0"));
}

TEST_F(PageAccess, LinesAreReadWholeAndWhereTheyPartIsInSight) {
  open_council();
  // All at once, before the next lines of the members come.
  constexpr const char* kLongLines = R"js((() => {
    const cycle = ["2h3h", "8b7b", "3h2h", "7b8b"], line = Array.from({length: 20}, (_, i) => cycle[i % 4]);
    for (let k = 1; k <= 8; ++k) {
      values["thought.E" + k] = {win_rate: 1, depth: 20, pv: k < 5 ? line : [...line.slice(0, 10), "1g1f", ...line.slice(3, 12).reverse()]};
    }
    const seen = () => {
      draw();
      const cut = [...document.querySelectorAll("#members td")].filter(c => c.scrollWidth > c.clientWidth || c.scrollHeight > c.clientHeight);
      const marks = [...document.querySelectorAll("#members .apart, #members .parts")];
      const hidden = marks.filter(m => m.getBoundingClientRect().right > $("memberbox").getBoundingClientRect().right);
      const first = document.querySelector("#members tr[data-member=E5] .line").firstChild.textContent;
      const moves = document.querySelectorAll("#members tr[data-member=E5] .line span:not(.apart)").length;
      return [cut.length, marks.length, hidden.length, first, moves, $("whole").getAttribute("aria-pressed")].join();
    };
    const short = seen();
    $("whole").click();
    const long = seen();
    $("whole").click();
    return $("whole").hidden + " " + short + " " + long;
  })())js";
  for (const int width : {360, 800, 1600}) {
    browser_->resize(page_, width, 900, false);
    ASSERT_TRUE(comes("innerWidth === " + std::to_string(width)));
    EXPECT_EQ(ask(kLongLines),
              "false 0,8,0,(parts at move 11 of the line),12,false "
              "0,8,0,(parts at move 11 of the line),20,true")
        << width;
  }
}

TEST_F(PageAccess, AScreenReaderIsToldNamesPiecesAndFiguresAndIsLeftInPeace) {
  open_council();
  everything_is_named();
  std::vector<std::string> pieces;
  std::string curve;
  for (const Json& node : told_aloud()) {
    if (role_of(node) == "cell") pieces.push_back(name_of(node));
    if (role_of(node) == "image") curve = name_of(node);
  }
  EXPECT_THAT(pieces, IsSupersetOf({"White's king", "Black's rook", "Black's pawn", "51.00%"}));
  EXPECT_THAT(curve, StartsWith("Black's win rate by each member, %; move 40: Engine 1 90.00%"));
  // What is read as it changes does not, however much the members say.
  ask("window.told = []; for (const e of "
      "document.querySelectorAll('[role=status],[aria-live=polite]'))"
      " new MutationObserver(() => told.push(e.id)).observe(e, {childList: true, subtree: true, "
      "characterData: true}); window.from = values['thought.E8'].depth; 0");
  EXPECT_TRUE(comes("values['thought.E8'].depth >= from + 20"));
  EXPECT_EQ(ask("told.join()"), "");
  ask("show(4)");
  EXPECT_TRUE(comes("told.join() === 'why'"));
  // The curve as a table, in the other language.
  ask("$('language').click(); $('curvefigures').open = true");
  EXPECT_TRUE(comes("$('curvetable').rows.length === 41"));
  EXPECT_EQ(ask("$('curvetable').rows[1].textContent"),
            "110.00%20.00%30.00%40.00%50.00%60.00%70.00%80.00%");
  EXPECT_EQ(ask("$('curvefigures').firstChild.textContent"), "グラフの数値");
  EXPECT_THAT(
      ask("document.querySelector('#board td[aria-label]').getAttribute('aria-label')").dump(),
      HasSubstr("後手の香"));
}

TEST_F(PageAccess, WhatIsShownByAColourIsAlsoSaid) {
  open_council();
  const auto current = [this] {
    return ask("[...document.querySelectorAll('#votes [aria-current]')].map(b => b.textContent)");
  };
  EXPECT_EQ(current(), Json::array()) << "nothing is decided there yet";
  ask("show(4)");
  browser_->settle(page_);
  EXPECT_EQ(current(), Json({"5"}));
  ask("show(5)");
  browser_->settle(page_);
  EXPECT_EQ(current(), Json({"6"}));
  EXPECT_THAT(ask("document.querySelector('#board td.last').getAttribute('aria-label')"),
              ::testing::EndsWith(", moved last"));
  const auto vote_of = [this](int row) {
    return ask("$('votes').rows[" + std::to_string(row) + "].cells[6].getAttribute('aria-label')");
  };
  EXPECT_THAT(vote_of(2), StartsWith("as played: "));
  EXPECT_THAT(vote_of(9), StartsWith("not played: "));
}

TEST_F(PageAccess, WhileTheCouncilThinksItsLastDecisionStaysAndAPastPlyHasItsOwnClocks) {
  open_council();
  EXPECT_EQ(ask("$('now').textContent"), "The council is thinking.");
  EXPECT_THAT(ask("$('why').textContent"), StartsWith("Move 40: "));
  EXPECT_EQ(ask("$('whiteclock').textContent"), "☖ White  1:00");
  EXPECT_EQ(ask("$('blackclock').className"), "clock runs");
  ask("show(4)");
  browser_->settle(page_);
  EXPECT_EQ(ask("$('now').textContent"), "");
  EXPECT_THAT(ask("$('why').textContent"), StartsWith("Move 5: "));
  EXPECT_EQ(ask("$('blackclock').textContent"), "☗ Black  0:50");
  EXPECT_EQ(ask("$('whiteclock').textContent"), "☖ White  0:40");
  EXPECT_EQ(ask("$('blackclock').className"), "clock");
  ask("show(null); $('language').click()");
  EXPECT_TRUE(comes("$('now').textContent === '合議中です。'"));
  EXPECT_THAT(ask("$('why').textContent"), StartsWith("40手目: "));
}

TEST_F(PageAccess, AFigureThatRoundsToNothingHasNoSign) {
  open_council();
  EXPECT_EQ(ask("[percent(-1e-9), percent(0), percent(0.5), percent(null)].join()"),
            "0.00%,0.00%,50.00%,–");
}

TEST_F(PageAccess, LettersAndCurvesStandOutInLightAndInDark) {
  open_council();
  nothing_is_faint();
  ask("show(8)");
  nothing_is_faint();
  server_.reset();
  EXPECT_TRUE(comes("$('connection').className === 'lost'"));
  nothing_is_faint();
}

TEST_F(PageAccess, TheMatchIsNamedAndStandsOut) {
  open(match_page(), tell_match,
       "document.querySelectorAll('#score tr').length === 3 && curves.llr.plot");
  EXPECT_THAT(ask("$('table.1.w').textContent"), ::testing::EndsWith("  thinking"));
  everything_is_named();
  nothing_is_faint();
}

TEST_F(PageAccess, LongNamesLeaveTheVotesInSightAndNoPageScrollsSideways) {
  NEEDS_PATIENCE();
  for (const std::string& name : {kLongName, kLongWord}) {
    open(council_page(), TalkingCouncil(name),
         "document.querySelectorAll('#votes button').length === 40 && curves.curve.plot");
    ask("show(8)");
    fits_a_telephone();
    votes_stand_beside_the_name(name + "1");
  }
  open(analysis_page(), tell_analysis_of_long_names,
       "document.querySelectorAll('#votes button').length === 3 && curves.curve.plot");
  fits_a_telephone();
  votes_stand_beside_the_name(kLongWord);
  open(match_page(), tell_match_of_long_names,
       "document.querySelectorAll('#score tr').length === 3 && curves.llr.plot");
  fits_a_telephone();
}

TEST_F(PageAccess, WhereTheCouncilResignsOrDeclaresItsTablesSaySo) {
  open(analysis_page(), tell_analysis_without_moves,
       "document.querySelectorAll('#disagreement tr').length === 3");
  EXPECT_EQ(ask("[...$('disagreement').rows].slice(1).map(row => row.cells[1].textContent).join()"),
            "resign,declare the win");
  EXPECT_EQ(ask("[...$('votes').rows[2].cells].slice(1).map(cell => cell.textContent).join()"),
            "resign,win");
}

TEST_F(PageAccess, NothingIsAnimatedForWhoWantsNoMotion) {
  open_council();
  browser_->tell(page_, "Emulation.setEmulatedMedia",
                 {{"features", {{{"name", "prefers-reduced-motion"}, {"value", "reduce"}}}}});
  ask("show(4)");
  browser_->settle(page_);
  EXPECT_EQ(ask("document.getAnimations().length"), 0);
  EXPECT_EQ(
      ask("[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration"
          " !== '0s' || getComputedStyle(e).scrollBehavior !== 'auto').length"),
      0);
}

TEST_F(PageAccess, AnUpdateOfALongGameWithEightMembersIsShort) {
  NEEDS_PATIENCE();
  open_council();
  // 400 moves: of each a decision, of which the last is made again and again.
  ask(R"js((() => {
    const cycle = ["2h3h", "8b7b", "3h2h", "7b8b"], all = Array.from({length: 400}, (_, i) => cycle[i % 4]);
    const decisions = all.map((move, n) => ({...items[n % 40], decision: 1000 + n, ply: n + 1, bestmove: move, way: undefined,
      position: "position startpos moves " + all.slice(0, n).join(" ")}));
    take({set: {...values, position: "position startpos moves " + all.join(" ")}, add: decisions, number: 0}, true);
  })())js");
  EXPECT_TRUE(comes("document.querySelectorAll('#votes button').length === 400"));
  EXPECT_EQ(ask("curves.curve.plot.data.map(c => c.length).join()"),
            "400,400,400,400,400,400,400,400,400");
  std::cout << "an update takes (least, median, in ms) " << ask(R"js((async () => {
    const times = [];
    for (let i = 0; i < 40; ++i) {
      for (let k = 1; k <= 8; ++k) values["thought.E" + k] = {...values["thought.E" + k], depth: i};
      const from = performance.now();
      draw();
      document.body.offsetHeight;
      times.push(performance.now() - from);
      await new Promise(done => requestAnimationFrame(done));
    }
    times.sort((a, b) => a - b);
    return [times[0], times[20]].map(v => v.toFixed(1)).join(", ");
  })())js") << "\n";
  // Nothing of the curve or the strip is made anew by what members say.
  ask("window.changed = 0; for (const id of ['curve', 'votes', 'board']) new MutationObserver(l => "
      "changed"
      " += l.length).observe($(id), {childList: true, subtree: true, attributes: true}); "
      "window.from = values['thought.E8'].depth; 0");
  EXPECT_TRUE(comes("values['thought.E8'].depth >= from + 20"));
  EXPECT_EQ(ask("changed"), 0);
}

}  // namespace
}  // namespace gougi::live
