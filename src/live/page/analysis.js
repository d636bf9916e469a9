// The page of `gougi analyse`, while it runs and in a file afterwards. What is told of it (head,
// progress, a game each, positions) is tools/analyse_page.hpp's. A position has what a line of
// NAME.jsonl has, or less of it while the games are judged: then the newest are whole, as items.
"use strict";
const words = {
  en: {language: "日本語", connected: "connected", lost: "connection lost; trying again",
    title: "Records analysed by a council", over: "finished", progress: (n, of) => n + " of " + of + " positions",
    left: time => ", " + time + " left", game: "game", accuracy: "Accuracy", faults: "faults",
    board: (n, of) => n ? "After move " + n + " of " + of : "Start of the game",
    first: "start of the game", back: "one move back", next: "one move on", last: "end of the game",
    fault: "next fault", members: "Members", member: "member", council: "council", move: "move",
    rate: "win rate", score: "score", depth: "depth", line: "line", parts: n => "parts at move " + n + " of the line", whole: "whole lines",
    figures: "The figures of the curve", buttons: "Moves",
    curve: "Black's win rate, %", curveof: "Black's win rate by the council and each member, %; faults below",
    turning: "Turning points, the greatest loss first", played: "played", what: "what", loss: "loss",
    before: "win rate before", better: "better", mistake: "mistake", blunder: "blunder",
    missed_mate: "missed mate", missed_declaration: "missed declaration", declare: "declare the win",
    noturning: "None: no move cost enough of the win rate.", side: "side", all: "game",
    parts3: ["moves 1–50", "51–100", "101–"], mistakes: "mistakes", blunders: "blunders",
    mates: "mates missed", black: "☗ Black", white: "☖ White", win: "win", resign: "resign",
    apart: "Where the members are furthest apart", chosen: "chosen by", of: (n, all) => n + " of " + all,
    spread: "apart", common: "plies in common", noapart: "Nowhere: they gave the same values.",
    spoken: ply => "move " + ply, agrees: "as played", differs: "not played",
    votes: "Votes", ply: "ply", failed: "no answer", waits: "This position has not been judged.",
    mate: n => "mate in " + n, proven: "proven",
    best: "the council's move", cost: rate => "costs " + rate + " of win rate", end: "the last position", mated: side => (side === "b" ? "Black" : "White") + " is mated", illegal: (n, move) => "move " + n + (move ? " (" + move + ")" : "") + " was illegal and ended the game"},
  ja: {language: "English", connected: "接続中", lost: "接続が切れました。再接続しています",
    title: "合議による棋譜の解析", over: "完了", progress: (n, of) => of + "局面中" + n + "局面終了",
    left: time => "、残り" + time, game: "対局", accuracy: "正確さ", faults: "悪手",
    board: (n, of) => n ? n + "手目(全" + of + "手)" : "開始局面",
    first: "開始局面へ", back: "1手戻る", next: "1手進む", last: "最後へ", fault: "次の悪手",
    members: "メンバー", member: "メンバー", council: "合議", move: "指し手", rate: "勝率", score: "評価値",
    figures: "グラフの数値", buttons: "手数", depth: "深さ", line: "読み筋", parts: n => "読み筋の" + n + "手目で分岐", whole: "読み筋をすべて表示", curve: "先手勝率(%)",
    curveof: "合議と各メンバーの先手勝率(%)、下の点は悪手", turning: "形勢を損ねた手(損失の大きい順)",
    played: "指し手", what: "種類", loss: "損失", before: "直前の勝率", better: "最善",
    mistake: "悪手", blunder: "大悪手", missed_mate: "詰み逃し", missed_declaration: "宣言勝ち逃し",
    declare: "入玉宣言", noturning: "勝率を大きく損ねた手はありません。", side: "手番", all: "全体",
    parts3: ["1–50手", "51–100手", "101手–"], mistakes: "悪手", blunders: "大悪手", mates: "詰み逃し",
    black: "☗先手", white: "☖後手", win: "宣言勝ち", resign: "投了",
    apart: "メンバーの評価が最も分かれた局面", chosen: "支持", of: (n, all) => all + "人中" + n + "人",
    spread: "勝率の差", common: "共通の手数", noapart: "全員が同じ評価でした。", votes: "投票", ply: "手数",
    spoken: ply => ply + "手目", agrees: "指し手と同じ", differs: "指し手と別",
    failed: "回答なし", waits: "この局面はまだ判定されていません。", mate: n => n + "手詰", proven: "証明済み",
    best: "合議と同じ手", cost: rate => "勝率" + rate + "の損失", end: "最後の局面", mated: side => (side === "b" ? "先手" : "後手") + "玉の詰み", illegal: (n, move) => n + "手目" + (move ? "(" + move + ")" : "") + "の反則で終局"}};
let chosen = 0, ply = 0;  // a game, and the moves played in the position that is looked at
let listed = -1;          // the game whose row was brought into view
const whole = new Map();  // positions of `items`, by game and moves

// ---- What there is ----

const numbers = () => Object.keys(values).filter(k => k.startsWith("game.")).map(k => +k.slice(5))
  .sort((a, b) => a - b);
const game = () => values["game." + chosen];
const memberNames = () => (values.head || {members: []}).members;
const briefly = n => (game().positions || [])[n] || null;
function position(n) {
  const brief = briefly(n), all = whole.get(chosen + "." + n);
  if (!brief || !all) return brief;
  // What was said while the run went on is of less than what is known in the end.
  return game().settled ? {...brief, members: all.members} : {...all, ...brief, members: all.members};
}
const sideAt = n => (game().sfen.split(" ")[1] === "b") === (n % 2 === 0) ? "b" : "w";
const isJudged = at => !!at && at.members !== undefined;
const faultOf = at => ["fault", "missed_mate", "missed_declaration"].flatMap(key => !at || !at[key] ? [] :
  [t()[key === "fault" ? at.fault : key]]).join(language === "ja" ? "、" : ", ");
// The positions of a game, and what its moves are called.
let walked = {of: null};
function walk() {
  const g = game();
  if (walked.of === g) return walked;
  if (walked.of && walked.of.sfen === g.sfen && walked.of.moves.join() === g.moves.join()) {
    walked.of = g;
    return walked;
  }
  const p = start(g.sfen), positions = [copyOf(p)], names = [];
  for (const move of g.moves) {
    try { names.push(play(p, move)); } catch { break; }
    positions.push({...copyOf(p), last: p.last});
  }
  walked = {of: g, positions, names};
  return walked;
}
// What should have been played.
function betterText(n, at, most) {
  if (at.declares) return t().declare;
  const line = at.mate !== undefined ? at.mate_line || [] : at.line || [at.move];
  return named(walk().positions[n], line.filter(m => m), most).join(" ");
}
const turningPoints = () => (game().positions || []).flatMap((at, n) => at && at.fault ? [n] : [])
  .sort((a, b) => game().positions[b].loss - game().positions[a].loss || a - b).slice(0, 50);

// ---- Drawing ----

const cells = (row, list) => { row.append(...list.map(c => c instanceof Node ? c : element("td", {}, c))); return row; };
const header = list => cells(element("tr"), list.map(word => element("th", {scope: "col"}, word)));
// A button with the number of the move, which opens the position before it.
function opener(n) {
  const cell = element("td"), button = element("button", {type: "button", "data-at": n}, n + 1);
  button.onclick = () => show(n);
  cell.append(button);
  return cell;
}

function accuracies(g) {
  return ["b", "w"].map(side => {
    const parts = [[], [], [], []], faults = {mistake: 0, blunder: 0, missed_mate: 0};
    (g.positions || []).slice(0, g.moves.length).forEach((at, n) => {
      if (!at || at.loss === undefined || ((g.sfen.split(" ")[1] === "b") === (n % 2 === 0) ? "b" : "w") !== side) return;
      for (const part of [0, 1 + Math.min(2, Math.floor(n / 50))]) parts[part].push(at.loss);
      if (at.fault) ++faults[at.fault];
      if (at.missed_mate) ++faults.missed_mate;
    });
    return {parts: parts.map(p => p.length ? (100 * (1 - p.reduce((a, b) => a + b) / p.length)).toFixed(1) : "–"), faults};
  });
}
function drawGames() {
  const all = numbers();
  renew("games", all.map(i => [values["game." + i].name, values["game." + i].black, values["game." + i].white]), () => [
    header([t().game, t().accuracy + " ☗", "☖", t().faults]), ...all.map(i => {
      delete drawn["row." + i];
      const g = values["game." + i], row = element("tr", {id: "row." + i}), name = element("td");
      const button = element("button", {type: "button", "data-at": i}, g.name);
      button.onclick = () => { chosen = i; show(0); };
      name.append(button);
      if (g.black || g.white) name.append(element("div", {class: "players"}, playersOf(g)));
      return cells(row, [name, ...["b", "w", "f"].map(k => element("td", {id: "row." + i + k}))]);
    })]);
  for (const i of all) {
    const g = values["game." + i], key = [g.positions, i === chosen];
    if (drawn["row." + i] && drawn["row." + i][0] === key[0] && drawn["row." + i][1] === key[1]) continue;
    drawn["row." + i] = key;
    const [black, white] = accuracies(g);
    text("row." + i + "b", black.parts[0]);
    text("row." + i + "w", white.parts[0]);
    text("row." + i + "f", String((g.positions || []).filter(at => at && at.fault).length));
    $("row." + i).className = i === chosen ? "chosen" : "";
    markCurrent($("row." + i).querySelector("button"), i === chosen);
  }
  if (listed === chosen) return;
  listed = chosen;  // once, so that it can be scrolled away from
  const box = $("gamesbox"), row = $("row." + chosen).getBoundingClientRect(), seen = box.getBoundingClientRect();
  if (row.top < seen.top) box.scrollTop -= seen.top - row.top;
  else if (row.bottom > seen.bottom) box.scrollTop += row.bottom - seen.bottom;
}
const playersOf = g => g.black || g.white ? "☗" + (g.black || "?") + " ☖" + (g.white || "?") : "";
// Who plays, when, and where that was read: what there is of it.
function gameTitle(g) {
  return [playersOf(g), g.date, g.name].filter(word => word).join(language === "ja" ? "、" : ", ");
}

// Why, of the position that is looked at and the move that was made there.
function why(n) {
  const at = position(n), moves = walk().names, parts = [];
  if (n === game().moves.length && game().mated) return t().end + ": " + t().mated(sideAt(n));
  if (!isJudged(at)) return t().waits;
  const move = n < moves.length ? n + 1 + " " + moves[n] : t().end;
  if (n === moves.length && game().illegal_move) parts.push(t().illegal(game().illegal_move, game().illegal_move_text));
  if (n < moves.length) {
    if (at.fault) parts.push(faultOf(at));
    if (at.loss > 0) parts.push(t().cost(percent(at.loss)));
    else if (game().moves[n] === at.move) parts.push(t().best);
  }
  if (at.mate !== undefined) parts.push(t().mate(at.mate) + (at.mate_proven ? " (" + t().proven + ")" : ""));
  if (at.fault || at.declares || at.mate !== undefined) parts.push(t().better + " " + betterText(n, at, 12));
  const reason = language === "ja" ? [values.head.rule_ja, at.reason_ja].filter(w => w).join("、") : at.reason;
  if (at.reason) parts.push(t().council + " " + councilAnswer(n, at) + " (" + reason + ")");
  return move + (parts.length ? ": " : "") + parts.join(language === "ja" ? "、" : "; ");
}

const answerName = (n, answer) => answer === "win" || answer === "resign" ? t()[answer] :
  moveName(walk().positions[n], answer);
// Who decides for no move resigns.
const decided = at => at.declares ? "win" : at.move || at.reason && "resign";
const councilAnswer = (n, at) => at.declares ? t().declare : answerName(n, decided(at));
function drawMembers(n) {
  const at = position(n);
  offerWhole(isJudged(at) ? [at.mate_line || [], at.line || [], ...at.members.map(m => m.line || [])] : []);
  renew("members", [chosen, n, at, isWhole], () => {
    const rows = [header(["member", "move", "rate", "score", "depth", "line"].map(w => t()[w]))];
    rows[0].lastChild.className = "line";
    if (!isJudged(at)) return rows;
    const main = at.line || [], p = walk().positions[n];
    const add = (name, color, number, move, list, pv) => {
      const row = element("tr", number ? {"data-member": number} : {"data-member": "council"});
      const head = element("th", {scope: "row", class: "as-it-is", title: name}), dot = element("span", {class: "dot"});
      dot.style.background = color;
      head.append(dot, name);
      row.append(head, element("td", {class: "move"}, move), element("td", {class: "rate"}, list[0]),
        element("td", {class: "as-it-is"}, list[1]), element("td", {}, list[2]));
      row.append(lineCell(p, pv, number ? partsAt(pv, main) : 0));
      rows.push(row);
    };
    add(t().council, "currentColor", 0, councilAnswer(n, at), [percent(at.win_rate),
      at.mate !== undefined ? t().mate(at.mate) : "", ""], at.mate !== undefined && at.mate_line || main);
    (at.members || []).forEach((m, i) => add(memberNames()[i], colorOf(i + 1), i + 1,
      m.failed ? t().failed : answerName(n, m.answer), [percent(m.win_rate), m.failed || (m.score || "–").replace(/^cp /, ""), m.depth || "–"],
      m.line || []));
    return rows;
  });
}

// A position stands at the number of the move that is made there, as on the live page.
function drawCurve() {
  const g = game(), members = memberNames().length < 2 ? [] : memberNames();
  const lines = [...members.map((name, i) => ({name, color: colorOf(i + 1), width: 1,
    rate: at => at.members && at.members[i] && at.members[i].win_rate})),
    {name: t().council, color: "currentColor", width: 2, rate: at => at.win_rate}];
  const rateOf = (line, n, at) => {
    const rate = line.rate(at);
    return rate === undefined || rate === null ? undefined : blacks(rate, sideAt(n));
  };
  drawRates("curve", [g, values.head], () => {
    const all = (g.positions || []).map((at, n) => [n, at]).filter(([, at]) => isJudged(at));
    return {lines: lines.map(line => ({...line, points: all.flatMap(([n, at]) => {
      const rate = rateOf(line, n, at);
      return rate === undefined ? [] : [[n + 1, rate]];
    })})), marks: all.filter(([, at]) => at.fault).map(([n, at]) => [n + 1,
      at.fault === "blunder" ? agreed : "var(--amber)", n + 1 + " " + (walk().names[n] || "") + ": " + faultOf(at)])};
  }, ply + 1, g.moves.length + 2, at => show(at - 1));
  drawKey("key", [{name: t().council, color: "currentColor"},
    ...members.map((name, i) => ({name, color: colorOf(i + 1)}))]);
  const at = briefly(ply);
  label("curve", t().curve + (isJudged(at) ? "; " + t().spoken(ply + 1) + ": " +
    lines.map(line => line.name + " " + percent(rateOf(line, ply, at))).join(", ") : ""));
}

function drawTables() {
  const g = game();
  if (drawn.tables && drawn.tables[0] === g && drawn.tables[1] === language &&
      drawn.tables[2] === whole.size) return;
  drawn.tables = [g, language, whole.size];
  const points = turningPoints();
  refill("turning", (points.length ? [header(["ply", "played", "what", "loss", "before", "better"]
    .map(w => t()[w])), ...points.map(n => {
    const at = position(n);
    return cells(element("tr"), [opener(n), walk().names[n] || "", faultOf(at), percent(at.loss),
      percent(at.win_rate), betterText(n, at, 8)]);
  })] : [cells(element("tr"), [t().noturning])]));
  refill("accuracy", [header([t().side, t().all, ...t().parts3, t().mistakes, t().blunders, t().mates]),
    ...accuracies(g).map((a, i) => cells(element("tr"), [element("th", {scope: "row"}, i ? t().white : t().black),
      ...a.parts, a.faults.mistake, a.faults.blunder, a.faults.missed_mate]))]);
  const spread = at => {
    const rates = (at && at.members || []).map(m => m.win_rate).filter(r => r !== undefined);
    return rates.length > 1 ? Math.max(...rates) - Math.min(...rates) : 0;
  };
  const far = (g.positions || []).map((at, n) => [n, spread(at)]).filter(([, d]) => d > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 10);
  refill("disagreement", (far.length ? [header(["ply", "council", "chosen", "spread", "common"]
    .map(w => t()[w])), ...far.map(([n, d]) => {
    const at = position(n);
    return cells(element("tr"), [opener(n), councilAnswer(n, at), t().of(at.same_move, memberNames().length),
      percent(d), at.same_plies]);
  })] : [cells(element("tr"), [t().noapart])]));
}

// A column a position; in a long game those alone are written that have changed.
let strip = {key: null};
function drawStrip() {
  const g = game(), names = [t().ply, t().played, t().council, ...memberNames()];
  const key = JSON.stringify([g.sfen, g.moves, names]);
  if (strip.key !== key) {
    strip = {key, of: null, at: -1, written: [], rows: names.map(name => {
      const row = element("tr");
      row.append(element("th", {class: "name as-it-is", scope: "row", title: name}, name));
      return row;
    })};
    for (let n = 0; n <= g.moves.length; ++n) {
      strip.rows[0].append(opener(n));
      strip.rows[1].append(element("td", {}, walk().names[n] || ""));
      for (const row of strip.rows.slice(2)) row.append(element("td"));
    }
    refill("votes", strip.rows);
  }
  if (strip.of !== g) (g.positions || []).forEach((at, n) => {
    const now = JSON.stringify(at);
    if (strip.written[n] === now || !isJudged(at)) return;
    strip.written[n] = now;
    const played = strip.rows[1].cells[n + 1];
    played.className = at.fault ? "other" : "";
    if (at.fault) played.setAttribute("aria-label", played.textContent + ": " + faultOf(at));
    const put = (row, answer, color) => {
      const cell = row.cells[n + 1], same = answer && answer === g.moves[n];
      cell.textContent = !answer ? "–" : same ? "●" : answerName(n, answer);
      cell.className = answer && !same && n < g.moves.length ? "other" : "";
      cell.style.color = same ? color : "";
      if (answer && n < g.moves.length) {
        cell.setAttribute("aria-label", (same ? t().agrees : t().differs) + ": " + answerName(n, answer));
      }
    };
    put(strip.rows[2], decided(at), "currentColor");
    memberNames().forEach((_, i) => put(strip.rows[3 + i], at.members && at.members[i] && at.members[i].answer, colorOf(i + 1)));
  });
  strip.of = g;
  if (strip.at === ply && strip.width === innerWidth) return;
  const choose = (n, is) => {
    strip.rows[0].cells[n + 1].className = is ? "chosen" : "";
    markCurrent(strip.rows[0].cells[n + 1].firstChild, is);
  };
  if (strip.at >= 0) choose(strip.at, false);
  choose(ply, true);
  bringIntoView($("strip"), strip.rows[0].cells[ply + 1]);
  strip.at = ply;
  strip.width = innerWidth;
}

function draw() {
  const head = values.head, progress = values.progress;
  if (!game() && numbers().length) chosen = numbers()[0];
  const shown = game() ? gameTitle(game()) : "", title = shown ? shown + " – " + t().title : t().title;
  text("name", t().title + (shown ? language === "ja" ? "：" : ": " : ""));
  text("shown", shown);
  document.title = title;
  text("language", t().language);
  for (const id of ["members", "votes", "turning", "accuracy"]) text((id === "votes" ? "strip" : id) + "title", t()[id]);
  text("apart", t().apart);
  text("curvetitle", memberNames().length < 2 ? t().curve : t().curveof);
  text("fault", t().fault);
  for (const id of ["first", "back", "next", "last", "buttons"]) label(id, t()[id]);
  label("gamesbox", t().game);
  label("games", t().game);
  $("progress").hidden = !progress;
  if (progress) {
    text("progress", t().progress(progress.done, progress.all) + (progress.left_s > 0 ? t().left(seconds(1000 * progress.left_s)) : ""));
    if (!progress.over) document.title = progress.done + "/" + progress.all + " " + title;
    if (progress.over) text("connection", t().over + ": " + progress.over);
  }
  if (!head || !numbers().length) return;
  const g = game();
  ply = Math.max(0, Math.min(g.moves.length, ply));
  drawGames();
  text("boardtitle", t().board(ply, g.moves.length));
  text("black", "☗ " + g.black);
  text("white", "☖ " + g.white);
  const p = walk().positions[Math.min(ply, walk().positions.length - 1)], at = position(ply);
  renew("board", p, () => boardRows(p));
  text("blackhand", "☗ " + handOf(p, "b"));
  text("whitehand", "☖ " + handOf(p, "w"));
  drawArrows((at && at.members || []).map((m, i) => ({number: i + 1, move: m.answer})));
  text("why", why(ply));
  drawMembers(ply);
  drawCurve();
  drawTables();
  drawStrip();
}
function show(n) {
  ply = Math.max(0, n);
  const hash = "#game=" + (chosen + 1) + ",ply=" + Math.min(ply, game() ? game().moves.length : 0);
  try { history.replaceState(null, "", hash); } catch { /* not of every address */ }
  redraw();
}
// "#game=3,ply=20" shows that, and what is shown can be handed on as a link.
function readLink() {
  const wanted = /^#game=(\d+)(?:,ply=(\d+))?$/.exec(location.hash);
  if (!wanted) return;
  chosen = wanted[1] - 1;
  ply = +(wanted[2] || 0);
  redraw();
}
readLink();
addEventListener("hashchange", readLink);
$("first").onclick = () => show(0);
$("back").onclick = () => show(ply - 1);
$("next").onclick = () => show(ply + 1);
$("last").onclick = () => show(game().moves.length);
$("fault").onclick = () => {
  const all = (game().positions || []).flatMap((at, n) => at && at.fault ? [n] : []);
  const next = all.find(n => n > ply);
  if (all.length) show(next === undefined ? all[0] : next);
};
followKeys(key => {
  if (key === "Escape") return;  // there is nothing newer to go back to
  show(key === "ArrowLeft" ? ply - 1 : key === "ArrowRight" ? ply + 1 : key === "Home" ? 0 : Infinity);
});
function arrived() {
  whole.clear();
  for (const item of items) whole.set(item.game + "." + (item.ply - 1), item);
}
