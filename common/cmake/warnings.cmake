# The interface target tutorial_warnings: what every translation unit of ours is compiled with; TUTORIAL_TOOLS_OPTIONS: the tools'.
option(TUTORIAL_WERROR "Warnings are errors (on in the presets ci and ci-clang)" OFF)

# g++ 12 sees overlapping copies in its own std::string (GCC bug 105651). clang tells of loops that it did not unroll: `#pragma unroll` is
# for nvcc. clang 17 and newer find std::get_temporary_buffer deprecated that the headers of g++ 12 call in std::stable_sort.
set(false_alarms "")
set(gcc_false_alarms_nvcc "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(false_alarms -Wno-restrict)
  set(gcc_false_alarms_nvcc ,-Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(false_alarms -Wno-pass-failed)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 17)
    list(APPEND false_alarms -Wno-deprecated-declarations)
  endif()
endif()

add_library(tutorial_warnings INTERFACE)
target_compile_options(tutorial_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow> ${false_alarms} $<$<BOOL:${TUTORIAL_WERROR}>:-Werror>>
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra${gcc_false_alarms_nvcc};$<$<BOOL:${TUTORIAL_WERROR}>:SHELL:--Werror all-warnings>>")

# The driver, the marker, the programs' utility and what runs the tests. They run for seconds at most, which optimising
# shortens by tenths, and a fresh clone compiles them for minutes, which it makes twice as many: not optimised.
set(TUTORIAL_TOOLS_OPTIMIZATION -O0 CACHE STRING "Optimisation of the tools in a Release build")
set(TUTORIAL_TOOLS_OPTIONS $<$<CONFIG:Release>:${TUTORIAL_TOOLS_OPTIMIZATION}>)
# An exercise's check draws many numbers at each mark: 0.1 s more to compile, and up to a tenth of a mark's time less.
set(TUTORIAL_CHECKS_OPTIONS $<$<CONFIG:Release>:-O1>)
