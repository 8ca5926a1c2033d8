// Which blocks of a launch are watched: all blocks of a small grid; in a large grid, pairs of neighbours spread over it, the
// first and the last included, or one pair in the middle. In other blocks the hooks return at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace cudasim::lens {

class Watch {
 public:
  /// `blocks` to be run with `threads` each; `earlier` launches of the same kernel were watched before.
  void plan(std::uint64_t blocks, std::uint64_t threads, std::uint64_t earlier);

  /// Whether the block with this linear index in the grid is watched.
  bool takes(std::uint64_t block) const { return pair_of(block).has_value(); }
  /// Whether a block is one of about `most` that are spread over all watched ones, in pairs as they are.
  bool is_of(std::uint64_t most, std::uint64_t block) const;
  /// True if no block is left out, as far as is known before the first block has run.
  bool whole() const { return pairs_ * 2 >= blocks_; }
  /// A watched block has made this many accesses. The first block's number decides how many more blocks are watched.
  void ended(std::uint64_t accesses);
  /// How many more plain accesses of this launch are checked for hazards.
  std::uint64_t checks_left() const { return checks_left_; }
  void checked(std::uint64_t accesses);

 private:
  /// The pair of neighbours that a block belongs to; none if it is not watched.
  std::optional<std::uint64_t> pair_of(std::uint64_t block) const;

  std::uint64_t blocks_ = 0;
  bool limited_ = true;                  ///< false: LENS_WATCH has said how many
  std::atomic<std::uint64_t> pairs_{0};  ///< watched, spread evenly
  std::atomic<std::uint64_t> checks_left_{0};
};

/// Whether not all accesses need be checked: of a submission they are, and where the environment says how many.
bool checks_are_limited();
/// Whether after so many launches of a kernel, and after so much processor time for the same launch, another one need not be watched at all.
bool watches_little(std::uint64_t earlier, double spent);

}  // namespace cudasim::lens
