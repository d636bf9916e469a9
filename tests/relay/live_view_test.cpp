// SPDX-License-Identifier: MIT
// What a page is told of a session, and when the session wants a page.
#include "relay/live_view.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/language.hpp"
#include "live/http_reader.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using live::testing::HttpReader;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LiveViewTest : public ::testing::Test {
 protected:
  LiveViewTest() {
    settings_.engines.resize(2);
    settings_.engines[0].name = "First";
    settings_.engines[0].eval_coef = 300;
  }

  void serve(LiveView& view) {
    // Whoever has a port of these goes on to the next.
    for (int port = 39'100; port < 39'200; ++port) {
      const std::string told = view.serve(port);
      if (told.find("is taken") != std::string::npos) continue;
      EXPECT_EQ(told, "live: http://127.0.0.1:" + std::to_string(port) + "/");
      port_ = port;
      return;
    }
    FAIL() << "no port is free";
  }
  /// What a page that is opened now is told.
  nlohmann::json told() const {
    HttpReader reader(port_);
    reader.ask("/events");
    const std::string event = reader.take_event();
    const std::string data = "data: ";
    return nlohmann::json::parse(event.substr(event.find(data) + data.size()), nullptr, false);
  }

  settings::RelaySettings settings_;
  int port_ = 0;
};

TEST_F(LiveViewTest, PositionThoughtsDecisionsAndHealthAreTold) {
  LiveView view(settings_, {});
  view.took({{}, ChildStarted{0}});
  view.took({{}, ChildStarted{1}});
  view.took({{}, ChildLine{0, "id name Ignored"}});
  view.took({{}, ChildLine{1, "id name Second 1.0"}});
  serve(view);
  view.took({{}, HostLine{"position startpos moves 7g7f"}});
  view.took({{}, HostLine{"go btime 1000 wtime 2000"}});
  view.took({{}, ChildLine{0, "info depth 3 score cp 300 multipv 2 pv 8c8d"}});
  view.took({{}, ChildLine{0, "info depth 5 score cp 300 multipv 1 nodes 77 pv 3c3d 2g2f"}});
  view.took({{}, ChildLine{0, "info depth 6 currmove 3c3d"}});
  view.took({{}, ChildLine{1, "info score mate -4 pv 5a4b"}});
  view.took({{}, ChildExited{1, "exit code 1"}});
  view.took({{}, ChildStarted{1}});
  view.recorded(R"({"decision":1})");
  const auto all = told();
  ASSERT_TRUE(all.is_object());
  const auto& set = all["set"];
  EXPECT_EQ(set["position"], "position startpos moves 7g7f");
  EXPECT_EQ(set["go"]["line"], "go btime 1000 wtime 2000");
  EXPECT_EQ(set["go"]["thinks"], true);
  EXPECT_EQ(set["thought.E1"],
            nlohmann::json::parse(R"({"score":{"cp":300},"win_rate":0.7311,"depth":5,"nodes":77,
                                      "pv":["3c3d","2g2f"]})"));
  EXPECT_EQ(set["thought.E2"], nullptr) << "of a process that is gone";
  EXPECT_EQ(set["members"][0]["name"], "First");
  EXPECT_EQ(set["members"][1]["name"], "Second 1.0");
  EXPECT_EQ(set["members"][1]["starts"], 2);
  EXPECT_EQ(set["members"][1]["ended"], "exit code 1");
  EXPECT_EQ(set["members"][1]["ended_ja"], "終了コード 1");
  EXPECT_EQ(all["add"], nlohmann::json::parse(R"([{"decision":1}])"));
  view.said("bestmove 3c3d");
  EXPECT_EQ(told()["set"]["go"]["thinks"], false);
  view.took({{}, HostLine{"go infinite"}});
  EXPECT_EQ(told()["set"]["thought.E1"], nullptr) << "of the search before";
}

TEST_F(LiveViewTest, EachMemberIsToldAsWhatItIs) {
  settings_.engines[0].mirror.emplace();
  settings_.mate_engines.resize(1);
  LiveView view(settings_, {});
  serve(view);
  std::vector<std::string> members;
  const auto all = told();
  for (const auto& member : all["set"]["members"]) {
    members.push_back(member["label"].get<std::string>() + " " + member["kind"].get<std::string>());
  }
  EXPECT_THAT(members,
              ElementsAre("E1 voter", "E2 voter", "M1 solver", "E1m mirror", "reserve reserve"));
}

TEST_F(LiveViewTest, WhateverComesIsValidJson) {
  LiveView view(settings_, {});
  serve(view);
  view.took({{}, ChildLine{1, "id name \"</script>\xff\x01\\"}});
  view.took({{}, HostLine{"position sfen \"\xff moves \x02 7g7f"}});
  view.took({{}, HostLine{"go \xfe\""}});
  view.took({{}, ChildLine{0, "info score cp 99999999999999 pv 7g7f\xff \"\\ <b>"}});
  view.took({{}, ChildLine{1, "info score mate pv "}});
  view.took({{}, ChildExited{0, "\xff\""}});
  view.said("bestmove \"\xff");
  EXPECT_TRUE(told().is_object());
  view.took({{}, HostLine{"position " + std::string(1'000'000, 'x')}});
  view.took({{}, ChildLine{0, "info pv " + std::string(1'000'000, 'x')}});
  EXPECT_LT(told().dump().size(), 20'000U);
}

TEST_F(LiveViewTest, DecisionsThatNobodyLooksAtAreKeptUpToANumber) {
  LiveView view(settings_, {});
  serve(view);
  for (std::size_t i = 0; i < live::kMostItems + 10; ++i) view.recorded(std::to_string(i));
  EXPECT_EQ(told()["add"].size(), live::kMostItems);
}

TEST_F(LiveViewTest, OfLongDecisionsThatNobodyLooksAtFewerAreKept) {
  LiveView view(settings_, {});
  const std::string voters(22'000, 'v');  // of sixty
  for (int i = 1; i <= 1000; ++i) {
    view.recorded("{\"decision\":" + std::to_string(i) + ",\"voters\":\"" + voters + "\"}");
  }
  serve(view);
  const auto kept = told()["add"];
  ASSERT_FALSE(kept.empty());
  EXPECT_EQ(kept.back()["decision"], 1000);
  EXPECT_EQ(kept.front()["decision"], 1001 - static_cast<int>(kept.size()));
  EXPECT_GT(kept.dump().size(), std::size_t{3} << 20);
  EXPECT_LE(kept.dump().size(), std::size_t{4} << 20);
}

TEST_F(LiveViewTest, TheNewestDecisionIsKeptHoweverLongItIs) {
  LiveView view(settings_, {});
  view.recorded("1");
  view.recorded('"' + std::string(std::size_t{5} << 20, 'v') + '"');
  serve(view);
  EXPECT_EQ(told()["add"].size(), 1U);
}

TEST_F(LiveViewTest, WhatWasToldAtOnePortIsToldAtTheNext) {
  LiveView view(settings_, {});
  serve(view);
  view.recorded("1");
  ASSERT_EQ(told()["add"], nlohmann::json::parse("[1]"));
  view.recorded("2");
  ASSERT_EQ(told()["add"], nlohmann::json::parse("[1,2]"));
  view.serve(0);
  view.recorded("3");
  serve(view);
  EXPECT_EQ(told()["add"], nlohmann::json::parse("[1,2,3]"));
  view.recorded("4");
  EXPECT_EQ(told()["add"], nlohmann::json::parse("[1,2,3,4]"));
}

TEST_F(LiveViewTest, WhichDecisionsAreOfGamesBeforeIsTold) {
  LiveView view(settings_, {});
  serve(view);
  const auto hear = [&view](const char* line) { view.took({{}, HostLine{line}}); };
  const auto earlier = [this] { return told()["set"]["earlier"]; };
  hear("usinewgame");
  hear("position startpos");
  EXPECT_EQ(earlier(), 0);
  hear("go byoyomi 1000");
  view.recorded(R"({"decision":1,"game":1})");
  hear("position startpos moves 7g7f");
  EXPECT_EQ(earlier(), 0) << "the same game";
  hear("go byoyomi 1000");
  hear("usinewgame");
  view.recorded(R"({"decision":2,"game":1})");  // by which the search ended
  EXPECT_EQ(earlier(), 0) << "its position is still shown";
  hear("position startpos moves 7g7f");
  EXPECT_EQ(earlier(), 2) << "the same position in another game";
  hear("go byoyomi 1000");
  view.recorded(R"({"decision":3,"game":2})");
  view.recorded(R"({"game":2,"result":"win","decisions":1})");
  hear("gameover win");
  hear("position startpos");
  hear("go infinite");
  EXPECT_EQ(earlier(), 2) << "a game that is over is looked at";
  hear("go byoyomi 1000");
  EXPECT_EQ(earlier(), 3) << "another one is played without usinewgame";
}

TEST_F(LiveViewTest, AnotherPortIsAnotherPageAndNoneIsNone) {
  LiveView view(settings_, {});
  serve(view);
  const int first = port_;
  EXPECT_THAT(view.serve(first), IsEmpty());
  EXPECT_THAT(view.serve(0), IsEmpty());
  EXPECT_FALSE(HttpReader(first).connected);
}

TEST_F(LiveViewTest, AnotherGameHasNoPage) {
  settings_.protocol = settings::GameProtocol::kUpi;
  LiveView view(settings_, {});
  EXPECT_EQ(view.serve(39'099), "live: the page is for shogi only");
}

TEST(LiveSession, ThePortOfTheOptionIsWantedWhenItChangesAndThenDecisionsAreRecorded) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 7g7f"};
  Environment environment;
  environment.record_since = WallTime(Milliseconds(0));
  environment.records = false;
  stage.begin(environment);
  const auto decide = [&stage] {
    stage.host("position startpos");
    stage.host("go btime 0 wtime 0 byoyomi 1000");
  };
  for (const char* line : {"usi", "isready", "usinewgame"}) stage.host(line);
  decide();
  EXPECT_THAT(stage.live_ports, IsEmpty());
  EXPECT_THAT(stage.recorded, IsEmpty());
  stage.host("setoption name G_LivePort value 8080");
  stage.host("setoption name G_Explain value true");
  stage.host("setoption name G_LivePort value 8080");
  EXPECT_THAT(stage.live_ports, ElementsAre(8080));
  decide();
  EXPECT_THAT(stage.recorded, ElementsAre(HasSubstr("\"decision\":1,")));
  stage.host("setoption name G_LivePort value 0");
  EXPECT_THAT(stage.live_ports, ElementsAre(8080, 0));
  EXPECT_FALSE(stage.live_japanese);
  stage.host("setoption name G_Language value ja");
  stage.host("setoption name G_LivePort value 8081");
  EXPECT_TRUE(stage.live_japanese);
}

TEST_F(LiveViewTest, APortThatIsTakenIsSaidInTheLanguageThatIsSpoken) {
  LiveView view(settings_, {});
  serve(view);
  const std::string port = std::to_string(port_);
  EXPECT_EQ(LiveView(settings_, {}).serve(port_),
            "live: 127.0.0.1 port " + port + " is taken by another program; choose another port");
  const base::SpokenHere japanese(base::Language::kJapanese);
  EXPECT_EQ(LiveView(settings_, {}).serve(port_),
            "live: 127.0.0.1 のポート " + port +
                " は別のプログラムが使っています。別のポートにしてください");
  settings_.protocol = settings::GameProtocol::kUpi;
  EXPECT_EQ(LiveView(settings_, {}).serve(port_), "live: ページは将棋専用です");
}

}  // namespace
}  // namespace gougi::relay::testing
