// Threads push entries to lists, each list under a lock of its own, and read values past the end of their array, where the entries are.
// Whether one of many locks orders such a read must not take minutes to find out.
// expect-hazard: race-global a a
// allow-hazard: race-warp a a
// allow-hazard: race-global a b
// allow-hazard: race-warp a b
// expect-exit: 3
#include "../lens_check.hpp"

struct Entry {
  void* value;
  Entry* next;
};

__device__ int locks[512];
__device__ Entry* lists[512];

__global__ void push(void** values, Entry* entries, int count) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count;
       i += static_cast<int>(gridDim.x * blockDim.x))
    for (int lane = 0; lane < 32; ++lane)
      if (i % 32 == lane) {
        Entry* entry = &entries[i];
        entry->value = values[i];  // @a
        const unsigned list = (static_cast<unsigned>(i) * 2654435761u >> 16) % 512;
        while (atomicCAS(&locks[list], 0, 1) != 0) {
        }
        __threadfence();
        entry->next = lists[list];  // @b
        lists[list] = entry;
        __threadfence();
        atomicExch(&locks[list], 0);
      }
}

int main() {
  const int count = 60 * 256 * 8;
  char* memory;  // both arrays in one allocation, of which the first has half its size
  CHECK(cudaMalloc(&memory, count * (sizeof(void*) / 2 + sizeof(Entry))));
  CHECK(cudaMemset(memory, 0, count * (sizeof(void*) / 2 + sizeof(Entry))));
  push<<<60, 256>>>(reinterpret_cast<void**>(memory),
                    reinterpret_cast<Entry*>(memory + count * sizeof(void*) / 2), count);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(memory));
  return 0;
}
