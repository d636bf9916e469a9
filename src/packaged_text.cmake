# SPDX-License-Identifier: MIT
# A README or a page of docs/ as a package has it: programs, configurations and examples by the names
# that they have there. Nothing about the tree of sources, which stands between <!-- sources --> and
# <!-- /sources -->, nor of other packages: what is of one alone stands between <!-- deb -->,
# <!-- archive --> or <!-- zip --> and its end. `cmake --install` includes it (packages.cmake), and a
# test runs it: cmake -DSOURCE=… -DTARGET=… -DLAYOUT=… -DPREFIX=… [-DDOCS=…] -P src/packaged_text.cmake
#   LAYOUT  linux: bin, lib and share below PREFIX, which is empty for an archive that is unpacked
#           anywhere; windows: one folder with all programs
#   DOCS    of a README that lies elsewhere than beside docs: the folder of docs as seen from there
function(write_packaged_text source target layout prefix docs)
  file(READ "${source}" text)
  if(layout STREQUAL "windows")
    set(package zip)
  elseif(prefix STREQUAL "")
    set(package archive)
  else()
    set(package deb)
  endif()
  foreach(part IN ITEMS sources deb archive zip)
    string(REGEX REPLACE "<!-- ${part} -->\n?" "\t" text "${text}")
    string(REPLACE "\n<!-- /${part} -->\n" "\n\r" text "${text}")  # the end of a line stays one
    string(REPLACE "<!-- /${part} -->" "\r" text "${text}")
    if(NOT part STREQUAL package)
      string(REGEX REPLACE "\t[^\r]*\r" "" text "${text}")
    endif()
    string(REGEX REPLACE "[\t\r]" "" text "${text}")
  endforeach()
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
  if(package STREQUAL "deb")
    string(REPLACE "/usr/bin/" "${prefix}bin/" text "${text}")
  endif()
  if(NOT docs STREQUAL "")
    string(REGEX REPLACE "(\\[|\\]\\()docs/" "\\1${docs}/" text "${text}")
  endif()
  string(REPLACE "build/bin/" "${programs}" text "${text}")
  string(REPLACE "tests/data/mate/problems.txt" "${examples}problems.txt" text "${text}")
  string(REGEX REPLACE "([` (])config/" "\\1${configurations}" text "${text}")
  string(REPLACE "/CONFIG/" "/config/" text "${text}")
  file(WRITE "${target}" "${text}")
endfunction()

if(DEFINED SOURCE)
  if(NOT DEFINED DOCS)
    set(DOCS "")
  endif()
  write_packaged_text("${SOURCE}" "${TARGET}" "${LAYOUT}" "${PREFIX}" "${DOCS}")
endif()
