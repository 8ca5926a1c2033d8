#pragma once

#include <string>

#include "driver/data/ladder.hpp"
#include "driver/data/manifest.hpp"

namespace driver = tutorial::driver;

/// A small tutorial for the driver's tests: three chapters, one ladder that reaches over two of them.
namespace example {

inline driver::Program program(const std::string& chapter, const std::string& name, driver::Role role,
                               const std::string& ladder, const std::string& continues = "") {
  driver::Program made;
  made.chapter = chapter;
  made.name = name;
  made.source = chapter + "/01_" + name + ".cu";
  made.role = role;
  made.ladder = ladder;
  made.continues = continues;
  made.binaries = {{"sim", "/none/sim/" + name}, {"cuda", "/none/cuda/" + name}};
  made.teaches = "what does " + name + " teach?";
  return made;
}

inline driver::Manifest manifest() {
  using driver::Role;
  driver::Manifest made;
  made.backends = {"sim", "cuda"};
  made.cuda_version = "13.0.88";
  made.chapters = {{"ch05_nearest", "Which point is nearest?"},
                   {"ch07_blocking", "What is a tile for?"},
                   {"ch08_transpose", "How fast?"}};
  made.programs = {program("ch05_nearest", "nearest_cpu", Role::baseline, "ch05_nearest"),
                   program("ch05_nearest", "nearest_naive", Role::naive, "ch05_nearest"),
                   program("ch07_blocking", "nearest_blocked", Role::rung, "ch07_blocking", "ch05_nearest"),
                   program("ch08_transpose", "copy", Role::ceiling, "ch08_transpose"),
                   program("ch08_transpose", "strided", Role::naive, "ch08_transpose"),
                   program("ch08_transpose", "padded", Role::rung, "ch08_transpose"),
                   program("ch08_transpose", "in_place", Role::demo, "ch08_transpose"),
                   program("ch08_transpose", "dot", Role::naive, "dot")};
  made.exercises = {{.chapter = "ch05_nearest",
                     .name = "guard_tail",
                     .source = "ch05_nearest/exercises/guard_tail",
                     .teaches = "the last block needs a guard"}};
  return made;
}

/// A program of CHAPTER/PART, or CHAPTER/PART/further, whose ladder is the folder's.
inline driver::Program rung(const std::string& chapter, const std::string& part, bool further, int number,
                            const std::string& name, driver::Role role = driver::Role::rung) {
  const std::string core = part.empty() ? chapter : part;
  driver::Program made = program(chapter, name, role, core + (further ? "/further" : ""));
  made.part = part;
  made.further = further;
  made.number = number;
  made.source = made.folder() + "/0" + std::to_string(number) + "_" + name + ".cu";
  if (further) made.continues = core;
  return made;
}

/// A tutorial with parts: sum with a further ladder, dot, whose first program has the part's name; a chapter without parts that has a further
/// ladder too; and a part whose ladder continues another chapter's. Not in reading order until sort() has put it so.
inline driver::Manifest with_parts() {
  using driver::Role;
  driver::Manifest made;
  made.backends = {"sim"};
  made.chapters = {
      {"ch06_reduction", "One number?"}, {"ch07_blocking", "Tiles?"}, {"ch08_transpose", "How fast?"}};
  made.parts = {{"ch06_reduction", "sum", "What is a sum?"},
                {"ch06_reduction", "dot", "What is a dot product?"},
                {"ch07_blocking", "tall", "How tall?"}};
  made.programs = {rung("ch08_transpose", "", true, 1, "bands"),
                   rung("ch08_transpose", "", false, 3, "padded"),
                   rung("ch08_transpose", "", false, 2, "strided", Role::naive),
                   rung("ch08_transpose", "", false, 1, "copy", Role::ceiling),
                   rung("ch07_blocking", "tall", false, 1, "taller"),
                   rung("ch06_reduction", "dot", false, 1, "dot", Role::naive),
                   rung("ch06_reduction", "sum", true, 1, "mapped"),
                   rung("ch06_reduction", "sum", true, 2, "graph"),
                   rung("ch06_reduction", "sum", false, 4, "shuffle"),
                   rung("ch06_reduction", "sum", false, 3, "shared"),
                   rung("ch06_reduction", "sum", false, 2, "global", Role::naive),
                   rung("ch06_reduction", "sum", false, 1, "in_place", Role::demo)};
  made.programs[4].continues = "ch08_transpose";
  made.exercises = {{.chapter = "ch06_reduction",
                     .part = "dot",
                     .name = "fuse",
                     .source = "ch06_reduction/dot/exercises/fuse",
                     .teaches = "one pass is enough"}};
  made.sort();
  return made;
}

inline driver::Row row(double seconds, const std::string& size = "1 M", const std::string& type = "float") {
  driver::Row made;
  made.variant = "plain";
  made.size = size;
  made.type = type;
  made.unit = "GB/s";
  made.median_s = seconds;
  made.spread = 0.004;
  made.throughput = 1.0 / seconds;
  made.ceiling_fraction = 0.5;
  made.verified = true;
  return made;
}

inline driver::Row without_times(driver::Row made) {
  made.median_s = made.spread = made.throughput = made.ceiling_fraction = std::nullopt;
  return made;
}

inline driver::Row wrong(driver::Row made) {
  made.verified = false;
  return made;
}

}  // namespace example
