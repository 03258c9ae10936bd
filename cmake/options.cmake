# Warnings and floating-point rules as interface targets: linked PRIVATE by our own targets, nothing is global.

add_library(wb_warnings INTERFACE)
target_compile_options(wb_warnings INTERFACE -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
                       $<$<BOOL:${WB_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # It takes the other alternatives of a moved std::variant for variables that somebody reads.
  target_compile_options(wb_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# The simulator and the loops state every fused multiply-add themselves; the host compiler must never add one (design.md, "Numbers").
target_compile_options(wb_warnings INTERFACE -ffp-contract=off)

set(WB_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined")
if(WB_SANITIZE)
  target_compile_options(wb_warnings INTERFACE -fsanitize=${WB_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(wb_warnings INTERFACE -fsanitize=${WB_SANITIZE})
endif()
