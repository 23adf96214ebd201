# The public library reports its version, which is the project's.
target_compile_definitions(tabia_api PRIVATE TABIA_LIBRARY_VERSION="${PROJECT_VERSION}")
