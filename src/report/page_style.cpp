// SPDX-License-Identifier: MIT
#include "report/page_style.hpp"

namespace gougi::report {

// Where a table goes on beyond its box there is a shadow at that edge: telephones show no bar. The
// first two backgrounds move with the table and cover the other two at its ends.
const std::string_view kPageStyle = R"css(
:root{--back:#fff;--more:rgba(0,0,0,.35)}
body{color-scheme:light dark;font:15px/1.5 system-ui,"Noto Sans JP",sans-serif;margin:2em auto;max-width:66em;padding:0 1em;
 color:#222;background:var(--back);overflow-wrap:break-word}
h1{font-size:1.5em;overflow-wrap:anywhere}h2{font-size:1.15em;margin-top:2em;border-bottom:1px solid #ccc}
body>table{display:block;overflow-x:auto;max-width:100%}
body>table,#games{background:linear-gradient(to right,var(--back) 40%,transparent) 0 0/2.4em 100% no-repeat local,
 linear-gradient(to left,var(--back) 40%,transparent) 100% 0/2.4em 100% no-repeat local,
 linear-gradient(to right,var(--more),transparent) 0 0/.9em 100% no-repeat scroll,
 linear-gradient(to left,var(--more),transparent) 100% 0/.9em 100% no-repeat scroll}
table{border-collapse:collapse}td,th{padding:.2em .6em;border:1px solid #ddd;text-align:right}
th{background:#f4f4f4}body>table td:not(.name),#games td:not(.name){white-space:nowrap}
td.name,th.name,td.reason{text-align:left}td.name,th.name{min-width:5.5em;max-width:22em}
#language{float:right}.below{margin:.2em 0 1em;font-size:.85em}
pre{background:#f7f7f7;padding:.8em;overflow:auto;font-size:13px}
svg{max-width:100%;height:auto;background:#fcfcfc;border:1px solid #eee}
svg text{font:11px system-ui,sans-serif;fill:#555}
.bars{display:grid;grid-template-columns:fit-content(50%) 1fr;gap:.15em .7em;font-size:.85em;
 max-width:760px}.bars i{display:inline-block;height:1em;vertical-align:middle}
.bars>div{overflow-wrap:anywhere}.bars>div:nth-child(odd){min-width:6em}.bars span{padding-left:.3em}
.intervals div{position:relative;min-height:1.4em}.intervals i{position:absolute;top:.65em;height:2px}
.intervals b{position:absolute;transform:translateX(-50%)}
.ticks{border-top:1px solid #999}.ticks span{position:absolute;transform:translateX(-50%);padding:0}
.key{padding:0 .5em}.p0,.p4{color:#fff}.p1,.p2,.p3{color:#222}
.pairs span{display:inline-block;width:12px;height:12px;margin:1px}
.pairing{margin:.6em 0 0}details{margin:.5em 0}summary{cursor:pointer}
.p0{background:#b2182b}.p1{background:#ef8a62}.p2{background:#ddd}.p3{background:#67a9cf}
.p4{background:#2166ac}
#games{height:16em;overflow:auto;border:1px solid #ccc}#games table{width:100%}
#games tr.game{cursor:pointer}#games tr.chosen{background:#ffeeba}
#view{display:flex;gap:1.5em;flex-wrap:wrap;margin-top:1em}
#board{background:#f7dfa5}#board th{background:none;border:0;padding:0 .3em;font-size:.75em;
 font-weight:normal;text-align:center}
#board td{width:2em;height:2.1em;padding:0;border:1px solid #997;text-align:center;font-size:1.15em}
#board td.w{transform:rotate(180deg)}#board td.last{background:#ffb95e}#board td.pro{color:#c00}
.hand{min-height:1.7em}#moves{height:21em;overflow:auto;min-width:15em}
#moves div{cursor:pointer;padding:0 .4em;white-space:pre}#moves div.chosen{background:#ffeeba}
#beside{flex:1 1 15em;max-width:26em;overflow-wrap:anywhere}
#line{min-height:4.5em;font-size:.9em}#votes{font-size:.85em;border-spacing:0}
#votes td{text-align:left;border-width:0 0 1px}
#buttons button{font-size:1.1em;padding:.1em .7em}
@media(max-width:560px){body{margin:1em auto;padding:0 .7em}h1{font-size:1.2em}
 pre{white-space:pre-wrap;overflow-wrap:anywhere}svg text{font-size:22px}#view{gap:.7em}td,th{padding:.15em .35em}
 td.name,th.name{max-width:9em}}
@media(prefers-color-scheme:dark){:root{--back:#1c1c1e;--more:rgba(255,255,255,.4)}body{color:#ddd}th{background:#2c2c2e}
 pre{background:#2a2a2c}td,th{border-color:#444}svg{background:#242426;border-color:#333}
 svg text{fill:#aaa}#board{color:#111}#games tr.chosen,#moves div.chosen{background:#5a4a1a}
 svg polyline,svg polygon,svg circle{filter:brightness(1.7)}a{color:#8ab4f8}.p2{color:#222}}
)css";

}  // namespace gougi::report
