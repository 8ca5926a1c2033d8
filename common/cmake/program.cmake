# How chapters declare their programs. A new rung is one file and one line:
#
#   tutorial_program(02_reduce_global.cu ROLE naive SIZES "--n 0" "--n 1" …)
#
# in the CMakeLists.txt beside the file: of a chapter, of one of its parts, or of a folder further/ of one of these (place.cmake). The
# folder says which; the number in the file's name is the order.
#
# SIZES   what it is tested at, one string of arguments each, in all types unless the string names a --type
# TESTS   the same; sizes that neighbours do not share
# ROLE    baseline  the CPU rung that speed-ups quote      LADDER     name of the ladder; by default the folder's: PART, or the chapter
#         naive     the first GPU rung                                where it has no parts, and PART/further in PART/further
#         rung      (default)                              CONTINUES  on the first program of a LADDER: what it continues, another
#         ceiling   what the ladder climbs towards                    ladder or a program. PART/further continues PART unasked.
#         demo      no part of the ladder
#
# PEERS    libraries of the toolkit the program compares itself with: cublas, cusparse. Defines TUTORIAL_HAS_CUBLAS … as 1 where
#          the CUDA back end finds them, else as 0
# REQUIRES the same for a library without which there is nothing to run, such as nccl: where the CUDA back end has not got it, the
#          program is not built for it, with a line in CMake's output; for the simulator it is where that has the library
# ARCHITECTURE what a device must be for instructions that no other has, such as 90a: architecture.cmake. The program runs without, too
# LENS     sizes that run under the lens as well, small ones: the edges at which a wrong guard reads or writes what is not the program's
# LIBRARIES what a part compiles once for all of its programs: x for its targets x.sim and x.cuda
# FAULTS   variants that show a fault: pitfall.cmake
# WHOLE    no sample of the blocks will do for it: tutorial_sample
# EXPLAIN  the arguments that `explain` uses by default           CLEAN  arguments with which a program that shows a fault has none
#
# A .cu becomes one executable for each back end, and one for the lens; a .cpp is a program for the CPU alone. Headers are included from
# the chapter's folder: #include "sum/sum.hpp".

include(architecture)
include(json)
include(place)
include(peers)
include(program_tests)
include(bench)
include(together)
include(manifest)

set(snapshots_default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(snapshots_default ON)
endif()
option(TUTORIAL_SNAPSHOTS "Compile together what `run` runs of a folder, until it is edited" ${snapshots_default})
option(TUTORIAL_LENS_PROGRAMS "Build every program for the lens as well, and look for hazards in it" ON)

set_property(GLOBAL PROPERTY TUTORIAL_PROGRAMS "")

# tutorial_sample(BLOCKS "--rows 8192 --cols 8192"): the size of the table without a GPU for the folder's programs that follow, that at which
# results are recorded. The simulator runs so many blocks of each kernel there, and all blocks at the size of --quick. A kernel that
# reads what other blocks have written needs all of them: WHOLE.
function(tutorial_sample blocks arguments)
  set_property(DIRECTORY PROPERTY TUTORIAL_SAMPLE "${arguments}")
  set_property(DIRECTORY PROPERTY TUTORIAL_SAMPLE_BLOCKS ${blocks})
endfunction()

function(tutorial_program source)
  cmake_parse_arguments(PARSE_ARGV 1 arg "WHOLE" "ROLE;LADDER;CONTINUES;ARCHITECTURE;EXPLAIN;CLEAN" "SIZES;TESTS;LENS;PEERS;REQUIRES;LIBRARIES;FAULTS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutorial_program(${source}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT DEFINED arg_SIZES)
    message(FATAL_ERROR "tutorial_program(${source}): at which SIZES is it tested?")
  endif()
  tutorial_place(${CMAKE_CURRENT_SOURCE_DIR})
  set(root ${PROJECT_SOURCE_DIR}/${chapter})
  if(NOT source MATCHES "^0*([0-9]+)_([a-z0-9_]+)(\\.cu|\\.cpp)$")
    message(FATAL_ERROR "tutorial_program(${source}): a program's file is NN_name.cu, or .cpp, and NN its place in reading order")
  endif()
  set(number ${CMAKE_MATCH_1})
  set(name ${CMAKE_MATCH_2})
  set(host FALSE)
  if(CMAKE_MATCH_3 STREQUAL ".cpp")
    set(host TRUE)
  endif()
  set(role rung)
  if(DEFINED arg_ROLE)
    set(role ${arg_ROLE})
  endif()
  tutorial_program_ladder()

  tutorial_program_backends()
  set(binaries "")
  foreach(backend IN LISTS backends)
    tutorial_program_binary(${backend})
    add_dependencies(${chapter}.${backend} ${name}.${backend})
    if(BUILD_TESTING)
      tutorial_program_tests(${name}.${backend})
    endif()
  endforeach()
  # For `./tutorial explain` and the tests of hazards; not part of the chapter's target, so `run` does not wait for it.
  if("sim" IN_LIST backends AND NOT host)
    tutorial_program_binary(lens)
    if(NOT TUTORIAL_LENS_PROGRAMS AND NOT "lens" IN_LIST TUTORIAL_TOGETHER)
      set_target_properties(${name}.lens PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    tutorial_lens_program(${name})
  endif()

  tutorial_program_snapshots()

  separate_arguments(explain UNIX_COMMAND "${arg_EXPLAIN}")
  separate_arguments(clean UNIX_COMMAND "${arg_CLEAN}")
  set(sample "")
  set(sample_blocks 0)
  if(NOT arg_WHOLE AND NOT host AND NOT role STREQUAL "demo")
    get_property(sample DIRECTORY PROPERTY TUTORIAL_SAMPLE)
    separate_arguments(sample UNIX_COMMAND "${sample}")
    get_property(sample_blocks DIRECTORY PROPERTY TUTORIAL_SAMPLE_BLOCKS)
    if(NOT sample_blocks)
      set(sample_blocks 0)
    endif()
  endif()
  tutorial_json(json chapter STRING "${chapter}" part STRING "${part}" further BOOL "${further}" number NUMBER "${number}"
                name STRING "${name}" source STRING "${folder}/${source}" role STRING "${role}" ladder STRING "${ladder}"
                continues STRING "${continues}" host BOOL "${host}" explain LIST "${explain}" clean LIST "${clean}"
                faults LIST "${arg_FAULTS}" sample LIST "${sample}" sample_blocks NUMBER "${sample_blocks}"
                binaries PAIRS "${binaries}" snapshots OBJECTS "${snapshots}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_PROGRAMS "${json}")
endfunction()

# Sets ladder, and what it continues, in the scope of tutorial_program.
macro(tutorial_program_ladder)
  set(ladder ${default_ladder})
  set(continues "")
  if(DEFINED arg_LADDER)
    set(ladder ${arg_LADDER})
  elseif(further)
    string(REGEX REPLACE "/further$" "" continues ${ladder})
  else()
    get_property(continues GLOBAL PROPERTY TUTORIAL_CONTINUES_${ladder})
  endif()
  if(DEFINED arg_CONTINUES)
    set(continues ${arg_CONTINUES})
  endif()
endmacro()

# Sets backends to those that can run the program, in the scope of tutorial_program.
macro(tutorial_program_backends)
  set(backends ${TUTORIAL_BACKENDS})
  foreach(library IN LISTS arg_REQUIRES)
    if(NOT library IN_LIST TUTORIAL_SIMULATED_PEERS)
      list(REMOVE_ITEM backends sim)
    endif()
    tutorial_find_peer(${library})
    if("cuda" IN_LIST backends AND NOT TUTORIAL_HAS_PEER)
      list(REMOVE_ITEM backends cuda)
      message(STATUS "Left out for CUDA: ${folder}/${source}, which needs the library ${library}")
    endif()
  endforeach()
endmacro()

# tutorial_program_binary(cuda|sim|lens): the program for it, in the scope of tutorial_program. Adds to its list `binaries`.
function(tutorial_program_binary kind)
  set(target ${name}.${kind})
  set(backend ${kind})
  if(kind STREQUAL "lens")
    set(backend sim)
  endif()
  tutorial_binary(file ${chapter} ${name} ${kind})
  set(head ALONE)
  if(kind IN_LIST TUTORIAL_TOGETHER AND NOT host AND NOT (DEFINED arg_ARCHITECTURE AND kind STREQUAL "cuda"))
    tutorial_together_head(head ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endif()
  if(NOT head STREQUAL "ALONE")
    tutorial_together(${target} ${file} ${source} ${kind})
  else()
    set(programs ${target})
    cmake_path(GET file PARENT_PATH output)
    add_executable(${target})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${output})
    if(host OR kind STREQUAL "cuda")
      target_sources(${target} PRIVATE ${source})
    else()
      cudasim_translate(${target} ${source})
    endif()
  endif()
  tutorial_program_library()
  if(host)
    # The CPU's best, since speed-ups quote it.
    target_compile_options(${target} PRIVATE -O3 -march=native -fno-math-errno -fno-trapping-math)
  endif()
  set(binaries ${binaries} ${kind} ${file} PARENT_SCOPE)
endfunction()

# What the target ${programs} is compiled with, in the scope of tutorial_program.
macro(tutorial_program_library)
  if(NOT host AND NOT kind STREQUAL "cuda")
    tutorial_precompiled(${programs} ${kind})
  endif()
  target_include_directories(${programs} PRIVATE ${root})
  target_link_libraries(${programs} PRIVATE tutorial_${backend} tutorial_warnings)
  tutorial_peers(${programs} ${backend} ${arg_PEERS} ${arg_REQUIRES})
  if(DEFINED arg_ARCHITECTURE)
    tutorial_architecture(${programs} ${backend} ${arg_ARCHITECTURE})
  endif()
  list(TRANSFORM arg_LIBRARIES APPEND .${backend} OUTPUT_VARIABLE libraries)
  target_link_libraries(${programs} PRIVATE ${libraries})
  if(kind STREQUAL "lens")
    cudasim_lens(${programs})
  endif()
endmacro()

# What `run` runs on the simulator, in snapshots of the folder. A step of the core runs without the lens where its counts are recorded
# (driver/build/recorded_counts.hpp). Sets snapshots to what the driver needs to know of them, in the scope of tutorial_program; empty if
# the program is in none.
function(tutorial_program_snapshots)
  set(kinds lens)
  set(group steps)
  if(role STREQUAL "demo")
    set(group demos)
    if(NOT arg_FAULTS)
      set(kinds sim)
    endif()
  elseif(NOT further)
    set(kinds sim lens)
  endif()
  set(snapshots "")
  set(snapshot TRUE)
  set(backend sim)
  tutorial_together_head(head ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  if(TUTORIAL_SNAPSHOTS AND NOT host AND NOT head STREQUAL "ALONE" AND "sim" IN_LIST backends)
    foreach(kind IN LISTS kinds)
      if(NOT kind IN_LIST TUTORIAL_TOGETHER)
        tutorial_program_snapshot()
      endif()
    endforeach()
  endif()
  set(snapshots ${snapshots} PARENT_SCOPE)
endfunction()

# Puts the program into a snapshot of ${kind}, and what the driver needs to know of it into the list snapshots.
macro(tutorial_program_snapshot)
  tutorial_binary(file ${chapter} ${name} ${kind})
  tutorial_together_snapshot(${file} ${source} ${kind} ${group})
  tutorial_program_library()
  if(kind STREQUAL "sim" AND group STREQUAL "steps")
    # Only `run` at the smallest size uses these: to compile them takes longer than to run them.
    target_compile_options(${programs} PRIVATE -O1)
  endif()
  tutorial_json(json kind STRING "${kind}" target STRING "${programs}.run"
                binary STRING "${CMAKE_CURRENT_BINARY_DIR}/${programs}.run"
                depfile STRING "${CMAKE_CURRENT_BINARY_DIR}/${programs}.translated/${programs}.cu.cpp.d")
  list(APPEND snapshots "${json}")
endmacro()

# Sets the variable to where the target <name>.<kind> puts the program of a chapter.
function(tutorial_binary variable chapter name kind)
  set(${variable} ${CMAKE_BINARY_DIR}/${kind}/${chapter}/${name} PARENT_SCOPE)
endfunction()
