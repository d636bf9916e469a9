// SPDX-License-Identifier: MIT
#include "tools/headroom_page.hpp"

#include <gmock/gmock.h>

#include "base/language.hpp"

namespace gougi::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

HeadroomFacts headroom_facts(double best, double whole, std::size_t games) {
  HeadroomFacts facts;
  facts.order.engines = {{"<a>", "gougi-engine --x", {{"Style", "attack"}}}, {"b", "b", {}}};
  facts.order.nodes = 2000;
  facts.order.judge = {"judge", "j", {}};
  facts.order.judge_nodes = 5000;
  std::vector<study::HeadroomSample> samples;
  for (std::size_t game = 0; game < games; ++game) {
    samples.push_back({game, 60, {0, 1}, {0.5, best}, whole, 0.5, {}});
  }
  facts.result = study::headroom_of(samples, 0, 1);
  return facts;
}

TEST(HeadroomPage, SaysWhatTheFiguresComeTo) {
  EXPECT_THAT(
      headroom_text(headroom_facts(0.52, 0.54, 20)),
      AllOf(HasSubstr("rho is 0.50 (0.50…0.50): no arbiter among these moves can pay"),
            HasSubstr("+2.00 (+2.00…+2.00)"), HasSubstr("middle game"), Not(HasSubstr("endgame")),
            HasSubstr("all different"), HasSubstr("2 engines with 1000 nodes each, of 2000 in all"),
            HasSubstr("20 positions of 20 games"), HasSubstr("In 0.0 (0.0…0.0) %")));
  EXPECT_THAT(headroom_text(headroom_facts(0.58, 0.54, 20)),
              HasSubstr("rho is 2.00 (2.00…2.00): a good enough arbiter could beat the anchor"));
  EXPECT_THAT(headroom_text(headroom_facts(0.54, 0.54, 20)),
              HasSubstr("rho is 1.00 (1.00…1.00): whether any arbiter could pay"));
  EXPECT_THAT(headroom_text(headroom_facts(0.54, 0.5, 20)),
              AllOf(HasSubstr("rho is not known: what the whole hardware is worth to the anchor, "
                              "+0.00 (+0.00…+0.00) points of win rate, may be nothing"),
                    HasSubstr("flattered")));
  EXPECT_THAT(headroom_text(headroom_facts(0.54, 0.52, 3)), HasSubstr("3 games are too few"));
  EXPECT_THAT(headroom_text(headroom_facts(0.5, 0.5, 0)), HasSubstr("No position was judged."));
}

TEST(HeadroomPage, OfTwoJudgesBothAreNamedAndNothingIsFlattered) {
  HeadroomFacts facts = headroom_facts(0.52, 0.54, 20);
  facts.first = facts.order;
  facts.first->judge = {"elder", "e", {}};
  facts.first->judge_nodes = 7000;
  const std::string text = headroom_text(facts);
  EXPECT_THAT(text, AllOf(HasSubstr("judge: judge (behind elder, 7000 nodes); 5000 nodes after"),
                          HasSubstr("rho is not flattered"), Not(HasSubstr("rather below")),
                          HasSubstr("rho is 0.50 (0.50…0.50): what these judges see"),
                          Not(HasSubstr("no arbiter"))));
  EXPECT_THAT(headroom_html(facts),
              AllOf(HasSubstr("elder, who judged first"), HasSubstr("judge, who judged")));
}

TEST(HeadroomPage, TheTablesSpeakJapaneseAndThePageTranslatesItself) {
  base::speak(base::Language::kJapanese);
  const std::string text = headroom_text(headroom_facts(0.52, 0.54, 20));
  const std::string html = headroom_html(headroom_facts(0.52, 0.54, 20));
  base::speak(base::Language::kEnglish);
  EXPECT_THAT(text, AllOf(HasSubstr("rho は 0.50 (0.50…0.50) です。"), HasSubstr("20局 20局面"),
                          HasSubstr("中盤"), HasSubstr("全員不一致"), HasSubstr("同程度 %")));
  EXPECT_THAT(text, Not(HasSubstr("the ")));
  EXPECT_THAT(html, AllOf(HasSubstr("rho is 0.50"),
                          HasSubstr("<td class=\"name\" data-ja=\"全員不一致\">all different"),
                          HasSubstr("judge: judge; 5000 nodes after each move")));
}

TEST(HeadroomPage, NamesAreNoMarkupAndTheEnginesAreTold) {
  HeadroomFacts facts = headroom_facts(0.52, 0.54, 20);
  facts.left_out = 3;
  EXPECT_THAT(headroom_html(facts),
              AllOf(HasSubstr("&lt;a&gt;, the anchor"), Not(HasSubstr("<a>")),
                    HasSubstr("gougi-engine --x"), HasSubstr("Style=attack"),
                    HasSubstr("judge, who judged"), HasSubstr("3 left out"), HasSubstr("<svg"),
                    Not(HasSubstr(">nan")), Not(HasSubstr("\"nan"))));
  EXPECT_THAT(headroom_html(headroom_facts(0.5, 0.5, 0)), Not(HasSubstr("<svg")));
}

}  // namespace
}  // namespace gougi::tools
