// The verbs of the driver. A new one is a file NAME_verb.cpp in its room, a declaration here, and a line of the table in run_verbs.cpp,
// learners_verbs.cpp or authors_verbs.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace CLI {
class App;
}

namespace tutorial::driver {

/// What a verb is called with, besides its own options.
struct Call {
  const Manifest& manifest;
  std::vector<std::string> args;  ///< the words after "--": for the programs
};

/// Does what the verb is for, once its options are parsed. Returns the exit code.
using Action = std::function<int(const Call&)>;

/// Each adds its options to the verb's subcommand.
Action declare_backend(CLI::App& verb);
Action declare_bench(CLI::App& verb);
Action declare_break(CLI::App& verb);
Action declare_build(CLI::App& verb);
Action declare_claims(CLI::App& verb);
Action declare_counts(CLI::App& verb);
Action declare_explain(CLI::App& verb);
Action declare_list(CLI::App& verb);
Action declare_predict(CLI::App& verb);
Action declare_run(CLI::App& verb);
Action declare_site(CLI::App& verb);
Action declare_tables(CLI::App& verb);
Action declare_weave(CLI::App& verb);

}  // namespace tutorial::driver
