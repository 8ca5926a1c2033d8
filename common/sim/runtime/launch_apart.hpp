// A launch that goes on while host code runs, since its kernel may wait for what the host does later: `*flag = 1` after the launch.
//
// Launches run on the OS thread that asks for them. Only in a program that has memory which host code and kernels can both access (page-locked or
// managed), or streams of its own, each launch has an OS thread apart. The host waits for it there, too, unless all that the kernel's threads do is
// look at memory: then the call returns, and the launch goes on beside the host until a call has to wait for it.
#pragma once

#include <functional>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Whether there is memory that host code and kernels can both access.
bool host_shares_memory();
/// Whether a kernel could wait for what host code does after the launch.
bool host_may_be_awaited();
/// The program has asked for managed memory.
void managed_memory_given();

struct LaunchApart {
  std::function<void()> run;            ///< on the OS thread apart
  std::function<cudaError_t()> finish;  ///< if it has gone on: afterwards, on an OS thread of the host
  cudaStream_t stream;
};

/// Runs the launch. Whether it has ended; otherwise it goes on. No other may go on.
bool run_apart(LaunchApart launch);

bool launch_goes_on();
/// Whether the launch that goes on comes before what the stream is asked for now.
bool launch_goes_on(cudaStream_t stream);
/// Waits for the launch that goes on, if there is one; returns its error.
cudaError_t finish_launch();
/// The same if it comes before what the stream is asked for now.
cudaError_t finish_launch(cudaStream_t stream);
/// Is called when the launch that goes on has ended, after earlier ones.
void when_launch_ends(std::function<void()> work);

/// An OS thread of the launch runs device code from here to there.
void take_device_turn();
void give_device_turn_back();
/// A thread of the launch polls memory: a call of the host may come first.
void let_host_call();
/// All threads of the OS thread only look at memory, and have for a while: the host goes on.
void let_host_go_on();
/// Whether the host waits for the launch that runs.
bool host_waits_for_launch();

/// In every call of the host: what the runtime and the lens know must not change at the same time in a launch that goes on.
class HostCall {
 public:
  HostCall();
  ~HostCall();
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

 private:
  bool has_turn_ = false;
};

}  // namespace cudasim
