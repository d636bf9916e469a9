# SPDX-License-Identifier: MIT
# Third-party libraries and the program manifest for Windows programs built on Debian, whose
# packages hold them for Linux only. Headers serve both platforms and are used as they are; what
# has to be compiled is compiled from source here: yaml-cpp (its place in GOUGI_YAML_CPP_SOURCE),
# SQLite (sqlite3.c and sqlite3.h in GOUGI_SQLITE_SOURCE) and GoogleTest (its Debian package is source).
set(GOUGI_YAML_CPP_SOURCE "" CACHE PATH "Source folder of yaml-cpp (cross-builds only)")
set(GOUGI_SQLITE_SOURCE "" CACHE PATH "Folder of SQLite's sqlite3.c (cross-builds only)")
enable_language(C RC)

# The headers of Debian's /usr/include itself would clash with mingw's: only these are shown.
set(gougi_third_party ${CMAKE_BINARY_DIR}/third-party/include)
file(MAKE_DIRECTORY ${gougi_third_party})
foreach(folder boost fmt spdlog tl CLI nlohmann)
  if(NOT EXISTS /usr/include/${folder})
    message(FATAL_ERROR "No /usr/include/${folder}: run scripts/build-windows, which installs it")
  endif()
  file(CREATE_LINK /usr/include/${folder} ${gougi_third_party}/${folder} SYMBOLIC)
endforeach()
# Boost.Process asks for <Windows.h>, which mingw spells in small letters.
file(WRITE ${gougi_third_party}/Windows.h.new "#include <windows.h>\n")
file(COPY_FILE ${gougi_third_party}/Windows.h.new ${gougi_third_party}/Windows.h ONLY_IF_DIFFERENT)

function(gougi_headers name)
  cmake_parse_arguments(ARG "" "" "DEFINITIONS;LIBS" ${ARGN})
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${gougi_third_party})
  target_compile_definitions(${name} INTERFACE ${ARG_DEFINITIONS})
  target_link_libraries(${name} INTERFACE ${ARG_LIBS})
endfunction()
gougi_headers(Boost::headers LIBS ws2_32 mswsock ntdll bcrypt)
gougi_headers(fmt::fmt DEFINITIONS FMT_HEADER_ONLY)
gougi_headers(spdlog::spdlog DEFINITIONS SPDLOG_FMT_EXTERNAL LIBS fmt::fmt)
gougi_headers(tl::expected)
gougi_headers(CLI11::CLI11)
gougi_headers(nlohmann_json::nlohmann_json)

if(NOT EXISTS ${GOUGI_YAML_CPP_SOURCE}/CMakeLists.txt)
  message(FATAL_ERROR "Set GOUGI_YAML_CPP_SOURCE to the source of yaml-cpp (scripts/build-windows "
                      "fetches it)")
endif()
set(YAML_CPP_BUILD_TESTS OFF CACHE BOOL "" FORCE)
set(YAML_CPP_BUILD_TOOLS OFF CACHE BOOL "" FORCE)
set(YAML_CPP_BUILD_CONTRIB OFF CACHE BOOL "" FORCE)
set(YAML_CPP_INSTALL OFF CACHE BOOL "" FORCE)
add_subdirectory(${GOUGI_YAML_CPP_SOURCE} ${CMAKE_BINARY_DIR}/third-party/yaml-cpp EXCLUDE_FROM_ALL)
target_compile_definitions(yaml-cpp INTERFACE YAML_CPP_STATIC_DEFINE)

if(NOT EXISTS ${GOUGI_SQLITE_SOURCE}/sqlite3.c)
  message(FATAL_ERROR "Set GOUGI_SQLITE_SOURCE to the folder of sqlite3.c (scripts/build-windows "
                      "makes it)")
endif()
add_library(gougi_sqlite STATIC EXCLUDE_FROM_ALL ${GOUGI_SQLITE_SOURCE}/sqlite3.c)
target_include_directories(gougi_sqlite SYSTEM PUBLIC ${GOUGI_SQLITE_SOURCE})
target_compile_definitions(gougi_sqlite PRIVATE SQLITE_OMIT_LOAD_EXTENSION SQLITE_DQS=0)
set_target_properties(gougi_sqlite PROPERTIES UNITY_BUILD OFF)
add_library(SQLite::SQLite3 ALIAS gougi_sqlite)

if(GOUGI_TESTS)
  set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
  add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/third-party/googletest EXCLUDE_FROM_ALL)
endif()

# Every executable carries the manifest that makes UTF-8 its code page.
add_library(gougi_manifest OBJECT src/app/windows.rc)
set_source_files_properties(src/app/windows.rc PROPERTIES OBJECT_DEPENDS
                            ${PROJECT_SOURCE_DIR}/src/app/windows.manifest)
target_link_libraries(gougi_options INTERFACE $<TARGET_OBJECTS:gougi_manifest>)

# GCC aligns the stack of Win64 functions to 16 bytes only, yet moves AVX registers with aligned
# stores (PR 54412): let the assembler write the unaligned ones, which cost nothing.
target_compile_options(gougi_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wa,-muse-unaligned-vector-move>)
