// What the live pages share: takes what the program tells (set: values that have a name, add: items
// of a list), draws once a frame at most, by `draw` of the page, whose words are `words`. No text
// from outside becomes markup. `start`, `play`, `kanji`, `ranks` are board.js's.
"use strict";
const colors = ["#1f77b4", "#d95f02", "#2ca02c", "#9467bd", "#b8860b", "#17a2b8", "#e377c2", "#7f7f7f"];
const agreed = "#c0392b";
let language = "";
try { language = localStorage.getItem("language") || ""; } catch { /* asked again below */ }
if (language !== "en" && language !== "ja") {
  language = (navigator.language || "").startsWith("ja") ? "ja" : "en";
}
const t = () => words[language];

let values = {}, items = [], number = 0;  // number: of the first item

// ---- Words of the protocol ----

function readPosition(line) {
  const all = (line || "position startpos").split(/\s+/);
  const at = all.indexOf("moves");
  const head = all.slice(1, at < 0 ? undefined : at);
  const moves = at < 0 ? [] : all.slice(at + 1).filter(w => /^[1-9RBGSNLP]/.test(w));
  const sfen = head[0] === "sfen" ? head.slice(1, 5).join(" ") :
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
  return {sfen, moves, first: +(sfen.split(" ")[3] || 1) || 1};
}
function positionAt(game, n) {
  const p = start(game.sfen);
  for (const move of game.moves.slice(0, n)) {
    try { play(p, move); } catch { break; }
  }
  return p;
}
// ---- Drawing: an element changes only if what it shows does ----

function text(id, value) { const e = $(id); if (e.textContent !== value) e.textContent = value; }
function element(name, attributes, content) {
  const e = document.createElement(name);
  for (const key in attributes || {}) e.setAttribute(key, attributes[key]);
  if (content !== undefined) e.textContent = content;
  return e;
}
const svg = (name, attributes, content) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) e.setAttribute(key, attributes[key]);
  if (content !== undefined) e.textContent = content;
  return e;
};
const drawn = {};
// Replaces what is in `id` if `key`, all that it depends on, is another.
function renew(id, key, make) {
  const whole = JSON.stringify(key) + language;
  if (drawn[id] === whole) return;
  drawn[id] = whole;
  $(id).replaceChildren(...make());
}
function boardRows(p) {
  const rows = [], head = element("tr");
  for (const f of [...wide].reverse()) head.append(element("th", {scope: "col"}, f));
  head.append(element("th"));
  rows.push(head);
  for (let r = 0; r < 9; ++r) {
    const row = element("tr");
    for (let f = 9; f >= 1; --f) {
      const s = f + ranks[r], piece = p.board[s];
      row.append(element("td", {class: (s === p.last ? "last " : "") + (piece ? piece.c +
        (piece.t[0] === "+" ? " pro" : "") : "")}, piece ? kanji[piece.t] : ""));
    }
    row.append(element("th", {scope: "row"}, kanjiRanks[r]));
    rows.push(row);
  }
  return rows;
}
const handOf = (p, side) => "RBGSNLP".split("").map(piece => {
  const n = p.hand[side === "b" ? piece : piece.toLowerCase()] || 0;
  return n > 0 ? kanji[piece] + (n > 1 ? n : "") : "";
}).join(" ").trim();
const seconds = ms => {
  const s = Math.max(0, Math.floor(ms / 1000));
  return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
};
let pending = false;
function redraw() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => {
    pending = false;
    document.documentElement.lang = language;
    draw();
  });
}

// ---- What the program tells ----

let isConnected = false;
function connected(is) {
  isConnected = is;
  text("connection", is ? t().connected : t().lost);
  $("connection").className = is ? "" : "lost";
}
function take(message, isAll) {
  const before = {...values};
  if (isAll) { values = {}; items = []; number = message.number; }
  Object.assign(values, message.set);
  // What is told again after a new connection is there already.
  const known = number + items.length;
  for (const item of message.add.slice(Math.max(0, known - message.number))) items.push(item);
  while (items.length > 1000) { items.shift(); ++number; }
  arrived(before, isAll);
  redraw();
}
// Once the page's own script is there.
addEventListener("DOMContentLoaded", () => {
  const events = new EventSource("events");
  events.onopen = () => connected(true);
  events.onerror = () => {
    connected(false);
    // A browser gives up where the program is not there at all.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 2000);
  };
  events.onmessage = e => take(JSON.parse(e.data), false);
  events.addEventListener("all", e => take(JSON.parse(e.data), true));
  $("language").onclick = () => {
    language = language === "ja" ? "en" : "ja";
    try { localStorage.setItem("language", language); } catch { /* of this page alone, then */ }
    connected(isConnected);
    redraw();
  };
  connected(false);
  redraw();
});
