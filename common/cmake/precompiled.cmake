# What many files include, compiled once. sim, lens, corpus: the header that programs begin with, 1.9 s of 4.6 s a program; and no other, so
# that a forgotten include shows (common/tests/compilers/clang.sh). checks: what each exercise's check begins with, 1.5 s of 2.6 s a file.
# tools: the headers of libraries, up to 0.9 s a file with clang; g++ gains little, and there a forgotten include shows. Off with a compiler's
# launcher, since ccache may refuse, and for people with clang, whose file no other clang tool can read.
set(precompiled_default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompiled_default ON)
endif()
option(TUTORIAL_PRECOMPILED_HEADERS "Precompile what many files include" ${precompiled_default})

# tutorial_precompile(<kind> <library>…): from then on targets may use precompiled_<kind>.hpp, as those that link the libraries see it.
function(tutorial_precompile kind)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
  add_library(precompiled.${kind} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
  target_link_libraries(precompiled.${kind} PRIVATE ${ARGN} tutorial_warnings)
  target_include_directories(precompiled.${kind} PRIVATE ${PROJECT_SOURCE_DIR}/common)
  target_precompile_headers(precompiled.${kind} PRIVATE ${PROJECT_SOURCE_DIR}/common/cmake/precompiled_${kind}.hpp)
endfunction()

if(TUTORIAL_PRECOMPILED_HEADERS)
  if("sim" IN_LIST TUTORIAL_BACKENDS)
    tutorial_precompile(corpus cudasim_lens)
    # SHELL: two options may begin with the same word, which CMake would drop.
    target_compile_options(precompiled.corpus PRIVATE -w -UNDEBUG "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim,CUDASIM_CODE_FLAGS>, >"
                           "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim_lens,CUDASIM_CODE_FLAGS>, >")
    foreach(kind sim lens)
      tutorial_precompile(${kind} tutorial_sim)
      target_compile_options(precompiled.${kind} PRIVATE "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim,CUDASIM_CODE_FLAGS>, >")
    endforeach()
    target_compile_options(precompiled.lens PRIVATE "SHELL:$<JOIN:$<TARGET_PROPERTY:cudasim_lens,CUDASIM_CODE_FLAGS>, >")
    tutorial_precompile(checks)
    target_include_directories(precompiled.checks PRIVATE ${PROJECT_SOURCE_DIR}/common/include)
    target_compile_options(precompiled.checks PRIVATE ${TUTORIAL_CHECKS_OPTIONS})
    set_target_properties(precompiled.checks PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    tutorial_precompile(tools fmt::fmt nlohmann_json::nlohmann_json)
    target_compile_options(precompiled.tools PRIVATE ${TUTORIAL_TOOLS_OPTIONS})
  endif()
endif()

# tutorial_precompiled(<target> <kind>): for a target all of whose sources are of the kind; translated ones for sim, lens and corpus.
function(tutorial_precompiled target kind)
  if(TARGET precompiled.${kind})
    target_precompile_headers(${target} REUSE_FROM precompiled.${kind})
  endif()
endfunction()
