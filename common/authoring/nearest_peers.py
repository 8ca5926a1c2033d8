#!/usr/bin/env python3
"""Measures what others offer for chapter 7's nearest neighbours: PyTorch's compiled search, KeOps's search and SciPy's k-d tree.

    python3 common/authoring/nearest_peers.py FILE.json [COUNT...]

Rows as `./tutorial bench` writes them; `bench --targets FOLDER` reads them from the folder's peers.json. Wants PyTorch with a GPU and NumPy;
KeOps (pykeops, which compiles its search with g++ and NVRTC) and SciPy are left out where they are not there.
"""
import json
import statistics
import sys
import time

import numpy as np
import torch

try:
    from pykeops.torch import LazyTensor
except ImportError:
    LazyTensor = None

try:
    from scipy.spatial import cKDTree
except ImportError:
    cKDTree = None

CHECKED = 1000  # points that are checked in double precision


def size_text(count):
    for unit, name in ((10**6, " M"), (10**3, " K")):
        if count % unit == 0:
            return f"{count // unit}{name}"
    return str(count)


def row(program, variant, count, seconds, unit, throughput, verified):
    quartiles = statistics.quantiles(seconds, n=4) if len(seconds) > 1 else [seconds[0]] * 3
    median = statistics.median(seconds)
    return {
        "chapter": "ch07_shared_blocking", "program": program, "variant": variant, "size": size_text(count), "type": "float",
        "backend": "cuda", "device": torch.cuda.get_device_name(0) if unit == "G pairs/s" else "CPU, all cores",
        "median_s": median, "spread": (quartiles[2] - quartiles[0]) / median, "throughput": throughput / median, "unit": unit,
        "ceiling_fraction": None, "verified": verified, "peer": True,
    }


def search(queries, first, points):
    """Index of the nearest other point for the queries, which are the points from `first` on."""
    difference = queries[:, None, :] - points[None, :, :]
    distance = (difference * difference).sum(-1)
    own = torch.arange(queries.shape[0], device=points.device)[:, None] + first
    candidate = torch.arange(points.shape[0], device=points.device)[None, :]
    return torch.where(own == candidate, float("inf"), distance).argmin(1)


def right(points, nearest):
    """Whether no other point is nearer, except for float rounding."""
    checked = torch.randperm(points.shape[0], device=points.device)[:CHECKED]
    wide = points.double()
    for query in checked.split(100):
        distance = ((wide[query][:, None, :] - wide[None, :, :]) ** 2).sum(-1)
        distance[torch.arange(query.shape[0]), query] = float("inf")
        found = distance.gather(1, nearest[query][:, None])[:, 0]
        if not bool((found <= distance.min(1).values * (1 + 1e-5) + 1e-12).all()):
            return False
    return True


def random_points(count):
    return torch.rand(count, 3, device="cuda", generator=torch.Generator("cuda").manual_seed(1))


def timed(whole, count):
    """The result of the first run of a search, and the seconds of the later runs."""
    nearest = whole()
    seconds = []
    for _ in range(10 if count <= 400_000 else 3):
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        whole()
        stop.record()
        stop.synchronize()
        seconds.append(start.elapsed_time(stop) / 1000)
    return nearest, seconds


def measure_torch(count):
    points = random_points(count)
    compiled = torch.compile(search, dynamic=False)
    rows = max(1, min(count, 2**30 // count))  # fewer pairs per call than an int can count

    def whole():
        parts = []
        for first in range(0, count, rows):
            part = points[first:first + rows]
            # The last part has another shape, which would have to be compiled: it starts earlier, over points already done.
            back = rows - part.shape[0]
            found = compiled(points[first - back:first - back + rows], torch.tensor(first - back, device="cuda"), points)
            parts.append(found[back:])
        return torch.cat(parts)

    nearest, seconds = timed(whole, count)
    return row("nearest_torch", "torch.compile'd search", count, seconds, "G pairs/s", count * count / 1e9, right(points, nearest))


def measure_keops(count):
    """The two nearest of all points, and of these the one that is not the query."""
    points = random_points(count)
    own = torch.arange(count, device="cuda")

    def whole():
        distance = ((LazyTensor(points[:, None, :]) - LazyTensor(points[None, :, :])) ** 2).sum(-1)
        two = distance.argKmin(2, dim=1)
        return torch.where(two[:, 0] == own, two[:, 1], two[:, 0])

    nearest, seconds = timed(whole, count)
    return row("nearest_keops", "KeOps's argKmin", count, seconds, "G pairs/s", count * count / 1e9, right(points, nearest))


def measure_tree(count):
    points = np.random.default_rng(1).random((count, 3), dtype=np.float32)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        _, neighbours = cKDTree(points).query(points, k=2, workers=-1)
        seconds.append(time.perf_counter() - start)
    return row("nearest_tree", "SciPy k-d tree, build included", count, seconds, "G elements/s", count / 1e9,
               right(torch.from_numpy(points), torch.from_numpy(neighbours[:, 1])))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1].strip())
    counts = [int(word) for word in sys.argv[2:]] or [10_000, 100_000, 400_000, 1_000_000]
    measures = [measure_torch] + [measure_keops] * (LazyTensor is not None) + [measure_tree] * (cKDTree is not None)
    rows = []
    for count in counts:
        for measure in measures:
            new = measure(count)
            rows.append(new)
            print(f"{new['variant']}, {new['size']}: {new['median_s'] * 1e3:.3f} ms, {new['throughput']:.4g} {new['unit']}, "
                  f"{'right' if new['verified'] else 'WRONG'}", flush=True)
        with open(sys.argv[1], "w", encoding="utf-8") as file:  # after each size, so that an interruption costs only one
            json.dump(rows, file, indent=1)
            file.write("\n")
    if not all(each["verified"] for each in rows):
        sys.exit("nearest_peers.py: a result is wrong")


if __name__ == "__main__":
    main()
