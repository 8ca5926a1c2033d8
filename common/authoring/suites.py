"""Suites of CUDA programs by others, as coverage.py builds and runs them: NVIDIA's cuda-samples, Rodinia, HeCBench, and any that a file lists."""

from __future__ import annotations

import bz2
import json
import math
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
    smaller: list[list[str]] = []  # arguments to try one after the other if it takes too long
    macros: list[str] = []  # options for the compiler, of which the program makes smaller sizes


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


REPETITIONS = r"repe|iterations?\b|n?iters?\b|time ?steps|\bruns\b|passes|number of time steps|\bnt\b"


def made_short(folder: Path, arguments: list[str]) -> list[str]:
    """With one repetition, if the program's usage names the argument for their number, or if a variable of such a name gets it."""
    repeated = set()
    for source in sorted(folder.glob("*.c*")):
        text = source.read_text(errors="replace")
        for usage in re.findall(r"[Uu]sage[^;]*", text):
            names = re.findall(r"[<\[]([^<>\[\]\"]*)[>\]]", re.sub(r"argv\[\d\]|\"\s*\"", "", usage))
            if len(names) == len(arguments):
                repeated |= {i for i, name in enumerate(names) if re.search(REPETITIONS, name, re.I)}
        for name, number in re.findall(r"(\w+)\s*=\s*(?:\(\w+\)\s*)?(?:std::)?(?:atoi|stoi|atol|strtol)\s*\(\s*argv\[(\d+)\]", text):
            if re.search(REPETITIONS, name, re.I):
                repeated.add(int(number) - 1)
    return ["1" if i in repeated and value.isdigit() else value for i, value in enumerate(arguments)]


def in_force(makefile: str) -> str:
    """Without the lines that stand in a condition on a variable of the Makefile that does not hold."""
    values: dict[str, str] = {}
    holds: list[bool] = []
    lines = []
    for line in makefile.splitlines():
        condition = re.match(r"\s*ifeq\s*\(\$\((\w+)\),\s*(\w*)\)", line)
        if condition:
            holds.append(values.get(condition[1], "") == condition[2])
        elif re.match(r"\s*if(n?eq|n?def)\b", line):
            holds.append(True)
        elif re.match(r"\s*else\b", line):
            holds[-1] = not holds[-1]
        elif re.match(r"\s*endif\b", line):
            holds.pop()
        elif all(holds):
            lines.append(line)
            values.update(re.findall(r"^(\w+)\s*=\s*(\w+)\s*$", line))
    return "\n".join(lines) + "\n"


def existing(folder: Path, source: str) -> str:
    """A Makefile may list a .cpp file as .cu, and compile it by its real name."""
    other = re.sub(r"\.cu$", ".cpp", source)
    return source if (folder / source).exists() or not (folder / other).exists() else other


def is_elsewhere(folder: Path, arguments: list[str], flags: list[str]) -> bool:
    """Whether input is kept elsewhere, by DVC, or is not in this copy of the repository."""
    files = [folder / word for word in arguments if "/" in word]
    headers = [folder / flag.removeprefix("-I") for flag in flags if flag.startswith("-I")]
    return any(not file.exists() for file in files) or any(any(each.rglob("*.dvc")) for each in [folder, *headers, *(file.parent for file in files)])


# Their files are named in a README only, and lie elsewhere.
HECBENCH_WITHOUT_INPUT = ("lr", "lzss", "tsne", "word2vec")


# It checks a value that it reaches after many repetitions.
HECBENCH_CONVERGES = ("mixbench",)


# Smaller work for programs whose arguments are no sizes, or too few of them. The others' numbers are divided (made_small).
HECBENCH_SMALLER = {
    "ace": "1", "atomicIntrinsics": "17 1", "atomicReduction": "1048576 4", "axpby": "4", "babelstream": "-s 1048576 -n 2", "bitonic-sort": "16 2",
    "blockScan": "64 1", "btree": "32 32", "compute-score": "-p=1 -n=512", "contract": "8 1", "fdtd3d": "--dimx=96 --dimy=96 --dimz=96 --timesteps=5",
    "goulash": "1 0.01", "gpp": "test", "lavaMD": "-boxes1d 4", "linearprobing": "2 1", "mdh": "-itmax 1", "minimod": "--niters 1 --grid 32 --nsteps 20",
    "rsbench": "-s small -m event", "sc": "-n 100000 -a 0.1", "sort": "0 1", "su3": "-i 1 -l 8 -t 128 -v 3 -w 1", "topk": "1 1",
    "vmc": "1",
}
# Macros for which a source has smaller sizes.
HECBENCH_MACROS = {"hungarian": "-D_n_=16 -D_range_=16", "merkle": "-DDEBUG", "sosfil": "-DDEBUG"}


def made_small(arguments: list[str], by: int) -> list[str]:
    """With numbers of 1000 and more divided by that, and those above 64 by its root. A power of two stays one."""
    def divided(word: str) -> str:
        option, number = re.fullmatch(r"(.*?=)?(\d+)|.*", word).groups()
        value = int(number or 0)
        small = max(value // by, 64) if value >= 1000 else value // math.isqrt(by)
        return f"{option or ''}{small}" if value > 64 else word
    return [divided(word) for word in arguments]


def hecbench(root: Path, every: int) -> Iterator[Program]:
    """The programs in CUDA whose Makefile has sources and a run, and that need no library: the first, then each `every`-th."""
    number = 0
    for makefile in sorted((root / "src").glob("*-cuda/Makefile")):
        folder = makefile.parent
        text = in_force(makefile.read_text(errors="replace").replace("\\\n", " "))
        sources = re.findall(r"^(?:cuda_)?source\s*=\s*(.*)$", text, re.M)
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
        flags = re.findall(r"-[ID]\s*[^\s$]+(?![^\s$]|\$)|-O[0-3]\b|--expt-relaxed-constexpr|--extended-lambda", text) + ["-std=c++17"]
        if "-fopenmp" in text:
            flags += ["-Xcompiler", "-fopenmp"]
        arguments = [word for word in words(run.group(1)) if not word.startswith("$")]
        name = folder.name.removesuffix("-cuda")
        without = {"input that is not in the repository": ""} if name in HECBENCH_WITHOUT_INPUT or is_elsewhere(folder, arguments, flags) else {}
        for packed in folder.glob("*.bz2"):
            packed.with_suffix("").write_bytes(bz2.decompress(packed.read_bytes()))
        short = arguments if name in HECBENCH_CONVERGES else made_short(folder, arguments)
        smallest = [words(HECBENCH_SMALLER[name])] if name in HECBENCH_SMALLER else []
        yield Program(name, folder, [existing(folder, each) for each in words(" ".join(sources))], flags, [short], {**ELSEWHERE, **without},
                      [smaller for smaller in (made_small(short, 16), made_small(short, 256), *smallest) if smaller != short],
                      words(HECBENCH_MACROS.get(name, "")))


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


def write_film(path: Path) -> None:
    """Two gray pictures of 656 rows and 744 columns, in an AVI file as avilib reads it."""
    rows, columns = 656, 744
    numbers = random.Random(1)

    def chunk(name: bytes, data: bytes) -> bytes:
        return name + len(data).to_bytes(4, "little") + data

    def words_of(*values: int) -> bytes:
        return b"".join(value.to_bytes(4, "little") for value in values)

    stream = b"vidsDIB " + words_of(0, 0, 0, 1, 25, 0, 2, rows * columns, 0, 0, 0, 0)
    picture = words_of(40, columns, rows, 8 << 16 | 1, 0, rows * columns, 0, 0, 0, 0)
    lists = chunk(b"LIST", b"strl" + chunk(b"strh", stream) + chunk(b"strf", picture))
    header = chunk(b"LIST", b"hdrl" + chunk(b"avih", words_of(*[0] * 14)) + lists)
    frames = [bytes(numbers.randrange(256) for _ in range(rows * columns)) for _ in range(2)]
    film = chunk(b"LIST", b"movi" + b"".join(chunk(b"00db", frame) for frame in frames))
    path.write_bytes(chunk(b"RIFF", b"AVI " + header + film))


def write_mesh(path: Path) -> None:
    """Squares of side 1 in a plane, with their four neighbors and normals; the flow comes in at the border, and one square is a wall."""
    side = 16
    lines = [str(side * side)]
    for row in range(side):
        for column in range(side):
            words_of_cell = ["1.0"]
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                r, c = row + y, column + x
                inside = 0 <= r < side and 0 <= c < side
                neighbor = 0 if (r, c) == (8, 8) else r * side + c + 1 if inside else -1  # 0 is the wall, -1 the border
                words_of_cell += [str(neighbor), str(float(x)), str(float(y)), "0.0"]
            lines.append(" ".join(words_of_cell))
    path.write_text("\n".join(lines) + "\n")


def write_reference(path: Path) -> None:
    path.write_text(">reference\n" + "".join(random.Random(1).choices("ACGT", k=3000)) + "\n")


def write_queries(path: Path) -> None:
    """Parts of the reference."""
    numbers = random.Random(1)
    reference = "".join(numbers.choices("ACGT", k=3000))
    begins = [numbers.randrange(2900) for _ in range(100)]
    path.write_text("".join(f">{i}\n{reference[begin:begin + 60]}\n" for i, begin in enumerate(begins)))


# Inputs that we make, since Rodinia's are not in its repository: the arguments contain the name instead of the file.
INPUTS: dict[str, Callable[[Path], None]] = {
    "GRAPH": write_graph(4096, 6), "TEMPERATURES": write_numbers(64 * 64, 320, 340), "POWERS": write_numbers(64 * 64, 0, 0.001),
    "LAYERS": write_numbers(64 * 64 * 8, 320, 340), "LAYER_POWERS": write_numbers(64 * 64 * 8, 0, 0.001), "FEATURES": write_features,
    "RECORDS": write_records, "KEYS": write_keys, "COMMANDS": write_commands, "TEXT": write_words,
    "FILM": write_film, "MESH": write_mesh, "REFERENCE": write_reference, "QUERIES": write_queries,
}
# Folder, sources, options, and arguments for a run of a few seconds.
RODINIA = {
    "backprop": ("backprop", "backprop.c backprop_cuda.cu facetrain.c imagenet.c", "", "4096"),
    "bfs": ("bfs", "bfs.cu", "", "GRAPH"),
    "b+tree": ("b+tree", "main.c kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu util/timer/timer.c util/num/num.c util/cuda/cuda.cu",
               "", "file KEYS command COMMANDS"),
    "cfd": ("cfd", "euler3d.cu", "-I../hybridsort", "MESH"),
    "dwt2d": ("dwt2d", "main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu dwt_cuda/common.cu dwt_cuda/rdwt97.cu dwt_cuda/rdwt53.cu",
              "-I.", "pixels -d 256x256 -f -5 -l 3"),
    "gaussian": ("gaussian", "gaussian.cu", "", "-s 64"),
    "heartwall": ("heartwall", "main.cu AVI/avilib.c AVI/avimod.c", "-IAVI", "FILM 2"),
    "hotspot": ("hotspot", "hotspot.cu", "", "64 2 4 TEMPERATURES POWERS /dev/null"),
    "hotspot3D": ("hotspot3D", "3D.cu", "", "64 8 4 LAYER_POWERS LAYERS /dev/null"),
    "huffman": ("huffman", "main_test_cu.cu vlc_kernel_sm64huff.cu scan.cu pack_kernels.cu cpuencode.cpp stats_logger.cpp", "", "TEXT"),
    "hybridsort": ("hybridsort", "main.cu bucketsort.cu mergesort.cu", "-DHISTO_WG_SIZE_0=96", "r"),
    "kmeans": ("kmeans", "cluster.c getopt.c kmeans.c kmeans_clustering.c kmeans_cuda.cu rmse.c", "-Xcompiler -fopenmp", "-o -i FEATURES"),
    "lavaMD": ("lavaMD", "main.c kernel/kernel_gpu_cuda_wrapper.cu util/device/device.cu util/num/num.c util/timer/timer.c", "", "-boxes1d 2"),
    "lud": ("lud/cuda", "lud.cu lud_kernel.cu ../common/common.c", "-I../common", "-s 64 -v"),
    # It needs <unistd.h> with a library of today, and calls a member function on a null pointer.
    "mummergpu": ("mummergpu/src", "mummergpu.cu mummergpu_gold.cpp mummergpu_main.cpp suffix-tree.cpp PoolMalloc.cpp",
                  "-I. -include unistd.h -Xcompiler -fopenmp,-fno-delete-null-pointer-checks -DSUFFIX=\"\"", "REFERENCE QUERIES"),
    "myocyte": ("myocyte", "main.cu", "", "10 1 0"),
    "nn": ("nn", "nn_cuda.cu", "", "RECORDS -r 5 -lat 30 -lng 90"),
    "nw": ("nw", "needle.cu", "", "256 10"),
    "particlefilter": ("particlefilter", "ex_particle_CUDA_float_seq.cu", "", "-x 64 -y 64 -z 4 -np 500"),
    "pathfinder": ("pathfinder", "pathfinder.cu", "", "2000 50 20"),
    "srad": ("srad/srad_v2", "srad.cu", "", "128 128 0 31 0 31 0.5 2"),
    "streamcluster": ("streamcluster", "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu streamcluster_header.cu", "", "10 20 16 1024 1024 100 none /dev/null 1"),
}
RODINIA_WITHOUT_INPUT = {"leukocyte": "a film of cells"}


def rodinia(root: Path, scratch: Path) -> Iterator[Program]:
    for name, write in INPUTS.items():
        write(scratch / name)
    data = root / "data" / "dwt2d"  # The only folder that dwt2d reads from.
    data.mkdir(parents=True, exist_ok=True)
    write_bitmap(data / "pixels")
    for name, (folder, sources, flags, arguments) in RODINIA.items():
        given = [str(scratch / word) if word in INPUTS else word for word in words(arguments)]
        yield Program(name, root / "cuda" / folder, words(sources), ["-std=c++14", *words(flags)], [given])


def listed(root: Path) -> tuple[str, list[Program]]:
    """A suite that a file lists: its name, and of each program the name, folder, sources, options and the arguments of each run."""
    suite = json.loads((root / "programs.json").read_text())
    return suite["suite"], [Program(each["name"], root / each["folder"], each["sources"], each["flags"], each["runs"]) for each in suite["programs"]]
