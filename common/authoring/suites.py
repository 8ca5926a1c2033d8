"""Suites of CUDA programs by others, as coverage.py builds and runs them: NVIDIA's cuda-samples, Rodinia, HeCBench."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

# Requirements besides CUDA: such a program is not counted.
ELSEWHERE = {
    "graphics": r"#\s*include\s*[<\"](GL/|GLES|helper_gl|EGL|freeglut|vulkan|GLFW|X11|d3d|rendercheck_gl|cuda_gl|cudaGL|cuda_egl|cudaEGL|screen/)",
    "MPI": r"#\s*include\s*[<\"]mpi",
    "run-time compilation": r"#\s*include\s*[<\"](nvrtc|nvJitLink|nvvm)",
    "other hardware": r"#\s*include\s*[<\"](nvsci|cudla|nvmedia)",
}
# Of HeCBench only programs without libraries are counted.
LIBRARIES = r"#\s*include\s*[<\"](cublas|cufft|curand\.h|cusparse|cusolver|cutensor|cudnn|cutlass|nccl|nvshmem|gsl/|boost/|zlib|omp\.h)"


class Program(NamedTuple):
    name: str
    folder: Path
    sources: list[str]
    flags: list[str]
    runs: list[list[str]]  # arguments of each
    elsewhere: dict[str, str] = ELSEWHERE


def words(text: str) -> list[str]:
    return [word.strip('"') for word in text.split()]


def cuda_samples(root: Path) -> Iterator[Program]:
    """Folders of Samples with a CUDA source, one program for each executable that their CMakeLists.txt adds."""
    arguments = json.loads((root / "test_args.json").read_text())
    for lists in sorted((root / "Samples").rglob("CMakeLists.txt")):
        folder = lists.parent
        text = re.sub(r"#.*", "", lists.read_text())
        for name, files in re.findall(r"add_executable\s*\(\s*(\S+)([^)]*)\)", text):
            sources = [f for f in words(files) if re.search(r"\.(cu|cpp|cc|c)$", f) and (folder / f).exists()]
            if not any(f.endswith(".cu") for f in sources):
                continue
            given = arguments.get(name, {})
            runs = [run.get("args", []) for run in given.get("runs", [given])]
            flags = ["-I", str(root / "Common"), "-I", str(folder), "-I", str(folder / "inc"), "-std=c++17", "-rdc=true"]
            yield Program(name, folder, sources, flags + (["-Xcompiler", "-fopenmp"] if "OpenMP" in text else []), runs)


def made_short(folder: Path, arguments: list[str]) -> list[str]:
    """With one repetition, if the program's usage names the argument for their number."""
    for source in sorted(folder.glob("*.c*")):
        usage = re.search(r"[Uu]sage:?\s*%s\s*((?:[<\[][^>\]]*[>\]]\s*)+)", source.read_text(errors="replace"))
        names = re.findall(r"[<\[]([^>\]]*)[>\]]", usage.group(1)) if usage else []
        if len(names) == len(arguments):
            return ["1" if re.search(r"repe|repetit|iterations|timesteps", name) and value.isdigit() else value
                    for name, value in zip(names, arguments)]
    return arguments


def existing(folder: Path, source: str) -> str:
    """A Makefile may list a .cpp file as .cu, and compile it by its real name."""
    other = re.sub(r"\.cu$", ".cpp", source)
    return source if (folder / source).exists() or not (folder / other).exists() else other


def hecbench(root: Path, every: int) -> Iterator[Program]:
    """The programs in CUDA whose Makefile has sources and a run, and that need no library: the first, then each `every`-th."""
    number = 0
    for makefile in sorted((root / "src").glob("*-cuda/Makefile")):
        folder = makefile.parent
        text = makefile.read_text(errors="replace").replace("\\\n", " ")
        sources = re.search(r"^source\s*=\s*(.*)$", text, re.M)
        run = re.search(r"^run:.*\n\t.*?\$\(program\)(.*)$", text, re.M)
        if not sources or not run or re.search(r"-l(?!m\b|pthread\b|stdc)\w", text):
            continue
        files = [file for file in folder.rglob("*") if file.suffix in (".cu", ".cuh", ".h", ".hpp", ".cpp", ".c") and file.is_file()]
        if any(re.search(LIBRARIES, file.read_text(errors="replace")) for file in files):
            continue
        number += 1
        if (number - 1) % every:
            continue
        # Without those whose value is a variable of make, as in -DCOUNT=$(COUNT).
        flags = re.findall(r"-[ID]\s*[^\s$]+(?![^\s$]|\$)", text) + ["-std=c++17"]
        arguments = [word for word in words(run.group(1)) if not word.startswith("$")]
        inputs = [folder, *((folder / word).parent for word in arguments if "/" in word)]
        kept_elsewhere = any(any(each.rglob("*.dvc")) for each in inputs)  # by DVC
        without = {"input that is not in the repository": ""} if kept_elsewhere else {}
        yield Program(folder.name.removesuffix("-cuda"), folder, [existing(folder, name) for name in words(sources.group(1))], flags,
                      [made_short(folder, arguments)], {**ELSEWHERE, **without})


def write_numbers(count: int, low: float, high: float) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        numbers = random.Random(1)
        path.write_text("".join(f"{numbers.uniform(low, high):.6f}\n" for _ in range(count)))
    return write


def write_graph(nodes: int, degree: int) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        numbers = random.Random(1)
        lines = [str(nodes), *(f"{degree * node} {degree}" for node in range(nodes)), "0", str(nodes * degree)]
        path.write_text("\n".join(lines + [f"{numbers.randrange(nodes)} 1" for _ in range(nodes * degree)]) + "\n")
    return write


def write_features(path: Path) -> None:
    numbers = random.Random(1)
    path.write_text("".join(" ".join([str(i), *(f"{numbers.uniform(0, 9):.3f}" for _ in range(34))]) + "\n" for i in range(2000)))


def write_records(path: Path) -> None:
    """nn's list of files, with one file of records: 49 characters, with latitude and longitude at fixed columns."""
    numbers = random.Random(1)
    records = [f"1950 1 1 0 {i % 100:2} STORM   ".ljust(28)[:28] + f"{numbers.uniform(7, 63):5.1f}{numbers.uniform(0, 358):6.1f}".ljust(20)[:20]
               for i in range(2048)]
    path.with_name("records.db").write_text("\n".join(records) + "\n")
    path.write_text(str(path.with_name("records.db")) + "\n")


def write_bitmap(path: Path) -> None:
    numbers = random.Random(1)
    path.write_bytes(bytes(numbers.randrange(256) for _ in range(3 * 256 * 256)))


def write_keys(path: Path) -> None:
    path.write_text("5000\n" + "".join(f"{i}\n" for i in range(5000)))


def write_commands(path: Path) -> None:
    path.write_text("j 100 20\nk 200\n")


def write_words(path: Path) -> None:
    numbers = random.Random(1)
    path.write_bytes(bytes(numbers.choice(b"aaaabbbccdefghij") for _ in range(1 << 16)))


# Inputs that we make, since Rodinia's are not in its repository: the arguments contain the name instead of the file.
INPUTS: dict[str, Callable[[Path], None]] = {
    "GRAPH": write_graph(4096, 6), "TEMPERATURES": write_numbers(64 * 64, 320, 340), "POWERS": write_numbers(64 * 64, 0, 0.001),
    "LAYERS": write_numbers(64 * 64 * 8, 320, 340), "LAYER_POWERS": write_numbers(64 * 64 * 8, 0, 0.001), "FEATURES": write_features,
    "RECORDS": write_records, "PIXELS": write_bitmap, "KEYS": write_keys, "COMMANDS": write_commands, "TEXT": write_words,
}
# Folder, sources, options, and arguments for a run of a few seconds.
RODINIA = {
    "backprop": ("backprop", "backprop.c backprop_cuda.cu facetrain.c imagenet.c", "", "4096"),
    "bfs": ("bfs", "bfs.cu", "", "GRAPH"),
    "b+tree": ("b+tree", "main.c kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu util/timer/timer.c util/num/num.c util/cuda/cuda.cu",
               "", "file KEYS command COMMANDS"),
    "dwt2d": ("dwt2d", "main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu dwt_cuda/common.cu dwt_cuda/rdwt97.cu dwt_cuda/rdwt53.cu",
              "-I.", "PIXELS -d 256x256 -f -5 -l 3"),
    "gaussian": ("gaussian", "gaussian.cu", "", "-s 64"),
    "hotspot": ("hotspot", "hotspot.cu", "", "64 2 4 TEMPERATURES POWERS /dev/null"),
    "hotspot3D": ("hotspot3D", "3D.cu", "", "64 8 4 LAYER_POWERS LAYERS /dev/null"),
    "huffman": ("huffman", "main_test_cu.cu vlc_kernel_sm64huff.cu scan.cu pack_kernels.cu cpuencode.cpp stats_logger.cpp", "", "TEXT"),
    "hybridsort": ("hybridsort", "main.cu bucketsort.cu mergesort.cu", "-DHISTO_WG_SIZE_0=96", "r"),
    "kmeans": ("kmeans", "cluster.c getopt.c kmeans.c kmeans_clustering.c kmeans_cuda.cu rmse.c", "-Xcompiler -fopenmp", "-o -i FEATURES"),
    "lavaMD": ("lavaMD", "main.c kernel/kernel_gpu_cuda_wrapper.cu util/device/device.cu util/num/num.c util/timer/timer.c", "", "-boxes1d 2"),
    "lud": ("lud/cuda", "lud.cu lud_kernel.cu ../common/common.c", "-I../common", "-s 64 -v"),
    "mummergpu": ("mummergpu/src", "mummergpu.cu mummergpu_gold.cpp mummergpu_main.cpp suffix-tree.cpp PoolMalloc.cpp", "-DSUFFIX=\"\"",
                  "../data/shortref.fa ../data/shortqry.fa"),
    "myocyte": ("myocyte", "main.cu", "", "10 1 0"),
    "nn": ("nn", "nn_cuda.cu", "", "RECORDS -r 5 -lat 30 -lng 90"),
    "nw": ("nw", "needle.cu", "", "256 10"),
    "particlefilter": ("particlefilter", "ex_particle_CUDA_float_seq.cu", "", "-x 64 -y 64 -z 4 -np 500"),
    "pathfinder": ("pathfinder", "pathfinder.cu", "", "2000 50 20"),
    "srad": ("srad/srad_v2", "srad.cu", "", "128 128 0 31 0 31 0.5 2"),
    "streamcluster": ("streamcluster", "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu streamcluster_header.cu", "", "10 20 16 1024 1024 100 none /dev/null 1"),
}
# These need a film or a mesh that is not in the repository either.
RODINIA_WITHOUT_INPUT = {"cfd": "a mesh", "heartwall": "a film", "leukocyte": "a film"}


def rodinia(root: Path, scratch: Path) -> Iterator[Program]:
    for name, write in INPUTS.items():
        write(scratch / name)
    for name, (folder, sources, flags, arguments) in RODINIA.items():
        given = [str(scratch / word) if word in INPUTS else word for word in words(arguments)]
        yield Program(name, root / "cuda" / folder, words(sources), ["-std=c++14", *words(flags)], [given])
