#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "heat/heat.hpp"

namespace heat {

/// The steps of the next pass where `left` are to be taken and a pass takes 1, 2, 4 ... up to `most`.
inline int pass_steps(std::int64_t left, int most) {
  return static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::min<std::int64_t>(left, most))));
}

/// An Input whose plate is on the device with two more, between which the steps go back and forth: for the programs past
/// the core.
class Problem : public Input {
 public:
  Problem(const Options& chosen, std::uint64_t seed)
      : Input(chosen, seed),
        steps_(chosen.steps),
        begin_(static_cast<std::size_t>(cells())),
        odd_(begin_.size()),
        even_(begin_.size()) {
    begin_.copy_from(make_plate());
  }

  /// A row of the table: all steps, launch(from, to) for each. Below the table: the time of one step.
  template <typename Launch>
  void measure(tutorial::Program& program, const std::string& variant, Launch&& launch) {
    measure_passes(program, variant, 1, [&](const float* from, float* to, int) { launch(from, to); });
  }

  /// The same for kernels that take several steps in one pass over the plate: launch(from, to, steps) for each
  /// pass, with 1, 2, 4 ... steps up to `most_steps`. A step counts as much as above, one read and one write of
  /// every cell, whatever a pass saves of them.
  ///
  /// The first pass reads the plate at the beginning and the others each other's results, so that nothing has
  /// to be restored before the next run.
  template <typename Launch>
  void measure_passes(tutorial::Program& program, const std::string& variant, int most_steps,
                      Launch&& launch) {
    odd_.poison();
    even_.poison();
    const double seconds = program.measure(
        row(variant),
        [&] {
          const float* from = begin_.data();
          end_ = &begin_;
          for (std::int64_t left = steps_; left > 0;) {
            const int steps = pass_steps(left, most_steps);
            end_ = end_ == &odd_ ? &even_ : &odd_;
            launch(from, end_->data(), steps);
            from = end_->data();
            left -= steps;
          }
        },
        [&] { return check(end_->to_host()); });
    note_step_time(program, variant, seconds);
  }

 private:
  std::int64_t steps_;
  tutorial::DeviceBuffer<float> begin_;
  tutorial::DeviceBuffer<float> odd_;
  tutorial::DeviceBuffer<float> even_;
  tutorial::DeviceBuffer<float>* end_ = nullptr;  // where the last run left its plate
};

}  // namespace heat
