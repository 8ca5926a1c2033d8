#pragma once

#include <string>

#include "ladder.hpp"
#include "manifest.hpp"

/// A small tutorial for the driver's tests: three chapters, one ladder that reaches over two of them.
namespace example {

inline driver::Program program(const std::string& chapter, const std::string& name, driver::Role role,
                               const std::string& ladder, const std::string& after = "") {
  driver::Program made;
  made.chapter = chapter;
  made.name = name;
  made.source = chapter + "/01_" + name + ".cu";
  made.role = role;
  made.ladder = ladder;
  made.after = after;
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
                   program("ch05_nearest", "nearest_naive", Role::naive, "ch05_nearest", "nearest_cpu"),
                   program("ch07_blocking", "nearest_blocked", Role::rung, "ch07_blocking", "nearest_naive"),
                   program("ch08_transpose", "copy", Role::ceiling, "ch08_transpose"),
                   program("ch08_transpose", "strided", Role::naive, "ch08_transpose"),
                   program("ch08_transpose", "padded", Role::rung, "ch08_transpose"),
                   program("ch08_transpose", "in_place", Role::demo, "ch08_transpose"),
                   program("ch08_transpose", "dot", Role::naive, "dot")};
  made.exercises = {{"ch05_nearest", "guard_tail", "ch05_nearest/exercises/guard_tail", "the last block needs a guard"}};
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
