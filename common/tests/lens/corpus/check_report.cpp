// Runs a corpus program in several schedules and compares what the lens reports with what its head expects.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"
#include "tests/lens/corpus/expectations.hpp"

namespace {

using namespace corpus;

constexpr int seeds = 3;

int check(const std::filesystem::path& source, const std::string& program) {
  const Expectations expectations = read_expectations(tutorial::read_text(source));
  if (expectations.silent() != (source.parent_path().filename() == "right"))
    throw std::runtime_error("right programs, and no others, stand in the folder `right`");

  const tutorial::TemporaryFolder folder;
  int failures = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const std::string name = std::to_string(seed);
    setenv("CUDASIM_SEED", name.c_str(), 1);
    setenv("LENS_JSON", (folder / name).c_str(), 1);
    const tutorial::Exit exit = tutorial::run_process({program}, {.out_to_stderr = true});
    const auto report = nlohmann::json::parse(tutorial::read_text(folder / name), nullptr, false);
    for (const std::string& problem : disagreements(expectations, source, exit.code, report)) {
      fmt::print("CUDASIM_SEED={}: {}\n", seed, problem);
      ++failures;
    }
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: check_report SOURCE PROGRAM\n");
    return 2;
  }
  try {
    tutorial::catch_signals();
    return check(argv[1], argv[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "check_report: {}: {}\n", argv[1], error.what());
    return 2;
  }
}
