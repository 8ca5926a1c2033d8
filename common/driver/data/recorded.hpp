#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "driver/data/results_file.hpp"

namespace tutorial::driver {

/// What one device has measured, as docs/results holds it.
class Recorded {
 public:
  /// Their short names: "h200" for docs/results/nvidia-h200.
  static std::vector<std::string> devices(const Manifest& manifest);

  /// @throws UsageError where there is nothing of this device, Failure where it cannot be read
  Recorded(const Manifest& manifest, const std::string& device);

  /// The same program's right row of the same variant and type at its default size; null if there is none.
  const Row* of(const std::string& program, const Row& row) const;

  const std::string& name() const { return name_; }  ///< "h200"
  std::string device() const { return results_.about_field("device"); }
  std::string date() const { return results_.about_field("date"); }

 private:
  std::string name_;
  Results results_;
};

}  // namespace tutorial::driver
