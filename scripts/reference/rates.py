"""Rates over tasks: quantiles, intervals, clusters, passes. NumPy, SciPy, statsmodels, and fractions where the answer is rational."""
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from reference import write
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(20260307)


def clusters(tasks):
    """Pooled mean and its clustered standard error (CR1 without the factor for parameters), and Miller's eq. 4 word for word."""
    scores = np.concatenate(tasks)
    groups = np.repeat(np.arange(len(tasks)), [len(task) for task in tasks])
    fit = OLS(scores, np.ones(len(scores))).fit(cov_type='cluster', cov_kwds={'groups': groups, 'use_correction': False})
    c, n, centre = len(tasks), len(scores), scores.mean()
    cross = sum((task[i] - centre) * (task[j] - centre) for task in tasks for i in range(len(task)) for j in range(len(task)) if i != j)
    return {
        'tasks': tasks,
        'standard_error': fit.bse[0] * np.sqrt(c / (c - 1)),
        'miller': np.sqrt(scores.var(ddof=1) / n + cross / n**2),
    }


def anova(tasks):
    """ICC(1) from SciPy's F statistic: (F − 1) / (F − 1 + k0)."""
    samples = [[1] * s + [0] * (n - s) for n, s in tasks]
    f = stats.f_oneway(*samples).statistic
    sizes = np.array([n for n, _ in tasks])
    k0 = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(tasks) - 1)
    return {'tasks': [{'runs': n, 'successes': s} for n, s in tasks], 'unclamped': (f - 1) / (f - 1 + k0)}


def passes(n, c, k):
    """By drawing every subset, for small n; by binomial coefficients otherwise."""
    if n <= 8:
        subsets = list(combinations([1] * c + [0] * (n - c), k))
        some, every = Fraction(sum(any(s) for s in subsets), len(subsets)), Fraction(sum(all(s) for s in subsets), len(subsets))
    else:
        some, every = 1 - Fraction(comb(n - c, k), comb(n, k)), Fraction(comb(c, k), comb(n, k))
    return [n, c, k, some, every]


values = [rng.normal(size=n).round(6) for n in (1, 2, 3, 7, 20)] + [np.array([3, 3, 3.0]), rng.lognormal(size=31).round(6)]
write('rates', ['numpy', 'scipy', 'statsmodels'], {
    'quantiles': [{'values': v, 'p': p, 'quantile': np.quantile(v, p)} for v in values for p in (0, 0.025, 0.25, 0.5, 0.9, 0.95, 1)],
    'moments': [{'values': v, 'mean': v.mean(), 'variance': v.var(ddof=1), 'described': v.var()} for v in values if len(v) > 1],
    'wilson': [[s, n, c, *proportion_confint(s, n, 1 - c, 'wilson')] for s, n in ((0, 1), (1, 1), (0, 10), (8, 10), (10, 10), (45, 60), (3, 1000))
               for c in (0.8, 0.95, 0.99)],
    'clopper_pearson': [[s, n, c, *np.nan_to_num(proportion_confint(s, n, 1 - c, 'beta'))] for s, n in
                        ((0, 1), (1, 1), (0, 10), (0, 30), (8, 10), (10, 10), (45, 60), (3, 1000), (500, 100000)) for c in (0.9, 0.95, 0.99)],
    't_interval': [{'values': v, 'interval': stats.t.interval(0.95, len(v) - 1, v.mean(), stats.sem(v))} for v in values if len(v) > 1 and v.std() > 0],
    'clusters': [clusters(tasks) for tasks in (
        [[1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]],
        [[1], [0], [1], [1], [0]],
        [[1, 0, 1, 1, 1], [0, 0], [1], [1, 0, 1]],
        [[0.2, 0.4, 0.35], [0.9, 0.8, 0.7], [0.5, 0.1, 0.3], [0.6, 0.65, 0.2]],
    )],
    'icc': [anova(tasks) for tasks in (
        [(5, 5), (5, 4), (5, 0), (5, 2)],
        [(3, 1), (3, 2), (3, 1), (3, 2), (3, 3)],
        [(10, 9), (3, 0), (5, 4), (8, 1)],
        [(4, 2), (4, 2), (4, 1)],
        [(2, 1), (2, 2), (2, 0)],
    )],
    'passes': [passes(n, c, k) for n in range(1, 7) for c in range(n + 1) for k in range(1, n + 1)] +
              [passes(*row) for row in ((100, 3, 10), (100, 97, 10), (200, 1, 1), (1000, 400, 8), (1000, 999, 500), (10**6, 1, 1), (10**6, 7, 100),
                                        (10**6, 10**6 - 3, 1000), (10**6, 5 * 10**5, 20), (10**5, 99990, 50000))],
})
