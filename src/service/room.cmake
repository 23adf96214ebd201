# The built page (web/dist) and openapi.json become part of the program (src/service/page.h). As with the embedded
# network, the assembler reads the files, and link-time optimization must leave alone the source file that
# names them.
file(GLOB_RECURSE tabia_page_files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/web/dist"
     "${PROJECT_SOURCE_DIR}/web/dist/*")
set(TABIA_EMBEDDED_TEXTS "")
set(TABIA_EMBEDDED_ENTRIES "")
set(tabia_embedded_inputs "")
set(tabia_embedded_number 0)

function(tabia_embed path)
  set(symbol "tabia_embedded_file_${tabia_embedded_number}")
  string(APPEND TABIA_EMBEDDED_TEXTS
    "TABIA_EMBED(${symbol}, \"${path}\", \"16\");\n")
  math(EXPR next "${tabia_embedded_number} + 1")
  set(tabia_embedded_number ${next} PARENT_SCOPE)
  set(tabia_embedded_symbol ${symbol} PARENT_SCOPE)
  set(tabia_embedded_inputs "${tabia_embedded_inputs};${path}" PARENT_SCOPE)
  set(TABIA_EMBEDDED_TEXTS "${TABIA_EMBEDDED_TEXTS}" PARENT_SCOPE)
endfunction()

tabia_embed("${PROJECT_SOURCE_DIR}/src/service/openapi.json")
set(TABIA_OPENAPI_SYMBOL ${tabia_embedded_symbol})
# Each file is also embedded in compressed form, for clients that accept gzip or brotli, if the compressor is
# installed at build time.
find_program(TABIA_GZIP gzip)
find_program(TABIA_BROTLI brotli)
# Adds the file made by `program OPTIONS -c` as the next member of the entry, or an empty member if there is
# no such program.
function(tabia_embed_packed path name extension program)
  if(program)
    set(packed "${PROJECT_BINARY_DIR}/generated/page/${name}.${extension}")
    get_filename_component(folder "${packed}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(OUTPUT "${packed}" DEPENDS "${path}" VERBATIM
      COMMAND sh -c "program=$1 from=$2 to=$3; shift 3; \"$program\" \"$@\" -c \"$from\" > \"$to\"" pack
              "${program}" "${path}" "${packed}" ${ARGN})
    tabia_embed("${packed}")
    string(APPEND TABIA_EMBEDDED_ENTRIES
      ",\n     os::embedded(${tabia_embedded_symbol}_begin, ${tabia_embedded_symbol}_end)")
    foreach(changed tabia_embedded_number tabia_embedded_symbol tabia_embedded_inputs TABIA_EMBEDDED_TEXTS)
      set(${changed} "${${changed}}" PARENT_SCOPE)
    endforeach()
  else()
    string(APPEND TABIA_EMBEDDED_ENTRIES ",\n     {}")
  endif()
  set(TABIA_EMBEDDED_ENTRIES "${TABIA_EMBEDDED_ENTRIES}" PARENT_SCOPE)
endfunction()

foreach(name IN LISTS tabia_page_files)
  set(path "${PROJECT_SOURCE_DIR}/web/dist/${name}")
  tabia_embed("${path}")
  string(APPEND TABIA_EMBEDDED_ENTRIES
    "    {\"${name}\", os::embedded(${tabia_embedded_symbol}_begin, ${tabia_embedded_symbol}_end)")
  tabia_embed_packed("${path}" "${name}" gz "${TABIA_GZIP}" -9 -n)
  tabia_embed_packed("${path}" "${name}" br "${TABIA_BROTLI}" -q 11 -w 24)
  string(APPEND TABIA_EMBEDDED_ENTRIES "},\n")
endforeach()

set(tabia_embedded_source "${PROJECT_BINARY_DIR}/generated/embedded_page.cpp")
configure_file("${PROJECT_SOURCE_DIR}/src/service/embedded_page.cpp.in" "${tabia_embedded_source}" @ONLY)
target_sources(tabia_service PRIVATE "${tabia_embedded_source}")
set_source_files_properties("${tabia_embedded_source}" PROPERTIES
  COMPILE_OPTIONS "-fno-lto" OBJECT_DEPENDS "${tabia_embedded_inputs}")
