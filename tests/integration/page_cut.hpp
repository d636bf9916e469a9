// SPDX-License-Identifier: MIT
// What a person with a phone cannot see of a page, however the page and the boxes in it are
// scrolled. For tests that drive a browser.
#pragma once

namespace gougi::testing {

/// Names what is out of reach: the page may be scrolled up and down, a table or a text as it is
/// sideways as well, within a box of its own that ends on the screen. A cell's own text is not cut,
/// but where it ends in "…"; what can be scrolled has a shadow where it goes on. "" if all is well.
inline constexpr const char* kCut = R"js((() => {
  const cut = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) cut.push("the page is too wide");
  const parents = e => e ? [e, ...parents(e.parentElement)] : [];
  const clips = e => /auto|scroll|hidden|clip/.test(getComputedStyle(e).overflowX);
  const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowX);
  const name = e => e.localName + (e.id && "#" + e.id) + " " + e.textContent.trim().slice(0, 20);
  for (const e of document.querySelectorAll("table, pre, svg, .bars, .pairs")) {
    if (!e.getClientRects().length || (e.closest("svg") && e.localName !== "svg")) continue;
    const box = parents(e).find(scrolls), around = parents(e).filter(clips);
    const parts = e.localName === "table" ? [...e.querySelectorAll("td, th")] :
      e.localName === "div" ? [...e.children] : [e];
    const seen = () => parts.map(part => {
      const own = part.getBoundingClientRect(), boxes = around.filter(a => a !== part);
      if (part === e && e === box) return {left: true, right: true};  // its text is what scrolls
      const left = Math.max(0, ...boxes.map(a => a.getBoundingClientRect().left));
      const right = Math.min(wide, ...boxes.map(a => a.getBoundingClientRect().right));
      return {left: own.left >= left - 1, right: own.right <= right + 1};
    });
    const was = box && box.scrollLeft;
    if (box) box.scrollLeft = 0;
    const first = seen();
    if (box) box.scrollLeft = 1e6;
    const last = seen();
    if (box) box.scrollLeft = was;
    parts.forEach((part, i) => {
      if (!part.getBoundingClientRect().width) return;
      if (!first[i].left || !last[i].right) cut.push(name(part) + " is out of reach");
      const style = getComputedStyle(part);
      if (style.clipPath !== "none") return;  // for who hears the page
      if (/hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis" &&
          part.scrollWidth > part.clientWidth + 1) cut.push(name(part) + " is cut");
    });
    // Its box is a table's, or moves with one: a text's own wraps where it has no room.
    if (box && e.localName === "table" && box.scrollWidth > box.clientWidth + 1 &&
        !getComputedStyle(box).backgroundAttachment.includes("local")) {
      cut.push(name(box) + " does not show that there is more");
    }
    if (box && !(box.getBoundingClientRect().right <= wide + 1)) cut.push(name(box) + " is too wide");
  }
  return [...new Set(cut)].slice(0, 20).join("; ");
})())js";

}  // namespace gougi::testing
