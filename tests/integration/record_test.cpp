// SPDX-License-Identifier: MIT
// `gougi record` as somebody uses it: games go into every format and come back.
#include <gmock/gmock.h>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "io/code_page.hpp"

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
    for (const std::string format : {"kif", "ki2", "csa"}) {
      ASSERT_EQ(run_gougi({"record", from, "--to", format, "--output", in(folder, format)}).code,
                0);
      const std::string record = in(folder, format + "/" + name + "." + format);
      const Said back = run_gougi({"record", record, "--to", "usi"});
      EXPECT_EQ(back.code, 0);
      EXPECT_EQ(back.out, game) << content_of(base::path_from_utf8(record));
    }
  }
}

TEST(RecordCommand, AGameWithoutAnEndingHasNone) {
  const Folder folder;
  const std::string from = folder.write("open.sfen", "startpos moves 7g7f 3c3d\n");
  for (const std::string format : {"kif", "ki2", "csa"}) {
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
                                 "usi=" + in(folder, "games.usi")});
  ASSERT_EQ(played.code, 0) << played.out;
  const std::string games = content_of(folder.path() / "games.usi");
  ASSERT_THAT(games, HasSubstr("z"));
  for (const std::string format : {"kif", "csa", "ki2"}) {
    const Said back = run_gougi({"record", in(folder, format + "/000001." + format),
                                 in(folder, format + "/000002." + format), "--to", "usi"});
    EXPECT_EQ(back.code, 0);
    EXPECT_EQ(back.out, games) << format;
  }
}

TEST(RecordCommand, AHandicapIsCalledByItsName) {
  const Folder folder;
  const std::string from = folder.write("a.usi", kHandicapGame);
  for (const std::string format : {"kif", "ki2"}) {
    const Said said = run_gougi({"record", from, "--to", format});
    EXPECT_THAT(said.out, HasSubstr("手合割：飛車落ち\n下手：A\n上手：B\n"));
    EXPECT_THAT(said.out, HasSubstr("まで2手で上手の勝ち\n"));
    EXPECT_EQ(said.out.find("|"), std::string::npos);
  }
}

TEST(RecordCommand, OneBadRecordDoesNotCostTheOthers) {
  const Folder folder;
  const std::string wrong = folder.write("b.kif", "1 ７六歩(77)\n2 ７六歩(77)\n");
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
  for (const char* const name : {"empty.kif", "empty.ki2", "empty.csa", "empty.usi"}) {
    fails({"record", folder.write(name, ""), "--to", "usi"}, 1);
  }
  fails({"record", folder.write("noise.kif", "\x93\xff\x01\n5 \x80\n"), "--to", "usi"}, 1);
  EXPECT_EQ(content_of(base::path_from_utf8(good)), "startpos moves 7g7f\n");
  EXPECT_THAT(run_gougi({"record", "--help"}).out, StartsWith("usage: gougi record FILE…"));
}

}  // namespace
}  // namespace gougi::testing
