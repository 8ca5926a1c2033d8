#include "driver/build/under_lens.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "driver/build/binaries.hpp"
#include "driver/data/select.hpp"
#include "support/build.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

bool is_own_file(const Manifest& manifest, const std::string& word) {
  return word.ends_with(".cu") &&
         std::none_of(manifest.programs.begin(), manifest.programs.end(),
                      [&](const Program& program) { return program.source == word; });
}

/// @throws Failure where a build has had a problem
void throw_if(const std::string& problem) {
  if (!problem.empty()) throw Failure(exit_wrong, problem.substr(0, problem.size() - 1));
}

}  // namespace

void build_target(const Manifest& manifest, const std::string& target, bool verbose, Progress& progress) {
  throw_if(build(manifest.build_folder(), target, {target}, verbose, progress));
}

LensProgram find_lens_program(const Manifest& manifest, const std::string& verb, const std::string& word) {
  const auto left_out = [&] {
    return UsageError(fmt::format(
        "{} needs the simulator, which this build leaves out: ./tutorial --preset auto {}", verb, verb));
  };
  if (is_own_file(manifest, word)) {
    if (!manifest.has_backend("sim")) throw left_out();
    if (!std::filesystem::is_regular_file(word))
      throw UsageError(fmt::format("there is no file {}", text::quoted(word)));
    return {word};
  }
  const Selection selection = select(manifest, word);
  if (!selection.program || word.empty())
    throw UsageError(fmt::format(
        "{} takes one program, or a file FILE.cu: ./tutorial {} transpose_shared. ./tutorial list shows all.",
        verb, verb));
  const Program& program = *selection.program;
  if (program.binaries.count("lens") > 0) return {program.name, &program};
  if (manifest.has_backend("sim"))
    throw UsageError(fmt::format("{} has no kernels to {}: it runs on the CPU alone", program.name, verb));
  throw left_out();
}

std::filesystem::path build_lens_program(const Manifest& manifest, const LensProgram& program,
                                         const std::filesystem::path& folder, bool verbose,
                                         Progress& progress) {
  if (program.program) {
    throw_if(
        build_binaries(manifest, program.name + ".lens", {{program.program, "lens"}}, verbose, progress));
    return program.program->binaries.at("lens");
  }
  build_target(manifest, "cudasim-simcc", verbose, progress);
  progress.show(fmt::format("compiling {} …", program.name));
  const std::filesystem::path binary = folder / "program", log = folder / "compile.txt";
  // The whole path: of any other, what the compiler and what the preprocessor call the file are two names.
  const std::string source = std::filesystem::absolute(program.name).string();
  const Exit exit =
      run_logged({(manifest.build_dir / "bin/cudasim-simcc").string(), source, "-o", binary.string()}, log,
                 [](const std::string&) {});
  progress.clear();
  if (exit.code != 0)
    throw Failure(exit_wrong,
                  fmt::format("{} does not compile:\n{}", program.name, text::trimmed(read_text(log))));
  return binary;
}

std::filesystem::path lens_binary(const Manifest& manifest, const std::string& verb, const std::string& word,
                                  const std::filesystem::path& folder, bool verbose, Progress& progress) {
  if (word.find('/') == std::string::npos || word.ends_with(".cu"))
    return build_lens_program(manifest, find_lens_program(manifest, verb, word), folder, verbose, progress);
  if (!std::filesystem::is_regular_file(word) || access(word.c_str(), X_OK) != 0)
    throw UsageError(fmt::format("there is no program {}", text::quoted(word)));
  return std::filesystem::absolute(word);
}

}  // namespace tutorial::driver
