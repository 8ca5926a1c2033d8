# How chapters declare a program that shows a fault (tutorial/trials.hpp):
#
#   tutorial_pitfall(02_missing_barrier.cu
#     FAULTY none_after_fill none_in_tree
#     SIZES "--n 0" "--n 1"
#     SIM  "none_in_tree 1 wrong in 5 of 5 launches"
#     LENS "none_in_tree 1 race-shared in kernel .*, @b and @b")
#
# FAULTY   the faulty variants; the fixed one is `mended`, and the first of FAULTY is what `explain` shows
# SIM      a variant, the exit code it must have on the plain simulator, and a regular expression for what it must print
# LENS     the same under the lens. Several for one variant: each must hold. @a is the line that ends in the comment (a)
# CERTAIN  faulty variants that are wrong on any device, in every launch
# SIZES, TESTS  argument lists for the fixed variant, which the common tests of tutorial_program run

function(tutorial_pitfall source)
  cmake_parse_arguments(PARSE_ARGV 1 pitfall "" "" "FAULTY;SIM;LENS;CERTAIN;SIZES;TESTS")
  if(DEFINED pitfall_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutorial_pitfall(${source}): unknown words: ${pitfall_UNPARSED_ARGUMENTS}")
  endif()
  list(GET pitfall_FAULTY 0 first)
  list(TRANSFORM pitfall_SIZES APPEND " --variant mended")
  list(TRANSFORM pitfall_TESTS APPEND " --variant mended")
  tutorial_program(${source} ROLE demo FAULTS ${pitfall_FAULTY} EXPLAIN "--quick --variant ${first}" CLEAN "--variant mended"
                   SIZES ${pitfall_SIZES} TESTS ${pitfall_TESTS})
  cmake_path(GET source STEM name)
  string(REGEX REPLACE "^[0-9]+_" "" name ${name})
  tutorial_place(${CMAKE_CURRENT_SOURCE_DIR})
  if("cuda" IN_LIST TUTORIAL_BACKENDS AND NOT "cuda" IN_LIST TUTORIAL_TOGETHER)
    target_compile_options(${name}.cuda PRIVATE -lineinfo)  # for compute-sanitizer
  endif()
  if(BUILD_TESTING)
    tutorial_pitfall_tests()
  endif()
endfunction()

# In the scope of tutorial_pitfall.
function(tutorial_pitfall_tests)
  set(expect_script ${PROJECT_SOURCE_DIR}/common/cmake/expect.cmake)
  tutorial_marked_lines(${source} marks)

  foreach(backend IN LISTS TUTORIAL_BACKENDS)
    set(labels ${chapter} ${backend} pitfall)
    if(backend STREQUAL "cuda")
      list(APPEND labels gpu)
    endif()
    tutorial_binary(file ${chapter} ${name} ${backend})
    # Every fault in its own process, and the program ends, and ends well.
    add_test(NAME ${backend}.${name}.all COMMAND ${file} --quick --limit 5)
    set_tests_properties(${backend}.${name}.all PROPERTIES LABELS "${labels}" TIMEOUT 120 SKIP_RETURN_CODE 77)
    tutorial_tier(${backend}.${name}.all all NEEDS ${name}.${backend})
    foreach(variant IN LISTS pitfall_CERTAIN)
      add_test(NAME ${backend}.${name}.${variant}_is_wrong COMMAND ${CMAKE_COMMAND} -DEXIT=1 "-DSTDOUT=wrong in 5 of 5 launches"
               -P ${expect_script} -- ${file} --quick --variant ${variant})
      set_tests_properties(${backend}.${name}.${variant}_is_wrong PROPERTIES LABELS "${labels}" TIMEOUT 120
        SKIP_REGULAR_EXPRESSION "skipped: no device")
      tutorial_tier(${backend}.${name}.${variant}_is_wrong all NEEDS ${name}.${backend})
    endforeach()
  endforeach()

  if(NOT "sim" IN_LIST TUTORIAL_BACKENDS)
    return()
  endif()
  set(kinds SIM)
  if(TUTORIAL_LENS_PROGRAMS)
    list(APPEND kinds LENS)
  endif()
  foreach(kind IN LISTS kinds)
    string(TOLOWER ${kind} binary)
    tutorial_binary(file ${chapter} ${name} ${binary})
    foreach(variant IN LISTS pitfall_FAULTY)
      set(exit "")
      set(regexes "")
      foreach(expectation IN LISTS pitfall_${kind})
        if(NOT expectation MATCHES "^([a-z_]+) ([0-9]+) (.+)$")
          message(FATAL_ERROR "tutorial_pitfall(${source}): cannot read '${expectation}'")
        endif()
        if(CMAKE_MATCH_1 STREQUAL variant)
          set(exit ${CMAKE_MATCH_2})
          set(regex "${CMAKE_MATCH_3}")
          foreach(mark IN LISTS marks)
            string(REGEX MATCH "^(.) (.*)$" mark "${mark}")
            string(REPLACE "@${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" regex "${regex}")
          endforeach()
          list(APPEND regexes "${regex}")
        endif()
      endforeach()
      if(exit STREQUAL "")
        message(FATAL_ERROR "tutorial_pitfall(${source}): ${kind} says nothing about ${variant}")
      endif()
      add_test(NAME ${binary}.${name}.${variant} COMMAND ${CMAKE_COMMAND} -DEXIT=${exit} "-DOUTPUT=${regexes}" -P ${expect_script} --
               ${file} --quick --variant ${variant})
      set_tests_properties(${binary}.${name}.${variant} PROPERTIES LABELS "${chapter};${binary};pitfall" TIMEOUT 60
        ENVIRONMENT LENS_WATCH=all)
      set(tier all)
      if(kind STREQUAL "LENS" AND NOT further)
        set(tier quick)
      endif()
      tutorial_tier(${binary}.${name}.${variant} ${tier} NEEDS ${name}.${binary})
    endforeach()
  endforeach()
endfunction()

# tutorial_marked_lines(<source> <out>): "a 02_missing_barrier.cu:52" for the line that ends in the comment (a).
function(tutorial_marked_lines source out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  cmake_path(GET source FILENAME file)
  file(READ ${source} text)
  string(REGEX REPLACE "[][;]" " " text "${text}")  # they would join or split the lines of a list
  string(REPLACE "\n" ";" lines "${text}")
  set(marks "")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "// \\(([a-z])\\)")
      list(APPEND marks "${CMAKE_MATCH_1} ${file}:${number}")
    endif()
  endforeach()
  set(${out} "${marks}" PARENT_SCOPE)
endfunction()
