# In CI the .cu of a folder are compiled together, for each of cuda, sim and lens, each in a namespace of its own: what they include costs
# more than they do (ch08's eleven programs take one core 9 s instead of 46 with nvcc, 9 s instead of 24 for sim, 15 s instead of 38 for the
# lens). Each program is still an executable, whose main calls the one in its namespace. That a file includes what it uses shows
# common/tests/compilers/clang.sh, where clang reads each alone. Off for people: who edits one program would wait for its neighbours.
set(together_default OFF)
if(DEFINED ENV{CI})
  set(together_default ON)
endif()
option(TUTORIAL_TOGETHER "Compile the CUDA programs of a folder together (on in CI)" ${together_default})
# A folder in which that would show takes the kind out: g++ inlines otherwise where there is more to inline.
set(TUTORIAL_TOGETHER_KINDS "")
if(TUTORIAL_TOGETHER)
  set(TUTORIAL_TOGETHER_KINDS cuda sim lens)
endif()

# tutorial_together(<target> <source> <kind>): the calling folder's <source> as the program <target> of cuda, sim or lens, whose libraries
# are known.
function(tutorial_together target source kind)
  tutorial_together_space(${source})
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${space}.cpp)
  file(CONFIGURE OUTPUT ${main} @ONLY CONTENT
       "namespace @space@ {\nint main(int, char**);\n}\nint main(int argc, char** argv) { return @space@::main(argc, argv); }\n")
  string(MD5 programs ${CMAKE_CURRENT_SOURCE_DIR})
  set(programs together.${programs}.${kind})
  if(NOT TARGET ${programs})
    add_library(${programs} STATIC)
    target_include_directories(${programs} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_language(EVAL CODE "cmake_language(DEFER CALL tutorial_together_source ${programs} ${kind})")
  endif()
  set_property(TARGET ${programs} APPEND PROPERTY TUTORIAL_TOGETHER ${source})
  get_target_property(include_directories ${target} INCLUDE_DIRECTORIES)
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  target_include_directories(${programs} PRIVATE ${include_directories})
  if(definitions)
    target_compile_definitions(${programs} PRIVATE ${definitions})
  endif()
  target_link_libraries(${programs} PUBLIC ${libraries})
  target_sources(${target} PRIVATE ${main})
  target_link_libraries(${target} PRIVATE ${programs})
endfunction()

# Sets space to the namespace of a source. The simulator leaves names that begin so out of its reports: runtime/source_line.cpp.
macro(tutorial_together_space source)
  cmake_path(GET source STEM space)
  string(PREPEND space cudasim_together_)
endmacro()

# Writes the one source once all programs of the folder are known.
function(tutorial_together_source programs kind)
  get_target_property(sources ${programs} TUTORIAL_TOGETHER)
  set(includes "")
  set(spaces "")
  foreach(source IN LISTS sources)
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    # Outside all namespaces first, under the same conditions: the headers are everybody's.
    file(STRINGS ${path} lines REGEX "^#(include|if|el|endif)")
    list(JOIN lines "\n" lines)
    string(APPEND includes "${lines}\n")
    tutorial_together_space(${source})
    string(APPEND spaces "namespace ${space} {\n#include \"${path}\"\n}\n")
  endforeach()
  set(together ${CMAKE_CURRENT_BINARY_DIR}/together.${kind}.cu)
  file(CONFIGURE OUTPUT ${together} @ONLY CONTENT "@includes@@spaces@")
  if(kind STREQUAL "cuda")
    target_sources(${programs} PRIVATE ${together})
    return()
  endif()
  if(kind STREQUAL "lens")
    cudasim_lens(${programs})
  endif()
  cudasim_translate(${programs} ${together})
endfunction()
