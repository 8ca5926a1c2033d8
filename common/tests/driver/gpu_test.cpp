#include <doctest/doctest.h>

#include "driver/data/gpu.hpp"
#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

const driver::Gpu h200{"NVIDIA H200", 13000, ""};
const driver::Gpu none{"", 0, "libcuda.so.1 is not installed"};

int exit_code_of(const std::string& wanted, const driver::Manifest& manifest, const driver::Gpu& gpu) {
  try {
    driver::choose_backend(wanted, manifest, gpu);
  } catch (const tutorial::Failure& failure) {
    return failure.exit_code;
  }
  return 0;
}

}  // namespace

TEST_CASE("a visible GPU is used, and named") {
  const auto choice = driver::choose_backend("auto", example::manifest(), h200);
  CHECK(choice.backend == "cuda");
  CHECK(choice.sentence == "Running on NVIDIA H200 with CUDA 13.0.");
}

TEST_CASE("without a GPU the simulator runs, and says why") {
  const auto choice = driver::choose_backend("auto", example::manifest(), none);
  CHECK(choice.backend == "sim");
  CHECK(choice.sentence ==
        "Running on the CPU simulator: no NVIDIA GPU is visible (libcuda.so.1 is not installed).");
  CHECK(driver::choose_backend("sim", example::manifest(), none).sentence == choice.sentence);
}

TEST_CASE("a GPU does not help a build without CUDA, or a driver older than the toolkit") {
  auto manifest = example::manifest();
  CHECK(driver::choose_backend("auto", manifest, {"NVIDIA A100", 12040, ""}).backend == "sim");
  CHECK(driver::choose_backend("auto", manifest, {"NVIDIA A100", 12040, ""})
            .sentence.find("supports CUDA 12.4") != std::string::npos);
  manifest.backends = {"sim"};
  CHECK(driver::choose_backend("auto", manifest, h200).backend == "sim");
}

TEST_CASE("--backend decides, or is refused") {
  auto manifest = example::manifest();
  CHECK(driver::choose_backend("sim", manifest, h200).backend == "sim");
  CHECK(driver::choose_backend("cuda", manifest, h200).backend == "cuda");
  CHECK(exit_code_of("cuda", manifest, none) == tutorial::exit_no_device);
  manifest.backends = {"sim"};
  CHECK(exit_code_of("cuda", manifest, h200) == tutorial::exit_wrong);
  manifest.backends = {"cuda"};
  CHECK(exit_code_of("auto", manifest, none) == tutorial::exit_no_device);
  CHECK(exit_code_of("sim", manifest, h200) == tutorial::exit_wrong);
}

TEST_CASE("find_gpu returns a name or a reason") {
  const driver::Gpu gpu = driver::find_gpu();
  CHECK(gpu.name.empty() != gpu.why_none.empty());
}
