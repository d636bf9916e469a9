// SPDX-License-Identifier: MIT
#include "match/report.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <regex>

#include "match/progress.hpp"
#include "match/schedule.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<GameRecord> games(std::size_t engines, int count) {
  std::vector<GameRecord> games;
  for (int i = 0; i < count; ++i) {
    GameRecord game;
    game.number = static_cast<std::uint64_t>(i);
    game.opening = game.number / 2;
    game.black = static_cast<std::size_t>(i % 2);
    game.white = engines == 2 ? 1 - game.black : 2;
    MoveRecord move;
    move.move = *notation::parse_usi_move("7g7f");
    move.score = usi::Score::cp(i);
    game.moves = {move};
    game.ending = {i % 3 == 0 ? Result::kDraw : Result::kBlackWins, Reason::kIllegalMove,
                   "</script><b>"};
    games.push_back(game);
  }
  return games;
}

ReportFacts facts(std::size_t engines) {
  ReportFacts facts;
  for (std::size_t i = 0; i < engines; ++i) {
    facts.engines.push_back({"<engine> " + std::to_string(i), "run \"it\"", "", "nodes 5"});
  }
  facts.summary = {"a < b", "a < b です"};
  return facts;
}

/// Without the script that has its words in both languages.
std::string body_of(const std::string& html) { return html.substr(html.find("<body>")); }

TEST(Report, SaysWhichEnginesPonderOrAreStartedAnew) {
  ReportFacts two = facts(2);
  EXPECT_THAT(body_of(report_html(two, {})), Not(HasSubstr("--ponder")));
  two.manners = {{false, false}, {false, false}};
  EXPECT_THAT(body_of(report_html(two, {})), Not(HasSubstr("--ponder")));
  two.manners = {{true, false}, {true, true}};
  const std::string html = body_of(report_html(two, {}));
  EXPECT_THAT(html, HasSubstr("<p>All engines think on the opponent's time (--ponder on).</p>"));
  EXPECT_THAT(html, HasSubstr("<p>Is started anew for every game, alone (--restart on): <span "
                              "class=\"as-it-is\">&lt;engine&gt; 1</span></p>"));
}

TEST(Report, NeedsNothingFromElsewhereAndLetsNoTextBecomeMarkup) {
  const std::string html = report_html(facts(2), games(2, 20));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_THAT(html, Not(HasSubstr("<engine>")));
  EXPECT_THAT(html, HasSubstr("&lt;engine&gt; 0"));
  EXPECT_THAT(html, HasSubstr("a &lt; b"));
  EXPECT_THAT(html, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(html, HasSubstr("\\u003c/script>"));
}

TEST(Report, HasEveryPartForTwoEngines) {
  ReportFacts two = facts(2);
  two.sprt = SprtSettings{};
  const std::string html = body_of(report_html(two, games(2, 40)));
  for (const char* const part :
       {"<h2>Scores</h2>", "<h2>Ratings</h2>", "Elo over the games", "Log-likelihood ratio",
        "Score by opening", "Length in plies", "How games ended", "id=\"board\"", "<polyline"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("inf,")));
}

TEST(Report, HasTheVotesOfARelayWhoseNotesWereKept) {
  std::vector<GameRecord> played = games(2, 2);
  played[0].moves[0].note = "[O] bestmove 7g7f [<A>]\n[X] bestmove 2g2f [B]";
  const std::string html = report_html(facts(2), played);
  EXPECT_THAT(html,
              HasSubstr("<h2>Votes of <span class=\"as-it-is\">&lt;engine&gt; 0</span></h2>"));
  EXPECT_THAT(html, HasSubstr(R"([[1,[[1,"7g7f","-","\u003cA>"],[0,"2g2f","-","B"]]]])"));
  EXPECT_THAT(html, HasSubstr("1. &lt;A&gt;</td>"));
  EXPECT_THAT(body_of(report_html(facts(2), games(2, 2))), Not(HasSubstr("Votes of")));
}

TEST(Report, TheTitleOfTwoEnginesSaysTheResult) {
  EXPECT_THAT(report_html(facts(2), games(2, 20)),
              HasSubstr("<title>&lt;engine&gt; 0 – &lt;engine&gt; 1 9.5-10.5</title>"));
}

TEST(Report, AMatchOfManyAndAMatchWithoutGamesHaveOneToo) {
  EXPECT_THAT(report_html(facts(3), games(3, 6)), HasSubstr("&lt;engine&gt; 2"));
  EXPECT_THAT(report_html(facts(2), {}), HasSubstr("\"games\":[]"));
}

// A round robin of `engines`, `rounds` pairs of games of each two.
std::vector<GameRecord> round_robin(std::size_t engines, std::uint64_t rounds) {
  const auto schedule = Schedule::make({engines, Format::kRoundRobin, 2 * rounds});
  std::vector<GameRecord> games;
  for (std::uint64_t i = 0; i < schedule->size(); ++i) {
    const ScheduledGame planned = schedule->game(i);
    GameRecord game;
    game.number = planned.number;
    game.opening = planned.opening;
    game.black = planned.black;
    game.white = planned.white;
    game.ending = {i % 3 == 0   ? Result::kDraw
                   : i % 7 == 1 ? Result::kWhiteWins
                                : Result::kBlackWins,
                   Reason::kResignation, ""};
    games.push_back(game);
  }
  return games;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Report, HasEveryPartForSeveralEnginesToo) {
  const std::string html = body_of(report_html(facts(3), round_robin(3, 8)));
  for (const char* const part :
       {"<h2>Scores</h2>", "<h2>Ratings</h2>", "Elo over the games", "Score by opening",
        "Length in plies", "How games ended", "id=\"board\"",
        "<summary>&lt;engine&gt; 0 – &lt;engine&gt; 2</summary>"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  EXPECT_EQ(count_of(html, "<polyline fill=\"none\" stroke=\"#"),
            6U);  // an engine's rating, two engines' Elo
  EXPECT_EQ(count_of(html, "<circle"), 3U);
  EXPECT_EQ(count_of(html, "<div class=\"pairs\">"), 3U);
  EXPECT_EQ(count_of(html, "title=\"opening 8: "), 3U);  // the last one, for each two engines
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("inf,")));
}

/// "name elo error" of each line of the ratings, as the page has them.
std::vector<std::string> ratings_on(const std::string& html) {
  std::vector<std::string> ratings;
  const std::string table = html.substr(html.find("<h2>Ratings</h2>"));
  const std::string lines = table.substr(0, table.find("</table>"));
  const std::regex line("<td class=\"name\">([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td>");
  for (std::sregex_iterator at(lines.begin(), lines.end(), line), end; at != end; ++at) {
    ratings.push_back((*at)[1].str() + " " + (*at)[2].str() + " " + (*at)[3].str());
  }
  return ratings;
}

/// The same as the text at the end has them.
std::vector<std::string> ratings_in(const std::string& text) {
  std::vector<std::string> ratings;
  const std::regex line(R"(\d+\. +(\S+) ± +(\S+) +\S+ % of \d+  (.*))");
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
    ratings.push_back((*at)[3].str() + " " + (*at)[1].str() + " " + (*at)[2].str());
  }
  return ratings;
}

TEST(Report, HasTheRatingsOfTheTextAnchorsAndAll) {
  for (const std::size_t engines : {2U, 3U, 5U}) {
    for (const bool is_anchored : {false, true}) {
      for (const std::uint64_t rounds : {1U, 9U}) {
        if (engines == 2 && !is_anchored) continue;  // the text has their Elo alone
        ReportFacts all = facts(engines);
        ProgressFacts progress;
        for (std::size_t i = 0; i < engines; ++i) {
          all.engines[i].name = "engine" + std::to_string(i);
          progress.names.push_back(all.engines[i].name);
        }
        if (is_anchored) all.anchors = {{1, 2345.5}};
        progress.anchors = all.anchors;
        const auto played = round_robin(engines, rounds);
        Standing standing(engines);
        for (const GameRecord& game : played) standing.add(game);
        const std::string html = body_of(report_html(all, played));
        const auto ratings = ratings_on(html);
        EXPECT_EQ(ratings.size(), engines);
        EXPECT_EQ(ratings, ratings_in(summary(standing, progress, base::Language::kEnglish)));
        EXPECT_EQ(std::ranges::count(ratings, "engine1 +2345.5 0.0"), is_anchored ? 1 : 0);
        EXPECT_THAT(html, HasSubstr(is_anchored ? "against the anchors." : "against the mean."));
        EXPECT_THAT(html, Not(HasSubstr("nan")));
        EXPECT_THAT(html, Not(HasSubstr("inf<")));
      }
    }
  }
}

TEST(Report, PointsByOpeningAreThoseOfTheEngineNamedFirst) {
  std::vector<GameRecord> played = round_robin(3, 1);
  for (GameRecord& game : played) {  // the higher number wins
    game.ending.result = game.black > game.white ? Result::kBlackWins : Result::kWhiteWins;
  }
  const std::string html = report_html(facts(3), played);
  EXPECT_EQ(count_of(html, "title=\"opening 1: 0 of 2\""), 3U);
}

TEST(Progress, SaysScoreEloTestAndTimeLeft) {
  Standing standing(2);
  for (const GameRecord& game : games(2, 30)) standing.add(game);
  ProgressFacts f{{"A", "B"}, 100, SprtSettings{}, 30, base::Milliseconds(60'000)};
  const std::string line = progress_line(standing, f);
  EXPECT_THAT(line, HasSubstr("30/100 games  A 15-15 B  Elo "));
  EXPECT_THAT(line, HasSubstr("LLR "));
  EXPECT_THAT(line, HasSubstr("(-2.94 2.94)"));
  EXPECT_THAT(line, HasSubstr("  0.50/s, 0:02:20 left"));
  EXPECT_THAT(summary(standing, f), HasSubstr("A - B: 15-15 (+10 =10 -10), 50.0 %"));
  EXPECT_THAT(summary(standing, f), HasSubstr("illegal move 30"));
}

TEST(Progress, IsSaidInTheLanguageThatIsSpoken) {
  Standing standing(2);
  for (const GameRecord& game : games(2, 30)) standing.add(game);
  const ProgressFacts f{{"A", "B"}, 100, SprtSettings{}, 30, base::Milliseconds(60'000)};
  const std::string japanese = summary(standing, f, base::Language::kJapanese);
  EXPECT_THAT(japanese, HasSubstr("A 対 B: 15-15(10勝10分10敗)、得点率 50.0 %"));
  EXPECT_THAT(japanese, HasSubstr("、H1 +5 Elo と H0 +0: "));
  EXPECT_THAT(japanese, HasSubstr("反則手 30"));
  base::speak(base::Language::kJapanese);
  const std::string line = progress_line(standing, f);
  base::speak(base::Language::kEnglish);
  EXPECT_THAT(line, HasSubstr("30/100局  A 15-15 B  Elo "));
  EXPECT_THAT(line, HasSubstr("残り 0:02:20"));
}

TEST(Progress, BeforeAnyGameNothingIsClaimed) {
  const Standing standing(2);
  const ProgressFacts f{{"A", "B"}, 10, std::nullopt, 0, base::Milliseconds(0)};
  EXPECT_EQ(progress_line(standing, f), "0/10 games  A 0-0 B  Elo +0.0 ± ?  LOS 50.0 %");
  EXPECT_EQ(summary(standing, f), "No game was finished.\n");
}

TEST(Progress, SaysFromOneBoundWhatTheOtherCannot) {
  EXPECT_EQ(elo_text({12.34, 10, 14.68}), "+12.3 ± 2.3");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(elo_text({-0.04, -10.04, 9.96}), "+0.0 ± 10.0") << "not -0.0";
  EXPECT_EQ(elo_text({300, 100, inf}), "+300.0 (above +100.0)");
  EXPECT_EQ(elo_text({inf, inf, inf}), "+inf");
  EXPECT_EQ(elo_text({12.34, -inf, inf}), "+12.3 ± ?");
  EXPECT_EQ(elo_text({std::numeric_limits<double>::quiet_NaN(), -inf, inf}), "?");
}

GameRecord game_of_two(std::uint64_t number, Result result) {
  GameRecord game;
  game.number = number;
  game.opening = number / 2;
  game.black = static_cast<std::size_t>(number % 2);
  game.white = 1 - game.black;
  game.ending = {result, Reason::kResignation, ""};
  return game;
}

TEST(Progress, OnePairHasNoError) {
  Standing standing(2);
  const std::vector<GameRecord> played{game_of_two(0, Result::kDraw),
                                       game_of_two(1, Result::kBlackWins)};
  for (const GameRecord& game : played) standing.add(game);
  const ProgressFacts f{{"A", "B"}, 2, std::nullopt, 2, base::Milliseconds(1)};
  EXPECT_EQ(progress_line(standing, f), "2/2 games  A 0.5-1.5 B  Elo -190.8 ± ?  LOS 25.0 %");
  const std::string text = summary(standing, f);
  EXPECT_THAT(text, HasSubstr("25.0 % ± ?\n"));
  EXPECT_THAT(text, HasSubstr("Elo -190.8 ± ?, normalized ?, likelihood of superiority 25.0 %\n"));
  const std::string html = body_of(report_html(facts(2), played));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, HasSubstr("there are fewer than five pairs, or they are too one-sided"));
}

}  // namespace
}  // namespace gougi::match
