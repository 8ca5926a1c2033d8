# Which command runs a test, and what the test needs built.
#
#   tutorial_tier(<test> quick|all|nightly [FOLDER <folder>] [NEEDS <target>…])
#
# comes after add_test and set_tests_properties. The tier is a label of the test as well.
#
# quick    `./tutorial test`: what a learner or a contributor runs
# all      `./tutorial test --all` adds it
# nightly  common/authoring/long-tests.sh: what needs a second compiler, a browser, mutation or sanitizers
#
# FOLDER   whose changes `./tutorial test --changed` tests by it, relative to the root or absolute; by default the calling folder
# NEEDS    by default nothing; `all`: everything
#
# build/PRESET/tests.json has all of this, one test per line, for common/setup/test.sh.
set_property(GLOBAL PROPERTY TUTORIAL_TESTS "")
set_property(GLOBAL PROPERTY TUTORIAL_TEST_NAMES "")

function(tutorial_tier test tier)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "FOLDER" "NEEDS")
  if(NOT tier MATCHES "^(quick|all|nightly)$" OR DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutorial_tier(${test} ${tier} ${arg_UNPARSED_ARGUMENTS}): the tiers are quick, all and nightly")
  endif()
  get_test_property(${test} LABELS labels)
  set_tests_properties(${test} PROPERTIES LABELS "${labels};${tier}")
  set(gpu FALSE)
  if("gpu" IN_LIST labels)
    set(gpu TRUE)
  endif()
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(DEFINED arg_FOLDER)
    cmake_path(ABSOLUTE_PATH arg_FOLDER BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  endif()
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  list(JOIN arg_NEEDS " " needs)
  tutorial_json(json name STRING "${test}" tier STRING "${tier}" folder STRING "${folder}" needs STRING "${needs}" gpu BOOL "${gpu}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_TESTS "${json}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_TEST_NAMES "${test}")
endfunction()

# Writes the list, and refuses a test without a tier. Called once, last.
function(tutorial_write_tests)
  get_property(tests GLOBAL PROPERTY TUTORIAL_TESTS)
  tutorial_json_objects_file(${CMAKE_BINARY_DIR}/tests.json "${tests}")
  tutorial_tests_below(${PROJECT_SOURCE_DIR} known)
  get_property(named GLOBAL PROPERTY TUTORIAL_TEST_NAMES)
  if(named)
    list(REMOVE_ITEM known ${named})
  endif()
  if(known)
    message(FATAL_ERROR "tests without a tier (tutorial_tier): ${known}")
  endif()
endfunction()

function(tutorial_tests_below folder out)
  get_property(all DIRECTORY ${folder} PROPERTY TESTS)
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(each IN LISTS below)
    tutorial_tests_below(${each} more)
    list(APPEND all ${more})
  endforeach()
  set(${out} ${all} PARENT_SCOPE)
endfunction()
