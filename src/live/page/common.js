// What the live pages share: takes what the program tells (set: values that have a name, add: items
// of a list), draws once a frame at most, by `draw` of the page, whose words are `words`. No text
// from outside becomes markup. `start`, `play`, `kanji`, `ranks` are board.js's; curves are drawn by
// curve.js.
"use strict";
const colors = [1, 2, 3, 4, 5, 6, 7, 8].map(n => "var(--m" + n + ")");  // live.css has them
const agreed = "var(--red)";
let language = "";
try { language = localStorage.getItem("language") || ""; } catch { /* asked again below */ }
if (language !== "en" && language !== "ja") language = document.documentElement.dataset.told || "";
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
// A copy that lines can be played on.
function copyOf(p) { return {board: {...p.board}, hand: {...p.hand}, side: p.side}; }
function named(p, moves, most) {
  const q = copyOf(p), names = [];
  for (const move of (moves || []).slice(0, most)) {
    try { names.push(play(q, move)); } catch { names.push(move); break; }
  }
  return names;
}
const endNames = new Map([["resign", {en: "resigns", ja: "投了"}], ["win", {en: "declares a win", ja: "宣言勝ち"}]]);
const moveName = (p, move) => !move ? "–" : endNames.has(move) ? endNames.get(move)[language] : named(p, [move], 1)[0];
// Of the mover, as the file has it: with all of its four places.
const percent = rate => rate === undefined || rate === null ? "–" : (100 * rate).toFixed(2).replace(/^-0\.00$/, "0.00") + "%";
const blacks = (rate, side) => side === "b" ? rate : 1 - rate;
const colorOf = number => colors[(number - 1) % colors.length];
// Where a line leaves the other one; from 1; 0: nowhere.
function partsAt(pv, other) {
  for (let i = 0; i < Math.min(pv.length, other.length); ++i) if (pv[i] !== other[i]) return i + 1;
  return 0;
}

// What a piece is called by who reads the board aloud: "White's pawn".
const pieceNames = {P: "pawn", L: "lance", N: "knight", S: "silver", G: "gold", B: "bishop", R: "rook", K: "king",
  "+P": "promoted pawn", "+L": "promoted lance", "+N": "promoted knight", "+S": "promoted silver", "+B": "horse",
  "+R": "dragon"};
const movedLast = () => language === "ja" ? "、最後に動いた駒" : ", moved last";
const pieceName = piece => language === "ja" ? (piece.c === "b" ? "先手の" : "後手の") + kanji[piece.t] :
  (piece.c === "b" ? "Black's " : "White's ") + pieceNames[piece.t];

// ---- Drawing: an element changes only if what it shows does ----

function text(id, value) { const e = $(id); if (e.textContent !== value) e.textContent = value; }
// Of several buttons the one whose place is looked at.
function markCurrent(button, is) { if (is) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current"); }
// What an element is called by who hears the page.
function label(id, value) { const e = $(id); if (e.getAttribute("aria-label") !== value) e.setAttribute("aria-label", value); }
function element(name, attributes, content) {
  const e = document.createElement(name);
  for (const key in attributes || {}) e.setAttribute(key, attributes[key]);
  if (content !== undefined) e.textContent = content;
  return e;
}
const svg = (name, attributes, content) => {
  const e = document.createElementNS(document.querySelector("svg").namespaceURI, name);
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
  refill(id, make());
}
// Puts `rows` into an element; who stood on a button there stands on it still.
function refill(id, rows) {
  const at = $(id).contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
  $(id).replaceChildren(...rows);
  const button = at === undefined ? null : $(id).querySelector('button[data-at="' + at + '"]');
  if (button) button.focus({preventScroll: true});
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
        (piece.t[0] === "+" ? " pro" : "") : ""), ...(piece ? {"aria-label": pieceName(piece) + (s === p.last ? movedLast() : "")} : {})},
        piece ? kanji[piece.t] : ""));
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
const centre = square => [10 * (9 - +square[0]) + 5, 10 * ranks.indexOf(square[1]) + 5];
// `choices`: {move, number}, of a member each; red where several agree.
function drawArrows(choices) {
  renew("arrows", choices, () => {
    const byMove = new Map();
    for (const c of choices) {
      if (!/^([1-9][a-i]|[RBGSNLP]\*)[1-9][a-i]/.test(c.move || "")) continue;
      if (!byMove.has(c.move)) byMove.set(c.move, []);
      byMove.get(c.move).push(c);
    }
    const all = [];
    for (const [move, list] of byMove) {
      const color = list.length > 1 ? agreed : colorOf(list[0].number);
      const to = centre(move.slice(2, 4));
      if (move[1] !== "*") {
        const from = centre(move.slice(0, 2));
        const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        const end = to.map((v, i) => v - 2.6 * (v - from[i]) / far);
        all.push(svg("line", {x1: from[0], y1: from[1], x2: end[0], y2: end[1], stroke: color}));
        const [ux, uy] = to.map((v, i) => (v - from[i]) / far), [ex, ey] = end;
        all.push(svg("polygon", {fill: color, points: [[ex + 2.2 * ux, ey + 2.2 * uy],
          [ex - 1.6 * uy, ey + 1.6 * ux], [ex + 1.6 * uy, ey - 1.6 * ux]].map(q => q.join(",")).join(" ")}));
      }
      all.push(svg("circle", {cx: to[0], cy: to[1], r: 3.4 + list.length * 0.3, stroke: color,
        "data-move": move, "data-votes": list.length}));
    }
    return all;
  });
}
function drawKey(id, members) {
  renew(id, members, () => members.map(m => {
    const item = element("span", {class: "as-it-is"}), dot = element("span", {class: "dot"});
    dot.style.background = m.color;
    item.append(dot, m.name);
    return item;
  }));
}
// Left and right, Home, End and Escape; who stands on a box that scrolls sideways scrolls it.
function followKeys(open) {
  document.onkeydown = e => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
    if (!["ArrowLeft", "ArrowRight", "Home", "End", "Escape"].includes(e.key)) return;
    const on = e.target;
    if (e.key.startsWith("Arrow") && on.tabIndex === 0 && on.localName === "div" && on.scrollWidth > on.clientWidth) return;
    open(e.key);
    e.preventDefault();
  };
}
// A line in words, where it parts before it: that is never out of sight. Of a long one the first
// moves, and all of them once somebody wants whole lines.
const kLineMoves = 12;
let isWhole = false;
function lineCell(p, pv, parts) {
  const cell = element("td", {class: "line"}), most = isWhole ? pv.length : kLineMoves;
  if (parts) cell.append(element("span", {class: "apart"}, "(" + t().parts(parts) + ")"));
  named(p, pv, most).forEach((move, i) => cell.append(element("span", i + 1 === parts ? {class: "parts"} : {}, move), " "));
  if (pv.length > most) cell.append("…");
  return cell;
}
function offerWhole(lines) {
  text("whole", t().whole);
  $("whole").hidden = !isWhole && !lines.some(line => line.length > kLineMoves);
  $("whole").setAttribute("aria-pressed", String(isWhole));
  $("whole").onclick = () => { isWhole = !isWhole; redraw(); };
}
// Scrolls `box` sideways until `cell`, which is not the name of its row, can be seen.
function bringIntoView(box, cell) {
  const name = cell.parentNode.firstChild.getBoundingClientRect().right, at = cell.getBoundingClientRect();
  const right = box.getBoundingClientRect().right;
  if (at.left < name) box.scrollLeft -= name - at.left;
  else if (at.right > right) box.scrollLeft += at.right - right;
}
const seconds = ms => {
  const s = Math.max(0, Math.floor(ms / 1000));
  return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
};
let pending = false;
function drawPending() {
  if (!pending) return;
  pending = false;
  document.documentElement.lang = language;
  draw();
}
// A tab that is hidden has no frames, but a title.
function whenPossible() { if (document.hidden) setTimeout(drawPending, 0); else requestAnimationFrame(drawPending); }
function redraw() {
  if (pending) return;
  pending = true;
  whenPossible();
}
document.addEventListener("visibilitychange", () => { if (pending) whenPossible(); });

// ---- What the program tells ----

let isConnected = false, events = null, heard = 0;
// A program that lives says something every five seconds (live/server.cpp): whose process is frozen,
// or whose network is gone, is no longer heard, though nobody has hung up.
let patience = 16000;
const isOver = () => !!(values.progress && values.progress.over);
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
  // The end was told: there is nobody to come back to.
  if (isOver() && events) events.close();
  arrived(before, isAll);
  redraw();
}
// Once the page's own script is there.
addEventListener("DOMContentLoaded", () => {
  const told = document.querySelectorAll("script.told");
  $("language").onclick = () => {
    language = language === "ja" ? "en" : "ja";
    try { localStorage.setItem("language", language); } catch { /* of this page alone, then */ }
    if (!told.length) connected(isConnected);
    redraw();
  };
  addEventListener("resize", redraw);
  // A page that was written into a file has been told all.
  if (told.length) {
    $("connection").hidden = true;
    const set = {};
    told.forEach((part, i) => {
      for (const [name, value] of Object.entries(JSON.parse(part.textContent))) {
        set[name.endsWith(".") ? name + i : name] = value;
      }
    });
    return take({set, add: [], number: 0}, true);
  }
  listen();
  setInterval(() => { if (!isOver() && performance.now() - heard > patience) listen(); }, 1000);
  redraw();
});
function listen() {
  if (events) events.close();
  connected(false);
  heard = performance.now();
  events = new EventSource("events");
  const on = (name, then) => events.addEventListener(name, e => { heard = performance.now(); then(e); });
  on("open", () => connected(true));
  on("alive", () => {});
  on("much", e => { heard += e.data / 20; });  // bytes are coming: at 20 in a millisecond at least
  on("message", e => take(JSON.parse(e.data), false));
  on("all", e => take(JSON.parse(e.data), true));
  on("error", () => {
    connected(false);
    // A browser gives up where the program is not there at all.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 2000);
  });
}
