#pragma once

#include <optional>
#include <string>
#include <vector>

#include "predict/counted_launch.hpp"
#include "predict/gpu_file.hpp"

namespace tutorial::predict {

/// The time that one resource of the device would take if nothing else did.
struct Limit {
  std::string
      name;  ///< "DRAM", "L2", "L1", "shared memory", "FP32", "FP64", "integer", "special", "issue", "atomics", "latency", "launch"
  double seconds = 0;
};

struct Prediction {
  std::string kernel;
  double times = 1;  ///< launched
  std::array<unsigned, 3> grid = {1, 1, 1};
  std::array<unsigned, 3> block = {1, 1, 1};
  std::string gpu;
  std::optional<double> seconds;  ///< of one launch; none where the model cannot say
  std::string limit;              ///< what it is limited by most
  std::vector<Limit> limits;      ///< the longest first
  std::string why;     ///< the figures that the limit comes from; where there is no time, why there is none
  std::string change;  ///< what would have to change

  double blocks_at_once = 0;   ///< resident blocks per SM
  double occupancy = 0;        ///< threads at once of the most that fit
  std::string bound;           ///< what keeps more blocks away, as in Residency
  double registers = 0;        ///< per thread
  double stack_bytes = 0;      ///< a thread: spilled registers and arrays in local memory
  double shared_bytes = 0;     ///< a block
  double bytes_in_flight = 0;  ///< asked for and not there yet, on the whole device
  double memory_bytes = 0;     ///< that device memory moves
  double l1_hits = 0;          ///< of the sectors that are loaded
  bool estimated = false;      ///< registers are not known
  double simulated = 0;        ///< simulated blocks of a launch, whose counts represent the whole grid
  /// By how much the cache lines of one half of the followed blocks differ from the mean of both halves; none where all blocks were
  /// simulated, or too few were followed.
  std::optional<double> spread;

  double blocks() const { return double(grid[0]) * grid[1] * grid[2]; }
};

Prediction predict(const Launch& launch, const Gpu& gpu);

/// One a launch.
std::vector<Prediction> predict(const std::vector<Launch>& launches, const Gpu& gpu);

/// All launches of a section, one after the other: a row of a program's table. Of a row from end to end, until the host has the result.
struct Section {
  std::string gpu;
  std::optional<double> seconds = {};  ///< none where one of the launches has none
  std::string limit = {};  ///< of the kernel that takes longest; "host" where its part takes longer
  std::string why = {};    ///< as a launch's
  std::string kernel = {};
  double memory_s = 0;  ///< what L1, L2 or device memory would take alone, whichever takes longest
  double shared_s = 0;  ///< what shared memory would take alone
};

/// None where the section has no launches.
std::optional<Section> section_of(const std::string& name, const Counted& counted, const Gpu& gpu);

/// The predictions as JSON: an array with an object a launch.
std::string predictions_json(const std::vector<Prediction>& predictions);

/// The longest of a kernel's launches in a sentence; "" where it was never launched.
std::string kernel_text(const std::string& kernel, const std::vector<Launch>& launches, const Gpu& gpu);

/// Registers, shared memory, blocks on an SM and what bounds them, in a line.
std::string occupancy_text(const Prediction& prediction);

/// "64 of 65536 blocks simulated, counts multiplied by 1024; …"; "" where all blocks were simulated.
std::string sample_text(const Prediction& prediction);

/// For people: time, limit, the limits next to it, and what would have to change.
std::string prediction_text(const Prediction& prediction);

}  // namespace tutorial::predict
