# simdjson for large imports (only src/data/lichess_json.cpp uses it). Without it our own parser reads them, which takes
# longer; that is meant for Windows, where simdjson must be compiled first (scripts/static_libraries).
option(TABIA_SIMDJSON "Parse Lichess's evaluations with simdjson" ON)
if(NOT TABIA_SIMDJSON)
  return()
endif()
find_path(TABIA_SIMDJSON_HEADERS simdjson.h)
find_library(TABIA_SIMDJSON_LIBRARY simdjson)
mark_as_advanced(TABIA_SIMDJSON_HEADERS TABIA_SIMDJSON_LIBRARY)
if(NOT TABIA_SIMDJSON_HEADERS OR NOT TABIA_SIMDJSON_LIBRARY)
  if(WIN32)
    return()
  endif()
  message(FATAL_ERROR "simdjson is missing: install it (Debian: apt-get install libsimdjson-dev), let ./run do it, "
                      "or do without (-DTABIA_SIMDJSON=OFF)")
endif()
target_include_directories(tabia_data SYSTEM PRIVATE "${TABIA_SIMDJSON_HEADERS}")
target_link_libraries(tabia_data PRIVATE "${TABIA_SIMDJSON_LIBRARY}")
target_compile_definitions(tabia_data PRIVATE TABIA_HAS_SIMDJSON=1)
# This file is optimized like the files in tabia_computing_data. It can't be one of them, because they are
# compiled without simdjson's headers.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/data/lichess_json.cpp" PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>")
