# The texts of recipes/learn become part of the program (src/learn/recipe.h). The room train defines
# tabia_shipped_entries.
file(GLOB tabia_learn_texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/recipes/learn/*.toml")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tabia_learn_texts})
tabia_shipped_entries("${tabia_learn_texts}" TABIA_SHIPPED_LEARN_RECIPES)
configure_file("${PROJECT_SOURCE_DIR}/src/learn/shipped_texts.cpp.in"
               "${PROJECT_BINARY_DIR}/generated/shipped_learn_texts.cpp" @ONLY)
target_sources(tabia_learn PRIVATE "${PROJECT_BINARY_DIR}/generated/shipped_learn_texts.cpp")
