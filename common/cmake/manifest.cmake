# Writes build/…/tutorial.json, from which the driver knows what there is to run. Called once, last.
function(tutorial_write_manifest)
  foreach(list CHAPTERS PARTS PROGRAMS BENCH)
    get_property(objects GLOBAL PROPERTY TUTORIAL_${list})
    tutorial_json_value(${list} OBJECTS "${objects}")
  endforeach()
  get_property(exercises GLOBAL PROPERTY TUTORIAL_EXERCISE_FOLDERS)
  tutorial_json_list(exercises ${exercises})
  tutorial_json_list(backends ${TUTORIAL_BACKENDS})
  list(JOIN CMAKE_CUDA_ARCHITECTURES "," architectures)
  tutorial_json(cxx compiler STRING "${CMAKE_CXX_COMPILER}" id STRING "${CMAKE_CXX_COMPILER_ID}"
                version STRING "${CMAKE_CXX_COMPILER_VERSION}")
  tutorial_json(cuda compiler STRING "${CMAKE_CUDA_COMPILER}" version STRING "${CMAKE_CUDA_COMPILER_VERSION}"
                architectures STRING "${architectures}")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tutorial.json @ONLY CONTENT [[{
  "source_dir": "@PROJECT_SOURCE_DIR@",
  "build_dir": "@CMAKE_BINARY_DIR@",
  "cmake": "@CMAKE_COMMAND@",
  "backends": @backends@,
  "cxx": @cxx@,
  "cuda": @cuda@,
  "chapters": @CHAPTERS@,
  "parts": @PARTS@,
  "programs": @PROGRAMS@,
  "exercises": @exercises@,
  "bench": @BENCH@
}
]])
endfunction()
