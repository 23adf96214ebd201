# The texts of models/ and recipes/ become part of the program (src/train/shipped.h).
file(GLOB tabia_model_texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/models/*.toml")
file(GLOB tabia_recipe_texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/recipes/*.toml")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tabia_model_texts} ${tabia_recipe_texts})

function(tabia_shipped_entries files result)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND entries "    {\"${name}\", R\"toml(${text})toml\"},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()
tabia_shipped_entries("${tabia_model_texts}" TABIA_SHIPPED_MODELS)
tabia_shipped_entries("${tabia_recipe_texts}" TABIA_SHIPPED_RECIPES)
configure_file("${PROJECT_SOURCE_DIR}/src/train/shipped_texts.cpp.in"
               "${PROJECT_BINARY_DIR}/generated/shipped_texts.cpp" @ONLY)
target_sources(tabia_train PRIVATE "${PROJECT_BINARY_DIR}/generated/shipped_texts.cpp")
