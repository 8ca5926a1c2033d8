// nbody_naive: how close to its arithmetic limit does a GPU come if every pair takes more work?
// Step     one thread per body
// Problem  n bodies attract each other; for each we compute its velocity and position after one short time step.
//          Every pair is computed, as for the nearest neighbor, but a pair takes 18 operations and a reciprocal
//          square root instead of 8 operations and a comparison.
// Way      One thread per body; each walks the whole list in global memory. The acceleration stays in three
//          registers. A body is a float4, three coordinates and the mass: one 16-byte load, the same for all
//          threads of a warp.
//
//              x y z m   ->   r = other - own              3 differences
//                             1 / sqrt(r^2 + softening^2)  3 multiply-adds, 1 reciprocal square root
//                             m / (..)^3                   3 products
//                             acceleration += r * that     3 multiply-adds
//
//          The new positions go to new arrays. If they overwrote the old ones, blocks that are not done yet would
//          read new positions as old ones: a barrier spans only one block.
//          The softening length keeps the force finite if two bodies nearly meet, and makes the attraction of a
//          body to itself 0 instead of 0 / 0. So the loop needs no test at all.
// Expect   The 12 instructions of a pair perform 18 operations of a possible 24: 75% of the FMA ceiling, if there
//          were nothing else to do. The reciprocal square root runs on separate units, of which there are a
//          quarter to an eighth as many, in parallel. rsqrtf adds some instructions for numbers below 2^-126, and
//          the list one load per pair. We expect about half of the ceiling, well above the share of
//          nearest_naive, which compares and selects more than it computes.
// Measured - It reaches 40 to 60% of the ceiling (with measuring).
//            Missed: The load of each pair is not hidden: 100,000 bodies put 24 warps on an SM, too few to hide its
//            latency. nbody_tiled, which reduces only that latency, reaches 40%; with 400,000 bodies this step
//            reaches 33%.
// Run      ./tutorial run nbody_naive -- --count 100000
// See      ./tutorial explain nbody_naive
// Source   [Nyland] ch. 31

#include "nbody/nbody.hpp"

// [kernel]
__global__ void nbody_naive(const float4* bodies, const float3* velocities, int count, float4* new_bodies,
                            float3* new_velocities) {
  const int body = blockIdx.x * blockDim.x + threadIdx.x;
  if (body >= count) return;

  float4 own = bodies[body];
  float3 acceleration = {};
  for (int other = 0; other < count; ++other) nbody::attract(own, bodies[other], acceleration);

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
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(count, block);

  nbody::poison(d_new_bodies);
  nbody::poison(d_new_velocities);
  const nbody::Check check(in, program.seed());
  program.measure(
      nbody::row(count, std::to_string(block) + " threads per block"),
      [&] {
        nbody_naive<<<grid, block>>>(d_bodies.data(), d_velocities.data(), count, d_new_bodies.data(),
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
  program.block_sizes({32, 64, 128, 256, 512, 1024}, 128);
  return program.run(argc, argv, [&] { run(program, options); });
}
