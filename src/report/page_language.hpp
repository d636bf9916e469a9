// SPDX-License-Identifier: MIT
// The script by which a page speaks Japanese in a Japanese browser, or when its button is pressed.
// The page itself is in English, so that it says everything without a script, too. What a page
// makes of figures has its Japanese beside it (html_in_both in chart.hpp); what always reads the
// same is looked up here. What people and engines are called stays as it is. For page_head in
// chart.cpp; the pages of the room live have words of their own.
#pragma once

#include <string_view>

namespace gougi::report {

/// Translates the page when it has been read. For scripts of pages: say(TEXT) is the text in the
/// chosen language; the event "languagechosen" of the window tells that it is another now.
extern const std::string_view kPageLanguage;

/// ` data-told="ja"` for the element html of a page whose maker was told the language (--lang): the
/// page begins in it, until its reader has chosen another one. Else "".
std::string_view told_attribute();

}  // namespace gougi::report
