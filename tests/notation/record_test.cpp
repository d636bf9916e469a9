// SPDX-License-Identifier: MIT
// Records with all that is in them: what is written comes back, one format goes into the others,
// and what cannot be read is named.
#include "notation/record.hpp"

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/japanese_record.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"
#include "notation/thought.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

using base::Milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kKif =
    "#KIF version=2.0 encoding=UTF-8\n"
    "開始日時：2026/01/31 12:34:56\n"
    "棋戦：練習\n"
    "手合割：平手\n"
    "先手：先手さん\n"
    "後手：後手さん\n"
    "手数----指手---------消費時間--\n"
    "*開始前の一言\n"
    "   1 ７六歩(77)   ( 0:16/00:00:16)\n"
    "*一手目\n"
    "*\n"
    "*  二行目の後 \n"
    "   2 ３四歩(33)   ( 0:00/00:00:00)+\n"
    "   3 ２二角成(88)   ( 1:01/00:01:17)\n"
    "   4 同　銀(31)   ( 0:03/00:00:03)+\n"
    "   5 投了   ( 0:05/00:01:22)\n"
    "*お疲れさまでした\n"
    "まで4手で後手の勝ち\n"
    "\n変化：4手\n"
    "   4 同　飛(82)\n"
    "*疑問手\n"
    "   5 中断\n"
    "\n変化：2手\n"
    "   2 ８四歩(83)   ( 0:07/00:00:07)+\n"
    "   3 ２六歩(27)\n"
    "\n変化：2手\n"
    "   2 ５四歩(53)\n";

Record read(RecordFormat format, std::string_view text) {
  auto records = read_records(format, text);
  EXPECT_TRUE(records) << records.error().message << "\n" << text;
  return records ? records->front() : Record();
}

std::string error_of(RecordFormat format, std::string_view text) {
  const auto records = read_records(format, text);
  return records ? "read" : records.error().message;
}

std::string usi_line(const Record& record) {
  std::string text;
  const shogi::Game game = record.main_line();
  for (const shogi::Move move : game.moves()) text += to_usi(move.bare) + " ";
  return text;
}

TEST(Record, KifComesBackByteForByteWithTimesCommentsAndVariations) {
  const Record record = read(RecordFormat::kKif, kKif);
  EXPECT_EQ(write_kif(record), kKif);
  EXPECT_EQ(usi_line(record), "7g7f 3c3d 8h2b+ 3a2b ");
  EXPECT_EQ(record.player(shogi::Color::kWhite), "後手さん");
  EXPECT_EQ(record.header("棋戦"), "練習");
  ASSERT_NE(record.main_end(), nullptr);
  EXPECT_EQ(record.main_end()->end, End::kResigned);
  EXPECT_EQ(record.main_end()->took, Milliseconds(5000));
  EXPECT_EQ(record.node(1).comment, "一手目\n\n  二行目の後 \n");
}

TEST(Record, WhatOtherProgramsWriteInKifIsRead) {
  const Record record =
      read(RecordFormat::kKif,
           "# ----  Kifu for Windows V7 V7.70 棋譜ファイル  ----\r\n開始日時：2023/01/01 00:00\r\n"
           "手合割：平手　　\r\n先手：わたし\r\n手数----指手---------消費時間--\r\n"
           "   1 ２六歩(27)        ( 0:01/00:00:01)\r\n   2 ３四歩(33)        ( 0:02/00:00:02)+\r\n"
           "&しおり\r\n   3 ２五歩(26)        ( 0:00/00:00:01)\r\n   4 ３三角(22)\r\n"
           "   5 切れ負け          (10:00/00:10:01)\r\n\r\n変化：2手\r\n   2 ８四歩(83)\r\n");
  EXPECT_EQ(usi_line(record), "2g2f 3c3d 2f2e 2b3c ");
  EXPECT_EQ(record.main_end()->end, End::kTimeUp);
  EXPECT_EQ(record.main_end()->took, Milliseconds(600'000));
  EXPECT_EQ(record.nodes().size(), 7U);
}

TEST(Record, ABookmarkIsKeptAsOneAndIsNoComment) {
  const std::string head =
      "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n";
  const std::string kif = head + "&開始\n   1 ７六歩(77)\n*&は言葉\n&勝負所\n   2 ３四歩(33)\n";
  const Record record = read(RecordFormat::kKif, kif);
  EXPECT_EQ(record.node(0).bookmark, "開始");
  EXPECT_EQ(record.node(0).comment, "");
  EXPECT_EQ(record.node(1).bookmark, "勝負所");
  EXPECT_EQ(record.node(1).comment, "&は言葉\n");
  EXPECT_EQ(write_kif(record), kif);
  EXPECT_EQ(read(RecordFormat::kKi2, write_ki2(record)).node(1).bookmark, "勝負所");
  for (const RecordFormat format : {RecordFormat::kCsa, RecordFormat::kJkf}) {
    EXPECT_EQ(write_record(format, record).find("勝負所"), std::string::npos);
  }
}

TEST(Record, AMoveOfKifThatNamesNoSquareIsRefusedAndAnUnknownEndIsNot) {
  const std::string two = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
  for (const std::string word : {"ふが(11)", "ふが打"}) {
    EXPECT_EQ(error_of(RecordFormat::kKif, two + "   3 " + word + "   ( 0:01/00:00:01)\n"),
              "record line 4: \"" + word + "\" is no move: it names no square");
  }
  const Record record = read(RecordFormat::kKif, two + "   3 封じ手\n");
  EXPECT_EQ(record.main_end()->end, End::kInterrupted);
  EXPECT_EQ(record.main_end()->comment, "封じ手\n");
}

TEST(Record, Ki2IsReadAsOthersWriteIt) {
  const Record record =
      read(RecordFormat::kKi2,
           "手合割：平手\n先手：A\n後手：B\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀\n"
           "まで4手で時間切れにより後手の勝ち\n\n変化：3手\n▲２六歩 △４二玉\n*変化の意味\n");
  EXPECT_EQ(usi_line(record), "7g7f 3c3d 8h2b+ 3a2b ");
  EXPECT_EQ(record.main_end()->end, End::kTimeUp);
  EXPECT_EQ(record.nodes().back().comment, "変化の意味\n");
  EXPECT_EQ(record.nodes().size(), 8U);
}

TEST(Record, MovesOfKi2BeginAtTheirMarksWhateverStandsBetweenThem) {
  for (const char* const line :
       {"▲７六歩△３四歩▲２二角成△同銀", "▲７六歩　△３四歩　▲２二角成　△同　銀",
        "　▲７六歩、△３四歩、▲２二角成、△同 銀", "☗７六歩☖３四歩☗２二角成☖同　銀",
        "▲７六歩(0:01) 2 △３四歩 は定跡 ▲２二角成\t△同　銀 　"}) {
    const Record record = read(RecordFormat::kKi2, std::string(line) + "\nまで4手で中断\n");
    EXPECT_EQ(usi_line(record), "7g7f 3c3d 8h2b+ 3a2b ") << line;
    EXPECT_EQ(record.main_end()->end, End::kInterrupted) << line;
  }
}

TEST(Record, Ki2IsReadAlsoWhereItIsWrittenWithMoreThanIsNeeded) {
  const auto moves = [](const std::string& line) {
    return usi_line(read(RecordFormat::kKi2, line + "\nまで9手で中断\n"));
  };
  const std::string two = "▲７六歩△３四歩";
  EXPECT_EQ(moves(two + "▲２二角成△同銀▲４五角打"), "7g7f 3c3d 8h2b+ 3a2b B*4e ");
  EXPECT_EQ(moves(two + "▲２二角生△２二銀"), "7g7f 3c3d 8h2b 3a2b ");
  EXPECT_EQ(moves("▲7六歩△34歩▲２２角不成"), "7g7f 3c3d 8h2b ");
  EXPECT_EQ(moves("▲７六歩直△３四歩上▲４八銀右上△４二銀"), "7g7f 3c3d 3i4h 3a4b ");
  EXPECT_EQ(moves("▲５八金右上△５二金左"), "4i5h 4a5b ");
}

TEST(Record, OfWordsOfKi2ThatAreWrongOrSayTooLittleNoMoveIsMade) {
  for (const char* const word : {"▲７六歩打", "▲４八銀直", "▲５八金上", "▲７六歩寄",
                                 "▲７六歩成不成", "▲７六歩歩", "△７六歩", "▲同歩", "▲６九金打"}) {
    EXPECT_EQ(error_of(RecordFormat::kKi2, std::string(word) + "\nまで1手で中断\n"),
              "record line 1: \"" + std::string(word) + "\" is no legal move");
  }
  const std::string several =
      " could be several moves: 右, 左, 直, 上, 引, 寄, 成 or 不成 is missing";
  EXPECT_EQ(error_of(RecordFormat::kKi2, "▲５八金\nまで1手で中断\n"),
            "record line 1: \"▲５八金\"" + several);
  // Whether it promotes is not said.
  EXPECT_EQ(error_of(RecordFormat::kKi2, "▲７六歩△３四歩▲２二角\nまで3手で中断\n"),
            "record line 1: \"▲２二角\"" + several);
  EXPECT_FALSE(read_records(RecordFormat::kKi2, "▲７六歩△３四歩▲２二角\nまで3手で中断\n",
                            Faulty::kLeaveIllegal))
      << "it is not illegal";
}

TEST(Record, EveryEndComesBackFromKi2AsItIsSaid) {
  for (const auto& [said, end] :
       {std::pair("先手の勝ち", End::kInterrupted),  // Black is to move: what has happened?
        std::pair("後手の勝ち", End::kResigned), std::pair("千日手", End::kRepetition),
        std::pair("持将棋", End::kImpasse), std::pair("中断", End::kInterrupted),
        std::pair("先手の入玉勝ち", End::kDeclared), std::pair("詰み", End::kMated),
        std::pair("先手の反則負け", End::kIllegalMove),
        std::pair("先手の反則勝ち", End::kWhiteFoul), std::pair("後手の反則負け", End::kWhiteFoul),
        std::pair("不詰", End::kNoMate)}) {
    const Record record =
        read(RecordFormat::kKi2, "▲７六歩 △３四歩\nまで2手で" + std::string(said) + "\n");
    ASSERT_NE(record.main_end(), nullptr) << said;
    EXPECT_EQ(record.main_end()->end, end) << said;
  }
}

TEST(Record, NoMateFoundIsSaidInKi2AsItIsInJkf) {
  const std::string jkf =
      R"({"moves":[{},{"move":{"piece":"FU","to":{"x":7,"y":6}}},{"special":"FUZUMI"}]})";
  const std::string ki2 = write_ki2(read(RecordFormat::kJkf, jkf));
  EXPECT_THAT(ki2, HasSubstr("まで1手で不詰\n"));
  const Record again = read(RecordFormat::kKi2, ki2);
  EXPECT_EQ(again.main_end()->end, End::kNoMate);
  EXPECT_THAT(write_record(RecordFormat::kJkf, again), HasSubstr("\"special\":\"FUZUMI\""));
}

constexpr const char* kCsa3 =
    "'CSA encoding=UTF-8\nV3.0\nN+gougi\nN-相手\n$EVENT:練習\n$START_TIME:2026/01/31 12:34:56\n"
    "$TIME:300+10+0\n$MAX_MOVES:256\n$独自:x\nPI\n+\n'*始め\n"
    "+7776FU\nT1.5\n'** 39 -3334FU +2726FU #5000\n'**深さ=12\n"
    "-3334FU\nT12\n'*a\n%MAX_MOVES\nT0\n'*b\n";

TEST(Record, Csa3IsReadAndWritten) {
  const Record record = read(RecordFormat::kCsa, kCsa3);
  EXPECT_EQ(write_record(RecordFormat::kCsa, record), kCsa3);
  EXPECT_EQ(record.header("持ち時間"), "300+10+0");
  EXPECT_EQ(record.node(1).took, Milliseconds(1500));
  EXPECT_EQ(record.node(1).comment,
            "*評価値=39\n*読み筋=△３四歩▲２六歩\n*ノード数=5000\n*深さ=12\n");
  EXPECT_EQ(record.main_end()->end, End::kMaxMoves);
  EXPECT_THAT(write_kif(record), HasSubstr("独自：x\n"));
}

TEST(Record, ATimeLimitIsWrittenAsTheFormatHasIt) {
  for (const auto& [csa, kif] :
       {std::pair("$TIME:600+30+0", "10分+30秒"), std::pair("$TIME:5400+0+0", "1時間30分切れ負け"),
        std::pair("$TIME:300+0+5", "5分、1手ごとに5秒加算"), std::pair("$TIME:0+10+0", "0分+10秒"),
        std::pair("$TIME:90+1+0", "1分30秒+1秒"), std::pair("$TIME_LIMIT:00:10+30", "10分+30秒"),
        std::pair("$TIME_LIMIT:06:00+60", "6時間+60秒"), std::pair("$TIME:1.5+0+0", "1.5+0+0"),
        std::pair("$TIME_LIMIT:many", "many"), std::pair("$TIME_LIMIT:99999:00+1", "99999:00+1")}) {
    const Record record = read(RecordFormat::kCsa, std::string(csa) + "\nPI\n+\n+7776FU\n");
    EXPECT_THAT(write_kif(record), HasSubstr("持ち時間：" + std::string(kif) + "\n"));
    EXPECT_THAT(write_record(RecordFormat::kJkf, record),
                HasSubstr("\"持ち時間\":\"" + std::string(kif) + "\""));
    EXPECT_THAT(write_record(RecordFormat::kCsa, record), HasSubstr(std::string(csa) + "\n"));
  }
  for (const auto& [kif, csa] :
       {std::pair("10分+30秒", "00:10+30"), std::pair("各６時間", "06:00+00"),
        std::pair("１時間３０分＋６０秒", "01:30+60"), std::pair("15分切れ負け", "00:15+00"),
        std::pair("10分+30", "10分+30"), std::pair("10分+x秒", "10分+x秒"), std::pair("分", "分"),
        std::pair("100時間", "100時間"),
        std::pair("5分、1手ごとに5秒加算", "5分、1手ごとに5秒加算"),
        std::pair("99時間99分", "99時間99分"), std::pair("持将棋なし", "持将棋なし")}) {
    const Record record =
        read(RecordFormat::kKif, "持ち時間：" + std::string(kif) + "\n1 ７六歩(77)\n");
    EXPECT_THAT(write_record(RecordFormat::kCsa, record),
                HasSubstr("$TIME_LIMIT:" + std::string(csa) + "\n"));
  }
}

TEST(Record, ADateOfAnotherShapeIsKeptInCsaAsAComment) {
  const auto csa = [](const std::string& date) {
    return write_record(RecordFormat::kCsa,
                        read(RecordFormat::kKif, "終了日時：" + date + "\n1 ７六歩(77)\n"));
  };
  for (const auto& [kif, end_time] :
       {std::pair("2026/01/31 12:34:56", "2026/01/31 12:34:56"),
        std::pair("2026/01/31(土) 12:34", "2026/01/31 12:34"),
        std::pair("2026/01/31 (土) 12:34", "2026/01/31 12:34"), std::pair("2026/1/3", "2026/1/3"),
        std::pair("2026/01/31 12:34:56 UTC", "2026/01/31 12:34:56"),
        std::pair("2026/01/31(土曜日) 12:34", "2026/01/31 12:34"),
        std::pair("2020-01-02 11:00", "2020/01/02 11:00"), std::pair("2020-01-02", "2020/01/02"),
        std::pair("", "")}) {
    EXPECT_THAT(csa(kif), HasSubstr("\n$END_TIME:" + std::string(end_time) + "\n")) << kif;
  }
  // What stands behind a date and no time would be lost.
  for (const std::string other : {"平成29年1月1日(日) 10:00",
                                  "2020年1月2日",
                                  "2020",
                                  "2020/01",
                                  "12:00",
                                  "2020-01/02",
                                  "20200/01/02",
                                  "2020/123/01",
                                  "2026/01/31 UTC",
                                  "2026-01-31T12:34:56Z",
                                  "2026/01/31 午後",
                                  "2026/01/31 午後1時",
                                  "2026/01/31 12",
                                  "2026/01/31〜2026/02/01",
                                  "2026/01/31 100:00",
                                  "2026/01/31 12:34:",
                                  "2026/01/31 12:34:56.5",
                                  "2026/01/31(2日目)",
                                  "2026/01/31(土",
                                  "2026/01/31(土) 夜"}) {
    const std::string text = csa(other);
    EXPECT_THAT(text, HasSubstr("\n'*終了日時：" + other + "\n"));
    EXPECT_EQ(text.find("$END_TIME"), std::string::npos) << text;
    EXPECT_EQ(write_record(RecordFormat::kCsa, read(RecordFormat::kCsa, text)), text);
  }
}

TEST(Record, CsaHoldsTimesToTheMillisecondAndSeveralGames) {
  const std::string first =
      "'CSA encoding=UTF-8\nV2.2\nN+A\nN-B\nPI\n+\n+7776FU\nT1\n'1500 ms\n%+ILLEGAL_ACTION\n";
  const std::string second = "PI82HI\n-\n-3142GI,T3\n'plain\n%MATTA\n";
  const auto games = read_records(RecordFormat::kCsa, first + "/\n" + second);
  ASSERT_TRUE(games) << games.error().message;
  ASSERT_EQ(games->size(), 2U);
  EXPECT_EQ(write_record(RecordFormat::kCsa, games->front()), first);
  EXPECT_EQ(games->front().main_end()->end, End::kBlackFoul);
  EXPECT_EQ(handicap_name(games->back().start().position()), "飛車落ち");
  EXPECT_EQ(games->back().node(1).comment, "plain\n");
  EXPECT_EQ(games->back().main_end()->comment, "%MATTA\n");
}

constexpr const char* kJkf =
    "{\n\"header\":{\"棋戦\":\"練習\",\"先手\":\"A "
    "\\\"x\\\"\"},\n\"initial\":{\"preset\":\"HIRATE\"},\n"
    "\"moves\":[\n{\"comments\":[\"始め\"]},\n"
    "{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"},"
    "\"time\":{\"now\":{\"m\":0,\"s\":16},\"total\":{\"h\":0,\"m\":0,\"s\":16}}},\n"
    "{\"comments\":[\"a\",\"\"],\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,"
    "\"y\":4},\"piece\":\"FU\"},\"forks\":[[\n"
    "{\"move\":{\"color\":1,\"from\":{\"x\":8,\"y\":3},\"to\":{\"x\":8,\"y\":4},\"piece\":\"FU\"}}"
    "\n]]},\n"
    "{\"move\":{\"color\":0,\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"piece\":\"KA\","
    "\"promote\":true,\"capture\":\"KA\"},\"time\":{\"now\":{\"m\":1,\"s\":1},\"total\":{\"h\":0,"
    "\"m\":1,\"s\":17}}},\n"
    "{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":1},\"to\":{\"x\":2,\"y\":2},\"piece\":\"GI\","
    "\"same\":true,\"capture\":\"UM\"}},\n"
    "{\"special\":\"TORYO\"}\n]\n}\n";

TEST(Record, JkfComesBackByteForByte) {
  const Record record = read(RecordFormat::kJkf, kJkf);
  EXPECT_EQ(write_record(RecordFormat::kJkf, record), kJkf);
  EXPECT_EQ(usi_line(record), "7g7f 3c3d 8h2b+ 3a2b ");
  EXPECT_EQ(record.player(shogi::Color::kBlack), "A \"x\"");
}

TEST(Record, HeadersThatOnlyBytesOfNoTextToldApartAreOneInJkf) {
  Record record(*parse_freeze_sfen("startpos"));
  record.headers = {{"\x80", "a"}, {"\x81", "b"}};
  const std::string text = write_record(RecordFormat::kJkf, record);
  EXPECT_EQ(write_record(RecordFormat::kJkf, read(RecordFormat::kJkf, text)), text);
}

TEST(Record, WhatIsNullInJkfSaysNothing) {
  const Record record =
      read(RecordFormat::kJkf,
           R"({"moves":[null,{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},null,)"
           R"({"move":null,"comments":null},)"
           R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}}]})");
  EXPECT_EQ(usi_line(record), "7g7f 3c3d ");
}

TEST(Record, JkfOfFewWordsIsRead) {
  const Record record = read(
      RecordFormat::kJkf,
      R"({"header":{},"moves":[{},{"move":{"piece":"FU","to":{"x":7,"y":6}}},{"move":{"piece":"FU",
      "to":{"x":3,"y":4},"color":1}},{"move":{"piece":"KA","to":{"x":2,"y":2},"promote":true}},
      {"move":{"piece":"GI","same":true}},{"move":{"piece":"KA","to":{"x":5,"y":5}}},
      {"move":{"piece":"KI","to":{"x":5,"y":2},"relative":"R"}},{"special":"UNHEARD_OF"}]})");
  EXPECT_EQ(usi_line(record), "7g7f 3c3d 8h2b+ 3a2b B*5e 6a5b ");
  EXPECT_EQ(record.main_end()->end, End::kInterrupted);
  EXPECT_EQ(record.main_end()->comment, "UNHEARD_OF\n");
}

TEST(Record, JkfWithoutAStartHasThatOfItsHeader) {
  const auto jkf = [](const std::string& name, const std::string& rest) {
    return R"({"header":{"手合割":")" + name + "\"}," + rest + R"("moves":[{}]})";
  };
  const auto start = [&](const std::string& name, const std::string& rest = "") {
    return handicap_name(read(RecordFormat::kJkf, jkf(name, rest)).start().position());
  };
  EXPECT_EQ(start("二枚落ち"), "二枚落ち");
  EXPECT_EQ(start("平手　　"), "平手");
  EXPECT_EQ(start("二枚落ち", R"("initial":null,)"), "二枚落ち");
  EXPECT_EQ(start("二枚落ち", R"("initial":{"preset":"HIRATE"},)"), "平手");
  EXPECT_EQ(start("自由"), "平手") << "of a name that is unknown JKF's own start";
  EXPECT_EQ(error_of(RecordFormat::kJkf, jkf("その他", "")),
            "initial.data is missing, where the header 手合割 says その他");
}

// A tree of random moves, with all that a record can hold.
Record random_record(std::uint64_t seed) {
  base::Random random(seed);
  const std::string starts[] = {"startpos",
                                "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                                "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/"
                                "LN4bKL w RGgsn5p 1",
                                "startpos z30Z20"};
  Record record(*parse_freeze_sfen(starts[seed % 4]));
  record.headers = {{"開始日時", "2026/01/31 12:00:00"}, {"棋戦", "試験"}, {"自由", "な欄"}};
  record.set_player(shogi::Color::kBlack, "A");
  record.set_player(shogi::Color::kWhite, "B: ：");
  std::vector<NodeIndex> open{0};
  std::vector<shogi::Game> games{shogi::Game(record.start())};
  for (int line = 0; line < 6; ++line) {
    const std::size_t from = random.below(open.size());
    NodeIndex at = open[from];
    shogi::Game game = games[from];
    for (std::uint64_t ply = 0, length = 1 + random.below(25); ply < length; ++ply) {
      std::vector<shogi::Move> moves;
      generate_legal(game.freeze_position(), moves);
      if (moves.empty()) break;
      const shogi::Move move = moves[random.below(moves.size())];
      at = record.add(at, move);
      EXPECT_TRUE(game.play(move));
      RecordNode& node = record.node(at);
      // All that KIF and JKF know of a second they keep.
      if (random.below(3) == 0) node.took = Milliseconds(1000 * random.below(100'000));
      if (random.below(4) == 0) node.comment = "* 評価値\n\n行 \"x\"\\ \n";
      open.push_back(at);
      games.push_back(game);
    }
    if (random.below(2) != 0) {
      at = record.add(at, shogi::Move());
      constexpr End kEnds[] = {End::kResigned, End::kMated,       End::kTimeUp,  End::kRepetition,
                               End::kImpasse,  End::kInterrupted, End::kDeclared};
      record.node(at).end = kEnds[random.below(7)];
      if (random.below(2) == 0) record.node(at).comment = "終わり\n";
    }
  }
  return record;
}

TEST(Record, OneFormatGoesIntoAnotherAndBackWithoutLoss) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const Record record = random_record(seed);
    const std::string kif = write_kif(record);
    EXPECT_EQ(write_kif(read(RecordFormat::kKif, kif)), kif) << seed;
    const std::string jkf = write_record(RecordFormat::kJkf, record);
    EXPECT_EQ(write_record(RecordFormat::kJkf, read(RecordFormat::kJkf, jkf)), jkf) << seed;
    EXPECT_EQ(write_kif(read(RecordFormat::kJkf, jkf)), kif) << seed;
    const std::string ki2 = write_ki2(record);
    EXPECT_EQ(write_ki2(read(RecordFormat::kKi2, ki2)), ki2) << seed;
    EXPECT_EQ(write_kif(read(RecordFormat::kKi2, ki2)), kif) << seed << ki2;
    const std::string csa = write_record(RecordFormat::kCsa, record);
    EXPECT_EQ(write_record(RecordFormat::kCsa, read(RecordFormat::kCsa, csa)), csa) << seed;
    const Record main = read(RecordFormat::kCsa, csa);
    EXPECT_EQ(main.main_line().moves(), record.main_line().moves());
    const std::string alone = write_kif(main);
    EXPECT_EQ(write_record(RecordFormat::kCsa, read(RecordFormat::kKif, alone)), csa) << seed;
  }
}

TEST(Record, WhatAnEngineSaidGoesThroughCsaAndBack) {
  Thought thought;
  thought.score = -120;
  thought.depth = 12;
  thought.selective_depth = 18;
  thought.nodes = 123'456;
  thought.line = {*parse_usi_move("3c3d"), *parse_usi_move("8h2b+"), *parse_usi_move("3a2b"),
                  *parse_usi_move("1a9i")};  // the last is not legal
  Record record;
  const NodeIndex move = record.add(0, *parse_usi_move("7g7f"));
  record.node(move).comment =
      thought_comment(thought, record.main_line().position()) + "*一言\nもう一言\n";
  EXPECT_EQ(record.node(move).comment,
            "*評価値=-120\n*読み筋=△３四歩▲２二角成△同銀\n*ノード数=123456\n*深さ=12\n"
            "*選択深さ=18\n*一言\nもう一言\n");
  const std::string csa = write_record(RecordFormat::kCsa, record);
  EXPECT_THAT(csa, HasSubstr("'** -120 -3334FU +8822UM -3122GI #123456\n'**深さ=12\n"));
  EXPECT_EQ(write_kif(read(RecordFormat::kCsa, csa)), write_kif(record));

  thought.score.reset();
  thought.mate = Thought::Mate{true, 5};
  record.node(move).comment = thought_comment(thought, record.main_line().position());
  EXPECT_THAT(record.node(move).comment, StartsWith("*詰み=先手勝ち:5手\n*読み筋="));
  const std::string mate = write_record(RecordFormat::kCsa, record);
  EXPECT_THAT(mate, HasSubstr("'** 100000 -3334FU"));
  EXPECT_EQ(write_kif(read(RecordFormat::kCsa, mate)), write_kif(record));
}

TEST(Record, AHeaderOrACommentBreaksNoOtherLine) {
  Record record;
  record.headers = {{"備考", "一\n   1 ２六歩(27)"},
                    {"|x", "y"},
                    {"", "z"},
                    {"a：b", "c"},
                    {"変化", "3手"},
                    {"x:y", "1"},
                    {"freeze sfen startpos", "z3Z3"}};
  record.node(0).comment = "a\r+2726FU\n";
  record.add(0, *parse_usi_move("7g7f"));
  for (const RecordFormat format : kRecordFormats) {
    EXPECT_EQ(usi_line(read(format, write_record(format, record))), "7g7f ");
  }
}

TEST(Record, APlayerMayBeCalledAsAHandIs) {
  Record record;
  record.set_player(shogi::Color::kBlack, "上手の持駒");
  record.add(0, *parse_usi_move("7g7f"));
  for (const RecordFormat format : kRecordFormats) {
    EXPECT_EQ(read(format, write_record(format, record)).player(shogi::Color::kBlack),
              "上手の持駒");
  }
}

TEST(Record, ACommentOfTheStartThatReadsAsATimeIsAComment) {
  Record record;
  record.node(0).comment = "1500 ms\n";
  record.add(0, *parse_usi_move("7g7f"));
  const Record again = read(RecordFormat::kKi2, write_ki2(record));
  EXPECT_EQ(again.node(0).comment, "1500 ms\n");
  EXPECT_EQ(write_ki2(again), write_ki2(record));
}

TEST(Record, AStartBehindAnEndIsRefused) {
  const auto record =
      read_records(RecordFormat::kKi2,
                   "先手：A\nまで0手で時間切れにより後手の勝ち\n*freeze sfen startpos z3Z3\n");
  ASSERT_FALSE(record);
  EXPECT_THAT(record.error().message, HasSubstr("record line 3: a start behind the first move"));
}

TEST(Record, AFreezeStartMayHaveATab) {
  const Record record = read(RecordFormat::kKif, "手合割：平手\n*freeze\tsfen startpos z3Z3\n");
  EXPECT_FALSE(record.start().plain());
}

TEST(Record, AFreezeBeforeTheStartIsOneWithoutAMove) {
  const auto record =
      read_records(RecordFormat::kKif, "手合割：平手\n*freeze G\n*freeze sfen startpos z3Z3\n");
  ASSERT_FALSE(record);
  EXPECT_THAT(record.error().message, HasSubstr("record line 3: a freeze without a move"));
}

TEST(Record, ErrorsNameTheLineOrThePlace) {
  const std::string kif = "手合割：平手\n   1 ７六歩(77)\n";
  EXPECT_THAT(error_of(RecordFormat::kKif, kif + "   2 ３四歩(44)\n"),
              StartsWith("record line 3: kif move \"３四歩(44)\": "));
  EXPECT_EQ(error_of(RecordFormat::kKif, kif + "変化：3手\n"),
            "record line 3: a variation of move 3, where the line has 1");
  EXPECT_EQ(error_of(RecordFormat::kKif, kif + "変化：手\n"),
            "record line 3: 変化 without the number of its move");
  EXPECT_EQ(error_of(RecordFormat::kKif, kif + "変化：99999999999999999999手\n"),
            "record line 3: 変化 without the number of its move");
  EXPECT_EQ(error_of(RecordFormat::kKif, kif + "   2 投了\n   3 ３四歩(33)\n"),
            "record line 4: a move or an end behind the end of its line");
  EXPECT_EQ(error_of(RecordFormat::kKif, kif + "変化：1手\n   1 ２六歩(28)\n"),
            "record line 4: kif move \"２六歩(28)\": the side to move has no such piece on the "
            "origin");
  const auto jkf = [](const std::string& moves) {
    return error_of(RecordFormat::kJkf, "{\"moves\":[" + moves + "]}");
  };
  const std::string pawn = R"({"move":{"piece":"FU","to":{"x":7,"y":6}}})";
  EXPECT_EQ(jkf(pawn + "," + pawn), "moves[1]: no such move is legal");
  EXPECT_EQ(jkf(R"({"move":{"piece":"FU","to":{"x":7,"y":6}},"forks":[[{}],[{"move":3}]]})"),
            "moves[0].forks[1][0]: the move lacks its piece or where it goes");
  EXPECT_EQ(jkf("3"), "moves[0]: is no object");
  EXPECT_EQ(error_of(RecordFormat::kJkf, "{\n\"moves\":[\n}"),
            "record line 3: is no JSON from there on");
  EXPECT_EQ(error_of(RecordFormat::kJkf, "{}"), "holds no list of moves, so it is no JKF");
  EXPECT_EQ(error_of(RecordFormat::kJkf, R"({"initial":{"preset":"X"},"moves":[]})"),
            "initial.preset: \"X\" is unknown");
}

TEST(Record, ATextThatIsCutAnywhereIsReadOrNamed) {
  const std::string texts[] = {kKif, write_ki2(read(RecordFormat::kKif, kKif)), kCsa3, kJkf};
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    for (std::size_t size = 0; size < texts[i].size(); ++size) {
      const auto cut = read_records(kRecordFormats[i], texts[i].substr(0, size));
      if (!cut) {
        EXPECT_EQ(cut.error().message.find('\n'), std::string::npos);
      }
    }
  }
}

TEST(Record, AVariationBeforeAnyMoveIsNone) {
  for (const char* const number : {"：3手", "：1手", "：手"}) {
    EXPECT_EQ(usi_line(read(RecordFormat::kKif, "手合割：平手\n\n変化" + std::string(number) +
                                                    "\n*一言\n   1 ７六歩(77)\n   2 ３四歩(33)\n")),
              "7g7f 3c3d ");
    EXPECT_EQ(usi_line(read(RecordFormat::kKi2,
                            "手合割：平手\n変化" + std::string(number) + "\n▲７六歩 △３四歩\n")),
              "7g7f 3c3d ");
  }
}

TEST(Record, ManyWideBlanksAreNoTrouble) {
  std::string blanks;
  for (int i = 0; i < 1'000'000; ++i) blanks += "　";
  EXPECT_EQ(usi_line(read(RecordFormat::kKi2, "▲７六歩" + blanks + "△３四歩" + blanks + "\n")),
            "7g7f 3c3d ");
  EXPECT_EQ(error_of(RecordFormat::kKif, "先手の持駒：" + blanks + "鯨\n"),
            "record line 1: \"鯨\" is nothing in hand");
  const shogi::Position start = shogi::Position::start();
  shogi::MoveList moves;
  generate_legal(start, moves);
  EXPECT_EQ(find_ki2_move(start, moves, "▲７六" + blanks + "歩"), parse_usi_move("7g7f"));
}

TEST(Record, ManyVariationsAndCommentsAreNoTrouble) {
  std::string kif = "手合割：平手\n";
  for (int i = 0; i < 20'000; ++i) kif += "変化：1手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
  EXPECT_EQ(read(RecordFormat::kKif, kif).nodes().size(), 40'001U);
  std::string comments = "手合割：平手\n   1 ７六歩(77)\n";
  for (int i = 0; i < 1'000'000; ++i) comments += "*\n";
  EXPECT_EQ(read(RecordFormat::kKif, comments).node(1).comment.size(), 1'000'000U);
}

TEST(Record, ForksInForksAreWrittenAndReadUpToAGreatDepth) {
  std::string jkf = "{\"moves\":[{}";
  const std::string pawn = R"({"move":{"piece":"FU","to":{"x":7,"y":6}})";
  for (int i = 0; i < 500; ++i) jkf += "," + pawn + ",\"forks\":[[{}";
  for (int i = 0; i < 500; ++i) jkf += "]]}";
  const Record record = read(RecordFormat::kJkf, jkf + "]}");
  EXPECT_EQ(record.nodes().size(), 501U);
  EXPECT_EQ(read(RecordFormat::kJkf, write_record(RecordFormat::kJkf, record)).nodes().size(),
            501U);
  std::string deep = "{\"moves\":\n";
  for (int i = 0; i < 100'000; ++i) deep += "[";
  EXPECT_EQ(error_of(RecordFormat::kJkf, deep), "record line 2: nests more than 2000 deep");
  std::string wide = "{\"moves\":[],\"header\":{";
  for (int i = 0; i < 5000; ++i) wide += "\"" + std::to_string(i) + "\":\"\",";
  EXPECT_EQ(error_of(RecordFormat::kJkf, wide + "\"x\":\"\"}}"),
            "record line 1: an object with more than 1000 keys");
}

// Each variation has one of its own.
Record nested_record(int depth) {
  constexpr std::array<std::array<const char*, 2>, 4> kWays{
      {{"2h1h", "2h3h"}, {"8b9b", "8b7b"}, {"3h4h", "3h2h"}, {"7b6b", "7b8b"}}};
  Record record;
  NodeIndex at = 0;
  for (int i = 0; i < depth; ++i) {
    const auto& [game, variation] = kWays.at(static_cast<std::size_t>(i) % kWays.size());
    record.add(at, *parse_usi_move(game));
    at = record.add(at, *parse_usi_move(variation));
  }
  return record;
}

TEST(Record, WhatNestsTooDeepForJkfIsNotWrittenAsJkf) {
  const auto written = write_readable_record(RecordFormat::kJkf, nested_record(665));
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(read(RecordFormat::kJkf, *written).nodes().size(), 1331U);
  for (const int depth : {666, 20'000}) {
    const Record record = nested_record(depth);
    EXPECT_EQ(write_readable_record(RecordFormat::kJkf, record).error().message,
              "as JKF this record could not be read again (nests more than 2000 deep); choose kif "
              "or ki2");
    EXPECT_FALSE(read_records(RecordFormat::kJkf, write_record(RecordFormat::kJkf, record)));
    EXPECT_TRUE(write_readable_record(RecordFormat::kKif, record));
  }
  Record headed;
  for (int i = 0; i <= 1000; ++i) headed.headers.push_back({std::to_string(i), "x"});
  EXPECT_FALSE(write_readable_record(RecordFormat::kJkf, headed));
}

TEST(Record, AFormatIsKnownByTheNameOfItsFile) {
  EXPECT_EQ(record_format_of("x/a.KIFU"), RecordFormat::kKif);
  EXPECT_EQ(record_format_of("a.ki2"), RecordFormat::kKi2);
  EXPECT_EQ(record_format_of("a.json"), RecordFormat::kJkf);
  EXPECT_EQ(record_format_of("a.sfen"), std::nullopt);
  EXPECT_EQ(record_format_from_text("jkf"), RecordFormat::kJkf);
  EXPECT_EQ(record_format_from_text("kifu"), std::nullopt);
}

// Two moves, and a third that cannot be played.
struct Broken {
  RecordFormat format;
  std::string text;
  std::string end;   ///< as the format has it
  std::string more;  ///< a move behind the third
};
const std::vector<Broken>& broken() {
  static const std::vector<Broken> all{
      {RecordFormat::kKif,
       "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩打   ( 0:03/00:00:03)\n",
       "   4 反則負け\nまで3手で後手の勝ち\n", "   4 ８四歩(83)\n"},
      {RecordFormat::kKi2, "手合割：平手\n▲７六歩 △３四歩\n▲７五歩打\n", "まで3手で後手の勝ち\n",
       "△８四歩\n"},
      {RecordFormat::kCsa, "PI\n+\n+7776FU,T1,-3334FU,T2\n+0075FU\nT3\n", "%ILLEGAL_MOVE\n",
       "-8384FU\n"},
      {RecordFormat::kJkf,
       R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},)"
       R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},)"
       R"({"move":{"to":{"x":7,"y":5},"piece":"GI"}})",
       R"(,{"special":"ILLEGAL_MOVE"}]})",
       R"(,{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]})"}};
  return all;
}
Record read_leaving(RecordFormat format, std::string_view text) {
  auto records = read_records(format, text, Faulty::kLeave);
  EXPECT_TRUE(records) << records.error().message << "\n" << text;
  return records ? records->front() : Record();
}

TEST(FaultyRecords, AnIllegalLastMoveEndsTheGameBeforeIt) {
  for (const Broken& each : broken()) {
    const bool has_end = each.format != RecordFormat::kJkf;
    for (const std::string& end : {each.end, has_end ? std::string() : std::string("]}")}) {
      EXPECT_THAT(error_of(each.format, each.text + end), testing::Not("read"));
      const Record record = read_leaving(each.format, each.text + end);
      EXPECT_EQ(usi_line(record), "7g7f 3c3d ") << each.text;
      ASSERT_TRUE(record.left);
      EXPECT_TRUE(record.left->is_illegal_move);
      EXPECT_EQ(record.illegal_move(), 3U);
      EXPECT_THAT(record.main_end()->comment, StartsWith("反則手 (illegal move): "));
      EXPECT_EQ(outcome_of(record.main_end()->end, shogi::Color::kBlack), Outcome::kWhiteWins);
      const Record again = read(each.format, write_record(each.format, record));
      EXPECT_EQ(again.illegal_move(), 3U) << write_record(each.format, record);
      EXPECT_EQ(again.illegal_move_text(), record.illegal_move_text());
      EXPECT_THAT(record.illegal_move_text().value_or(""), testing::Not(""));
    }
  }
}

TEST(FaultyRecords, WhereMovesFollowAnIllegalOneTheLineIsLeftAndThePlaceSaid) {
  for (const Broken& each : broken()) {
    const Record record = read_leaving(each.format, each.text + each.more);
    EXPECT_EQ(usi_line(record), "7g7f 3c3d ");
    ASSERT_TRUE(record.left);
    EXPECT_FALSE(record.left->is_illegal_move);
    EXPECT_EQ(record.illegal_move(), std::nullopt);
    EXPECT_THAT(record.left->why,
                StartsWith(each.format == RecordFormat::kJkf ? "moves[3]: " : "record line "));
    EXPECT_EQ(outcome_of(record.main_end()->end, shogi::Color::kBlack), Outcome::kNobody);
  }
}

TEST(FaultyRecords, AnIllegalMoveOfTheGameAloneCanBeLeftOut) {
  for (const Broken& each : broken()) {
    const auto ended = read_records(each.format, each.text + each.end, Faulty::kLeaveIllegal);
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_EQ(ended->front().illegal_move(), 3U);
    const auto more = read_records(each.format, each.text + each.more, Faulty::kLeaveIllegal);
    ASSERT_TRUE(more) << more.error().message;
    EXPECT_FALSE(more->front().left->is_illegal_move);
  }
  EXPECT_FALSE(
      read_records(RecordFormat::kKif, "1 ７六歩(77)\n2 ふが(11)\n", Faulty::kLeaveIllegal));
  EXPECT_FALSE(read_records(RecordFormat::kKif,
                            "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ７六歩(77)\n",
                            Faulty::kLeaveIllegal));
}

TEST(FaultyRecords, AVariationThatHasNoPlaceForAnIllegalMoveIsNotWhatIsWrong) {
  const auto read =
      read_records(RecordFormat::kKif, "1 ７六歩(77)\n2 ３四歩(32)\n3 ２六歩(27)\n変化：3手\n",
                   Faulty::kLeaveIllegal);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, StartsWith("record line 2: kif move "));
}

TEST(Record, AMoveOfKifMayHaveTakenHours) {
  const Record record =
      read(RecordFormat::kKif, "1 ７六歩(77) ( 1:02:03/01:02:03)\n2 投了 (61:00/)\n");
  EXPECT_EQ(record.node(1).took, base::Milliseconds(3'723'000));
  EXPECT_EQ(record.node(2).took, base::Milliseconds(3'660'000));
}

TEST(FaultyRecords, VariationsAndTheNextGameAreReadOn) {
  const Record kif =
      read_leaving(RecordFormat::kKif, broken()[0].text +
                                           "   4 反則負け\n\n変化：5手\n   5 ８四歩(83)\n"
                                           "\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n");
  EXPECT_EQ(usi_line(kif), "7g7f 3c3d ");
  EXPECT_TRUE(kif.left->is_illegal_move);
  EXPECT_EQ(kif.nodes().size(), 6U) << "the start, two moves, their end, two of a variation";
  const auto games =
      read_records(RecordFormat::kCsa,
                   broken()[2].text + "%ILLEGAL_MOVE\n/\nPI\n+\n+2726FU\n%TORYO\n", Faulty::kLeave);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 2U);
  EXPECT_TRUE(games->front().left);
  EXPECT_EQ(usi_line(games->back()), "2g2f ");
  EXPECT_FALSE(games->back().left);
}

TEST(FaultyRecords, OfSeveralGamesOneThatIsAnErrorCostsNoOther) {
  const std::string good = "PI\n+\n+2726FU\n%TORYO\n";
  const std::string bad = "PI\n+\n+7775FU\n-3334FU\n%TORYO\n";
  for (const Faulty faulty : {Faulty::kRefuse, Faulty::kLeave}) {
    std::vector<std::string> told;
    const auto games_of = [&](const std::string& text) {
      told.clear();
      return read_records(RecordFormat::kCsa, text, faulty,
                          [&](const base::Error& error) { told.push_back(error.message); });
    };
    const auto games = games_of(good + "/\n" + bad + "/\n" + good + "/\n" + bad);
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    EXPECT_EQ(usi_line(games->back()), "2g2f ");
    EXPECT_THAT(told, testing::ElementsAre(StartsWith("record line 8: \"+7775FU\""),
                                           StartsWith("record line 19: \"+7775FU\"")));
    const auto none = games_of(bad + "/\n" + bad);
    ASSERT_FALSE(none);
    EXPECT_THAT(told, testing::ElementsAre(StartsWith("record line 3: ")));
    EXPECT_THAT(none.error().message, StartsWith("record line 9: "));
    EXPECT_FALSE(read_records(RecordFormat::kCsa, good + "/\n" + bad, faulty));
  }
}

TEST(FaultyRecords, AWordThatIsNoMoveIsAFaultAndNoIllegalMove) {
  const Record record = read_leaving(
      RecordFormat::kKif, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ふが(11)\n");
  EXPECT_EQ(usi_line(record), "7g7f 3c3d ");
  ASSERT_TRUE(record.left);
  EXPECT_FALSE(record.left->is_illegal_move);
  EXPECT_THAT(record.left->why, StartsWith("record line 4: \"ふが(11)\" is no move"));
}

TEST(FaultyRecords, WhatIsWrongAtTheStartIsAnError) {
  for (const auto& [format, text] :
       {std::pair{RecordFormat::kKif, "手合割：平手\n   1 ７五歩(77)\n"},
        std::pair{RecordFormat::kCsa, "PI\n+\n+7775FU\n"},
        std::pair{RecordFormat::kKif, "手合割：百枚落ち\n   1 ７六歩(77)\n"}}) {
    const auto records = read_records(format, text, Faulty::kLeave);
    ASSERT_FALSE(records);
    EXPECT_THAT(records.error().message, StartsWith("record line "));
  }
}

}  // namespace
}  // namespace gougi::notation
