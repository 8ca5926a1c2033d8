#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "marking/screen/screen.hpp"
#include "marking/screen/screen_tokens.hpp"
#include "sim/translate/brackets.hpp"
#include "sim/translate/lexer.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

using cudasim::translate::Token;
using cudasim::translate::TokenKind;

constexpr std::size_t most_nested = 256;
/// Bytes that macros may make of a submission.
constexpr std::size_t most_expanded = std::size_t{4} << 20;

/// Standard headers by their names, and the C library's by both of theirs. What they offer is judged by the symbols that the object
/// needs. Not here: threads, files, input, and headers whose library code reads or writes memory unseen by the lens.
constexpr std::string_view standard_includes[] = {"algorithm",
                                                  "array",
                                                  "bit",
                                                  "bitset",
                                                  "cassert",
                                                  "cctype",
                                                  "cerrno",
                                                  "cfloat",
                                                  "chrono",
                                                  "cinttypes",
                                                  "climits",
                                                  "cmath",
                                                  "compare",
                                                  "complex",
                                                  "concepts",
                                                  "cstdarg",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cstdio",
                                                  "cstdlib",
                                                  "cstring",
                                                  "ctime",
                                                  "deque",
                                                  "exception",
                                                  "forward_list",
                                                  "functional",
                                                  "initializer_list",
                                                  "iomanip",
                                                  "iosfwd",
                                                  "iostream",
                                                  "iterator",
                                                  "limits",
                                                  "list",
                                                  "memory",
                                                  "new",
                                                  "numbers",
                                                  "numeric",
                                                  "optional",
                                                  "ostream",
                                                  "queue",
                                                  "random",
                                                  "ranges",
                                                  "ratio",
                                                  "source_location",
                                                  "span",
                                                  "sstream",
                                                  "stack",
                                                  "stdexcept",
                                                  "string",
                                                  "string_view",
                                                  "tuple",
                                                  "type_traits",
                                                  "typeinfo",
                                                  "utility",
                                                  "valarray",
                                                  "variant",
                                                  "vector",
                                                  "version",
                                                  "assert.h",
                                                  "ctype.h",
                                                  "errno.h",
                                                  "float.h",
                                                  "inttypes.h",
                                                  "limits.h",
                                                  "math.h",
                                                  "stdarg.h",
                                                  "stdbool.h",
                                                  "stddef.h",
                                                  "stdint.h",
                                                  "stdio.h",
                                                  "stdlib.h",
                                                  "string.h",
                                                  "time.h"};

constexpr std::string_view cuda_includes[] = {"cuda_runtime.h",
                                              "cuda_runtime_api.h",
                                              "cuda.h",
                                              "device_launch_parameters.h",
                                              "device_functions.h",
                                              "vector_types.h",
                                              "vector_functions.h",
                                              "builtin_types.h",
                                              "driver_types.h",
                                              "host_defines.h",
                                              "math_constants.h",
                                              "math_functions.h",
                                              "cuda_profiler_api.h",
                                              "cuda_pipeline.h",
                                              "cuda_pipeline_primitives.h",
                                              "cuda_awbarrier_primitives.h",
                                              "cuComplex.h",
                                              "cuda_fp16.h",
                                              "cuda_bf16.h",
                                              "cooperative_groups.h",
                                              "cooperative_groups/reduce.h",
                                              "cooperative_groups/scan.h",
                                              "cooperative_groups/memcpy_async.h",
                                              "cuda/atomic",
                                              "cuda/barrier",
                                              "cuda/pipeline",
                                              "cuda/cmath",
                                              "cuda/functional",
                                              "cuda/std/algorithm",
                                              "cuda/std/array",
                                              "cuda/std/atomic",
                                              "cuda/std/bit",
                                              "cuda/std/bitset",
                                              "cuda/std/cassert",
                                              "cuda/std/cfloat",
                                              "cuda/std/climits",
                                              "cuda/std/cmath",
                                              "cuda/std/complex",
                                              "cuda/std/concepts",
                                              "cuda/std/cstddef",
                                              "cuda/std/cstdint",
                                              "cuda/std/cstdlib",
                                              "cuda/std/cstring",
                                              "cuda/std/functional",
                                              "cuda/std/initializer_list",
                                              "cuda/std/iterator",
                                              "cuda/std/limits",
                                              "cuda/std/mdspan",
                                              "cuda/std/numeric",
                                              "cuda/std/optional",
                                              "cuda/std/ratio",
                                              "cuda/std/span",
                                              "cuda/std/tuple",
                                              "cuda/std/type_traits",
                                              "cuda/std/utility",
                                              "cuda/std/variant"};

constexpr std::string_view allowed_directives[] = {"define",  "undef",    "if",   "ifdef", "ifndef", "elif",
                                                   "elifdef", "elifndef", "else", "endif", "error"};

constexpr std::string_view allowed_attributes[] = {
    "nodiscard", "maybe_unused", "fallthrough",       "likely",
    "unlikely",  "noreturn",     "no_unique_address", "deprecated"};

/// What __align__, __forceinline__ and [[maybe_unused]] say, too.
constexpr std::string_view allowed_gnu_attributes[] = {
    "aligned",    "__aligned__", "packed",       "__packed__",    "unused",
    "__unused__", "noinline",    "__noinline__", "always_inline", "__always_inline__"};

/// Names with two underscores that are CUDA's or plain C++'s. All others are the compiler's and the runtime's own.
constexpr std::string_view allowed_reserved[] = {
    "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__restrict__",
    "__restrict", "__forceinline__", "__noinline__", "__inline__", "__align__", "__launch_bounds__",
    "__cluster_dims__", "__grid_constant__", "__activemask", "__trap", "__LINE__", "__FILE__", "__func__",
    "__FUNCTION__", "__PRETTY_FUNCTION__", "__COUNTER__", "__DATE__", "__TIME__", "__cplusplus",
    "__VA_ARGS__", "__VA_OPT__", "__int128", "__byte_perm", "__nanosleep", "__saturatef", "__ballot_sync",
    "__all_sync", "__any_sync", "__fns",
    // hints to the compiler
    "__maxnreg__", "__builtin_expect", "__builtin_unreachable", "__builtin_assume",
    "__builtin_assume_aligned",
    // asked for by #if, in code that other compilers and editors read too
    "__CUDA_ARCH__", "__CUDACC__", "__NVCC__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__",
    "__INTELLISENSE__", "__GNUC__", "__GNUC_MINOR__", "__clang__", "__clang_major__", "__clang_minor__",
    "__has_cpp_attribute", "__has_attribute", "__has_builtin", "__linux__", "__APPLE__", "__STDC_VERSION__",
    "_WIN32", "_WIN64", "_MSC_VER", "_DEBUG", "_USE_MATH_DEFINES", "_CRT_SECURE_NO_WARNINGS", "_GNU_SOURCE"};

/// Families of intrinsic functions.
constexpr std::string_view allowed_families[] = {
    "__syncthreads", "__syncwarp",     "__threadfence", "__shfl_",        "__match_",      "__reduce_",
    "__ld",          "__stw",          "__stc",         "__popc",         "__clz",         "__ffs",
    "__brev",        "__mul",          "__umul",        "__sad",          "__usad",        "__dp2a",
    "__dp4a",        "__funnelshift_", "__fadd_",       "__fsub_",        "__fmul_",       "__fmaf_",
    "__fma_",        "__fdiv",         "__frcp_",       "__fsqrt_",       "__frsqrt_",     "__dadd_",
    "__dsub_",       "__dmul_",        "__ddiv_",       "__drcp_",        "__dsqrt_",      "__float2",
    "__float_as_",   "__double2",      "__double_as_",  "__int2",         "__int_as_",     "__uint2",
    "__uint_as_",    "__ll2",          "__ull2",        "__longlong_as_", "__hiloint2",    "__exp",
    "__log",         "__powf",         "__sin",         "__cosf",         "__tan",         "__hadd",
    "__rhadd",       "__uhadd",        "__urhadd",      "__vadd",         "__vsub",        "__vmax",
    "__vmin",        "__viadd",        "__vimax",       "__vimin",        "__vibm",        "__vcmp",
    "__vset",        "__vabs",         "__vavg",        "__half",         "__nv_bfloat16", "__bfloat16",
    "__hsub",        "__hmul",         "__hfma",        "__hdiv",         "__cpp_",        "__hmax",
    "__hmin",        "__hgt",          "__hlt",         "__heq",          "__low",         "__high",
    "__pipeline_",   "__floats2",      "__halves2",     "__short2",       "__ushort2",     "__short_as_",
    "__ushort_as_",  "__habs",         "__hneg",        "__hne",          "__hb",          "__hge",
    "__hle",         "__hisinf",       "__hisnan",      "__hordered",     "__h2div",       "__vneg",
    "__vhaddu",      "__vsad",         "__nv_atomic_",  "__mbarrier_",    "__cvta_"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// Names of the compiler and its library; not those that students write like theirs: _Tp, __MY_FILE_CU__.
bool is_reserved(std::string_view name) {
  constexpr std::string_view own[] = {"_Unwind", "_IO_", "_ITM_", "_Z", "_Exit", "_GLIBC", "__GLIBC"};
  if (std::any_of(std::begin(own), std::end(own),
                  [&](std::string_view begin) { return name.starts_with(begin); }))
    return true;
  const std::size_t first = name.find_first_not_of('_');
  if (first > 0 && first < name.size() && name[first] >= 'A' && name[first] <= 'Z') {
    const std::string_view rest = name.substr(first, name.find_last_not_of('_') + 1 - first);
    return rest.find("__") != std::string_view::npos;
  }
  return name.starts_with("__");  // my__name is reserved too, but no compiler has such names
}

bool is_intrinsic(std::string_view name) {
  return contains(allowed_reserved, name) ||
         std::any_of(std::begin(allowed_families), std::end(allowed_families),
                     [&](std::string_view family) { return name.starts_with(family); });
}

/// Functions of the simulator's headers that a call finds by the type of its argument, without the name of their namespace.
bool is_the_simulators(std::string_view name) {
  return name == "unseen_load" || name == "leave_unwritten" || name == "run_launch" ||
         name == "launch_function" || (name.starts_with("tell_") && name.ends_with("_to_lens"));
}

/// `what`: with its quotes or angles.
bool may_include(std::string_view what) {
  if (what == "\"exercise.hpp\"") return true;
  if (what.size() < 3) return false;
  const bool is_angled = what.front() == '<' && what.back() == '>';
  const bool is_quoted = what.front() == '"' && what.back() == '"';
  const std::string_view name = what.substr(1, what.size() - 2);
  return (is_angled && contains(standard_includes, name)) ||
         ((is_angled || is_quoted) && contains(cuda_includes, name));
}

bool may_be_pragma(std::string_view what) {
  if (what == "once") return true;
  for (const std::string_view allowed :
       {"unroll", "nounroll", "nv_diag_", "diag_", "nv_exec_check_disable", "hd_warning_disable",
        "GCC diagnostic ", "clang diagnostic ", "region", "warning", "message", "endregion"})
    if (what.starts_with(allowed)) return true;
  return false;
}

class SourceScreen {
 public:
  SourceScreen(std::string file, std::string_view source)
      : SourceScreen(std::move(file), source, screen_tokens(source)) {
    for (const Trick& each : invisible_tricks(source_))
      refuse(each.line, "the submission has " + each.words + ", which no exercise needs");
    for (const Trick& each : text_.tricks)
      refuse(each.line, "the submission has " + each.words + ", which no exercise needs");
  }
  SourceScreen(std::string file, std::string_view source, ScreenedText text)
      : file_(std::move(file)), source_(source), text_(std::move(text)) {}

  std::vector<Finding> findings() {
    brackets();
    find_macros();
    for (at_ = 0; at_ < text_.tokens.size(); ++at_) {
      const Token& token = text_.tokens[at_];
      if (token.is_identifier())
        identifier(token);
      else if (token.text == "#" && token.first_of_line)
        directive(token);
      else if (token.text == "[" && next() == "[")
        attribute(token);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Finding& a, const Finding& b) { return a.line < b.line; });
    return std::move(found_);
  }

 private:
  std::string_view next(std::size_t ahead = 1) const {
    return at_ + ahead < text_.tokens.size() ? text_.tokens[at_ + ahead].text : std::string_view();
  }

  void refuse(int line, std::string words) { found_.push_back({std::move(words), file_, line}); }

  void refuse_use(const Token& token, const std::string& thing) {
    refuse(token.line, "the submission uses " + thing + ", which no exercise needs");
  }

  /// Macros whose text has words. If ## is used, a condition of #if could form an unexpected word from them.
  void find_macros() {
    const auto& all = text_.tokens;
    const bool pastes =
        std::any_of(all.begin(), all.end(), [](const Token& each) { return each.text == "##"; });
    for (std::size_t i = 0; pastes && i + 2 < all.size(); ++i) {
      if (!all[i].first_of_line || all[i].text != "#" || all[i + 1].text != "define") continue;
      for (std::size_t k = i + 3; k < all.size() && !all[k].first_of_line; ++k)
        if (all[k].is_identifier()) macros_of_words_.insert(all[i + 2].text);
    }
  }

  bool is_directive(std::size_t token, std::string_view name) const {
    const auto& all = text_.tokens;
    return token + 1 < all.size() && all[token].first_of_line && all[token].text == "#" &&
           all[token + 1].text == name;
  }

  /// Whether a name that the source has not defined may be one of this compiler and its headers, or of nvcc's and NVIDIA's.
  bool tells_compilers_apart(std::string_view name) const {
    constexpr std::string_view nvidias[] = {"CU", "cu", "NV", "nv"};
    if (defined_.contains(name) || is_intrinsic(name) || name.starts_with("CUDART_") ||
        name == "CUDA_VERSION" || name == "__has_include")
      return false;
    const std::string_view plain = name.substr(std::min(name.find_first_not_of('_'), name.size()));
    const bool is_nvidias = std::ranges::any_of(
        nvidias, [&](std::string_view beginning) { return plain.starts_with(beginning); });
    // #ifndef X, #define X: around the whole source with a name of its own, or around nothing else.
    if (next() == "ifndef" && is_directive(at_ + 3, "define") && next(5) == name) {
      std::size_t after = at_ + 5;
      while (after < text_.tokens.size() && !text_.tokens[after].first_of_line) ++after;
      return is_nvidias && !is_directive(after, "endif");
    }
    return is_nvidias || name.starts_with('_');
  }

  void condition(const Token& name) {
    const auto refused = [&](std::string_view word, const char* why) {
      refuse(name.line, "the submission has #" + std::string(name.text) + " with " + std::string(word) + why);
    };
    bool is_header = false;
    for (std::size_t i = 2; !next(i).empty() && !text_.tokens[at_ + i].first_of_line; ++i) {
      if (next(i) == "__has_include" && next(i + 1) == "(") is_header = true;
      if (is_header) {  // asks_for_header() looks at it
        is_header = next(i) != ")";
        continue;
      }
      const bool is_asked_for = next(i - 1) == "defined" || (next(i - 1) == "(" && next(i - 2) == "defined");
      if (!is_asked_for && macros_of_words_.contains(next(i)))
        return refused("the macro " + std::string(next(i)),
                       ", which is made of other words, and ## elsewhere: write its value here");
      if (tells_compilers_apart(next(i)))
        return refused(next(i), ", which may be defined by one compiler and not by another");
    }
  }

  /// What compilers read, too: none goes deeper than this by itself.
  void brackets() {
    std::size_t depth = 0;
    for (const Token& token : text_.tokens) {
      if (cudasim::translate::is_closing(token) && depth > 0) --depth;
      if (!cudasim::translate::is_opening(token) || ++depth <= most_nested) continue;
      return refuse(token.line, "the submission has brackets in brackets, more than " +
                                    std::to_string(most_nested) + " deep, which no exercise needs");
    }
  }

  void identifier(const Token& token) {
    const std::string_view name = token.text;
    if (name == "asm" || name == "__asm" || name == "__asm__") return refuse_use(token, "inline assembly");
    // The compiler's attributes have such a name before them, wherever macros put their brackets.
    if (name == "gnu" || name == "clang") return refuse_use(token, "the attribute " + std::string(name));
    if (name == "_Pragma") return pragma_operator(token);
    if (name == "main")
      return refuse(token.line,
                    "the submission has a main: the grader has its own, and calls your function from it");
    if (name.starts_with("tutorial") || name.starts_with("TUTORIAL_") || name.starts_with("cudasim") ||
        name.starts_with("CUDASIM_") || is_the_simulators(name))
      return refuse(token.line, "the name " + std::string(name) + " belongs to the grader: choose another");
    if (name == "memcpy_async_tx")
      return refuse(token.line,
                    "the submission uses memcpy_async_tx, whose accesses the lens does not count: use "
                    "cuda::memcpy_async or plain loads");
    if (name == "random_device")
      return refuse(token.line,
                    "the submission uses std::random_device, and would differ in each run: use std::mt19937 "
                    "with a seed of your own");
    if (name == "_Exit" || name == "_exit")
      return refuse(token.line, "the submission uses " + std::string(name) + ": use exit instead");
    if (name == "_fileno") return refuse_use(token, "the inside of a FILE");
    if (name == "import" || name == "export") return refuse_use(token, "modules");
    if (name == "goto") return jump(token);
    if (name == "operator" && (next() == "new" || next() == "delete"))
      return refuse(token.line,
                    "the submission replaces operator " + std::string(next()) + ", which no exercise needs");
    const bool is_used = at_ > 0 && text_.tokens[at_ - 1].is("using");
    if (name == "namespace" && !is_used &&
        (next() == "std" || next() == "cuda" || next() == "cooperative_groups"))
      return refuse(token.line,
                    "the submission adds to namespace " + std::string(next()) + ", which no exercise needs");
    if (name == "__attribute__" && are_allowed_attributes()) return;
    if (name.starts_with("__attribute") || name == "__declspec")
      return refuse_use(token, "compiler attributes");
    if (name.find('$') != std::string_view::npos)
      return refuse(token.line, "the name " + std::string(name) + " has a dollar sign");
    if (name == "__has_include") return asks_for_header(token);
    if (is_reserved(name) && !is_intrinsic(name))
      refuse(token.line, "the name " + std::string(name) +
                             " is reserved for the compiler and its library: choose another");
  }

  /// `__has_include(<cstdint>)`, not of other files of the machine.
  void asks_for_header(const Token& token) {
    std::string what;
    if (next() == "(")
      for (std::size_t ahead = 2; !next(ahead).empty() && next(ahead) != ")"; ++ahead) what += next(ahead);
    if (next() != ")" && !may_include(what))
      refuse(token.line, "the submission asks for the header " + what + ", which no exercise needs");
  }

  /// _Pragma("unroll")
  void pragma_operator(const Token& token) {
    std::string_view what = next(2);
    const bool is_plain = next() == "(" && what.size() >= 2 && what.front() == '"' && next(3) == ")";
    if (is_plain) what = what.substr(1, what.size() - 2);
    if (!is_plain || !may_be_pragma(what))
      refuse(token.line,
             "the submission has a _Pragma: only once, unroll and those about warnings are allowed");
  }

  /// A loop that is made of jumps has no iterations that the lens could tell apart.
  void jump(const Token& token) {
    if (next() == "*") return refuse_use(token, "goto with a computed label");
    for (std::size_t i = 0; i + 1 < at_; ++i)
      if (text_.tokens[i].text == next() && text_.tokens[i + 1].is(":"))
        return refuse(token.line, "the submission jumps back by goto: write a loop");
  }

  /// After __attribute__: ((aligned(16), packed))
  bool are_allowed_attributes() const {
    if (next() != "(" || next(2) != "(") return false;
    std::size_t depth = 2;
    for (std::size_t i = 3; depth > 0 && !next(i).empty(); ++i) {
      const std::string_view word = next(i);
      if (word == "(") ++depth;
      if (word == ")") --depth;
      const bool is_name = depth == 2 && word != ")" && word != ",";
      if (is_name && !contains(allowed_gnu_attributes, word)) return false;
    }
    return depth == 0;
  }

  void attribute(const Token& token) {
    for (std::size_t i = 2; next(i) != "]" && !next(i).empty(); ++i) {
      const std::string_view word = next(i);
      if (word == "(") break;  // [[nodiscard("…")]]
      if (word == "," || contains(allowed_attributes, word)) continue;
      return refuse_use(token, "the attribute " + std::string(word));
    }
  }

  /// The rest of the directive's line after its name, with comments.
  std::string_view rest_of_line(const Token& name) const {
    const auto begin = static_cast<std::size_t>(name.text.data() + name.text.size() - source_.data());
    std::string_view rest = source_.substr(begin, source_.find('\n', begin) - begin);
    if (const std::size_t comment = std::min(rest.find("//"), rest.find("/*"));
        comment != std::string_view::npos)
      rest = rest.substr(0, comment);
    const auto first = rest.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return rest.substr(first, rest.find_last_not_of(" \t\r") - first + 1);
  }

  void directive(const Token& hash) {
    const Token* name = at_ + 1 < text_.tokens.size() && !text_.tokens[at_ + 1].first_of_line
                            ? &text_.tokens[at_ + 1]
                            : nullptr;
    if (name == nullptr) return;  // a # alone
    if (name->text == "include") {
      const std::string_view what = rest_of_line(*name);
      if (!may_include(what))
        refuse(hash.line,
               "the submission includes " + std::string(what) +
                   ": a submission may include only the headers that docs/pages/exercises.md lists");
    } else if (name->text == "pragma") {
      const std::string_view what = rest_of_line(*name);
      if (!may_be_pragma(what))
        refuse(hash.line, "the submission has #pragma " + std::string(what) +
                              ": only once, unroll and those about warnings are allowed");
    } else if (name->text == "if" || name->text.starts_with("elif") || name->text.starts_with("ifdef") ||
               name->text.starts_with("ifndef")) {
      condition(*name);
    } else if (name->text == "define") {
      defined_.insert(next(2));
    } else if (name->text == "undef" && next(2).starts_with('_')) {
      // Without the name that guards it a header is read a second time, and macros of the submission may change it.
      refuse(hash.line, "the submission has #undef " + std::string(next(2)) +
                            ", a name as the library's headers have them: choose another");
    } else if (!name->is_identifier() || !contains(allowed_directives, name->text)) {
      refuse(hash.line, "the submission has #" + std::string(name->text) + ", which no exercise needs");
    }
  }

  std::string file_;
  std::string_view source_;
  ScreenedText text_;
  std::size_t at_ = 0;
  std::set<std::string_view> defined_, macros_of_words_;
  std::vector<Finding> found_;
};

/// Whether ## can have made `word` of the others.
bool joins(std::string_view word, const std::set<std::string_view>& others) {
  std::vector<bool> ends(word.size() + 1);
  ends[0] = true;
  for (std::size_t end = 1; end <= word.size(); ++end)
    for (std::size_t begin = 0; begin < end; ++begin)
      if (ends[begin] && others.contains(word.substr(begin, end - begin))) ends[end] = true;
  return ends.back();
}

}  // namespace

std::string own_lines(const std::string& preprocessed, const std::string& name) {
  std::istringstream lines(preprocessed);
  std::string own;
  int number = 0, at = 1;  // of the line that is read, and of the last one of `own`
  bool is_own = false, is_header = false, after_directive = false;
  for (std::string line; std::getline(lines, line); ++number) {
    std::istringstream marker(line);
    std::string hash, file, flag;
    if (int marked = 0; line.starts_with("# ") && marker >> hash >> marked >> file) {  // # 12 "name.cu" 3 4
      number = marked - 1;
      is_header = file.ends_with("exercise.hpp\"");
      is_own = is_header || file == '"' + name + '"';
      while (marker >> flag) is_own = is_own && flag != "3";
      continue;
    }
    if (!is_own || own.size() > most_expanded) continue;
    const bool is_directive = line.starts_with('#');
    const int least = (is_directive || after_directive) && !own.empty() && own.back() != '\n' ? at + 1 : at;
    for (const int wanted = is_header ? least : std::max(least, number); at < wanted; ++at) own += '\n';
    own += line + ' ';
    after_directive = is_directive;
  }
  return own;
}

std::vector<Finding> screen_preprocessed(const std::string& own, const std::string& source,
                                         const std::string& name, bool marks_system_macros) {
  if (own.size() > most_expanded)
    return {{"the macros of the submission make more than 4 MiB of it", name, 0}};
  ScreenedText text = screen_tokens(own);
  if (!marks_system_macros) {
    const ScreenedText before = screen_tokens(source);
    std::set<std::string_view> words;
    for (const Token& each : before.tokens) words.insert(each.text);
    std::erase_if(text.tokens, [&](const Token& each) {
      return each.is_identifier() && !each.in_directive && !words.contains(each.text) &&
             !joins(each.text, words);
    });
  }
  return SourceScreen(name, own, std::move(text)).findings();
}

std::string includes_first(const std::string& source) {
  std::string all;
  const ScreenedText text = screen_tokens(source);
  for (std::size_t i = 0; i + 2 < text.tokens.size(); ++i) {
    if (text.tokens[i].text != "#" || !text.tokens[i].first_of_line || text.tokens[i + 1].text != "include")
      continue;
    const auto begin = static_cast<std::size_t>(text.tokens[i + 2].text.data() - source.data());
    const std::string rest = source.substr(begin, source.find('\n', begin) - begin);
    const std::size_t end = rest.find(rest.front() == '<' ? '>' : '"', 1);
    const std::string what = rest.substr(0, end + 1);
    if (end == std::string::npos || !may_include(what) || what == "\"exercise.hpp\"") continue;
    all += "#if __has_include(" + what + ")\n#include " + what + "\n#endif\n";
  }
  return all;
}

std::string without_skipped(const std::string& source) {
  constexpr std::string_view never[] = {"_MSC_VER", "_WIN32", "_WIN64", "__INTELLISENSE__", "__APPLE__"};
  const std::vector<Token> tokens = screen_tokens(source).tokens;
  const auto is_directive = [&](std::size_t i, std::string_view name) {
    return i + 2 < tokens.size() && tokens[i].first_of_line && tokens[i].text == "#" &&
           tokens[i + 1].text.starts_with(name);
  };
  std::set<std::string_view> defined;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (is_directive(i, "define")) defined.insert(tokens[i + 2].text);
  const auto is_never = [&](std::string_view name) {
    return contains(never, name) || (name[0] != '_' && !defined.contains(name));
  };
  std::string kept = source;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_if_0 = is_directive(i, "if") && tokens[i + 1].text == "if" && tokens[i + 2].text == "0" &&
                         (i + 3 == tokens.size() || tokens[i + 3].first_of_line);
    const bool is_ifdef =
        is_directive(i, "ifdef") && tokens[i + 2].is_identifier() && is_never(tokens[i + 2].text);
    if (!is_if_0 && !is_ifdef) continue;
    std::size_t depth = 1, end = i + 3;
    for (; end < tokens.size(); ++end) {
      if (is_directive(end, "if")) ++depth;
      if (depth == 1 && is_directive(end, "el")) break;
      if (tokens[end].first_of_line && tokens[end].text == "#" && end + 1 < tokens.size() &&
          tokens[end + 1].text == "endif" && --depth == 0)
        break;
    }
    const std::size_t begin = source.find('\n', tokens[i + 2].offset);
    const std::size_t stop = end < tokens.size() ? tokens[end].offset : source.size();
    for (std::size_t at = begin; at < stop; ++at)
      if (kept[at] != '\n') kept[at] = ' ';
    i = end - 1;
  }
  return kept;
}

std::string plainly_written(const std::string& source) {
  constexpr std::pair<std::string_view, std::string_view> digraphs[] = {
      {"<%", "{ "}, {"%>", "} "}, {"<:", "[ "}, {":>", "] "}, {"%:", "# "}};
  using namespace cudasim::translate;
  std::vector<Odd> odd;
  Lexer lexer(source, &odd);
  while (lexer.next()) {
  }
  std::string plain = source;
  std::size_t inserted = 0;
  for (const Odd& each : odd) {
    const std::size_t at = inserted + static_cast<std::size_t>(each.text.data() - source.data());
    if (each.what == Oddity::digraph)
      for (const auto& [from, to] : digraphs)
        if (each.text == from) plain.replace(at, from.size(), to);
    if (each.what != Oddity::joined_lines_in_string) continue;
    const std::size_t next = plain.find('\n', at) + 1;
    plain.insert(next, "\"");
    plain.insert(at, "\" ");
    inserted += 3;
  }
  return plain;
}

std::vector<Finding> screen_source(const fs::path& source) {
  const std::string file = source.filename().string();
  if (!fs::is_regular_file(fs::symlink_status(source)))
    return {{"the submission is not a plain file", file, 0}};
  if (fs::file_size(source) > most_source_bytes)
    return {{"the submission has more than " + std::to_string(most_source_bytes / 1024) + " KiB", file, 0}};
  std::ifstream in(source, std::ios::binary);
  if (!in) return {{"the submission cannot be read", file, 0}};
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return SourceScreen(file, text).findings();
}

}  // namespace tutorial::marking
