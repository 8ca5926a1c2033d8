#include "tutorial/backend.hpp"

namespace tutorial {

std::string backend_name(Backend backend) { return backend == Backend::simulator ? "sim" : "cuda"; }

}  // namespace tutorial
