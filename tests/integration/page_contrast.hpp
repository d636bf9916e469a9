// SPDX-License-Identifier: MIT
// What of a page is hard to see: letters that have less than 4.5 times the light of what is behind
// them, or less than a 4.5th of it, and curves with less than 3 (WCAG 2.2, 1.4.3 and 1.4.11).
#pragma once

namespace gougi::testing {

/// A script that comes to a list of what is too faint; "" if nothing is.
constexpr const char* kTooFaint = R"js((() => {
  const parts = color => { const all = color.match(/[\d.]+/g).map(Number); return all.length < 4 ? [...all, 1] : all; };
  const light = color => {
    const [r, g, b] = color.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = e => {
    for (; e; e = e.parentElement) {
      const color = parts(getComputedStyle(e).backgroundColor);
      if (color[3] > 0) return color;
    }
    return [255, 255, 255, 1];
  };
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = new Set(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let letters = 0, lines = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const e = text.parentElement;
    if (!text.data.trim() || e.closest("script,noscript") || !e.getClientRects().length) continue;
    ++letters;
    const is = ratio(parts(getComputedStyle(e).color), behind(e));
    if (is < 4.5) faint.add(e.localName + "#" + e.id + "." + e.className + " '" + text.data.slice(0, 20) + "': " + is.toFixed(2));
  }
  for (const curve of Object.values(curves)) {
    const named = document.createElement("i");
    document.body.append(named);
    for (const line of curve.plan.lines) {
      if (!line.color) continue;
      ++lines;
      named.style.color = shade(line.color);
      const is = ratio(parts(getComputedStyle(named).color), behind(curve.plot.root));
      if (is < 3) faint.add("curve " + line.name + ": " + is.toFixed(2));
    }
    named.remove();
  }
  if (!letters || !lines) faint.add("nothing is shown");
  return [...faint].join("; ");
})())js";

}  // namespace gougi::testing
