// nbody_naive: how near to its arithmetic limit does a GPU come if every pair takes more work?
// Step     one thread per body
// Problem  n bodies attract each other; for each, its velocity and place after one short step. Every pair is
//          computed, as for the nearest neighbour, but a pair takes 18 operations and a reciprocal square
//          root instead of 8 operations and a comparison.
// Way      one thread a body, and each walks the whole list in global memory. The acceleration stays in three
//          registers. A body is a float4, three coordinates and the mass: one load of 16 bytes, the same for
//          all threads of a warp.
//
//              x y z m   ->   r = other - own              3 differences
//                             1 / sqrt(r^2 + softening^2)  3 multiply-adds, 1 reciprocal square root
//                             m / (..)^3                   3 products
//                             acceleration += r * that     3 multiply-adds
//
//          The new places go to new arrays. Written over the old ones, they would be read as old ones by
//          every block that is not done yet: no barrier holds for more than a block.
//          The softening length keeps the force finite where two bodies nearly meet, and makes the pull of a
//          body on itself 0 instead of 0 / 0. So the loop has no test at all.
// Expect   the 12 instructions of a pair carry 18 operations of 24: 75 % of the FMA ceiling, if nothing else
//          had to be done. The reciprocal square root runs on units of its own, a quarter to an eighth as
//          many as for the others: at the same time. rsqrtf adds some instructions for numbers below 2^-126,
//          the list one load a pair. We expect around half of the ceiling, well above nearest_naive's share,
//          which compares and selects more than it computes.
// Measured - It reaches 40 to 60 % of the ceiling (with measuring).
//            Why: The load of a pair is waited for: 100 000 bodies put 24 warps on a multiprocessor, too few to
//            hide it. nbody_tiled, which saves that wait and nothing else, reaches 40 %; with 400 000 bodies
//            this rung reaches 33.
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
  nbody::NBody problem(options, program.seed());
  const unsigned grid = tutorial::blocks_for(problem.count, program.block());

  problem.poison();
  program.measure(
      problem.row(std::to_string(program.block()) + " threads a block"),
      [&] {
        nbody_naive<<<grid, program.block()>>>(problem.bodies.data(), problem.velocities.data(),
                                               problem.count, problem.new_bodies.data(),
                                               problem.new_velocities.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(); });
  program.note(problem.momentum_text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  program.block_sizes({32, 64, 128, 256, 512, 1024}, 128);
  return program.run(argc, argv, [&] { run(program, options); });
}
