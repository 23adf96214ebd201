# Script (cmake -P): writes base/version_info.h, only if its content changes.
# Needs OUTPUT, VERSION, SOURCE_DIR; GIT may be empty or "...-NOTFOUND", COMMIT empty.

set(commit "")
# Only this tree's own repository counts, not one that happens to contain an unpacked archive.
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
  # No optional locks: someone else may be committing at this moment.
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env GIT_OPTIONAL_LOCKS=0
            "${GIT}" -C "${SOURCE_DIR}" describe --always --dirty --abbrev=7 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit "${COMMIT}")
endif()
if(NOT commit)
  set(commit "unknown")
endif()

set(text "// Written by cmake/write_version_info.cmake.
#define TABIA_VERSION \"${VERSION}\"
#define TABIA_COMMIT \"${commit}\"
")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT text STREQUAL old)
  file(WRITE "${OUTPUT}" "${text}")
endif()
