#pragma once

#include <algorithm>
#include <type_traits>

#include "graphs/graphs.hpp"

/// Launches whose blocks may wait for each other, and the graph that they are given.
namespace ch06 {

/// A graph on the device, as kernels take it.
struct GraphView {
  Index vertices;
  Index edges;
  const Index* start;
  const Index* neighbour;
};

inline GraphView view(const Graph& graph, const DeviceGraph& device) {
  return {.vertices = graph.vertices,
          .edges = static_cast<Index>(device.neighbour.size()),
          .start = device.start.data(),
          .neighbour = device.neighbour.data()};
}

/// The blocks of a grid whose blocks wait for each other: no more than the device holds at a time, since one that had
/// to wait for its place would be waited for in vain; and no more than `threads` threads need.
template <typename... P>
unsigned blocks_together(void (*kernel)(P...), int block_size, std::int64_t threads) {
  return std::min(tutorial::resident_blocks(kernel, block_size), tutorial::blocks_for(threads, block_size));
}

/// Launches them, and waits for their end: what is timed is the whole way.
template <typename... P>
void run_together(void (*kernel)(P...), unsigned blocks, int block_size,
                  std::type_identity_t<P>... arguments) {
  void* pointers[] = {&arguments...};
  CUDA_CHECK(
      cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(static_cast<unsigned>(block_size)), pointers));
  CUDA_CHECK(cudaDeviceSynchronize());
}

}  // namespace ch06
