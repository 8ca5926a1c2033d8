# Compiles several sources of a library together, since their headers cost more than they do: the driver took 61 s of one core, and 104 in
# four compilations.
# Off for who edits the tools (-DTUTORIAL_UNITY_BUILD=OFF: one file, one compilation) and with clang, which so sees a forgotten include.
set(unity_default ON)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(unity_default OFF)
endif()
option(TUTORIAL_UNITY_BUILD "Compile the sources of each library of common together" ${unity_default})

# tutorial_unity(<target> <batches>): the target's .cpp in about that many compilations; tutorial_unity(<target> 2 <source>…): the named ones
# in one, the rest in the other. Helpers in unnamed namespaces must then differ in name. There is no warning of shadows then, since one file's
# `using` is another's shadowed name; clang's pass has it (warnings.cmake).
function(tutorial_unity target batches)
  if(NOT TUTORIAL_UNITY_BUILD)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(LENGTH sources count)
  math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  # g++ looks for garbage first when it has used so many KB: that takes a tenth of the time, and gives back a quarter of the memory.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
  if(ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${sources} PROPERTIES UNITY_GROUP rest)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP apart)
  endif()
endfunction()

# A run links a hundred programs and the whole suite many more. ld.gold, which comes with ld, needs half of ld's time for each.
option(TUTORIAL_GOLD "Link with ld.gold where it is installed" ON)
if(TUTORIAL_GOLD)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=gold TUTORIAL_HAVE_GOLD)
  if(TUTORIAL_HAVE_GOLD)
    add_link_options($<$<LINK_LANGUAGE:CXX>:-fuse-ld=gold>)
  endif()
endif()
