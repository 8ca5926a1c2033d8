"""Hardware's counters: the agreement's and the limits', and the list of what the simulator knows of CUDA."""

import json
import unittest.mock

import agreement
import limits
import supported_api
import walk
from cases import FolderCase


class Agreement(FolderCase):
    def test_names_are_made_alike(self):
        self.assertEqual(agreement.plain_name("void k<8, float>(const T *, int)"), "k<8, float>")
        part = "cudasim_together_05_solid_rows"
        self.assertEqual(agreement.plain_name(f"void {part}::k<{part}::Block<1>, 4>(int)"), "k<Block<1>, 4>")
        self.assertEqual(agreement.as_ncu_has_it("a::b::k<float>"), "a::k<float>")
        self.assertEqual(agreement.as_ncu_has_it("k<false, 32u, (Variant)0, true>"), "k<0, 32, 0, 1>")

    def explained(self, lens, hardware, kernel="k<1>", counter=agreement.SHARED_LOADS):
        lines = [["", "k", "global load sectors", "supposed: so"]]
        return agreement.explanation(lines, {"case": "p --n 1", "kernel": kernel}, counter, lens, hardware)

    def test_a_difference_needs_a_reason(self):
        sectors = agreement.COUNTERS[1]
        self.assertEqual(self.explained(100, 90, counter=sectors), "supposed: so")
        self.assertEqual(self.explained(100, 90, "other", sectors), "")

    def test_arbitration_explains_a_little_more(self):
        self.assertEqual(self.explained(1000, 1020), "the hardware's own arbitration")
        self.assertEqual(self.explained(1000, 1022), "")
        self.assertEqual(self.explained(1000, 999), "")

    def test_sums_are_those_of_as_many_launches(self):
        entry = {"launches": 4, "counters": {"shared load wavefronts": 40}}
        self.assertEqual(agreement.hardware_sum(entry, {"launches": 2}, agreement.SHARED_LOADS), 20)

    def test_what_ncu_brought_home_is_summed_by_kernel(self):
        def line(launch, counter, value, kernel="k<1>(int)"):
            fields = ["a --quick", str(launch), "2", "3", "4", kernel, *map(str, range(6, 13)), counter, "unit", value]
            return ",".join(f'"{field}"' for field in fields) + "\n"

        lines = [line(launch, counter.ncu, "1,000") for launch in (7, 8) for counter in agreement.COUNTERS]
        older = [{"case": case, "kernel": "k<1>", "launches": 9, "counters": {}} for case in ("b", "a --quick", "no case any more")]
        with unittest.mock.patch.object(agreement, "lines_of", lambda path: ["a --quick", "b"]):
            text = agreement.collect(self.write("ncu.csv", "".join(lines) + line(9, "x", "1", "cub::Sum<1>(int)")), older)
        self.assertEqual([entry["case"] for entry in json.loads(text)], ["a --quick", "b"])  # b as it was
        self.assertIn('"launches": 2', text)
        self.assertIn('"global load requests": 2000', text)


class Limits(FolderCase):
    def test_of_a_kernels_launches_the_last_counts(self):
        def line(launch, counter, value):
            fields = [str(launch), "1", "p", "host", "void a::k<1>(int)", "1", "(1, 1)", "(1, 1)", "0", "9.0", "s", counter, "unit", value]
            return ",".join(f'"{field}"' for field in fields) + "\n"

        values = {limits.SECONDS: "2,000", limits.READ: "10", limits.WRITTEN: "20", limits.SECTORS: "3", limits.MEMORY: "50", limits.BRIDGE: "n/a"}
        said = "==PROF== words\n" + "".join(line(launch, name, value.replace("2,000", f"{launch},000"))
                                            for launch in (1, 2) for name, value in values.items())
        kernels = limits.counted(said)
        self.assertEqual([f"{name} {limits.moved(counters)}" for name, counters in kernels.items()], ["k 10,20,96,50,"])
        moved, products, _ = limits.TABLES
        self.assertEqual(limits.lines(moved, "--n 1", said), "k,--n 1,0.000002000,10,20,96,50,\n")
        said = "".join(line(1, name, value) for name, value in zip(products.metrics, ["3,000", "4", "75.0", "80.0", "0.1", "0.2"], strict=True))
        self.assertEqual(limits.lines(products, "--m 1", said), "k,--m 1,0.000003000,4,75.0,80.0,0.1,0.2\n")

    def test_of_the_walk_a_kernel_keeps_its_template_arguments_and_a_missing_counter_is_empty(self):
        def line(kernel, counter, value):
            fields = ["1", "1", "p", "host", kernel, "1", "(1, 1)", "(1, 1)", "0", "9.0", "s", counter, "unit", value]
            return ",".join(f'"{field}"' for field in fields) + "\n"

        walk = limits.TABLES[2]
        values = {limits.SECONDS: "2,000", limits.WALK["registers"]: "40", limits.WALK["fma"]: "n/a"}
        said = "".join(line(kernel, name, value) for kernel in ("void tiled<(int)32>(const float *)", "void vector<(bool)0, (bool)1>(float *)")
                       for name, value in values.items())
        empty = "," * (len(limits.WALK) - 1)
        self.assertEqual(limits.lines(walk, "--m 1", said), f'tiled<32>,--m 1,0.000002000,40{empty}\n"vector<0, 1>",--m 1,0.000002000,40{empty}\n')

    def test_the_walks_tables_have_intensities_and_the_longest_waits(self):
        row = {name: "" for name in limits.WALK} | {
            "kernel": "k<1>", "arguments": "--m 2 --n 4 --k 8", "seconds": "0.002", "fma": "40.4", "requests": "12", "wavefronts": "80", "registers": "40",
            "global_sectors": "1", "shared_wavefronts": "0", "l2_sectors": "2", "dram_read": "8", "dram_written": "8", "cycles": "9.05",
            "barrier": "1", "wait": "2", "mio_throttle": "3", "dispatch_stall": "0.5"}
        self.assertEqual(walk.limits([row]).splitlines()[2], "| `k<1>` | 2.00 ms | 4, 2, 8 | 40% | - | 80% | - | - |")
        self.assertEqual(walk.waits([row]).splitlines()[2], "| `k<1>` | 40 | - | 9.1 | MIO throttle 3.0, wait 2.0, barrier 1.0 |")


SOURCE = """# 1 "/usr/include/other.h"
int other(int);
# 1 "/x/common/sim/include/api.hpp"
extern "C" {
int cudaOne(int a, int b = f(2));
}
struct S { int member(); friend int cudaTwo(S) { return 1; } };
using F = int (*)(int);
inline int cudaNo() { ::cudasim::refuse("cudaNo", "it has " "no textures"); return inner(1); }
"""


class Supported(FolderCase):
    def test_functions_of_the_simulators_headers_are_found(self):
        self.assertEqual(sorted(supported_api.declarations(SOURCE)), [("api.hpp", "cudaNo"), ("api.hpp", "cudaOne"), ("api.hpp", "cudaTwo")])

    def test_what_is_refused_is_not_supported(self):
        refused = supported_api.refusals(SOURCE)
        self.assertEqual(refused, {"cudaNo": "it has no textures"})
        self.assertNotIn("cudaNo", supported_api.supported_text(SOURCE, refused))
        self.assertIn("| it has no textures | `cudaNo` |", supported_api.refused_text(refused))
