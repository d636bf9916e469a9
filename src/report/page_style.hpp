// SPDX-License-Identifier: MIT
// How all pages look, as CSS. For page_head in chart.cpp alone.
#pragma once

#include <string_view>

namespace gougi::report {

extern const std::string_view kPageStyle;

}  // namespace gougi::report
