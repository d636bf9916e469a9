// Curves over the moves of a game or the games of a match, drawn by uPlot (third_party/uplot) on a
// canvas. What it has not is here: the place that is looked at, marks on the lower edge, the same
// figures as a table for who sees no curve, and colours that are variables of live.css. Stands
// behind common.js, in the same file.
const curves = {};  // by the id of their element
const kCurveHeight = 220;
const sameKey = (a, b) => !!a && a.length === b.length && a.every((v, i) => v === b[i]);

// The colour behind a variable of live.css: a canvas knows none.
let shades = new Map();
function shade(color) {
  if (!shades.has(color)) {
    const name = color === "currentColor" ? "--text" : color.slice(4, -1);  // "var(--m1)"
    shades.set(color, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }
  return shades.get(color);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  shades = new Map();
  for (const curve of Object.values(curves)) if (curve.plot) curve.plot.redraw();
});

// What uPlot takes: the places of all lines in order, and a column of values for each line, null
// where it has none.
function columnsOf(plan) {
  const places = [...new Set(plan.lines.flatMap(line => line.points.map(p => p[0])))].sort((a, b) => a - b);
  const at = new Map(places.map((place, i) => [place, i]));
  return [places, ...plan.lines.map(line => {
    const column = new Array(places.length).fill(null);
    for (const [place, value] of line.points) column[at.get(place)] = value;
    return column;
  })];
}
function begin(id) {
  const box = $(id), curve = {id, width: box.clientWidth, now: element("div", {class: "now"}), marks: []};
  new ResizeObserver(all => {
    curve.width = Math.floor(all[0].contentRect.width);
    if (curve.plot && curve.width) curve.plot.setSize({width: curve.width, height: kCurveHeight});
    else redraw();
  }).observe(box);
  const figures = element("details", {class: "figures", id: id + "figures"});
  const scroll = element("div", {class: "wide some", tabindex: 0, role: "region"});
  scroll.append(element("table", {class: "plain as-it-is", id: id + "table"}));
  figures.append(element("summary"), scroll);
  figures.ontoggle = redraw;
  (box.nextElementSibling && box.nextElementSibling.id === "key" ? box.nextElementSibling : box).after(figures);
  return curve;
}
function optionsOf(curve) {
  const axis = {stroke: () => shade("var(--soft)"), font: "11px system-ui,sans-serif",
    grid: {stroke: () => shade("var(--line)"), width: 1}, ticks: {show: false}};
  const rates = curve.plan.isRates;
  return {width: curve.width, height: kCurveHeight, legend: {show: false}, padding: [8, 20, 0, 0],
    cursor: {y: false, drag: {x: false, y: false, setScale: false}},
    scales: {x: {time: false, range: () => [curve.plan.from, Math.max(curve.plan.from + 1, curve.plan.last)]},
      y: {range: () => [curve.plan.low, curve.plan.high]}},
    axes: [{...axis, size: 24, gap: 8, values: (_, all) => all.map(String), incrs: [1, 10, 100, 1000, 1e4, 1e5, 1e6].flatMap(f => [f, 2 * f, 5 * f])},
      {...axis, size: 40, gap: 4, ...(rates ? {splits: () => [0, 0.25, 0.5, 0.75, 1]} : {}),
        values: (_, all) => all.map(v => String(+(rates ? 100 * v : v).toPrecision(6)))}],
    series: [{}, ...curve.plan.lines.map(line => ({label: line.name, width: line.width ?? 1.6, dash: line.dash,
      stroke: line.color ? () => shade(line.color) : undefined, spanGaps: true,
      points: {show: (plot, i) => !!line.color && plot.data[i].filter(v => v !== null).length === 1, size: 5}}))],
    bands: (curve.plan.bands || []).map(series => ({series, fill: () => shade("var(--band)")})),
    hooks: {draw: [() => place(curve)]}};
}
// What lies upon the curve, once it is known where its values stand.
function place(curve) {
  const left = n => curve.plot.valToPos(n, "x").toFixed(1) + "px";
  curve.now.hidden = curve.at === undefined;
  if (curve.at !== undefined) curve.now.style.left = left(curve.at);
  if (curve.marked !== curve.plan) {
    curve.marked = curve.plan;
    for (const mark of curve.marks) mark.remove();
    curve.marks = (curve.plan.marks || []).map(([, color, name]) => {
      const mark = element("span", {class: "mark", title: name});
      mark.style.background = color;
      return mark;
    });
    curve.plot.over.append(...curve.marks);
  }
  curve.marks.forEach((mark, i) => { mark.style.left = left(curve.plan.marks[i][0]); });
}
// The figures of the curve, while somebody has them open; in a game that goes on once a second.
function drawFigures(curve) {
  const box = $(curve.id + "figures"), key = [curve.data, curve.plan.across, language];
  if (box.firstChild.textContent !== t().figures) box.firstChild.textContent = t().figures;
  box.lastChild.setAttribute("aria-label", t().figures);
  if (!box.open || sameKey(curve.figures, key)) return;
  const wait = (curve.filled ?? -1000) + 1000 - performance.now();
  if (wait > 0) return void setTimeout(redraw, wait);
  curve.filled = performance.now();
  curve.figures = key;
  const head = element("tr");
  head.append(...[curve.plan.across, ...curve.plan.lines.map(line => line.name)].map(name =>
    element("th", {scope: "col"}, name)));
  const shown = value => value === null ? "–" : curve.plan.isRates ? percent(value) : String(+value.toFixed(2));
  $(curve.id + "table").replaceChildren(head, ...curve.data[0].map((at, i) => {
    const row = element("tr");
    row.append(element("th", {scope: "row"}, at), ...curve.data.slice(1).map(column => element("td", {}, shown(column[i]))));
    return row;
  }));
}
// Draws what `make` gives if something of `key` is another than before: {from, last: of the places, low,
// high, across: what the places are, lines: [{name, color, width, dash, points: [[place, value]…]}…],
// bands: [[number of the upper line, of the lower]…], marks: [[place, color, name]…], isRates}.
// `at`: the place that is looked at; `open` is called with the place that somebody clicks on.
function drawCurveOf(id, key, make, at, open) {
  const curve = curves[id] || (curves[id] = begin(id)), isNew = !sameKey(curve.key, key);
  if (isNew) {
    curve.key = key;
    curve.plan = {from: 0, ...make()};
    curve.data = columnsOf(curve.plan);
  }
  const moved = curve.at !== at;
  curve.at = at;
  drawFigures(curve);
  if (!curve.width) return;  // it is not shown
  const shape = JSON.stringify([curve.plan.lines.map(line => ({...line, points: 0})), curve.plan.bands]);
  if (!curve.plot || curve.shape !== shape) {
    if (curve.plot) curve.plot.destroy();
    curve.shape = shape;
    curve.marked = null;
    curve.plot = new uPlot(optionsOf(curve), curve.data, $(id));
    curve.plot.root.setAttribute("aria-hidden", "true");  // its name says what it shows
    curve.plot.over.append(curve.now);
    if (open) {
      curve.plot.over.classList.add("opens");
      curve.plot.over.onclick = e => open(Math.round(curve.plot.posToVal(
        e.clientX - curve.plot.over.getBoundingClientRect().left, "x")));
    }
  } else if (isNew) {
    curve.plot.setData(curve.data);
  } else if (moved) {
    place(curve);
  }
}
// Rates from 0 to 1 over a game's places up to `last`.
function drawRates(id, key, make, at, last, open, from = 0) {
  drawCurveOf(id, [...key, from, last, language], () => ({...make(), from, last, low: 0, high: 1, across: t().ply, isRates: true}),
    at, open);
}
