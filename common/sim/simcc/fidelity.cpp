#include "sim/simcc/fidelity.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/translate/file_translator.hpp"
#include "support/layout.hpp"

namespace cudasim::simcc {
namespace fs = std::filesystem;
namespace {

enum Fidelity { exact, approximate, no_effect, classes };
constexpr const char* headings[classes] = {"the same", "approximate", "without effect"};

/// `names`: words of the source, `*` at the end for any rest; of inline PTX, the instruction up to a full stop.
struct Feature {
  Fidelity fidelity;
  std::string_view what;
  std::string_view names;
  std::string_view but;  ///< what is different
};

constexpr std::array features = {
    Feature{exact, "launches", "<<< cudaLaunchKernel* cudaLaunchCooperativeKernel", ""},
    Feature{exact, "shared memory", "__shared__", ""},
    Feature{exact, "constant memory", "__constant__ cudaMemcpyToSymbol* cudaMemcpyFromSymbol*", ""},
    Feature{exact, "device variables", "__managed__ cudaGetSymbolAddress cudaGetSymbolSize", ""},
    Feature{exact, "barriers", "__syncthreads* __syncwarp bar. barrier. mbarrier.", ""},
    Feature{exact, "warp operations",
            "__shfl* __ballot* __any* __all* __match* __reduce* __activemask shfl. vote. redux.", ""},
    Feature{exact, "atomics",
            "atomicAdd* atomicSub* atomicMin* atomicMax* atomicExch* atomicCAS* atomicInc* "
            "atomicDec* atomicAnd* atomicOr* atomicXor* atomic_ref atom. red.",
            ""},
    Feature{exact, "fences", "__threadfence* fence.", ""},
    Feature{exact, "cooperative groups", "cooperative_groups", ""},
    Feature{exact, "clusters", "__cluster_dims__ this_cluster", ""},
    Feature{exact, "memory, copies, fills",
            "cudaMalloc* cudaFree* cudaHostAlloc cudaHostRegister cudaMemcpy* cudaMemset*", ""},
    Feature{exact, "graphs", "cudaGraph* cudaStreamBeginCapture", ""},
    Feature{exact, "asynchronous copies", "memcpy_async cp. cp.async.bulk. pipeline", ""},

    Feature{approximate, "math functions",
            "exp expf exp2 exp2f exp10 exp10f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf sin "
            "sinf cos cosf "
            "tan tanf sincos sincosf asin asinf acos acosf atan atanf atan2 atan2f sinh sinhf cosh coshf "
            "tanh tanhf pow "
            "powf cbrt cbrtf erf erff erfc erfcf tgamma tgammaf lgamma lgammaf hypot hypotf sinpif cospif",
            "the CPU's library: a GPU's last bits may differ"},
    Feature{approximate, "fast math",
            "__expf __exp10f __logf __log2f __log10f __sinf __cosf __tanf __sincosf __powf "
            "__fdividef rsqrt rsqrtf __frsqrt_rn __tanhf ex2. lg2. sin. cos. rcp. rsqrt. sqrt. tanh.",
            "computed more exactly than on a GPU"},
    Feature{approximate, "tensor cores", "wmma mma_sync mma. wgmma.",
            "sums in the order of k, in float; a tensor core adds in another order"},
    Feature{approximate, "textures", "tex1D* tex2D* tex3D* tex. surf1D* surf2D* surf3D*",
            "values as on a GPU; no cache, no count of requests"},
    Feature{approximate, "clocks in kernels", "clock clock64 globaltimer",
            "the CPU's clock: not the time of a GPU"},
    Feature{approximate, "events, as clocks", "cudaEventElapsedTime",
            "the CPU's time; --predict estimates that of a GPU"},
    Feature{approximate, "streams",
            "cudaStreamCreate* cudaStreamCreateWithFlags cudaStreamCreateWithPriority",
            "work is done in the order of the calls; the lens reports what is not ordered"},
    Feature{approximate, "properties of the device",
            "cudaGetDeviceProperties cudaDeviceGetAttribute cudaMemGetInfo "
            "cudaOccupancy* cudaFuncGetAttributes",
            "those of the simulated device; registers do not count"},
    Feature{approximate, "kernels launched by kernels", "cudaStreamTailLaunch cudaStreamFireAndForget",
            "they run after the kernel has ended"},
    Feature{approximate, "random numbers", "curand_normal* curand_log_normal* curandGenerate*",
            "normal numbers by the CPU's logarithm, sine and cosine"},
    Feature{approximate, "cuBLAS, cuFFT", "cublasCreate* cufftPlan* cufftMakePlan*",
            "computed by the CPU: sums in another order"},
    Feature{approximate, "Thrust, CUB", "thrust cub",
            "the simulator's own: sums in another order, nothing is counted in them"},

    Feature{no_effect, "hints for caches",
            "__ldg __ldca __ldcg __ldcs __ldlu __ldcv __stwb __stcg __stcs __stwt "
            "cudaFuncSetCacheConfig cudaDeviceSetCacheConfig cudaMemAdvise cudaMemPrefetchAsync "
            "cudaStreamSetAttribute cudaCtxResetPersistingL2Cache prefetch. createpolicy. annotated_ptr",
            "caches are not simulated"},
    Feature{no_effect, "hints for registers", "__launch_bounds__ __maxnreg__ setmaxnreg.",
            "registers are not simulated; blocks larger than the bound fail"},
    Feature{no_effect, "hints for the compiler", "__restrict__ __forceinline__ __noinline__",
            "nvcc's choices are not followed"},
    Feature{no_effect, "pauses", "__nanosleep nanosleep.",
            "other threads run meanwhile, for no certain time"},
    Feature{no_effect, "profilers' calls", "cudaProfilerStart cudaProfilerStop", ""},
};

bool names(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    std::string_view name = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (name == word) return true;
    if (!name.ends_with('*')) continue;
    name.remove_suffix(1);
    if (word.starts_with(name)) return true;
  }
  return false;
}

struct Use {
  std::string file;
  int line;
  bool operator==(const Use&) const = default;
};

using Uses = std::array<std::vector<Use>, features.size()>;

void note(Uses& uses, std::string_view word, const Use& use) {
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (!names(features[i].names, word)) continue;
    if (uses[i].empty() || uses[i].back() != use) uses[i].push_back(use);
    return;
  }
}

/// The longest part of an instruction, up to a full stop, that a feature names: `cp.async.bulk.` before `cp.`.
void note_instructions(Uses& uses, std::string_view text, const Use& use) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" ;\t{}", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (const std::size_t dot = word.find('.'); dot != word.npos && dot != 0)
      note(uses, word.substr(0, dot + 1), use);
    begin = end + 1;
  }
}

void read(Uses& uses, const fs::path& path) {
  const std::string text = translate::read_file(path);
  const translate::Source source = translate::tokenize(text);
  bool in_assembly = false;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const translate::Token& token = source.code[i];
    const Use use{path.filename().string(), token.line};
    if (token.is("asm") || token.is("__asm__") || token.is("__asm")) in_assembly = true;
    if (token.is(";")) in_assembly = false;
    if (token.kind == translate::TokenKind::string) {
      if (in_assembly) note_instructions(uses, translate::string_body(token), use);
      continue;
    }
    const bool is_member = i > 0 && (source.code[i - 1].is(".") || source.code[i - 1].is("->"));
    if (!is_member) note(uses, token.text, use);
  }
}

/// "line 3", or "lines 3, 5, 8 and 12 more"; of a header with its name.
std::string lines_of(const std::vector<Use>& uses, const std::string& main_file) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(uses.size(), most); ++i) {
    const bool elsewhere = uses[i].file != main_file;
    text += (i == 0 ? "" : ", ") + (elsewhere ? uses[i].file + ":" : "") + std::to_string(uses[i].line);
  }
  if (uses.size() > most) text += " and " + std::to_string(uses.size() - most) + " more";
  return (uses.size() == 1 ? "line " : "lines ") + text;
}

}  // namespace

std::string fidelity_report(const std::vector<fs::path>& files) {
  Uses uses;
  for (const fs::path& file : files) read(uses, file);
  const std::string main_file = files.front().filename().string();
  std::string report = "How the features of " + main_file + " behave, compared with a GPU:\n";
  const auto add = [&](const std::string& line) {
    for (const std::string& each : tutorial::wrapped("  " + line, 80, 4)) report += each + '\n';
  };
  for (const Fidelity each : {exact, approximate, no_effect}) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < features.size(); ++i) {
      if (features[i].fidelity != each || uses[i].empty()) continue;
      const std::string what = std::string(features[i].what) + " (" + lines_of(uses[i], main_file) + ")";
      if (each == exact && !lines.empty())
        lines.front() += "; " + what;
      else
        lines.push_back(what + (features[i].but.empty() ? "" : ": " + std::string(features[i].but)));
    }
    if (!lines.empty()) report += headings[each] + std::string(":\n");
    for (const std::string& line : lines) add(line);
  }
  return report +
         "in every program:\n"
         "  Floats are rounded after each operation, as with -fmad=false. Time, caches,\n"
         "  registers and occupancy are not simulated.\n";
}

}  // namespace cudasim::simcc
