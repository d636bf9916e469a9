// SPDX-License-Identifier: MIT
// `gougi record` as somebody uses it: games go into every format and come back, and other programs
// read them.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "io/code_page.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"

namespace gougi::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Said {
  int code = -1;
  std::string out;
  int complaints = 0;
};

Said run_gougi(std::vector<std::string> arguments) {
  Dialogue gougi(program_path("gougi"), std::move(arguments));
  Said said;
  if (!gougi.wait_exit(Milliseconds(60'000))) return said;
  said.code = gougi.exit->code;
  for (const auto& heard : gougi.heard) said.out += heard.line + "\n";
  said.complaints = gougi.stderr_lines;
  return said;
}

std::string in(const Folder& folder, const std::string& name) {
  return base::to_utf8(folder.path() / base::path_from_utf8(name));
}

constexpr const char* kFrozenGame =
    "startpos moves 7g7fzG 3c3d 8h2b+zS 5a4b z3Z1 # white, resignation, 先手の名 - W W\n";
constexpr const char* kPlainGame =
    "startpos moves 7g7f 3c3d 8h2b+ 3a2b # draw, repetition, A - B\n";
constexpr const char* kBrokenGame = "startpos moves 7g7f 3c3d # black, crash, A - B\n";
constexpr const char* kHandicapGame =
    "sfen lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 7g7f # white, "
    "resignation, A - B\n";
constexpr const char* kDrawnGame =
    "sfen 4k4/9/4+P4/9/9/9/9/9/4K4 w RB2G2S2N2L11Prb2g2s2n2l6p 1 moves 5a6a P*6b # draw, "
    "repetition, A - B\n";
constexpr const char* kForbiddenGame = "startpos moves 7g7f # white, perpetual check, A - B\n";

TEST(RecordCommand, EveryFormatComesBackWithFreezesNamesAndEnding) {
  const Folder folder;
  int number = 0;
  for (const char* const game :
       {kFrozenGame, kPlainGame, kBrokenGame, kForbiddenGame, kHandicapGame, kDrawnGame}) {
    const std::string name = "game" + std::to_string(++number);
    const std::string from = folder.write(name + ".usi", game);
    for (const std::string format : {"kif", "ki2", "csa", "jkf"}) {
      ASSERT_EQ(run_gougi({"record", from, "--to", format, "--output", in(folder, format)}).code,
                0);
      const std::string record = in(folder, format + "/" + name + "." + format);
      const Said back = run_gougi({"record", record, "--to", "usi"});
      EXPECT_EQ(back.code, 0);
      EXPECT_EQ(back.out, game) << content_of(base::path_from_utf8(record));
    }
  }
}

TEST(RecordCommand, OfAFileThatIsNoListOfGamesAFewLinesAreNamed) {
  const Folder folder;
  std::string text = "startpos moves 7g7f\n";
  for (int i = 0; i < 1000; ++i) text += "this is no game\n";
  const Said said = run_gougi({"record", folder.write("prose.txt", text), "--to", "usi"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.out, "startpos moves 7g7f\n");
  EXPECT_EQ(said.complaints, 21);
}

TEST(RecordCommand, AGameWithoutAnEndingHasNone) {
  const Folder folder;
  const std::string from = folder.write("open.sfen", "startpos moves 7g7f 3c3d\n");
  for (const std::string format : {"kif", "ki2", "csa", "jkf"}) {
    const Said said = run_gougi({"record", from, "--to", format});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out.find("draw"), std::string::npos) << said.out;
    const std::string record = folder.write("open." + format, said.out);
    EXPECT_EQ(run_gougi({"record", record, "--to", "usi"}).out, "startpos moves 7g7f 3c3d\n");
  }
}

TEST(RecordCommand, RecordsOfOtherProgramsAreReadInTheirEncoding) {
  const Folder folder;
  const std::string kif =
      "# ---- 他のソフトの棋譜 ----\n手合割：平手　　\n先手：先手さん\n後手：後手さん\n"
      "手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n"
      "*考えた\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 投了         ( 0:03/00:00:19)\n"
      "まで2手で後手の勝ち\n";
  const std::string wanted = "startpos moves 7g7f 3c3d # white, resignation, 先手さん - 後手さん\n";
  const std::string utf8 = folder.write("a.kifu", kif);
  const std::string cp932 = folder.write("b.KIF", io::utf8_to_cp932(kif));
  EXPECT_EQ(run_gougi({"record", utf8, cp932, "--to", "usi"}).out, wanted + wanted);
}

TEST(RecordCommand, WhatTheMatchExportsComesBack) {
  const Folder folder;
  const std::string openings = folder.write("openings.txt", "startpos z2Z3\n");
  const std::string engine = "\"" + program_path("gougi-random") + "\"";
  const Said played = run_gougi({"match",
                                 "--first",
                                 engine,
                                 "--second",
                                 engine,
                                 "--time",
                                 "nodes 1",
                                 "--games",
                                 "2",
                                 "--openings",
                                 openings,
                                 "--max-plies",
                                 "60",
                                 "--quiet",
                                 "on",
                                 "--export",
                                 "kif=" + in(folder, "kif"),
                                 "--export",
                                 "csa=" + in(folder, "csa"),
                                 "--export",
                                 "ki2=" + in(folder, "ki2"),
                                 "--export",
                                 "jkf=" + in(folder, "jkf"),
                                 "--export",
                                 "usi=" + in(folder, "games.usi")});
  ASSERT_EQ(played.code, 0) << played.out;
  std::string games = content_of(folder.path() / "games.usi");
  ASSERT_THAT(games, HasSubstr("z"));
  const std::string mark = ", gougi match";  // so that it is known whose it is
  ASSERT_THAT(games, HasSubstr(mark + "\n"));
  games.erase(games.find(mark), mark.size());
  for (const std::string format : {"kif", "csa", "ki2", "jkf"}) {
    const Said back = run_gougi({"record", in(folder, format + "/000001." + format),
                                 in(folder, format + "/000002." + format), "--to", "usi"});
    EXPECT_EQ(back.code, 0);
    EXPECT_EQ(back.out, games) << format;
  }
}

constexpr const char* kWholeKif =
    "#KIF version=2.0 encoding=UTF-8\n棋戦：練習\n手合割：平手\n先手：A\n後手：B\n"
    "手数----指手---------消費時間--\n*始め\n   1 ７六歩(77)   ( 0:16/00:00:16)\n"
    "   2 ３四歩(33)   ( 0:07/00:00:07)+\n*一言\n   3 ２二角成(88)   ( 1:01/00:01:17)\n"
    "   4 投了   ( 0:05/00:00:12)\nまで3手で先手の勝ち\n"
    "\n変化：2手\n   2 ８四歩(83)\n*変化の一言\n   3 ２六歩(27)\n";

TEST(RecordCommand, TimesCommentsAndVariationsGoOver) {
  const Folder folder;
  const std::string kif = folder.write("game.kif", kWholeKif);
  const std::string jkf = folder.write("game.jkf", run_gougi({"record", kif, "--to", "jkf"}).out);
  EXPECT_EQ(run_gougi({"record", jkf, "--to", "kif"}).out, kWholeKif);
  const std::string ki2 = folder.write("game.ki2", run_gougi({"record", jkf, "--to", "ki2"}).out);
  EXPECT_EQ(run_gougi({"record", ki2, "--to", "kif"}).out, kWholeKif);
  const std::string csa = folder.write("game.csa", run_gougi({"record", kif, "--to", "csa"}).out);
  EXPECT_EQ(content_of(base::path_from_utf8(csa)),
            "'CSA encoding=UTF-8\nV2.2\nN+A\nN-B\n$EVENT:練習\nPI\n+\n'*始め\n+7776FU\nT16\n"
            "-3334FU\nT7\n'*一言\n+8822UM\nT61\n%TORYO\nT5\n");
  EXPECT_EQ(run_gougi({"record", csa, "--to", "usi"}).out,
            "startpos moves 7g7f 3c3d 8h2b+ # black, resignation, A - B\n");
}

TEST(RecordCommand, ABareBoardIsAStartAsInAFileOfProblems) {
  const Folder folder;
  const std::string from = folder.write("a.sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n");
  EXPECT_EQ(run_gougi({"record", from, "--to", "usi"}).out, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n");
}

// --- what others make of our records
// --------------------------------------------------------------

/// The library of ShogiHome, under node.
class TsshogiTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = io::find_program("node", {}, {});
    if (!found) GTEST_SKIP() << "there is no node here to read our records with";
    node_ = base::to_utf8(*found);
    package_ = base::to_utf8(base::path_from_utf8(kBin).parent_path() /
                             "tsshogi/node_modules/tsshogi/dist/cjs/index.cjs");
    if (!std::filesystem::exists(base::path_from_utf8(package_))) {
      GTEST_SKIP()
          << "there is no " << package_
          << "; npm install --prefix tsshogi tsshogi@latest in the build folder puts it there";
    }
  }

  /// What `script` prints; `t` in it is the package, and `text` the content of `file`.
  std::string run(const std::string& script, const std::string& file) const {
    Dialogue node(node_, {"-e",
                          "const t = require(process.argv[1]);"
                          "const text = require('fs').readFileSync(process.argv[2], 'utf8');" +
                              script,
                          package_, file});
    EXPECT_TRUE(node.wait_exit(Milliseconds(60'000)));
    std::string out;
    for (const auto& heard : node.heard) out += heard.line + "\n";
    EXPECT_EQ(node.stderr_lines, 0);
    return out;
  }

 private:
  std::string node_;
  std::string package_;
};

// Each move, the score and the line of moves as ShogiHome finds them in comments.
constexpr const char* kLookAtThoughts =
    "const record = process.argv[2].endsWith('kif') ? t.importKIF(text) : t.importJKFString(text);"
    "if (record instanceof Error) { console.log(record.message); process.exit(0); }"
    "while (record.goForward()) {"
    " const node = record.current; if (!(node.move instanceof t.Move)) break;"
    " let said = node.move.usi;"
    " for (const line of node.comment.split('\\n')) {"
    "  const score = /^\\*(?:評価値|詰み)=([^ ]+)/.exec(line); if (score) said += ' ' + score[1];"
    "  if (line.startsWith('*読み筋=')) for (const m of t.parsePV(record.position,"
    "   line.substring(5))) said += ' ' + m.usi;"
    " } console.log(said); }";

std::string thoughts_of(const match::GameRecord& game) {
  std::string text;
  shogi::Game played(*game.start.of_shogi());
  for (const match::MoveRecord& move : game.moves) {
    const bool is_black = played.position().side_to_move() == shogi::Color::kBlack;
    EXPECT_TRUE(played.play(move.move.of_shogi()));
    text += usi::to_text(move.move);
    if (move.score) {
      const usi::Score score = is_black ? *move.score : usi::negated(*move.score);
      if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
        text += " " + std::to_string(cp->value);
      } else {
        const auto& mate = std::get<usi::Mate>(score.value);
        text += mate.winning ? " 先手勝ち" : " 後手勝ち";
        if (mate.plies) text += ":" + std::to_string(*mate.plies) + "手";
      }
    }
    shogi::Game after = played;
    for (std::size_t i = 1; i < move.line.size() && move.line[0] == move.move; ++i) {
      if (!after.play(move.line[i].of_shogi())) break;
      text += " " + usi::to_text(move.line[i]);
    }
    text += "\n";
  }
  return text;
}

TEST_F(TsshogiTest, FindsTheScoresAndLinesOfAMatch) {
  const Folder folder;
  const std::string engine = "\"" + program_path("gougi-engine") + "\"";
  const std::string file = in(folder, "match.db");
  ASSERT_EQ(run_gougi({"match",
                       "--first",
                       engine,
                       "--second",
                       engine,
                       "--time",
                       "nodes 300",
                       "--games",
                       "2",
                       "--random-plies",
                       "6",
                       "--max-plies",
                       "60",
                       "--file",
                       file,
                       "--quiet",
                       "on",
                       "--export",
                       "kif=" + in(folder, "kif"),
                       "--export",
                       "jkf=" + in(folder, "jkf")})
                .code,
            0);
  auto store = match::Store::open_to_read(base::path_from_utf8(file));
  ASSERT_TRUE(store) << store.error().message;
  int lines = 0;
  ASSERT_TRUE(store->for_each_game([&](const match::GameRecord& game) {
    for (const match::MoveRecord& move : game.moves) lines += move.line.size() > 1 ? 1 : 0;
    for (const std::string format : {"kif", "jkf"}) {
      const std::string name = format + "/00000" + std::to_string(game.number + 1) + "." + format;
      EXPECT_EQ(run(kLookAtThoughts, in(folder, name)), thoughts_of(game)) << name;
    }
  }));
  EXPECT_GT(lines, 20);
}

// All that is in the record of its own, besides what the analysis added.
TEST_F(TsshogiTest, ReadsAnAnalysedRecordWithItsValuesLinesAndVariations) {
  const Folder folder;
  const std::string game =
      folder.write("対局.kif",
                   "先手：甲\n後手：乙\n   1 ７六歩(77)\n*わたしの一言\n   2 ３四歩(33)\n"
                   "   3 ２六歩(27)\n   4 ８八角成(22)\n   5 ７八銀(79)\n   6 ７九馬(88)\n");
  const std::string config = folder.write(
      "council.yaml", "engines:\n  - command: '" + program_path("gougi-engine") + "'\n");
  ASSERT_EQ(run_gougi({"analyse", game, "--config", config, "--nodes", "3000", "--out",
                       in(folder, "out")})
                .code,
            0);
  // Where a line was captured on the square of the move before, it says so of what it read in KIF.
  const std::string moves =
      "))).moves.slice(1).map(m => [m.move, m.comments, m.forks]),"
      " (key, value) => key === 'same' ? undefined : value));";
  const std::string from_kif =
      run("console.log(JSON.stringify(JSON.parse(t.exportJKFString(t.importKIF(text" + moves,
          in(folder, "out/対局.kif"));
  const std::string from_jkf =
      run("console.log(JSON.stringify(JSON.parse(t.exportJKFString(t.importJKFString(text" + moves,
          in(folder, "out/対局.jkf"));
  EXPECT_EQ(from_kif, from_jkf);
  for (const char* const part : {"わたしの一言", "評価値=", "読み筋=", "(blunder)"}) {
    EXPECT_THAT(from_kif, HasSubstr(part));
  }
  EXPECT_THAT(from_kif, HasSubstr("[[{")) << "variations";
  std::string thoughts;
  for (const std::string name : {"out/対局.kif", "out/対局.jkf"}) {
    const std::string seen = run(kLookAtThoughts, in(folder, name));
    EXPECT_EQ(std::count(seen.begin(), seen.end(), '\n'), 6) << seen;
    EXPECT_THAT(seen, ::testing::ContainsRegex("7g7f [-0-9]+ [1-9P]"));
    if (!thoughts.empty()) {
      EXPECT_EQ(seen, thoughts);
    }
    thoughts = seen;
  }
}

TEST_F(TsshogiTest, ReadsOurVariationsAndWhatItWritesComesBack) {
  const Folder folder;
  const std::string kif = folder.write("game.kif", kWholeKif);
  const std::string jkf = folder.write("game.jkf", run_gougi({"record", kif, "--to", "jkf"}).out);
  const std::string moves = ")).moves));";
  const std::string from_kif =
      run("console.log(JSON.stringify(t.exportJKF(t.importKIF(text" + moves, kif);
  EXPECT_THAT(from_kif, HasSubstr("変化の一言"));
  EXPECT_EQ(run("console.log(JSON.stringify(t.exportJKF(t.importJKFString(text" + moves, jkf),
            from_kif);
  const std::string whole = run("console.log(t.exportJKFString(t.importKIF(text)));", kif);
  // Its moves without times have some of 0 seconds.
  const std::string theirs = folder.write("theirs.jkf", whole);
  const std::string back = run_gougi({"record", theirs, "--to", "kif"}).out;
  for (const char* const part : {"棋戦：練習\n", "*始め\n   1 ７六歩(77)   ( 0:16/00:00:16)\n",
                                 "   4 投了   ( 0:05/00:00:12)\n", "\n変化：2手\n   2 ８四歩(83)",
                                 "\n*変化の一言\n   3 ２六歩(27)"}) {
    EXPECT_THAT(back, HasSubstr(part));
  }
  const std::string theirs_kif =
      folder.write("theirs.kif", run("console.log(t.exportKIF(t.importKIF(text)));", kif));
  EXPECT_EQ(run_gougi({"record", theirs_kif, "--to", "usi"}).out,
            run_gougi({"record", kif, "--to", "usi"}).out);
}

TEST(RecordCommand, AHandicapIsCalledByItsName) {
  const Folder folder;
  const std::string from = folder.write(
      "a.usi",
      "sfen lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 7g7f # black, "
      "resignation, A - B\n");
  for (const std::string format : {"kif", "ki2"}) {
    const Said said = run_gougi({"record", from, "--to", format});
    EXPECT_THAT(said.out, HasSubstr("手合割：飛車落ち\n下手：A\n上手：B\n"));
    EXPECT_THAT(said.out, HasSubstr("まで2手で下手の勝ち\n"));
    EXPECT_EQ(said.out.find("|"), std::string::npos);
  }
}

TEST(RecordCommand, AnIllegalLastMoveHasLostTheGameAndStandsInAComment) {
  const Folder folder;
  const std::vector<std::string> games{
      folder.write("a.kif",
                   "先手：A\n後手：B\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７五歩打\n4 反則勝ち\n"),
      folder.write("a.csa", "N+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n+0075FU\n%ILLEGAL_MOVE\n"),
      folder.write("a.usi", "startpos moves 7g7f 3c3d P*7e\n")};
  for (const std::string& game : games) {
    const Said usi = run_gougi({"record", game, "--to", "usi"});
    EXPECT_EQ(usi.code, 1) << game;
    EXPECT_EQ(usi.complaints, 1) << game;
    EXPECT_THAT(usi.out, StartsWith("startpos moves 7g7f 3c3d # white, illegal move, ")) << game;
    const Said kif = run_gougi({"record", game, "--to", "kif"});
    EXPECT_THAT(kif.out, HasSubstr("   3 反則負け\n*反則手 (illegal move): ")) << game << kif.out;
  }
  const std::string in_variation = folder.write(
      "b.kif", "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n3 ７六歩(77)\n");
  const Said refused = run_gougi({"record", in_variation, "--to", "usi"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.out, "") << "what it would lose is no last move of a game";
}

TEST(RecordCommand, OneBadRecordDoesNotCostTheOthers) {
  const Folder folder;
  const std::string wrong = folder.write("b.kif", "1 ７六歩(77)\n2 ７六歩(77)\n3 ２六歩(27)\n");
  const std::string lines = folder.write("l.usi", "startpos moves 7g7f\nstartpos moves 7g7e\n");
  const std::string good = folder.write("a.csa", "PI\n+\n+2726FU\n");
  const Said said = run_gougi({"record", wrong, lines, good, "--to", "usi"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.complaints, 2);
  EXPECT_EQ(said.out, "startpos moves 7g7f\nstartpos moves 2g2f\n");
  const std::string out = in(folder, "out");
  const Said kif = run_gougi({"record", wrong, lines, good, "--to", "kif", "--output", out});
  EXPECT_EQ(kif.code, 1);
  EXPECT_EQ(kif.complaints, 2);
  EXPECT_THAT(content_of(folder.path() / "out" / "l.kif"), HasSubstr("７六歩"));
  EXPECT_THAT(content_of(folder.path() / "out" / "a.kif"), HasSubstr("２六歩"));
  EXPECT_EQ(run_gougi({"record", lines, good, "--to", "kif", "--output", out}).complaints, 3);
}

TEST(RecordCommand, WhatItWouldNotReadAgainIsNotWritten) {
  const Folder folder;
  std::string kif = "手合割：平手\n";
  const std::vector<std::string> moves{"３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"};
  const std::vector<std::string> others{"１八飛(28)", "９二飛(82)", "１八飛(38)", "９二飛(72)"};
  const auto line_of = [](int ply, const std::string& move) {
    return "   " + std::to_string(ply) + " " + move + "\n";
  };
  constexpr int kPlies = 700;
  for (int i = 0; i < kPlies; ++i)
    kif += line_of(i + 1, others[static_cast<std::size_t>(i) % 4]) + "\n変化：" +
           std::to_string(i + 1) + "手\n" + line_of(i + 1, moves[static_cast<std::size_t>(i) % 4]);
  const std::string deep = folder.write("deep.kif", kif);
  const std::string out = in(folder, "out");
  const Said said = run_gougi({"record", deep, "--to", "jkf", "--output", out});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.complaints, 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out" / "deep.jkf"));
  const Said shown = run_gougi({"record", deep, "--to", "jkf"});
  EXPECT_EQ(shown.code, 1);
  EXPECT_EQ(shown.out, "");
  EXPECT_EQ(run_gougi({"record", deep, "--to", "kif", "--output", out}).code, 0);
}

TEST(RecordCommand, SaysWhatIsWrongAndWritesOverNothing) {
  const Folder folder;
  const std::string good = folder.write("a.usi", "startpos moves 7g7f\n");
  const std::string wrong =
      folder.write("b.kif", "*freeze sfen startpos z3Z3\n1 ７六歩(77)\n*freeze Q\n");
  const std::string two = folder.write("two.usi", "startpos moves 7g7f\nstartpos moves 2g2f\n");
  const std::string odd = folder.write("c.doc", "startpos\n");
  const auto fails = [](const std::vector<std::string>& words, int code) {
    const Said said = run_gougi(words);
    EXPECT_EQ(said.code, code) << words[1];
    EXPECT_EQ(said.complaints, 1) << words[1];
  };
  fails({"record", good}, 2);
  fails({"record", good, "--to", "pdf"}, 2);
  fails({"record", "--to", "kif"}, 2);
  fails({"record", good, "--to"}, 2);
  fails({"record", good, "--too", "kif"}, 2);
  fails({"record", two, "--to", "kif"}, 2);
  fails({"record", wrong, "--to", "usi"}, 1);
  fails({"record", odd, "--to", "usi"}, 1);
  fails({"record", in(folder, "absent.kif"), "--to", "usi"}, 1);
  fails({"record", good, "--to", "usi", "--output", good}, 1);
  for (const char* const name : {"empty.kif", "empty.ki2", "empty.csa", "empty.jkf", "empty.usi"}) {
    fails({"record", folder.write(name, ""), "--to", "usi"}, 1);
  }
  fails({"record", folder.write("noise.kif", "\x93\xff\x01\n5 \x80\n"), "--to", "usi"}, 1);
  EXPECT_EQ(content_of(base::path_from_utf8(good)), "startpos moves 7g7f\n");
  EXPECT_THAT(run_gougi({"record", "--help"}).out,
              HasSubstr("Usage: gougi record [OPTIONS] FILE..."));
}

}  // namespace
}  // namespace gougi::testing
