#include "tutorial/backend.hpp"

#include <cstdlib>
#include <string_view>

namespace tutorial {

std::string backend_name(Backend backend) { return backend == Backend::simulator ? "sim" : "cuda"; }

bool blocks_are_sampled() {
  if (backend() != Backend::simulator) return false;
  const char* const told = std::getenv("LENS_PREDICT");
  return told != nullptr && std::string_view(told) == "sample";
}

}  // namespace tutorial
