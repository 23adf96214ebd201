# zstd for compressed network files, where it is there (src/nn/compression.cpp, the one owner).
option(TABIA_ZSTD "Read and write compressed networks, if libzstd is there" ON)
find_library(TABIA_ZSTD_LIBRARY zstd)
find_path(TABIA_ZSTD_HEADERS zstd.h)
mark_as_advanced(TABIA_ZSTD_LIBRARY TABIA_ZSTD_HEADERS)
if(TABIA_ZSTD AND TABIA_ZSTD_LIBRARY AND TABIA_ZSTD_HEADERS)
  target_compile_definitions(tabia_nn PRIVATE TABIA_HAS_ZSTD=1)
  target_include_directories(tabia_nn SYSTEM PRIVATE "${TABIA_ZSTD_HEADERS}")
  target_link_libraries(tabia_nn PRIVATE "${TABIA_ZSTD_LIBRARY}")
  # For users of the installed archive (cmake/install.cmake).
  set(tabia_private_libraries zstd PARENT_SCOPE)
endif()

# The embedded network (src/nn/embedded.cpp): the assembler looks for it from the project's folder, link-time
# optimisation must leave that file alone, and a new network means a new object.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/nn/embedded.cpp" PROPERTIES
  COMPILE_OPTIONS "-fno-lto;-Wa,-I${PROJECT_SOURCE_DIR}"
  OBJECT_DEPENDS "${PROJECT_SOURCE_DIR}/nets/default.net")
