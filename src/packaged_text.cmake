# SPDX-License-Identifier: MIT
# A README or a page of docs/ as a package has it: programs, configurations and examples by the names
# that they have there, and nothing about the tree of sources, which stands between
# <!-- sources --> and <!-- /sources -->. `cmake --install` includes it (packages.cmake), and a test
# runs it: cmake -DSOURCE=… -DTARGET=… -DLAYOUT=… -DPREFIX=… -P src/packaged_text.cmake
#   LAYOUT  linux: bin, lib and share below PREFIX, which is empty for an archive that is unpacked
#           anywhere; windows: one folder with all programs
function(write_packaged_text source target layout prefix)
  file(READ "${source}" text)
  string(REGEX REPLACE "<!-- sources -->" "\t" text "${text}")
  string(REGEX REPLACE "<!-- /sources -->\n?" "\r" text "${text}")
  string(REGEX REPLACE "\t[^\r]*\r" "" text "${text}")
  if(layout STREQUAL "windows")
    set(programs "")
    set(configurations "config/")
    set(examples "examples/")
  else()
    if(prefix STREQUAL "")
      set(programs "bin/")  # from the folder that was unpacked
    else()
      set(programs "")
      set(prefix "${prefix}/")
    endif()
    set(configurations "${prefix}lib/gougi/config/")
    set(examples "${prefix}share/doc/gougi/examples/")
  endif()
  if(NOT layout STREQUAL "windows")
    # Links are relative: an unpacked folder may lie anywhere.
    string(REPLACE "(../config/" "(../../../../lib/gougi/CONFIG/" text "${text}")
  else()
    string(REPLACE "(../config/" "(../CONFIG/" text "${text}")
  endif()
  # A page about the tree of sources names what is there; what it leads to is not in the package.
  string(REGEX REPLACE "\\]\\(\\.\\./(src/[^)]*)\\)" "] (`\\1`)" text "${text}")
  if(source MATCHES "development")
    file(WRITE "${target}" "${text}")
    return()
  endif()
  string(REPLACE "build/bin/" "${programs}" text "${text}")
  string(REPLACE "tests/data/mate/problems.txt" "${examples}problems.txt" text "${text}")
  string(REGEX REPLACE "([` (])config/" "\\1${configurations}" text "${text}")
  string(REPLACE "/CONFIG/" "/config/" text "${text}")
  file(WRITE "${target}" "${text}")
endfunction()

if(DEFINED SOURCE)
  write_packaged_text("${SOURCE}" "${TARGET}" "${LAYOUT}" "${PREFIX}")
endif()
