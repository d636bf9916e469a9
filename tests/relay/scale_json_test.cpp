// SPDX-License-Identifier: MIT
#include "relay/scale_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"
#include "relay/scale_file.hpp"
#include "relay/stage.hpp"

namespace gougi::relay {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<EngineScale> some_scales() {
  const consensus::Scale opening{640, {{31, 0.512}, {90.5, 0.55}, {2000, 0.999}}};
  const consensus::Scale later{580, {{580, 0.731059}}};
  EngineScale first{"攻め \"a\"", {{opening, later, later}}, 812, 34'012, "isotonic by phase", {}};
  first.log_losses = {{"logistic", 0.5912}, {"isotonic by phase", 0.5841}};
  return {first,
          {"b", consensus::PhaseScales::all(consensus::Scale{512}), 20, 700, "logistic", {}}};
}

std::string refusal(const std::string& from, const std::string& to) {
  std::string text = scale_text(some_scales());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto scales = parse_scale(text);
  if (scales) return "taken: " + text;
  EXPECT_EQ(scales.error().message.find('\n'), std::string::npos);
  return scales.error().message;
}

TEST(ScaleJson, ScalesComeBackToTheLastBitAndAreSmall) {
  const std::string text = scale_text(some_scales());
  EXPECT_LT(text.size(), 1024U);
  const auto back = parse_scale(text);
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back->at(i).name, some_scales()[i].name);
    EXPECT_EQ(back->at(i).scales, some_scales()[i].scales);
  }
  EXPECT_THAT(text, AllOf(HasSubstr("\"games\": 812"), HasSubstr("\"all\": {\"eval_coef\":512}"),
                          HasSubstr("{\"eval_coef\":580,\"knots\":[[580.0,0.731059]]}")));
}

// Files are compared and signed as they are.
TEST(ScaleJson, TheTextIsAlwaysTheSame) {
  EXPECT_EQ(scale_text(some_scales()), R"({
 "format": "gougi scale 1",
 "engines": [
  {"name": "攻め \"a\"", "games": 812, "positions": 34012, "kind": "isotonic by phase",
   "log_loss": {"logistic":0.5912,"isotonic by phase":0.5841},
   "scale": {
    "opening": {"eval_coef":640,"knots":[[31.0,0.512],[90.5,0.55],[2000.0,0.999]]},
    "middle": {"eval_coef":580,"knots":[[580.0,0.731059]]},
    "end": {"eval_coef":580,"knots":[[580.0,0.731059]]}}},
  {"name": "b", "games": 20, "positions": 700, "kind": "logistic",
   "scale": {
    "all": {"eval_coef":512}}}
 ]
}
)");
  EXPECT_EQ(scale_text({}), "{\n \"format\": \"gougi scale 1\",\n \"engines\": [\n ]\n}\n");
}

TEST(ScaleJson, HostileScalesAreRefusedInOneLine) {
  const std::string good = scale_text(some_scales());
  for (std::size_t length = 0; length + 2 < good.size(); length += 5) {
    EXPECT_FALSE(parse_scale(good.substr(0, length))) << length;
  }
  EXPECT_THAT(refusal("scale 1", "scale 2"), HasSubstr("no scales of this version"));
  EXPECT_THAT(refusal("0.512", "NaN"), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("0.512", "null"), HasSubstr("no [score, win rate]"));
  EXPECT_THAT(refusal("0.512", "1e999"), HasSubstr("no place in a double"));
  EXPECT_THAT(refusal("0.512", "0.5"), HasSubstr("between 0.5 and 1"));
  EXPECT_THAT(refusal("0.512", "0.55"), HasSubstr("each higher than the last"));
  EXPECT_THAT(refusal("0.999", "1.0"), HasSubstr("between 0.5 and 1"));
  EXPECT_THAT(refusal("[31.0,0.512]", "[31.0]"), HasSubstr("no [score, win rate]"));
  EXPECT_THAT(refusal("31.0", "0"), HasSubstr("scores above 0"));
  EXPECT_THAT(refusal("31.0", "-31"), HasSubstr("scores above 0"));
  EXPECT_THAT(refusal("31.0", "90.5"), HasSubstr("scores above 0, each higher"));
  EXPECT_THAT(refusal("2000.0", "1e7"), HasSubstr("scores above 0"));
  EXPECT_THAT(refusal("640", "0"), HasSubstr("eval_coef 0 is not from 1 to 1000000"));
  EXPECT_THAT(refusal("[[580.0,0.731059]]", "[]"), HasSubstr("knots are none"));
  EXPECT_THAT(refusal("[[580.0,0.731059]]", "{}"), HasSubstr("is no list"));
  EXPECT_THAT(refusal("\"middle\"", "\"muddle\""), HasSubstr("scale.middle is missing"));
  EXPECT_THAT(refusal("[[580.0,0.731059]]", "null"), HasSubstr("scale.middle.knots is null"));
  EXPECT_THAT(refusal("\"knots\"", "\"nots\""),
              HasSubstr("scale.opening.nots is nothing that belongs here"));
  EXPECT_THAT(refusal("\"end\"", "\"all\": null, \"end\""), HasSubstr("scale.all is nothing"));
  EXPECT_THAT(refusal("\"kind\": \"log", "\"sort\": \"log"),
              HasSubstr("engines[2].sort is nothing"));
  EXPECT_THAT(refusal("\"engines\"", "\"enginse\": 1, \"engines\""),
              HasSubstr("enginse is nothing"));
  EXPECT_THAT(refusal("\"b\"", "\"\""), HasSubstr("is empty"));
  EXPECT_THAT(refusal("\"b\"", "\"攻め \\\"a\\\"\""), HasSubstr("that of another engine"));
  std::string many = "[580.0,0.731059]";
  for (int i = 1; i <= 32; ++i) {
    many += ",[" + std::to_string(580 + i) + ",0.8" + std::to_string(100 + i) + "]";
  }
  EXPECT_THAT(refusal("[580.0,0.731059]", many), HasSubstr("more than 32"));
  EXPECT_FALSE(parse_scale("{\"format\":\"gougi scale 1\",\"engines\":[]}"));
  EXPECT_FALSE(parse_scale(std::string(600'000, ' ')));
  EXPECT_FALSE(parse_scale(std::string(500'000, '[')));
  EXPECT_FALSE(parse_scale("null"));
  EXPECT_FALSE(parse_scale("\xff\xfe"));
}

class ScaleFile : public ::testing::Test {
 protected:
  settings::RelaySettings settings_of(const std::vector<std::string>& names) {
    settings::RelaySettings settings;
    settings.file = folder_ / "three.yaml";
    for (const std::string& name : names) {
      settings::EngineSettings engine;
      engine.name = name;
      engine.eval_coef = 777;
      engine.line = 7;
      settings.engines.push_back(engine);
    }
    return settings;
  }
  book::testing::TemporaryFolder folder_;
};

TEST_F(ScaleFile, AnEngineIsFoundByItsNameAndOneWithoutAFileKeepsItsCoefficient) {
  settings::RelaySettings settings = settings_of({"b", "c", "攻め \"a\""});
  ASSERT_TRUE(load_scales(settings));
  EXPECT_TRUE(load_scales(settings)->empty()) << "no file, no scales";
  const auto file = folder_.write("scales.json", scale_text(some_scales()));
  settings.engines[0].scale = settings.engines[2].scale = file;
  const auto scales = load_scales(settings);
  ASSERT_TRUE(scales) << scales.error().message;
  ASSERT_EQ(scales->size(), 3U);
  EXPECT_EQ(scales->at(0).at(1).eval_coef, 512);
  EXPECT_EQ(scales->at(1).at(1).eval_coef, 777);
  EXPECT_EQ(scales->at(2), some_scales()[0].scales);
}

TEST_F(ScaleFile, AnEngineThatTheFileDoesNotKnowIsRefusedWithTheNamesThatItHas) {
  settings::RelaySettings settings = settings_of({"b", "stranger"});
  settings.engines[1].scale = folder_.write("scales.json", scale_text(some_scales()));
  const auto scales = load_scales(settings);
  ASSERT_FALSE(scales);
  EXPECT_THAT(scales.error().message,
              AllOf(HasSubstr("three.yaml:7: engines[2].scale: "), HasSubstr("'stranger'"),
                    HasSubstr("name: is to be one of 攻め \"a\", b")));
  settings.engines[1].scale = folder_ / "gone.json";
  EXPECT_THAT(load_scales(settings).error().message, HasSubstr("no such file"));
  settings.engines[1].scale = folder_.write("one.json", scale_text({some_scales()[1]}));
  ASSERT_TRUE(load_scales(settings)) << "a file of one engine is of whoever names it";
  EXPECT_EQ(load_scales(settings)->at(1).at(1).eval_coef, 512);
}

// E1 says 900, which its map thinks little of.
TEST(ScaledRound, TheMapDecidesAndIsSeenInTheWinRatesAndInTheRecord) {
  testing::Stage stage(2, 0, "optimistic");
  stage.settings.explain = true;
  Environment environment;
  environment.record_since = WallTime{};
  environment.scales = {consensus::PhaseScales::all(consensus::Scale{600, {{900, 0.6}}}),
                        consensus::PhaseScales::all(consensus::Scale{600})};
  stage.begin(environment);
  stage.host("usi");
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 5 score cp 900 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 5 score cp 600 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_THAT(stage.said, ::testing::Contains(HasSubstr("bestmove 2g2f")));
  EXPECT_THAT(stage.said, ::testing::Contains(HasSubstr("E1: 7g7f, win rate 60.0%")));
}

}  // namespace
}  // namespace gougi::relay
