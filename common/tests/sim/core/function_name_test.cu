// The names of functions in messages and reports: as the user wrote them.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <string>

#include "sim/runtime/source_line.hpp"

// What common/cmake/together.cmake puts round each program of a folder.
namespace cudasim_together_07_others {
template <class T>
__global__ void twice(T* out) {
  *out *= 2;
}
namespace own {
__global__ void wide(float*) {}
}  // namespace own
}  // namespace cudasim_together_07_others

namespace {

std::string name_of(const void* function) {
  const char* const name = cudasim::function_name(function);
  return name != nullptr ? name : "";
}

}  // namespace

TEST_CASE("the namespace of a program that is compiled with its neighbours is left out") {
  namespace others = cudasim_together_07_others;
  CHECK(name_of(reinterpret_cast<const void*>(&others::own::wide)) == "own::wide(float*)");
  CHECK(name_of(reinterpret_cast<const void*>(&others::twice<int>)) == "void twice<int>(int*)");
}

TEST_CASE("the system's libraries are not read: their debug information takes longer than a short program") {
  CHECK(name_of(dlsym(RTLD_DEFAULT, "puts")) == "");
  CHECK(name_of(dlsym(RTLD_DEFAULT, "dl_iterate_phdr")) == "");  // libc's, which all others call
}
