#include "tests/lens/mutation/barriers.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using mutation::Barrier;
using mutation::find_barriers;

namespace {

std::vector<Barrier> in_kernel(const std::string& body) {
  return find_barriers("__global__ void kernel(int* x) {\n" + body + "\n}\n");
}

/// The only barrier's text.
std::string only(const std::string& body) {
  const std::vector<Barrier> found = in_kernel(body);
  REQUIRE(found.size() == 1);
  return found[0].text;
}

}  // namespace

TEST_CASE("every kind of barrier is found, with the whole of its expression") {
  CHECK(only("__syncthreads();") == "__syncthreads()");
  CHECK(only("x[0] = 1; __syncwarp(0xffu << 8);") == "__syncwarp(0xffu << 8)");
  CHECK(only("if (x) block.sync();") == "block.sync()");
  CHECK(only("cg::sync(block);") == "cg::sync(block)");
  CHECK(only("::cooperative_groups::sync(block);") == "::cooperative_groups::sync(block)");
  CHECK(only("cg::this_thread_block().sync();") == "cg::this_thread_block().sync()");
  CHECK(only("{ cg::tiled_partition<32>(cg::this_thread_block()).sync(); }") ==
        "cg::tiled_partition<32>(cg::this_thread_block()).sync()");
  CHECK(only("tiles[1]->sync();") == "tiles[1]->sync()");
}

TEST_CASE("every fence is found, and recognized as a fence") {
  CHECK(only("__threadfence();") == "__threadfence()");
  CHECK(only("if (x) __threadfence_system();") == "__threadfence_system()");
  CHECK(only("cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);") ==
        "cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)");
  CHECK(only("ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);") ==
        "ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster)");
  CHECK(in_kernel("__threadfence_block();")[0].fence);
  CHECK(!in_kernel("__syncthreads();")[0].fence);
  CHECK_THROWS_AS(find_barriers("#define ALL __threadfence()\n"), std::runtime_error);
  CHECK_THROWS_AS(in_kernel("__threadfence(); x[0] = 1; __threadfence();"), std::runtime_error);
}

TEST_CASE("names that are not barriers of a kernel are left alone") {
  CHECK(in_kernel("// __syncthreads();\nprintf(\"__syncthreads()\"); int sync = 1;").empty());
  CHECK(in_kernel("x[0] = __syncthreads_or(x[1]) + __shfl_sync(~0u, x[1], 3);").empty());
  CHECK(find_barriers("void host(Stream& stream) { stream.sync(); }\n").empty());
  CHECK(find_barriers("__device__ void helper() { __syncthreads(); }\n").size() == 1);
}

TEST_CASE("a barrier's line is the line of its name") {
  const std::vector<Barrier> barriers =
      find_barriers("__global__ void kernel() {\n  __syncthreads();\n  __syncwarp(\n  );\n}\n");
  REQUIRE(barriers.size() == 2);
  CHECK(barriers[0].line == 2);
  CHECK(barriers[1].line == 3);
}

TEST_CASE("the reason to keep a barrier is on its line or in the comment above") {
  CHECK(in_kernel("__syncthreads();  // kept: for symmetry")[0].kept == "for symmetry");
  CHECK(in_kernel("// kept: the next\n// chapter needs it\n__syncthreads();")[0].kept == "the next");
  CHECK(in_kernel("__syncthreads();")[0].kept == "");
  CHECK(in_kernel("__syncthreads();  // kept:")[0].kept == "");
  CHECK(in_kernel("// kept: another\nx[0] = 1;\n__syncthreads();")[0].kept == "");
}

TEST_CASE("a barrier for one architecture is not the simulator's") {
  const std::vector<Barrier> barriers = in_kernel(
      "#if TUTORIAL_HAS_SM_90A\n__syncthreads();\n#if X\n__syncwarp();\n#endif\n#else\n"
      "__syncthreads();\n#endif\n__syncthreads();\n#if X\n__syncwarp();\n#endif");
  std::vector<bool> simulated;
  for (const Barrier& barrier : barriers) simulated.push_back(barrier.simulated);
  CHECK(simulated == std::vector<bool>{false, false, true, true, true});
}

TEST_CASE("two barriers on a line are an error") {
  CHECK_THROWS_AS(in_kernel("__syncthreads(); x[0] = 1; __syncthreads();"), std::runtime_error);
}

TEST_CASE("a barrier in a macro is an error") {
  CHECK_THROWS_AS(find_barriers("#define WAIT __syncthreads()\n"), std::runtime_error);
  CHECK(find_barriers("#define WAIT cudaDeviceSynchronize()\n").empty());
}
