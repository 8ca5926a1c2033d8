// k_nearest: where should a thread keep the k best points it has found?
// Step     k nearest per point
// Before   nearest_blocked remembers one distance and one index, in two registers.
// Change   The thread keeps a sorted list of k distances and indices. A candidate closer than the last in the list is
//          inserted in order; the entries after it move down by one, and the last is dropped:
//
//              distance     .1   .3   .4   .4   .7        candidate: .4
//              index         7    2    0    5    3        9
//                            7    2    0    5    9        after its equals: the lower index comes first
//
//          Registers cannot be indexed by a number known only at run time. So the list has three possible
//          locations, with one variant each:
//          - local memory: an array in the program, in device memory, accessed through the L1 cache;
//          - shared memory: slot s of all threads is contiguous, 128 words, no bank conflict; 32 KB per block;
//          - registers: every loop over the list is unrolled, its length is a constant (4, 8, 16 or 32), and
//            each slot is updated by selection, without a branch, whether it changes or not.
//          If there are fewer than k other points, the rest of the list is -1.
// Expect   Candidate i of points in random order belongs to the k best so far with probability k / i, which makes
//          k (1 + ln(n / k)) insertions per thread: 83 of 100 K candidates for k = 8. But a warp inserts if any
//          of its 32 lanes does: up to 32 k (1 + ln(n / 32 k)) times, 1800 for k = 8, 5700 for k = 32. For k = 8
//          that is 2% of the rounds, so with any location the time should be close to nearest_blocked's. For
//          k = 32 it is 6%, and an insertion takes 10 times as long as a round without one: a good part of the
//          time.
//          Registers should win: an insertion takes about 4 k instructions that wait for nothing. In shared and
//          local memory each slot that moves takes a load and a store, one after the other.
// Measured - "k = 8, list in shared memory" is 0.9 to 1 times as fast as nearest_blocked (after measuring).
//            Missed: An insertion occupies its warp for longer than we counted: the time beyond nearest_blocked's,
//            divided by 1800 insertions, is that of some thirty rounds each.
//          - "k = 8, list in 2 x 8 registers" is faster than "k = 8, list in shared memory" (with measuring).
//            Missed: Registers win where there are few warps, at 10 K points. At 100 K the register pressure of the
//            list may cost resident warps; occupancy was not read.
// Run      ./tutorial run k_nearest -- --count 100000 --k 8
// See      ./tutorial explain k_nearest
// Source   [Rose] ch. 7, for k = 1

#include "nearest/k_nearest.hpp"

constexpr int block_size = 128;

// The k best so far, in memory: slot s of the list is distance[s * stride].
template <int stride>
struct MemoryList {
  float* distance;
  int* index;
  int k;

  __device__ void clear() {
    for (int place = 0; place < k; ++place) {
      distance[place * stride] = INFINITY;
      index[place * stride] = -1;
    }
  }
  __device__ float last() const { return distance[(k - 1) * stride]; }

  // [in_memory]
  // The candidate has a higher index than all in the list. So it goes after its equals: `<`.
  __device__ void insert(float new_distance, int new_index) {
    int place = k - 1;
    for (; place > 0 && new_distance < distance[(place - 1) * stride]; --place) {
      distance[place * stride] = distance[(place - 1) * stride];
      index[place * stride] = index[(place - 1) * stride];
    }
    distance[place * stride] = new_distance;
    index[place * stride] = new_index;
  }
  // [in_memory]
  __device__ int index_at(int place) const { return index[place * stride]; }
};

// The same in registers: every index into the arrays is a constant once the loops are unrolled. The list is
// as long as its capacity; the first k slots are the answer.
template <int capacity>
struct RegisterList {
  float distance[capacity];
  int index[capacity];

  __device__ void clear() {
#pragma unroll
    for (int place = 0; place < capacity; ++place) {
      distance[place] = INFINITY;
      index[place] = -1;
    }
  }
  __device__ float last() const { return distance[capacity - 1]; }

  // [in_registers]
  // From the back, so that a slot still holds its old value when the slot after it reads it.
  __device__ void insert(float new_distance, int new_index) {
#pragma unroll
    for (int place = capacity - 1; place >= 0; --place) {
      const int before = place > 0 ? place - 1 : 0;
      const bool moves_down = place > 0 && new_distance < distance[before];
      const bool goes_here = new_distance < distance[place];
      distance[place] = moves_down ? distance[before] : goes_here ? new_distance : distance[place];
      index[place] = moves_down ? index[before] : goes_here ? new_index : index[place];
    }
  }
  // [in_registers]
  __device__ int index_at(int place) const { return index[place]; }
};

// nearest_blocked with a list instead of the best point.
template <typename List>
__device__ void search(const float3* points, int count, int query, List& list) {
  __shared__ float3 tile[block_size];

  const float3 own = query < count ? points[query] : float3{};
  list.clear();
  float last = INFINITY;

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float3 point = {};
    if (mine < count) point = points[mine];
    tile[threadIdx.x] = point;
    __syncthreads();  // the tile is full

    for (int i = 0; i < block_size; ++i) {
      const int candidate = first + i;
      const float3 other = tile[i];
      const float dx = own.x - other.x;
      const float dy = own.y - other.y;
      const float dz = own.z - other.z;
      // Fused multiply-adds by name: the compiler has no choice, and the reference has the same roundings.
      const float distance = fmaf(dz, dz, fmaf(dy, dy, dx * dx));
      if (candidate < count && distance < last && candidate != query) {
        list.insert(distance, candidate);
        last = list.last();
      }
    }
    __syncthreads();  // the tile may be overwritten
  }
}

__global__ void k_nearest_local(const float3* points, int count, int k, int* nearest) {
  float distance[nearest::largest_k];
  int index[nearest::largest_k];
  MemoryList<1> list{distance, index, k};

  const int query = blockIdx.x * block_size + threadIdx.x;
  search(points, count, query, list);
  for (int place = 0; place < k && query < count; ++place) {
    nearest[std::size_t(place) * count + query] = list.index_at(place);
  }
}

__global__ void k_nearest_shared(const float3* points, int count, int k, int* nearest) {
  __shared__ float distance[nearest::largest_k * block_size];
  __shared__ int index[nearest::largest_k * block_size];
  MemoryList<block_size> list{distance + threadIdx.x, index + threadIdx.x, k};

  const int query = blockIdx.x * block_size + threadIdx.x;
  search(points, count, query, list);
  for (int place = 0; place < k && query < count; ++place) {
    nearest[std::size_t(place) * count + query] = list.index_at(place);
  }
}

template <int capacity>
__global__ void k_nearest_registers(const float3* points, int count, int k, int* nearest) {
  RegisterList<capacity> list;

  const int query = blockIdx.x * block_size + threadIdx.x;
  search(points, count, query, list);
#pragma unroll
  for (int place = 0; place < capacity; ++place) {
    if (place < k && query < count) nearest[std::size_t(place) * count + query] = list.index_at(place);
  }
}

using Kernel = void (*)(const float3*, int, int, int*);

void run(tutorial::Program& program, const tutorial::PointOptions& options, std::int64_t k) {
  const nearest::KNearest problem(options, k, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> nearest(problem.points.size() * static_cast<std::size_t>(problem.k));
  const unsigned grid = tutorial::blocks_for(problem.count, block_size);

  const auto measure = [&](const std::string& variant, Kernel kernel) {
    nearest.poison();
    program.measure(
        problem.row(variant),
        [&] {
          kernel<<<grid, block_size>>>(points.data(), problem.count, problem.k, nearest.data());
          CUDA_CHECK_LAUNCH();
        },
        [&] { return problem.check(nearest.to_host()); });
  };
  measure("list in local memory", k_nearest_local);
  measure("list in shared memory", k_nearest_shared);
  if (k <= 4) {
    measure("list in 2 x 4 registers", k_nearest_registers<4>);
  } else if (k <= 8) {
    measure("list in 2 x 8 registers", k_nearest_registers<8>);
  } else if (k <= 16) {
    measure("list in 2 x 16 registers", k_nearest_registers<16>);
  } else {
    measure("list in 2 x 32 registers", k_nearest_registers<32>);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  std::int64_t k;
  tutorial::add_point_options(program, options);
  program.size("--k", k, "neighbours of each point, 1 to 32", tutorial::everywhere(8));
  return program.run(argc, argv, [&] { run(program, options, k); });
}
