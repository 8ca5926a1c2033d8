// nearest_cpu: how fast does a CPU find the nearest neighbor of every point, if we use all of it?
// Step     CPU, all cores
// Problem  n points in space; for each, the index of the nearest other point. Every pair is tested: n (n - 1)
//          distances.
// Way      A GPU is easily made to look good next to a slow loop, so this version uses what the CPU has. It searches
//          for 32 points at the same time, one per element (lane) of the vector registers:
//
//              lane        0    1    2    3  ..          candidate j is read once
//              query      q+0  q+1  q+2  q+3 ..    <---  and compared with all of them
//              best        .    .    .    .  ..
//
//          The inner loop has no branch: a lane that finds nothing closer keeps its best candidate.
// Expect   The points stay in the caches, and each is loaded once for 32 queries, so arithmetic is the
//          limit. We expect nearly linear scaling with the number of cores.
// Measured - "all cores: 16" is 12 to 16 times as fast as "one thread" (after measuring). Missed on the H200: The
//            time of all cores is as expected; the single thread was slow. It is timed once at this size, on a
//            virtual machine that shares its host with others, and tested little more than half as many pairs per
//            second as at 10 K in the same run.
// Run      ./tutorial run nearest_cpu -- --count 100000
// Source   [Rose] ch. 5

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

// Two AVX-512 registers, or four of AVX2: independent work to hide a comparison's latency.
constexpr int lanes = 32;

// The nearest neighbors of points first ... first + lanes - 1, as far as they exist.
void nearest_of_lanes(const float3* points, int count, int first, int* nearest) {
  float x[lanes], y[lanes], z[lanes], best[lanes];
  int best_index[lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    const float3 own = points[std::min(first + lane, count - 1)];  // lanes past the end repeat the last point
    x[lane] = own.x;
    y[lane] = own.y;
    z[lane] = own.z;
    best[lane] = std::numeric_limits<float>::infinity();
    best_index[lane] = -1;
  }

  // [search]
  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = points[candidate];
    for (int lane = 0; lane < lanes; ++lane) {
      const float dx = x[lane] - other.x;
      const float dy = y[lane] - other.y;
      const float dz = z[lane] - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;  // squared: the root would not change the order
      // `<` keeps the lower index on a tie. `&`, not `&&`: a branch would end the vectors.
      const bool closer = (distance < best[lane]) & (candidate != first + lane);
      best[lane] = closer ? distance : best[lane];
      best_index[lane] = closer ? candidate : best_index[lane];
    }
  }
  // [search]

  for (int lane = 0; lane < lanes && first + lane < count; ++lane) nearest[first + lane] = best_index[lane];
}

void nearest_one_thread(const std::vector<float3>& points, std::vector<int>& nearest) {
  const int count = static_cast<int>(points.size());
  for (int first = 0; first < count; first += lanes) {
    nearest_of_lanes(points.data(), count, first, nearest.data());
  }
}

// Threads take the next group of lanes from a counter, so that a core that is busy elsewhere delays no other.
void nearest_all_cores(const std::vector<float3>& points, std::vector<int>& nearest, int cores) {
  const int count = static_cast<int>(points.size());
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int first; (first = next.fetch_add(lanes)) < count;) {
      nearest_of_lanes(points.data(), count, first, nearest.data());
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < cores && i * lanes < count; ++i) threads.emplace_back(work);
  work();  // this thread is one of them
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  constexpr int poison = -2;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<int> nearest(problem.points.size(), poison);

  // A GPU's ceiling says nothing about a CPU.
  tutorial::Case row = problem.row("one thread");
  row.ceiling = tutorial::Ceiling::none;
  program.measure_on_host(
      row, [&] { nearest_one_thread(problem.points, nearest); }, [&] { return problem.check(nearest); });

  std::fill(nearest.begin(), nearest.end(), poison);
  row.variant = "all cores: " + std::to_string(cores);
  program.measure_on_host(
      row, [&] { nearest_all_cores(problem.points, nearest, cores); },
      [&] { return problem.check(nearest); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run_on_host(argc, argv, [&] { run(program, options); });
}
