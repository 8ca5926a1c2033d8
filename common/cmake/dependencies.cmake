# Libraries: the distribution's package where there is one, else fetched at configure time.
include(FetchContent)

FetchContent_Declare(fmt URL https://github.com/fmtlib/fmt/archive/refs/tags/11.2.0.tar.gz
                     DOWNLOAD_EXTRACT_TIMESTAMP OFF FIND_PACKAGE_ARGS 9)
FetchContent_Declare(nlohmann_json URL https://github.com/nlohmann/json/archive/refs/tags/v3.12.0.tar.gz
                     DOWNLOAD_EXTRACT_TIMESTAMP OFF FIND_PACKAGE_ARGS 3.11)
FetchContent_Declare(CLI11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.5.0.tar.gz
                     DOWNLOAD_EXTRACT_TIMESTAMP OFF FIND_PACKAGE_ARGS 2)
FetchContent_MakeAvailable(fmt nlohmann_json CLI11)

find_package(Threads REQUIRED)
if("sim" IN_LIST TUTORIAL_BACKENDS)
  # From one fibre to another: on x86-64 in place (common/sim/runtime/context.hpp).
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
    find_package(Boost 1.71 REQUIRED COMPONENTS context)
    set(TUTORIAL_BOOST_CONTEXT -lboost_context)
  endif()
  # libbacktrace comes with gcc, in gcc's own folder, which other compilers do not search. Without it, faults have no line.
  set(gcc gcc)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(gcc ${CMAKE_CXX_COMPILER})  # which may be of another version, or for another processor
  endif()
  execute_process(COMMAND ${gcc} -print-file-name=libbacktrace.a OUTPUT_VARIABLE gcc_backtrace OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  cmake_path(GET gcc_backtrace PARENT_PATH gcc_folder)
  find_library(BACKTRACE_LIBRARY backtrace HINTS ${gcc_folder})
  find_path(BACKTRACE_INCLUDE_DIR backtrace.h HINTS ${gcc_folder}/include)
  # For marking: the filter of a submission's system calls, and the digests that marks are stored under.
  foreach(library seccomp md)
    find_library(TUTORIAL_LIB_${library} ${library} REQUIRED)
  endforeach()
endif()
