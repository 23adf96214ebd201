# The embedded network (src/nn/embedded.cpp): the assembler looks for the network in the project's folder,
# link-time optimization must leave embedded.cpp alone, and a new network means that it is compiled again.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/nn/embedded.cpp" PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-fno-lto;-Wa,-I${PROJECT_SOURCE_DIR}"
  OBJECT_DEPENDS "${PROJECT_SOURCE_DIR}/nets/default.net")
