# The header that all programs begin with, compiled once for the simulator and once for the lens: each program then takes 0.4 s less.
# Off for people: a single program waits longer, ccache may refuse, and other clang tools cannot read clang's file. nvcc, which has no
# such thing, still sees the programs' own includes.
set(precompiled_default OFF)
if(DEFINED ENV{CI} AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompiled_default ON)
endif()
option(TUTORIAL_PRECOMPILED_HEADERS "Precompile what all programs include (on in CI)" ${precompiled_default})

if(TUTORIAL_PRECOMPILED_HEADERS)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
  foreach(kind sim lens)
    add_library(precompiled.${kind} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
    target_link_libraries(precompiled.${kind} PRIVATE tutorial_sim tutorial_warnings)
    target_compile_options(precompiled.${kind} PRIVATE "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim,CUDASIM_CODE_FLAGS>, >")
    target_precompile_headers(precompiled.${kind} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/precompiled_${kind}.hpp)
  endforeach()
  # SHELL: two options may begin with the same word, which CMake would drop.
  target_compile_options(precompiled.lens PRIVATE "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim_lens,CUDASIM_CODE_FLAGS>, >")
endif()

# tutorial_precompiled(<target> sim|lens): for a target that has no sources but translated ones.
function(tutorial_precompiled target kind)
  if(TUTORIAL_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM precompiled.${kind})
  endif()
endfunction()
