"""Writes the reference values of the generator and of the randomised order, as NumPy has them."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np


def randomised_order(tasks, arms, trials, seed):
    """tasks: {id: stratum}. Rows (block, task, stratum, trial, arm) in order."""
    random = np.random.RandomState(seed)
    strata = sorted(set(tasks.values()))
    placed = []
    for at, stratum in enumerate(strata):
        ids = sorted(id for id in tasks if tasks[id] == stratum)
        for place, i in enumerate(random.permutation(len(ids))):
            placed.append((Fraction(2 * place + 1, 2 * len(ids)), at, ids[i], stratum))
    rows, block = [], 0
    for _, _, task, stratum in sorted(placed):
        for trial in range(1, trials + 1):
            block += 1
            for i in random.permutation(len(arms)):
                rows.append((block, task, stratum, trial, sorted(arms)[i]))
    return rows


def stream(seed):
    random = np.random.RandomState(seed)
    bits = [int(x) for x in random.randint(0, 2**32, size=8, dtype=np.uint32)]
    samples = [float(x) for x in random.random_sample(5)]
    integers = [[lo, hi, [int(random.randint(lo, hi)) for _ in range(4)]]
                for lo, hi in [(0, 2), (5, 6), (-3, 4), (0, 1000), (0, 2**31), (0, 2**32), (10, 10 + 2**32)]]
    return {"seed": seed, "uint32": bits, "random_sample": samples, "randint": integers,
            "permutations": [[int(x) for x in random.permutation(n)] for n in (0, 1, 2, 3, 10, 33, 100, 1000)],
            "choice": [int(x) for x in random.choice(20, 6, replace=False)], "afterwards": float(random.random_sample())}


orders = []
for tasks, arms, trials, seed in [
    ({"one": "only"}, ["a"], 1, 20260307),
    ({f"t{i}": "go" if i % 3 else "node" for i in range(10)}, ["noop", "codex", "claude"], 2, 20260307),
    ({"\U0001f600": "\uffff", "\uff5e": "\uffff", "b": "\U00010000", "B": "\U00010000", "a": "x"}, ["\U0001f600", "\uff5e"], 3, 1337),
    ({f"task-{i:03d}": f"s{i * i % 7}" for i in range(60)}, ["all on", "-guardrails", "-locks", "noop"], 5, 2025),
]:
    orders.append({"tasks": tasks, "arms": arms, "trials": trials, "seed": seed,
                   "rows": randomised_order(tasks, arms, trials, seed)})

reference = {"generator": f"numpy {np.__version__}, Python {sys.version.split()[0]}",
             "streams": [stream(s) for s in (0, 1, 1337, 2025, 20260307, 2**31, 2**32 - 1)],
             "known": [int(x) for x in np.random.RandomState(20260307).permutation(10)],
             "orders": orders}
folder = Path(__file__).parents[2] / "__tests__/judge/statistics/reference"
folder.mkdir(parents=True, exist_ok=True)
(folder / "randomisation.json").write_text(json.dumps(reference) + "\n")
