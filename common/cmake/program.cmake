# How chapters declare their programs. A new rung is one file and one line:
#
#   tutorial_chapter("the chapter's question")         once, first
#   tutorial_types(float double)                       what --type accepts, for the tests of the programs that follow
#   tutorial_sizes("--n 0" "--n 1" …)                  the sizes those programs are tested at
#   tutorial_program(sum/02_reduce_global.cu ROLE naive LADDER sum)
#
# ROLE   baseline  the CPU rung that speed-ups quote          LADDER  name of the ladder; the chapter's name by default
#        naive     the first GPU rung                         AFTER   the rung before, where it stands in another chapter
#        rung      (default)                                  TESTS   further argument lists to test with, one string each; one that
#        ceiling   what the ladder climbs towards                     names a --type is run in that alone
#        demo      no part of the ladder
#
# PEERS    libraries of the toolkit the program compares itself with: cublas, cusparse. Defines TUTORIAL_HAS_CUBLAS … as 1 where
#          the CUDA back end finds them, else as 0
# REQUIRES the same for a library without which there is nothing to run, such as nccl: the program is for the CUDA back end alone, and
#          not built, with a line in CMake's output, where the library is not found
# EXPLAIN  the arguments that `explain` uses by default           CLEAN  arguments with which a program that shows a fault has none
#
# A .cu becomes one executable for each back end; a .cpp is a program for the CPU alone.
#
#   tutorial_bench(LADDER sum "--n 10000" "--n 1000000" … OTHERS "--n 100000000 --type int" OPERATIONS "w / 4")
#
# what `./tutorial bench` runs beyond the default sizes: further sizes for each program of a ladder but its CPU baseline, or for one
# (PROGRAM name). A program may refuse some of them by exit code 2.
#
# OTHERS      further argument lists that are no step in size, so not in the plots over size: shapes, types, data
# BYTES       for the plots: the data's size, of w, which is what one run is rated by (bytes, pairs, FLOP); by default w
# OPERATIONS  the operations one run needs at least, of w; a ladder without them is not drawn on its chapter's roofline

option(TUTORIAL_LENS_PROGRAMS "Build every program for the lens as well, and look for hazards in it" ON)

set_property(GLOBAL PROPERTY TUTORIAL_CHAPTERS "")
set_property(GLOBAL PROPERTY TUTORIAL_PROGRAMS "")
set_property(GLOBAL PROPERTY TUTORIAL_BENCH "")

function(tutorial_chapter question)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
  tutorial_json_string(question_json "${question}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_CHAPTERS "{\"name\": \"${chapter}\", \"question\": ${question_json}}")
  foreach(backend IN LISTS TUTORIAL_BACKENDS)
    add_custom_target(${chapter}.${backend})
  endforeach()
endfunction()

macro(tutorial_types)
  set(tutorial_current_types ${ARGN})
endmacro()

macro(tutorial_sizes)
  set(tutorial_current_sizes ${ARGN})
endmacro()

function(tutorial_bench)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LADDER;PROGRAM;BYTES;OPERATIONS" "OTHERS")
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
  if(DEFINED arg_LADDER AND DEFINED arg_PROGRAM)
    message(FATAL_ERROR "tutorial_bench takes LADDER or PROGRAM")
  endif()
  foreach(option IN LISTS arg_UNPARSED_ARGUMENTS arg_OTHERS)
    if(NOT option MATCHES "^--")
      message(FATAL_ERROR "tutorial_bench: '${option}' is no argument of a program")
    endif()
  endforeach()
  if(NOT DEFINED arg_LADDER AND NOT DEFINED arg_PROGRAM)
    set(arg_LADDER ${chapter})
  endif()
  if(NOT DEFINED arg_BYTES)
    set(arg_BYTES w)
  endif()
  tutorial_json_list(sizes ${arg_UNPARSED_ARGUMENTS})
  tutorial_json_list(others ${arg_OTHERS})
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_BENCH
    "{\"chapter\": \"${chapter}\", \"ladder\": \"${arg_LADDER}\", \"program\": \"${arg_PROGRAM}\", \"sizes\": ${sizes}, \"others\": ${others}, \"bytes\": \"${arg_BYTES}\", \"operations\": \"${arg_OPERATIONS}\"}")
endfunction()

function(tutorial_program source)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROLE;LADDER;AFTER;EXPLAIN;CLEAN" "TESTS;PEERS;REQUIRES")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutorial_program(${source}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
  cmake_path(GET source STEM name)
  string(REGEX REPLACE "^[0-9]+_" "" name ${name})
  cmake_path(GET source EXTENSION LAST_ONLY extension)
  set(role rung)
  if(DEFINED arg_ROLE)
    set(role ${arg_ROLE})
  endif()
  set(ladder ${chapter})
  if(DEFINED arg_LADDER)
    set(ladder ${arg_LADDER})
  endif()
  set(host false)
  if(extension STREQUAL ".cpp")
    set(host true)
  endif()
  set(backends ${TUTORIAL_BACKENDS})
  foreach(library IN LISTS arg_REQUIRES)
    set(backends cuda)
    tutorial_find_peer(${library})
    if(NOT TUTORIAL_HAS_PEER)
      message(STATUS "Left out: ${chapter}/${source}, which needs the CUDA back end and the library ${library}")
      set(backends "")  # it is listed, and cannot run
      break()
    endif()
  endforeach()

  set(binaries "")
  foreach(backend IN LISTS backends)
    set(target ${name}.${backend})
    add_executable(${target})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE tutorial_${backend} tutorial_warnings)
    tutorial_peers(${target} ${backend} ${arg_PEERS} ${arg_REQUIRES})
    if(host OR backend STREQUAL "cuda")
      target_sources(${target} PRIVATE ${source})
    else()
      cudasim_translate(${target} ${source})
      tutorial_precompiled(${target} sim)
    endif()
    if(host)
      # The CPU's best, since speed-ups quote it.
      target_compile_options(${target} PRIVATE -O3 -march=native -fno-math-errno -fno-trapping-math)
    endif()
    set_target_properties(${target} PROPERTIES
      OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${backend}/${chapter})
    add_dependencies(${chapter}.${backend} ${target})
    list(APPEND binaries "\"${backend}\": \"${CMAKE_BINARY_DIR}/${backend}/${chapter}/${name}\"")
    if(BUILD_TESTING)
      tutorial_program_tests(${target})
    endif()
  endforeach()

  # For `./tutorial explain` and the tests of hazards; not part of the chapter's target, so `run` does not wait for it.
  if("sim" IN_LIST backends AND NOT host)
    add_executable(${name}.lens)
    target_include_directories(${name}.lens PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${name}.lens PRIVATE tutorial_sim tutorial_warnings)
    tutorial_peers(${name}.lens sim ${arg_PEERS})
    cudasim_lens(${name}.lens)
    cudasim_translate(${name}.lens ${source})
    tutorial_precompiled(${name}.lens lens)
    if(NOT TUTORIAL_LENS_PROGRAMS)
      set_target_properties(${name}.lens PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    set_target_properties(${name}.lens PROPERTIES
      OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lens/${chapter})
    list(APPEND binaries "\"lens\": \"${CMAKE_BINARY_DIR}/lens/${chapter}/${name}\"")
    tutorial_lens_program(${name})
  endif()

  list(JOIN binaries ", " binaries)
  separate_arguments(explain UNIX_COMMAND "${arg_EXPLAIN}")
  separate_arguments(clean UNIX_COMMAND "${arg_CLEAN}")
  tutorial_json_list(explain ${explain})
  tutorial_json_list(clean ${clean})
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_PROGRAMS
    "{\"chapter\": \"${chapter}\", \"name\": \"${name}\", \"source\": \"${chapter}/${source}\", \"role\": \"${role}\", \"ladder\": \"${ladder}\", \"after\": \"${arg_AFTER}\", \"host\": ${host}, \"explain\": ${explain}, \"clean\": ${clean}, \"binaries\": {${binaries}}}")
endfunction()

# For the tests that run programs for the lens without one of their barriers, in the scope of tutorial_program: which command lines
# to try, the default size first.
function(tutorial_lens_program name)
  list(GET tutorial_current_types 0 type)
  string(STRIP "--quick --type ${type} ${arg_CLEAN}" run)
  set(runs "${run}")
  foreach(size IN LISTS tutorial_current_sizes)
    list(APPEND runs "${run} ${size}")
  endforeach()

  # Nothing to report: a right program has no hazard.
  if(BUILD_TESTING AND TUTORIAL_LENS_PROGRAMS)
    separate_arguments(arguments UNIX_COMMAND "${run}")
    add_test(NAME lens.${name} COMMAND ${name}.lens ${arguments})
    set_tests_properties(lens.${name} PROPERTIES LABELS "${chapter};lens" TIMEOUT 120 ENVIRONMENT LENS_WATCH=all)
  endif()
  if(DEFINED arg_CLEAN)
    return()  # the barriers of a program that shows a fault have tests of their own
  endif()
  file(GLOB_RECURSE headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.hpp *.cuh)
  tutorial_json_list(runs ${runs})
  tutorial_json_list(headers ${headers})
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_LENS_PROGRAMS
    "{\"name\": \"${name}\", \"root\": \"${CMAKE_CURRENT_SOURCE_DIR}\", \"source\": \"${source}\", \"headers\": ${headers}, \"runs\": ${runs},
   \"binary\": \"$<TARGET_FILE:${name}.lens>\"}")
endfunction()

# The tests every program gets, in the scope of tutorial_program: all sizes in all types, and wrong arguments.
function(tutorial_program_tests target)
  set(expect ${CMAKE_COMMAND} -DEXIT=2 -DSTDERR_LINES=1)
  set(labels "${chapter};${backend}")
  macro(add_case test_name)
    add_test(NAME ${backend}.${test_name} COMMAND ${ARGN})
    set_tests_properties(${backend}.${test_name} PROPERTIES LABELS "${labels}" TIMEOUT 120 SKIP_RETURN_CODE 77)
  endmacro()

  foreach(type IN LISTS tutorial_current_types)
    foreach(size IN LISTS tutorial_current_sizes arg_TESTS)
      string(REPLACE " --type ${type}" "" size "${size}")
      if(size MATCHES "--type")
        continue()  # for another type
      endif()
      separate_arguments(arguments UNIX_COMMAND "${size}")
      string(REGEX REPLACE "--" "" size_name "${size}")
      string(REPLACE " " "_" size_name "${size_name}")
      string(REPLACE " " "_" type_name "${type}")
      add_case(${name}.${type_name}.${size_name} ${target} --quick --type ${type} ${arguments})
    endforeach()
  endforeach()

  # The simulator's order of blocks and of warps must not matter.
  if(backend STREQUAL "sim" AND NOT host)
    list(GET tutorial_current_types 0 first_type)
    foreach(seed 1 2 3)
      add_case(${name}.seed_${seed} ${target} --quick --type ${first_type})
      set_tests_properties(sim.${name}.seed_${seed} PROPERTIES LABELS "${labels};schedule" ENVIRONMENT CUDASIM_SEED=${seed})
    endforeach()
  endif()

  list(GET tutorial_current_sizes 0 first_size)
  string(REGEX MATCH "--[a-z]+" size_option "${first_size}")
  foreach(case "unknown_option|--no-such-option" "negative_size|${size_option} -1" "overflowing_size|${size_option} 99999999999999999999"
               "size_is_no_number|${size_option} 1e6" "unknown_type|--type quaternion" "unwritable_json|--json /no/such/folder/x.json")
    string(REGEX REPLACE "^(.*)\\|(.*)$" "\\1;\\2" case "${case}")
    list(GET case 0 case_name)
    list(GET case 1 arguments)
    separate_arguments(arguments UNIX_COMMAND "${arguments}")
    add_case(${name}.rejects_${case_name} ${expect} "-DSTDERR=^${name}: " -P ${PROJECT_SOURCE_DIR}/common/cmake/expect.cmake -- $<TARGET_FILE:${target}> ${arguments})
  endforeach()
endfunction()

# tutorial_peers(<target> <back end> <library>…): the toolkit's libraries, as far as they are there.
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

function(tutorial_json_string out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(tutorial_json_list out)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN ", " items)
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# Writes build/…/tutorial.json, from which the driver knows what there is to run. Called once, last.
function(tutorial_write_manifest)
  get_property(chapters GLOBAL PROPERTY TUTORIAL_CHAPTERS)
  get_property(programs GLOBAL PROPERTY TUTORIAL_PROGRAMS)
  list(JOIN chapters ",\n    " chapters)
  list(JOIN programs ",\n    " programs)
  get_property(exercises GLOBAL PROPERTY TUTORIAL_EXERCISE_FOLDERS)
  tutorial_json_list(exercises ${exercises})
  get_property(bench GLOBAL PROPERTY TUTORIAL_BENCH)
  list(JOIN bench ",\n    " bench)
  list(TRANSFORM TUTORIAL_BACKENDS REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE backends)
  list(JOIN backends ", " backends)
  list(JOIN CMAKE_CUDA_ARCHITECTURES "," architectures)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tutorial.json @ONLY CONTENT [[{
  "source_dir": "@PROJECT_SOURCE_DIR@",
  "build_dir": "@CMAKE_BINARY_DIR@",
  "cmake": "@CMAKE_COMMAND@",
  "backends": [@backends@],
  "cxx": {"compiler": "@CMAKE_CXX_COMPILER@", "id": "@CMAKE_CXX_COMPILER_ID@", "version": "@CMAKE_CXX_COMPILER_VERSION@"},
  "cuda": {"compiler": "@CMAKE_CUDA_COMPILER@", "version": "@CMAKE_CUDA_COMPILER_VERSION@", "architectures": "@architectures@"},
  "chapters": [
    @chapters@
  ],
  "programs": [
    @programs@
  ],
  "exercises": @exercises@,
  "bench": [
    @bench@
  ]
}
]])
endfunction()
