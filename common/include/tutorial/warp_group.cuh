#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// @file
/// Features of warp groups (four warps) on compute capability 9.0: matrix products in shared memory, and
/// the copies that load the matrices. Only PTX for sm_90a has these instructions; architecture.cmake decides when a program may use them.
#if TUTORIAL_HAS_SM_90A
namespace tutorial {

/// Threads of a warp group.
constexpr int group_size = 128;

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// A barrier in shared memory. It goes through phases, of parity 0, 1, 0, ..: a phase ends when `arrivals` threads have arrived and
/// all announced bytes have arrived.
class MemoryBarrier {
 public:
  /// Called by one thread. Then fence_barriers and a block barrier must make it visible to the other threads and to the copies.
  __device__ void start(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&state_)), "r"(arrivals));
  }

  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&state_)) : "memory");
  }

  /// Arrives, and announces how many bytes copies will write in this phase.
  __device__ void arrive_and_expect(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&state_)),
                 "r"(bytes)
                 : "memory");
  }

  /// Waits until the phase with this parity has ended. The phase before the first one counts as parity 1.
  __device__ void wait(unsigned parity) {
    unsigned ended = 0;
    while (ended == 0) {
      asm volatile(
          "{.reg .pred ended; mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2; "
          "selp.u32 %0, 1, 0, ended;}"
          : "=r"(ended)
          : "r"(shared_address(&state_)), "r"(parity)
          : "memory");
    }
  }

  /// Starts the copy of `bytes` bytes into shared memory, whose arrival this barrier counts. @pre both addresses and `bytes` are
  /// multiples of 16
  __device__ void start_copy(void* to, const void* from, unsigned bytes) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(&state_))
        : "memory");
  }

 private:
  std::uint64_t state_;
};

/// Makes initialized barriers visible to the copies. Called by the thread that initialized them.
__device__ inline void fence_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta;" ::: "memory");
}

/// Two warp groups, 0 and 1, that alternate: a group waits until the other one signals it. The numbers are those of named hardware
/// barriers; __syncthreads uses barrier 0.
__device__ inline void wait_for_turn(unsigned group) {
  asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "n"(2 * group_size) : "memory");
}
__device__ inline void give_turn(unsigned group) {
  asm volatile("bar.arrive %0, %1;" ::"r"(1 + group), "n"(2 * group_size) : "memory");
}

/// A matrix in shared memory, for a product, starting at a line that is a multiple of 8. A unit is 8 lines of 16 bytes. The units of all
/// lines are consecutive, and the units of the next 16 bytes follow `column_bytes` later.
__device__ inline std::uint64_t matrix_at(const void* memory, unsigned column_bytes) {
  constexpr std::uint64_t next_lines = 128;
  return (shared_address(memory) & 0x3ffffu) >> 4 | std::uint64_t{column_bytes >> 4} << 16 |
         next_lines >> 4 << 32;
}

/// The sums of 64 x 128 elements that a thread of a warp group holds: of row r = 16 warp + lane / 4 and column c = 2 (lane % 4), 4 j:
/// (r, c + 8 j), 4 j + 1: the next column, 4 j + 2 and 4 j + 3: those of row r + 8.
using GroupSums = float[64];

// The operands of an instruction: 64 registers of sums.
#define TUTORIAL_EIGHT(i)                                                                    \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
      "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define TUTORIAL_SUMS                                                                               \
  TUTORIAL_EIGHT(0), TUTORIAL_EIGHT(8), TUTORIAL_EIGHT(16), TUTORIAL_EIGHT(24), TUTORIAL_EIGHT(32), \
      TUTORIAL_EIGHT(40), TUTORIAL_EIGHT(48), TUTORIAL_EIGHT(56)
#define TUTORIAL_NUMBERS                                                                                     \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%" \
  "28,"                                                                                                      \
  "%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54," \
  "%55,"                                                                                                     \
  "%56,%57,%58,%59,%60,%61,%62,%63}"

/// Starts the product of 64 rows and 128 columns, with 16 fp16 terms each. goes_on: the product is added to the sums, otherwise it
/// replaces them.
__device__ inline void start_halves(GroupSums& sums, std::uint64_t rows, std::uint64_t columns,
                                    bool goes_on) {
  asm volatile(
      "{.reg .pred goes_on; setp.ne.b32 goes_on, %66, 0; "
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 " TUTORIAL_NUMBERS
      ", %64, %65, goes_on, 1, 1, 0, 0;}"
      : TUTORIAL_SUMS
      : "l"(rows), "l"(columns), "r"(static_cast<int>(goes_on)));
}

/// The same with 32 terms in FP8, with 3 digits.
__device__ inline void start_bytes(GroupSums& sums, std::uint64_t rows, std::uint64_t columns, bool goes_on) {
  asm volatile(
      "{.reg .pred goes_on; setp.ne.b32 goes_on, %66, 0; "
      "wgmma.mma_async.sync.aligned.m64n128k32.f32.e5m2.e5m2 " TUTORIAL_NUMBERS ", %64, %65, goes_on, 1, 1;}"
      : TUTORIAL_SUMS
      : "l"(rows), "l"(columns), "r"(static_cast<int>(goes_on)));
}
#undef TUTORIAL_NUMBERS
#undef TUTORIAL_SUMS
#undef TUTORIAL_EIGHT

/// The compiler does not know that a product continues after its instruction: no use of the sums may move past this.
__device__ inline void keep_in_order(GroupSums& sums) {
#pragma unroll
  for (float& sum : sums) asm volatile("" : "+f"(sum)::"memory");
}

/// Call before a group's products: orders its threads' earlier accesses to these sums.
__device__ inline void begin_products(GroupSums& large, GroupSums& small) {
  keep_in_order(large);
  keep_in_order(small);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Call after the products: waits until they are finished.
__device__ inline void finish_products(GroupSums& large, GroupSums& small) {
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
  keep_in_order(large);
  keep_in_order(small);
}

}  // namespace tutorial
#endif
