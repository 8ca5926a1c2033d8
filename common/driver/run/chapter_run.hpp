#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "driver/data/ladder.hpp"
#include "driver/data/select.hpp"
#include "driver/run/session.hpp"

namespace tutorial::driver {

/// One chapter, or what is selected of it: ladder by ladder its programs are built and run, and a table appears.
class ChapterRun {
 public:
  /// @param all  every variant of each rung as well
  /// @param further  what is past the core is among the groups
  ChapterRun(Session& session, const Manifest& manifest, const Chapter& chapter, std::vector<Group> groups,
             bool all, bool further, std::FILE* out);

  /// False if something could not be built.
  bool run();

 private:
  bool build(const Batch& batch);
  void print_folded(const std::string& text) const;
  void print_heading(const Group& group) const;
  void print_group(const Group& group);
  void print_ladder(const Ladder& ladder, bool named);
  void print_legend(std::vector<std::string> sentences);
  void print_demos(const std::vector<const Program*>& demos);
  void print_faults();
  void print_next(const Group& group) const;
  void print_end() const;
  std::vector<const Result*> results_of(const std::vector<const Program*>& programs);

  Session& session_;
  const Manifest& manifest_;
  const Chapter& chapter_;
  const std::vector<Group> groups_;
  const bool all_variants_;
  const bool further_;
  std::FILE* out_;
  bool built_ = true;
  std::vector<const Result*> results_;  ///< of all tables so far
  std::vector<const Program*> faulty_;  ///< whose faults end the chapter
  std::vector<std::string> explained_;  ///< sentences of the legend that have been printed
  const Program* explain_ = nullptr;    ///< of the group: the first rung that wastes most
};

/// What such a run builds and runs, in order.
std::vector<Batch> batches_of(const Chapter& chapter, const std::vector<Group>& groups,
                              const std::string& backend, bool all);

}  // namespace tutorial::driver
