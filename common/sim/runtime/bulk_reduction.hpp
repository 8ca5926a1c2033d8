// How a bulk reduction combines one element.
#pragma once

#include <cstddef>

#include "cudasim/bulk_copy.hpp"

namespace cudasim {

std::size_t bytes_of(detail::BulkElement element);
/// Combines `from` into `to`, atomically for other threads.
void reduce_element(const detail::BulkReduction& reduction, void* to, const void* from);

}  // namespace cudasim
