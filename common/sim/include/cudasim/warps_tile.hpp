// Tiles of cooperative groups that are several warps of a block: what CUDA has for them, and no more.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cudasim/builtins.hpp"
#include "cudasim/site.hpp"
#include "cudasim/warp.hpp"

namespace cudasim::detail {

/// Waits until all threads of the tile of `size` neighbouring threads of the block are here.
void tile_barrier(unsigned size, const Site& site);
/// What a thread of each warp of the tile gives, the one that `gives`. All threads must name the same tag. Orders no memory.
void tile_gather(unsigned size, std::uint64_t given, bool gives, unsigned tag, std::uint64_t* of_warps,
                 const Site& site);

}  // namespace cudasim::detail

namespace cooperative_groups {

template <unsigned Size>
class WarpsTile {
  static_assert((Size & (Size - 1)) == 0 && Size >= 64 && Size <= 512,
                "tiles have 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");

 public:
  static constexpr unsigned warps = Size / 32;

  static constexpr unsigned long long num_threads() { return Size; }
  static constexpr unsigned long long size() { return Size; }
  static unsigned long long thread_rank() {
    return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % Size;
  }

  static void sync(CUDASIM_SITE_ARGUMENTS) { cudasim::detail::tile_barrier(Size, {"tile.sync", file, line}); }
  /// Value of the thread of that rank, which is the same in all threads.
  template <class T>
  T shfl(T value, unsigned source, CUDASIM_SITE_ARGUMENTS) const {
    T of_warps[warps];
    gather(value, thread_rank() == source, source, of_warps, {"tile.shfl", file, line});
    return of_warps[source / 32 % warps];
  }
  int any(int predicate, CUDASIM_SITE_ARGUMENTS) const {
    return count(predicate != 0, {"tile.any", file, line}) != 0;
  }
  int all(int predicate, CUDASIM_SITE_ARGUMENTS) const {
    return count(predicate == 0, {"tile.all", file, line}) == 0;
  }

  /// The values of a thread of each warp.
  template <class T>
  static void gather(const T& value, bool gives, unsigned tag, T (&of_warps)[warps],
                     const cudasim::Site& site) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable<T>::value,
                  "tiles of more than 32 threads hand on trivially copyable values of at most 8 bytes");
    std::uint64_t given = 0, all[warps];
    std::memcpy(&given, &value, sizeof(T));
    cudasim::detail::tile_gather(Size, given, gives, tag, all, site);
    for (unsigned i = 0; i < warps; ++i) std::memcpy(&of_warps[i], &all[i], sizeof(T));
  }

#define CUDASIM_NOT_OF_WARPS(name)                                                               \
  template <class... A>                                                                          \
  unsigned name(A&&...) const {                                                                  \
    static_assert(sizeof...(A) > 99, "CUDA has no " #name " for tiles of more than 32 threads"); \
    return 0;                                                                                    \
  }
  CUDASIM_NOT_OF_WARPS(shfl_up)
  CUDASIM_NOT_OF_WARPS(shfl_down)
  CUDASIM_NOT_OF_WARPS(shfl_xor)
  CUDASIM_NOT_OF_WARPS(ballot)
  CUDASIM_NOT_OF_WARPS(match_any)
  CUDASIM_NOT_OF_WARPS(match_all)
#undef CUDASIM_NOT_OF_WARPS

 private:
  /// How many warps have a thread of which that is true.
  static unsigned count(bool is_true, const cudasim::Site& site) {
    const unsigned own = cudasim::detail::ballot(~0u, is_true, site);
    unsigned of_warps[warps], sum = 0;
    gather(own, cudasim::detail::lane_id() == 0, 0, of_warps, site);
    for (unsigned each : of_warps) sum += each != 0;
    return sum;
  }
};

}  // namespace cooperative_groups
