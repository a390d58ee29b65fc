"""Reference values of the distributions, to 50 digits with mpmath; SciPy gives where to start."""
import mpmath as mp
from scipy import stats
from reference import write

mp.mp.dps = 60


def beta_cdf(x, a, b, y=None):
    """The power series with positive terms, from the side where it is short; if that is the other tail, with digits to lose."""
    x, a, b = mp.mpf(x), mp.mpf(a), mp.mpf(b)
    y = 1 - x if y is None else y
    if x > 0.9:
        with mp.workdps(500):
            return 1 - beta_cdf(1 - x, b, a, x)
    term = total = mp.mpf(1)
    n = 0
    while term > total * mp.eps / 100:
        term *= (a + b + n) / (a + 1 + n) * x
        total += term
        n += 1
    return total * beta_pdf(x, a, b, y) * x * y / a


def beta_pdf(x, a, b, y):
    return mp.exp((a - 1) * mp.log(x) + (b - 1) * mp.log(y) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b))


def student_cdf(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    if t == 0:
        return mp.mpf(1) / 2
    tail = beta_cdf(df / (df + t * t), df / 2, 0.5, t * t / (df + t * t)) / 2
    return tail if t < 0 else 1 - tail


def student_pdf(t, df):
    df = mp.mpf(df)
    scale = mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2)) / mp.sqrt(df * mp.pi)
    return scale * (1 + t * t / df) ** (-(df + 1) / 2)


def newton(x, value, slope):
    """From a start of double accuracy: each step doubles the digits."""
    x = mp.mpf(x)
    for _ in range(3):
        x -= value(x) / slope(x)
    return x


def student_quantile(p, df):
    return newton(stats.t.ppf(p, df), lambda t: student_cdf(t, df) - mp.mpf(p), lambda t: student_pdf(t, df))


def beta_quantile(p, a, b):
    start = stats.beta.ppf(p, a, b)
    return newton(start, lambda x: beta_cdf(x, a, b) - mp.mpf(p), lambda x: beta_pdf(x, mp.mpf(a), mp.mpf(b), 1 - x))


def normal_quantile(p):
    return newton(stats.norm.ppf(p), lambda x: mp.ncdf(x) - mp.mpf(p), mp.npdf)


def binomial_cdf(k, n, p):
    p = mp.mpf(p)
    return mp.fsum(mp.binomial(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))


PROBABILITIES = [1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.001, 0.005, 0.025, 0.05, 0.1, 0.2, 0.3, 0.45, 0.499999, 0.5,
                 0.5000001, 0.6, 0.75, 0.9, 0.95, 0.975, 0.995, 0.9999, 1 - 1e-10]
SOME = [1e-10, 1e-5, 0.005, 0.025, 0.05, 0.25, 0.4, 0.4999, 0.6, 0.9, 0.975, 0.995, 1 - 1e-10]
FREEDOM = [0.5, 1, 2, 2.5, 3, 5, 9, 19.7, 29, 59, 200, 1e4, 1e6]
SHAPES = [(0.5, 0.5), (1, 1), (1, 20), (20, 1), (0.1, 3), (3, 0.1), (2.5, 7.3), (5, 5), (46, 15), (45, 16), (100, 900),
          (1000, 2.5), (0.5, 500), (3000, 7000)]

def known(rows):
    """Without rows for which SciPy gave no start, or one that a double cannot tell from an end of the range."""
    return [row for row in rows if mp.isfinite(row[-1])]


write('distributions', ['mpmath', 'scipy'], {
    'ln_gamma': [[x, mp.loggamma(x)] for x in (1e-10, 0.01, 0.3, 0.5, 0.9, 0.999999, 1, 1.00001, 1.3, 1.5, 1.9999, 2, 2.2, 2.5,
                                               2.6, 3, 7.7, 9.99, 10, 25, 171.6, 1e3, 1e6, 1e15)],
    'normal_cdf': [[x, mp.ncdf(x)] for x in (-37, -20, -10, -8, -6.4, -5, -3, -2.5, -2.4999, -1.96, -1, -0.3, -1e-8, 0, 1e-5, 0.7,
                                             1.959963984540054, 2.2, 3, 6)],
    'normal_quantile': [[p, normal_quantile(p)] for p in PROBABILITIES],
    'student_cdf': [[t, df, student_cdf(t, df)] for df in FREEDOM
                    for t in (-1e6, -20, -6.5, -2.5, -1.8, -1, -0.2, -1e-7, 0, 0.5, 2.1, 30)],
    'student_quantile': known([p, df, student_quantile(p, df)] for df in FREEDOM for p in SOME),
    'beta_cdf': [[x, a, b, beta_cdf(x, a, b)] for a, b in SHAPES for x in (1e-8, 0.001, 0.05, 0.1, 0.3, 0.5, 0.75, 0.9, 0.999)],
    'beta_quantile': known([p, a, b, beta_quantile(p, a, b)] for a, b in SHAPES for p in SOME if 0 < stats.beta.ppf(p, a, b) < 1),
    'binomial_cdf': [[k, n, p, binomial_cdf(k, n, p)] for k, n, p in
                     ((0, 10, 0.5), (3, 10, 0.5), (10, 10, 0.3), (2, 50, 0.2), (10, 100, 0.5), (40, 100, 0.5), (7, 300, 0.01),
                      (0, 300, 0.01), (450, 1000, 0.5), (400, 1000, 0.5), (5, 1000, 1e-6))],
    'binomial_pmf': [[k, n, p, mp.binomial(n, k) * mp.mpf(p)**k * (1 - mp.mpf(p))**(n - k)] for k, n, p in
                     ((0, 0, 0.5), (0, 10, 0.5), (5, 10, 0.5), (3, 12, 0.1), (500, 1000, 0.5), (100, 1000, 0.5), (1000, 1000, 0.99),
                      (500000, 1000000, 0.5), (499000, 1000000, 0.5), (3, 1000000, 1e-6))],
})
