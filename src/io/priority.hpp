// SPDX-License-Identifier: MIT
// Who gets a processor first when engines keep all of them busy. The relay works for microseconds
// and must then answer at once; an engine's thread that waits a few milliseconds longer loses
// nothing.
#pragma once

namespace gougi::io {

/// Asks the system to run the calling thread before our children, which start at ordinary priority.
/// On Linux a higher priority needs a right that ordinary users seldom have (CAP_SYS_NICE), short
/// turns none; on Windows everybody may. Nothing happens where it is refused.
void run_before_children();

/// Back to ordinary priority, where run_before_children() changed it: for a child between fork and
/// exec. Async-signal-safe.
void run_as_ordinary();

/// Of the processors from now on only what ordinary programs leave (10 nicer), for a child between
/// fork and exec. Async-signal-safe. On Windows CreateProcess does it.
void run_as_low();

}  // namespace gougi::io
