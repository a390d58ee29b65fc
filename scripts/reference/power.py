"""Writes reference values of power: noncentral t by SciPy, exact McNemar by enumeration, variance components by NumPy."""

import json
import sys
from pathlib import Path

import numpy as np
import scipy
from scipy.stats import binom, binomtest, nct, norm, t


def paired(tasks, variance, effect, alpha):
    shift = effect / np.sqrt(variance / tasks)
    z = norm.isf(alpha / 2)
    c = t.isf(alpha / 2, tasks - 1)
    return {"tasks": tasks, "variance": variance, "effect": effect, "alpha": alpha,
            "normal": norm.sf(z - shift) + norm.cdf(-z - shift),
            "t": nct.sf(c, tasks - 1, shift) + nct.cdf(-c, tasks - 1, shift)}


def mcnemar(n, pa, pb, alpha=0.05):
    found = 0.0
    for d in range(1, n + 1):
        for k in range(d + 1):
            if binomtest(k, d, 0.5).pvalue <= alpha:
                found += binom.pmf(d, n, pa + pb) * binom.pmf(k, d, pa / (pa + pb))
    return {"tasks": n, "only_a": pa, "only_b": pb, "alpha": alpha, "power": found}


def components(tasks):
    within = [float(np.mean([np.var(x[side], ddof=1) for x in tasks if len(x[side]) > 1])) for side in "ab"]
    d = [np.mean(x["a"]) - np.mean(x["b"]) for x in tasks]
    noise = np.mean([within[0] / len(x["a"]) + within[1] / len(x["b"]) for x in tasks])
    return {"between": max(0.0, float(np.var(d, ddof=1) - noise)), "within_a": within[0], "within_b": within[1]}


def upper(tasks, level, resamples, seed):
    random = np.random.RandomState(seed)
    drawn = [components([tasks[random.randint(0, len(tasks))] for _ in tasks]) for _ in range(resamples)]
    return {name: float(np.quantile([d[name] for d in drawn], level)) for name in drawn[0]}


random = np.random.RandomState(7)
rates = random.random_sample(12)
data = [{"a": [int(x) for x in random.random_sample(3) < min(1, p + 0.1)], "b": [int(x) for x in random.random_sample(3) < p]} for p in rates]
reference = {
    "generator": f"scipy {scipy.__version__}, numpy {np.__version__}, Python {sys.version.split()[0]}",
    "paired": [paired(*case) for case in [(2, .2, .5, .05), (3, .1, .4, .05), (10, .2, .15, .05), (40, .2, .15, .05),
                                          (40, .1, .15, .01), (198, .4444, .1327, .05), (1000, .3, .03, .05), (20, .2, 0, .05), (30, .2, .9, .05)]],
    "mcnemar": [mcnemar(50, .2, .05), mcnemar(100, .15, .05), mcnemar(30, .25, .05), mcnemar(40, .1, .1), mcnemar(5, .9, .1), mcnemar(60, .3, 0, .01)],
    "components": {"tasks": data, "estimated": components(data), "upper": upper(data, .95, 200, 20260307)},
}
folder = Path(__file__).parents[2] / "__tests__/judge/statistics/reference"
(folder / "power.json").write_text(json.dumps(reference) + "\n")
