#pragma once

#include <filesystem>

#include "support/temporary_folder.hpp"

namespace tutorial::marking {

/// A folder that holds nothing but the program, under the name by which a program finds its own debug information.
class EmptyRoot {
 public:
  explicit EmptyRoot(const std::filesystem::path& program);

  const std::filesystem::path& path() const { return folder_.path(); }
  /// The program in it.
  std::filesystem::path program() const { return folder_ / "proc" / "self" / "exe"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace tutorial::marking
