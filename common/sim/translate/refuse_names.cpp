// CUDA names that the stand-in headers do not have: a refusal says more than "not declared". The lists are of CUDA 13.0, with the
// functions that programs are likely to call; other names get the compiler's message.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

#include "sim/translate/file_names.hpp"

namespace cudasim::translate {
namespace {

using Names = std::string_view;

/// By prefix.
constexpr struct {
  std::string_view begin;
  std::string_view what;
} unsimulated[] = {
    {"cudaGraphics", "interoperability with graphics"},
    {"cudaExternal", "external memory and semaphores"},
    {"cudaImportExternal", "external memory and semaphores"},
    {"cudaDestroyExternal", "external memory and semaphores"},
    {"cudaSignalExternal", "external memory and semaphores"},
    {"cudaWaitExternal", "external memory and semaphores"},
    {"cudaLibrary", "libraries loaded at run time"},
    {"cudaUserObject", "user objects of graphs"},
    {"cudaLogs", "the runtime's logs"},
    {"cublasLtC", "cuBLASLt"},
    {"cublasLtD", "cuBLASLt"},
    {"cublasLtG", "cuBLASLt"},
    {"cublasLtL", "cuBLASLt"},
    {"cublasLtMat", "cuBLASLt"},
    {"cufftEstimate", "this function of cuFFT"},
    {"cufftGetSizeMany64", "this function of cuFFT"},
    {"cufftMakePlanMany64", "this function of cuFFT"},
    {"cufftXtClear", "this function of cuFFT"},
    {"cufftXtExec", "this function of cuFFT"},
    {"cufftXtFree", "this function of cuFFT"},
    {"cufftXtGet", "this function of cuFFT"},
    {"cufftXtMalloc", "this function of cuFFT"},
    {"cufftXtMemcpy", "this function of cuFFT"},
    {"cufftXtQueryPlan", "this function of cuFFT"},
    {"cufftXtRemove", "this function of cuFFT"},
    {"cufftXtSet", "this function of cuFFT"},
    {"curandGenerateLogNormal", "this distribution of cuRAND"},
    {"curandGenerateLongLong", "64-bit numbers of cuRAND"},
    {"curandGeneratePoisson", "this distribution of cuRAND"},
    {"curandGet", "this call of cuRAND"},
    {"curandStateMRG32k3a", "this generator of cuRAND"},
    {"curandStateMtgp32", "this generator of cuRAND"},
    {"curandStateS", "this generator of cuRAND"},
    {"curand_poisson", "this distribution of cuRAND"},
    {"curand_discrete", "this distribution of cuRAND"},
    {"curand_uniform4_double", "four numbers of double precision at once"},
    {"curand_normal4_double", "four numbers of double precision at once"},
    {"curand_log_normal4", "four log-normal numbers at once"},
};

/// Types that programs name before they call anything.
constexpr Names named_types[] = {"cublasGemmAlgo_t",           "cublasLtMatmulDesc_t",
                                 "cublasLtMatmulPreference_t", "cublasLtMatrixLayout_t",
                                 "cudaGraphConditionalHandle", "cudaIpcEventHandle_t",
                                 "cudaIpcMemHandle_t",         "cudaMemAllocNodeParams"};

constexpr Names functions[] = {"cudaArrayGetMemoryRequirements",
                               "cudaArrayGetPlane",
                               "cudaArrayGetSparseProperties",
                               "cudaDeviceFlushGPUDirectRDMAWrites",
                               "cudaDeviceGetGraphMemAttribute",
                               "cudaDeviceGetHostAtomicCapabilities",
                               "cudaDeviceGetNvSciSyncAttributes",
                               "cudaDeviceGetP2PAtomicCapabilities",
                               "cudaDeviceGetTexture1DLinearMaxWidth",
                               "cudaDeviceGraphMemTrim",
                               "cudaDeviceRegisterAsyncNotification",
                               "cudaDeviceSetGraphMemAttribute",
                               "cudaDeviceUnregisterAsyncNotification",
                               "cudaFuncGetName",
                               "cudaFuncGetParamInfo",
                               "cudaGetFuncBySymbol",
                               "cudaGetKernel",
                               "cudaGetTextureObjectResourceViewDesc",
                               "cudaKernelSetAttributeForDevice",
                               "cudaMemDiscardAndPrefetchBatchAsync",
                               "cudaMemDiscardBatchAsync",
                               "cudaMemGetDefaultMemPool",
                               "cudaMemGetMemPool",
                               "cudaMemPrefetchBatchAsync",
                               "cudaMemRangeGetAttribute",
                               "cudaMemRangeGetAttributes",
                               "cudaMemSetMemPool",
                               "cudaMemcpy3DBatchAsync",
                               "cudaMemcpy3DPeer",
                               "cudaMemcpy3DPeerAsync",
                               "cudaMemcpyArrayToArray",
                               "cudaMemcpyBatchAsync",
                               "cudaMemcpyFromArrayAsync",
                               "cudaMemcpyToArrayAsync",
                               "cudaMipmappedArrayGetMemoryRequirements",
                               "cudaMipmappedArrayGetSparseProperties",
                               "cudaStreamCopyAttributes",
                               "cudaStreamGetAttribute",
                               "cudaMemAccessDesc",
                               "cudaMemPoolExportPointer",
                               "cudaMemPoolExportToShareableHandle",
                               "cudaMemPoolGetAccess",
                               "cudaMemPoolImportFromShareableHandle",
                               "cudaMemPoolImportPointer",
                               "cudaMemPoolProps",
                               "cudaMemPoolSetAccess",
                               "cudaIpcMemHandle_t",
                               "cudaIpcEventHandle_t"};

constexpr Names intrinsics[] = {"__barrier_sync",
                                "__barrier_sync_count",
                                "__clusterDim",
                                "__clusterDimIsSpecified",
                                "__clusterGridDimInClusters",
                                "__clusterIdx",
                                "__clusterRelativeBlockIdx",
                                "__clusterRelativeBlockRank",
                                "__clusterSizeInBlocks",
                                "__cluster_barrier_arrive",
                                "__cluster_barrier_arrive_relaxed",
                                "__cluster_barrier_wait",
                                "__cluster_map_shared_multicast",
                                "__cluster_map_shared_rank",
                                "__cluster_query_shared_rank",
                                "__f2AtomicAdd",
                                "__f2AtomicAdd_block",
                                "__f2AtomicAdd_system",
                                "__f4AtomicAdd",
                                "__f4AtomicAdd_block",
                                "__f4AtomicAdd_system",
                                "__fadd2_rd",
                                "__fadd2_rn",
                                "__fadd2_ru",
                                "__fadd2_rz",
                                "__ffma2_rd",
                                "__ffma2_rn",
                                "__ffma2_ru",
                                "__ffma2_rz",
                                "__fmaf_ieee_rd",
                                "__fmaf_ieee_rn",
                                "__fmaf_ieee_ru",
                                "__fmaf_ieee_rz",
                                "__fmul2_rd",
                                "__fmul2_rn",
                                "__fmul2_ru",
                                "__fmul2_rz",
                                "__hbequ2",
                                "__hbgeu2",
                                "__hbgtu2",
                                "__hbleu2",
                                "__hbltu2",
                                "__hbneu2",
                                "__hcmadd",
                                "__heq2_mask",
                                "__hequ2",
                                "__hequ2_mask",
                                "__hfma2_relu",
                                "__hfma2_sat",
                                "__hge2_mask",
                                "__hgeu2",
                                "__hgeu2_mask",
                                "__hgt2_mask",
                                "__hgtu2",
                                "__hgtu2_mask",
                                "__hisnan2",
                                "__hle2_mask",
                                "__hleu2",
                                "__hleu2_mask",
                                "__hlt2_mask",
                                "__hltu2",
                                "__hltu2_mask",
                                "__hmax2_nan",
                                "__hmin2_nan",
                                "__hne2_mask",
                                "__hneu2",
                                "__hneu2_mask",
                                "__isClusterShared",
                                "__isConstant",
                                "__isCtaShared",
                                "__isGlobal",
                                "__isGridConstant",
                                "__isLocal",
                                "__isShared",
                                "__prof_trigger",
                                "__u128AtomicCAS",
                                "__u128AtomicCAS_block",
                                "__u128AtomicCAS_system",
                                "__u128AtomicExch",
                                "__u128AtomicExch_block",
                                "__u128AtomicExch_system",
                                "__usAtomicCAS"};

/// Without a mask: removed since Volta.
constexpr Names without_mask[] = {"__all",       "__any",     "__ballot",  "__shfl",
                                  "__shfl_down", "__shfl_up", "__shfl_xor"};

/// Removed in CUDA 13.
constexpr Names dropped[] = {"cudaLaunchCooperativeKernelMultiDevice", "cudaLaunchParams", "multi_grid_group",
                             "this_multi_grid"};

constexpr Names of_cub[] = {"AgentReduce",
                            "BlockRadixRank",
                            "BlockRunLengthDecode",
                            "DeviceAdjacentDifference",
                            "DeviceCopy",
                            "DeviceFor",
                            "DeviceMemcpy",
                            "DeviceSegmentedRadixSort",
                            "DeviceSegmentedSort",
                            "DeviceSpmv",
                            "DeviceTransform",
                            "GridBarrier",
                            "GridEvenShare",
                            "LaneId",
                            "LaneMaskLt",
                            "RowMajorTid",
                            "ShuffleDown",
                            "ShuffleIndex",
                            "ShuffleUp",
                            "ThreadLoad",
                            "ThreadReduce",
                            "ThreadScan",
                            "ThreadStore",
                            "WarpExchange",
                            "WarpId",
                            "WarpLoad",
                            "WarpStore"};

/// Of cuBLAS, without cublas and the type (S, D).
constexpr Names of_blas[] = {"asumEx",
                             "dgmm",
                             "gbmv",
                             "gelsBatched",
                             "gemmBatched",
                             "gemmEx",
                             "gemmGroupedBatched",
                             "gemvBatched",
                             "gemvStridedBatched",
                             "geqrfBatched",
                             "getrfBatched",
                             "getriBatched",
                             "getrsBatched",
                             "matinvBatched",
                             "rot",
                             "rotg",
                             "rotm",
                             "rotmg",
                             "sbmv",
                             "spmv",
                             "spr",
                             "spr2",
                             "symm",
                             "symv",
                             "syr",
                             "syr2",
                             "syr2k",
                             "syrk",
                             "syrkx",
                             "tbmv",
                             "tbsv",
                             "tpmv",
                             "tpsv",
                             "trmm",
                             "trmv",
                             "trsm",
                             "trsmBatched",
                             "trsv"};

constexpr Names of_blas_for_reals[] = {
    "asum", "axpy", "copy", "dot",  "dotc", "dotu", "geam", "gemm", "gemm3m", "gemmStridedBatched",
    "gemv", "ger",  "gerc", "geru", "hemm", "hemv", "her",  "her2", "herk",   "nrm2",
    "scal", "swap"};

constexpr Names of_cublas[] = {"cublasAsumEx",          "cublasAxpyEx",           "cublasDotEx",
                               "cublasGemmBatchedEx",   "cublasGetMatrixAsync",   "cublasGetVectorAsync",
                               "cublasLoggerConfigure", "cublasNrm2Ex",           "cublasScalEx",
                               "cublasSetMatrixAsync",  "cublasSetSmCountTarget", "cublasSetVectorAsync",
                               "cublasSetWorkspace"};

template <std::size_t count>
bool is_among(const Names (&names)[count], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Those for complex and half-precision numbers all, and what is in the lists.
bool is_refused_of_cublas(std::string_view name) {
  if (!name.starts_with("cublas") || name.size() < 8 || name == "cublasHgemm") return false;
  if (name.ends_with("_v2")) name.remove_suffix(3);
  const std::string_view all_types = "SDCZH", of_type = name.substr(7);
  const bool real = name[6] == 'S' || name[6] == 'D';
  if (all_types.find(name[6]) == std::string_view::npos) return is_among(of_cublas, name);
  return is_among(of_blas, of_type) || (!real && is_among(of_blas_for_reals, of_type)) ||
         is_among(of_cublas, name);
}

/// What to say about the name; empty if it is not in the lists.
std::string refusal(const Run& run, std::size_t i) {
  const std::string name(run.tokens[i].text);
  const bool of_library = i >= 2 && run.at(i - 1, "::");
  if (of_library && run.at(i - 2, "cub") && is_among(of_cub, name))
    return "this part of CUB is not simulated: 'cub::" + name + "'";
  if (is_among(dropped, name))
    return "CUDA 13 has dropped cooperative launches on several devices: '" + name + "'";
  if (of_library) return "";
  for (const auto& family : unsimulated)
    if (name.starts_with(family.begin))
      return "not simulated, " + std::string(family.what) + ": '" + name + "'";
  const bool called = run.at(i + 1, "(");
  if (called && is_among(without_mask, name))
    return "CUDA has dropped warp operations without a mask: '" + name + "'. Use " + name + "_sync";
  if (called && is_refused_of_cublas(name)) return "not simulated, this function of cuBLAS: '" + name + "'";
  if (is_among(named_types, name)) return "not simulated: '" + name + "'";
  const bool is_type = name.ends_with("_t") || name.ends_with("Props") || name.ends_with("Desc");
  if ((called && is_among(intrinsics, name)) || ((called || is_type) && is_among(functions, name)))
    return "not simulated: '" + name + "'";
  return "";
}

}  // namespace

void refuse_names(const Run& run, const FileNames& names) {
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    if (!run.tokens[i].is_identifier() || (i > 0 && (run.at(i - 1, ".") || run.at(i - 1, "->")))) continue;
    const std::string message = refusal(run, i);
    if (message.empty()) continue;
    const std::string_view name = run.tokens[i].text;  // of the source: `names` keeps a view of it
    // `cudaIpcMemHandle_t handle;` in a class does not make this a name of the file.
    const bool own = names.function(name) != nullptr || names.declares(name);
    if (run.outside.names.contains(name) || (own && !is_among(named_types, name))) continue;
    run.fail(i, message);
  }
}

}  // namespace cudasim::translate
