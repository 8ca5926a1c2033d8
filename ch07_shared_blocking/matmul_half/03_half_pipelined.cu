// half_pipelined: what does it gain if the next tiles arrive while a block multiplies?
// Step     cp.async, three stages
// Before   In half_tiled a block loads 32 KB into registers, waits for them, stores them to shared memory, and only then
//          multiplies.
// Change   cp.async copies from global to shared memory without registers, and the threads go on. Shared memory holds three
//          pairs of tiles: one in use, the others in flight. One barrier per step is enough: it says that the tiles have arrived for
//          all threads, and that the tiles of the step before may be overwritten.
//
//              stage 0   multiply | copy 3           | ..
//              stage 1   copy 1   | multiply | copy 4
//              stage 2   copy 2             | multiply
//
// Expect   96 KB per block, two blocks per SM. A step takes 128 x 128 x 64 multiply-adds, 540 cycles per block at 60% of the peak if
//          two blocks share the SM; a tile has two steps of time to arrive, 2000 cycles. So latency is hidden, and mma.sync
//          is the limit: 380 to 600 TFLOP/s.
//          - It is 1.3 to 2.2 times as fast as half_tiled (before measuring).
//          - It takes 228 to 362 us (before measuring).
//            Missed: mma.sync with its loads by ldmatrix does not reach 60% of the peak, but 33%. A larger product does
//            not change that: 34% at 8192. The longest wait of a warp is that for the pipe of the tensor cores, 22% of its
//            time (ncu).
// Run      ./tutorial run half_pipelined -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain half_pipelined
// Source   ours

#include "matmul_half/half_pipelined.cuh"

int main(int argc, char** argv) {
  tutorial::Program program;
  return half_product::run(program, argc, argv, [&](half_product::Problem& problem) {
    half_product::measure_pipelined(program, problem, "3 stages of 128 x 128 x 64");
  });
}
