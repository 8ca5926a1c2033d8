#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/build.hpp"

/// The driver of the script `tutorial`: lists, builds and runs the programs that CMake lists in build/…/tutorial.json.
namespace tutorial::driver {

/// The position of a program in its ladder.
enum class Role {
  baseline,  ///< the CPU rung that speed-ups quote
  naive,     ///< the first GPU rung
  rung,
  ceiling,  ///< what the ladder climbs towards; takes no part in ratios
  demo,     ///< no part of the ladder
};

/// The executable of several programs of a folder, as their sources were when it was compiled. It is the program by whose name it is called.
struct Snapshot {
  std::string target;
  std::filesystem::path binary;
  std::filesystem::path depfile;  ///< names the headers; as old as the sources are; not there before a build
};

struct Program {
  std::string chapter;
  std::string part = {};  ///< of the chapter; empty where it has none
  bool further = false;   ///< past the core: in a folder further/
  int number = 0;         ///< in its file's name: its place in its folder
  std::string name;
  std::string source;  ///< relative to the root, "ch08_transpose/05_transpose_padded.cu"
  Role role = Role::rung;
  std::string ladder;
  std::string continues;  ///< what its ladder continues: another ladder, or one of its programs; or empty
  std::map<std::string, std::filesystem::path> binaries;  ///< by back end
  std::map<std::string, Snapshot> snapshots =
      {};                                ///< where the program is too, by kind of binary: "lens", "sim"
  std::vector<std::string> explain;      ///< the arguments `explain` runs it with unless the user gives some
  std::vector<std::string> faults = {};  ///< the variants that show a fault
  std::vector<std::string> sample =
      {};                 ///< the arguments at which the simulator runs a sample of the blocks; or none
  int sample_blocks = 0;  ///< of each kernel
  std::string teaches;    ///< the question in the first line of the source file
  std::string step = {};  ///< what its rung changes, in a few words: the second line

  /// "ch08_transpose", "ch06_reduction/sum/further": as a user names it.
  std::string folder() const;
};

struct Chapter {
  std::string name;
  std::string question;
};

/// A folder of a chapter that has a question, a page and a ladder of its own.
struct Part {
  std::string chapter;
  std::string name;
  std::string question;
};

/// What `bench` runs beyond the default sizes: of a ladder's programs, or of one program.
struct BenchSizes {
  std::string chapter = {};
  std::string ladder = {};               ///< empty where `program` is not
  std::string program = {};              ///< or empty
  std::vector<std::string> sizes = {};   ///< argument lists, "--n 10000"
  std::vector<std::string> others = {};  ///< the same for what is no step in size
  std::string bytes = {};  ///< how large the data is, of w, what one run is rated by: "w", "16 * w ** 0.5"
  std::string operations = {};  ///< what one run computes, of w; or empty
};

struct Exercise {
  std::string chapter;
  std::string part = {};
  std::string name;
  std::string source;   ///< its folder, relative to the root
  std::string teaches;  ///< as its exercise.json has it
};

/// All that this build has to offer.
struct Manifest {
  std::filesystem::path source_dir;
  std::filesystem::path build_dir;
  std::filesystem::path cmake;
  std::vector<std::string> backends;
  std::string cuda_compiler;  ///< nvcc; empty without a toolkit
  std::string cuda_version;   ///< of the toolkit, "13.0.88"; empty without one
  std::vector<Chapter> chapters;
  std::vector<Part> parts;          ///< in reading order
  std::vector<Program> programs;    ///< in reading order: chapter, part, core before further, number
  std::vector<Exercise> exercises;  ///< in the order learners take them
  std::vector<BenchSizes> bench;

  BuildFolder build_folder() const { return {build_dir, cmake}; }
  bool has_backend(const std::string& backend) const;
  /// The program of this name. @throws Failure if there is none
  const Program& program(const std::string& name) const;

  /// Puts programs and exercises into reading order. Those of one folder that have no numbers stay as they are.
  void sort();
};

/// "ch08" for "ch08_transpose".
std::string short_name(const std::string& chapter);

/// Reads the manifest, the head of every source file and what every exercise teaches. @throws Failure where it cannot be read
Manifest read_manifest(const std::filesystem::path& file);

}  // namespace tutorial::driver
