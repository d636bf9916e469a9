// SPDX-License-Identifier: MIT
#include "report/board_script.hpp"

namespace gougi::report {

const std::string_view kBoardScript = R"js(
"use strict";
const $ = id => document.getElementById(id);
const kanji = {P:"歩",L:"香",N:"桂",S:"銀",G:"金",B:"角",R:"飛",K:"玉","+P":"と","+L":"杏","+N":"圭",
  "+S":"全","+B":"馬","+R":"龍"};
const ranks = "abcdefghi", kanjiRanks = "一二三四五六七八九", wide = "１２３４５６７８９";
function start(sfen) {
  const [rows, side, hands] = sfen.split(" ");
  const board = {}, hand = {};
  rows.split("/").forEach((row, r) => {
    let file = 9, promoted = "";
    for (const c of row) {
      if (c === "+") promoted = "+";
      else if (/\d/.test(c)) file -= +c;
      else { board[file + ranks[r]] = {c: c === c.toUpperCase() ? "b" : "w",
             t: promoted + c.toUpperCase()}; promoted = ""; --file; }
    }
  });
  let n = "";
  for (const c of hands === "-" ? "" : hands) {
    if (/\d/.test(c)) n += c; else { hand[c] = +(n || 1); n = ""; }
  }
  return {board, hand, side};
}
// A move may declare a freeze: "7g7fzG".
function play(p, text) {
  const [move, freeze] = text.split("z");
  const to = move.slice(2, 4);
  let name = "";
  const own = t => p.side === "b" ? t : t.toLowerCase();
  if (move[1] === "*") {
    p.board[to] = {c: p.side, t: move[0]};
    p.hand[own(move[0])] -= 1;
    name = kanji[move[0]] + "打";
  } else {
    const from = move.slice(0, 2), taken = p.board[to];
    if (taken) { const t = own(taken.t.replace("+", "")); p.hand[t] = (p.hand[t] || 0) + 1; }
    const piece = p.board[from];
    name = kanji[piece.t];
    delete p.board[from];
    const pro = move.endsWith("+");
    p.board[to] = {c: p.side, t: (pro ? "+" : "") + piece.t};
    if (pro) name += "成";
    name += "(" + from[0] + (ranks.indexOf(from[1]) + 1) + ")";
  }
  name = (p.side === "b" ? "☗" : "☖") + wide[+to[0] - 1] + kanjiRanks[ranks.indexOf(to[1])] + name +
    (freeze ? " z" + (kanji[(freeze[1] || "") + freeze[0]] || freeze) : "");
  p.side = p.side === "b" ? "w" : "b";
  p.last = to;
  return name;
}
)js";

}  // namespace gougi::report
