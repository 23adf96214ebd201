# Makes one library target `tabia_<room>` (alias tabia::<room>) of each room of scripts/layers.txt that exists
# in src/, linked to the rooms that it may use, and the program `tabia` from src/tools.
#
# Sets for the rest of the build:
#   tabia_rooms              the rooms that exist, in the order of the table (without tools)
#   tabia_doors_<room>       the existing rooms that <room> may use
#
# Whatever else a room needs (a third-party library, flags for one file) is in src/<room>/room.cmake, which is
# included after the target is made.

set(tabia_layers_file "${PROJECT_SOURCE_DIR}/scripts/layers.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${tabia_layers_file}")

# The sources of a room and whether it exists at all (has a source or a header).
function(tabia_find_room room sources_variable exists_variable)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.h")
  set(${sources_variable} "${sources}" PARENT_SCOPE)
  if(sources OR headers)
    set(${exists_variable} TRUE PARENT_SCOPE)
  else()
    set(${exists_variable} FALSE PARENT_SCOPE)
  endif()
endfunction()

# With LTO the compiler puts a random number into each object; a fixed one keeps builds reproducible.
function(tabia_fix_random_seed)
  if(tabia_lto_flags)
    foreach(source IN LISTS ARGN)
      file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${source}")
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS "-frandom-seed=${name}")
    endforeach()
  endif()
endfunction()

# In rooms where some files compute and others don't (they read and write files, or describe settings), only
# the files listed here are optimized as the preset says; see tabia_arrange for the rest. For the files that
# aren't listed, g++ takes 11 s at -O1 and 21 s at -O3 in nn, 17 and 26 s in train. Under a sanitizer that is
# three quarters of a build (onnx: 50 s at -O2, 13 s at -O0).
set(tabia_computing_chess attacks check_map fen game movegen notation perft polyglot position see)
set(tabia_computing_deep blocks forward layers planes policy)
set(tabia_computing_train examples exchange fragment gradient model online optimiser planes_fragment planes_gradient planes_heads
    planes_loss planes_model planes_reference planes_stages planes_tokens row_stream sampler)
set(tabia_computing_nn accumulator arrange features lc0_file network plane_storage quantise random_network relations
    stockfish_file tensor win_curve)
if(TABIA_SANITIZE)
  set(tabia_computing_base hash json json_value text) # the files that need no library
  set(tabia_computing_data game_coding packed_position)
else()
  set(tabia_computing_data binpack block branches bullet container filter game_coding packed_position plain quality
      raw_record select shuffle spill viri)
endif()

# Precompiled standard headers: for files that compute, and for files that don't.
if(tabia_precompile)
  tabia_add_precompiled(tabia_precompiled ${tabia_common_headers})
  tabia_add_precompiled(tabia_precompiled_arranged ${tabia_common_headers})
  tabia_arrange(tabia_precompiled_arranged)
endif()
# tabia_take_precompiled(TARGET FROM): if there are any.
function(tabia_take_precompiled target from)
  if(TARGET ${from})
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

function(tabia_add_room room sources doors)
  set(target tabia_${room})
  if(sources)
    tabia_split_computing(sources computing tabia_computing_${room})
    add_library(${target} STATIC ${sources})
    tabia_fix_random_seed(${sources} ${computing})
    tabia_add_computing(${target} ${computing})
    # Each file of kernels is for a different instruction set.
    if(NOT room STREQUAL "kernels")
      tabia_unite(${target})
    endif()
    if(computing)
      tabia_take_precompiled(${target}_computing tabia_precompiled)
    endif()
    # The last three: worth optimizing for users, but their tests hardly compute.
    if(room MATCHES "^(api|cli|engine|games|jobs|learn|play|remote|runs|tools|uci)$" OR computing OR
       (TABIA_SANITIZE AND room MATCHES "^(http|onnx|service)$"))
      tabia_arrange(${target})
      tabia_take_precompiled(${target} tabia_precompiled_arranged)
    elseif(room MATCHES "^(http|onnx|service)$")
      # They only call code that computes: -O3 takes 1.6 times as long to compile (onnx) and gains nothing.
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    elseif(NOT room STREQUAL "kernels")
      tabia_take_precompiled(${target} tabia_precompiled)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tabia::${room} ALIAS ${target})
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} ${scope} Threads::Threads)
  foreach(door IN LISTS doors)
    target_link_libraries(${target} ${scope} tabia_${door})
    if(TARGET ${target}_computing)
      target_link_libraries(${target}_computing PRIVATE tabia_${door})
    endif()
  endforeach()
  if(room MATCHES "^(api|tools)$")
    target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/include")
  endif()
  include("${PROJECT_SOURCE_DIR}/src/${room}/room.cmake" OPTIONAL)
endfunction()

# Reads `room : doors # meaning`. scripts/check_layers.py reports errors in the table.
file(STRINGS "${tabia_layers_file}" layer_lines)
set(tabia_rooms "")
foreach(line IN LISTS layer_lines)
  string(REGEX REPLACE "#.*" "" line "${line}")
  if(line MATCHES "^([a-z]+)[ ]*:(.*)$")
    set(room "${CMAKE_MATCH_1}")
    string(REGEX MATCHALL "[a-z*]+" tabia_doors_${room} "${CMAKE_MATCH_2}")
    tabia_find_room(${room} tabia_sources_${room} exists)
    # The bare engine's main(), which only the Makefile compiles.
    list(REMOVE_ITEM tabia_sources_${room} "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
    if(exists AND NOT room STREQUAL "tools")
      list(APPEND tabia_rooms ${room})
    endif()
  endif()
endforeach()

foreach(room IN LISTS tabia_rooms)
  set(doors "")
  foreach(door IN LISTS tabia_doors_${room})
    if(door IN_LIST tabia_rooms)
      list(APPEND doors ${door})
    endif()
  endforeach()
  set(tabia_doors_${room} "${doors}")
  tabia_add_room(${room} "${tabia_sources_${room}}" "${doors}")
endforeach()

# main.cpp of the room tools is the program, its other files a library that the tests link too.
set(tools_main "${PROJECT_SOURCE_DIR}/src/tools/main.cpp")
list(REMOVE_ITEM tabia_sources_tools "${tools_main}")
tabia_add_room(tools "${tabia_sources_tools}" "${tabia_rooms}")
add_executable(tabia "${tools_main}")
tabia_fix_random_seed("${tools_main}")
target_link_libraries(tabia PRIVATE tabia_tools)
tabia_link_optimised(tabia)
set_target_properties(tabia PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# base/version_info.h is checked on every build but written only if version or commit has changed, and only
# src/cli/version.cpp includes it: a new commit compiles one file and configures nothing.
find_program(TABIA_GIT git)
add_custom_target(tabia_version_info
  COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${PROJECT_BINARY_DIR}/generated/base/version_info.h"
          "-DVERSION=${PROJECT_VERSION}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DGIT=${TABIA_GIT}"
          "-DCOMMIT=${TABIA_COMMIT}"
          -P "${PROJECT_SOURCE_DIR}/cmake/write_version_info.cmake"
  BYPRODUCTS "${PROJECT_BINARY_DIR}/generated/base/version_info.h"
  COMMENT "Looking at the version" VERBATIM)
if(TARGET tabia_cli)
  get_target_property(cli_type tabia_cli TYPE)
  if(NOT cli_type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(tabia_cli PRIVATE "${PROJECT_BINARY_DIR}/generated")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/cli/version.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    add_dependencies(tabia_cli tabia_version_info)
  endif()
endif()
