# In CI (preset ci) the .cu of a folder are compiled together, for each of cuda, sim and lens, each in a namespace of its own: what they include costs
# more than they do (ch08's eleven programs take one core 9 s instead of 46 with nvcc, 9 s instead of 24 for sim, 15 s instead of 38 for the
# lens). They are one executable with a link for each program, whose name tells it which main to call. That a file includes what it uses shows
# common/tests/compilers/clang.sh, where clang reads each alone. For people only programs that
# they have not edited are compiled so (tutorial_together_snapshot): who edits one would wait for its neighbours.
# Of the lens's corpus, twelve at a time, with g++ for people, too; of unit tests, eight. A folder in which it would show takes its kind out of
# the list: g++ inlines otherwise where there is more to inline.
set(together_default "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(together_default corpus)
endif()
set(TUTORIAL_TOGETHER "${together_default}" CACHE STRING "Compile together what a folder has of: cuda sim lens corpus tests (all in the preset ci)")

# tutorial_together(<target> <file> <source> <kind> [<batch>]): the calling folder's <source> as the program <file> of cuda, sim or lens. All
# programs of the folder are one executable, which goes by the name that it is called by: <file> is a link to it, and <target> brings both up
# to date. A folder of very many is compiled in several batches. Sets programs to the library that compiles them, for what it needs.
function(tutorial_together target file source kind)
  string(MD5 programs ${CMAKE_CURRENT_SOURCE_DIR}${ARGN})
  tutorial_together_add(together.${programs}.${kind} ${file} ${source} ${kind})
  add_custom_target(${target})
  add_dependencies(${target} ${programs}.run)
  set(programs ${programs} PARENT_SCOPE)
endfunction()

# tutorial_together_snapshot(<file> <source> <kind> <group>): as tutorial_together, as the sources are when they are first compiled: for
# people. Every other one of a folder's <group> is in the same executable, so that two cores compile a ladder. While a source is as it was,
# the driver makes <file> a link to that executable; a source that is edited is compiled alone (driver/build/binaries.cpp). Sets programs.
function(tutorial_together_snapshot file source kind group)
  get_property(before DIRECTORY PROPERTY TUTORIAL_SNAPSHOTS_${kind}_${group})
  set_property(DIRECTORY APPEND PROPERTY TUTORIAL_SNAPSHOTS_${kind}_${group} ${source})
  list(LENGTH before count)
  math(EXPR half "${count} % 2")
  string(MD5 programs ${CMAKE_CURRENT_SOURCE_DIR}${group}${half})
  tutorial_together_add(snapshot.${programs}.${kind} ${file} ${source} ${kind})
  set_target_properties(${programs} PROPERTIES CUDASIM_SNAPSHOT ON)
  set_target_properties(${programs} ${programs}.run PROPERTIES EXCLUDE_FROM_ALL ON)
  set(programs ${programs} PARENT_SCOPE)
endfunction()

macro(tutorial_together_add library file source kind)
  set(programs ${library})
  if(NOT TARGET ${programs})
    add_library(${programs} STATIC)
    target_include_directories(${programs} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    add_executable(${programs}.run)
    target_link_libraries(${programs}.run PRIVATE ${programs} tutorial_warnings)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL tutorial_together_source ${programs} ${kind})")
  endif()
  set_property(TARGET ${programs} APPEND PROPERTY TUTORIAL_SOURCES ${source})
  set_property(TARGET ${programs} APPEND PROPERTY TUTORIAL_FILES ${file})
endmacro()

# Sets space to the namespace of a source. The simulator leaves names that begin so out of its reports: runtime/source_line.cpp.
macro(tutorial_together_space source)
  cmake_path(GET source STEM space)
  string(PREPEND space cudasim_together_)
endmacro()

# tutorial_together_head(<variable> <source>): what of a source may stand outside its namespace, in front of all others: its #include lines,
# under their conditions. They are all at its top, with nothing but comments between them; each condition ends there. If an #include stands
# further down, there is no telling from its line whether it is in a raw string, in a comment, behind a #define that it depends on, or in a
# namespace on purpose: the variable is ALONE, and the source is compiled so. `//` and directives are lines: none is continued by a backslash.
function(tutorial_together_head variable source)
  set(directive "[ \t]*#[ \t]*(include|if|elif|else|endif)([^\n]*[^\\\n])?\n")
  set(comment "[ \t]*//([^\n]*[^\\\n])?\n")
  if(NOT snapshot)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endif()
  file(READ ${source} left)
  set(below "${left}")
  set(head "")
  set(closed "")  # as much of the head as has each #if with its #endif
  set(depth 0)
  set(${variable} ALONE PARENT_SCOPE)
  while(left MATCHES "^([ \t]*\n|${comment}|${directive})")
    set(line "${CMAKE_MATCH_0}")
    set(word "${CMAKE_MATCH_3}")
    string(LENGTH "${line}" length)
    string(SUBSTRING "${left}" ${length} -1 rest)
    if(word)
      if(line MATCHES "/[*]|R\"")
        break()
      endif()
      if(word STREQUAL "if")
        math(EXPR depth "${depth} + 1")
      elseif(word STREQUAL "endif")
        math(EXPR depth "${depth} - 1")
      endif()
      string(APPEND head "${line}")
    endif()
    if(depth EQUAL 0)
      set(closed "${head}")
      set(below "${rest}")
    endif()
    set(left "${rest}")
  endwhile()
  if(NOT below MATCHES "(^|\n)[ \t]*(#|%:)[ \t]*include")
    set(${variable} "${closed}" PARENT_SCOPE)
  endif()
endfunction()

# tutorial_together_text(<variable> <source>…): sources, by absolute paths, as one: each in its namespace.
function(tutorial_together_text variable)
  set(heads "")
  set(spaces "")
  foreach(source IN LISTS ARGN)
    tutorial_together_head(head ${source})
    if(head STREQUAL "ALONE")
      message(FATAL_ERROR "${source} has an #include below its first line of code, and cannot be compiled together with others")
    endif()
    string(APPEND heads "${head}")
    tutorial_together_space(${source})
    string(APPEND spaces "namespace ${space} {\n#include \"${source}\"\n}\n")
  endforeach()
  set(${variable} "${heads}${spaces}" PARENT_SCOPE)
endfunction()

# Writes the one source, and the main that calls theirs, once all programs of the folder are known.
function(tutorial_together_source programs kind)
  get_target_property(sources ${programs} TUTORIAL_SOURCES)
  get_target_property(snapshot ${programs} CUDASIM_SNAPSHOT)
  tutorial_together_main(${programs})
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  tutorial_together_text(text ${sources})
  set(together ${CMAKE_CURRENT_BINARY_DIR}/${programs}.cu)
  file(CONFIGURE OUTPUT ${together} @ONLY CONTENT "@text@")
  if(kind STREQUAL "cuda")
    target_sources(${programs} PRIVATE ${together})
    return()
  endif()
  if(kind STREQUAL "lens")
    cudasim_lens(${programs})
  endif()
  cudasim_translate(${programs} ${together})
endfunction()

function(tutorial_together_main programs)
  get_target_property(files ${programs} TUTORIAL_FILES)
  set(declarations "")
  set(calls "")
  set(links "")
  foreach(source file IN ZIP_LISTS sources files)
    tutorial_together_space(${source})
    set(parameters "int argc, char** argv")
    set(arguments "argc, argv")
    file(STRINGS ${source} without_arguments REGEX "^int main\\(\\)" LIMIT_COUNT 1)
    if(without_arguments)
      set(parameters "")
      set(arguments "")
    endif()
    cmake_path(GET file FILENAME name)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    string(APPEND declarations "namespace ${space} {\nint main(${parameters});\n}\n")
    string(APPEND calls "  if (name == \"${name}\") return ${space}::main(${arguments});\n")
    list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:${programs}.run> ${file})
  endforeach()
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${programs}.cpp)
  file(CONFIGURE OUTPUT ${main} @ONLY CONTENT "#include <cstdio>
#include <string_view>

@declarations@
int main([[maybe_unused]] int argc, char** argv) {
  const std::string_view path = argv[0], name = path.substr(path.rfind('/') + 1);
@calls@  std::fprintf(stderr, \"%s is none of this executable's programs; if it was, build it again\\n\", argv[0]);
  return 2;
}
")
  target_sources(${programs}.run PRIVATE ${main})
  if(NOT snapshot)
    add_custom_command(TARGET ${programs}.run POST_BUILD ${links} VERBATIM)
  endif()
endfunction()

# tutorial_together_tests(<variable> <binary> <source>…): of the unit tests' sources, eight are one; what opens a namespace that has a name,
# or has a main, or an #include further down, stands alone. Sets the variable to what is to be compiled.
function(tutorial_together_tests variable binary)
  set(compiled "")
  set(batch "")
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} everybodys REGEX "^(namespace [a-z:]+ {|int main)" LIMIT_COUNT 1)
    tutorial_together_head(head ${source})
    if(everybodys OR head STREQUAL "ALONE")
      list(APPEND compiled ${source})
    else()
      list(APPEND batch ${source})
    endif()
    list(LENGTH batch count)
    if(count EQUAL 8)
      tutorial_together_batch()
    endif()
  endforeach()
  if(batch)
    tutorial_together_batch()
  endif()
  set(${variable} ${compiled} PARENT_SCOPE)
endfunction()

macro(tutorial_together_batch)
  tutorial_together_text(text ${batch})
  list(LENGTH compiled number)
  set(together ${CMAKE_CURRENT_BINARY_DIR}/${binary}.together/${number}.cpp)
  file(CONFIGURE OUTPUT ${together} @ONLY CONTENT "@text@")
  list(APPEND compiled ${together})
  set(batch "")
endmacro()
