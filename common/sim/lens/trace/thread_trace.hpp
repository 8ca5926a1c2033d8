// One thread's computations and waits, instruction by instruction. The processor's step mode reports each instruction. Used for
// predictions only, since a step takes a signal. Processors other than x86-64 have no such count.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace cudasim::lens {

struct ThreadCounts {
  double fp32 = 0;  ///< a sum of a product counts with the product
  double fp64 = 0;
  double integer = 0;   ///< compares and minima among them; not what a compiler does once, or ahead of time
  double products = 0;  ///< of integers, among them
  double special = 0;
  double other = 0;
  double chain = 0;         ///< operations on the longest way through the thread, loads included
  double global_waits = 0;  ///< loads on that way, of sectors that the thread had not asked for before
  double near_waits = 0;    ///< and of those that it had
  double shared_waits = 0;

  void add(const ThreadCounts& more, double factor = 1);
};

/// What a thread did ahead of one access to device memory, all times together.
struct Stretch {
  ThreadCounts counts;
  double times = 0;
};

struct TracedThread {
  ThreadCounts counts;
  std::unordered_map<const void*, Stretch> stretches;  ///< by the access, as the lens counts it
  bool complete = false;                               ///< followed to its end
};

std::string json(const ThreadCounts& counts);

/// Follows the calling OS thread from now on, as soon as it enters the program's own code. One at a time.
void begin_trace();
/// The traced thread goes on, or another one does.
void pause_trace(bool paused);
/// While it is hidden, the thread whose turn it is runs at full speed. Calls nest.
void hide_trace(bool hidden);
/// What was counted; the next may begin.
TracedThread end_trace();

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
