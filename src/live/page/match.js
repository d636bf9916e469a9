// The page of a match: its table, the curves of Elo and of the test, the games that run on their
// boards, and those that are over. What is told of it is tools/match_live.hpp's.
"use strict";
const words = {
  en: {language: "日本語", connected: "connected", lost: "connection lost; trying again", over: "finished",
    progress: (n, of) => n + " of " + of + " games", left: time => ", " + time + " left",
    score: "Score", tables: "Games that run", games: "Games that are over, the last first",
    engine: "engine", played: "games", record: "won–drawn–lost", share: "points", elo: "rating",
    curve2: (a, b) => "Elo of " + a + " against " + b + ", with its 95 % interval",
    curve: "Points of each engine, %", llr: "Sequential test (LLR)", los: "likelihood of superiority",
    go_on: "goes on", H0: "H0 is accepted", H1: "H1 is accepted", game: "game", result: "result",
    figures: "The figures of the curve", least: "from", most: "to",
    how: "end", plies: "moves", thinks: "thinking", none: "No game runs.", black: "☗", white: "☖", faults: "faults",
    reasons: {}},
  ja: {language: "English", connected: "接続中", lost: "接続が切れました。再接続しています", over: "完了",
    progress: (n, of) => of + "局中" + n + "局終了", left: time => "、残り" + time,
    score: "成績", tables: "対局中", games: "終局した対局(新しい順)", engine: "エンジン",
    played: "対局数", record: "勝–分–負", share: "得点率", elo: "レーティング",
    curve2: (a, b) => a + " の " + b + " に対する Elo(95%区間つき)", curve: "各エンジンの得点率(%)",
    llr: "逐次検定(LLR)", los: "優越確率", go_on: "継続中", H0: "H0を採択", H1: "H1を採択",
    figures: "グラフの数値", least: "下限", most: "上限",
    game: "対局", result: "結果", how: "終局理由", plies: "手数", thinks: "考慮中", none: "対局中のものはありません。",
    black: "☗", white: "☖", faults: "反則など",
    reasons: {"mate": "詰み", "resignation": "投了", "declaration": "入玉宣言", "repetition": "千日手",
      "perpetual check": "連続王手の千日手", "illegal move": "反則手", "wrong declaration": "誤った宣言",
      "max plies": "最大手数", "agreed loss": "敗勢の一致", "agreed draw": "互角の一致",
      "proven mate": "詰みの証明", "time": "時間切れ", "crash": "異常終了", "hang": "応答なし",
      "not ready": "起動せず", "no move": "指し手なし", "home": "全駒帰還"}}};
const kMostElo = 800;
const nameOf = i => (values.head || {names: []}).names[i] || "?";
const signed = v => v === null || v === undefined ? "?" : (v > -0.05 ? "+" : "−") + Math.abs(v).toFixed(1);
const reasonOf = word => t().reasons[word] || word;

function drawScore(score) {
  renew("score", score, () => {
    const head = element("tr");
    for (const word of ["engine", "played", "record", "share", "elo"]) {
      head.append(element("th", {scope: "col"}, t()[word]));
    }
    if (score.engines.some(e => e.faults > 0)) head.append(element("th", {scope: "col"}, t().faults));
    const order = score.engines.map((e, i) => i).sort((a, b) => (score.engines[b].elo ?? 0) - (score.engines[a].elo ?? 0));
    return [head, ...order.map(i => {
      const e = score.engines[i], n = e.wins + e.draws + e.losses, row = element("tr", {"data-engine": i});
      const name = element("th", {scope: "row"});
      name.append(element("span", {class: "dot"}), nameOf(i));
      name.firstChild.style.background = colors[i % colors.length];
      row.append(name, element("td", {}, n), element("td", {class: "record"}, e.wins + "–" + e.draws + "–" + e.losses),
        element("td", {}, n ? (100 * (e.wins + e.draws / 2) / n).toFixed(1) + "%" : "–"),
        element("td", {}, n ? signed(e.elo) + " ± " + (e.error === null ? "?" : e.error.toFixed(1)) : "–"));
      if (head.children.length > 5) row.append(element("td", {}, e.faults));
      return row;
    })];
  });
  const parts = [];
  if (score.los !== undefined) parts.push(t().los + " " + (100 * score.los).toFixed(1) + "%");
  if (score.sprt) {
    parts.push("LLR " + score.sprt.llr.toFixed(2) + " (" + score.sprt.lower.toFixed(2) + " … " +
      score.sprt.upper.toFixed(2) + "): " + t()[score.sprt.verdict]);
  }
  text("test", parts.join("; "));
}

// `lines`: {name, color, points: [[games, value]…]}, also those of the interval's edges, `bands`, and
// of bounds. Shown are values between `least` and `most`; the first quarter, whose intervals are
// wide, does not say which.
function drawGraph(id, key, make, least, most) {
  drawCurveOf(id, [...key, language], () => {
    const plan = make();
    const all = plan.lines.flatMap(line => line.points.filter(p => p[0] >= plan.last / 4).map(p => p[1]));
    let low = Math.max(least, Math.min(0, ...all)), high = Math.min(most, Math.max(0, ...all));
    if (high - low < 1e-9) { low -= 1; high += 1; }
    return {...plan, low, high, across: t().played};
  });
}
const known = points => points.filter(p => p[1] !== null && p[1] !== undefined);
function drawCurves(curve, score) {
  const last = curve.length ? curve[curve.length - 1][0] : 0, two = values.head.names.length === 2;
  text("curvetitle", two ? t().curve2(nameOf(0), nameOf(1)) : t().curve);
  const now = curve.length ? curve[curve.length - 1] : [0];
  label("curve", $("curvetitle").textContent + (two ? ": " + signed(now[1]) : ""));
  const of = i => known(curve.map(c => [c[0], c[i]]));
  drawGraph("curve", [curve, values.head], () => two ? {last, bands: [[3, 2]], lines: [
    {name: "Elo", color: colors[0], points: of(1)},
    // Where one side has won all there is no end of it.
    {name: t().least, points: curve.map(c => [c[0], c[2] ?? -kMostElo])},
    {name: t().most, points: curve.map(c => [c[0], c[3] ?? kMostElo])}]} :
    {last, lines: values.head.names.map((name, i) => ({name, color: colors[i % colors.length], points: of(i + 1)}))},
  two ? -kMostElo : 0, two ? kMostElo : 100);
  $("testbox").hidden = !score.sprt;
  if (!score.sprt) return;
  text("llrtitle", t().llr);
  label("llr", t().llr + ": " + score.sprt.llr.toFixed(2));
  const {lower, upper} = score.sprt, bound = value => ({name: String(+value.toFixed(2)), color: agreed, width: 1,
    dash: [4, 3], points: [[0, value], [Math.max(1, last), value]]});
  drawGraph("llr", [curve, lower, upper], () => ({last, lines: [{name: "LLR", color: colors[1], points: of(4)},
    bound(lower), bound(upper)]}), -100, 100);
}

// "+123" for Black, whoever said it; a mate as "#7".
function said(table, side) {
  const s = table.said[side];
  if (!s) return "–";
  const sign = side === "b" ? 1 : -1;
  const value = s.mate !== undefined ? (s.mate * sign < 0 ? "−" : "+") + "#" + Math.abs(s.mate) :
    (s.cp * sign < 0 ? "−" : "+") + Math.abs(s.cp);
  return value + (s.depth ? " (" + s.depth + ")" : "");
}
function sideOf(table, side) {
  const player = side === "b" ? table.black : table.white;
  const left = table.left ? seconds(table.left[side === "b" ? 0 : 1]) : "";
  return (side === "b" ? t().black : t().white) + " " + nameOf(player) + "  " + said(table, side) +
    (left ? "  " + left : "") + (table.thinks === side ? "  " + t().thinks : "");
}
function drawTables() {
  const shown = Object.keys(values).filter(k => k.startsWith("table.") && values[k])
    .sort((a, b) => +a.slice(6) - +b.slice(6));
  renew("tables", [shown, values.head.shogi], () => shown.map(key => {
    delete drawn[key + ".board"];  // the new one is empty
    const box = element("article", {class: "game"});
    box.append(element("h3", {id: key + ".title"}), element("p", {class: "clock", id: key + ".w"}));
    if (values.head.shogi) {
      const field = element("div", {class: "field"});
      field.append(element("table", {class: "board", id: key + ".board", "aria-labelledby": key + ".title"}));
      box.append(element("div", {class: "hand", id: key + ".wh"}), field,
        element("div", {class: "hand", id: key + ".bh"}));
    }
    box.append(element("p", {class: "clock", id: key + ".b"}), element("p", {class: "moves", id: key + ".moves"}));
    return box;
  }));
  for (const key of shown) {
    const table = values[key], g = readPosition(table.position), p = start(g.sfen);
    let last = "";
    if (values.head.shogi) {
      for (const move of g.moves) { try { last = play(p, move); } catch { break; } }
      renew(key + ".board", p, () => boardRows(p));
      text(key + ".wh", "☖ " + handOf(p, "w"));
      text(key + ".bh", "☗ " + handOf(p, "b"));
    } else {
      last = table.position.split(" ").pop();
    }
    text(key + ".title", t().game + " " + table.game);
    for (const side of ["b", "w"]) {
      text(key + "." + side, sideOf(table, side));
      $(key + "." + side).className = table.thinks === side ? "clock runs" : "clock";
    }
    text(key + ".moves", table.plies + "  " + last);
  }
  if (!shown.length) text("tables", t().none);
}
function drawGames() {
  const list = items.slice(-100).reverse();
  renew("games", [number + items.length, values.head.names], () => {
    const head = element("tr");
    for (const word of ["game", "black", "white", "result", "how", "plies"]) {
      head.append(element("th", {scope: "col"}, t()[word]));
    }
    return [head, ...list.map(g => {
      const row = element("tr", {"data-game": g.game});
      for (const cell of [g.game, nameOf(g.black), nameOf(g.white), g.result, reasonOf(g.reason), g.plies]) {
        row.append(element("td", {}, cell));
      }
      return row;
    })];
  });
}
function draw() {
  text("language", t().language);
  for (const id of ["score", "tables", "games"]) text(id + "title", t()[id]);
  if (values.progress && values.progress.over) text("connection", t().over);
  if (!values.head || !values.score) return;
  const score = values.score;
  text("progress", t().progress(score.games, values.head.games) +
    (score.left_s > 0 ? t().left(seconds(1000 * score.left_s)) : ""));
  document.title = score.games + "/" + values.head.games + " gougi match";
  drawScore(score);
  drawCurves(values.curve || [], score);
  drawTables();
  drawGames();
}
function arrived() {}
