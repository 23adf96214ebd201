# Compiler and linker flags for all our code. Third-party headers come from imported targets, whose
# include folders are system folders, so the warnings below don't apply to them.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(TABIA_WERROR)
  add_compile_options(-Werror)
endif()

# Objects that can be linked into shared libraries: libtabia.so, the Python module, and those of users who
# link libtabia.a. With hidden names this costs nothing: only what include/tabia declares is visible
# (docs/performance.md, "Shared objects").
add_compile_options(-fPIC -fvisibility=hidden -fvisibility-inlines-hidden)

if(TABIA_ARCH STREQUAL "default")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
    add_compile_options(-march=x86-64-v2)
  endif()
elseif(TABIA_ARCH)
  add_compile_options("-march=${TABIA_ARCH}")
endif()

# One file that needs no library; see the Makefile for the assembler's option. Threads get the stack that they have
# on Linux, 8 MB. The file must not contain the time at which it was linked.
if(WIN32)
  add_compile_definitions(_WIN32_WINNT=0x0A00)
  add_compile_options(-Wa,-muse-unaligned-vector-move)
  add_link_options(-static -Wl,--stack,8388608 -Wl,--no-insert-timestamp)
endif()

# The same sources give the same bytes, no matter which folder they are in. (gcov needs the true paths.)
if(NOT TABIA_COVERAGE)
  add_compile_options("-ffile-prefix-map=${PROJECT_BINARY_DIR}/=build/" "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
endif()

# Link-time optimization with "fat" objects: they also hold plain machine code, which the installed archive
# keeps (cmake/install.cmake) and with which test programs skip the slow link. clang 14 has no fat objects,
# so there LTO stays off.
set(tabia_lto_flags "")
if(TABIA_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(tabia_lto_flags -flto=auto)
  add_compile_options(-flto=auto -ffat-lto-objects)
endif()

# For programs that users run. The libraries that they link are compiled for LTO in any case.
function(tabia_link_optimised target)
  target_link_options(${target} PRIVATE ${tabia_lto_flags})
endfunction()

# Code that doesn't compute much gains nothing from optimization, and compiles in half the time without it.
# tabia_arrange(TARGET) is for such rooms. Builds for users optimize them a little, sanitizer builds don't.
function(tabia_arrange target)
  if(TABIA_SANITIZE)
    target_compile_options(${target} PRIVATE -O0) # appended last, so it takes effect
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# For test programs: the tested code is optimized, the test code need not be.
function(tabia_build_quickly target)
  target_compile_options(${target} PRIVATE -O0)
  if(tabia_lto_flags)
    target_compile_options(${target} PRIVATE -fno-lto)
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()

# Most of what a compiler reads is the standard library, once for each file. With TABIA_UNITY=N the files of a
# target are compiled N at a time, and if that isn't possible, standard headers are precompiled. That hides a
# missing #include, so the preset `debug`, which `./test full` builds, compiles each file by itself.
#
# tabia_unite(TARGET): files of the target share one namespace { }, so their private names must differ.
function(tabia_unite target)
  if(TABIA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TABIA_UNITY})
    # g++ treats these sources as headers and warns if a class uses types of a namespace { }; they aren't
    # headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# In sanitizer and release builds, files that compute are compiled separately from the rest of their target
# (tabia_arrange).
# tabia_split_computing(SOURCES COMPUTING NAMES): moves the sources whose names (without folder and .cpp) are in
# the list variable NAMES from the list variable SOURCES to COMPUTING. In other builds nothing is moved.
function(tabia_split_computing sources_variable computing_variable names_variable)
  set(computing "")
  if(TABIA_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Release")
    foreach(source IN LISTS ${sources_variable})
      get_filename_component(name "${source}" NAME_WE)
      if(name IN_LIST ${names_variable})
        list(APPEND computing "${source}")
      endif()
    endforeach()
    list(LENGTH ${names_variable} expected)
    list(LENGTH computing found)
    if(NOT found EQUAL expected)
      message(FATAL_ERROR "${names_variable} names ${expected} files, of which ${found} exist: ${${names_variable}}")
    endif()
  endif()
  set(rest ${${sources_variable}})
  list(REMOVE_ITEM rest ${computing} "")
  set(${sources_variable} "${rest}" PARENT_SCOPE)
  set(${computing_variable} "${computing}" PARENT_SCOPE)
endfunction()

# tabia_add_computing(TARGET SOURCE...): compiles the sources for the target with the preset's flags, whatever
# flags the target has.
function(tabia_add_computing target)
  if(ARGN)
    add_library(${target}_computing OBJECT ${ARGN})
    target_include_directories(${target}_computing PRIVATE "${PROJECT_SOURCE_DIR}/src")
    tabia_unite(${target}_computing)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_computing>)
  endif()
endfunction()

# Not with ccache: it can't reuse objects in another clone if they were made from precompiled headers.
set(tabia_precompile OFF)
if(TABIA_UNITY AND NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(tabia_precompile ON)
endif()
# tabia_add_precompiled(NAME HEADER...): a target whose precompiled headers other targets can use, with
# target_precompile_headers(TARGET REUSE_FROM NAME). Their flags must be the same; definitions may be added.
# Only system headers: the project's own headers change too often.
function(tabia_add_precompiled name)
  set(source "${PROJECT_BINARY_DIR}/generated/${name}.cpp")
  file(WRITE "${source}.new" "// Only here to be compiled with the headers.\n")
  file(COPY_FILE "${source}.new" "${source}" ONLY_IF_DIFFERENT)
  add_library(${name} OBJECT "${source}")
  target_link_libraries(${name} PRIVATE Threads::Threads)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()
set(tabia_common_headers <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdio> <filesystem> <fstream>
    <functional> <map> <memory> <optional> <set> <span> <string> <string_view> <thread> <utility> <vector>)

if(TABIA_SANITIZE)
  # Readable stack traces; asserts and library checks stay on. (The preset sets the optimization level.)
  add_compile_options("-fsanitize=${TABIA_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer
                      -fno-optimize-sibling-calls)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  # Because of a sanitizer's checks, g++ sees paths to a variable that don't exist, and because of precompiled
  # headers, it warns about the standard library. The release build, which has neither, keeps these warnings.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  endif()
  string(REPLACE "fuzzer-no-link," "" tabia_link_sanitizers "${TABIA_SANITIZE}")
  add_link_options("-fsanitize=${tabia_link_sanitizers}")
  # Sanitized programs are large: GNU ld takes 6.7 s of processor time for test_service, lld 1.5 s.
  find_program(TABIA_LLD ld.lld)
  if(TABIA_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

if(TABIA_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
