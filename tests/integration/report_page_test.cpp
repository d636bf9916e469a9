// SPDX-License-Identifier: MIT
// The report of a match as a browser shows it: everything is drawn, a game can be clicked through,
// and the board is right at every ply.
#include <algorithm>
#include <array>
#include <vector>

#include "book/temporary_folder.hpp"
#include "integration/browser.hpp"
#include "integration/relay.hpp"
#include "match/openings.hpp"
#include "match/report.hpp"
#include "notation/sfen.hpp"
#include "pyonpyon/game.hpp"

namespace gougi {
namespace {

namespace fs = std::filesystem;
using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kPageGames = 12;
constexpr int kPagePlies = 140;

game::Game page_game(int number) {
  return match::random_opening(static_cast<std::uint64_t>(number) + 1, kPagePlies);
}

/// Long games of random moves: captures, drops and promotions are in all of them.
std::string match_page(int engines) {
  match::ReportFacts facts;
  for (int i = 0; i < engines; ++i) {
    facts.engines.push_back({"engine <" + std::to_string(i) + ">", "run", "Threads=1", "nodes 9"});
  }
  if (engines == 2) facts.sprt = match::SprtSettings{};
  facts.summary = {"summary", "summary"};
  std::vector<match::GameRecord> games;
  for (int i = 0; i < kPageGames; ++i) {
    match::GameRecord game;
    game.number = static_cast<std::uint64_t>(i);
    game.opening = game.number / 2;
    game.black = i % 2 == 0 ? 0 : 1;
    game.white = 1 - game.black;
    const game::Game played = page_game(i);
    for (const usi::Move move : played.moves()) {
      match::MoveRecord record;
      record.move = move;
      const auto ply = static_cast<int>(game.moves.size());
      if (ply % 7 != 0) record.score = usi::Score::cp(ply * 20 * (ply % 2 == 0 ? 1 : -1));
      const auto after = played.moves().begin() + ply;
      // What came, and at last what no rule allows.
      record.line.assign(after, after + std::min<std::ptrdiff_t>(3, played.moves().end() - after));
      if (ply == 10) record.line.emplace_back(*notation::parse_usi_move("5e5f"));
      game.moves.push_back(record);
    }
    const std::array kResults{match::Result::kBlackWins, match::Result::kWhiteWins,
                              match::Result::kDraw};
    game.ending = {kResults[static_cast<std::size_t>(i * 5 % 7 % 3)], match::Reason::kMate, ""};
    games.push_back(game);
  }
  return match::report_html(facts, games);
}

std::string text_between(const std::string& text, const std::string& begin,
                         const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const std::size_t start = from + begin.size();
  return text.substr(start, text.find(end, start) - start);
}

/// The 81 squares from 9a to 1i, each as SFEN writes it, '.' if empty.
std::vector<std::string> squares_in(const std::string& dom) {
  const std::vector<std::pair<std::string, std::string>> kNames{
      {"歩", "P"},  {"香", "L"},  {"桂", "N"},  {"銀", "S"},  {"金", "G"},
      {"角", "B"},  {"飛", "R"},  {"玉", "K"},  {"と", "+P"}, {"杏", "+L"},
      {"圭", "+N"}, {"全", "+S"}, {"馬", "+B"}, {"龍", "+R"}};
  std::string rest = text_between(dom, "id=\"board\">", "</table>");
  std::vector<std::string> squares;
  while (rest.find("<td") != std::string::npos) {
    rest = rest.substr(rest.find("<td"));
    const std::string head = rest.substr(0, rest.find('>'));
    const std::string piece = text_between(rest, ">", "</td>");
    std::string name = piece.empty() ? "." : "?";
    for (const auto& known : kNames) {
      if (known.first == piece) name = known.second;
    }
    const bool is_white = head.find("w") != std::string::npos;  // the only class with this letter
    if (is_white) {
      for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    squares.push_back(name);
    rest = rest.substr(1);
  }
  return squares;
}

std::vector<std::string> squares_of(const shogi::Position& position) {
  const std::string sfen = notation::to_sfen(position);
  std::vector<std::string> squares;
  std::string promoted;
  for (const char c : sfen.substr(0, sfen.find(' '))) {
    if (c == '/') continue;
    if (c == '+') {
      promoted = "+";
    } else if (c >= '1' && c <= '9') {
      squares.insert(squares.end(), static_cast<std::size_t>(c - '0'), ".");
    } else {
      squares.push_back(promoted + c);
      promoted.clear();
    }
  }
  return squares;
}

shogi::Position page_position(int game, int plies) {
  const game::Game played = beginning_of(page_game(game), static_cast<std::size_t>(plies));
  return played.position().of_shogi()->position();
}

class ReportPageTest : public BrowserTest {
 protected:
  void SetUp() override {
    if (!browser()) GTEST_SKIP() << "there is no chromium here to look at the page with";
  }

  /// The page of a match after `script` has run in it as well.
  Shown shown(const std::string& html, const std::string& script,
              const std::string& fragment = "") {
    const fs::path page = folder_.write("report.html", html + "<script>{" + script + "}</script>");
    fs::create_directories(folder_ / "profile");
    return show(page, fragment, folder_ / "profile");
  }

 private:
  TemporaryFolder folder_;
};

// Writes into the title what cannot be read off the text: what is not drawn, what does not fit,
// and what was fetched from elsewhere.
constexpr const char* kLook =
    "const flat = [...document.querySelectorAll('svg,table,h2')].filter(e => {"
    " const box = e.getBoundingClientRect(); return box.width < 10 || box.height < 10; });"
    "const wide = document.documentElement.scrollWidth > innerWidth ? ' too wide' : '';"
    "document.title = 'not drawn: ' + flat.length + wide + ', fetched: ' +"
    " performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length;";

TEST_F(ReportPageTest, EverythingIsDrawnAndNothingFetched) {
  for (const int engines : {2, 3}) {
    const Shown page = shown(match_page(engines), kLook);
    EXPECT_THAT(page.messages, IsEmpty());
    EXPECT_THAT(page.dom, HasSubstr("<title>not drawn: 0, fetched: 0</title>"));
    EXPECT_THAT(page.dom, HasSubstr("engine &lt;1&gt;"));
  }
}

TEST_F(ReportPageTest, AGameIsClickedThrough) {
  const Shown page = shown(match_page(2),
                           "const by = id => document.getElementById(id);"
                           "document.querySelectorAll('#games tr.game')[4].click();"
                           "by('last').click(); by('first').click();"
                           "for (let i = 0; i < 124; ++i) by('next').click();"
                           "by('back').click();");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom, HasSubstr("href=\"#game=5,ply=123\""));
  EXPECT_EQ(squares_in(page.dom), squares_of(page_position(4, 123)));
}

TEST_F(ReportPageTest, WhatTheEngineExpectedStandsBelowTheBoard) {
  NEEDS_PATIENCE();
  const auto line_at = [this](int ply) {
    const Shown page = shown(match_page(2), "", "#game=1,ply=" + std::to_string(ply));
    EXPECT_THAT(page.messages, IsEmpty());
    return text_between(page.dom, "id=\"line\">", "</div>");
  };
  const std::string line = line_at(4);
  EXPECT_EQ(line.substr(0, 3), "pv ");
  EXPECT_EQ(std::count(line.begin(), line.end(), ' '), 3) << line;
  EXPECT_EQ(line_at(0), "");
  const std::string broken = line_at(11);
  EXPECT_EQ(broken.substr(broken.size() - 2), " ?") << broken;
}

TEST_F(ReportPageTest, ScoresAreBlacksInTheListAsInTheGraph) {
  const Shown page =
      shown(match_page(2),
            "document.title = ['36', '-214', '0', 'm5', 'm-5', '<7', '>-7', '-']"
            ".map(word => fromBlack(word, true) + ' ' + fromBlack(word, false)).join();");
  EXPECT_THAT(page.dom, HasSubstr("<title>36 -36,-214 214,0 0,m5 m-5,m-5 m5,&lt;7 &gt;-7,"
                                  "&gt;-7 &lt;7,- -</title>"));
}

TEST_F(ReportPageTest, SoAreThoseOfVotes) {
  match::ReportFacts facts;
  facts.engines = {{"A", "a", "", ""}, {"B", "b", "", ""}};
  match::GameRecord game;
  game.black = 0;
  game.white = 1;
  for (const char* const word : {"7g7f", "3c3d"}) {
    match::MoveRecord move;
    move.move = *notation::parse_usi_move(word);
    move.note = "[O] bestmove " + std::string(word) + " [P " + word + "] [value 73] [balanced]\n";
    game.moves.push_back(move);
  }
  const Shown page =
      shown(match::report_html(facts, {game}),
            "const cell = ply => { show(ply);"
            " return document.querySelector('#votes td:nth-child(3)').textContent; };"
            "document.querySelector('#rows tr').click();"
            "document.title = cell(1) + ' ' + cell(2);");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom, HasSubstr("<title>73 -73</title>"));
}

TEST_F(ReportPageTest, AMoveAndAPlaceOfTheGraphAreClicked) {
  const Shown page = shown(match_page(2),
                           "const by = id => document.getElementById(id);"
                           "by('moves').children[77].click(); const first = by('link').hash;"
                           "const box = by('graph').getBoundingClientRect();"
                           "by('graph').dispatchEvent(new MouseEvent('click', {clientX: box.left +"
                           " box.width * (30 + 600 * 70 / 140) / 640, clientY: box.top + 9}));"
                           "document.title = first;");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom, HasSubstr("<title>#game=1,ply=77</title>"));
  EXPECT_THAT(page.dom, HasSubstr("href=\"#game=1,ply=70\""));
  EXPECT_EQ(squares_in(page.dom), squares_of(page_position(0, 70)));
}

TEST_F(ReportPageTest, ALinkShowsItsGameAndPly) {
  const Shown page = shown(match_page(2), "", "#game=12,ply=140");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_EQ(squares_in(page.dom), squares_of(page_position(11, kPagePlies)));
  const shogi::Position end = page_position(11, kPagePlies);
  for (const auto& [type, name] :
       {std::pair(shogi::PieceType::kPawn, "歩"), std::pair(shogi::PieceType::kRook, "飛")}) {
    const int count = end.hand(shogi::Color::kBlack).count(type);
    const std::string hand = text_between(page.dom, "id=\"blackhand\">", "</div>");
    const std::string wanted =
        count == 0 ? "" : name + (count > 1 ? std::to_string(count) : std::string());
    EXPECT_THAT(hand, HasSubstr(wanted));
    EXPECT_EQ(hand.find(name) != std::string::npos, count > 0);
  }
}

// As the command itself writes it: its rules are handed in there.
TEST_F(ReportPageTest, GamesOfPyonpyonAreClickedThroughOnTheirBoard) {
  const TemporaryFolder folder;
  bool ended = false;
  io::ChildProcess::Callbacks callbacks;
  callbacks.on_exit = [&](const io::ExitStatus& status) {
    EXPECT_EQ(status.code, 0);
    ended = true;
    wake();
  };
  const std::string bin = GOUGI_BIN_DIR;
  const auto match = io::ChildProcess::launch(
      loop_,
      {base::path_from_utf8(bin + "/gougi"),
       {"match", "--protocol", "upi", "--first", bin + "/gougi-pyon", "--second",
        bin + "/gougi-pyon", "--time", "nodes 300", "--games", "2", "--report",
        base::to_utf8(folder / "r.html"), "--export", "upi=" + base::to_utf8(folder / "g.txt")},
       {},
       {}},
      std::move(callbacks));
  ASSERT_TRUE(match);
  ASSERT_TRUE(run_until([&] { return ended; }));
  const std::string line = TemporaryFolder::read(folder / "g.txt");
  auto game = pyonpyon::read_position(line.substr(0, line.find(" #")));
  ASSERT_TRUE(game) << line;
  const std::string last = to_text(game->moves().back());
  ASSERT_TRUE(game->undo());
  const Shown page = shown(TemporaryFolder::read(folder / "r.html"),
                           std::string("const by = id => document.getElementById(id);"
                                       "by('last').click(); by('back').click();") +
                               kLook);
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom, HasSubstr("<title>not drawn: 0, fetched: 0</title>"));
  EXPECT_THAT(page.dom, HasSubstr(last)) << "in the list of moves";
  std::string rest = text_between(page.dom, "id=\"board\">", "</table>");
  pyonpyon::Position seen;
  int square = 0;
  for (std::size_t at = rest.find("<td"); at != std::string::npos; at = rest.find("<td")) {
    rest.erase(0, at);
    const std::string stone = text_between(rest, ">", "</td>");
    if (stone == "●") seen.x |= pyonpyon::square_bit(square);
    if (stone == "○") seen.o |= pyonpyon::square_bit(square);
    ++square;
    rest.erase(0, 1);
  }
  EXPECT_EQ(square, pyonpyon::kSquareCount);
  EXPECT_EQ(seen.x, game->position().x);
  EXPECT_EQ(seen.o, game->position().o);
}

TEST_F(ReportPageTest, AFaultOfThePageWouldBeHeard) {
  EXPECT_THAT(shown(match_page(2), "nobody.knows();").messages, HasSubstr("nobody is not defined"));
}

}  // namespace
}  // namespace gougi
