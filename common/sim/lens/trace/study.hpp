// What a prediction needs to know of each launch, besides the counters of the lines: sums by grid and block, how its accesses fall
// together in caches, and what a thread computes. Only where LENS_PREDICT is set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/runtime/block.hpp"

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

class Recorder;

/// LENS_PREDICT=all: as the program is; LENS_PREDICT=sample: blocks that are not watched are left out, and results are wrong.
bool study_is_on();
bool study_leaves_out();

void study_launch_begins(const Launch& launch, const std::string& kernel);
constexpr std::uint64_t most_sampled = 32;  ///< blocks of a launch whose accesses are noted one by one

/// A watched block begins, one of the sample or not; its recorder learns what is to be noted of it.
void study_block(const Launch& launch, std::uint64_t number, bool sampled, const Block& block,
                 Recorder& recorder);
/// The running thread is another one, or goes on.
void study_turned_to(const Block& block, const DeviceThread& thread, bool fresh, Recorder& recorder);
void study_block_ended(Recorder& recorder);
void study_launch_ends(const Launch& launch, const std::string& kernel, std::uint64_t shared_bytes,
                       const std::vector<Recorder*>& recorders);

/// The host waits for the device, or for a copy of so many bytes.
void study_host_waits();
void study_host_copies(std::uint64_t bytes);
void study_host_allocates();

/// What the host has waited for, as the value of "host".
std::string study_host_json();

/// All launches so far, as the value of "launches".
std::string study_json();

}  // namespace cudasim::lens
