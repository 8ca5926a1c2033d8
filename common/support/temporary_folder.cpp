#include "support/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <system_error>

namespace tutorial {
namespace fs = std::filesystem;

// Canonical: compilers name what they read without the links that lead there.
TemporaryFolder::TemporaryFolder() : TemporaryFolder(fs::canonical(fs::temp_directory_path())) {}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::string name = (parent / "tutorial-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make " + name);
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace tutorial
