// SPDX-License-Identifier: MIT
#include "match/report_page.hpp"

#include "report/board_script.hpp"

namespace gougi::match {
namespace {

constexpr std::string_view kShogiScript = R"js(
function drawBoard(p) {
  let html = "<tr>" + [...wide].reverse().map(f => "<th>" + f + "</th>").join("") + "<th></th></tr>";
  for (let r = 0; r < 9; ++r) {
    html += "<tr>";
    for (let f = 9; f >= 1; --f) {
      const s = f + ranks[r], piece = p.board[s];
      html += '<td class="' + (s === p.last ? "last " : "") + (piece ? piece.c + (piece.t[0] === "+" ?
        " pro" : "") : "") + '">' + (piece ? kanji[piece.t] : "") + "</td>";
    }
    html += "<th>" + kanjiRanks[r] + "</th></tr>";
  }
  $("board").innerHTML = html;
  const list = side => "RBGSNLP".split("").map(t => {
    const n = p.hand[side === "b" ? t : t.toLowerCase()] || 0;
    return n ? kanji[t] + (n > 1 ? n : "") : "";
  }).join(" ");
  $("blackhand").textContent = "☗ " + list("b");
  $("whitehand").textContent = "☖ " + list("w");
}
)js";

constexpr std::string_view kPyonpyonScript = R"js(
"use strict";
const $ = id => document.getElementById(id);
const columns = "abcde", rowCount = 5;
function start(pfen) {
  const [rows, side] = pfen.split(" ");
  const board = {};
  rows.split("/").forEach((row, r) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) file += +c; else board[columns[file++] + (r + 1)] = c;
    }
  });
  return {board, side: side === "x" ? "b" : "w"};
}
function play(p, move) {
  const from = move.slice(0, 2), to = move.slice(2, 4);
  p.board[to] = p.board[from];
  delete p.board[from];
  const name = data.sides[p.side === "b" ? 0 : 1] + move;
  p.side = p.side === "b" ? "w" : "b";
  p.last = to;
  return name;
}
function isOfX(piece) { return piece === "x" || (piece !== "o" && piece < "a"); }
function drawBoard(p) {
  let html = "";
  for (let r = 1; r <= rowCount; ++r) {
    html += "<tr><th>" + r + "</th>";
    for (const c of columns) {
      const piece = p.board[c + r];
      const side = piece ? (isOfX(piece) ? "b" : "w") : "";
      html += '<td class="' + (c + r === p.last ? "last " : "") + side + '">' +
        (piece === "x" || piece === "o" ? data.sides[piece === "x" ? 0 : 1] : piece || "") + "</td>";
    }
    html += "</tr>";
  }
  html += "<tr><th></th>" + [...columns].map(c => "<th>" + c + "</th>").join("") + "</tr>";
  $("board").innerHTML = html;
}
)js";

}  // namespace

std::string page_script_of(const game::Rules& rules) {
  if (&rules == &game::pyonpyon_rules()) return std::string(kPyonpyonScript);
  return std::string(report::kBoardScript).append(kShogiScript);
}

const std::string_view kReportScript = R"js(
const data = JSON.parse(document.getElementById("data").textContent);
// A score of the mover as a number from Black's side, bounded for the graph.
function value(word, black) {
  if (word === "-") return null;
  let v = word.replace(/[<>]/, "");
  v = v[0] === "m" ? (v[1] === "-" ? -1 : 1) * 100000 : +v;
  return black ? v : -v;
}
// The same in words, as the graph and records have it: what is good for Black has no sign.
function fromBlack(word, black) {
  if (black || word === "-") return word;
  const bound = word[0] === "<" ? ">" : word[0] === ">" ? "<" : "", rest = word.replace(/[<>]/, "");
  const mate = rest[0] === "m" ? "m" : "", figure = rest.slice(mate.length);
  const turned = figure[0] === "-" ? figure.slice(1) : figure === "0" && !mate ? figure : "-" + figure;
  return bound + mate + turned;
}
let game = null, ply = 0;
function graph() {
  const n = game.moves.length, w = 640, h = 170, limit = 2000;
  const x = i => 30 + (w - 40) * i / Math.max(1, n), y = v => h / 2 - (h / 2 - 20) *
    Math.max(-1, Math.min(1, Math.tanh(v / 800)));
  let svg = '<svg viewBox="0 0 ' + w + " " + h + '" width="' + w + '" id="graph">';
  for (const v of [-limit, -500, 0, 500, limit]) {
    svg += '<line x1="30" x2="' + (w - 10) + '" y1="' + y(v) + '" y2="' + y(v) +
      '" stroke="#999" stroke-width="' + (v ? 0.3 : 1) + '"/><text x="0" y="' + (y(v) + 4) + '">' + v +
      "</text>";
  }
  for (const side of [0, 1]) {
    const points = [];
    game.scores.forEach((s, i) => {
      const black = (i + game.first) % 2 === 0;
      if ((black ? 0 : 1) !== side) return;
      const v = value(s, black);
      if (v !== null) points.push(x(i + 1) + "," + y(v));
    });
    svg += '<polyline fill="none" stroke-width="1.5" stroke="' + (side ? "#e66101" : "#2166ac") +
      '" points="' + points.join(" ") + '"/>';
  }
  svg += '<line id="now" y1="0" y2="' + h + '" stroke="#d00"/></svg><div><span style="color:#2166ac">' +
    "━ " + data.sides[0] + " </span><span></span> <span style='color:#e66101'>━ " + data.sides[1] +
    " </span><span></span> " + say("+ favours") + " " + data.sides[0] + "</div>";
  $("evaluation").innerHTML = svg;
  const names = $("evaluation").querySelectorAll("div span");
  names[1].textContent = data.engines[game.black];
  names[3].textContent = data.engines[game.white];
  $("graph").onclick = e => {
    const box = $("graph").getBoundingClientRect();
    show(Math.round(((e.clientX - box.left) / box.width * w - 30) / (w - 40) * n));
  };
  game.x = x;
}
// What the engine that moved expected, from its move on; nobody has judged it by the rules.
function expected(ply) {
  const words = (game.lines[ply - 1] || "-").split(",");
  if (words[0] === "-") return "";
  const p = start(game.start);
  for (let i = 0; i + 1 < ply; ++i) play(p, game.moves[i]);
  const names = [];
  try { for (const word of words) names.push(play(p, word)); } catch { names.push("?"); }
  return say("pv") + " " + names.join(" ");
}
// How a council's members voted for the move that led here.
function votes(ply) {
  const found = game.votes.find(v => v[0] === ply), place = $("votes");
  place.textContent = "";
  if (!found) return;
  const table = place.appendChild(document.createElement("table"));
  const black = (ply - 1 + game.first) % 2 === 0;
  for (const [played, move, score, voter] of found[1]) {
    let name = move;
    const p = start(game.start);
    try {
      for (let i = 0; i + 1 < ply; ++i) play(p, game.moves[i]);
      if (move) name = play(p, move);
    } catch { name = move; }
    const row = table.insertRow();
    for (const text of [played ? "○" : "", name || "–", score === "-" ? "" : fromBlack(score, black), voter]) {
      row.insertCell().textContent = text;
    }
  }
}
function show(to) {
  ply = Math.max(0, Math.min(game.moves.length, to));
  const p = start(game.start);
  for (let i = 0; i < ply; ++i) play(p, game.moves[i]);
  drawBoard(p);
  $("line").textContent = expected(ply);
  votes(ply);
  $("link").href = "#game=" + (game.number + 1) + ",ply=" + ply;
  $("now").setAttribute("x1", game.x(ply));
  $("now").setAttribute("x2", game.x(ply));
  const rows = $("moves").children;
  for (let i = 0; i < rows.length; ++i) rows[i].className = i === ply ? "chosen" : "";
  if (rows[ply]) $("moves").scrollTop = rows[ply].offsetTop - $("moves").offsetTop - 150;
}
const outcome = result => result > 0 ? "1-0" : result < 0 ? "0-1" : "½-½";
function choose(row) {
  const g = data.games[row];
  game = {number: g[0], black: g[1], white: g[2], start: g[7], moves: g[8] ? g[8].split(" ") : [],
    scores: g[9] ? g[9].split(" ") : [], times: g[10] ? g[10].split(" ") : [],
    lines: g[11] ? g[11].split(" ") : [], votes: g[12] || [], row};
  game.first = start(game.start).side === "b" ? 0 : 1;
  document.querySelectorAll("#games tr.game").forEach((r, i) =>
    r.className = i === row ? "game chosen" : "game");
  const p = start(game.start);
  const list = $("moves");
  list.textContent = "";
  const add = (text, i) => {
    const line = document.createElement("div");
    line.textContent = text;
    line.onclick = () => show(i);
    list.appendChild(line);
  };
  add("  0", 0);
  game.moves.forEach((m, i) => {
    const s = fromBlack(game.scores[i] || "-", (i + game.first) % 2 === 0);
    add(String(i + 1).padStart(3) + " " + play(p, m) + (s === "-" ? "" : "  " + s) +
      (i < g[6] ? "" : "  " + game.times[i] + "ms"), i + 1);
  });
  $("title").textContent = "#" + (game.number + 1) + "  " + data.sides[0] + " " + data.engines[game.black] + "  " +
    data.sides[1] + " " + data.engines[game.white] + "  " + outcome(g[3]) + "  " + say(g[4]) +
    (g[5] ? " (" + g[5] + ")" : "");
  graph();
  show(0);
}
const body = $("rows");
data.games.forEach((g, i) => {
  const row = document.createElement("tr");
  row.className = "game";
  [g[0] + 1, data.engines[g[1]], data.engines[g[2]],
       outcome(g[3]), g[4], g[8] ? g[8].split(" ").length : 0].forEach((text, i) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    if (i === 1 || i === 2 || i === 4) cell.className = i === 4 ? "reason" : "name";
    row.appendChild(cell);
  });
  row.onclick = () => choose(i);
  body.appendChild(row);
});
// "#game=3,ply=20" shows that, and what is shown can be handed on as a link.
function readLink() {
  const wanted = /^#game=(\d+)(?:,ply=(\d+))?$/.exec(location.hash);
  const row = wanted ? data.games.findIndex(g => g[0] + 1 === +wanted[1]) : -1;
  if (row < 0) return false;
  choose(row);
  show(+(wanted[2] || 0));
  return true;
}
window.onhashchange = readLink;
addEventListener("languagechosen", () => {
  if (!game) return;
  const at = ply;
  choose(game.row);
  show(at);
});
$("first").onclick = () => show(0);
$("back").onclick = () => show(ply - 1);
$("next").onclick = () => show(ply + 1);
$("last").onclick = () => show(game.moves.length);
document.onkeydown = e => {
  if (!game) return;
  if (e.key === "ArrowLeft") show(ply - 1);
  if (e.key === "ArrowRight") show(ply + 1);
};
if (data.games.length && !readLink()) choose(0);
)js";

}  // namespace gougi::match
