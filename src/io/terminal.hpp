// SPDX-License-Identifier: MIT
// Whether somebody looks at what we write, or types what we read: lines that are written over one
// another, and colours, are for terminals alone.
#pragma once

namespace gougi::io {

/// stderr is a terminal, or on Windows a console.
bool stderr_is_terminal();
/// stdout is one, which shows what goes there to whom it shows stderr, too.
bool stdout_is_terminal();
/// stdout is one that understands ANSI colours, and the user has not set NO_COLOR.
bool stdout_shows_colours();
/// stdin is one: a person has typed our name, and no GUI has started us.
bool stdin_is_terminal();

}  // namespace gougi::io
