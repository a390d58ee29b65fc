"""BCa limits from given resamples, and Kaplan-Meier. SciPy's distribution functions, NumPy's quantiles, statsmodels' survival function."""
import numpy as np
from reference import write
from scipy import stats
from statsmodels.duration.survfunc import SurvfuncRight

rng = np.random.default_rng(20260307)


def bca(values, statistic, confidence):
    point = statistic(values)
    replicates = np.sort([statistic(rng.choice(values, len(values))).round(12) for _ in range(400)])
    jackknife = np.array([statistic(np.delete(values, i)) for i in range(len(values))])
    u = jackknife.mean() - jackknife
    a = (u**3).sum() / (6 * (u**2).sum() ** 1.5)
    below = (replicates < point - 1e-12).mean() + (np.abs(replicates - point) <= 1e-12).mean() / 2
    z0 = stats.norm.ppf(below)
    z = stats.norm.ppf([(1 - confidence) / 2, (1 + confidence) / 2])
    shares = stats.norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))
    low, high = np.quantile(replicates, shares)
    return {'point': point, 'replicates': replicates, 'jackknife': jackknife, 'confidence': confidence, 'low': low, 'high': high}


def library(values, confidence):
    """SciPy's own bootstrap of the mean with many resamples: agreement within its own noise."""
    result = stats.bootstrap((np.array(values),), np.mean, n_resamples=200_000, confidence_level=confidence, method='BCa', batch=1000, random_state=1)
    plain = stats.bootstrap((np.array(values),), np.mean, n_resamples=200_000, confidence_level=confidence, method='percentile', batch=1000, random_state=1)
    return {'values': values, 'confidence': confidence, 'bca': result.confidence_interval, 'percentile': plain.confidence_interval,
            'standard_error': result.standard_error}


def survival(values, events):
    s = SurvfuncRight(values, events)
    low, high = [], []
    z = stats.norm.ppf(0.975)
    for p, se in zip(s.surv_prob, s.surv_prob_se):
        with np.errstate(all='ignore'):
            factor = np.exp(z * se / (p * -np.log(p)))
            low.append(p**factor if 0 < p < 1 else None)
            high.append(p ** (1 / factor) if 0 < p < 1 else None)
    return {'observations': [{'value': v, 'event': e == 1} for v, e in zip(values, events)], 'times': s.surv_times, 'at_risk': s.n_risk,
            'events': s.n_events, 'survival': s.surv_prob,
            'standard_error': [se if p > 0 else None for p, se in zip(s.surv_prob, s.surv_prob_se)], 'low': low, 'high': high}


skewed = rng.lognormal(0, 1, 25).round(6)
write('resampling', ['numpy', 'scipy', 'statsmodels'], {
    'bca': [bca(skewed, np.mean, 0.95), bca(skewed, np.median, 0.9), bca(np.array([0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 1, 1, 1]), np.mean, 0.95)],
    'library': [library(skewed.tolist(), 0.95), library([0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 1, 1, 1, 1, 0.8], 0.9)],
    'survival': [survival(*rows) for rows in (
        ([6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35],
         [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]),
        ([1, 2, 3, 4, 5], [1, 1, 1, 1, 1]),
        ([0.5, 0.5, 1.25, 2, 2, 2, 9], [1, 0, 0, 1, 1, 0, 0]),
    )],
})
