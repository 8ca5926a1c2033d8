// nbody_tiled: does a tile in shared memory still pay when each point that is read is used for more work?
// Step     tile in shared memory
// Before   In nbody_naive every thread walks the list of bodies in global memory.
// Change   The block walks it together, one tile of 128 bodies at a time, as in nearest_blocked. One thing is
//          simpler: the last tile needs no guard. The rest of it is filled with bodies of mass 0, which exert no
//          force.
//
//              tile        | x y z m | x y z m | .. | 0 0 0 0 | 0 0 0 0 |      4 words, 16 bytes, one load
//                                                     m = 0: adds 0 exactly
//
//          The two barriers are those of nearest_blocked: the tile is full before it is read, and read before it
//          is overwritten.
// Expect   Each body is copied from global to shared memory once per block instead of being read once per thread.
//          But again the L1 cache answers the naive kernel's reads, with one sector per request; the tile saves
//          latency. It should save less than in nearest_blocked: a pair has one load instead of three, and more
//          arithmetic to hide it. So we expect a gain of a few percent with many bodies, more with few.
// Measured - It is 1.02 to 1.1 times as fast as nbody_naive (after measuring).
//            Missed: It gains far more, and more than nearest_blocked, where we expected less. A body is one 16-byte
//            load, and all the arithmetic of the pair depends on it; the three loads of a point in nearest_naive
//            can be in flight together. The latency of L1, which the tile shortens, is what we had assumed to be
//            hidden.
//          - At 10 K, it is at least 1.5 times as fast as nbody_naive (after measuring).
// Run      ./tutorial run nbody_tiled -- --count 100000
// See      ./tutorial explain nbody_tiled
// Source   [Nyland] ch. 31

#include "nbody/nbody.hpp"

constexpr int block_size = 128;

// [kernel]
__global__ void nbody_tiled(const float4* bodies, const float3* velocities, int count, float4* new_bodies,
                            float3* new_velocities) {
  __shared__ float4 tile[block_size];

  // Threads past the end have no body, but they load bodies for others and must reach every barrier.
  const int body = blockIdx.x * block_size + threadIdx.x;
  float4 own = body < count ? bodies[body] : float4{};
  float3 acceleration = {};

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    float4 other = {};
    if (mine < count) other = bodies[mine];
    tile[threadIdx.x] = other;
    __syncthreads();  // the tile is full

    for (int i = 0; i < block_size; ++i) nbody::attract(own, tile[i], acceleration);
    __syncthreads();  // the tile may be overwritten
  }
  if (body >= count) return;  // no barrier follows

  float3 velocity = velocities[body];
  velocity.x += acceleration.x * nbody::time_step;
  velocity.y += acceleration.y * nbody::time_step;
  velocity.z += acceleration.z * nbody::time_step;
  own.x += velocity.x * nbody::time_step;
  own.y += velocity.y * nbody::time_step;
  own.z += velocity.z * nbody::time_step;
  new_velocities[body] = velocity;
  new_bodies[body] = own;
}
// [kernel]

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const auto count = static_cast<int>(options.count);
  tutorial::DeviceBuffer<float4> d_bodies(count), d_new_bodies(count);  // cudaMalloc
  tutorial::DeviceBuffer<float3> d_velocities(count), d_new_velocities(count);
  const nbody::State in = nbody::make_state(options, program.seed());
  d_bodies.copy_from(in.bodies);  // cudaMemcpy
  d_velocities.copy_from(in.velocities);
  const unsigned grid = tutorial::blocks_for(count, block_size);

  nbody::poison(d_new_bodies);
  nbody::poison(d_new_velocities);
  const nbody::Check check(in, program.seed());
  program.measure(
      nbody::row(count, "tiles of " + std::to_string(block_size) + " bodies"),
      [&] {
        nbody_tiled<<<grid, block_size>>>(d_bodies.data(), d_velocities.data(), count, d_new_bodies.data(),
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
