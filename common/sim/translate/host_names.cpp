#include "sim/translate/host_names.hpp"

#include <set>

namespace cudasim::translate {
namespace {

using Words = std::set<std::string_view>;

const Words host_functions = {"abort",
                              "atof",
                              "atoi",
                              "atol",
                              "calloc",
                              "drand48",
                              "exit",
                              "fclose",
                              "fflush",
                              "fopen",
                              "fprintf",
                              "fputs",
                              "fread",
                              "fwrite",
                              "getenv",
                              "gettimeofday",
                              "isdigit",
                              "memcmp",
                              "memmove",
                              "putchar",
                              "puts",
                              "qsort",
                              "rand",
                              "random",
                              "realloc",
                              "scanf",
                              "sleep",
                              "snprintf",
                              "sprintf",
                              "srand",
                              "sscanf",
                              "strcat",
                              "strcmp",
                              "strcpy",
                              "strlen",
                              "strncpy",
                              "strtod",
                              "strtol",
                              "system",
                              "time",
                              "toupper",
                              "usleep",
                              "cudaMemcpy",
                              "cudaMemset",
                              "cudaEventCreate",
                              "cudaSetDevice",
                              "cudaStreamCreate",
                              "cudaDeviceSynchronize"};

const Words device_functions = {"__syncthreads",
                                "__syncwarp",
                                "__threadfence",
                                "__threadfence_block",
                                "__threadfence_system",
                                "__activemask",
                                "__ballot_sync",
                                "__any_sync",
                                "__all_sync",
                                "__shfl_sync",
                                "__shfl_up_sync",
                                "__shfl_down_sync",
                                "__shfl_xor_sync",
                                "__popc",
                                "__popcll",
                                "__clz",
                                "__clzll",
                                "__ffs",
                                "__ffsll",
                                "__brev",
                                "__ldg",
                                "__nanosleep",
                                "clock64",
                                "__expf",
                                "__logf",
                                "__sinf",
                                "__cosf",
                                "__fdividef",
                                "__fmaf_rn",
                                "__fsqrt_rn",
                                "__float_as_int",
                                "__int_as_float",
                                "__float2int_rn",
                                "__saturatef",
                                "atomicAdd",
                                "atomicSub",
                                "atomicExch",
                                "atomicMin",
                                "atomicMax",
                                "atomicInc",
                                "atomicDec",
                                "atomicCAS",
                                "atomicAnd",
                                "atomicOr",
                                "atomicXor"};

const Words streams = {"cout", "cerr", "clog", "cin"};

const Words host_classes = {"vector",
                            "string",
                            "map",
                            "deque",
                            "list",
                            "set",
                            "unordered_map",
                            "function",
                            "thread",
                            "stringstream",
                            "ostringstream",
                            "random_device",
                            "mt19937",
                            "default_random_engine",
                            "uniform_int_distribution"};

const Words host_algorithms = {"sort",       "stable_sort",  "swap",        "fill",      "copy",
                               "accumulate", "iota",         "reverse",     "transform", "partial_sum",
                               "to_string",  "make_unique",  "make_shared", "for_each",  "find",
                               "count",      "inner_product"};

const Words constexpr_functions = {"max", "min", "clamp"};

/// With more tokens or enclosing brackets than this before it, an expression is assumed to be a constant.
constexpr int most_looked_at = 256;

/// The bracket that encloses the token, within that distance.
Index bracket_round(const Run& run, std::size_t i) {
  for (int steps = 0; i-- > 0 && steps < most_looked_at; ++steps) {
    if (is_closing(run.tokens[i])) {
      const Index open = opening(run.tokens, i);
      if (!open) return std::nullopt;
      i = *open;
    } else if (is_opening(run.tokens[i])) {
      return i;
    }
  }
  return std::nullopt;
}

bool behind_one_of(const Run& run, std::size_t i, const Words& words) {
  return i > 0 && words.contains(run.tokens[i - 1].text);
}

}  // namespace

bool is_host_only(std::string_view name) { return host_functions.contains(name); }
bool is_device_only(std::string_view name) { return device_functions.contains(name); }
bool is_stream(std::string_view name) { return streams.contains(name); }
bool is_host_class(std::string_view name) { return host_classes.contains(name); }
bool is_host_algorithm(std::string_view name) { return host_algorithms.contains(name); }
bool is_constexpr_function(std::string_view name) { return constexpr_functions.contains(name); }

bool is_unevaluated(const Run& run, std::size_t i) {
  static const Words operators = {"sizeof", "decltype", "alignof", "noexcept", "typeid"};
  if (behind_one_of(run, i, operators)) return true;
  int depth = 0;
  for (Index open = bracket_round(run, i); open && !run.at(*open, "{"); open = bracket_round(run, *open))
    if (behind_one_of(run, *open, operators) || ++depth == most_looked_at) return true;
  return false;
}

bool is_constant(const Run& run, std::size_t i) {
  static const Words places = {"static_assert", "constexpr", "alignas"};
  static const Words ahead = {"<", "case", "constexpr", "enum"};
  int depth = 0;
  for (Index open = bracket_round(run, i); open && !run.at(*open, "{"); open = bracket_round(run, *open))
    if (run.at(*open, "[") || behind_one_of(run, *open, places) || ++depth == most_looked_at) return true;
  int steps = 0;
  for (std::size_t k = i; k-- > 0 && !run.at(k, ";") && !run.at(k, "{") && !run.at(k, "}"); ++steps)
    if (ahead.contains(run.tokens[k].text) || steps == most_looked_at) return true;
  return false;
}

}  // namespace cudasim::translate
