#include "marking/sandbox/landlock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace tutorial::marking {
namespace {

// As linux/landlock.h has them; the numbers of the calls are the same on every architecture.
constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr unsigned ask_version = 1;
constexpr int rule_path_beneath = 1;

constexpr std::uint64_t execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3,
                        remove_folder = 1 << 4, remove_file = 1 << 5, make_folder = 1 << 7,
                        make_regular = 1 << 8, make_link = 1 << 12;
constexpr std::uint64_t all_of_version_1 = (1 << 13) - 1, refer = 1 << 13, truncate = 1 << 14,
                        ioctl_device = 1 << 15;
constexpr std::uint64_t tcp = 3;           // version 4: bind, connect
constexpr std::uint64_t outer_scopes = 3;  // version 6: abstract sockets, signals
constexpr std::uint64_t of_files = execute | write_file | read_file | truncate | ioctl_device;

struct RulesetAttributes {
  std::uint64_t files, network, scopes;
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
};

std::uint64_t handled_files(int version) {
  return all_of_version_1 | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) |
         (version >= 5 ? ioctl_device : 0);
}

}  // namespace

int landlock_version() {
  const long version = syscall(create_ruleset, nullptr, 0, ask_version);
  return version > 0 ? static_cast<int>(version) : 0;
}

Landlock::Landlock() : version_(landlock_version()) {
  if (version_ == 0) return;
  RulesetAttributes attributes{handled_files(version_), 0, 0};
  std::size_t size = sizeof attributes.files;
  if (version_ >= 4) {
    attributes.network = tcp;
    size = 2 * sizeof attributes.files;
  }
  if (version_ >= 6) {
    attributes.scopes = outer_scopes;
    size = sizeof attributes;
  }
  rules_ = static_cast<int>(syscall(create_ruleset, &attributes, size, 0));
}

Landlock::~Landlock() {
  if (rules_ >= 0) close(rules_);
}

void Landlock::allow(const char* path, unsigned long long access) {
  if (rules_ < 0) return;
  const int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0) {
    if (!S_ISDIR(status.st_mode)) access &= of_files;
    PathBeneath rule{access & handled_files(version_), file};
    syscall(add_rule, rules_, rule_path_beneath, &rule, 0);
  }
  close(file);
}

void Landlock::allow_reading(const char* path) { allow(path, execute | read_file | read_folder); }

void Landlock::allow_reading_file(const char* path) { allow(path, read_file); }

void Landlock::allow_writing(const char* path) {
  allow(path, execute | read_file | read_folder | write_file | truncate | remove_file | remove_folder |
                  make_folder | make_regular | make_link | refer);
}

bool Landlock::enforce() const { return rules_ >= 0 && syscall(restrict_self, rules_, 0) == 0; }

}  // namespace tutorial::marking
