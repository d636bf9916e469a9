// The page of a council: what is told of it (common.js) are its members, the position, their
// thoughts, and decisions as the file of decisions has them.
"use strict";
const words = {
  en: {language: "日本語", connected: "connected", lost: "connection lost; trying again",
    follow: "follow", board: (n, of) => n < of ? "After move " + n + " of " + of : "After move " + n,
    start: "Start of the game", members: "Members", curve: "Black's win rate by each member, %",
    votes: "Votes", thinks: "thinking", waits: "waiting", member: "member", move: "move",
    rate: "win rate", depth: "depth", state: "state", line: "line", black: "☗ Black", white: "☖ White",
    first: "start of the game", back: "one move back", next: "one move on",
    mate: "mate", veto: "veto", reserve: "reserve", late: "late", restarted: "restarted",
    gone: "gone", parts: n => "parts at ply " + n, played: "played", ply: "ply",
    none: "No decision has been made here.", wait: "The council is thinking."},
  ja: {language: "English", connected: "接続中", lost: "接続が切れました。再接続しています",
    follow: "最新を追う", board: (n, of) => n < of ? n + "手目(全" + of + "手)" : n + "手目",
    start: "開始局面", members: "メンバー", curve: "各メンバーの先手勝率(%)", votes: "投票",
    thinks: "考慮中", waits: "待機中", member: "メンバー", move: "指し手", rate: "勝率", depth: "深さ",
    state: "状態", line: "読み筋", black: "☗先手", white: "☖後手", first: "開始局面へ",
    back: "1手戻る", next: "1手進む", mate: "詰み", veto: "拒否", reserve: "予備", late: "遅延",
    restarted: "再起動", gone: "停止", parts: n => n + "手目で分岐", played: "指し手", ply: "手数",
    none: "ここでの合議はありません。", wait: "合議中です。"}};
let shown = null;  // moves played in the position that is looked at; null: the newest

// ---- Lines ----

// A copy that lines can be played on.
function copyOf(p) { return {board: {...p.board}, hand: {...p.hand}, side: p.side}; }
function named(p, moves, most) {
  const q = copyOf(p), names = [];
  for (const move of (moves || []).slice(0, most)) {
    try { names.push(play(q, move)); } catch { names.push(move); break; }
  }
  return names;
}
const nameOf = (p, move) => !move ? "–" : move === "resign" || move === "win" ? move :
  named(p, [move], 1)[0];
// Of the mover, as the file of decisions has it: with all of its four places.
const percent = rate => rate === undefined || rate === null ? "–" : (100 * rate).toFixed(2) + "%";
const blacks = (rate, side) => side === "b" ? rate : 1 - rate;

// ---- What there is ----

function game() { return readPosition(values.position); }
function length() { return game().moves.length; }
function looked() { return shown === null ? length() : Math.min(shown, length()); }
// The decisions on the way to the present position, the newest of each ply.
const wayTo = line => { const g = readPosition(line); return g.sfen + " " + g.moves.map(m => m + " ").join(""); };
function ofThisGame() {
  const found = new Map(), way = wayTo(values.position);
  for (const d of items) {
    if (d.decision === undefined || !d.position) continue;
    if (d.way === undefined) d.way = wayTo(d.position);
    if (way.startsWith(d.way)) found.set(d.ply, d);
  }
  return found;
}
const sideAt = ply => {
  const g = game();
  return (g.sfen.split(" ")[1] === "b") === ((ply - g.first) % 2 === 0) ? "b" : "w";
};
const voters = () => (values.members || []).filter(m => m.kind === "voter");
const colorOf = number => colors[(number - 1) % colors.length];

function badgesOf(member, vote, decision) {
  const list = [];
  const score = vote ? vote.ballot && vote.ballot.score : null;
  const thought = values["thought." + member.label];
  if ((score && score.mate !== undefined) || (!vote && thought && thought.score &&
      thought.score.mate !== undefined)) list.push("mate");
  if (vote && vote.walks_into_mate) list.push("veto");
  if (vote && decision && (!vote.ballot || vote.ballot.partial || vote.awaited)) list.push("late");
  if (member.starts > 1) list.push("restarted");
  if (member.starts > 0 && !member.runs) list.push("gone");
  return list;
}

// "Why this move", from nothing but the record.
function why(d) {
  const p = start(game().sfen);
  const before = positionAt(game(), d.ply - game().first) || p;
  const move = nameOf(before, d.bestmove);
  const has = list => list.map(v => v.name).join(", ");
  const cast = (d.voters || []).filter(v => v.ballot && !v.ballot.void);
  const mine = cast.filter(v => v.ballot.choice === d.bestmove);
  const others = cast.filter(v => v.ballot.choice !== d.bestmove);
  const played = cast.find(v => v.number === d.voter);
  const rate = played && played.ballot.win_rate !== undefined ? percent(played.ballot.win_rate) : "";
  const rule = language === "ja" && values.head && values.head.rules[d.rule] || d.rule;
  const against = others.map(v => v.name + " " + nameOf(before, v.ballot.choice)).join(", ");
  if (language === "ja") {
    if (d.proof) return move + ": " + d.proof.solver + " が" + d.proof.moves.length + "手詰を見つけた。";
    return move + ": " + rule + "、" + cast.length + "票中" + mine.length + "票" +
      (mine.length ? "(" + has(mine) + ")" : "") + (against ? "、ほかの意見は " + against : "、全員一致") +
      (rate ? "。" + played.name + " の勝率 " + rate : "") + "。" + d.elapsed_ms + "ミリ秒。";
  }
  if (d.proof) return move + ": " + d.proof.solver + " found a mate in " + d.proof.moves.length + ".";
  return move + " by " + rule + " (" + d.reason + "): " + mine.length + " of " + cast.length +
    " votes" + (mine.length ? " (" + has(mine) + ")" : "") + (against ? "; others: " + against :
    ", all agree") + (rate ? "; win rate " + rate + " by " + played.name : "") + "; " + d.elapsed_ms +
    " ms.";
}

// ---- Drawing: an element changes only if what it shows does ----

function drawBoard(p) {
  renew("board", p, () => boardRows(p));
  text("blackhand", "☗ " + handOf(p, "b"));
  text("whitehand", "☖ " + handOf(p, "w"));
}

const centre = square => [10 * (9 - +square[0]) + 5, 10 * ranks.indexOf(square[1]) + 5];
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

// What each member says of the position that is looked at: of a decision its ballot, else its
// newest line.
function opinions(decision) {
  return voters().map(m => {
    if (decision) {
      const vote = [...(decision.voters || []), ...(decision.reserve || [])].find(v => v.number === m.number);
      const b = vote && vote.ballot;
      return {member: m, vote, number: m.number, move: b ? b.choice : "", rate: b ? b.win_rate : undefined,
        depth: b ? b.depth : undefined, pv: b && b.pv ? b.pv.split(" ") : []};
    }
    const thought = values["thought." + m.label];
    return {member: m, number: m.number, move: thought && thought.pv[0] || "", depth: thought ? thought.depth : undefined,
      rate: thought ? thought.win_rate : undefined, pv: thought ? thought.pv : []};
  });
}
// Where a line leaves the one that is played, or the first member's; from 1; 0: nowhere.
function partsAt(pv, other) {
  for (let i = 0; i < Math.min(pv.length, other.length); ++i) if (pv[i] !== other[i]) return i + 1;
  return 0;
}
function drawMembers(p, list, decision) {
  const main = (decision && list.find(o => o.number === decision.voter) || list.find(o => o.pv.length) || {pv: []}).pv;
  renew("members", [p, list, decision && decision.decision], () => {
    const head = element("tr");
    for (const word of ["member", "move", "rate", "depth", "state", "line"]) {
      head.append(element("th", {scope: "col"}, t()[word]));
    }
    const rows = [head];
    for (const o of list) {
      const row = element("tr", {"data-member": o.member.label});
      const name = element("td");
      name.append(element("span", {class: "dot"}), o.member.name);
      name.firstChild.style.background = colorOf(o.number);
      name.title = o.member.name;
      row.append(name, element("td", {class: "move"}, nameOf(p, o.move)),
        element("td", {class: "rate"}, percent(o.rate)), element("td", {}, o.depth || "–"));
      const state = element("td", {class: "state"});
      for (const b of badgesOf(o.member, o.vote, decision)) {
        const badge = element("span", {class: "badge " + b}, t()[b]);
        if (b === "gone" || b === "restarted") badge.title = o.member.ended;
        state.append(badge);
      }
      if (decision && decision.voter === o.number) state.append(element("span", {class: "badge"}, t().played));
      row.append(state);
      const line = element("td", {class: "line"}), at = partsAt(o.pv, main);
      named(p, o.pv, 12).forEach((move, i) => line.append(
        element("span", i + 1 === at ? {class: "parts", title: t().parts(at)} : {}, move), " "));
      if (at) line.append("(" + t().parts(at) + ")");
      row.append(line);
      rows.push(row);
    }
    for (const m of values.members || []) {
      if (m.kind === "voter" || (m.kind === "reserve" && m.starts === 0)) continue;
      const row = element("tr"), state = element("td");
      row.append(element("td", {}, m.name), element("td"), element("td"), element("td"));
      const badges = badgesOf(m, null, null);
      if (m.kind === "reserve") badges.push("reserve");
      if (m.kind === "reserve" && decision && decision.voter === m.number) badges.push("played");
      for (const b of badges) state.append(element("span", {class: "badge " + b}, t()[b]));
      row.append(state, element("td"));
      rows.push(row);
    }
    return rows;
  });
}

const kLeft = 30, kWidth = 600;
function drawCurve(all, n) {
  const g = game(), last = Math.max(1, length(), ...[...all.keys()].map(ply => ply - g.first + 1));
  const x = ply => kLeft + kWidth * (ply - g.first + 1) / last;
  const y = rate => 190 - 180 * rate;
  const lines = voters().map(m => ({number: m.number, points: [...all.values()].flatMap(d => {
    const vote = (d.voters || []).find(v => v.number === m.number);
    const rate = vote && vote.ballot ? vote.ballot.win_rate : undefined;
    return rate === undefined ? [] : [[d.ply, blacks(rate, sideAt(d.ply))]];
  }).sort((a, b) => a[0] - b[0])}));
  renew("curve", [lines, n, last, g.first], () => {
    const parts = [];
    for (const rate of [0, 0.25, 0.5, 0.75, 1]) {
      parts.push(svg("line", {class: "axis", x1: kLeft, x2: kLeft + kWidth, y1: y(rate), y2: y(rate)}),
        svg("text", {x: 2, y: y(rate) + 4}, String(100 * rate)));
    }
    for (const line of lines) {
      const points = line.points.map(([ply, rate]) => x(ply).toFixed(1) + "," + y(rate).toFixed(1));
      parts.push(svg("polyline", {fill: "none", stroke: colorOf(line.number), "stroke-width": 1.6,
        points: points.join(" "), "data-member": line.number}));
      if (points.length === 1) {
        const [cx, cy] = points[0].split(",");
        parts.push(svg("circle", {cx, cy, r: 2.5, fill: colorOf(line.number)}));
      }
    }
    const now = kLeft + kWidth * n / last;
    parts.push(svg("line", {class: "now", x1: now, x2: now, y1: 0, y2: 200}));
    return parts;
  });
  $("curve").onclick = e => {
    const box = $("curve").getBoundingClientRect();
    show(Math.round(((e.clientX - box.left) / box.width * 640 - kLeft) / kWidth * last));
  };
  renew("key", voters().map(m => m.name), () => voters().map(m => {
    const item = element("span"), dot = element("span", {class: "dot"});
    dot.style.background = colorOf(m.number);
    item.append(dot, m.name);
    return item;
  }));
}

function drawStrip(all, n) {
  const g = game();
  const list = [...all.values()].sort((a, b) => a.ply - b.ply);
  renew("votes", [list.map(d => d.decision), voters().map(m => m.name), n, values.position], () => {
    const head = element("tr"), move = element("tr");
    head.append(element("th", {class: "name", scope: "row"}, t().ply));
    move.append(element("th", {class: "name", scope: "row"}, t().played));
    const rows = voters().map(m => {
      const row = element("tr");
      row.append(element("th", {class: "name", scope: "row"}, m.name));
      return row;
    });
    for (const d of list) {
      const at = d.ply - g.first, is = at === n ? {class: "chosen"} : {};
      const cell = element("td", is), button = element("button", {type: "button", "data-ply": d.ply}, d.ply);
      button.onclick = () => show(at);
      cell.append(button);
      head.append(cell);
      const before = positionAt(g, at);
      move.append(element("td", is, nameOf(before, d.bestmove)));
      voters().forEach((m, i) => {
        const vote = (d.voters || []).find(v => v.number === m.number);
        const choice = vote && vote.ballot ? vote.ballot.choice : "";
        const differs = choice && choice !== d.bestmove;
        const mark = !choice ? "–" : differs ? nameOf(before, choice) : "●";
        const vote_cell = element("td", {class: (at === n ? "chosen " : "") + (differs ? "other" : "")}, mark);
        vote_cell.title = m.name + ": " + nameOf(before, choice) + " " + percent(vote && vote.ballot ? vote.ballot.win_rate : null);
        if (!differs && choice) vote_cell.style.color = colorOf(m.number);
        rows[i].append(vote_cell);
      });
    }
    return [head, move, ...rows];
  });
}

function drawClocks() {
  const go = values.go || {line: ""};
  const number = name => { const m = new RegExp("\\b" + name + " (\\d+)").exec(go.line); return m ? +m[1] : 0; };
  const side = positionAt(game(), length()).side;
  const gone = go.thinks ? Math.max(0, Date.now() - wentAt) : 0;
  for (const [id, name, color] of [["blackclock", "btime", "b"], ["whiteclock", "wtime", "w"]]) {
    const runs = !!go.thinks && side === color;
    const main = number(name), extra = number("byoyomi");
    const used = runs ? gone : 0;
    const left = used > main ? seconds(0) + " + " + seconds(main + extra - used) :
      seconds(main - used) + (extra ? " + " + seconds(extra) : "");
    text(id, (color === "b" ? t().black : t().white) + "  " + left + (runs ? "  " + t().thinks + " " + seconds(gone) : ""));
    $(id).className = runs ? "clock runs" : "clock";
  }
}

function draw() {
  const g = game(), n = looked(), all = ofThisGame(), isNewest = n === length();
  const thinks = !!(values.go && values.go.thinks);
  const decision = isNewest && thinks ? null : all.get(n + g.first) || null;
  const p = positionAt(g, n);
  text("name", values.head ? values.head.name : "gougi");
  text("boardtitle", n === 0 ? t().start : t().board(n, length()));
  text("language", t().language);
  text("memberstitle", t().members);
  text("curvetitle", t().curve);
  text("striptitle", t().votes);
  text("follow", t().follow);
  for (const id of ["first", "back", "next"]) $(id).setAttribute("aria-label", t()[id]);
  $("curve").setAttribute("aria-label", t().curve);
  $("follow").setAttribute("aria-pressed", String(shown === null));
  drawBoard(p);
  const list = opinions(decision);
  drawArrows(list.filter(o => o.move).map(o => ({number: o.number, move: o.move})));
  drawMembers(p, list, decision);
  drawCurve(all, n);
  drawStrip(all, n);
  drawClocks();
  text("why", decision ? why(decision) : isNewest && thinks ? t().wait : t().none);
}
function show(n) {
  shown = n === null ? null : Math.max(0, Math.min(length(), n));
  redraw();
}
$("first").onclick = () => show(0);
$("back").onclick = () => show(looked() - 1);
$("next").onclick = () => show(looked() + 1);
$("follow").onclick = () => show(null);
document.onkeydown = e => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key === "ArrowLeft") show(looked() - 1);
  else if (e.key === "ArrowRight") show(looked() + 1);
  else if (e.key === "Home") show(0);
  else if (e.key === "End") show(null);
  else return;
  e.preventDefault();
};

let wentAt = 0;
// By this machine's clock, which may be another one than the program's.
function arrived(before, isAll) {
  const go = values.go, was = before.go;
  if (go && (!was || was.at !== go.at)) wentAt = isAll ? go.at : Date.now();
}
setInterval(drawClocks, 250);
