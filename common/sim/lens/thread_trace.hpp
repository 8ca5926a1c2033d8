// What one thread computes, and what it waits for: its instructions one by one. The processor's own step mode tells of each; for
// predictions only, since a step takes a signal. Other processors than x86-64 have no such count.
#pragma once

#include <cstdint>
#include <string>

namespace cudasim::lens {

struct ThreadCounts {
  double fp32 = 0;  ///< a sum of a product counts with the product
  double fp64 = 0;
  double integer = 0;  ///< compares and minima among them
  double special = 0;
  double other = 0;
  double chain = 0;         ///< operations on the longest way through the thread, loads included
  double global_waits = 0;  ///< loads on that way
  double shared_waits = 0;
  double accesses = 0;    ///< of device memory
  bool complete = false;  ///< followed to its end

  void scale(double factor);
};

std::string json(const ThreadCounts& counts);

/// Follows the calling OS thread from now on, as soon as it enters the program's own code. One at a time.
void begin_trace();
/// The traced thread goes on, or another one does.
void pause_trace(bool paused);
/// What was counted; the next may begin.
ThreadCounts end_trace();

/// While it lives the lens's own code runs unseen.
class Unseen {
 public:
  Unseen();
  ~Unseen();
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

 private:
  bool was_stepping_;
};

}  // namespace cudasim::lens
