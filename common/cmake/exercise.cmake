# How chapters and parts declare their exercises: tutorial_exercise(guard_tail), in exercises/CMakeLists.txt, in the order learners take them.
# The folder exercises/guard_tail then has README.md, exercise.json, exercise.hpp, exercise.cu, check.cpp, call.cpp, hints.md, wrong/*.cu.

set_property(GLOBAL PROPERTY TUTORIAL_EXERCISES "")

function(tutorial_exercise name)
  if(NOT "sim" IN_LIST TUTORIAL_BACKENDS)
    return()  # marking is the simulator's work
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH beside)
  tutorial_place(${beside})
  set(path ${folder}/exercises/${name})
  set(folder ${PROJECT_SOURCE_DIR}/${path})

  # Trusted: the cases, which the grader loads when it grades this exercise. Built then, if needed, so that no build waits for all of them.
  add_library(exercise.${name}.check MODULE ${folder}/check.cpp)
  target_include_directories(exercise.${name}.check PRIVATE ${PROJECT_SOURCE_DIR}/common ${PROJECT_SOURCE_DIR}/common/include)
  target_include_directories(exercise.${name}.check SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/common/sim/include)
  target_compile_options(exercise.${name}.check PRIVATE ${TUTORIAL_CHECKS_OPTIONS})
  target_link_libraries(exercise.${name}.check PRIVATE tutorial_warnings)
  set_target_properties(exercise.${name}.check PROPERTIES PREFIX "" OUTPUT_NAME ${name} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/exercises
                        DEFINE_SYMBOL "")  # what is precompiled has no such definition
  tutorial_precompiled(exercise.${name}.check checks)

  # In the submission's process: how the learner's function is called.
  add_library(exercise.${name}.call OBJECT)
  target_include_directories(exercise.${name}.call PRIVATE ${PROJECT_SOURCE_DIR}/common/include)
  target_link_libraries(exercise.${name}.call PRIVATE tutorial_warnings)
  cudasim_lens(exercise.${name}.call)
  cudasim_translate(exercise.${name}.call ${folder}/call.cpp)

  add_custom_target(exercise.${name} ALL)
  add_dependencies(exercise.${name} exercise.${name}.check exercise.${name}.call)

  tutorial_json(json name STRING "${name}" chapter STRING "${chapter}" part STRING "${part}" folder STRING "${folder}"
                call STRING "$<TARGET_OBJECTS:exercise.${name}.call>" check STRING "$<TARGET_FILE:exercise.${name}.check>")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_EXERCISES "${json}")
  set_property(GLOBAL APPEND PROPERTY TUTORIAL_EXERCISE_FOLDERS ${path})
  # The manifest is read when the program starts, but a changed exercise.json needs no build.
  if(BUILD_TESTING AND EXISTS ${folder}/wrong)  # a handout has no answers to prove anything with
    foreach(part "" .rest)
      set(option --quick)
      set(tier quick)
      if(part)
        set(option --rest)
        set(tier all)
      endif()
      add_test(NAME exercise.${name}${part} COMMAND tutorial_mark prove ${option} ${name})
      set_tests_properties(exercise.${name}${part} PROPERTIES LABELS "${chapter};exercise" TIMEOUT 300 COST 100)
      tutorial_tier(exercise.${name}${part} ${tier} FOLDER ${path} NEEDS tutorial_mark exercise.${name})
    endforeach()
  endif()
endfunction()

# Half of the time that it takes to compile a submission goes into what each begins with. g++ takes it compiled where all options are the
# same, else as text, and makes the same object of both.
function(tutorial_precompile_submissions)
  set(header ${CMAKE_BINARY_DIR}/submission/precompiled_submission.hpp)
  configure_file(${PROJECT_SOURCE_DIR}/common/cmake/precompiled_submission.hpp ${header} COPYONLY)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set(library ${PROJECT_SOURCE_DIR}/common/marking/runner/include)
  set(simulator ${PROJECT_SOURCE_DIR}/common/sim/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${library}/* ${simulator}/*)
  add_custom_command(
    OUTPUT ${header}.gch
    COMMAND ${CMAKE_CXX_COMPILER} -x c++-header -I ${library} -isystem ${simulator} ${ARGN} ${header} -o ${header}.gch
    DEPENDS ${header} ${headers}
    COMMENT "Compiling what submissions begin with"
    VERBATIM)
  add_custom_target(precompiled.submission DEPENDS ${header}.gch)
  foreach(program tutorial_exercise tutorial_grade tutorial_mark)
    add_dependencies(${program} precompiled.submission)
  endforeach()
endfunction()

# Writes build/…/exercises.json, from which the marker knows what there is. Called once, last.
function(tutorial_write_exercises)
  if(NOT "sim" IN_LIST TUTORIAL_BACKENDS)
    return()
  endif()
  get_property(declared GLOBAL PROPERTY TUTORIAL_EXERCISES)
  # In the reading order of common/authoring/reading_order.py; the first kernel's exercises are chapter 5's first.
  set(exercises "")
  foreach(chapter ch05 ch08 ch07 ch06)
    set(own ${declared})
    list(FILTER own INCLUDE REGEX "\"chapter\": \"${chapter}")
    list(FILTER declared EXCLUDE REGEX "\"chapter\": \"${chapter}")
    list(APPEND exercises ${own})
  endforeach()
  list(APPEND exercises ${declared})
  set(libraries -Wl,--start-group $<TARGET_FILE:marking_runner> $<TARGET_FILE:cudasim_lens> $<TARGET_FILE:cudasim> -Wl,--end-group)
  if(BACKTRACE_LIBRARY)
    list(APPEND libraries ${BACKTRACE_LIBRARY})
  endif()
  list(APPEND libraries ${TUTORIAL_BOOST_CONTEXT} -lpthread -ldl)
  if(TUTORIAL_HAVE_GOLD)
    list(APPEND libraries -fuse-ld=gold)
  endif()
  get_property(lens_flags_gnu GLOBAL PROPERTY CUDASIM_LENS_FLAGS_GNU)
  get_property(lens_flags_clang GLOBAL PROPERTY CUDASIM_LENS_FLAGS_CLANG)
  # g++ makes moves of the library's copies of 3, 5 and more elements (std::copy) without a word to the lens: they become calls.
  foreach(name memmove memset memcmp memchr strlen strchr strcmp strncmp)
    list(APPEND lens_flags_gnu -D__builtin_${name}=::${name})
  endforeach()
  # No function of string.h is expanded in place: the lens sees a call.
  foreach(name bcmp bcopy bzero index rindex memccpy memchr memcmp mempcpy stpcpy stpncpy strcasecmp strcat strchr strcmp strcpy strcspn
               strdup strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr)
    list(APPEND no_builtins -fno-builtin-${name})
  endforeach()
  # A unique symbol would stay global when the object is made ready to be linked.
  # Two calls at the ends of two branches stay two: each is a barrier of its own.
  list(APPEND lens_flags_gnu ${no_builtins} -fno-gnu-unique -fno-crossjumping -fno-tree-tail-merge)
  list(APPEND lens_flags_clang ${no_builtins})
  # Casts get a GPU's value (cudasim/gpu_values.hpp); of what is converted unsaid, the lens says that it does not fit.
  list(APPEND lens_flags_gnu -fsanitize=float-cast-overflow)
  list(APPEND lens_flags_clang -fsanitize=float-cast-overflow)
  # The library's strings are compiled with the submission, for the lens.
  # As simcc: nvcc makes no assumption about the types of pointers.
  set(flags -std=gnu++20 -w -fno-delete-null-pointer-checks -fno-strict-aliasing -fdiagnostics-color=never -DCUDASIM_SUBMISSION)
  tutorial_precompile_submissions(${flags} ${lens_flags_gnu})
  list(APPEND lens_flags_gnu -include ${CMAKE_BINARY_DIR}/submission/precompiled_submission.hpp)
  # clang reads a submission's headers before its source too, but nothing that is precompiled.
  list(APPEND lens_flags_clang -DCUDASIM_LENS=1 -DCUDASIM_TRANSLATED=1)
  tutorial_json(lens_flags gnu LIST "${lens_flags_gnu}" clang LIST "${lens_flags_clang}")
  tutorial_json_file(${CMAKE_BINARY_DIR}/exercises.json
    source_dir STRING "${PROJECT_SOURCE_DIR}"
    build_dir STRING "${CMAKE_BINARY_DIR}"
    cmake STRING "${CMAKE_COMMAND}"
    compiler STRING "${CMAKE_CXX_COMPILER}"
    cuda_compiler STRING "${CMAKE_CUDA_COMPILER}"
    cuda_version STRING "${CMAKE_CUDA_COMPILER_VERSION}"
    cuda_host_compiler STRING "${CMAKE_CUDA_HOST_COMPILER}"
    flags LIST "${flags}"
    lens_flags OBJECT "${lens_flags}"
    libraries LIST "${libraries}"
    simulator_headers STRING "${PROJECT_SOURCE_DIR}/common/sim/include"
    library_headers STRING "${PROJECT_SOURCE_DIR}/common/marking/runner/include"
    precompiled STRING "${CMAKE_BINARY_DIR}/submission"
    exercises OBJECTS "${exercises}")
endfunction()
