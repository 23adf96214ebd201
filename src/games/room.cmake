# SQLite, if it is installed (only src/games/sqlite.cpp uses it).
find_path(TABIA_SQLITE_HEADERS sqlite3.h)
find_library(TABIA_SQLITE_LIBRARY sqlite3)
mark_as_advanced(TABIA_SQLITE_HEADERS TABIA_SQLITE_LIBRARY)
if(TABIA_SQLITE_HEADERS AND TABIA_SQLITE_LIBRARY)
  target_compile_definitions(tabia_games PRIVATE TABIA_HAS_SQLITE=1)
  target_include_directories(tabia_games SYSTEM PRIVATE "${TABIA_SQLITE_HEADERS}")
  target_link_libraries(tabia_games PRIVATE "${TABIA_SQLITE_LIBRARY}")
else()
  target_compile_definitions(tabia_games PRIVATE TABIA_HAS_SQLITE=0)
endif()
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/games/sqlite.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# The embedded table of openings, read by the assembler (see src/nn/room.cmake).
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/games/embedded.cpp" PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS "-fno-lto;-Wa,-I${PROJECT_SOURCE_DIR}"
  OBJECT_DEPENDS "${PROJECT_SOURCE_DIR}/src/games/openings.table")
