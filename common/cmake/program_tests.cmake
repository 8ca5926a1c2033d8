# The tests every program gets, in the scope of tutorial_program: each size in all types, and several orders of blocks and warps. A core
# program's first and middle size belong to the quick tier. On the simulator they run under the lens, which checks the results as well, and
# not without it: no kernel runs twice at a size.

# tutorial_program_case(<test> <tier> <command>…): a program that runs to its end. The label gpu: `./tutorial test` leaves it out where there
# is none.
macro(tutorial_program_case test_name tier)
  add_test(NAME ${backend}.${test_name} COMMAND ${ARGN})
  set(labels ${chapter} ${backend})
  if(backend STREQUAL "cuda" AND NOT host)
    list(APPEND labels gpu)
  endif()
  set_tests_properties(${backend}.${test_name} PROPERTIES LABELS "${labels}" TIMEOUT 120 SKIP_RETURN_CODE 77)
  tutorial_tier(${backend}.${test_name} ${tier} NEEDS ${target})
endmacro()

# Sets quick_sizes to those of SIZES that the quick tier runs, in the scope of tutorial_program.
macro(tutorial_quick_sizes)
  set(quick_sizes "")
  if(NOT further)
    list(LENGTH arg_SIZES count)
    math(EXPR middle "${count} / 2")
    list(GET arg_SIZES 0 ${middle} quick_sizes)
    list(REMOVE_DUPLICATES quick_sizes)
  endif()
endmacro()

# tutorial_size_name(<variable> "--rows 3 --cols 5"): rows_3_cols_5
function(tutorial_size_name variable size)
  string(REPLACE "--" "" size "${size}")
  string(REPLACE " " "_" size "${size}")
  set(${variable} "${size}" PARENT_SCOPE)
endfunction()

# Appends to a variable, which holds a size, the option for all types, unless it names one.
macro(tutorial_in_all_types variable)
  if(NOT ${variable} MATCHES "--type")
    string(APPEND ${variable} " --type all")
  endif()
endmacro()

function(tutorial_program_tests target)
  tutorial_binary(file ${chapter} ${name} ${backend})
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_TESTED_${backend} ${file})
  if(backend STREQUAL "cuda" AND NOT host)
    set_property(GLOBAL APPEND PROPERTY TUTORIAL_TESTED_ON_A_GPU ${file})
  endif()
  tutorial_quick_sizes()
  foreach(size IN LISTS arg_SIZES arg_TESTS)
    tutorial_size_name(size_name "${size}")
    set(tier all)
    if(size IN_LIST quick_sizes)
      set(tier quick)
      if(backend STREQUAL "sim" AND NOT host AND TUTORIAL_LENS_PROGRAMS)
        continue()  # tutorial_lens_program
      endif()
    endif()
    tutorial_in_all_types(size)
    separate_arguments(arguments UNIX_COMMAND "${size}")
    tutorial_program_case(${name}.${size_name} ${tier} ${file} --quick ${arguments})
  endforeach()

  # The simulator's order of blocks and of warps must not matter.
  if(backend STREQUAL "sim" AND NOT host)
    foreach(seed 1 2 3)
      tutorial_program_case(${name}.seed_${seed} all ${file} --quick)
      set_tests_properties(sim.${name}.seed_${seed} PROPERTIES LABELS "${chapter};${backend};schedule;all" ENVIRONMENT CUDASIM_SEED=${seed})
    endforeach()
  endif()
endfunction()

# tutorial_lens_case(<test> <tier> "<arguments>"): the program of tutorial_lens_program under the lens, which finds no hazard.
macro(tutorial_lens_case test_name tier arguments)
  separate_arguments(words UNIX_COMMAND "${arguments}")
  add_test(NAME lens.${test_name} COMMAND ${file} ${words})
  set_tests_properties(lens.${test_name} PROPERTIES LABELS "${chapter};lens" TIMEOUT 120 ENVIRONMENT LENS_WATCH=all)
  tutorial_tier(lens.${test_name} ${tier} NEEDS ${name}.lens)
endmacro()

# For the tests that run programs for the lens without one of their barriers, in the scope of tutorial_program: which command lines
# to try, the default size first, in the default type.
function(tutorial_lens_program name)
  tutorial_binary(file ${chapter} ${name} lens)
  string(JOIN " " run --quick ${arg_CLEAN})
  set(runs "${run}")
  foreach(size IN LISTS arg_SIZES arg_TESTS)
    tutorial_in_all_types(size)
    list(APPEND runs "${run} ${size}")
  endforeach()

  # Nothing to report: a right program has no hazard.
  if(BUILD_TESTING AND TUTORIAL_LENS_PROGRAMS)
    set(tier quick)
    if(further)
      set(tier all)
    endif()
    tutorial_lens_case(${name} ${tier} "${run}")
    tutorial_quick_sizes()
    foreach(size IN LISTS quick_sizes)
      tutorial_size_name(size_name "${size}")
      tutorial_in_all_types(size)
      tutorial_lens_case(${name}.${size_name} quick "--quick ${size}")
    endforeach()
    foreach(size IN LISTS arg_LENS)
      tutorial_size_name(size_name "${size}")
      if(NOT size IN_LIST quick_sizes)
        tutorial_lens_case(${name}.${size_name} all "${run} ${size}")
      endif()
    endforeach()
    # The simulator's default size may leave a kernel out; at the size that explain shows it runs.
    if(arg_EXPLAIN AND NOT DEFINED arg_CLEAN)
      tutorial_lens_case(${name}.explained all "${arg_EXPLAIN}")
    endif()
  endif()
  if(DEFINED arg_CLEAN)
    return()  # the barriers of a program that shows a fault have tests of their own
  endif()
  file(GLOB_RECURSE headers RELATIVE ${root} CONFIGURE_DEPENDS ${root}/*.hpp ${root}/*.cuh)
  cmake_path(SET path ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${root})
  tutorial_json(json name STRING "${name}" root STRING "${root}" source STRING "${path}" headers LIST "${headers}" runs LIST "${runs}"
                directory STRING "${CMAKE_CURRENT_BINARY_DIR}" binary STRING "${file}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_LENS_PROGRAMS "${json}")
endfunction()

# Tests that each program of a list, called with an option, ends with a code and says a line that begins so.
function(tutorial_test_each name backend programs option code line)
  list(JOIN programs "\n" programs)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${name}.txt CONTENT "${programs}\n")
  get_property(chapters GLOBAL PROPERTY TUTORIAL_CHAPTERS)
  set(needs "")
  foreach(chapter IN LISTS chapters)
    string(JSON chapter GET "${chapter}" name)
    list(APPEND needs ${chapter}.${backend})
  endforeach()
  add_test(NAME ${name} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
           COMMAND sh ${PROJECT_SOURCE_DIR}/common/tests/common/every_program.sh ${name}.txt ${option} ${code} "${line}")
  set_tests_properties(${name} PROPERTIES LABELS "${backend};wrong" TIMEOUT 300)
  tutorial_tier(${name} all FOLDER common/tests/common NEEDS ${needs})
endfunction()

# That every program has the shared command line, of whose refusals common/tests/common/faulty.cu has the tests; and that each is skipped
# where there is no GPU. Called once, last.
function(tutorial_test_every_program)
  if(NOT BUILD_TESTING)
    return()
  endif()
  foreach(backend IN LISTS TUTORIAL_BACKENDS)
    get_property(programs GLOBAL PROPERTY TUTORIAL_TESTED_${backend})
    tutorial_test_each(${backend}.every_program_refuses_an_unknown_option ${backend} "${programs}" --no-such-option 2 "")
  endforeach()
  get_property(programs GLOBAL PROPERTY TUTORIAL_TESTED_ON_A_GPU)
  if(programs)
    tutorial_test_each(cuda.every_program_is_skipped_without_a_gpu cuda "${programs}" --quick 77 "no CUDA device ")
  endif()
endfunction()
