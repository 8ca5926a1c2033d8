// The list of hazards: each is reported once, however often it occurs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudasim::lens {

/// Index of a device thread or block: x, y, z.
struct Index {
  unsigned x, y, z;
};

/// One side of a hazard. The file is empty where no line is known; host code has neither thread nor block.
struct HazardPlace {
  std::string file;
  int line = 0;
  std::optional<Index> thread;
  std::optional<Index> block;
};

struct Hazard {
  std::string kind;
  std::string kernel;  ///< empty for hazards of host code
  HazardPlace first;
  HazardPlace second;
  std::string text;         ///< the message: what happened, where, the usual cause and the fix
  std::uint64_t times = 1;  ///< occurrences of this kind, kernel and pair of lines that were seen
  std::uint64_t bytes = 0;  ///< of a leak, all its allocations
  std::string failed = {};  ///< of an unchecked error, what failed: "cudaMemcpy", or "the launch of scale"
};

/// Adds the hazard, or counts it if one of the same kind, kernel and lines is known.
void add_hazard(Hazard hazard);

/// All of them, in the order of their first occurrence.
std::vector<Hazard> hazards();
/// The same for notes, which do not count as hazards.
std::vector<Hazard> notes();

/// A JSON array: [{kind, kernel, first: {file, line, thread, block}, second, text, times}].
std::string to_json(const std::vector<Hazard>& list);

/// Memory that is never freed. That is harmless in a program that ends, so it does not change the exit code.
bool is_leak(const Hazard& hazard);

/// For standard error, folded to its width: hazards and notes, then leaks in one line; empty if there are none.
std::string hazards_text();

/// Forgets all of them. For tests.
void clear_hazards();

}  // namespace cudasim::lens
