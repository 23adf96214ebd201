# Fathom for Syzygy tables, if it is installed (only src/search/tablebase.cpp uses it).
option(TABIA_SYZYGY "Read Syzygy endgame tables, if libfathom is installed" ON)
find_library(TABIA_FATHOM_LIBRARY fathom)
find_path(TABIA_FATHOM_HEADERS tbprobe.h)
mark_as_advanced(TABIA_FATHOM_LIBRARY TABIA_FATHOM_HEADERS)
if(TABIA_SYZYGY AND TABIA_FATHOM_LIBRARY AND TABIA_FATHOM_HEADERS)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/search/tablebase.cpp" PROPERTIES
    COMPILE_DEFINITIONS TABIA_HAS_FATHOM=1)
  target_include_directories(tabia_search SYSTEM PRIVATE "${TABIA_FATHOM_HEADERS}")
  target_link_libraries(tabia_search PRIVATE "${TABIA_FATHOM_LIBRARY}")
endif()

# The search parameters become variables in all files that include them.
if(TABIA_TUNE)
  target_compile_definitions(tabia_search PUBLIC TABIA_TUNE)
endif()
