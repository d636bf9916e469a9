# SPDX-License-Identifier: MIT
# What `cmake --install` copies, and the Debian package and the .tar.xz that CPack makes of it.
# `scripts/package` calls it with the build type and the instruction set that packages want.
include(GNUInstallDirs)

# The programs look for config/ beside their own folder, so both stay together in a folder of their
# own; what stands in bin are links, relative ones: an unpacked .tar.xz works wherever it lies.
set(programs gougi gougi-engine gougi-mate gougi-pyon gougi-random gougi-naitou)
install(TARGETS ${programs} RUNTIME DESTINATION lib/gougi/bin)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/config DESTINATION lib/gougi)
if(NOT WIN32)
  set(links ${CMAKE_CURRENT_BINARY_DIR}/links)
  file(MAKE_DIRECTORY ${links})
  foreach(program IN LISTS programs)
    file(CREATE_LINK ../lib/gougi/bin/${program} ${links}/${program} SYMBOLIC)
  endforeach()
  install(DIRECTORY ${links}/ DESTINATION bin)
endif()
# What completes words in a shell, as gougi itself writes it; a cross-built one cannot be asked here.
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
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/README.ja.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_PACKAGE_NAME gougi)
set(CPACK_PACKAGE_VENDOR "the gougi authors")
set(CPACK_PACKAGE_CONTACT "the gougi authors <gougi@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "USI shogi engine that is a council of engines")
set(CPACK_GENERATOR "DEB;TXZ")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
include(CPack)
