# Libraries of the CUDA toolkit that a program compares itself with (PEERS), or cannot do without (REQUIRES).

# What the simulator has, too.
set(TUTORIAL_SIMULATED_PEERS nccl)

# tutorial_peers(<target> <back end> <library>…): links those that are there; TUTORIAL_HAS_CUBLAS … is 1 for them, else 0.
function(tutorial_peers target backend)
  foreach(library IN LISTS ARGN)
    string(TOUPPER "${library}" upper)
    set(has 0)
    if(backend STREQUAL "cuda")
      tutorial_find_peer(${library})
      if(TUTORIAL_HAS_PEER)
        set(has 1)
        target_link_libraries(${target} PRIVATE ${TUTORIAL_${upper}_LIBRARY})
      endif()
    elseif(library IN_LIST TUTORIAL_SIMULATED_PEERS)
      set(has 1)
      target_link_libraries(${target} PRIVATE cudasim_libraries)
    endif()
    target_compile_definitions(${target} PRIVATE TUTORIAL_HAS_${upper}=${has})
  endforeach()
endfunction()

# tutorial_find_peer(<library>): sets TUTORIAL_HAS_PEER, and TUTORIAL_<LIBRARY>_LIBRARY in the cache.
function(tutorial_find_peer library)
  set(TUTORIAL_HAS_PEER FALSE PARENT_SCOPE)
  if(NOT "cuda" IN_LIST TUTORIAL_BACKENDS)
    return()
  endif()
  string(TOUPPER "${library}" upper)
  set(toolkit_only NO_DEFAULT_PATH)
  if(library STREQUAL "nccl")
    set(toolkit_only "")  # a package of its own: its header may be anywhere
  endif()
  cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH bin)
  find_library(TUTORIAL_${upper}_LIBRARY ${library} HINTS ${bin}/.. PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib)
  find_path(TUTORIAL_${upper}_INCLUDE_DIR NAMES ${library}_v2.h ${library}.h HINTS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} ${toolkit_only})
  if(TUTORIAL_${upper}_LIBRARY AND TUTORIAL_${upper}_INCLUDE_DIR)
    set(TUTORIAL_HAS_PEER TRUE PARENT_SCOPE)
  endif()
endfunction()
