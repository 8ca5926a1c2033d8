// The list of hazards: each is told once, however often it occurs.
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
  std::string text;         ///< for a reader: what, where, the usual cause and the remedy
  std::uint64_t times = 1;  ///< occurrences of this kind, kernel and pair of lines that were seen
  bool is_note = false;     ///< worth knowing, no fault: the program's exit code does not tell of it
  std::uint64_t bytes = 0;  ///< of a leak, all its allocations
};

/// Adds the hazard, or counts it if one of the same kind, kernel and lines is known.
void add_hazard(Hazard hazard);

/// All of them, in the order of their first occurrence.
std::vector<Hazard> hazards();
/// The same of notes, which are not among the hazards.
std::vector<Hazard> notes();

/// A JSON array: [{kind, kernel, first: {file, line, thread, block}, second, text, times}].
std::string to_json(const std::vector<Hazard>& list);

/// What is never freed. It does no harm to a program that ends, so the exit code does not tell of it.
bool is_leak(const Hazard& hazard);

/// For standard error, folded to its width: hazards and notes, then leaks in one line; empty if there are none.
std::string hazards_text();

/// Forgets all of them. For tests.
void clear_hazards();

}  // namespace cudasim::lens
