// What describes an exercise, and the file in which an instructor changes some.
#include "marking/exercise.hpp"

#include <cstdlib>

#include "marking/contract.hpp"
#include "support/temporary_folder.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace marking = tutorial::marking;
  const MemoryFile file(data, size);
  // Its descriptor is the same each time, so that the folder is made once: a disk takes longer than the reader.
  static const tutorial::TemporaryFolder folder;
  static const std::string first = file.path();
  static const bool linked = symlink(first.c_str(), (folder / "exercise.json").c_str()) == 0;
  if (!linked || file.path() != first) std::abort();
  std::vector<marking::Exercise> exercises(1);
  try {
    exercises[0] = marking::read_exercise("tile", folder / "");
  } catch (const marking::ExerciseError&) {
  }
  exercises[0].name = "tile";
  try {
    marking::apply_contracts(exercises, file.path());
  } catch (const marking::ExerciseError&) {
  }
  return 0;
}
