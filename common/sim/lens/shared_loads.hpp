// What threads load from shared memory where another thread has stored it. It is recorded in one run of a program, and takes the place of what threads
// load in another run with other inputs. If all results are then right, what they load does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/lens/count/memory_model.hpp"

namespace cudasim::lens {

enum class SharedLoads : std::uint8_t { ignored, recorded, replaced };
/// Only a guest's are ever recorded or replaced.
extern SharedLoads shared_loads;

void record_shared_loads();
std::string recorded_shared_loads();
/// By those that were recorded.
void replace_shared_loads(std::string_view recorded);

/// The running device thread is about to access memory there.
void shared_loads_accessed(const void* address, std::size_t bytes, Op op);

}  // namespace cudasim::lens
