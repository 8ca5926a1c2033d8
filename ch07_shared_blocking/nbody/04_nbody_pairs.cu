// nbody_pairs: what does it gain to compute each pair once, for both of its bodies?
// Step     each pair once
// Before   nbody_register_tile computes each pair twice, once for each of its bodies, with the same distance and root.
// Change   A warp computes a pair once and adds the pull to both bodies. Each lane owns four bodies and their sums. Another 32
//          bodies move from lane to lane with their sums: after 32 steps each of them has met all 128 and is back.
//
//              step 0   lane 0 has body 0   lane 1 has body 1   ..  lane 31 has body 31
//              step 1   lane 0 has body 1   lane 1 has body 2   ..  lane 31 has body 0        three shuffles: the sums
//
//          Then the lanes add these sums to those in global memory. The additions are atomic, since other warps add to the
//          same sums. The bodies are in groups of 128. The groups form a circle, and each of G groups is paired with the next
//          G / 2, so all have the same work. The pairs within a group are computed as before, for one body at a time. A second
//          kernel moves the bodies.
// Expect   A pair takes 17 instructions: one distance and one root, then three multiply-adds and one product for each body. In
//          nbody_register_tile it takes 26, twice 13. A step of a lane has four pairs, a load from shared memory and three
//          shuffles: 72 instructions instead of 104. That is at most 1.45 times the speed, if the SMs issue instructions at the
//          same rate as in nbody_register_tile. Each lane adds 12 bytes by atomic additions for 128 pairs, which is little.
//          Their order is not fixed, so the last digits differ from run to run.
//          Throughput still counts 36 operations per pair, although only 25 are executed, so the share of the ceiling
//          overstates how busy the SMs are.
//          - It is 1.2 to 1.45 times as fast as nbody_register_tile (before measuring).
//            Missed: By 0.4%: a pair takes 13.5 instructions in the fastest row of nbody_register_tile, not 13, so this
//            step has 72 instructions instead of 108.
//          - It reaches 62 to 80% of the ceiling (before measuring).
//          - At 10 K, it is 1 to 1.6 times as fast as nbody_register_tile (before measuring).
//            Missed: The fastest row of nbody_register_tile has one body per thread there, and 15 instructions per pair:
//            120 for our 72.
// Run      ./tutorial run nbody_pairs -- --count 100000
// See      ./tutorial explain nbody_pairs
// Source   ours

#include <algorithm>

#include "nbody/nbody.hpp"
#include "tutorial/occupancy.hpp"

constexpr int warps = 8;
constexpr int block_size = 32 * warps;
constexpr int owned = 4;
constexpr int group = 32 * owned;  // bodies of a warp
constexpr unsigned whole_warp = 0xFFFFFFFF;

// [pair] [change]
__device__ float inverse_root(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

// Adds to the sums of both bodies how the other one pulls.
__device__ void pull_both(float4 own, float4 other, float3& own_sum, float3& other_sum) {
  const float x = other.x - own.x;
  const float y = other.y - own.y;
  const float z = other.z - own.z;
  const float inverse = inverse_root(fmaf(z, z, fmaf(y, y, fmaf(x, x, nbody::softening_squared))));
  const float cube = inverse * inverse * inverse;
  const float to_other = other.w * cube;
  const float to_own = -own.w * cube;
  own_sum.x = fmaf(to_other, x, own_sum.x);
  own_sum.y = fmaf(to_other, y, own_sum.y);
  own_sum.z = fmaf(to_other, z, own_sum.z);
  other_sum.x = fmaf(to_own, x, other_sum.x);
  other_sum.y = fmaf(to_own, y, other_sum.y);
  other_sum.z = fmaf(to_own, z, other_sum.z);
}
// [pair] [change]

// [kernel]
// The sums of accelerations by axis: those of x, `count` of them, then y and z.
__device__ void add(float* sums, int count, int body, float3 sum) {
  if (body >= count) return;
  atomicAdd(sums + body, sum.x);
  atomicAdd(sums + count + body, sum.y);
  atomicAdd(sums + 2 * std::int64_t{count} + body, sum.z);
}

// blockIdx.x: a group; blockIdx.y: a slice of its pairs. sums are 0 at the beginning.
__global__ void __launch_bounds__(block_size)
    nbody_pairs(const float4* bodies, int count, int groups, float* sums) {
  __shared__ float4 tile[warps][64];  // the 32 bodies twice: lane l reads l, l + 1, .. l + 31
  __shared__ float3 of_warp[warps][group];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const auto body_at = [&](int i) { return i < count ? bodies[i] : float4{}; };

  // [change]
  float4 own[owned];
  float3 own_sum[owned] = {};
#pragma unroll
  for (int k = 0; k < owned; ++k) own[k] = body_at(blockIdx.x * group + 32 * k + lane);

  // Its own group, and the groups up to half of the circle away. Two groups that are exactly half of it apart: once.
  const bool opposite = groups % 2 == 0 && static_cast<int>(blockIdx.x) < groups / 2;
  const int partners = (groups + 1) / 2 + (opposite ? 1 : 0);
  for (int t = blockIdx.y * warps + warp; t < partners * owned; t += gridDim.y * warps) {
    const int partner = (static_cast<int>(blockIdx.x) + t / owned) % groups;
    const int first = partner * group + t % owned * 32;
    const float4 mine = body_at(first + lane);
    tile[warp][lane] = mine;
    tile[warp][lane + 32] = mine;
    __syncwarp();  // the tile is full

    float3 other_sum = {};
#pragma unroll 4
    for (int step = 0; step < 32; ++step) {
      const float4 other = tile[warp][lane + step];
#pragma unroll
      for (int k = 0; k < owned; ++k) pull_both(own[k], other, own_sum[k], other_sum);
      const int next = (lane + 1) % 32;
      other_sum.x = __shfl_sync(whole_warp, other_sum.x, next);
      other_sum.y = __shfl_sync(whole_warp, other_sum.y, next);
      other_sum.z = __shfl_sync(whole_warp, other_sum.z, next);
    }
    if (t >= owned) add(sums, count, first + lane, other_sum);  // the own group has all its sums in own_sum
    __syncwarp();                                               // the tile may be overwritten
  }
  // [change]

#pragma unroll
  for (int k = 0; k < owned; ++k) of_warp[warp][32 * k + lane] = own_sum[k];
  __syncthreads();  // the sums of all warps are there
  for (int mine = threadIdx.x; mine < group; mine += block_size) {
    float3 all = {};
    for (const auto& one : of_warp) {
      all.x += one[mine].x;
      all.y += one[mine].y;
      all.z += one[mine].z;
    }
    add(sums, count, blockIdx.x * group + mine, all);
  }
}

__global__ void move_bodies(const float4* bodies, const float3* velocities, const float* sums, int count,
                            float4* new_bodies, float3* new_velocities) {
  const int body = blockIdx.x * blockDim.x + threadIdx.x;
  if (body >= count) return;
  float4 own = bodies[body];
  float3 velocity = velocities[body];
  velocity.x += sums[body] * nbody::time_step;
  velocity.y += sums[count + body] * nbody::time_step;
  velocity.z += sums[2 * std::int64_t{count} + body] * nbody::time_step;
  own.x += velocity.x * nbody::time_step;
  own.y += velocity.y * nbody::time_step;
  own.z += velocity.z * nbody::time_step;
  new_velocities[body] = velocity;
  new_bodies[body] = own;
}
// [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const auto count = static_cast<int>(options.count);
  tutorial::Program::require(count <= 1 << 29, "--count must not exceed 2^29");
  const nbody::State in = nbody::make_state(options, program.seed());
  tutorial::DeviceBuffer<float4> d_bodies(in.bodies), d_new_bodies(count);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float3> d_velocities(in.velocities), d_new_velocities(count);
  tutorial::DeviceBuffer<float> d_sums(3 * static_cast<std::size_t>(count));

  // Slices so that there are many more blocks than the device holds: then it is busy to the end.
  const int groups = static_cast<int>(tutorial::blocks_for(count, group));
  const auto resident = static_cast<int>(tutorial::resident_blocks(nbody_pairs, block_size));
  const int slices = std::clamp(8 * resident / groups, 1, (groups / 2 + warps) / warps);
  nbody::poison(d_new_bodies);
  nbody::poison(d_new_velocities);
  const nbody::Check check(in, program.seed());
  program.measure(
      nbody::row(count, "each pair once"),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_sums.data(), 0, d_sums.bytes()));
        nbody_pairs<<<dim3(groups, slices), block_size>>>(d_bodies.data(), count, groups, d_sums.data());
        CUDA_CHECK_LAUNCH();
        move_bodies<<<tutorial::blocks_for(count, block_size), block_size>>>(
            d_bodies.data(), d_velocities.data(), d_sums.data(), count, d_new_bodies.data(),
            d_new_velocities.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] {
        return check({d_new_bodies.to_host(), d_new_velocities.to_host()});
      });
  program.note(nbody::momentum_text(in, d_new_velocities.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
