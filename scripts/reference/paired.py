"""Paired comparisons: t, all patterns of signs, McNemar, Holm, two one-sided tests. SciPy and statsmodels."""
from fractions import Fraction
from itertools import product

import numpy as np
from reference import write
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import DescrStatsW

rng = np.random.default_rng(20260307)


def t_test(d):
    d = np.array(d)
    result = stats.ttest_1samp(d, 0)
    low, high = result.confidence_interval(0.95)
    return {'differences': d, 'mean': d.mean(), 'standard_error': stats.sem(d), 't': result.statistic, 'p': result.pvalue, 'low': low, 'high': high}


def signs(whole, parts):
    """Over integers, so that equal sums are equal; the differences are whole / parts."""
    bar = abs(sum(whole))
    count = sum(abs(sum(s * d for s, d in zip(pattern, whole))) >= bar for pattern in product((1, -1), repeat=len(whole)))
    return {'differences': [d / parts for d in whole], 'p': Fraction(count, 2 ** len(whole))}


def spread(whole):
    """The same by the distribution of the sum, for more tasks than patterns can be listed."""
    sums = {0: 1}
    for d in whole:
        new = {}
        for at, ways in sums.items():
            for to in (at + d, at - d):
                new[to] = new.get(to, 0) + ways
        sums = new
    bar = abs(sum(whole))
    return Fraction(sum(ways for at, ways in sums.items() if abs(at) >= bar), 2 ** len(whole))


def mc_nemar(b, c):
    n, low = b + c, min(b, c)
    exact = mcnemar([[0, b], [c, 0]], exact=True).pvalue
    # By the definition: what is further from the middle, and half of what is as far.
    chances = stats.binom.pmf(np.arange(n + 1), n, 0.5)
    distance = np.abs(2 * np.arange(n + 1) - n)
    seen = n - 2 * low
    return [b, c, exact, chances[distance > seen].sum() + chances[distance == seen].sum() / 2]


def tost(d, margin):
    p, lower, upper = DescrStatsW(np.array(d)).ttost_mean(-margin, margin)
    return {'differences': d, 'margin': margin, 'p_lower': lower[1], 'p_upper': upper[1]}


real = rng.normal(0.1, 0.3, 12).round(9).tolist()
costs = rng.lognormal(0, 1, 10) - rng.lognormal(0, 1, 10)
exact_costs = [Fraction(float(d)) for d in costs]
bar = abs(sum(exact_costs))
patterns = sum(abs(sum(s * d for s, d in zip(p, exact_costs))) >= bar for p in product((1, -1), repeat=10))
long = rng.integers(-3, 5, 200).tolist()

write('paired', ['numpy', 'scipy', 'statsmodels'], {
    't': [t_test(d) for d in ([0.2, 0.4, -0.2, 0, 0.6], [1, 2], real, [0.25] * 9 + [-0.25])],
    'sign_flip': [signs(*row) for row in (
        ([1], 1), ([1, 1, 1, 1, 1], 1), ([1, 1, 1, 1, 1, 1], 5), ([3, -1, 2, 0, 1, 4, -2], 5), ([1, -1], 1), ([0, 0, 2], 3),
        ([2, 2, 1, -1, 3, 0, 5, 4, -3, 1, 1, 2], 15), ([7, 1, 3, -6, 2, 9, 4, -5, 8, 3, -2, 6, 1, 5], 10))],
    'sign_flip_real': {'differences': costs, 'p': Fraction(patterns, 2**10)},
    'sign_flip_long': {'differences': [d / 5 for d in long], 'p': spread(long)},
    'mcnemar': [mc_nemar(b, c) for b, c in ((1, 0), (0, 5), (6, 0), (5, 5), (3, 15), (10, 2), (40, 61))],
    'holm': [{'ps': ps, 'adjusted': multipletests(ps, method='holm')[1]} for ps in (
        [0.01], [0.04, 0.01, 0.03], [0.5, 0.9, 0.001, 0.02, 0.02, 1.0], rng.uniform(size=12).round(6).tolist())],
    'equivalence': [tost(d, m) for d, m in (([0.01, -0.02, 0.03, 0, -0.01, 0.02], 0.1), (real, 0.1), (real, 0.5), ([1, 2, 3, 4], 0.5))],
})
