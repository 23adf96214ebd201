# `cmake --install`: the program, the public library with headers, CMake package and pkg-config file, and the
# manual page and bash completion, which the program itself prints.
include(CMakePackageConfigHelpers)

install(TARGETS tabia RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

if("api" IN_LIST tabia_rooms)
  # libtabia.a holds the room `api` and every room below it, so that users link one archive.
  set(library_rooms "")
  set(pending api)
  while(pending)
    list(POP_FRONT pending room)
    if(NOT room IN_LIST library_rooms)
      list(APPEND library_rooms ${room})
      list(APPEND pending ${tabia_doors_${room}})
    endif()
  endwhile()
  set(objects "")
  set(foreign_libraries "") # libraries that src/<room>/room.cmake links: users of the archive must link them too
  foreach(room IN LISTS library_rooms)
    get_target_property(type tabia_${room} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND objects "$<TARGET_OBJECTS:tabia_${room}>")
      if(TARGET tabia_${room}_computing)
        list(APPEND objects "$<TARGET_OBJECTS:tabia_${room}_computing>")
      endif()
      get_target_property(libraries tabia_${room} LINK_LIBRARIES)
      list(FILTER libraries EXCLUDE REGEX "^(tabia_.*|Threads::Threads)$")
      foreach(library IN LISTS libraries)
        if(library MATCHES "::")
          message(FATAL_ERROR "src/${room}/room.cmake links ${library}: cmake/tabiaConfig.cmake.in must find it first")
        endif()
        # By name and not by path: it may be elsewhere on the user's machine.
        get_filename_component(name "${library}" NAME)
        string(REGEX REPLACE "^lib|\\.(so|a)[0-9.]*$" "" name "${name}")
        list(APPEND foreign_libraries ${name})
      endforeach()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES foreign_libraries)

  add_library(tabia_library STATIC ${objects})
  add_library(tabia::tabia ALIAS tabia_library)
  set_target_properties(tabia_library PROPERTIES
    OUTPUT_NAME tabia EXPORT_NAME tabia LINKER_LANGUAGE CXX
    ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_compile_features(tabia_library INTERFACE cxx_std_20)
  target_include_directories(tabia_library INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(tabia_library INTERFACE Threads::Threads ${foreign_libraries})

  # The archive must work with other compilers: users get the plain machine code of the objects, not the LTO
  # half, which only the same compiler version can read (and which contains paths from the build).
  if(tabia_lto_flags AND CMAKE_OBJCOPY)
    add_custom_command(TARGET tabia_library POST_BUILD VERBATIM
      COMMAND "${CMAKE_OBJCOPY}" --wildcard "--remove-section=.gnu.lto_*" "--remove-section=.gnu.debuglto_*"
              "$<TARGET_FILE:tabia_library>")
  endif()

  # The same objects as a shared library with a C interface, for other languages. Its version is the version
  # of the interface. Only what include/tabia declares is visible.
  file(STRINGS "${PROJECT_SOURCE_DIR}/include/tabia/tabia.h" api_version REGEX "^#define TABIA_API_VERSION ")
  string(REGEX REPLACE "[^0-9]" "" api_version "${api_version}")
  add_library(tabia_shared SHARED ${objects})
  set_target_properties(tabia_shared PROPERTIES OUTPUT_NAME tabia LINKER_LANGUAGE CXX SOVERSION ${api_version}
    VERSION ${api_version}.${PROJECT_VERSION} LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_link_libraries(tabia_shared PRIVATE Threads::Threads ${foreign_libraries})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/tabia.map.in" "${PROJECT_BINARY_DIR}/tabia.map" @ONLY)
  target_link_options(tabia_shared PRIVATE -Wl,--no-undefined -Wl,--as-needed
                      "-Wl,--version-script=${PROJECT_BINARY_DIR}/tabia.map")
  tabia_link_optimised(tabia_shared)

  set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tabia")
  install(TARGETS tabia_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS tabia_library EXPORT tabiaTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT tabiaTargets NAMESPACE tabia:: DESTINATION "${package_folder}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tabia" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tabiaConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/tabiaConfig.cmake" INSTALL_DESTINATION "${package_folder}")
  # Before 1.0 a new minor version may change the interface.
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/tabiaConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/tabiaConfig.cmake" "${PROJECT_BINARY_DIR}/tabiaConfigVersion.cmake"
          DESTINATION "${package_folder}")

  list(TRANSFORM foreign_libraries PREPEND " -l" OUTPUT_VARIABLE pc_foreign_libraries)
  string(REPLACE ";" "" pc_foreign_libraries "${pc_foreign_libraries}")
  # The package can be moved: pkg-config finds the prefix from the location of the file itself.
  file(RELATIVE_PATH pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/tabia.pc.in" "${PROJECT_BINARY_DIR}/tabia.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/tabia.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()

# A program for another machine can't be asked for its manual.
if(NOT CMAKE_CROSSCOMPILING)
  set(manual "${PROJECT_BINARY_DIR}/tabia.1")
  set(completion "${PROJECT_BINARY_DIR}/completion/tabia")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/completion")
  add_custom_command(OUTPUT "${manual}" COMMAND tabia man > "${manual}"
                     DEPENDS tabia COMMENT "Writing the manual page" VERBATIM)
  add_custom_command(OUTPUT "${completion}" COMMAND tabia completion bash > "${completion}"
                     DEPENDS tabia COMMENT "Writing the bash completion" VERBATIM)
  add_custom_target(tabia_manual ALL DEPENDS "${manual}" "${completion}")
  install(FILES "${manual}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${completion}" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  # Other shells use the completion of bash.
  install(FILES packaging/completion/_tabia DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
  install(FILES packaging/completion/tabia.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
