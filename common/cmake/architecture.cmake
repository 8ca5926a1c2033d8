# Instructions that one compute capability has and no later one, such as those of warp groups: nvcc has them for sm_90a alone, and no
# PTX carries them on.

# tutorial_architecture(<target> <back end> <name>): compiles a program of the CUDA back end for sm_<name>, such as 90a, in the place of
# its number, if that is among CMAKE_CUDA_ARCHITECTURES; then TUTORIAL_HAS_SM_90A is 1, else 0. PTX for later devices stays.
function(tutorial_architecture target backend name)
  set(has 0)
  if(backend STREQUAL "cuda")
    set(architectures ${CMAKE_CUDA_ARCHITECTURES})
    if(architectures STREQUAL "native")
      set(architectures ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
    elseif(architectures MATCHES "^all")
      string(REPLACE "-" "_" which ${architectures})
      string(TOUPPER ${which} which)
      set(architectures ${CMAKE_CUDA_ARCHITECTURES_${which}})
    endif()
    string(REGEX MATCH "^[0-9]+" number ${name})
    set(others ${architectures})
    list(TRANSFORM others REPLACE "^${number}$" "${number}-virtual")
    list(FILTER others EXCLUDE REGEX "^${number}a?-real$")
    if(NOT "${others}" STREQUAL "${architectures}")
      set(has 1)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_${name},code=sm_${name}>)
      if(NOT others)
        set(others OFF)  # there is no other flag
      endif()
      set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${others}")
    endif()
  endif()
  string(TOUPPER ${name} upper)
  target_compile_definitions(${target} PRIVATE TUTORIAL_HAS_SM_${upper}=${has})
endfunction()
