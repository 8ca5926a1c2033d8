// A run of a given schedule, step by step: as a table and as a picture.
#pragma once

#include <string>

#include "driver/break/schedules.hpp"

namespace tutorial::driver {

/// "(1,0,0)".
std::string index_text(std::uint64_t linear, const Size& size);

/// "thread (1,0,0) of block (0,0,0)".
std::string thread_text(const RunLog& log, std::uint64_t launch, std::uint64_t block, unsigned thread);

/// What the bytes mean if they are a number: as a float where only that makes sense.
std::string number_text(std::uint64_t value, unsigned bytes);

/// Every step, or, of many, those round the waits and what the threads that waited did then; without waits, round what these did.
std::string steps_table(const RunLog& log, const std::vector<Moment>& waiting);

/// The same steps, a column for each thread, time downwards; empty if there are too many threads.
std::string steps_picture(const RunLog& log, const std::vector<Moment>& waiting);

}  // namespace tutorial::driver
