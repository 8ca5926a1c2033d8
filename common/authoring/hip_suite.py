"""ROCm's rocm-examples in their CUDA spelling: HIP is CUDA's runtime under other names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from folder_suite import folder_suite
from suites import Program

# In this order.
RENAMES = {
    r"\bhip/hiprtc\.h": "nvrtc.h", r"\bhip/hip_complex\.h": "cuComplex.h", r"\bhip/hip_cooperative_groups\.h": "cooperative_groups.h",
    r"\bhip/(?:hip_runtime_api|hip_vector_types|driver_types)\.h": "hip/hip_runtime.h", r"\bhipcub/[\w/]+\.hpp": "cub/cub.cuh",
    r"\bhipblas/hipblas\.h": "cublas_v2.h", r"\bhipsolver/hipsolver\.h": "cusolverDn.h", r"\bhip(fft|rand)/\w+\.h": r"cu\1.h",
    r"\bhipcub\b": "cub", r"\bhipblasStatusToString\b": "cublasGetStatusString", r"\bhipblasComplex\b": "cuComplex",
    r"\bhip(blas|fft|rand|solver)(?!_utils)": r"cu\1", r"\bHIP(BLAS|FFT|RAND|SOLVER)_": r"CU\1_",
    r"\b(make_)?hip(?=(?:Float|Double)Complex\b|C[a-z]+f?\()": r"\1cu",
    r"\bhipHostMalloc(?=[A-Z])": "cudaHostAlloc", r"\bhipHostMalloc\b": "cudaMallocHost", r"\bhipHostFree\b": "cudaFreeHost",
    r"\bhipDeviceAttribute(?=[A-Z])": "cudaDevAttr", r"\bhipDeviceProp_t\b": "cudaDeviceProp", r"\bhipCUDAErrorTohipError\b": "",
    r"\bhip(?=[A-Z])": "cuda",
}
# What has no other name in CUDA.
HEADER = """#pragma once
#include <cuda_runtime.h>
template <class... Args, class Kernel = void (*)(Args...)>
void cudaLaunchKernelGGL(Kernel&& kernel, dim3 grid, dim3 block, unsigned bytes, cudaStream_t stream, Args... args) {
  kernel<<<grid, block, bytes, stream>>>(args...);
}
using cublasStride = long long;
#define HIP_SYMBOL(name) name
#define __shfl(...) __shfl_sync(0xffffffff, __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(0xffffffff, __VA_ARGS__)
"""


def cuda_spelling(text: str) -> str:
    for hip, cuda in RENAMES.items():
        text = re.sub(hip, cuda, text)
    return text


def hip_suite(root: Path, to: Path) -> Iterator[Program]:
    """The programs of a folder in HIP, written to another folder as CUDA ones."""
    for file in sorted(root.rglob("*.*")):
        if file.suffix in (".hip", ".cpp", ".cu", ".hpp", ".h"):
            written = to / file.relative_to(root).with_suffix(".cu" if file.suffix in (".hip", ".cpp") else file.suffix)
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(cuda_spelling(file.read_text(errors="replace")))
    (to / "hip").mkdir()
    (to / "hip" / "hip_runtime.h").write_text(HEADER)
    for each in folder_suite(to, []):
        library = [file.relative_to(each.folder).as_posix() for file in each.folder.glob("library/*.cu")]
        yield each._replace(sources=each.sources + library, flags=[*each.flags, f"-I{to}", f"-I{to}/Common", "-std=c++20", "-D__HIP_PLATFORM_NVIDIA__"],
                            elsewhere={**each.elsewhere, "module files": r"\bcudaModuleLoad", "other libraries": r"#include <(gtest|benchmark)/"})
