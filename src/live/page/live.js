// The page of a council: what is told of it (common.js) are its members, the position, their
// thoughts, and decisions as the file of decisions has them.
"use strict";
const words = {
  en: {language: "日本語", connected: "connected", lost: "connection lost; trying again",
    follow: "follow", board: (n, of) => n < of ? "After move " + n + " of " + of : "After move " + n,
    start: "Start of the game", members: "Members", curve: "Black's win rate by each member, %",
    figures: "The figures of the curve", buttons: "Moves",
    votes: "Votes", thinks: "thinking", waits: "waiting", member: "member", move: "move",
    rate: "win rate", depth: "depth", state: "state", line: "line", black: "☗ Black", white: "☖ White",
    first: "start of the game", back: "one move back", next: "one move on",
    mate: "mate", veto: "veto", reserve: "reserve", late: "late", restarted: "restarted",
    gone: "gone", parts: n => "parts at move " + n + " of the line", whole: "whole lines",
    title: (move, side) => "move " + move + ", " + side + " to move", played: "played", ply: "ply",
    spoken: ply => "move " + ply, decided: ply => "Move " + ply + ": ",
    agrees: "as played", differs: "not played",
    ponders: "pondering", guess: (n, move) => "If move " + n + " were " + move,
    ponder: (n, move) => "Pondering on the guess " + n + " " + move + ".",
    none: "No decision has been made here.", wait: "The council is thinking."},
  ja: {language: "English", connected: "接続中", lost: "接続が切れました。再接続しています",
    follow: "最新を追う", board: (n, of) => n < of ? n + "手目(全" + of + "手)" : n + "手目",
    start: "開始局面", members: "メンバー", curve: "各メンバーの先手勝率(%)", votes: "投票",
    figures: "グラフの数値", buttons: "手数",
    thinks: "考慮中", waits: "待機中", member: "メンバー", move: "指し手", rate: "勝率", depth: "深さ",
    state: "状態", line: "読み筋", black: "☗先手", white: "☖後手", first: "開始局面へ",
    back: "1手戻る", next: "1手進む", mate: "詰み", veto: "拒否", reserve: "予備", late: "遅延",
    restarted: "再起動", gone: "停止", parts: n => "読み筋の" + n + "手目で分岐", whole: "読み筋をすべて表示",
    title: (move, side) => move + "手目、" + side + "の手番", played: "指し手", ply: "手数",
    spoken: ply => ply + "手目", decided: ply => ply + "手目: ", agrees: "指し手と同じ", differs: "指し手と別",
    ponders: "先読み中", guess: (n, move) => n + "手目が" + move + "なら",
    ponder: (n, move) => "先読み中: 予想手 " + n + "手目 " + move,
    none: "ここでの合議はありません。", wait: "合議中です。"}};
let shown = null;  // moves played in the position that is looked at; null: the newest

// ---- What there is ----

// The game of `values.position`: its positions, from the first on, each as it is before a move, and
// `way`, which begins with those of all positions before.
let walked = {line: null};
const wayOf = g => g.sfen + " " + g.moves.map(m => m + " ").join("");
function walk() {
  const line = values.position || "";
  if (walked.line === line) return walked;
  const g = readPosition(line), way = wayOf(g), goesOn = walked.line !== null && way.startsWith(walked.way);
  const positions = goesOn ? walked.positions : [start(g.sfen)];
  for (let n = positions.length - 1; n < g.moves.length; ++n) {
    const p = copyOf(positions[n]);
    try { play(p, g.moves[n]); } catch { break; }
    positions.push(p);
  }
  return walked = {...g, line, way, positions};
}
function game() { return walk(); }
function length() { return walk().moves.length; }
// Whether the last move is none that was made, but the opponent's as the council guesses it.
const isGuess = () => !!(values.go && values.go.guess) && length() > 0;
function looked() { return shown === null ? length() : Math.min(shown, length()); }
function before(n) { const all = walk().positions; return all[Math.max(0, Math.min(n, all.length - 1))]; }
// The decisions on the way to the present position, the newest of each ply, in their order; those
// up to `values.earlier` are of other games.
let decided = {};
function ofThisGame() {
  const way = walk().way, told = number + items.length, earlier = values.earlier || 0;
  if (decided.way === way && decided.told === told && decided.earlier === earlier && decided.items === items) {
    return decided.all;
  }
  const found = new Map();
  for (const d of items) {
    if (d.decision === undefined || d.decision <= earlier || !d.position) continue;
    if (d.way === undefined) d.way = wayOf(readPosition(d.position));
    if (way.startsWith(d.way)) found.set(d.ply, d);
  }
  decided = {way, told, earlier, items, all: new Map([...found].sort((a, b) => a[0] - b[0]))};
  return decided.all;
}
// Places are counted from the first position of the game, moves as its SFEN has them.
const placeOf = d => d.ply - game().first;
const moveAt = place => place + game().first - 1;
const sideAt = ply => {
  const g = game();
  return (g.sfen.split(" ")[1] === "b") === ((ply - g.first) % 2 === 0) ? "b" : "w";
};
const voters = () => (values.members || []).filter(m => m.kind === "voter");

function badgesOf(member, vote, decision, thought) {
  const list = [];
  const score = vote ? vote.ballot && vote.ballot.score : thought && thought.score;
  if (score && score.mate !== undefined) list.push("mate");
  if (vote && vote.walks_into_mate) list.push("veto");
  if (vote && decision && (!vote.ballot || vote.ballot.partial || vote.awaited)) list.push("late");
  if (member.starts > 1) list.push("restarted");
  if (member.starts > 0 && !member.runs) list.push("gone");
  return list;
}

// "Why this move", from nothing but the record. Where it has an engine's number the member is named.
function why(d) {
  const at = before(placeOf(d)), isJa = language === "ja", voters = d.voters || [];
  const say = (en, ja) => isJa ? ja : en, list = texts => texts.join(isJa ? "、" : ", ");
  const name = moveName(at, d.bestmove), move = name[0].toUpperCase() + name.slice(1);
  if (d.proof) {
    const mate = d.proof.moves.split(" ");
    return move + say(": " + d.proof.solver + " found a mate in " + mate.length + ": ",
      ": " + d.proof.solver + " が" + mate.length + "手詰を発見: ") +
      named(at, mate, 40).join(" ") + (mate.length > 40 ? " …" : "");
  }
  const known = new Map([...(values.members || []).filter(m => m.kind !== "solver"), ...(d.reserve || []), ...voters].map(m => [m.number, m.name]));
  const reason = (isJa && d.reason_ja || d.reason).replace(/(?:\bengine |エンジン)(\d+)/g,
    (words, number) => known.get(+number) || words);
  const rule = isJa && values.head && values.head.rules[d.rule] || d.rule;
  const parts = [move + say(" by " + rule + ": ", "（" + rule + "）: ") + reason];
  const cast = voters.filter(v => v.ballot && !v.ballot.void), wanted = [d.bestmove, d.chosen];
  const mine = cast.filter(v => wanted.includes(v.ballot.choice)), others = cast.filter(v => !mine.includes(v));
  // Of who was not waited for it is what it had thought so far.
  const nameOf = v => v.name + (v.ballot.partial ? say(" (so far)", "（途中）") : "");
  const their = others.map(v => nameOf(v) + " " + moveName(at, v.ballot.choice) +
    (v.walks_into_mate ? say(" (runs into a mate)", "（詰まされる手）") : ""));
  const names = list(mine.map(nameOf));
  if (cast.length === 0) {
    if (d.voter && (d.reserve || []).some(v => v.number === d.voter)) {
      parts.push(say("No member's vote counts, so the reserve moved", "有効な票がないため予備エンジンの手"));
    }
  } else if (mine.length === 0) {
    parts.push(say("Nobody's first choice; those are: ", "誰の第一候補でもない手。第一候補は ") + list(their));
  } else if (cast.length === 1) {
    parts.push(say("The choice of " + names, names + " の選択"));
  } else {
    parts.push(say("For it: ", "支持: ") + names + (others.length ? "" : say(" (all)", "（全員）")));
    if (others.length) parts.push(say("Others: ", "ほかの意見: ") + list(their));
  }
  const lost = voters.filter(v => v.ballot && v.ballot.void).map(v => v.name);
  if (lost.length) parts.push(say("Void: ", "無効票: ") + list(lost));
  const late = voters.filter(v => !v.ballot && v.awaited).map(v => v.name);
  if (late.length) parts.push(say("Not waited for: ", "待たなかったメンバー: ") + list(late));
  const played = mine.find(v => v.number === d.voter), rate = played && played.ballot.win_rate;
  if (rate !== undefined && rate !== null) {
    parts.push(say("Win rate " + percent(rate) + " by " + played.name, played.name + " の勝率 " + percent(rate)));
  }
  parts.push(d.elapsed_ms + say(" ms", "ミリ秒"));
  const time = d.agreement;
  if (time) {
    parts.push(say("Time by agreement: " + time.planned_ms + " ms in place of " + time.usual_ms,
      "意見の一致による時間: 通常" + time.usual_ms + "ミリ秒を" + time.planned_ms + "ミリ秒に"));
  }
  if (d.budget) {
    const searched = d.budget.searches.reduce((sum, s) => sum + s.nodes, 0);
    parts.push(say("Of a budget of " + d.budget.nodes + " nodes " + searched + " were searched",
      "予算" + d.budget.nodes + "ノードのうち" + searched + "ノードを探索"));
  }
  return parts.join(say(". ", "。")) + say(".", "。");
}

// ---- Drawing: an element changes only if what it shows does ----

function drawBoard(p) {
  renew("board", p, () => boardRows(p));
  text("blackhand", "☗ " + handOf(p, "b"));
  text("whitehand", "☖ " + handOf(p, "w"));
}

// What each member says of the position that is looked at: of a decision its ballot, else, where the
// game is now, its newest line.
function opinions(decision, isNewest) {
  return voters().map(m => {
    if (decision) {
      const vote = [...(decision.voters || []), ...(decision.reserve || [])].find(v => v.number === m.number);
      const b = vote && vote.ballot;
      return {member: m, vote, number: m.number, move: b ? b.choice : "", rate: b ? b.win_rate : undefined,
        depth: b ? b.depth : undefined, pv: b && b.pv ? b.pv.split(" ") : []};
    }
    const thought = isNewest ? values["thought." + m.label] : null;
    return {member: m, thought, number: m.number, move: thought && thought.pv[0] || "", depth: thought ? thought.depth : undefined,
      rate: thought ? thought.win_rate : undefined, pv: thought ? thought.pv : []};
  });
}
function drawMembers(p, list, decision) {
  const main = (decision && list.find(o => o.number === decision.voter) || list.find(o => o.pv.length) || {pv: []}).pv;
  offerWhole(list.map(o => o.pv));
  renew("members", [p, list, decision && decision.decision, isWhole], () => {
    const head = element("tr");
    for (const word of ["member", "move", "rate", "depth", "state", "line"]) {
      head.append(element("th", {scope: "col", class: word}, t()[word]));
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
      for (const b of badgesOf(o.member, o.vote, decision, o.thought)) {
        const badge = element("span", {class: "badge " + b}, t()[b]);
        if (b === "gone" || b === "restarted") badge.title = language === "ja" && o.member.ended_ja || o.member.ended;
        state.append(badge);
      }
      if (decision && decision.voter === o.number) state.append(element("span", {class: "badge"}, t().played));
      row.append(state, lineCell(p, o.pv, partsAt(o.pv, main)));
      rows.push(row);
    }
    for (const m of values.members || []) {
      if (m.kind === "voter" || (m.kind === "reserve" && m.starts === 0)) continue;
      const row = element("tr"), state = element("td");
      row.append(element("td", {title: m.name}, m.name), element("td"), element("td"), element("td"));
      const badges = badgesOf(m, null, null, null);
      if (m.kind === "reserve") badges.push("reserve");
      if (m.kind === "reserve" && decision && decision.voter === m.number) badges.push("played");
      for (const b of badges) state.append(element("span", {class: "badge " + b}, t()[b]));
      row.append(state);
      rows.push(row);
    }
    return rows;
  });
}

// A decision stands at its ply, which is the move that it made: one behind its place.
function drawCurve(all, n) {
  // No point lies on the edge, where no click is its own.
  const g = game(), from = moveAt(0), last = moveAt(length()) + 2;
  const who = voters().map(m => m.number + " " + m.name).join("\n");
  const rateOf = (d, m) => {
    const vote = (d.voters || []).find(v => v.number === m.number);
    const rate = vote && vote.ballot ? vote.ballot.win_rate : undefined;
    return rate === undefined || rate === null ? undefined : blacks(rate, sideAt(d.ply));
  };
  drawRates("curve", [all, who], () => ({lines: voters().map(m => ({name: m.name, color: colorOf(m.number),
    points: [...all.values()].flatMap(d => {
      const rate = rateOf(d, m);
      return rate === undefined ? [] : [[d.ply, rate]];
    })}))}), n + g.first, last, at => show(at - g.first), from);
  drawKey("key", voters().map(m => ({name: m.name, color: colorOf(m.number)})));
  // That of this place; where none is, the newest before it.
  const here = [...all.values()].filter(d => d.ply <= n + g.first).pop();
  const said = here ? voters().map(m => m.name + " " + percent(rateOf(here, m))).join(", ") : "";
  label("curve", t().curve + (said ? "; " + t().spoken(here.ply) + ": " + said : ""));
}

// A column a decision; those alone are written that are new.
let strip = {key: null};
function drawStrip(all, n) {
  const g = game(), plies = [...all.keys()];
  const key = JSON.stringify([language, g.sfen, voters().map(m => [m.number, m.name])]);
  const goesOn = strip.key === key && strip.plies.every((ply, i) => plies[i] === ply);
  if (!goesOn) {
    strip = {key, plies: [], columns: new Map(), all: null, at: null, chosen: [],
      rows: [t().ply, t().played, ...voters().map(m => m.name)].map(title => {
        const row = element("tr");
        row.append(element("th", {class: "name", scope: "row", title}, title));
        return row;
      })};
  }
  if (strip.all !== all) {
    for (const d of all.values()) writeColumn(d);
    strip.all = all;
    strip.plies = plies;
  }
  if (!goesOn) refill("votes", strip.rows);
  if (strip.at === n && strip.last === plies.length && strip.width === innerWidth) return;
  const choose = is => strip.chosen.forEach((cell, i) => {
    cell.classList.toggle("chosen", is);
    if (i === 0) markCurrent(cell.firstChild, is);
  });
  choose(false);
  strip.chosen = (strip.columns.get(n + g.first) || {cells: []}).cells;
  choose(true);
  strip.at = n;
  strip.last = plies.length;
  strip.width = innerWidth;
  bringIntoView($("strip"), strip.chosen[0] || strip.rows[0].lastChild);
}
function writeColumn(d) {
  const old = strip.columns.get(d.ply);
  if (old && old.d === d) return;
  const at = placeOf(d), p = before(at), head = element("td");
  const button = element("button", {type: "button", "data-at": d.ply, "data-ply": d.ply}, d.ply);
  button.onclick = () => show(at);
  head.append(button);
  const cells = [head, element("td", {}, moveName(p, d.bestmove)), ...voters().map(m => {
    const vote = (d.voters || []).find(v => v.number === m.number), ballot = vote && vote.ballot;
    const choice = ballot ? ballot.choice : "", differs = choice && choice !== d.bestmove;
    const cell = element("td", {class: differs ? "other" : ""}, !choice ? "–" : differs ? moveName(p, choice) : "●");
    cell.title = m.name + ": " + moveName(p, choice) + " " + percent(ballot ? ballot.win_rate : null);
    if (choice) cell.setAttribute("aria-label", (differs ? t().differs : t().agrees) + ": " + moveName(p, choice));
    if (!differs && choice) cell.style.color = colorOf(m.number);
    return cell;
  })];
  if (old && strip.chosen === old.cells) strip.at = null;  // chosen once more
  if (old) old.cells.forEach((cell, i) => cell.replaceWith(cells[i]));
  else strip.rows.forEach((row, i) => row.append(cells[i]));
  strip.columns.set(d.ply, {d, cells});
}

// At a past place they are those of the decision there, as it began.
function drawClocks() {
  const past = looked() < length() - (isGuess() ? 1 : 0), then = past ? ofThisGame().get(looked() + game().first) : null;
  const go = past ? {line: then && then.go || ""} : values.go || {line: ""};
  const number = name => { const m = new RegExp("\\b" + name + " (\\d+)").exec(go.line); return m ? +m[1] : 0; };
  // While the council ponders it is the opponent's time that runs.
  const ponders = !past && isGuess(), side = before(length() - (ponders ? 1 : 0)).side;
  const isTimed = /\b(btime|wtime|byoyomi) \d/.test(go.line);
  const gone = go.thinks ? Math.max(0, Date.now() - wentAt) : 0;
  for (const [id, name, color] of [["blackclock", "btime", "b"], ["whiteclock", "wtime", "w"]]) {
    const runs = !!go.thinks && side === color;
    const main = number(name), extra = number("byoyomi");
    const used = runs ? gone : 0;
    const left = used > main ? seconds(0) + " + " + seconds(main + extra - used) :
      seconds(main - used) + (extra ? " + " + seconds(extra) : "");
    text(id, (color === "b" ? t().black : t().white) + (isTimed ? "  " + left : "") + (runs ? "  " + t().thinks + " " + seconds(gone) :
      ponders && go.thinks ? "  " + t().ponders : ""));
    $(id).className = runs ? "clock runs" : "clock";
  }
}

function draw() {
  const g = game(), n = looked(), all = ofThisGame(), isNewest = n === length();
  const thinks = !!(values.go && values.go.thinks);
  const decision = isNewest && thinks ? null : all.get(n + g.first) || null;
  const p = before(n);
  const name = values.head ? values.head.name : "gougi", newest = before(length() - (isGuess() ? 1 : 0));
  text("name", name);
  document.title = t().title(moveAt(length() + (isGuess() ? 0 : 1)), newest.side === "b" ? t().black : t().white) + " – " + name;
  const isGuessed = isNewest && isGuess(), guess = isGuessed ? moveName(before(n - 1), g.moves[n - 1]) : "";
  text("boardtitle", n === 0 ? t().start : isGuessed ? t().guess(moveAt(n), guess) :
    t().board(moveAt(n), moveAt(length() - (isGuess() ? 1 : 0))));
  $("board").classList.toggle("guess", isGuessed);
  text("language", t().language);
  text("memberstitle", t().members);
  text("curvetitle", t().curve);
  text("striptitle", t().votes);
  text("follow", t().follow);
  for (const id of ["first", "back", "next", "buttons"]) label(id, t()[id]);
  $("follow").setAttribute("aria-pressed", String(shown === null));
  drawBoard(p);
  const list = opinions(decision, isNewest);
  drawArrows(list.filter(o => o.move).map(o => ({number: o.number, move: o.move})));
  drawMembers(p, list, decision);
  drawCurve(all, n);
  drawStrip(all, n);
  drawClocks();
  // What was decided last stays until the next decision comes.
  const isAtWork = isNewest && thinks;
  const told = isAtWork ? [...all.values()].filter(d => d.ply <= n + g.first).pop() : decision;
  text("now", !isAtWork ? "" : isGuessed ? t().ponder(moveAt(n), guess) : t().wait);
  text("why", told ? t().decided(told.ply) + why(told) : isAtWork ? "" : t().none);
  text("rule", told ? ruleOf(told) : "");
}
// What the rule of a decision does, where it was the rule that decided.
function ruleOf(d) {
  const head = values.head, told = !d.proof && head && head.explanations && head.explanations[d.rule];
  if (!told) return "";
  return language === "ja" ? (head.rules[d.rule] || d.rule) + ": " + told.ja : d.rule + ", the move played: " + told.en;
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
  key === "Home" ? 0 : null));  // End and Escape

let wentAt = 0;
// By this machine's clock, which may be another one than the program's.
function arrived(before, isAll) {
  const go = values.go, was = before.go;
  if (go && (!was || was.at !== go.at)) wentAt = isAll ? go.at : Date.now();
}
setInterval(drawClocks, 250);
