"""Writes reference values of alpha spending, boundaries, confidence sequences and kappa, by SciPy and statsmodels."""

import json
import sys
from pathlib import Path

import numpy as np
import scipy
import statsmodels
from scipy.optimize import brentq
from scipy.special import betaln, xlog1py, xlogy
from scipy.stats import norm
from statsmodels.stats.inter_rater import cohens_kappa


def spent(t, alpha, kind):
    if kind == "pocock":
        return alpha * np.log(1 + (np.e - 1) * t)
    return 2 * norm.sf(norm.isf(alpha / 2) / np.sqrt(t))


def boundaries(times, alpha, kind):
    """Recursion by Simpson's rule over 1,601 points: another rule than the one that is tested."""
    found, grid, density = [], None, None
    used = 0.0
    for j, t in enumerate(times):
        step = np.sqrt(t - (times[j - 1] if j else 0))
        spend = spent(t, alpha, kind) - used
        used += spend
        if grid is None:
            limit = norm.isf(spend / 2) * step
        else:
            weights = np.full(len(grid), 2.0)
            weights[1::2] = 4
            weights[[0, -1]] = 1
            weights *= (grid[1] - grid[0]) / 3

            def crossing(c):
                tails = norm.sf((c - grid) / step) + norm.cdf((-c - grid) / step)
                return np.sum(weights * density * tails) - spend

            limit = brentq(crossing, 1e-6, 12, xtol=1e-12)
        found.append(limit / np.sqrt(t))
        fresh = np.linspace(-limit, limit, 1601)
        if grid is None:
            density = norm.pdf(fresh, scale=step)
        else:
            density = norm.pdf(fresh[:, None] - grid[None, :], scale=step) @ (weights * density)
        grid = fresh
    return found


def sequence(s, n, alpha, a, b):
    log_e = lambda p: betaln(a + s, b + n - s) - betaln(a, b) - xlogy(s, p) - xlog1py(n - s, -p) + np.log(alpha)
    point = s / n
    low = 0.0 if s == 0 else brentq(log_e, 1e-300, point, xtol=1e-15)
    high = 1.0 if s == n else brentq(log_e, point, 1 - 1e-16, xtol=1e-15)
    return [low, high]


cases = []
for kind in ("obrien-fleming", "pocock"):
    for alpha in (0.05, 0.01):
        for times in ([1.0], [0.5, 1.0], [1 / 3, 2 / 3, 1.0], [0.25, 0.5, 0.75, 1.0], [0.2, 0.4, 0.6, 0.8, 1.0],
                      [0.3, 0.9, 0.95, 1.0], [0.2, 0.5]):
            if alpha == 0.01 and len(times) > 3:
                continue
            cases.append({"spending": kind, "alpha": alpha, "looks": times, "spent": [spent(t, alpha, kind) for t in times],
                          "boundaries": boundaries(times, alpha, kind)})

sequences = [{"sum": s, "n": n, "alpha": alpha, "a": a, "b": b, "interval": sequence(s, n, alpha, a, b)}
             for s, n, alpha, a, b in [(45, 60, .05, 1, 1), (0, 10, .05, 1, 1), (10, 10, .05, 1, 1), (1, 2, .05, 1, 1),
                                       (30.5, 60, .05, 1, 1), (700, 1000, .01, .5, .5), (3, 200, .1, 2, 5)]]

kappas = []
for table in ([[20, 5], [10, 15]], [[45, 15], [25, 15]], [[9, 1, 0], [2, 7, 1], [0, 3, 5]], [[10, 0], [0, 10]], [[0, 5], [5, 0]], [[1, 0], [0, 1]], [[50, 2], [1, 0]]):
    for confidence in (0.95, 0.9):
        found = cohens_kappa(np.array(table), return_results=True)
        z = norm.ppf((1 + confidence) / 2)
        sd = float(np.sqrt(found.var_kappa))
        kappas.append({"table": table, "confidence": confidence, "kappa": float(found.kappa), "sd": sd,
                       "unclipped": [float(found.kappa) - z * sd, float(found.kappa) + z * sd]})

reference = {"generator": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, Python {sys.version.split()[0]}",
             "boundaries": cases, "sequences": sequences, "kappas": kappas}
folder = Path(__file__).parents[2] / "__tests__/judge/statistics/reference"
(folder / "sequential.json").write_text(json.dumps(reference) + "\n")
