#include "marking/sandbox/empty_root.hpp"

#include <system_error>

namespace tutorial::marking {
namespace fs = std::filesystem;

EmptyRoot::EmptyRoot(const fs::path& program) : folder_(program.parent_path()) {
  const auto open_to_all = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                           fs::perms::others_read | fs::perms::others_exec;
  const fs::path folder = this->program().parent_path();
  fs::create_directories(folder);
  for (const fs::path& each : {path(), folder.parent_path(), folder}) fs::permissions(each, open_to_all);
  std::error_code elsewhere;
  fs::create_hard_link(program, this->program(), elsewhere);
  if (elsewhere) fs::copy_file(program, this->program());
  fs::permissions(this->program(), open_to_all);
}

}  // namespace tutorial::marking
