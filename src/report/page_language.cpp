// SPDX-License-Identifier: MIT
#include "report/page_language.hpp"

namespace gougi::report {

// What is translated is a piece of a text up to '.', ':' or ';'. A number in it is written '#'; in
// the Japanese text #0 is the first of them. `una\u006eimous`: tests look for "nan" in pages.
const std::string_view kPageLanguage = R"js(
(() => {
const japanese = {
  "engine": "エンジン", "command": "コマンド", "options": "オプション", "time": "時間",
  "points": "得点", "games": "対局数", "Scores": "成績", "Ratings": "レーティング",
  "± (# %)": "±(#0 %)", "better than the next": "次より強い確率", "Votes": "投票",
  "Bradley–Terry with Davidson's draws, by maximum likelihood, against the mean.":
    "Bradley–Terry モデル(引き分けは Davidson)による最尤推定で、平均との差です。",
  "Black is worth # ± # Elo;": "先手の有利は #0 ± #1 Elo、",
  "Black is worth # ± ? Elo;": "先手の有利は #0 Elo(誤差不明)、",
  "equals draw # % of their games.": "互角どうしの引き分けは #0 % です。",
  "The games alone would give infinite ratings:": "対局だけではレーティングが無限大になるため、",
  "half a win and half a loss were added for each.": "それぞれに 0.5 勝 0.5 敗を加えました。",
  "Elo over the games": "Elo の推移", "games;": "横軸は対局数、",
  "the band is the # % interval": "帯は #0 % 信頼区間",
  "ratings against the mean, at the end with their # % interval":
    "縦軸は平均とのレーティング差(右端に #0 % 信頼区間)",
  "Nothing to show yet:": "まだ表示できません。",
  "there are fewer than five pairs, or they are too one-sided for an interval with two ends.":
    "先後を入れ替えた組が 5 組に満たないか、結果が一方的で信頼区間が求まりません。",
  "Log-likelihood ratio over the games": "対数尤度比の推移",
  "Score by opening": "開始局面ごとの得点",
  "One field an opening, in their order:": "1 マスが 1 つの開始局面です(順番どおり)。",
  "points of the engine that is named first with both colours:":
    "先に名前のあるエンジンが、先後 1 局ずつで得た点",
  "points of": "先後 1 局ずつの得点:", "with both colours:": " ",
  "Length in plies": "手数の分布", "How games ended": "終局の理由",
  "Black won": "先手勝ち", "White won": "後手勝ち", "drawn": "引き分け",
  "# decisions, # % of them una\u006eimous.": "決定 #0 回、うち全員一致 #1 %。",
  "Two voters chose the same move in so many percent:": "2 者が同じ手を選んだ割合(%)",
  "Votes of": "投票:", "voter": "投票者", "its move was played": "採用された割合",
  "Games": "対局", "by": "理由", "plies": "手数", "link": "この局面へのリンク",
  "score": "評価値", "move": "指し手", "pv": "読み筋",
  "mate": "詰み", "resignation": "投了", "declaration": "入玉宣言", "repetition": "千日手",
  "perpetual check": "連続王手の千日手", "home": "全駒到達", "no move": "指す手なし",
  "illegal move": "反則手", "wrong declaration": "宣言失敗", "max plies": "最大手数",
  "agreed loss": "投了扱い(評価値)", "agreed draw": "引き分け扱い(評価値)",
  "proven mate": "詰みの証明", "crash": "異常終了", "hang": "応答なし", "not ready": "準備できず",
  // gougi study
  "Councils and their votes": "合議と投票", "From": "ファイル:",
  "How often the voters agreed": "投票の一致",
  "# decisions with two votes or more:": "2 票以上の決定 #0 回のうち、",
  "# % una\u006eimous, # % with a majority against a minority, # % without a majority.":
    "全員一致 #0 %、多数派と少数派 #1 %、過半数なし #2 %。",
  "Each two voters chose the same move in so many percent of the decisions in which both had one:":
    "数字は、両者が投票した決定のうち同じ手を選んだ割合(%)です。",
  "votes": "票数", "played %": "採用 %",
  "What each rule would have chosen": "ほかの合議ならどの手を選んだか",
  "Replayed from the same ballots, without playing:": "同じ投票から選び直したもので、対局はしていません。",
  "how often it would have been the move that was played, and how often the vote of each voter, in percent.":
    "実際の指し手、各投票者の手と一致した割合(%)です。",
  "rule": "合議", "decisions": "決定", "as played": "実際と同じ", "as #": "#0 と同じ",
  "without asking": "追加探索なし",
  "Whose minority votes were right": "少数意見の正しさ",
  "Votes alone against at least two that agreed, judged by a search of # nodes after each move.":
    "2 票以上が一致したときの単独票を、各手の後の #0 ノードの探索で判定しました。",
  "Right and wrong:": "「正」「誤」は、",
  "better and worse than the majority's move by more than # % of win rate.":
    "多数派の手より勝率が #0 % を超えて良い、悪い手です。",
  "alone": "単独票", "right": "正", "right %": "正 %", "wrong": "誤", "wrong %": "誤 %", "even": "同程度",
  "What the choices cost": "選択による損失",
  "In the # decisions in dispute that were judged:": "意見が分かれ、判定された決定 #0 回で、",
  "by how much of win rate (in percent, with its # % error) the chosen move is behind the best of those voted for, and how often it is that one.":
    "選んだ手が、票の入った最善手より勝率でどれだけ劣るか(%、#0 % 誤差つき)と、最善手だった割合です。",
  "chooser": "選んだもの", "loss": "損失", "best %": "最善 %",
  "What the councils gained over their members": "合議による棋力の向上",
  "Elo of the council against a member that played in the same match (# %).":
    "同じ連続対局に参加したメンバーに対する合議の Elo 差(#0 %)です。",
  "Not compared, as they did not play:": "対局していないため比較なし:",
  "council": "合議", "member": "メンバー", "stronger %": "強い確率 %",
  "its best that played": "参加した最強のメンバー",
  "No decision was judged:": "判定された決定はありません:",
  "a voter": "投票者", "a rule over all of them:": "全員による合議。",
  "loss of win rate in percent, less is better": "勝率の損失(%)で、小さいほど良い値です。",
  // gougi study --headroom
  "Headroom of a council": "合議の伸びしろ", "Headroom of a council over its anchor": "anchor に対する合議の伸びしろ",
  "No position was judged.": "判定された局面はありません。",
  "rho is not known:": "rho は不明です。", "rho is # (#…#):": "rho は #0(#1…#2)です。",
  "# games are too few for an interval;": "区間を求めるには #0 局では足りません。",
  "# are needed.": "#0 局が必要です。",
  "what the whole hardware is worth to the anchor, # (#…#) points of win rate, may be nothing;":
    "全計算資源が anchor にもたらす勝率 #0(#1…#2)は、0 かもしれません。",
  "more positions tell.": "局面を増やすとわかります。",
  "no arbiter among these moves can pay for the hardware that they share.":
    "これらの手からどう選んでも、計算資源を分け合う損失を補えません。",
  "a good enough arbiter could beat the anchor.": "うまく選べば anchor を上回れます。",
  "whether any arbiter could pay for the hardware is open;": "計算資源を分け合う損失を補えるかは、まだわかりません。",
  "In # (#…#) % of the positions the best move was nobody's:": "局面の #0(#1…#2)% では、最善手を誰も選んでいません。",
  "the judge's own is better by more than # % of win rate than all members'.":
    "判定エンジンの手が、どのメンバーの手より勝率 #0 % を超えて良い手です。",
  "The best of the members' moves is the one that the judge values most, so its noise counts as gain:":
    "メンバーの最善手は判定が最も高く評価した手なので、判定の誤差も改善に数えられます。",
  "rho is flattered, and the truth is rather below it.": "実際の rho はこれより低めです。",
  "The best of the members' moves is chosen by one judge and valued by the other:":
    "メンバーの最善手は一方の判定役が選び、もう一方が評価しています。",
  "rho is not flattered;": "rho の過大評価はなく、",
  "what the judges do not see makes it rather too small.": "判定の見落としの分だけ実際より低めです。",
  "# engines with # nodes each, of # in all;": "エンジン #0、各 #1 ノード(合計 #2)。",
  "judge:": "判定:", "# nodes after each move;": "各手の後 #0 ノード。",
  "# positions of # games, seed #.": "#1 局 #0 局面、乱数の種 #2。",
  "# positions of # games, seed #;": "#1 局 #0 局面、乱数の種 #2、",
  "# left out, at which an engine failed.": "エンジンの失敗による除外 #0。",
  "Gain:": "改善:", "price:": "代償:", "gain": "改善", "price": "代償", "number": "数",
  "the best of the members' moves over the anchor's with its part;":
    "メンバーの最善手と、分け前で読んだ anchor の手との差。",
  "the anchor's with all nodes over the same;": "全ノードで読んだ anchor の手との差。",
  "in points of win rate in percent, with # % intervals by games.": "どちらも勝率(%)で、対局単位の #0 % 区間つき。",
  "rho is gain / price.": "rho は 改善/代償。", "points of win rate in percent": "勝率(%)",
  "all": "全体", "opening (moves #–#)": "序盤(#0–#1 手目)", "middle game (#–#)": "中盤(#0–#1 手目)",
  "endgame (#–)": "終盤(#0 手目–)", "all the same": "全員一致", "a majority": "過半数",
  "all different": "全員不一致", "no majority": "過半数なし", "not known": "不明",
  "Who differs, and who is right": "手の違いと、その正しさ",
  "How often two engines chose different moves, and whose was better then by more than # % of win rate, in percent of the positions where they differ.":
    "2 つのエンジンが別の手を選んだ割合と、そのうちどちらの手が勝率 #0 % を超えて良かったかの割合(%)です。",
  "engines": "エンジン", "different": "不一致", "different %": "不一致 %", "first right %": "前者が正 %",
  "second right %": "後者が正 %", "even %": "同程度 %",
  "What each engine's moves are worth": "各エンジンの手の価値",
  "Over the anchor's with its part of the nodes, in points of win rate in percent.":
    "分け前のノードで読んだ anchor の手との、勝率の差(%)です。",
  "over the anchor": "anchor との差", "the anchor": "anchor", "Who took part": "参加エンジン",
  "The games' fingerprint:": "対局の指紋:", "the judge's coefficient:": "判定の eval_coef:",
  // gougi calibrate
  "What scores are worth": "評価値と勝率",
  "Win rate = #/(#+exp(-score/eval_coef)).": "勝率 = 1/(1+exp(-評価値/eval_coef))。",
  "Points are what became of positions with such scores, lines the likeliest coefficient, both with their # % intervals;":
    "点はその評価値の局面の実際の結果、線は最も確からしい係数で、どちらも #0 % 信頼区間つきです。",
  "games, not positions, are taken as independent.": "局面ではなく対局を独立とみなしています。",
  "A map (green;": "別の変換(緑。",
  "by phase:": "局面の段階別では",
  "green up to move #, violet up to #, brown later) takes the curve's place where it is better on games that it was not fitted to, by more than chance would have it.":
    "#0 手までが緑、#1 手までが紫、以後が茶)は、当てはめに使わなかった対局で偶然以上に良かった場合に、曲線の代わりに使われます。",
  "eval_coef (# %)": "eval_coef(#0 %)", "positions": "局面数", "mean log loss": "平均対数損失",
  "weight": "重み", "score in centipawns, and how the games ended": "横軸は評価値、縦軸は対局の結果",
  "scale": "変換", "log loss on games held out": "未使用の対局での対数損失", "gain (# %)": "改善(#0 %)",
  "used": "使用", "yes": "○",
};
let chosen = "";
try { chosen = localStorage.getItem("language") || ""; } catch { /* as the browser says, then */ }
if (chosen !== "en" && chosen !== "ja") {
  chosen = (navigator.language || "").startsWith("ja") ? "ja" : "en";
}
function translated(text) {
  const [, before, middle, after] = /^(\s*)([^]*?)(\s*)$/.exec(text);
  let result = before, known = false;
  middle.split(/(?<=[.:;])(\s+)/).forEach((piece, i) => {
    if (i % 2) { if (!known) result += piece; return; }
    const numbers = [];
    const key = piece.replace(/\s+/g, " ").replace(/[-+]?\d+(?:[.,]\d+)*/g, number => {
      numbers.push(number);
      return "#";
    });
    known = Object.hasOwn(japanese, key);
    result += known ? japanese[key].replace(/#(\d)/g, (_, n) => numbers[n]) : piece;
  });
  return result + after;
}
window.say = text => chosen === "ja" ? translated(text) : text;
const english = new Map();
function speak() {
  document.documentElement.lang = chosen;
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT, {
    acceptNode: node => node.parentNode.closest("script,style,pre,td.name,.as-it-is") ?
      NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT});
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!english.has(node)) english.set(node, node.data);
    const wanted = window.say(english.get(node));
    if (node.data !== wanted) node.data = wanted;
  }
}
document.addEventListener("DOMContentLoaded", () => {
  const button = document.createElement("button");
  button.id = "language";
  button.className = "as-it-is";
  const name = () => { button.textContent = chosen === "ja" ? "English" : "日本語"; };
  button.onclick = () => {
    chosen = chosen === "ja" ? "en" : "ja";
    try { localStorage.setItem("language", chosen); } catch { /* this page only, then */ }
    name();
    speak();
    window.dispatchEvent(new Event("languagechosen"));
  };
  name();
  document.body.prepend(button);
  speak();
});
})();
)js";

}  // namespace gougi::report
