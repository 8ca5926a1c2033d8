// Launches that repeat an earlier one. A benchmark launches one kernel many times with the same arguments, on the same contents of
// memory: from the third launch on the result is known, and copying it is faster than running the kernel again.
#pragma once

#include <string_view>

namespace cudasim {

struct Launch;

/// Whether the launch repeats one whose result is known; memory then has that result, and the kernel need not run.
bool repeats_known_launch(const Launch& launch);

/// The launch has run to its end and has taken so much processor time: its result is kept if `repeats_known_launch` has decided that it may be repeated.
void remember_launch(const Launch& launch, double seconds);

/// A launch that host code asked for has ended, and all work that its kernel has asked for: memory stays as it is until a call changes it. The next
/// launch need not look at it again.
void launch_has_ended();

/// Host code calls a function of the runtime, which may change memory.
void call_begins(std::string_view name);

/// Memory has changed that is not looked at: constants.
void forget_known_launches();

/// From now on they may change at any time.
void address_of_constant_given();

/// The running kernel does something that copying its result would leave out: it reads a clock, or allocates memory.
void keep_running_this_launch();

}  // namespace cudasim
