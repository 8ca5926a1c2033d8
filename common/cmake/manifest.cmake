# Writes build/…/tutorial.json, from which the driver knows what there is to run. Called once, last.
function(tutorial_write_manifest)
  foreach(list CHAPTERS PARTS PROGRAMS EXERCISE_FOLDERS BENCH)
    get_property(${list} GLOBAL PROPERTY TUTORIAL_${list})
  endforeach()
  list(JOIN CMAKE_CUDA_ARCHITECTURES "," architectures)
  tutorial_json(cxx compiler STRING "${CMAKE_CXX_COMPILER}" id STRING "${CMAKE_CXX_COMPILER_ID}"
                version STRING "${CMAKE_CXX_COMPILER_VERSION}")
  tutorial_json(cuda compiler STRING "${CMAKE_CUDA_COMPILER}" version STRING "${CMAKE_CUDA_COMPILER_VERSION}"
                architectures STRING "${architectures}")
  tutorial_json_file(${CMAKE_BINARY_DIR}/tutorial.json
    source_dir STRING "${PROJECT_SOURCE_DIR}"
    build_dir STRING "${CMAKE_BINARY_DIR}"
    cmake STRING "${CMAKE_COMMAND}"
    backends LIST "${TUTORIAL_BACKENDS}"
    cxx OBJECT "${cxx}"
    cuda OBJECT "${cuda}"
    chapters OBJECTS "${CHAPTERS}"
    parts OBJECTS "${PARTS}"
    programs OBJECTS "${PROGRAMS}"
    exercises LIST "${EXERCISE_FOLDERS}"
    bench OBJECTS "${BENCH}")
endfunction()
