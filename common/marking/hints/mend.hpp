// Small changes of a submission, each of which may be all that it lacks.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "marking/hints/structure.hpp"
#include "marking/mark.hpp"
#include "sim/translate/edits.hpp"

namespace tutorial::marking {

/// The subject of a fix, which is what the question asks about.
enum class About {
  barrier,     ///< one is missing
  wider,       ///< a barrier of the warp, or a fence, where the block must wait
  reach,       ///< threads do not all come to a barrier
  spare,       ///< a barrier that is not needed
  guard,       ///< a condition is missing before an access
  leaves,      ///< threads leave that are needed
  otherwise,   ///< what is there where the condition is false
  condition,   ///< that the statement should not have
  comparison,  ///< < for <= …
  both,        ///< && for || …
  off_by_one,  ///< one too many or too few
  stands_for,  ///< a name or a number in the place of another
  turned,      ///< two names or subscripts in each other's place
  launch,      ///< blocks and threads in each other's place
  rounding,    ///< blocks for the tail
  empty,       ///< nothing to do at all
  atomic,      ///< a read and a write that others may come between
  fence,       ///< written, but not yet for other blocks
  bank,        ///< where a row of shared memory begins
  block_size,  ///< how many threads
  initial,     ///< what a result begins with
  direction,   ///< a copy the other way
  order,       ///< two calls in each other's place
  copied,      ///< an array that never came to the device, or never back
  size_of,     ///< bytes, and not elements or a pointer
  cleared,     ///< what memory holds before anybody writes
  limit,       ///< a number that large sizes go beyond
  range,       ///< a type that is too small, or not exact enough
  walks,       ///< one element, where there are more than threads
  begins,      ///< where a loop begins
  once,        ///< what is done in each round, and should not be
  itself,      ///< a thread that meets its own element
  left,        ///< the last tile, which is not full
  operation,   ///< | for ^
  device,      ///< work of the host's
  neighbours,  ///< lanes that are far apart in memory
  words,       ///< lanes that access words of one bank
  again,       ///< the same element more than once
  sectors,     ///< more of them than hold what is wanted
  kept,        ///< what goes through shared memory, and need not
  waits,       ///< too many barriers
  same_place,  ///< that two threads write to
  filled,      ///< read, and never written
  comes,       ///< an element that no thread wrote
  stored,      ///< a wrong value, straight from the input
};

/// "barrier", "off by one"
const char* name_of(About about);

struct Mend {
  About about;
  int line = 0;        ///< of what the question is about
  std::string source;  ///< the whole file, fixed
  double rank = 0;     ///< the lowest is tried first
};

/// What the mark says of where to look.
struct Symptoms {
  Part lost = Part::right;
  std::string text = {};               ///< of all findings of that part
  std::set<std::string> hazards = {};  ///< "race-shared"
  std::vector<int> lines = {};         ///< that findings name, hazards' first

  bool has(std::initializer_list<const char*> kinds) const;
  bool says(const char* words) const { return text.find(words) != std::string::npos; }
  bool names(int first, int last) const;  ///< one of these lines
  /// 0 for a line that is named, up to 1 for those far from all.
  double distance(int line) const;
};
Symptoms symptoms_of(const Mark& mark);

/// Where generators put what they make.
class Mends {
 public:
  Mends(const Structure& structure, const Symptoms& symptoms) : structure_(structure), symptoms_(symptoms) {}

  const Structure& structure() const { return structure_; }
  const Symptoms& symptoms() const { return symptoms_; }

  /// @param rank   how unlikely, apart from how far it is from the lines named
  /// @param token  which the question is about
  void add(About about, double rank, std::size_t token, const cudasim::translate::Edits& edits);

  /// In the order in which they are to be tried, each source once.
  std::vector<Mend> ordered();

 private:
  const Structure& structure_;
  const Symptoms& symptoms_;
  std::vector<Mend> mends_;
};

/// Each adds the fixes of its kind.
void mend_barriers(Mends& mends);
void mend_branches(Mends& mends);
void mend_conditions(Mends& mends);
void mend_guards(Mends& mends);
void mend_names(Mends& mends);
void mend_launches(Mends& mends);
void mend_memory(Mends& mends);
void mend_host(Mends& mends);
void mend_loops(Mends& mends);

/// All fixes that the symptoms make worth trying, the likeliest first.
std::vector<Mend> mends_of(const Structure& structure, const Symptoms& symptoms);

}  // namespace tutorial::marking
