#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "predict/gpu_file.hpp"
#include "support/process.hpp"

namespace tutorial::driver {

/// The GPU of this name, or of the file of this path.
/// @throws UsageError where there is none
predict::Gpu gpu_of(const Manifest& manifest, const std::string& name);

/// The GPU that times are predicted for unless another is asked for: that of TUTORIAL_GPU, else the device of this name if there is a file
/// of it, else an H200. None where there are no files.
/// @throws UsageError where there is no GPU of TUTORIAL_GPU's name
std::optional<predict::Gpu> default_gpu(const Manifest& manifest, const std::string& device);

/// What --sample asks for.
struct BlockSample {
  bool on = false;
  int blocks = 0;                 ///< of each grid; 0: as many as the lens would watch
  std::vector<std::string> args;  ///< what the program runs with
};

/// From the option's value: "" where it was not given, "some" where it has none, or how many blocks. Without arguments of the user's, a
/// program whose table is that of a sample (Program::sample) runs as for its table.
/// @param program  null: a file of the user's
/// @throws UsageError where the value is no positive number
BlockSample block_sample_of(const std::string& value, const Program* program, std::vector<std::string> args);

/// With these, programs that run under the lens count what predictions for the GPU are made of.
/// @param sample  they run a sample of each grid's blocks only, so that most of their results are never written
/// @param blocks  in that sample; 0: as many as the lens would watch
Variables counted_for(const predict::Gpu& gpu, bool sample = false, int blocks = 0);

/// The same for all programs that are started as long as it lives.
class CountedFor {
 public:
  explicit CountedFor(const predict::Gpu& gpu, bool sample = false, int blocks = 0);
  ~CountedFor();
  CountedFor(const CountedFor&) = delete;
  CountedFor& operator=(const CountedFor&) = delete;

 private:
  Variables before_;
};

}  // namespace tutorial::driver
