# Chapters and their parts. The folder says which is which; a chapter's folder is named once, in the root's CMakeLists.txt.
#
#   tutorial_chapter("the chapter's question" [CONTINUES x])   once, first in chNN_name/CMakeLists.txt
#   tutorial_part("the part's question" [CONTINUES x])         once, first in chNN_name/PART/CMakeLists.txt
#
# CONTINUES   what the ladder of this folder continues, where that is in another chapter: a ladder, or one of its programs.
#
# Both declare the tests in the folder's tests/: *.cpp and *.cu with doctest, *.sh as they are.
# Programs past the core of a chapter or a part are in its folder further/, which has a CMakeLists.txt of its own.

set_property(GLOBAL PROPERTY TUTORIAL_CHAPTERS "")
set_property(GLOBAL PROPERTY TUTORIAL_PARTS "")

# tutorial_place(<folder>): what a folder below the root is. Sets chapter, part ("" where the chapter has none), further, folder (relative
# to the root) and default_ladder in the caller's scope.
function(tutorial_place path)
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  string(REPLACE "/" ";" words "${folder}")
  list(POP_FRONT words chapter)
  set(further FALSE)
  list(FIND words further further_at)
  list(LENGTH words count)
  math(EXPR last "${count} - 1")
  if(count GREATER 0 AND further_at EQUAL last)
    set(further TRUE)
    list(POP_BACK words)
  endif()
  list(LENGTH words count)
  if(count GREATER 1)
    message(FATAL_ERROR "${folder}: programs stand in CHAPTER, CHAPTER/PART, or in a folder further/ of one of these")
  endif()
  set(part "${words}")
  set(default_ladder ${chapter})
  if(part)
    set(default_ladder ${part})
  endif()
  if(further)
    string(APPEND default_ladder /further)
  endif()
  foreach(result chapter part further folder default_ladder)
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(tutorial_chapter question)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CONTINUES" "")
  tutorial_place(${CMAKE_CURRENT_SOURCE_DIR})
  tutorial_json(json name STRING "${chapter}" question STRING "${question}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_CHAPTERS "${json}")
  set_property(GLOBAL PROPERTY TUTORIAL_CONTINUES_${chapter} "${arg_CONTINUES}")
  foreach(backend IN LISTS TUTORIAL_BACKENDS)
    add_custom_target(${chapter}.${backend})
  endforeach()
  tutorial_folder_tests(test_${chapter})
endfunction()

function(tutorial_part question)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CONTINUES" "")
  tutorial_place(${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT part OR further)
    message(FATAL_ERROR "tutorial_part stands in CHAPTER/PART/CMakeLists.txt, not in ${folder}")
  endif()
  tutorial_json(json chapter STRING "${chapter}" name STRING "${part}" question STRING "${question}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_PARTS "${json}")
  set_property(GLOBAL PROPERTY TUTORIAL_CONTINUES_${part} "${arg_CONTINUES}")
  tutorial_folder_tests(test_${chapter}_${part})
endfunction()

# The tests in the calling folder's tests/, in the scope of tutorial_chapter and tutorial_part.
function(tutorial_folder_tests binary)
  set(tests ${CMAKE_CURRENT_SOURCE_DIR}/tests)
  if(NOT BUILD_TESTING OR NOT "sim" IN_LIST TUTORIAL_BACKENDS OR NOT EXISTS ${tests})
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${tests}/*.cpp ${tests}/*.cu)
  if(sources)
    tutorial_unit_tests(${binary} OPTIMIZED FOLDER ${tests} LIBRARIES tutorial_sim)
    target_include_directories(${binary} PRIVATE ${PROJECT_SOURCE_DIR}/${chapter})
  endif()
  tutorial_shell_tests(${tests})
endfunction()
