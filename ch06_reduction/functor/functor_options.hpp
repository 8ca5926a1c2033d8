#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "functor/functors.cuh"

/// The command line of the steps of this part.
namespace ch06 {

struct FunctorOptions {
  std::int64_t n = 0;
  std::string operation;
  std::string data;
};

/// Adds --n, --operation and --data.
inline void add_functor_options(tutorial::Program& program, FunctorOptions& options) {
  program.size("--n", options.n, "number of elements",
               {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 300'000});
  program.choice("--operation", options.operation, "how two values become one",
                 {"plus", "minimum", "maximum"});
  program.choice("--data", options.data, "which values; book: random 0 or 1", numbers_names);
}

/// Calls body(binary) with the operation that was chosen.
template <typename T, typename Body>
void with_operation(const FunctorOptions& options, const Body& body) {
  if (options.operation == "plus") body(plus<T>{});
  if (options.operation == "minimum") body(minimum<T>{});
  if (options.operation == "maximum") body(maximum<T>{});
}

}  // namespace ch06
