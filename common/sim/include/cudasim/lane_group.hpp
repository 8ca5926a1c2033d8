// What tiles and coalesced groups of cooperative groups share: some lanes of one warp, ranked in lane order.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cudasim/site.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/warp.hpp"

namespace cooperative_groups {

class LaneGroup {
 public:
  explicit LaneGroup(unsigned mask) : mask_(mask) {}

  unsigned long long num_threads() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const { return rank(); }

  void sync(CUDASIM_SITE_ARGUMENTS) const {
    cudasim::detail::warp_barrier(mask_, {"group.sync", file, line});
  }

  /// Value of the thread of that rank. T is trivially copyable, of any size.
  template <class T>
  T shfl(T value, unsigned source, CUDASIM_SITE_ARGUMENTS) const {
    return from_rank(value, source % size(), {"group.shfl", file, line});
  }
  template <class T>
  T shfl_up(T value, unsigned delta, CUDASIM_SITE_ARGUMENTS) const {
    return from_rank(value, rank() >= delta ? rank() - delta : rank(), {"group.shfl_up", file, line});
  }
  template <class T>
  T shfl_down(T value, unsigned delta, CUDASIM_SITE_ARGUMENTS) const {
    return from_rank(value, rank() + delta < size() ? rank() + delta : rank(),
                     {"group.shfl_down", file, line});
  }
  template <class T>
  T shfl_xor(T value, unsigned lane_mask, CUDASIM_SITE_ARGUMENTS) const {
    const unsigned source = rank() ^ lane_mask;
    return from_rank(value, source < size() ? source : rank(), {"group.shfl_xor", file, line});
  }

  int any(int predicate, CUDASIM_SITE_ARGUMENTS) const {
    return cudasim::detail::ballot(mask_, predicate != 0, {"group.any", file, line}) != 0;
  }
  int all(int predicate, CUDASIM_SITE_ARGUMENTS) const {
    return cudasim::detail::ballot(mask_, predicate == 0, {"group.all", file, line}) == 0;
  }
  /// Bit r represents the thread of rank r, here and in the matches.
  unsigned ballot(int predicate, CUDASIM_SITE_ARGUMENTS) const {
    return ranks_of(cudasim::detail::ballot(mask_, predicate != 0, {"group.ballot", file, line}));
  }
  template <class T>
  unsigned match_any(T value, CUDASIM_SITE_ARGUMENTS) const {
    return ranks_of(match(cudasim::detail::WarpOperation::match_any, value, {"group.match_any", file, line}));
  }
  template <class T>
  unsigned match_all(T value, int& all_equal, CUDASIM_SITE_ARGUMENTS) const {
    const unsigned lanes =
        match(cudasim::detail::WarpOperation::match_all, value, {"group.match_all", file, line});
    all_equal = lanes != 0;
    return ranks_of(lanes);
  }

  /// Lanes of the warp that belong to the group.
  unsigned lanes() const { return mask_; }

 private:
  unsigned rank() const {
    const unsigned below = (1u << cudasim::detail::lane_id()) - 1u;
    return static_cast<unsigned>(__builtin_popcount(mask_ & below));
  }

  unsigned lane_of(unsigned long long wanted_rank) const {
    unsigned rest = mask_;
    for (; wanted_rank > 0; --wanted_rank) rest &= rest - 1;
    return static_cast<unsigned>(__builtin_ctz(rest));
  }

  unsigned ranks_of(unsigned lanes) const {
    unsigned ranks = 0;
    for (unsigned rest = mask_, bit = 0; rest != 0; rest &= rest - 1, ++bit)
      ranks |= (lanes >> __builtin_ctz(rest) & 1u) << bit;
    return ranks;
  }

  template <class T>
  unsigned match(cudasim::detail::WarpOperation operation, const T& value, const cudasim::Site& site) const {
    return static_cast<unsigned>(
        cudasim::detail::warp_collective(operation, mask_, cudasim::detail::to_bits(value), 0, site));
  }

  template <class T>
  T from_rank(const T& value, unsigned long long source_rank, const cudasim::Site& site) const {
    static_assert(std::is_trivially_copyable<T>::value, "only trivially copyable values can be shuffled");
    return cudasim::detail::shuffle_whole(mask_, value, lane_of(source_rank), site);
  }

  unsigned mask_;
};

}  // namespace cooperative_groups
