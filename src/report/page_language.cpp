// SPDX-License-Identifier: MIT
#include "report/page_language.hpp"

#include "base/told.hpp"

namespace gougi::report {

// What is translated is a piece of a text up to '.', ':' or ';'. A number in it is written '#'; in
// the Japanese text #0 is the first of them. `una\u006eimous`: tests look for "nan" in pages.
const std::string_view kPageLanguage = R"js(
(() => {
const japanese = {
  "engine": "エンジン", "command": "コマンド", "options": "オプション",
  "All engines think on the opponent's time (--ponder on).":
    "全エンジンが相手の手番中も考えます(--ponder on)。",
  "Thinks on the opponent's time, alone (--ponder on):":
    "相手の手番中も考えるのは次のエンジンだけです(--ponder on):",
  "All engines are started anew for every game (--restart on).":
    "全エンジンを1局ごとに起動し直します(--restart on)。",
  "Is started anew for every game, alone (--restart on):":
    "1局ごとに起動し直すのは次のエンジンだけです(--restart on):",
  "points": "得点", "games": "対局数", "Scores": "成績", "Ratings": "レーティング",
  "± (# %)": "±(#0 %)", "better than the next": "次より強い確率", "Votes": "投票",
  "Bradley–Terry, a draw being half a win and half a loss, by maximum likelihood, against the mean.":
    "Bradley–Terry モデル(引き分けは 0.5 勝 0.5 敗)による最尤推定で、平均との差です。",
  "Bradley–Terry, a draw being half a win and half a loss, by maximum likelihood, against the anchors.":
    "Bradley–Terry モデル(引き分けは 0.5 勝 0.5 敗)による最尤推定で、基準のエンジンに対する値です。",
  "Black is worth # ± # Elo.": "先手の有利は #0 ± #1 Elo です。",
  "Black is worth # ± ? Elo.": "先手の有利は #0 Elo(誤差不明)です。",
  "The games alone would give infinite ratings:": "対局だけではレーティングが無限大になるため、",
  "half a win and half a loss were added for each.": "それぞれに 0.5 勝 0.5 敗を加えました。",
  "Elo over the games": "Elo の推移", "games;": "横軸は対局数、",
  "the band is the # % interval": "帯は #0 % 信頼区間",
  "ratings against the mean, at the end with their # % interval":
    "縦軸は平均とのレーティング差(右端に #0 % 信頼区間)",
  "ratings against the anchors, at the end with their # % interval":
    "縦軸は基準のエンジンに対するレーティング(右端に #0 % 信頼区間)",
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
  "+ favours": "+ が有利:", "score": "評価値", "move": "指し手", "pv": "読み筋",
  "mate": "詰み", "resignation": "投了", "declaration": "入玉宣言", "repetition": "千日手",
  "perpetual check": "連続王手の千日手", "home": "全駒到達", "no move": "指す手なし",
  "illegal move": "反則手", "wrong declaration": "宣言失敗", "max plies": "最大手数",
  "agreed loss": "投了扱い(評価値)", "agreed draw": "引き分け扱い(評価値)",
  "proven mate": "詰みの証明", "time": "時間切れ", "crash": "異常終了", "hang": "応答なし",
  "not ready": "準備できず",
  // gougi study
  "Councils and their votes": "合議と投票", "From": "ファイル:", "Headroom of a council": "合議の伸びしろ",
  "a voter": "投票者", "a rule over all of them:": "全員による合議。",
  "loss of win rate in percent, less is better": "勝率の損失(%)で、小さいほど良い値です。",
  // gougi learn, gougi data, gougi tune
  "Learning": "学習", "epoch": "エポック", "loss": "損失", "held out": "検証用", "terms #": "手作り #0",
  "Teacher positions": "教師局面", "Tuning:": "調整:", "option": "オプション", "start": "開始値",
  "now": "現在", "steps": "歩数", "least": "下限", "most": "上限",
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
if (chosen !== "en" && chosen !== "ja") chosen = document.documentElement.dataset.told || "";
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
  for (const element of document.querySelectorAll("[data-ja]")) {
    if (!english.has(element)) english.set(element, element.textContent);
    element.textContent = chosen === "ja" ? element.dataset.ja : english.get(element);
  }
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT, {
    acceptNode: node => node.parentNode.closest("script,style,pre,td.name,.as-it-is,[data-ja]") ?
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

std::string_view told_attribute() {
  const auto told = base::told();
  if (!told) return "";
  return *told == base::Language::kJapanese ? " data-told=\"ja\"" : " data-told=\"en\"";
}

}  // namespace gougi::report
