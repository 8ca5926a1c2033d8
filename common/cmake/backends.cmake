# Chooses the back ends: `cuda` (nvcc) and `sim` (the CPU simulator). Sets TUTORIAL_BACKENDS.
#
# auto: the simulator always, CUDA as well where a working nvcc is found. With a toolkit and no GPU the CUDA build proves that the
# sources compile, and the simulator runs them.

set(TUTORIAL_BACKEND auto CACHE STRING "Back ends to build: auto, cuda or sim")
set_property(CACHE TUTORIAL_BACKEND PROPERTY STRINGS auto cuda sim)
if(NOT TUTORIAL_BACKEND MATCHES "^(auto|cuda|sim)$")
  message(FATAL_ERROR "TUTORIAL_BACKEND is '${TUTORIAL_BACKEND}'; it must be auto, cuda or sim")
endif()

# As flags: CMAKE_CXX_STANDARD would be handed on to CUDA, and CMake 3.25 does not know that nvcc has C++20.
string(APPEND CMAKE_CXX_FLAGS " -std=gnu++20")

set(TUTORIAL_BACKENDS "")
if(NOT TUTORIAL_BACKEND STREQUAL "cuda")
  list(APPEND TUTORIAL_BACKENDS sim)
endif()

if(NOT TUTORIAL_BACKEND STREQUAL "sim")
  # check_language looks on the PATH only; toolkits are often installed without touching it.
  if(NOT DEFINED ENV{CUDACXX} AND NOT CMAKE_CUDA_COMPILER)
    find_program(TUTORIAL_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES bin PATHS /usr/local/cuda /opt/cuda)
    if(TUTORIAL_NVCC)
      set(ENV{CUDACXX} ${TUTORIAL_NVCC})
    endif()
  endif()

  if(NOT CMAKE_CUDA_ARCHITECTURES AND DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES $ENV{CUDAARCHS})
  elseif(NOT CMAKE_CUDA_ARCHITECTURES)
    # `native` is a hard error where no GPU is visible.
    execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE visible_gpus RESULT_VARIABLE nvidia_smi_failed ERROR_QUIET)
    if(nvidia_smi_failed EQUAL 0 AND visible_gpus MATCHES "GPU 0")
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES 75-virtual 90-real)  # the PTX of 75 runs on every later GPU
    endif()
  endif()

  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
      message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} is too old: 12 or newer is needed. "
                          "-DTUTORIAL_BACKEND=sim builds for the simulator alone.")
    endif()
    string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
    list(APPEND TUTORIAL_BACKENDS cuda)
  elseif(TUTORIAL_BACKEND STREQUAL "cuda")
    message(FATAL_ERROR "TUTORIAL_BACKEND=cuda, and no working nvcc was found (looked at CUDACXX, CUDA_HOME, CUDA_PATH, the PATH "
                        "and the usual folders). -DTUTORIAL_BACKEND=sim needs no CUDA toolkit.")
  elseif(TUTORIAL_NVCC OR DEFINED ENV{CUDACXX})
    message(WARNING "nvcc was found ($ENV{CUDACXX}) but does not work with ${CMAKE_CXX_COMPILER}; building for the simulator alone.")
  endif()
  if(NOT CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_COMPILER "")  # check_language leaves NOTFOUND, which reads as the name of a program
  endif()
endif()
list(JOIN TUTORIAL_BACKENDS ", " backends_text)
message(STATUS "Back ends: ${backends_text}")
