// What has threads of its own, for tsan.sh: the simulator's pool, whose launches end before the next begin, and the loops of CPU references.
#include <cstdint>
#include <vector>

#include "sim/runtime/worker.hpp"
#include "sim/runtime/worker_pool.hpp"
#include "tutorial/parallel.hpp"

int main() {
  for (int turn = 0; turn < 100; ++turn) {
    cudasim::Launch launch(32);
    cudasim::WorkerPool::instance().run(launch);
    for (const int times : launch.done)
      if (times != 1) return 1;
  }
  // Few, so that ThreadSanitizer still remembers who wrote each, and as if each were worth a thread.
  constexpr std::int64_t count = 64;
  std::vector<int> marks(count);
  tutorial::in_parts(count, 1 << 18, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) ++marks[static_cast<std::size_t>(i)];
  });
  for (const int mark : marks)
    if (mark != 1) return 1;
}
