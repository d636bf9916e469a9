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
  const move = moveName(before, d.bestmove);
  const has = list => list.map(v => v.name).join(", ");
  const cast = (d.voters || []).filter(v => v.ballot && !v.ballot.void);
  const mine = cast.filter(v => v.ballot.choice === d.bestmove);
  const others = cast.filter(v => v.ballot.choice !== d.bestmove);
  const played = cast.find(v => v.number === d.voter);
  const rate = played && played.ballot.win_rate !== undefined ? percent(played.ballot.win_rate) : "";
  const rule = language === "ja" && values.head && values.head.rules[d.rule] || d.rule;
  const against = others.map(v => v.name + " " + moveName(before, v.ballot.choice)).join(", ");
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
      row.append(name, element("td", {class: "move"}, moveName(p, o.move)),
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

function drawCurve(all, n) {
  const g = game(), last = Math.max(1, length(), ...[...all.keys()].map(ply => ply - g.first + 1));
  const lines = voters().map(m => ({number: m.number, color: colorOf(m.number),
    points: [...all.values()].flatMap(d => {
      const vote = (d.voters || []).find(v => v.number === m.number);
      const rate = vote && vote.ballot ? vote.ballot.win_rate : undefined;
      return rate === undefined ? [] : [[d.ply - g.first + 1, blacks(rate, sideAt(d.ply))]];
    }).sort((a, b) => a[0] - b[0])}));
  drawRates("curve", lines, [], n, last, show);
  drawKey("key", voters().map(m => ({name: m.name, color: colorOf(m.number)})));
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
      move.append(element("td", is, moveName(before, d.bestmove)));
      voters().forEach((m, i) => {
        const vote = (d.voters || []).find(v => v.number === m.number);
        const choice = vote && vote.ballot ? vote.ballot.choice : "";
        const differs = choice && choice !== d.bestmove;
        const mark = !choice ? "–" : differs ? moveName(before, choice) : "●";
        const vote_cell = element("td", {class: (at === n ? "chosen " : "") + (differs ? "other" : "")}, mark);
        vote_cell.title = m.name + ": " + moveName(before, choice) + " " + percent(vote && vote.ballot ? vote.ballot.win_rate : null);
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
followKeys(key => show(key === "ArrowLeft" ? looked() - 1 : key === "ArrowRight" ? looked() + 1 :
  key === "Home" ? 0 : null));

let wentAt = 0;
// By this machine's clock, which may be another one than the program's.
function arrived(before, isAll) {
  const go = values.go, was = before.go;
  if (go && (!was || was.at !== go.at)) wentAt = isAll ? go.at : Date.now();
}
setInterval(drawClocks, 250);
