#include "sim/runtime/observer.hpp"

namespace cudasim {

Observer* observer = nullptr;
__thread Observer* block_observer;

}  // namespace cudasim
