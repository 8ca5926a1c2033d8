// The machine was short of something: that is no mark.
#pragma once

#include <stdexcept>

#include "marking/sandbox/sandbox.hpp"

namespace tutorial::marking {

/// The submission could not be graded, through no fault of its own. Marking it again may succeed.
class MachineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @param what  what ran, for people: "the compiler"
/// @throws MachineError where the run ended as it did because of the machine: no room, no memory for anybody, killed from outside,
/// not enough of the processor
void throw_if_machine(const Outcome& outcome, const Limits& limits, Job::Kind kind, const std::string& what);

}  // namespace tutorial::marking
