#include "marking/sandbox/descriptor.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace tutorial::marking {

void cannot(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

namespace {

Descriptor copy_in_memory(const Descriptor& file) {
  Descriptor memory(memfd_create("program", MFD_CLOEXEC));
  if (memory.get() < 0) cannot("memfd_create");
  ssize_t copied;
  do {
    copied = sendfile(memory.get(), file.get(), nullptr, std::size_t{1} << 30);
  } while (copied > 0 || (copied < 0 && errno == EINTR));
  if (copied < 0) cannot("a copy of the program");
  return memory;
}

}  // namespace

DescriptorPair make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) cannot("pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

DescriptorPair make_socket() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) cannot("socketpair");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Descriptor open_file(const std::filesystem::path& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) cannot(path.c_str());
  return Descriptor(file);
}

Descriptor open_program(const std::filesystem::path& path) {
  Descriptor file = open_file(path, O_RDONLY);
  struct statvfs folder;
  if (fstatvfs(file.get(), &folder) != 0) cannot("statvfs");
  return (folder.f_flag & ST_NOEXEC) != 0 ? copy_in_memory(file) : std::move(file);
}

}  // namespace tutorial::marking
