// nbody_register_tile: which instructions of a pair are left if a thread keeps several bodies in registers?
// Step     bodies in registers
// Before   In nbody_tiled every pair loads a body from shared memory, and rsqrtf checks its argument.
// Change   A thread owns several bodies. One load from shared memory serves all of them, and their sums do not wait for
//          each other. A warp owns 32 times as many bodies. The eight warps of a block own the same ones, and each walks
//          an eighth of every tile; at the end the block adds their sums.
//
//              tile    | warp 0 | warp 1 | .. | warp 7 |      32 bodies each, all pull the same 32 x 8 bodies
//
//          Without this division, 100,000 bodies with 8 per thread would be blocks for fewer than all SMs.
//          rsqrtf multiplies an argument below 2^-126 by 2^24, and its result by 2^12. These are a comparison and two
//          products per pair, taken or not. Here no argument is below the square of the softening length, so the PTX
//          instruction that takes such arguments for 0 has the same results.
// Expect   A pair takes 12 instructions and a reciprocal square root. That one runs on other units, but it is issued by
//          the same scheduler: 13 cycles for 18 operations, of 2 x 13 possible ones. So 69% of the ceiling is the limit, not
//          75%, and an eighth of a load and of the loop's instructions per pair lower it to 67%. Six warps per scheduler,
//          each with 8 independent pairs, should hide the latencies but for some percent. One body per thread has a load
//          per pair and 8 times as many instructions for the loop, as nbody_tiled has.
//          - "8 bodies per thread" reaches 58 to 68% of the ceiling (before measuring).
//            Missed: The machine code has the expected 13 1/4 instructions per pair, but at the clock of the ceiling a
//            scheduler takes 19 cycles for them, and 17 with 400,000 bodies. One body per thread has 15 instructions
//            and takes 18 cycles. So it is not the number of instructions that limits the kernel. No counter was read.
//          - It is 1.4 to 1.75 times as fast as nbody_tiled (before measuring).
//            Missed: For the same reason; 4 bodies per thread are the fastest.
//          - "8 bodies per thread" is 1.02 to 1.25 times as fast as "2 bodies per thread" (before measuring).
//            Missed: Fewer instructions per pair do not help, and six warps per scheduler are fewer than with 2 bodies.
//          - At 10 K, it is 1.2 to 2.5 times as fast as nbody_tiled (before measuring).
//            Missed: The fastest row is that of one body per thread: eight warps share 32 bodies, so there are eight
//            times as many warps as in nbody_tiled.
// Run      ./tutorial run nbody_register_tile -- --count 100000
// See      ./tutorial explain nbody_register_tile
// Source   [Nyland] ch. 31 (several bodies per thread; several threads per body)

#include "nbody/nbody.hpp"

constexpr int warps = 8;
constexpr int block_size = 32 * warps;

// [pair] [change]
// 1 / sqrt(x). @pre x is at least 2^-126
__device__ float inverse_root(float x) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

// nbody::attract, with inverse_root.
__device__ void pull(float3 own, float4 other, float3& acceleration) {
  const float x = other.x - own.x;
  const float y = other.y - own.y;
  const float z = other.z - own.z;
  const float inverse = inverse_root(fmaf(z, z, fmaf(y, y, fmaf(x, x, nbody::softening_squared))));
  const float strength = other.w * (inverse * inverse * inverse);
  acceleration.x += strength * x;
  acceleration.y += strength * y;
  acceleration.z += strength * z;
}
// [pair] [change]

// [kernel]
template <int owned>
__global__ void __launch_bounds__(block_size)
    nbody_register_tile(const float4* bodies, const float3* velocities, int count, float4* new_bodies,
                        float3* new_velocities) {
  __shared__ float4 tile[block_size];
  __shared__ float3 sums[warps][32 * owned];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int first_own = blockIdx.x * 32 * owned;

  // [change]
  float3 own[owned];
  float3 acceleration[owned] = {};
#pragma unroll
  for (int k = 0; k < owned; ++k) {
    const int body = first_own + 32 * k + lane;
    const float4 loaded = body < count ? bodies[body] : float4{};
    own[k] = make_float3(loaded.x, loaded.y, loaded.z);
  }

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float4 other = {};
    if (mine < count) other = bodies[mine];
    tile[threadIdx.x] = other;
    __syncthreads();  // the tile is full

#pragma unroll 4
    for (int i = 0; i < 32; ++i) {
      const float4 pulling = tile[32 * warp + i];
#pragma unroll
      for (int k = 0; k < owned; ++k) pull(own[k], pulling, acceleration[k]);
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int k = 0; k < owned; ++k) sums[warp][32 * k + lane] = acceleration[k];
  __syncthreads();  // the sums of all warps are there

  for (int mine = threadIdx.x; mine < 32 * owned; mine += block_size) {
    const int body = first_own + mine;
    if (body >= count) return;  // no barrier follows
    float3 all = {};
    for (const auto& of_warp : sums) {
      all.x += of_warp[mine].x;
      all.y += of_warp[mine].y;
      all.z += of_warp[mine].z;
    }
    // [change]
    float4 moved = bodies[body];
    float3 velocity = velocities[body];
    velocity.x += all.x * nbody::time_step;
    velocity.y += all.y * nbody::time_step;
    velocity.z += all.z * nbody::time_step;
    moved.x += velocity.x * nbody::time_step;
    moved.y += velocity.y * nbody::time_step;
    moved.z += velocity.z * nbody::time_step;
    new_velocities[body] = velocity;
    new_bodies[body] = moved;
  }
}
// [kernel]

template <int owned>
void measure(tutorial::Program& program, const nbody::State& in, const nbody::Check& check) {
  const auto count = static_cast<int>(in.bodies.size());
  tutorial::DeviceBuffer<float4> d_bodies(in.bodies), d_new_bodies(count);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float3> d_velocities(in.velocities), d_new_velocities(count);
  const unsigned grid = tutorial::blocks_for(count, 32 * owned);

  nbody::poison(d_new_bodies);
  nbody::poison(d_new_velocities);
  program.measure(
      nbody::row(count, std::to_string(owned) + (owned == 1 ? " body" : " bodies") + " per thread"),
      [&] {
        nbody_register_tile<owned><<<grid, block_size>>>(d_bodies.data(), d_velocities.data(), count,
                                                         d_new_bodies.data(), d_new_velocities.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] {
        return check({d_new_bodies.to_host(), d_new_velocities.to_host()});
      });
  if (owned == 8) program.note(nbody::momentum_text(in, d_new_velocities.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] {
    const nbody::State in = nbody::make_state(options, program.seed());
    const nbody::Check check(in, program.seed());
    measure<1>(program, in, check);
    measure<2>(program, in, check);
    measure<4>(program, in, check);
    measure<8>(program, in, check);
  });
}
