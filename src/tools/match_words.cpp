// SPDX-License-Identifier: MIT
#include "tools/match_words.hpp"

#include "base/language.hpp"

namespace gougi::tools {
namespace {

using base::Text;

/// An option: its name, what its value looks like ("" if it has none), what it is.
struct MatchWord {
  const char* name;
  const char* value;
  Text text;
};
struct MatchGroup {
  Text title;
  std::vector<MatchWord> words;
};

// The command line's texts. What shapes a game is here alone: files of matches know no others.
const std::vector<MatchGroup>& match_groups() {
  static const std::vector<MatchGroup> all{
      {{"Who plays", "対局者"},
       {{"--first", "COMMAND", {"an engine and its arguments", "エンジンと引数"}},
        {"--second", "COMMAND", {"its opponent", "その相手"}},
        {"--engine", "COMMAND", {"again for a third and more", "3個目以降。何度でも"}},
        {"--name",
         "TEXT",
         {"what to call it. This and the next four belong to the engine before them, or to all "
          "before the first",
          "表示名。この行から4つ下までの指定は直前のエンジンのもの。最初のエンジンより前に書けば全"
          "員のもの"}},
        {"--option", "NAME=VALUE", {"an option's value; repeatable", "オプションの値。何度でも"}},
        {"--time",
         "CONTROL",
         {"\"time 60000 inc 1000\", \"byoyomi 1000\", \"movetime 100\", \"nodes 10000\", "
          "\"depth 8\" (milliseconds), \"moves 40 time 600000 then time 300000\", or a line \"go "
          "…\" that is sent as it is",
          "持ち時間。\"time 60000 inc 1000\"、\"byoyomi 1000\"、\"movetime 100\"、\"nodes "
          "10000\"、\"depth 8\"(ミリ秒)、\"moves 40 time 600000 then time "
          "300000\"、そのまま送る行 \"go …\""}},
        {"--ponder", "on|off", {"think on the opponent's time (off)", "相手の手番中も考える(off)"}},
        {"--restart", "on|off", {"a new process for every game (off)", "1局ごとに起動し直す(off)"}},
        {"--protocol",
         "usi|upi",
         {"what all engines speak; upi is pyonpyon's, which has no book, no pondering, no "
          "declaration and no mate solver (usi)",
          "全エンジンのプロトコル。upi "
          "はぴょんぴょんのもので、定跡・先読み・宣言・詰み探索はない(usi)"}},
        {"--format",
         "round-robin|gauntlet",
         {"a gauntlet is the first against each of the others (round-robin)",
          "総当たり、または最初のエンジン対ほかの全員(round-robin)"}}}},
      {{"What is played", "対局"},
       {{"--games", "N", {"of each two engines (100)", "2者間の対局数(100)"}},
        {"--openings",
         "FILE",
         {"one game a line, \"startpos moves 7g7f …\", up to --plies",
          "1行1局の開始局面集、\"startpos moves 7g7f …\"。--plies 手まで"}},
        {"--book",
         "FILE",
         {"openings that a book (.db) plays, up to --plies", "定跡(.db)で始める。--plies 手まで"}},
        {"--plies", "N", {"of an opening (24)", "開始局面までの手数(24)"}},
        {"--random-plies",
         "N",
         {"random moves from the start position instead",
          "代わりに初期局面からランダムに指す手数"}},
        {"--seed",
         "N",
         {"of the openings' choice and order (1); 0: in the file's order",
          "開始局面の選び方と順番の乱数の種(1)。0 ならファイルの順"}}}},
      {{"How it is judged", "判定"},
       {{"--max-plies",
         "N",
         {"then it is a draw (512); 0: no limit", "この手数で引き分け(512)。0 なら無制限"}},
        {"--resign",
         "CP,MOVES",
         {"both engines see one side lost by CP for MOVES moves each",
          "両者の評価値が MOVES 手ずつ続けて CP を超えたら投了とみなす"}},
        {"--draw",
         "CP,MOVES,PLY",
         {"both see it even within CP for MOVES moves each, from PLY on",
          "PLY 手目以降、両者の評価値が MOVES 手ずつ続けて CP 以内なら引き分け"}},
        {"--mate-nodes",
         "N",
         {"ask the mate solver for so many positions before each move",
          "1手ごとに詰みを探す局面数"}},
        {"--declaration", "27|24|try|none", {"rule of entering kings (27)", "入玉のルール(27)"}},
        {"--margin",
         "MS",
         {"a move may take longer than the clock allows (100)", "時間切れまでの猶予(100)"}},
        {"--hang",
         "MS",
         {"after its time, or --patience, an engine that is still silent is killed (10000)",
          "持ち時間または --patience の後も黙っているエンジンを終了させるまで(10000)"}},
        {"--patience",
         "MS",
         {"for one move without a clock (600000)", "持ち時間のない1手に待つ時間(600000)"}},
        {"--sprt",
         "ELO0,ELO1[,ALPHA,BETA]",
         {"stop as soon as one of them is settled (0.05,0.05)",
          "逐次検定。どちらかに決まれば終わる(0.05,0.05)"}},
        {"--elo",
         "logistic|normalized",
         {"what ELO0 and ELO1 are (normalized)", "ELO0 と ELO1 の意味(normalized)"}},
        {"--anchor",
         "NAME=ELO",
         {"an engine whose rating is known: others are rated against it; repeatable",
          "レーティングが既知のエンジン。ほかはこれに対して測る。何度でも"}}}},
      {{"How it runs", "実行"},
       {{"--concurrency", "N", {"games at a time (1)", "同時対局数(1)"}},
        {"--pin",
         "on|off",
         {"bind the engines of each game to processors of its own (off)",
          "対局ごとにエンジンを別々の CPU に固定する(off)"}},
        {"--config",
         "FILE.yaml",
         {"first of all: a match as a file; options are its keys, engines a list with command, "
          "name, time, options, ponder, restart",
          "先頭に書く。対局をファイルで指定する。キーはオプション名、engines は "
          "command、name、time、options、ponder、restart の並び"}},
        {"--file",
         "FILE",
         {"keep every game in this SQLite file", "全対局をこの SQLite ファイルに保存"}},
        {"--resume",
         "FILE",
         {"go on with such a match, from any folder; finished games are not played again, and "
          "--games N makes it longer or shorter",
          "保存した対局の続きから。どのフォルダからでもよく、済んだ対局は指さない。--games N "
          "で局数を変更"}},
        {"--trust",
         "",
         {"also if it does not carry your seal: without it, the commands that it would start are "
          "printed instead. Files that you begin are sealed",
          "自分の封印のないファイルでも --resume "
          "する。指定しなければ、起動されるコマンドを示すだけ"}},
        {"--shard",
         "I/N",
         {"play part I of N (0/8 to 7/8) into --file; typed again it goes on, and gougi merge puts "
          "the parts together",
          "N 分割の I 番目(0/8 から 7/8)を --file に対局する。同じコマンドで続きから。gougi merge "
          "で1つにまとめる"}},
        {"--stop-file",
         "FILE",
         {"end as after Ctrl-C once there is this file",
          "このファイルができたら Ctrl-C と同じく終わる"}},
        {"--notes",
         "on|off",
         {"keep \"info string\" lines, such as a relay's votes (off)",
          "合議の票など info string の行も保存(off)"}},
        {"--report",
         "FILE",
         {"write an HTML page at the end; with --resume also of a finished match",
          "最後に HTML のページを書く。--resume なら終わった対局からも"}},
        {"--export",
         "kif|csa|ki2|jkf|usi|upi=PATH",
         {"write the games: a folder, for usi and upi a file with a line a game; repeatable",
          "棋譜を書き出すフォルダ。usi と upi では1行1局のファイル。何度でも"}},
        {"--log",
         "FILE",
         {"write all lines to and from the engines, with game, time and name",
          "エンジンとの全通信を、対局・時刻・名前とともに記録"}},
        {"--live",
         "PORT",
         {"show the match in a browser while it runs, on this machine alone",
          "対局中の様子をこのマシンのブラウザで見る"}},
        {"--quiet",
         "on|off",
         {"no line of progress, and none for each finished game (off)",
          "経過も1局ごとの結果も表示しない(off)"}}}}};
  return all;
}

constexpr Text kReportAbout{
    "the result of a match's file, and its pages and records; only reads the file",
    "保存した対局の結果、ページ、棋譜。ファイルを読むだけで何も起動しない"};
constexpr Text kCompareAbout{"what two engines' results in two matches differ by: A.db B.db",
                             "2つの対局ファイルの結果を比べる: A.db B.db"};
constexpr Text kLegacySign{"first of all: files and commands of an older server; --legacy --help",
                           "先頭に書く。旧対局サーバーのファイルとコマンドで動く。--legacy --help"};

}  // namespace

void declare_match_words(cli::App& app) {
  for (const MatchGroup& group : match_groups()) {
    app.begin_group(group.title);
    for (const MatchWord& word : group.words) {
      if (std::string_view(word.value).empty()) {
        app.add_sign(word.name, word.text);
      } else {
        app.add_word(word.name, word.value, word.text);
      }
    }
  }
  app.add_sign("--legacy", kLegacySign);
  // match_command reads these itself.
  app.add_task("report", kReportAbout);
  app.add_task("compare", kCompareAbout);
}

std::vector<std::string_view> match_options() {
  std::vector<std::string_view> names;
  for (const MatchGroup& group : match_groups()) {
    for (const MatchWord& word : group.words) names.emplace_back(word.name);
  }
  return names;
}

}  // namespace gougi::tools
