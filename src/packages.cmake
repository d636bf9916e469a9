# SPDX-License-Identifier: MIT
# What `cmake --install` copies, and the packages that CPack makes of it: .deb, .tar.xz, and for
# Windows .zip. `scripts/package` calls it with the build type, the instruction set and the linking
# that packages want.
include(GNUInstallDirs)
set(GOUGI_CONTACT "the gougi authors <gougi@packages.invalid>" CACHE STRING "Who answers for the packages: NAME <ADDRESS>")

set(programs gougi gougi-engine gougi-mate gougi-pyon gougi-random gougi-naitou)
if(WIN32)  # a folder that is unzipped and used where it lies
  set(program_folder .)
  set(doc_folder .)
  set(config_folder .)
else()
  # The programs look for config/ beside their own folder, so both stay together in a folder of their
  # own; what stands in bin are links, relative ones: an unpacked .tar.xz works wherever it lies.
  set(program_folder lib/gougi/bin)
  set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/gougi)
  set(config_folder lib/gougi)
  set(links ${CMAKE_CURRENT_BINARY_DIR}/links)
  file(MAKE_DIRECTORY ${links})
  foreach(program IN LISTS programs)
    file(CREATE_LINK ../lib/gougi/bin/${program} ${links}/${program} SYMBOLIC)
  endforeach()
  install(DIRECTORY ${links}/ DESTINATION bin)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION ${program_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/config DESTINATION ${config_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${doc_folder}/docs PATTERN "*.md" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/tests/data/mate/problems.txt DESTINATION ${doc_folder}/examples)
foreach(file IN ITEMS CHANGELOG.md SECURITY.md SECURITY.ja.md)
  install(FILES ${PROJECT_SOURCE_DIR}/${file} DESTINATION ${doc_folder})
endforeach()
# READMEs and docs name what is in the package. That of the sources' tree stays with the sources.
set(layout linux)
if(WIN32)
  set(layout windows)
endif()
set(is_archive no)
if(GOUGI_STATIC)
  set(is_archive yes)
endif()
# What runs at the installation knows no policy: a quoted "ON" is no truth there.
install(CODE "
  include(\"${PROJECT_SOURCE_DIR}/src/packaged_text.cmake\")
  set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
  if(\"${is_archive}\" STREQUAL \"yes\")
    set(prefix \"\")
  elseif(prefix MATCHES \"/_CPack_Packages/\")
    set(prefix /usr)  # where the package will be, not where it is put together
  endif()
  file(GLOB pages RELATIVE \"${PROJECT_SOURCE_DIR}\" \"${PROJECT_SOURCE_DIR}/README*.md\" \"${PROJECT_SOURCE_DIR}/docs/*.md\")
  foreach(page IN LISTS pages)
    write_packaged_text(\"${PROJECT_SOURCE_DIR}/\${page}\" \"${CMAKE_CURRENT_BINARY_DIR}/packaged/\${page}\" ${layout} \"\${prefix}\" \"\")
  endforeach()")
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packaged/ DESTINATION ${doc_folder})
if(GOUGI_STATIC AND NOT WIN32)  # who unpacks the archive sees its folder first
  install(CODE "
    foreach(page IN ITEMS README.md README.ja.md)
      write_packaged_text(\"${PROJECT_SOURCE_DIR}/\${page}\" \"${CMAKE_CURRENT_BINARY_DIR}/packaged-top/\${page}\" ${layout} \"\" ${doc_folder}/docs)
    endforeach()")
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packaged-top/ DESTINATION .)
endif()

# What completes words in a shell and the manual pages, as the programs themselves write them;
# cross-built ones cannot be asked here.
if(NOT CMAKE_CROSSCOMPILING)
  set(completions ${CMAKE_CURRENT_BINARY_DIR}/completions)
  foreach(shell IN ITEMS bash zsh fish)
    install(CODE "
      file(MAKE_DIRECTORY \"${completions}\")
      execute_process(COMMAND \"$<TARGET_FILE:gougi>\" completion ${shell}
                      OUTPUT_FILE \"${completions}/gougi.${shell}\" COMMAND_ERROR_IS_FATAL ANY)")
  endforeach()
  # bash-completion loads a file by the program's name.
  foreach(program IN LISTS programs)
    install(FILES ${completions}/gougi.bash RENAME ${program}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${completions}/gougi.fish RENAME ${program}.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endforeach()
  install(FILES ${completions}/gougi.zsh RENAME _gougi
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)

  find_program(GOUGI_HELP2MAN help2man)
  find_program(GOUGI_GZIP gzip)
  set(does_gougi "USI shogi engine that is a council of engines")
  set(does_gougi-engine "USI shogi engine with networks of its own")
  set(does_gougi-mate "solver of shogi mates that speaks USI")
  set(does_gougi-pyon "player of the game Pyonpyon on 5x5 squares")
  set(does_gougi-random "USI shogi engine that plays any legal move")
  set(does_gougi-naitou "the shogi game of 1985 for the Famicom as a USI engine")
  if(GOUGI_HELP2MAN AND GOUGI_GZIP)
    set(manuals ${CMAKE_CURRENT_BINARY_DIR}/manuals)
    foreach(program IN LISTS programs)
      install(CODE "
        file(MAKE_DIRECTORY \"${manuals}\")
        execute_process(COMMAND \"${GOUGI_HELP2MAN}\" --no-info --name \"${does_${program}}\"
                                --include \"${PROJECT_SOURCE_DIR}/src/app/manual.txt\"
                                --output \"${manuals}/${program}.1\" \"$<TARGET_FILE:${program}>\"
                        COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND \"${GOUGI_GZIP}\" -9nf \"${manuals}/${program}.1\" COMMAND_ERROR_IS_FATAL ANY)")
      install(FILES ${manuals}/${program}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    endforeach()
  else()
    install(CODE "message(STATUS \"No help2man: without manual pages\")")
  endif()
endif()

# The licences of what is in the programs, as Debian's packages state them: headers that are compiled
# in everywhere; libraries where they are linked in.
set(within boost=libboost1.81-dev CLI11=libcli11-dev expected=libexpected-dev fmt=libfmt-dev
           nlohmann-json=nlohmann-json3-dev spdlog=libspdlog-dev)
if(WIN32)
  list(APPEND within gcc=g++-mingw-w64-x86-64-posix mingw-w64=mingw-w64-x86-64-dev)
elseif(GOUGI_STATIC)
  list(APPEND within gcc=libstdc++-12-dev glibc=libc6-dev libgcrypt=libgcrypt20-dev
       libgpg-error=libgpg-error-dev sqlite=libsqlite3-dev yaml-cpp=libyaml-cpp-dev)
endif()
foreach(pair IN LISTS within)
  string(REGEX REPLACE "=.*" "" name ${pair})
  string(REGEX REPLACE ".*=" "/usr/share/doc/" stated ${pair})
  install(FILES ${stated}/copyright DESTINATION ${doc_folder}/licences RENAME ${name}.txt OPTIONAL)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/src/live/page/third_party/uplot/LICENSE DESTINATION ${doc_folder}/licences
        RENAME uplot.txt)
if(WIN32)
  install(FILES ${GOUGI_YAML_CPP_SOURCE}/LICENSE DESTINATION licences RENAME yaml-cpp.txt)
  install(FILES ${GOUGI_SQLITE_SOURCE}/copyright DESTINATION licences RENAME sqlite.txt OPTIONAL)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION . RENAME LICENSE.txt)
  # For Notepad: with a byte order mark, and lines that end as Windows ends them.
  foreach(pair IN ITEMS windows.md=README.txt windows.ja.md=README.ja.txt)
    string(REGEX REPLACE "=.*" "" source ${pair})
    string(REGEX REPLACE ".*=" "" name ${pair})
    install(CODE "
      file(READ \"${PROJECT_SOURCE_DIR}/docs/${source}\" text)
      string(REGEX REPLACE \"\\n\\\\[[^\\n]*\\\\]\\\\(windows[^\\n]*\\n\" \"\" text \"\${text}\")
      string(ASCII 239 187 191 mark)
      file(CONFIGURE OUTPUT \"${CMAKE_CURRENT_BINARY_DIR}/${name}\" CONTENT \"\${mark}\${text}\" @ONLY
           NEWLINE_STYLE CRLF)")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name} DESTINATION .)
  endforeach()
else()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${doc_folder} RENAME copyright)
endif()

# What Debian wants of its packages: a change log that its tools read.
if(NOT WIN32 AND GOUGI_GZIP)
  set(debian ${CMAKE_CURRENT_BINARY_DIR}/debian)
  # The day of this version in CHANGELOG.md, as the programs of Debian write it.
  file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md released REGEX "^## ${PROJECT_VERSION} ")
  string(REGEX REPLACE ".*\\((.*)\\)" "\\1" released "${released}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -R -d "${released}" OUTPUT_VARIABLE released
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(GENERATE OUTPUT ${debian}/changelog CONTENT
"gougi (${PROJECT_VERSION}) stable; urgency=medium

  * See CHANGELOG.md.

 -- ${GOUGI_CONTACT}  ${released}
")
  install(CODE "execute_process(COMMAND \"${GOUGI_GZIP}\" -9nkf \"${debian}/changelog\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${debian}/changelog.gz DESTINATION ${doc_folder})
endif()

set(CPACK_PACKAGE_NAME gougi)
set(CPACK_PACKAGE_VENDOR "the gougi authors")
set(CPACK_PACKAGE_CONTACT "${GOUGI_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${does_gougi}")
set(CPACK_PACKAGE_DESCRIPTION
"gougi starts several USI shogi engines, asks each of them for its move,
and plays what their consensus says. A shogi GUI sees one engine.

It brings an engine and a mate solver of its own, and the programs around
them: matches between engines, opening books, records, learning.")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)  # `games` wants its programs in /usr/games
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
if(WIN32)
  set(CPACK_GENERATOR ZIP)
  set(CPACK_SYSTEM_NAME win64)
else()
  set(CPACK_GENERATOR "DEB;TXZ")
  set(CPACK_SYSTEM_NAME linux-x86_64)
  if(GOUGI_STATIC)
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
  else()
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  endif()
endif()
include(CPack)
