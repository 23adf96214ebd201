# The public library tells its version, which is that of the project.
target_compile_definitions(tabia_api PRIVATE TABIA_LIBRARY_VERSION="${PROJECT_VERSION}")
