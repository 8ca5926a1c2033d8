import unittest
from pathlib import Path

import coverage
import folder_suite
import hip_suite
import suites
from cases import FolderCase
from suites import Program

# A compiler whose programs fail their check; with the lens, they report a hazard if the source says so.
COMPILER = """#!/bin/sh
while [ "$1" != -o ]; do last=$1 plain="$plain $1"; shift; done
case "$plain" in *--plain*) hazards= ;; *) hazards=$(cat "$last") ;; esac
printf '#!/bin/sh\\necho "check: FAILED"\\n%s\\n' "$hazards" >"$2"
chmod +x "$2"
"""


class Verdicts(FolderCase):
    def verdict(self, source):
        compiler = self.write("simcc", COMPILER)
        compiler.chmod(0o755)
        file = self.write("sum.cu", source)
        return coverage.judge(Program("sum", file.parent, ["sum.cu"], [], [[]]), str(compiler), 5)

    def test_a_wrong_program_with_hazards_has_a_fault_of_its_own(self):
        source = 'echo "sum.cu:7:1: warning: race-warp in kernel sum"; echo "sum.cu:9:1: warning: leak"'
        self.assertEqual(self.verdict(source), {"outcome": "own fault", "text": "race-warp, leak (sum.cu:7)"})

    def test_a_wrong_program_without_hazards_is_wrong(self):
        self.assertEqual(self.verdict("true"), {"outcome": "wrong", "text": "exit 0: check: FAILED"})

    def test_a_signal_is_wrong_and_a_waived_program_is_not(self):
        self.assertEqual(coverage.judge_run(coverage.Ended(-11, ""))["outcome"], "wrong")
        self.assertEqual(coverage.judge_run(coverage.Ended(2, "Waiving the sample"))["outcome"], "waived")
        self.assertEqual(coverage.judge_run(coverage.Ended(None, ""))["outcome"], "too long")

    def test_a_program_that_ignores_a_failed_call_is_not_right(self):
        said = "sum.cu:7:1: warning: unchecked-error: cudaMemcpyToSymbol failed\n"
        self.assertEqual(coverage.judge_run(coverage.Ended(0, said)), {"outcome": "own fault", "text": "cudaMemcpyToSymbol failed, and the program goes on"})

    def test_under_the_lens_a_program_with_hazards_has_a_fault_and_another_is_right(self):
        compiler = self.write("simcc", COMPILER.replace("check: FAILED", "done"))
        compiler.chmod(0o755)
        found = {}
        for name, source in {"racy": 'echo "sum.cu:7:1: warning: race-warp in kernel sum"; exit 3', "clean": "true", "late": "while :; do :; done"}.items():
            file = self.write(f"{name}.cu", source)
            found[name] = coverage.judge(Program(name, file.parent, [file.name], [], [[]]), str(compiler), 1, "lens")
        self.assertEqual(found["racy"], {"outcome": "own fault", "text": "race-warp (sum.cu:7)"})
        self.assertEqual([found["clean"]["outcome"], found["late"]["outcome"]], ["right", "too long"])

    def test_a_file_lists_the_programs_of_a_suite(self):
        each = '{"name": "sum", "folder": "first", "sources": ["sum.cu"], "flags": ["-O1"], "runs": [["8"]]}'
        root = self.write("programs.json", f'{{"suite": "Mine", "programs": [{each}]}}').parent
        self.assertEqual(coverage.suite_of(root, 1, root, []), ("Mine", [Program("sum", root / "first", ["sum.cu"], ["-O1"], [["8"]])]))

    def test_a_program_that_dies_of_a_fault_that_the_simulator_names_has_a_fault_of_its_own(self):
        failed = "a/sum.cu:7:1: warning: unchecked-error: the launch of sum failed\n"
        null = "cudasim: kernel sum, block (0,0,0), thread (0,0,0):\n  access through a null pointer\n"
        found = [coverage.judge_run(coverage.Ended(code, text)) for code, text in ((3, failed), (1, null), (1, "no such thing"))]
        self.assertEqual(found[:2], [{"outcome": "own fault", "text": "unchecked-error (sum.cu:7)"},
                                     {"outcome": "own fault", "text": "access through a null pointer in kernel sum"}])
        self.assertEqual(found[2]["outcome"], "wrong")
        wraps = "  illegal memory access at address 0x3, at /a/sum.h:8: it differs from shared memory by a multiple of 4 GiB.\n"
        self.assertEqual(coverage.hazards_in(wraps), "a 32-bit index that wraps around leaves shared memory (sum.h:8)")
        lost = "0.5cudasim: curandGenerateUniform, at /a/sum.cu:9: this generator was never created, or it is destroyed\n"
        self.assertEqual(coverage.hazards_in(lost), "a cuRAND generator that was never created, or is destroyed (sum.cu:9)")

    def test_a_program_that_asks_for_arguments_or_for_another_device_did_not_end_wrong(self):
        said = {"Usage: sum N": "not counted", "Unable to open picture.ppm": "not counted", "error: invalid device ordinal": "waived", "Need 2 GPUs": "waived"}
        for text, kind in said.items():
            self.assertEqual(coverage.judge_run(coverage.Ended(1, f"sum\n{text}\n"))["outcome"], kind)
            self.assertEqual(coverage.judge_run(coverage.Ended(0, f"sum\n{text}\n"))["outcome"], "right")
        goes_on = "sum.cu:7:1: warning: unchecked-error: cudaSetDevice failed (invalid device ordinal)\n"
        self.assertEqual(coverage.judge_run(coverage.Ended(3, goes_on)), {"outcome": "own fault", "text": "unchecked-error (sum.cu:7)"})

    def test_a_program_whose_header_is_not_there_is_not_counted_unless_it_is_one_of_cuda(self):
        for header, kind in {"opencv2/core.hpp": "not counted", "cudnn.h": "not counted", "cuda_new.h": "compiler error"}.items():
            compiler = self.write("simcc", f"#!/bin/sh\necho 'sum.cu:1:10: fatal error: {header}: No such file or directory'\nexit 1\n")
            compiler.chmod(0o755)
            self.assertEqual(coverage.judge(Program("sum", compiler.parent, [], [], [[]]), str(compiler), 5)["outcome"], kind)

    def test_a_program_that_takes_too_long_runs_again_with_smaller_numbers(self):
        compiler = self.write("simcc", """#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n[ "$1" -le 100 ] || exec sleep 60\\n' >"$2"
chmod +x "$2"
""")
        compiler.chmod(0o755)
        program = Program("sum", compiler.parent, [], [], [["6400"]], smaller=[["400"], ["64"]])
        self.assertEqual(coverage.judge(program, str(compiler), 0.4), {"outcome": "right if smaller", "text": "64"})

    def test_a_program_with_macros_for_smaller_sizes_is_built_with_them_if_it_takes_too_long(self):
        compiler = self.write("simcc", """#!/bin/sh
work='exec sleep 60'
while [ "$1" != -o ]; do [ "$1" != -DSMALL ] || work=true; shift; done
printf '#!/bin/sh\\n%s\\n' "$work" >"$2"
chmod +x "$2"
""")
        compiler.chmod(0o755)
        program = Program("sum", compiler.parent, [], [], [[]])
        self.assertEqual(coverage.judge(program, str(compiler), 0.4)["outcome"], "too long")
        self.assertEqual(coverage.judge(program._replace(macros=["-DSMALL"]), str(compiler), 0.4), {"outcome": "right if smaller", "text": "-DSMALL"})

    def test_a_program_that_is_wrong_or_does_not_end_when_it_is_small_has_a_fault_if_the_lens_reports_one(self):
        compiler = self.write("simcc", """#!/bin/sh
plain=$1
while [ "$1" != -o ]; do shift; done
work='case "$1" in 64) echo FAILED ;; 32) echo done ;; *) while :; do :; done ;; esac'
[ "$plain" = --plain ] || work='echo "sum.cu:7:1: warning: race-warp in kernel sum"'
printf '#!/bin/sh\\n%s\\n' "$work" >"$2"
chmod +x "$2"
""")
        compiler.chmod(0o755)

        def judged(*smaller):
            program = Program("sum", compiler.parent, [], [], [["400"]], smaller=[list(smaller)])
            return coverage.judge(program, str(compiler), 0.4)

        self.assertEqual(judged("64"), {"outcome": "own fault", "text": "is wrong with 64: race-warp (sum.cu:7)"})
        self.assertEqual(judged("16"), {"outcome": "own fault", "text": "does not end with 16: race-warp (sum.cu:7)"})
        self.assertEqual(judged("32"), {"outcome": "right if smaller", "text": "32"})

    def test_with_a_longer_limit_its_time_is_recorded_and_what_it_needed(self):
        compiler = self.write("simcc", """#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\ni=0; while [ $i -lt "$1" ]; do i=$((i + 1)); done; [ $CUDASIM_WORKERS = 1 ] || exec sleep "$1"\\n' >"$2"
chmod +x "$2"
""")
        compiler.chmod(0o755)

        def judged(limit, workers, own, *smaller):
            return coverage.judge(Program("sum", compiler.parent, [], [], [[own]], smaller=list(smaller)), str(compiler), limit, "longer", workers)

        self.assertEqual(judged(5, 1, "10", ["1"]), {"outcome": "right in longer", "text": "0 s"})
        self.assertEqual(judged(5, 3, "1"), {"outcome": "right in longer", "text": "1 s (3 workers)"})
        self.assertEqual(judged(1, 1, "1000000000", ["1"]), {"outcome": "right in longer", "text": "0 s (arguments 1)"})
        self.assertEqual(judged(1, 3, "60")["outcome"], "too long")


class AnyFolder(FolderCase):
    def programs(self, **files):
        for name, text in files.items():
            self.write("books/" + name, text)
        root = self.write("books/README", "").parent
        return {each.name: each for each in folder_suite.folder_suite(root, [])}

    def test_each_source_with_a_main_is_a_program_named_by_its_place(self):
        found = self.programs(**{"a/sum.cu": "int main() {}", "a/dot.cu": "int main() {}", "b/b.cu": "// main\nint main() {}", "c/host.cpp": "int main() {}"})
        self.assertEqual(sorted(found), ["a/dot", "a/sum", "b"])

    def test_sources_that_a_main_needs_belong_to_it_and_included_ones_do_not(self):
        found = self.programs(**{"a/main.cpp": "void go();\nint main() { go(); }", "a/kernel.cu": '#include "part.cu"\nvoid go() {\n more(); }',
                                 "a/more.cu": "void more()\n{ }", "a/part.cu": "int more() { }", "a/other.cu": "void other() { }"})
        self.assertEqual(found["a"].sources, ["main.cpp", "kernel.cu", "more.cu"])

    def test_of_several_versions_of_a_function_each_makes_a_program(self):
        found = self.programs(**{"a/sum.cpp": "int main() { run(reduce); }", "a/first.cu": "void\nreduce(int* x)\n{ }", "a/second.cu": "void reduce(int* x) { }"})
        self.assertEqual({name: each.sources for name, each in found.items()}, {"a/sum+first": ["sum.cpp", "first.cu"], "a/sum+second": ["sum.cpp", "second.cu"]})

    def test_the_nearest_header_of_a_name_is_found_and_what_it_needs_counts(self):
        found = self.programs(**{"a/x/sum.cu": "#include <tools/help.h>\nint main() {}", "a/inc/tools/help.h": "", "b/inc/tools/help.h": "",
                                 "b/x/sum.cu": '#include "tools/help.h"\nint main() {}', "b/inc/tools/more.h": "#include <GL/glut.h>",
                                 "b/y.cu": "#include <tools/more.h>\nint main() {}"})
        self.assertEqual([Path(each).parts[-2:] for each in found["a/x/sum"].flags if "/" in each], [("a", "inc")])
        self.assertEqual([Path(each).parts[-2:] for each in found["b/x/sum"].flags if "/" in each], [("b", "inc")])
        self.assertEqual([list(found[name].elsewhere) for name in ("a/x/sum", "b/y")], [[], ["graphics"]])

    def test_a_file_has_the_arguments_of_runs(self):
        found = self.programs(**{"a/sum.cu": "int main() {}", "a/dot.cu": "int main() {}", "arguments.json": '{"a/sum": [["8"], ["9"]]}'})
        self.assertEqual([found[name].runs for name in ("a/sum", "a/dot")], [[["8"], ["9"]], [[]]])


class InHip(FolderCase):
    def test_a_program_is_written_in_its_cuda_spelling(self):
        self.write("in/HIP-Basic/sum/main.hip", '#include "use.hpp"\nint main() { hipMalloc(&x, 4); hip_x(hipDeviceAttributeWarpSize); }\n')
        self.write("in/HIP-Basic/sum/library/part.hip", "hipblasCreate(&hipblas_handle, HIPBLAS_OP_N, hipCaddf(x, y), make_hipFloatComplex, hipHostMallocMapped);\n")
        root = self.write("in/Common/use.hpp", "#include <hip/hip_runtime.h>\n#include <hipcub/device/device_scan.hpp>\n").parent.parent
        name, [program] = coverage.suite_of(root, 1, root.parent / "out", [])
        self.assertEqual((name, program.name, program.sources), ("rocm-examples", "HIP-Basic/sum", ["main.cu", "library/part.cu"]))
        self.assertEqual((program.folder / "main.cu").read_text(), '#include "use.hpp"\nint main() { cudaMalloc(&x, 4); hip_x(cudaDevAttrWarpSize); }\n')
        self.assertEqual((program.folder / "library/part.cu").read_text(),
                         "cublasCreate(&cublas_handle, CUBLAS_OP_N, cuCaddf(x, y), make_cuFloatComplex, cudaHostAllocMapped);\n")
        self.assertIn("<cub/cub.cuh>", (root.parent / "out/Common/use.hpp").read_text())
        self.assertTrue((root.parent / "out/hip/hip_runtime.h").exists())


class Arguments(unittest.TestCase):
    def test_large_numbers_get_smaller_and_powers_of_two_stay_ones(self):
        self.assertEqual(suites.made_small(["1048576", "-n=512", "64", "0.1", "file.txt"], 16), ["65536", "-n=128", "64", "0.1", "file.txt"])

    def test_lines_of_a_condition_that_does_not_hold_are_left_out(self):
        text = "DEBUG = no\nifeq ($(DEBUG),yes)\nCFLAGS += -DDEBUG\nelse\nCFLAGS += -O3\nendif\n"
        self.assertEqual(suites.in_force(text), "DEBUG = no\nCFLAGS += -O3\n")
