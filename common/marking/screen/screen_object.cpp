#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "marking/sandbox/machine_error.hpp"
#include "marking/screen/elf_object.hpp"
#include "marking/screen/screen.hpp"
#include "marking/screen/screen_tokens.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

/// Of C's library and the compiler's own. None that reads or writes the caller's memory unseen by the lens.
const std::set<std::string_view>& allowed_functions() {
  static const std::set<std::string_view> names = {
      "memcpy", "memmove", "memset", "malloc", "calloc", "realloc", "free", "rand", "srand", "abs", "labs",
      "llabs", "div", "ldiv", "lldiv", "imaxabs", "imaxdiv", "difftime", "strlen", "strcmp", "strncmp",
      "memcmp", "memchr", "strchr", "strrchr", "strstr", "atoi", "atol", "atof", "strtol", "strtoul",
      "strtoll", "strtoull", "strtof", "strtod", "clock",
      // what glibc 2.38 and later make of strtol in C++
      "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull", "__errno_location",
      // they end the program, and the marker says so
      "exit", "abort", "__cxa_atexit",
      // printing
      "printf", "sprintf", "vsprintf", "snprintf", "vsnprintf", "perror", "strerror", "fprintf", "vprintf",
      "vfprintf", "puts", "putchar", "fputs", "fputc", "putc", "fwrite", "fflush", "stdout", "stderr",
      // what the language itself needs
      "__assert_fail", "__cxa_guard_acquire", "__cxa_guard_release", "__cxa_guard_abort", "__cxa_begin_catch",
      "__cxa_end_catch", "__cxa_rethrow", "__cxa_throw", "__cxa_allocate_exception", "__cxa_free_exception",
      "__cxa_throw_bad_array_new_length", "__cxa_throw_bad_array_length", "__cxa_pure_virtual",
      "__cxa_call_unexpected", "__cxa_call_terminate", "__gxx_personality_v0", "__gcc_personality_v0",
      "_Unwind_Resume", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_", "__tls_get_addr", "__dso_handle",
      "__libc_single_threaded", "__popcountdi2", "__popcountsi2", "__clzdi2", "__ctzdi2", "__multi3",
      "__udivti3", "__umodti3", "__divti3", "__modti3", "__floattidf", "__floatuntidf", "__floattisf",
      "__floatuntisf", "__mulsc3", "__muldc3", "__divsc3", "__divdc3", "__extendhfsf2", "__truncsfhf2",
      "__truncdfhf2", "__extendhfdf2", "__extendbfsf2", "__truncsfbf2", "__truncdfbf2",
      // the simulator's, and CUDA's variables
      "cudasim_loop_mark", "cudasim_misaligned_vector", "__ubsan_handle_float_cast_overflow", "threadIdx",
      "blockIdx", "blockDim", "gridDim", "warpSize"};
  return names;
}

/// Of CUDA's runtime, without "cuda": what the lens sees, and what changes nothing. Arrays and textures, graphs and captures, callbacks and
/// memory that is registered or shared with other processes are not among it.
const std::set<std::string_view>& allowed_cuda() {
  static const std::set<std::string_view> names = {"Malloc",
                                                   "Free",
                                                   "MallocHost",
                                                   "FreeHost",
                                                   "HostAlloc",
                                                   "HostGetDevicePointer",
                                                   "HostGetFlags",
                                                   "MallocManaged",
                                                   "MallocPitch",
                                                   "Malloc3D",
                                                   "MallocAsync",
                                                   "FreeAsync",
                                                   "MallocFromPoolAsync",
                                                   "DeviceGetDefaultMemPool",
                                                   "DeviceGetMemPool",
                                                   "MemPoolSetAttribute",
                                                   "MemPoolTrimTo",
                                                   "MemGetInfo",
                                                   "Memcpy",
                                                   "MemcpyAsync",
                                                   "Memcpy2D",
                                                   "Memcpy2DAsync",
                                                   "Memcpy3D",
                                                   "Memcpy3DAsync",
                                                   "MemcpyPeer",
                                                   "MemcpyPeerAsync",
                                                   "Memset",
                                                   "MemsetAsync",
                                                   "Memset2D",
                                                   "Memset2DAsync",
                                                   "Memset3D",
                                                   "Memset3DAsync",
                                                   "MemcpyToSymbol",
                                                   "MemcpyToSymbolAsync",
                                                   "MemcpyFromSymbol",
                                                   "MemcpyFromSymbolAsync",
                                                   "GetSymbolAddress",
                                                   "GetSymbolSize",
                                                   "MemPrefetchAsync",
                                                   "MemAdvise",
                                                   "PointerGetAttributes",
                                                   "GetLastError",
                                                   "PeekAtLastError",
                                                   "GetErrorName",
                                                   "GetErrorString",
                                                   "DeviceSynchronize",
                                                   "ThreadSynchronize",
                                                   "StreamCreate",
                                                   "StreamCreateWithFlags",
                                                   "StreamCreateWithPriority",
                                                   "StreamDestroy",
                                                   "StreamSynchronize",
                                                   "StreamQuery",
                                                   "StreamWaitEvent",
                                                   "StreamGetFlags",
                                                   "StreamGetPriority",
                                                   "EventCreate",
                                                   "EventCreateWithFlags",
                                                   "EventRecord",
                                                   "EventRecordWithFlags",
                                                   "EventSynchronize",
                                                   "EventQuery",
                                                   "EventElapsedTime",
                                                   "EventDestroy",
                                                   "GetDevice",
                                                   "SetDevice",
                                                   "GetDeviceCount",
                                                   "GetDeviceProperties",
                                                   "GetDeviceProperties_v2",
                                                   "DeviceGetAttribute",
                                                   "DeviceGetLimit",
                                                   "DeviceSetLimit",
                                                   "DeviceGetCacheConfig",
                                                   "DeviceSetCacheConfig",
                                                   "DeviceGetSharedMemConfig",
                                                   "DeviceSetSharedMemConfig",
                                                   "DeviceGetStreamPriorityRange",
                                                   "DeviceReset",
                                                   "RuntimeGetVersion",
                                                   "DriverGetVersion",
                                                   "FuncGetAttributes",
                                                   "FuncSetAttribute",
                                                   "FuncSetCacheConfig",
                                                   "FuncSetSharedMemConfig",
                                                   "OccupancyMaxActiveBlocksPerMultiprocessor",
                                                   "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                                                   "OccupancyMaxPotentialBlockSize",
                                                   "OccupancyMaxPotentialBlockSizeVariableSMem",
                                                   "OccupancyAvailableDynamicSMemPerBlock",
                                                   "OccupancyMaxActiveClusters",
                                                   "OccupancyMaxPotentialClusterSize",
                                                   "LaunchKernel",
                                                   "LaunchCooperativeKernel",
                                                   "LaunchKernelEx",
                                                   "LaunchKernelExC",
                                                   "ProfilerStart",
                                                   "ProfilerStop"};
  return names;
}

/// Of double; those of float and long double have one more character.
const std::set<std::string_view>& maths() {
  static const std::set<std::string_view> names = {
      "acos",   "acosh",    "asin",  "asinh",     "atan",      "atan2",      "atanh",      "cbrt",
      "ceil",   "copysign", "cos",   "cosh",      "erf",       "erfc",       "exp",        "exp2",
      "exp10",  "expm1",    "fabs",  "fdim",      "floor",     "fma",        "fmax",       "fmin",
      "fmod",   "frexp",    "hypot", "ilogb",     "ldexp",     "lgamma",     "llrint",     "llround",
      "log",    "log10",    "log1p", "log2",      "logb",      "lrint",      "fegetround", "fesetround",
      "lround", "modf",     "nan",   "nearbyint", "nextafter", "nexttoward", "pow",        "remainder",
      "remquo", "rint",     "round", "roundeven", "scalbln",   "scalbn",     "sin",        "sincos",
      "sinh",   "sqrt",     "tan",   "tanh",      "tgamma",    "trunc",      "j0",         "j1",
      "y0",     "y1",       "jn",    "yn"};
  return names;
}

/// Beginnings, as a person reads them.
constexpr std::string_view allowed_mangled[] = {"operator new(",
                                                "operator new[](",
                                                "operator delete(",
                                                "operator delete[](",
                                                "std::__throw_",
                                                "std::terminate()",
                                                "std::nothrow",
                                                "std::chrono::_V2::",
                                                "std::exception::",
                                                "std::bad_alloc::",
                                                "std::bad_array_new_length::",
                                                "std::uncaught_exception",
                                                "std::__detail::_List_node_base::",
                                                "std::__glibcxx_assert_fail",
                                                "vtable for __cxxabiv1::",
                                                "vtable for std::",
                                                "typeinfo for ",
                                                "typeinfo name for "};

/// Whatever else there is in these namespaces is not for a submission.
constexpr std::string_view closed_namespaces[] = {"std::",           "__gnu_cxx::", "__cxxabiv1::", "__cxa",
                                                  "cudasim::lens::", "tutorial::",  "tutorial_"};

bool starts_with_any(std::string_view text, const auto& beginnings) {
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view each) { return text.starts_with(each); });
}

bool is_cuda_function(std::string_view name) {
  return name.starts_with("cuda") && name.size() > 4 && name[4] >= 'A' && name[4] <= 'Z';
}

bool may_call_cuda(std::string_view words) {
  return allowed_cuda().contains(words.substr(4, words.find_first_of("(<") - 4));
}

bool is_maths(std::string_view name) {
  for (const std::string_view unseen : {"modfl", "frexpl", "remquol", "sincosl", "nanl"})
    if (name == unseen) return false;  // they write through a pointer, or read a text
  if (name.ends_with("_finite") && name.starts_with("__")) name = name.substr(2, name.size() - 9);
  if (maths().contains(name)) return true;
  return !name.empty() && (name.back() == 'f' || name.back() == 'l') &&
         maths().contains(name.substr(0, name.size() - 1));
}

/// The library's form that only gives back the place: guest_object.cpp replaces it.
bool is_placement(std::string_view words) {
  return words == "operator new(unsigned long, void*)" || words == "operator new[](unsigned long, void*)";
}

/// A class with virtual or several base classes: where such an object is caught as its base class, the library looks for that in the
/// object. dynamic_cast, which does so for all, is not among the allowed functions.
bool is_base_in_object(std::string_view words) {
  return words == "vtable for __cxxabiv1::__vmi_class_type_info";
}

bool may_use(const std::string& symbol, const std::string& words) {
  if (is_cuda_function(words)) return may_call_cuda(words);
  if (symbol.starts_with("_Z"))
    return starts_with_any(words, allowed_mangled) ||
           !starts_with_any(words, closed_namespaces);  // the linker knows whether the rest exists
  return allowed_functions().contains(symbol) || is_maths(symbol) || symbol.starts_with("__tsan_") ||
         symbol.starts_with("__aarch64_");
}

/// Would take the place of something that the runtime or the marker has.
bool may_define(const ElfSymbol& symbol, const std::string& words) {
  if (symbol.kind == ElfSymbol::Kind::resolver) return false;
  if (symbol.name.starts_with("_Z")) {
    if (is_placement(words)) return symbol.weak;
    if (words.starts_with("operator new") || words.starts_with("operator delete")) return false;
    if (symbol.weak)
      return true;  // templates and inline functions of the headers, which every part of the program has
    return !starts_with_any(words, closed_namespaces) && !words.starts_with("cudasim::") &&
           !is_cuda_function(words);
  }
  if (symbol.weak) return symbol.name.starts_with("DW.ref.") || symbol.name == "__clang_call_terminate";
  static const std::set<std::string_view> taken = {"environ",
                                                   "stdin",
                                                   "stdout",
                                                   "stderr",
                                                   "errno",
                                                   "optarg",
                                                   "optind",
                                                   "opterr",
                                                   "optopt",
                                                   "timezone",
                                                   "daylight",
                                                   "tzname",
                                                   "signgam",
                                                   "program_invocation_name",
                                                   "program_invocation_short_name"};
  return symbol.kind == ElfSymbol::Kind::data && !symbol.name.starts_with('_') &&
         !taken.contains(symbol.name) && !is_cuda_function(symbol.name) &&
         !allowed_functions().contains(symbol.name);
}

/// What the compilers add for the lens.
bool is_the_lens_own(std::string_view initialiser) {
  return initialiser == "_sub_I_00099_0" || initialiser == "tsan.module_ctor";
}

/// Bytes of static variables. More than 2 GiB cannot be linked: calls and accesses reach no further.
constexpr std::uint64_t most_static = std::uint64_t{3} << 29;

class ObjectScreen {
 public:
  explicit ObjectScreen(const fs::path& source) : file_(source.filename().string()) {
    std::ifstream in(source, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    tokens_ = screen_tokens(text_).tokens;
  }

  std::vector<Finding> findings(const ElfObject& object) {
    for (const ElfSymbol& each : object.symbols) {
      if (each.local && each.kind != ElfSymbol::Kind::resolver) continue;
      const std::string words = readable(each.name);
      if (!each.defined && each.name == "__dynamic_cast")
        add("dynamic_cast", "the submission uses ", ", which no exercise needs");
      else if (!each.defined && is_base_in_object(words))
        found_.push_back(
            {"the submission has a class with virtual functions, or one that is thrown, and with several or "
             "virtual base classes, which no exercise needs",
             file_, 0});
      else if (!each.defined && !may_use(each.name, words))
        add(words, "the submission uses ", ", which no exercise needs");
      if (each.defined && !may_define(each, words))
        add(words, "the submission defines ", ", which is the grader's or the library's own");
    }
    static_variables(object);
    constants(object);
    for (const std::string& each : object.run_before_main)
      if (!is_the_lens_own(each))
        found_.push_back(
            {"the submission has code that runs before main or after it: make its global variables "
             "constexpr, or set them in a function",
             file_, 0});
    if (object.executable_stack)
      found_.push_back(
          {"the submission asks for a stack that can be executed, which no exercise needs", file_, 0});
    for (const std::string& each : object.sections)
      if (each == ".init" || each == ".fini" || each.starts_with(".preinit_array"))
        found_.push_back({"the submission has a section " + each + ", which no exercise needs", file_, 0});
    return std::move(found_);
  }

 private:
  void static_variables(const ElfObject& object) {
    const ElfSymbol* largest = nullptr;
    double all = 0;
    for (const ElfSymbol& each : object.symbols) {
      if (!each.defined || each.kind != ElfSymbol::Kind::data) continue;
      all += static_cast<double>(each.bytes);
      if (largest == nullptr || each.bytes > largest->bytes) largest = &each;
    }
    if (all <= static_cast<double>(most_static)) return;
    std::string name = readable(largest->name);
    name = last_word(name.substr(0, name.find('.')));  // a function's x is x.0, or f()::x
    add(name, "the static variables of the submission take more than 1.5 GiB, most of them ",
        ": allocate large arrays in a function");
  }

  /// "table" of f()::table
  static std::string last_word(const std::string& name) {
    const auto scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
  }

  /// The names of __constant__ variables, with their lines.
  std::map<std::string, int, std::less<>> constants_in_source() const {
    std::map<std::string, int, std::less<>> names;
    bool is_constant = false;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      is_constant = tokens_[i].is("__constant__") || (is_constant && !tokens_[i].is(";"));
      const auto& next = tokens_[i + 1];
      if (is_constant && tokens_[i].is_identifier() &&
          (next.is("[") || next.is("=") || next.is("{") || next.is(";") || next.is(",")))
        names.emplace(tokens_[i].text, tokens_[i].line);
    }
    return names;
  }

  /// ptxas's limit, in its words.
  void constants(const ElfObject& object) {
    constexpr std::uint64_t most = 0x10000;
    const auto names = constants_in_source();
    std::uint64_t all = 0, largest = 0;
    int line = 0;
    for (const ElfSymbol& each : object.symbols) {
      if (!each.defined || each.kind != ElfSymbol::Kind::data) continue;
      const auto found = names.find(last_word(readable(each.name)));
      if (found == names.end()) continue;
      all += each.bytes;
      if (each.bytes > largest) line = found->second;
      largest = std::max(largest, each.bytes);
    }
    if (all > most)
      found_.push_back(
          {fmt::format("File uses too much global constant data ({:#x} bytes, {:#x} max)", all, most), file_,
           line});
  }

  /// The line of the last word of the name, if the source has it.
  void add(const std::string& words, const char* before, const char* after) {
    std::string_view word = words;
    word = word.substr(0, word.find('('));
    if (const auto scope = word.rfind("::"); scope != std::string_view::npos) word = word.substr(scope + 2);
    int line = 0;
    for (const cudasim::translate::Token& each : tokens_)
      if (line == 0 && each.text == word) line = each.line;
    found_.push_back({before + words + after, file_, line});
  }

  std::string file_, text_;
  std::vector<cudasim::translate::Token> tokens_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> screen_object(const fs::path& object, const fs::path& source) {
  try {
    return ObjectScreen(source).findings(read_elf_object(object));
  } catch (const ElfError& error) {
    // The compiler wrote it, and was content.
    throw MachineError(std::string("could not be graded: the compiled submission is ") + error.what());
  }
}

}  // namespace tutorial::marking
