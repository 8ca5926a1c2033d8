// A run with a given schedule: which threads wait before which accesses, until no other thread can run. What they wait for and what they
// find then is written down. For a search of a run with another answer (driver/break).
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// LENS_SCHEDULE=FILE is set. Such a run takes one OS thread for its blocks.
extern bool schedule_given;

/// Reads the file, of lines of words:
///   site OFFSET                                an instruction, by its distance from the program's begin; numbered from 0
///   hold LAUNCH BLOCK THREAD SITE OCCURRENCE   there the thread waits; all count from 0 but launches and occurrences, which count from 1
///   mark LAUNCH BLOCK THREAD SITE OCCURRENCE   it does not, but is written down as if it did
///   some SEED PER_MILLE                        threads wait before so many of the accesses of all sites
///   log FILE                                   where to write what came about
void read_schedule();

/// The running thread of a watched block is about to do this. Returns when it is to do it: false if the run is for its answer alone, and
/// nobody else need know of the access. A run whose steps are recorded is for more.
bool schedule_access(const Access& access);

/// What was written is read before others can change it: to be called whenever the running thread may change without an access.
void schedule_settles();

/// The file names no sites: the run is to find out which there are, and reports as usual.
bool schedule_surveys();

/// Writes the log:
///   site OFFSET LINE FILE                          of a run that surveys: each instruction that has accessed what several threads access
///                                                  and one writes
///   launch LAUNCH GRID BLOCK                       its sizes, x y z each
///   held LAUNCH BLOCK THREAD SITE OCCURRENCE       each wait
///   step LAUNCH BLOCK THREAD KIND ADDRESS BYTES BEFORE AFTER LINE FILE
/// The steps are the accesses to bytes that a held or marked thread was about to access, in the order in which they came; KIND is wait, read,
/// write or atomic. False if it cannot be written.
bool write_schedule_log();

}  // namespace cudasim::lens
