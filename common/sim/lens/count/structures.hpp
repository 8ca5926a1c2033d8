// What is known of the types of the running launch's memory: see cudasim/element.hpp, whose memory_holds() is here.
#pragma once

#include <cstdint>

#include "cudasim/element.hpp"

namespace cudasim::lens {

/// What lies there: where several types are known, one of this size if there is one. {} where none is known.
Element element_at(std::uintptr_t address, std::uint32_t bytes);

}  // namespace cudasim::lens
