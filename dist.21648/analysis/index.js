   
  var __nccwpck_require__ = {};
   
  (() => {
  	 
  	__nccwpck_require__.d = (exports, definition) => {
  		for(var key in definition) {
  			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
  				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
  			}
  		}
  	};
  })();
   
  (() => {
  	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
  })();
var __webpack_exports__ = {};

__nccwpck_require__.d(__webpack_exports__, {
  uz: () => (  CLEARFramework),
  jw: () => (  ClearMetrics),
  Q3: () => (  DEFAULT_CLEAR),
  kZ: () => (  DEFAULT_WEIGHTS),
  kK: () => (  EvaluationContext),
  Kr: () => (  HALOrchestrator),
  GK: () => (  LEGACY_GENERATOR),
  Rq: () => (  agreementTable),
  fR: () => (  alphaSpent),
  Fm: () => (  assumedComponents),
  yc: () => (  attemptScore),
  GA: () => (  bcaInterval),
  Ik: () => (  betaCdf),
  O9: () => (  betaQuantile),
  DQ: () => (  betweenRunDeviation),
  HU: () => (  binomialCdf),
  z6: () => (  binomialPmf),
  wB: () => (  clearScore),
  mI: () => (  clopperPearson),
  bR: () => (  clusterBootstrap),
  CP: () => (  clusterStandardError),
  IG: () => (  cohensKappa),
  Su: () => (  confidenceSequence),
  BO: () => (  consistencyGap),
  FY: () => (  consistencyReport),
  NJ: () => (  costNormalisedAccuracy),
  db: () => (  differenceBounds),
  v$: () => (  differenceVariance),
  jp: () => (  dominates),
  kz: () => (  effectiveRuns),
  XY: () => (  equivalence),
  Ne: () => (  estimatedComponents),
  fU: () => (  holm),
  F$: () => (  intraclassCorrelation),
  OI: () => (  kaplanMeier),
  pI: () => (  legacyRandom),
  yM: () => (  lnGamma),
  yO: () => (  lookTasks),
  op: () => (  mcnemar),
  jF: () => (  mcnemarPower),
  i2: () => (  mean),
  JZ: () => (  median),
  TP: () => (  millerStandardError),
  nv: () => (  minimumDetectableEffect),
  zH: () => (  missedBelow),
  xJ: () => (  noisyVerifier),
  vr: () => (  normalCdf),
  Zl: () => (  normalQuantile),
  Z7: () => (  normalised),
  $B: () => (  outcomeConsistency),
  SM: () => (  outcomeConsistencyOf),
  jH: () => (  outerInterval),
  de: () => (  pairedBounds),
  vQ: () => (  pairedDifference),
  xI: () => (  pairedPower),
  jP: () => (  paretoFront),
  kc: () => (  passAtK),
  TQ: () => (  passAtKOf),
  qv: () => (  passHatK),
  J9: () => (  passHatKOf),
  yZ: () => (  policyAdherence),
  YV: () => (  quantile),
  By: () => (  randomisedOrder),
  sw: () => (  rateBounds),
  JP: () => (  rateBoundsOf),
  mP: () => (  rateInterval),
  Yb: () => (  reasoningParadox),
  EP: () => (  rerunsToFind),
  c3: () => (  resampleTasks),
  zY: () => (  resourceConsistency),
  Zw: () => (  roganGladen),
  DN: () => (  runVariance),
  MH: () => (  sequentialDecision),
  R7: () => (  signFlip),
  Po: () => (  spendingBoundaries),
  Rf: () => (  studentCdf),
  FI: () => (  studentQuantile),
  Dw: () => (  successCurve),
  LU: () => (  suiteFalseAlarm),
  Ei: () => (  survivalQuantile),
  oW: () => (  tInterval),
  Mf: () => (  tasksNeeded),
  X4: () => (  unpairedTasks),
  nA: () => (  upperComponents),
  GV: () => (  variance),
  rF: () => (  wilson),
  qV: () => (  winsEProcess)
});

; 
const CLEAR_DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'];
const DEFAULT_WEIGHTS = {
    cost: 0.2,
    latency: 0.15,
    efficacy: 0.35,
    assurance: 0.15,
    reliability: 0.15,
};
function normalised(value, { best, worst }) {
    if (!Number.isFinite(value) || !Number.isFinite(best) || !Number.isFinite(worst) || worst < best)
        throw new RangeError(`cannot place ${value} between best ${best} and worst ${worst}`);
    if (worst === best)
        return value <= worst ? 1 : 0;
    return Math.min(1, Math.max(0, (worst - value) / (worst - best)));
}
function clearScore(dimensions, weights = DEFAULT_WEIGHTS) {
    const sum = CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension], 0);
    if (!CLEAR_DIMENSIONS.every((dimension) => weights[dimension] >= 0) || Math.abs(sum - 1) > 1e-9)
        throw new RangeError('weights must be at least 0 and sum to 1');
    const missing = CLEAR_DIMENSIONS.filter((dimension) => weights[dimension] > 0 && dimensions[dimension] === null);
    if (missing.length > 0)
        return { score: null, missing };
    return {
        score: roundToUnit(CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension] * (dimensions[dimension] ?? 0), 0)),
        missing,
    };
}
function attemptScore(dimensions, weights = DEFAULT_WEIGHTS) {
    if (dimensions.efficacy === undefined || dimensions.efficacy === null)
        return null;
    let [total, weight] = [0, 0];
    for (const dimension of CLEAR_DIMENSIONS) {
        const value = dimensions[dimension];
        if (value === undefined || value === null)
            continue;
        total += weights[dimension] * value;
        weight += weights[dimension];
    }
    return weight === 0 ? null : roundToUnit(total / weight);
}
function policyAdherence(actions, violations) {
    return actions === 0 ? null : 1 - violations / actions;
}
function costNormalisedAccuracy(accuracy, usd_per_task) {
    return usd_per_task === 0 ? null : (accuracy / usd_per_task) * 100;
}
function roundToUnit(value) {
    return Math.min(1, Math.max(0, Math.round(value * 1e12) / 1e12));
}

; 

const DEFAULT_CLEAR = {
    weights: DEFAULT_WEIGHTS,
    cost_usd: { best: 0, worst: 5 },
    latency_ms: { best: 0, worst: 1_800_000 },
    threshold: 0.95,
};
class EvaluationContext {
    eval_id;
    agent_id;
    recorded = {
        accuracy: null,
        task_completion: null,
        usd: null,
        tokens: null,
        total_ms: null,
        policy_actions: null,
        policy_violations: null,
    };
    constructor(eval_id, agent_id) {
        this.eval_id = eval_id;
        this.agent_id = agent_id;
    }
    record_efficacy({ accuracy, task_completion }) {
        requireRange('accuracy', accuracy, 1);
        requireRange('task_completion', task_completion, 1);
        Object.assign(this.recorded, { accuracy, task_completion });
    }
    record_cost({ usd, tokens = 0 }) {
        requireRange('usd', usd);
        requireRange('tokens', tokens);
        Object.assign(this.recorded, { usd, tokens });
    }
    record_latency({ total_ms }) {
        requireRange('total_ms', total_ms);
        this.recorded.total_ms = total_ms;
    }
    record_assurance({ policy_actions, policy_violations }) {
        requireRange('policy_actions', policy_actions);
        requireRange('policy_violations', policy_violations, policy_actions);
        Object.assign(this.recorded, { policy_actions, policy_violations });
    }
}
class ClearMetrics {
    recorded;
    settings;
    constructor(recorded, settings) {
        this.recorded = recorded;
        this.settings = settings;
    }
    get dimensions() {
        const { accuracy, task_completion, usd, total_ms, policy_actions, policy_violations } = this.recorded;
        return {
            cost: usd === null ? null : normalised(usd, this.settings.cost_usd),
            latency: total_ms === null ? null : normalised(total_ms, this.settings.latency_ms),
            efficacy: accuracy === null || task_completion === null ? null : (accuracy + task_completion) / 2,
            assurance: policy_actions === null || policy_violations === null
                ? null
                : policyAdherence(policy_actions, policy_violations),
            reliability: null,
        };
    }
    compute_overall_score() {
        return attemptScore(this.dimensions, this.settings.weights);
    }
}
class CLEARFramework {
    settings;
    finished = new Map();
    constructor(settings = {}) {
        this.settings = { ...DEFAULT_CLEAR, ...settings };
    }
    async evaluate(eval_id, agent_id, make) {
        if (this.finished.has(eval_id))
            throw new RangeError(`"${eval_id}" was evaluated before`);
        const context = new EvaluationContext(eval_id, agent_id);
        await make(context);
        this.finished.set(eval_id, new ClearMetrics({ ...context.recorded }, this.settings));
    }
    get_metrics(eval_id) {
        const metrics = this.finished.get(eval_id);
        if (!metrics)
            throw new RangeError(`there is no evaluation "${eval_id}"`);
        return metrics;
    }
}
function requireRange(name, value, most = Number.MAX_VALUE) {
    if (!(value >= 0 && value <= most))
        throw new RangeError(`${name} is ${value}, not within 0 and ${most === Number.MAX_VALUE ? 'what a number holds' : most}`);
}

; 
const MORE = ['efficacy', 'reliability', 'assurance'];
const LESS = ['cost', 'latency'];
function dominates(a, b) {
    return (MORE.every((measure) => a[measure] >= b[measure]) &&
        LESS.every((measure) => a[measure] <= b[measure]) &&
        (MORE.some((measure) => a[measure] > b[measure]) || LESS.some((measure) => a[measure] < b[measure])));
}
function paretoFront(points) {
    for (const point of points)
        for (const measure of [...MORE, ...LESS])
            if (!Number.isFinite(point[measure]))
                throw new RangeError(`${point.agent_id}: ${measure} is ${point[measure]}, not a number`);
    return points.filter((point) => !points.some((other) => dominates(other, point)));
}

; 
function requireCount(name, value, least = 0) {
    if (!Number.isSafeInteger(value) || value < least)
        throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
}
function requireProbability(name, value) {
    if (!(value >= 0 && value <= 1))
        throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}
function requireConfidence(value, name = 'confidence') {
    if (!(value > 0 && value < 1))
        throw new RangeError(`${name} must lie strictly between 0 and 1, not ${value}`);
}
function requireAmount(name, value) {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
        throw new RangeError(`${name} must be a finite number of at least 0, not ${value}`);
}
function requirePositive(name, value) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY))
        throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}
function requireFinite(name, values) {
    for (let i = 0; i < values.length; i++)
        if (!Number.isFinite(values[i]))
            throw new RangeError(`${name}[${i}] must be a finite number, not ${values[i]}`);
}

; 

function quantile(values, p) {
    requireFinite('values', values);
    return quantileOfSorted(Float64Array.from(values).sort(), p);
}
function quantileOfSorted(sorted, p) {
    requireProbability('p', p);
    if (sorted.length === 0)
        return null;
    const at = (sorted.length - 1) * p;
    const below = Math.floor(at);
    const low = sorted[below];
    const high = sorted[Math.min(below + 1, sorted.length - 1)];
    const part = at - below;
    const distance = high - low;
    return Number.isFinite(distance) ? low + part * distance : (1 - part) * low + part * high;
}
function median(values) {
    return quantile(values, 0.5);
}
function mean(values) {
    requireFinite('values', values);
    return values.length === 0 ? null : computeSum(values) / values.length;
}
function variance(values, ddof = 1) {
    requireCount('ddof', ddof);
    const centre = mean(values);
    if (centre === null || values.length <= ddof)
        return null;
    const deviations = Float64Array.from(values, (value) => value - centre);
    const left = computeSum(deviations);
    const squares = computeSum(deviations.map((deviation) => deviation * deviation));
    return Math.max(0, squares - (left * left) / values.length) / (values.length - ddof);
}
function computeSum(values) {
    let sum = 0;
    let lost = 0;
    for (let i = 0; i < values.length; i++) {
        const value = values[i];
        const next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
        sum = next;
    }
    return sum + lost;
}
function allEqual(values) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < values.length; i++) {
        low = Math.min(low, values[i]);
        high = Math.max(high, values[i]);
    }
    return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
}

; 

const PARADOX = 0.05;
function consistencyReport(passes, pareto_efficient) {
    const tasks = passes[0]?.length ?? 0;
    if (tasks === 0)
        throw new RangeError('there is no pass, or it has no task');
    if (passes.some((pass) => pass.length !== tasks))
        throw new RangeError('passes have different numbers of tasks');
    const clear_scores = passes.map((pass) => computeShare(pass));
    const pass_at_1 = computeShare(passes.flat());
    const pass_at_k = computeShare(passes[0].map((_, task) => passes.every((pass) => pass[task])));
    return {
        pass_at_1,
        pass_at_k,
        consistency_gap: pass_at_1 - pass_at_k,
        run_variance: variance(clear_scores, 1) ?? 0,
        clear_scores,
        reasoning_paradox: reasoningParadox(passes),
        pareto_efficient,
    };
}
function reasoningParadox(passes) {
    if (passes.length < 4)
        return false;
    return computeShare(passes.slice(-2).flat()) < computeShare(passes.slice(0, 2).flat()) - PARADOX;
}
const computeShare = (successes) => successes.filter(Boolean).length / successes.length;

; 



const DEFAULT_K = 8;
class HALOrchestrator {
    clear;
    k;
    reports = [];
    frontier = [];
    evaluations = 0;
    constructor({ clear = new CLEARFramework(), k = DEFAULT_K } = {}) {
        this.clear = clear;
        this.k = requirePasses(k);
    }
    async evaluate_consistency(agent_id, tasks, options) {
        const { k = this.k, inference, parallel = 1 } = (options ?? {});
        if (typeof inference !== 'function')
            throw new RangeError('there is no inference: nothing would be measured');
        if (tasks.length === 0)
            throw new RangeError('there are no tasks');
        if (new Set(tasks.map(({ id }) => id)).size < tasks.length)
            throw new RangeError('two tasks have the same id');
        const evaluation = ++this.evaluations;
        const passes = requirePasses(k);
        if (!Number.isInteger(parallel) || parallel < 1)
            throw new RangeError(`parallel is ${parallel}, not a whole number from 1`);
        const successes = Array.from({ length: passes }, () => tasks.map(() => false));
        const calls = successes.flatMap((pass, run) => tasks.map((task, at) => ({ pass, run, task, at })));
        let next = 0;
        const work = async () => {
            for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
                const { pass, run, task, at } = call;
                pass[at] = await this.evaluateTask(agent_id, task, run, `${agent_id}_run${run}_${task.id}#${evaluation}`, inference);
            }
        };
        await Promise.all(Array.from({ length: Math.min(parallel, calls.length) }, work));
        const report = consistencyReport(successes, this.is_pareto_efficient(agent_id));
        this.reports.push(report);
        return report;
    }
    async evaluateTask(agent_id, task, run, eval_id, inference) {
        await this.clear.evaluate(eval_id, agent_id, async (context) => {
            const answer = await inference(task.prompt, { task, run, agent_id });
            const { accuracy = 0, completion = 0, cost_usd, tokens, latency_ms, policy_actions, policy_violations } = answer;
            context.record_efficacy({ accuracy, task_completion: completion });
            if (cost_usd !== undefined)
                context.record_cost({ usd: cost_usd, ...(tokens === undefined ? {} : { tokens }) });
            if (latency_ms !== undefined)
                context.record_latency({ total_ms: latency_ms });
            if (policy_actions !== undefined && policy_violations !== undefined)
                context.record_assurance({ policy_actions, policy_violations });
        });
        const score = this.clear.get_metrics(eval_id).compute_overall_score();
        return score !== null && score >= this.clear.settings.threshold;
    }
    update_pareto_frontier(point) {
        this.frontier = paretoFront([...this.frontier, point]);
    }
    is_pareto_efficient(agent_id) {
        return this.frontier.some((point) => point.agent_id === agent_id);
    }
    get pareto_frontier() {
        return this.frontier;
    }
    get history() {
        return this.reports;
    }
}
function requirePasses(k) {
    if (!Number.isInteger(k) || k < 1)
        throw new RangeError(`k is ${k}, not a whole number from 1`);
    return k;
}

; 
const LN_SQRT_2PI = 0.9189385332046728;
const EULER = 0.5772156649015329;
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];
const ZETA_LESS_1 = Array.from({ length: 30 }, (_, at) => {
    const k = at + 2;
    const [m, f] = [24, 24 ** -k];
    let sum = (m * f) / (k - 1) + f / 2 + (k * f) / m / 12 - (k * (k + 1) * (k + 2) * f) / m ** 3 / 720;
    sum += (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * f) / m ** 5 / 30240;
    sum -= (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * (k + 5) * (k + 6) * f) / m ** 7 / 1209600;
    for (let n = m - 1; n >= 2; n--)
        sum += n ** -k;
    return sum;
});
function lnGamma(x) {
    if (!(x > 0))
        throw new RangeError(`lnGamma is for numbers above 0, not ${x}`);
    if (x === Number.POSITIVE_INFINITY)
        return x;
    if (x < 0.5)
        return lnGamma(x + 1) - Math.log(x);
    if (x <= 1.5)
        return lnGammaNear2(x - 1) - Math.log1p(x - 1);
    if (x <= 2.5)
        return lnGammaNear2(x - 2);
    let product = 1;
    let y = x;
    for (; y < 10; y++)
        product *= y;
    return (y - 0.5) * Math.log(y) - y + LN_SQRT_2PI + stirlingSeries(y) - Math.log(product);
}
function lnGammaNear2(z) {
    let sum = 0;
    for (let at = ZETA_LESS_1.length - 1; at >= 0; at--)
        sum = -z * (sum - (ZETA_LESS_1[at] * z) / (at + 2));
    return z * (1 - EULER) + sum;
}
function stirlingSeries(x) {
    let sum = 0;
    for (let at = STIRLING.length - 1; at >= 0; at--)
        sum = sum / (x * x) + STIRLING[at];
    return sum / x;
}
function stirlingError(x) {
    return x >= 10 ? stirlingSeries(x) : lnGamma(x + 1) - (x + 0.5) * Math.log(x) + x - LN_SQRT_2PI;
}
function deviance(x, m) {
    if (x === 0)
        return m;
    if (Math.abs(x - m) >= 0.1 * (x + m))
        return x * Math.log(x / m) + m - x;
    const v = (x - m) / (x + m);
    let term = 2 * x * v;
    let sum = (x - m) * v;
    for (let j = 3;; j += 2) {
        term *= v * v;
        const next = sum + term / j;
        if (next === sum)
            return sum;
        sum = next;
    }
}
function binomialDensity(k, r, p, q) {
    if (p === 0)
        return k === 0 ? 1 : 0;
    if (q === 0)
        return r === 0 ? 1 : 0;
    if (k === 0)
        return Math.exp(p < 0.1 ? r * Math.log1p(-p) : r * Math.log(q));
    if (r === 0)
        return Math.exp(q < 0.1 ? k * Math.log1p(-q) : k * Math.log(p));
    const n = k + r;
    const rest = stirlingError(n) - stirlingError(k) - stirlingError(r) - deviance(k, n * p) - deviance(r, n * q);
    return Math.sqrt(n / k / r) * Math.exp(rest - LN_SQRT_2PI);
}
function incompleteBeta(x, y, a, b) {
    if (x <= 0)
        return { lower: 0, upper: 1 };
    if (y <= 0)
        return { lower: 1, upper: 0 };
    if (x > (a + 1) / (a + b + 2)) {
        const { lower, upper } = incompleteBeta(y, x, b, a);
        return { lower: upper, upper: lower };
    }
    const lower = Math.min(1, betaDensity(x, y, a, b) / betaFraction(x, y, a, b));
    return { lower, upper: 1 - lower };
}
function betaDensity(x, y, a, b) {
    return binomialDensity(a, b, x, y) * a * (b / (a + b));
}
function betaFraction(x, y, a, b) {
    const excess = (x <= y ? a - (a + b) * x : (a + b) * y - b) + 1;
    let value = computeTailSum((a * excess) / (a + 1));
    let c = value;
    let d = 0;
    for (let m = 1; m < 1e6; m++) {
        const odd = a + 2 * m - 1;
        const above = (((a + m - 1) / odd) * (a + b + m - 1) * m * (b - m) * x * x) / odd;
        const below = m + (m * (b - m) * x) / odd + ((a + m) * (excess + m * (1 + y))) / (a + 2 * m + 1);
        d = 1 / computeTailSum(below + above * d);
        c = computeTailSum(below + above / c);
        value *= c * d;
        if (Math.abs(c * d - 1) < 2.3e-16)
            break;
    }
    return value;
}
function computeTailSum(value) {
    return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
function findZero(at, low, high, start) {
    let x = start;
    for (let step = 0; step < 200; step++) {
        const [value, slope] = at(x);
        if (value === 0)
            return x;
        if (value < 0)
            low = x;
        else
            high = x;
        const newton = x - value / slope;
        const next = newton > low && newton < high ? newton : (low + high) / 2;
        if (Math.abs(next - x) <= 1e-16 * Math.abs(x) || next === x)
            return next;
        x = next;
    }
    return x;
}

; 



function normalCdf(x) {
    if (Number.isNaN(x))
        throw new RangeError('x must be a number, not NaN');
    return x < 0 ? normalTail(-x) : 1 - normalTail(x);
}
function normalQuantile(p) {
    requireProbability('p', p);
    if (p === 0 || p === 1)
        return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    if (p === 0.5)
        return 0;
    if (p > 0.5)
        return -normalBelow(1 - p, p - 0.5);
    return normalBelow(p, 0.5 - p);
}
function normalBelow(p, centre) {
    const density = (x) => Math.exp((-x * x) / 2) / SQRT_2PI;
    if (centre < 0.25)
        return -findZero((x) => [normalCentre(x) - centre, density(x)], 0, 1, centre * SQRT_2PI);
    const start = Math.sqrt(-2 * Math.log(p));
    return -findZero((x) => {
        const tail = normalTail(x);
        return [Math.log(p) - Math.log(tail), density(x) / tail];
    }, 0, 40, Math.min(38, start));
}
const SQRT_2PI = 2.5066282746310002;
function normalCentre(x) {
    let term = x;
    let sum = x;
    for (let n = 3; term > sum * 1e-17; n += 2) {
        term *= (x * x) / n;
        sum += term;
    }
    return (sum * Math.exp((-x * x) / 2)) / SQRT_2PI;
}
function normalTail(x) {
    if (x < 2.5)
        return 0.5 - normalCentre(x);
    if (x > 40)
        return 0;
    let fraction = 0;
    for (let n = Math.ceil(20 + 600 / (x * x)); n >= 1; n--)
        fraction = n / (x + fraction);
    return Math.exp((-x * x) / 2) / SQRT_2PI / (x + fraction);
}
function studentCdf(t, df) {
    requirePositive('df', df);
    if (Number.isNaN(t))
        throw new RangeError('t must be a number, not NaN');
    const { lower, upper } = studentTails(Math.abs(t), df);
    return t < 0 ? lower / 2 : 0.5 + upper / 2;
}
function studentTails(t, df) {
    const square = t * t;
    if (square > 1e300)
        return { lower: Math.exp((df / 2) * (Math.log(df) - 2 * Math.log(t)) - lnHead(df / 2, 0.5)), upper: 1 };
    return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}
function lnHead(a, b) {
    return lnGamma(a + 1) + lnGamma(b) - lnGamma(a + b);
}
function studentQuantile(p, df) {
    requireProbability('p', p);
    requirePositive('df', df);
    if (p === 0 || p === 1)
        return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    if (p === 0.5)
        return 0;
    return p > 0.5 ? studentAbove(1 - p, p - 0.5, df) : -studentAbove(p, 0.5 - p, df);
}
function studentAbove(tail, centre, df) {
    const far = Math.log(df) / 2 - (Math.log(2 * tail) + lnHead(df / 2, 0.5)) / df;
    if (far > 300)
        return Math.exp(far);
    const found = findZero((u) => {
        const t = Math.exp(u);
        const { lower, upper } = studentTails(t, df);
        const square = t * t;
        const slope = 2 * betaDensity(df / (df + square), square / (df + square), df / 2, 0.5);
        if (tail < 0.25)
            return [Math.log(2 * tail) - Math.log(lower), slope / lower];
        return [Math.log(upper) - Math.log(2 * centre), slope / upper];
    }, -60, 340, 0);
    return Math.exp(found);
}
function betaCdf(x, a, b) {
    requirePositive('a', a);
    requirePositive('b', b);
    if (Number.isNaN(x))
        throw new RangeError('x must be a number, not NaN');
    return incompleteBeta(x, 1 - x, a, b).lower;
}
function betaQuantile(p, a, b) {
    requireProbability('p', p);
    requirePositive('a', a);
    requirePositive('b', b);
    if (p === 0 || p === 1)
        return p;
    return p <= 0.5 ? betaBelow(p, a, b) : 1 - betaBelow(1 - p, b, a);
}
function betaBelow(p, a, b) {
    const first = (Math.log(p) + lnHead(a, b)) / a;
    if (first < -600)
        return Math.exp(first);
    const found = findZero((u) => {
        const x = Math.exp(u);
        const y = -Math.expm1(u);
        const { lower } = incompleteBeta(x, y, a, b);
        return [Math.log(lower) - Math.log(p), betaDensity(x, y, a, b) / y / lower];
    }, -745, 0, Math.log(a / (a + b)));
    return Math.exp(found);
}
function binomialPmf(k, n, p) {
    requireCount('n', n);
    requireCount('k', k);
    requireProbability('p', p);
    return k > n ? 0 : binomialDensity(k, n - k, p, 1 - p);
}
function binomialCdf(k, n, p) {
    requireCount('n', n);
    requireProbability('p', p);
    if (!Number.isSafeInteger(k))
        throw new RangeError(`k must be a whole number, not ${k}`);
    if (k < 0)
        return 0;
    return k >= n ? 1 : incompleteBeta(1 - p, p, n - k, k + 1).lower;
}
function normalCritical(confidence) {
    requireConfidence(confidence);
    return -normalQuantile((1 - confidence) / 2);
}
function studentCritical(confidence, df) {
    requireConfidence(confidence);
    return -studentQuantile((1 - confidence) / 2, df);
}

; 

const RESAMPLING_SEED = 20_260_307;
function randomWords(seed) {
    requireCount('seed', seed);
    let [a, b, c, counter] = [0, (seed % 2 ** 32) | 0, Math.floor(seed / 2 ** 32) | 0, 1];
    const next = () => {
        const word = (a + b + counter) | 0;
        counter = (counter + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = ((c << 21) | (c >>> 11)) + word;
        return word >>> 0;
    };
    for (let i = 0; i < 15; i++)
        next();
    return next;
}

; 




function clusterBootstrap(taskValues, statistic = computeMean, { resamples = 10_000, confidence = 0.95, seed = RESAMPLING_SEED, method = 'bca' } = {}) {
    requireFinite('taskValues', taskValues);
    requireCount('resamples', resamples, 1);
    requireConfidence(confidence);
    const point = taskValues.length === 0 ? null : requireFiniteOrNull(statistic(taskValues));
    const none = (degenerate) => ({ point, low: null, high: null, method, degenerate });
    if (taskValues.length < 2)
        return none(taskValues.length === 0 ? 'there is no task' : 'there is one task only');
    if (point === null)
        return none('the figure is undefined for these tasks');
    if (allEqual(taskValues))
        return none('all tasks have the same value');
    const replicates = computeReplicates(taskValues, statistic, resamples, seed);
    if (replicates.length < resamples)
        return none(`the figure is undefined in ${resamples - replicates.length} of ${resamples} resamples`);
    if (method === 'percentile')
        return { point, ...computePercentiles(replicates, confidence), method, degenerate: null };
    return bcaInterval(point, replicates, computeJackknife(taskValues, statistic), confidence);
}
function* resampleTasks(tasks, resamples, seed = RESAMPLING_SEED) {
    requireCount('tasks', tasks);
    requireCount('resamples', resamples);
    const word = randomWords(seed);
    const drawn = new Uint32Array(tasks);
    const scale = tasks / 2 ** 32;
    for (let sample = 0; sample < resamples; sample++) {
        for (let i = 0; i < tasks; i++)
            drawn[i] = word() * scale;
        yield drawn;
    }
}
function computeReplicates(values, statistic, resamples, seed) {
    const source = Float64Array.from(values);
    const sample = new Float64Array(source.length);
    const replicates = new Float64Array(resamples);
    let count = 0;
    for (const drawn of resampleTasks(source.length, resamples, seed)) {
        for (let i = 0; i < drawn.length; i++)
            sample[i] = source[drawn[i]];
        const figure = requireFiniteOrNull(statistic(sample));
        if (figure !== null)
            replicates[count++] = figure;
    }
    return replicates.subarray(0, count).sort();
}
function requireFiniteOrNull(figure) {
    if (figure !== null && !Number.isFinite(figure))
        throw new RangeError(`the statistic must be null or a finite number, not ${figure}`);
    return figure;
}
function computeJackknife(values, statistic) {
    const rest = Float64Array.from(values.slice(1));
    const figures = new Float64Array(values.length);
    for (let left = 0; left < values.length; left++) {
        if (left > 0)
            rest[left - 1] = values[left - 1];
        const figure = requireFiniteOrNull(statistic(rest));
        if (figure === null)
            return null;
        figures[left] = figure;
    }
    return figures;
}
function bcaInterval(point, sorted, jackknife, confidence = 0.95) {
    requireConfidence(confidence);
    const plain = (why) => ({
        point,
        ...computePercentiles(sorted, confidence),
        method: 'percentile',
        degenerate: `${why}: percentiles instead of BCa`,
    });
    if (jackknife === null)
        return plain('the figure is undefined without one of the tasks');
    const share = computeShareBelow(sorted, point);
    if (share === 0 || share === 1)
        return plain('all resamples lie on one side of the figure');
    const bias = normalQuantile(share);
    const a = computeAcceleration(jackknife);
    const shifted = (z) => normalCdf(bias + (bias + z) / (1 - a * (bias + z)));
    const z = normalQuantile((1 - confidence) / 2);
    if (1 - a * (bias + z) <= 0 || 1 - a * (bias - z) <= 0)
        return plain('one task outweighs all others');
    return {
        point,
        low: quantileOfSorted(sorted, shifted(z)),
        high: quantileOfSorted(sorted, shifted(-z)),
        method: 'bca',
        degenerate: null,
    };
}
function computePercentiles(sorted, confidence) {
    const doubt = (1 - confidence) / 2;
    return { low: quantileOfSorted(sorted, doubt), high: quantileOfSorted(sorted, 1 - doubt) };
}
function computeShareBelow(sorted, point) {
    const slack = 1e-12 * Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
    let twice = 0;
    for (let i = 0; i < sorted.length; i++) {
        if (sorted[i] < point - slack)
            twice += 2;
        else if (sorted[i] <= point + slack)
            twice += 1;
        else
            break;
    }
    return twice / 2 / sorted.length;
}
function computeAcceleration(jackknife) {
    const centre = computeMean(jackknife);
    let [squares, cubes] = [0, 0];
    for (let i = 0; i < jackknife.length; i++) {
        const u = centre - jackknife[i];
        squares += u * u;
        cubes += u * u * u;
    }
    return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
function computeMean(values) {
    let sum = 0;
    for (let i = 0; i < values.length; i++)
        sum += values[i];
    return sum / values.length;
}

; 

function cohensKappa(table, confidence = 0.95) {
    const size = table.length;
    if (table.some((row) => row.length !== size || row.some((count) => !Number.isInteger(count) || count < 0)))
        throw new RangeError('a table of agreement is square and holds counts');
    const critical = normalCritical(confidence);
    const n = table.flat().reduce((sum, count) => sum + count, 0);
    const unsaid = { kappa: null, low: null, high: null, n };
    if (n === 0)
        return { ...unsaid, observed: null, expected: null, reason: 'no case was judged by both' };
    const share = table.map((row) => row.map((count) => count / n));
    const first = share.map((row) => row.reduce((sum, p) => sum + p, 0));
    const second = first.map((_, j) => share.reduce((sum, row) => sum + row[j], 0));
    const observed = table.reduce((sum, row, i) => sum + row[i], 0) / n;
    const expected = first.reduce((sum, p, i) => sum + p * second[i], 0);
    if (table.some((row, i) => row[i] === n))
        return { ...unsaid, observed, expected, reason: 'both gave one label to everything' };
    const kappa = (observed - expected) / (1 - expected);
    let spread = -((kappa - expected * (1 - kappa)) ** 2);
    share.forEach((row, i) => {
        row.forEach((p, j) => {
            spread +=
                i === j
                    ? p * (1 - (first[i] + second[i]) * (1 - kappa)) ** 2
                    : p * (1 - kappa) ** 2 * (second[i] + first[j]) ** 2;
        });
    });
    const half = (critical * Math.sqrt(Math.max(spread, 0) / n)) / (1 - expected);
    return {
        kappa,
        low: Math.max(-1, kappa - half),
        high: Math.min(1, kappa + half),
        observed,
        expected,
        n,
        reason: null,
    };
}
function agreementTable(labels, pairs) {
    const table = labels.map(() => labels.map(() => 0));
    for (const [first, second] of pairs) {
        const [row, column] = [labels.indexOf(first), labels.indexOf(second)];
        if (row === -1 || column === -1)
            throw new RangeError(`"${row === -1 ? first : second}" is no label of the table`);
        table[row][column]++;
    }
    return table;
}

; 


function confidenceSequence(sum, n, { alpha = 0.05, a = 1, b = 1 } = {}) {
    requireCount('n', n);
    if (!(sum >= 0 && sum <= n))
        throw new RangeError(`sum of ${n} values in [0, 1] cannot be ${sum}`);
    requireConfidence(alpha, 'alpha');
    requirePositive('a', a);
    requirePositive('b', b);
    if (n === 0)
        return { low: 0, high: 1 };
    const point = sum / n;
    const mixture = lnBeta(a + sum, b + n - sum) - lnBeta(a, b);
    const inside = (p) => mixture - multiplyLog(sum, Math.log(p)) - multiplyLog(n - sum, Math.log1p(-p)) < -Math.log(alpha);
    return { low: findEdge(inside, point, 0), high: findEdge(inside, point, 1) };
}
function winsEProcess(wins, losses, { a = 1, b = 1 } = {}) {
    requireCount('wins', wins);
    requireCount('losses', losses);
    requirePositive('a', a);
    requirePositive('b', b);
    return Math.exp(lnBeta(a + wins, b + losses) - lnBeta(a, b) + (wins + losses) * Math.LN2);
}
function findEdge(inside, start, end) {
    if (start === end || inside(end))
        return end;
    let [within, beyond] = [start, end];
    for (let i = 0; i < 200; i++) {
        const middle = (within + beyond) / 2;
        if (Math.abs(beyond - within) <= 1e-15 * middle)
            break;
        if (inside(middle))
            within = middle;
        else
            beyond = middle;
    }
    return beyond;
}
const multiplyLog = (factor, log) => (factor === 0 ? 0 : factor * log);
const lnBeta = (a, b) => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

; 



function wilson(p, n, confidence = 0.95) {
    requireProbability('p', p);
    requireConfidence(confidence);
    if (n === 0)
        return { low: 0, high: 1 };
    requirePositive('n', n);
    const z = normalCritical(confidence);
    const spread = 1 + (z * z) / n;
    const centre = (p + (z * z) / (2 * n)) / spread;
    const half = (z / spread) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
    return {
        low: p === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
        high: p === 1 ? 1 : Math.min(1, Math.max(p, centre + half)),
    };
}
function clopperPearson(c, n, confidence = 0.95) {
    requireCount('n', n);
    requireCount('c', c);
    requireConfidence(confidence);
    if (c > n)
        throw new RangeError(`c must not exceed n: ${c} of ${n}`);
    const doubt = (1 - confidence) / 2;
    return {
        low: c === 0 ? 0 : betaQuantile(doubt, c, n - c + 1),
        high: c === n ? 1 : 1 - betaQuantile(doubt, n - c, c + 1),
    };
}
function tInterval(values, confidence = 0.95) {
    requireConfidence(confidence);
    requireFinite('values', values);
    if (values.length < 2 || allEqual(values))
        return null;
    const centre = mean(values);
    const error = Math.sqrt(variance(values, 1) / values.length);
    const half = studentCritical(confidence, values.length - 1) * error;
    return { low: centre - half, high: centre + half };
}

; 



function intraclassCorrelation(tasks) {
    const present = selectTasksWithRuns(tasks);
    const t = present.length;
    const n = sumOver(present, (task) => task.runs);
    if (t < 2 || n === t)
        return null;
    const within = sumOver(present, (task) => (task.successes * (task.runs - task.successes)) / task.runs) / (n - t);
    if (within === 0)
        return null;
    const pooled = sumOver(present, (task) => task.successes) / n;
    const between = sumOver(present, (task) => task.runs * (task.successes / task.runs - pooled) ** 2) / (t - 1);
    const typical = (n - sumOver(present, (task) => task.runs ** 2) / n) / (t - 1);
    return Math.min(1, Math.max(0, (between - within) / (between + (typical - 1) * within)));
}
function effectiveRuns(tasks, confidence = 0.95) {
    requireConfidence(confidence);
    const present = selectTasksWithRuns(tasks);
    const t = present.length;
    const n = sumOver(present, (task) => task.runs);
    if (t < 2)
        return { n_eff: n, icc: null, deff: 1 };
    const icc = intraclassCorrelation(present);
    if (icc === null)
        return { n_eff: t, icc, deff: n / t };
    const independent = t ** 2 / sumOver(present, (task) => (1 + (task.runs - 1) * icc) / task.runs);
    const estimated = (normalCritical(confidence) / studentCritical(confidence, t - 1)) ** 2;
    return { n_eff: independent * estimated, icc, deff: n / independent };
}
function rateInterval(tasks, confidence = 0.95) {
    const present = selectTasksWithRuns(tasks);
    const { n_eff, icc } = effectiveRuns(present, confidence);
    const runs = sumOver(present, (task) => task.runs);
    const seen = { n_eff, icc, tasks: present.length, runs };
    if (runs === 0)
        return { point: null, interval: null, ...seen, note: 'there is no run' };
    const point = Math.min(1, sumOver(present, (task) => task.successes / task.runs) / present.length);
    return {
        point,
        interval: wilson(point, n_eff, confidence),
        ...seen,
        note: describeAssumption(present.length, runs, icc),
    };
}
function describeAssumption(tasks, runs, icc) {
    if (tasks === 1)
        return 'one task: the interval is about further runs of this task, not about other tasks';
    if (icc !== null || runs === tasks)
        return null;
    return 'all runs of a task agree: each task counts as one run';
}
function clusterStandardError(tasks) {
    const clusters = computeMoments(tasks);
    const n = sumOver(clusters, (cluster) => cluster.n);
    const c = clusters.length;
    if (c < 2)
        return null;
    const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
    return Math.sqrt((c / (c - 1)) * sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2)) / n;
}
function millerStandardError(tasks) {
    const clusters = computeMoments(tasks);
    const n = sumOver(clusters, (cluster) => cluster.n);
    if (n < 2)
        return null;
    const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
    const squares = (cluster) => cluster.squares - 2 * pooled * cluster.sum + cluster.n * pooled ** 2;
    const own = sumOver(clusters, squares);
    const cross = sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2 - squares(cluster));
    const variance = own / (n - 1) / n + cross / n ** 2;
    return variance < 0 ? null : Math.sqrt(variance);
}
function computeMoments(tasks) {
    const clusters = tasks.map((task) => {
        if ('runs' in task) {
            requireRuns(task);
            return { n: task.runs, sum: task.successes, squares: task.successes };
        }
        requireFinite('scores', task);
        return { n: task.length, sum: sumOver(task, (score) => score), squares: sumOver(task, (score) => score ** 2) };
    });
    return clusters.filter((cluster) => cluster.n > 0);
}
function requireRuns({ runs, successes }) {
    requireCount('runs', runs);
    requireCount('successes', successes);
    if (successes > runs)
        throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
}
function selectTasksWithRuns(tasks) {
    for (const task of tasks)
        requireRuns(task);
    return tasks.filter((task) => task.runs > 0);
}
function sumOver(values, of) {
    return values.reduce((total, value) => total + of(value), 0);
}

; 


function passAtK(n, c, k) {
    requireDraw(n, c, k);
    if (n < k)
        return null;
    if (n - c < k)
        return 1;
    const [draws, hits] = k <= c ? [k, c] : [c, k];
    let q = 0;
    for (let j = 0; j < draws; j++)
        q += ((1 - q) * hits) / (n - j);
    return Math.min(1, q);
}
function passHatK(n, c, k) {
    requireDraw(n, c, k);
    if (n < k)
        return null;
    if (c < k)
        return 0;
    const [draws, hits] = k <= n - c ? [k, c] : [n - c, n - k];
    let product = 1;
    for (let j = 0; j < draws; j++)
        product *= (hits - j) / (n - j);
    return product;
}
function requireDraw(n, c, k) {
    requireCount('k', k, 1);
    requireCount('n', n);
    requireCount('c', c);
    if (c > n)
        throw new RangeError(`c must not exceed n: ${c} of ${n}`);
}
function passAtKOf(tasks, k) {
    return averageOverTasks(tasks, (task) => passAtK(task.runs, task.successes, k));
}
function passHatKOf(tasks, k) {
    return averageOverTasks(tasks, (task) => passHatK(task.runs, task.successes, k));
}
function averageOverTasks(tasks, figure) {
    for (const task of tasks)
        requireRuns(task);
    const values = tasks.map(figure).filter((value) => value !== null);
    const total = values.reduce((sum, value) => sum + value, 0);
    const missing = tasks.length - values.length;
    return {
        value: values.length === 0 ? null : total / values.length,
        tasks: tasks.length,
        undefined_tasks: missing,
        low: tasks.length === 0 ? null : total / tasks.length,
        high: tasks.length === 0 ? null : (total + missing) / tasks.length,
    };
}

; 



function consistencyGap(tasks, k) {
    const enough = tasks.filter((task) => task.runs >= k);
    const [some, one, all] = [passAtKOf(enough, k).value, passHatKOf(enough, 1).value, passHatKOf(enough, k).value];
    return {
        at_least_one_less_all: some === null || all === null ? null : Math.max(0, some - all),
        one_less_all: one === null || all === null ? null : Math.max(0, one - all),
        tasks: enough.length,
        undefined_tasks: tasks.length - enough.length,
    };
}
function runVariance(tasks, ddof = 0) {
    return averageOverTasks(tasks, ({ runs, successes }) => runs <= ddof || runs === 0 ? null : (successes * (runs - successes)) / runs / (runs - ddof));
}
function betweenRunDeviation(rates) {
    const spread = variance(rates, 1);
    return spread === null ? null : Math.sqrt(spread);
}
function outcomeConsistency({ runs, successes }) {
    requireCount('runs', runs);
    requireCount('successes', successes);
    if (successes > runs)
        throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
    return runs < 2 ? null : ((2 * successes) / runs - 1) ** 2;
}
function outcomeConsistencyOf(tasks) {
    return averageOverTasks(tasks, outcomeConsistency);
}
function resourceConsistency(amounts) {
    requireFinite('amounts', amounts);
    for (const amount of amounts)
        requireAmount('amount', amount);
    if (amounts.length < 2)
        return null;
    return allEqual(amounts) ? 1 : Math.exp(-Math.sqrt(variance(amounts, 1)) / mean(amounts));
}

; 


function kaplanMeier(observations, confidence = 0.95) {
    const z = normalCritical(confidence);
    requireFinite('value', observations.map(({ value }) => value));
    const sorted = [...observations].sort((one, other) => one.value - other.value);
    const steps = [];
    let survival = 1;
    let hazard = 0;
    for (let at = 0; at < sorted.length;) {
        const { value } = sorted[at];
        const at_risk = sorted.length - at;
        let events = 0;
        for (; sorted[at]?.value === value; at++)
            events += sorted[at].event ? 1 : 0;
        survival *= 1 - events / at_risk;
        hazard += events === at_risk ? 0 : events / (at_risk * (at_risk - events));
        const censored = at_risk - (sorted.length - at) - events;
        steps.push({ value, at_risk, events, censored, survival, ...computeSpread(survival, hazard, z) });
    }
    return steps;
}
function computeSpread(survival, hazard, z) {
    if (survival === 0)
        return { standard_error: null, interval: null };
    const standard_error = survival * Math.sqrt(hazard);
    if (survival === 1)
        return { standard_error, interval: null };
    const factor = Math.exp((z * Math.sqrt(hazard)) / -Math.log(survival));
    return { standard_error, interval: { low: survival ** factor, high: survival ** (1 / factor) } };
}
function successCurve(steps) {
    return steps.map(({ value, survival, at_risk, interval }) => ({
        value,
        success: 1 - survival,
        at_risk,
        interval: interval && { low: 1 - interval.high, high: 1 - interval.low },
    }));
}
function survivalQuantile(steps, p) {
    return steps.find((step) => step.survival <= 1 - p + 1e-12)?.value ?? null;
}

; 
const N = 624;
const M = 397;
const A = 2567483615;
const F = 1812433253;
const U = 11;
const S = 7;
const B = 2636928640;
const T = 15;
const C = 4022730752;
const L = 18;
const MASK_LOWER = 2147483647;
const MASK_UPPER = 2147483648;
const JUMP_COEFS = "SUSgbA\\W`E[]KN2RUSo8XVU?HKBFRl11E\\KoWOg5B]XEWG;BE;1:oVK[`B^Z9Qd23^XTnhL>]Unda4f[X;_j9H5QD=cN<5H`3bW>9bk1mjoI2fK0obmAAINOV:>Mek_V9dd<hZ\\gC3?Fm7FEk07QH_3PLm^@?^i\\QMkgP<]oLHmFnlecg5F@7U^@4jhZ?WZS0k@GHehmM36:5^9;>Hmm`co>k:KOSkSbIINb1VFf>LXgP>GUAQTD>Ci>XMGkUflLlb?_FaFUk@?5N7i70@;1o68ah@I<HFH7R2^J:G][Gf962ITWID9GWK8ElD2G5=DcHcL]cA]P2n7A=[<bInM;IHDQnJMReRXDWbVldnGEIPij`E08Xdci3@0c:IBbD4:Nk]?lEN9j^;T`0blZX7eiWE8c`<ak7j05FZi>AjUDh?M1B?^??FAXKThf<aBOXZf7jXYGK>R<;NHk3S9YhM7STJ6`:MIE`S@7298X8W>PNK=@;lLX<i\\TXLL<W@X[X54H]in8M;;n?kkQbajgAMY=Tf9b;ZKf0QUB2FHYWfnfkDoU9YkcLd95T>lK6GM1YL\\lid:J>KYS=iJ]Y>QlF>?R5_[5QeYC=66;A32Ac>OHk_ne^0g>bK:g;KFPgbGUcPR_Z=TX3H9d03bKZ2IhEPKBo>LSGWd0iFdV8C<Y:<>T[O6lC\\blaZ>GoAYP4clf^j1IfnZJ]QeDe2X<HE[LJNWnaCg[P]Co^:IRbWPY?97UePBlZNNHY6LOBM8P>=h?Ye:_f_Sb9Ki5GDYBF4dWeMfdg^ccPllNWM7G1\\UMdoYeOOD5^e@foA22G?ADYo5:FVG[bWo96;>3kc_c1Ab30>30;1@4F8g2hY?DJ4[LOL;ZLLKo2]jo>[KMDUcR279N_kF=3WL@Dd620bMTdA\\U9k``ef2iD9JgJ8CZBHS>F^Uk;<laeaeHS<15OSeS`PcSSKBRBFY]aQ=EgUXGNg=?d56`KA@2BejY0^[_DCX`L=CGMT=BW^6S1i@2ATBVk>3_ocRA>2U:4GPQ6o>5jX2HIcV3S@On6KB<[SKB?FC_AAji9agbBFkAi\\;4I\\UJ]c36Ub@[;gQACVGY<V]SDJBUU]La\\_a@JdOO8gm2T0DJMa:8Hf7>E]noQ[1Kambn??QQ]S?1i0oMGOijb\\aGY6lQ^CJ?9bFle8<eH4UUjBINX;n8@VOA5ah^URV49B[A?ONHhHAC1J5;;h0SXYlG^0W=eJdHh^K4SGe=1HZLLam;D<Q3AOdbPcdX``82\\jo0En8jRVGC73WMCF9`d:0heS?80?C188cSn7H9<daZ]MgS4Pb^1HkA:1PU^5>^h_g[RQV@PnYBRI_]`B]Bh@Uk03eXGY`I16L76H28X`R>IROMeNVUdU[:lghLhPCQZ:4a<30YBZCYnXe[?;jc8gKI2QH2MjnWBm4nGCZW`aVU2a;P<AMI25mlW_Nm][2?b6o851X@lAm]YZ`bWRF1g<Ga:T]1NXH5Veja5P9S9>:aNg:Th1Y=5o78K>LQ8hW@5S?I83Lk5Xk;j5@I3o[d:4RjE^oS30:WP9gC\\i8aSI>QRE@4lP:7lDg8g2`Ql[2I8aBU\\BQ?B4_clL9Q]S;^e1Ob5[>3JER2`c7B=o]fPOWO<DGi;Niba1PoWPPE_Q3aX0OB0mZej\\f_M[J4Y6]1`h2MkF[GiW8Q^d3^_=<I1N2Q7]2<2j[iP7V3V821FaI]A`93bC^Z\\G=WJ;^Ih?B97_iIF@\\Dl<eK1je8SNTWo_=XFMZH<<JYLZ^YQMPgYOV45K_:]kSI8^XlO0]GY=VUfe_C_F6TOcoAlVUH:o=WhhT@K`2KFhe<3\\KXQ>W:M?S_4S5d@J^`[AGA7@3]DnGSCO`\\?E8HT75^d9\\:m\\m1egIfk8cd6bD9\\eU8\\n[Pb0Cgd^S0n9kGJHb]i5XodlKHc34Fhi9K>0U5WK`>7Ff2^KL=WC6:kc?e5C^a1T1:4:^S5flXlGNIj08AfO?Dh7T7dWO>E]NI9?ob7B7P_h[4TEP[EU;GllFTnSmg9:\\[N]<SAoKP_kPlG56A:I3T6EG8Hj=XnUE`KT5U@OQ?]7[N^MFN1_NU4KO_3::Le`8IL9[1Z1H1;V3SC\\N3]S@4U[F2mhT5dYM7[4Pg_Na0_8WTH0`bgceQS8]EG;XgD4Ib4iLTP@kE79Mn>AYRJA1U5^Blhgno:aHVYc03c3J0Vc9FjEV^M75Zfd8kVC9>iJDk`AJ[6f7DK2D^DL\\AX:6b5h31XH;RQB\\N<ZSM=J;6L[`UW^eOIFc1Y]6_dfedIe4ARh72mTXC0WND_IDHVCZRDE0eODARCEETQI5TPUQE=jEH5bS?LP[ai`F5ABRYDo2o\\@=]GT?_9;hc4Lm:\\SF9k1T<0E@fX9BG[]g0nY7k[Qmi@la8`PF0j6@Q?Ii7bLkXQ<lLHf]`:DCh@9JY5>hEVLTdhL\\b1EB0lLh<=WaO@F<;8g<d:@e:LA:cFIEdmQh7hNHfSRToW?8N4:Z1K;XEDRO;OIDh<UdVln?bjgL>?VE98[B\\K<BVjkG8LiSX;fb>jf?DUK00Aih<WY6QD6cEnHBZ8iN_fd<G8Ci`11RUW2QlW]IXV:m?;J0GXXHfGNQ>:D`=fLPbO?VOTEYLj^cNj5PM>jKB5HVjJ4U7lXaTQNL9<@\\1`m\\Ug@VQHd7>jW=ca0`miF7;N0F=GjoQ`RFchKMGTmn8cF@Oh4GGCm7m2`U9j93Tb>=kSERjE_J939F01I1;`<ijk_=_Vn=7RVAI6fnQI5KlF:C44bN<<8K=Z<2TP<1]5?<dB>^LA=ebloE2Y2:9lkh0\\<YKbHD97iE`<C5oj^1>X:??`H6BXF2hG1Q[dF0Q=>W=J?7C\\k1T?<;R44oW?1hY^G8Zm]ZKnfOf0eCFYo6?=D8?<`6HU5SXh1;=:23LmV_FSi;OJfV<^?GkIDPISeHg1LaGE:V3Y3K3H<QJfbY?=;ldZRhnhQT_mGXDLFXXhSONE6Do_0iNZagB:BPGOTH;VhHUTd6LhQm^[;dO]5Hlkg<R:F<Kn\\:I:EGojgWZ2X@SYO_dlH;G8S<>oEKabY`:oU;=JW7ig?S?EYb86b7n8ce\\]IRa]koiWY<RfO;5kUI;7lVeC?[@ZaXDiF04B8R]bg@>O<mQDoUcBLcf^f>m2kMBUloD>Ze@NN^Z11TM`inXYhE_I=kA`:ZF4d\\>`L@;ZP[`ENU5cL[BV6\\Z?Di76:jg3hE6oG6jFc8kP=[GS1;WSedYQW1:U4\\OF32GgmMC<AjO]872bdBb`bKAA?8j78b>T3VfcUB2m4J^CPRU;8dScI]LU]^bBYA5_3:Y0N5i^?200000";
var MersenneTwister = class MersenneTwister {
	constructor(states, index) {
		this.states = states;
		this.index = index;
	}
	clone() {
		return new MersenneTwister(this.states.slice(), this.index);
	}
	next() {
		let y = this.states[this.index];
		y ^= y >>> U;
		y ^= y << S & B;
		y ^= y << T & C;
		y ^= y >>> L;
		this.index = twistedNext(this.states, this.index);
		return y;
	}
	getState() {
		return [this.index, ...this.states];
	}
	jump() {
		const originalStates = this.states.slice();
		const originalIndex = this.index;
		this.index = twistedNext(this.states, this.index);
		for (let i = 19932; i > 0; --i) {
			if (JUMP_COEFS.charCodeAt(i / 6 | 0) - 48 & 1 << i % 6) addState(this.states, this.index, originalStates, originalIndex);
			this.index = twistedNext(this.states, this.index);
		}
		addState(this.states, this.index, originalStates, originalIndex);
	}
};
function addState(mt, idx, originalMt, originalIdx) {
	let i = 0;
	if (originalIdx >= idx) {
		for (; i < N - originalIdx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
		for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx - N];
		for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
	} else {
		for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
		for (; i < N - originalIdx; i++) mt[i + idx - N] ^= originalMt[i + originalIdx];
		for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
	}
}
function twistedNext(mt, idx) {
	if (idx < N - M) {
		const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
		mt[idx] = mt[idx + M] ^ y >>> 1 ^ -(y & 1) & A;
		return idx + 1;
	} else if (idx < N - 1) {
		const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
		mt[idx] = mt[idx + M - N] ^ y >>> 1 ^ -(y & 1) & A;
		return idx + 1;
	} else {
		const y = mt[idx] & MASK_UPPER | mt[0] & MASK_LOWER;
		mt[idx] = mt[M - 1] ^ y >>> 1 ^ -(y & 1) & A;
		return 0;
	}
}
function twist(mt) {
	for (let idx = 0; idx !== N; ++idx) twistedNext(mt, idx);
}
function mersenneFromState(state) {
	if (!(state.length === 625 && state[0] >= 0 && state[0] < N)) throw new Error("The state must have been produced by a mersenne RandomGenerator");
	return new MersenneTwister(state.slice(1), state[0]);
}
function mersenne(seed) {
	const out = [seed | 0];
	for (let idx = 1; idx !== N; ++idx) {
		const xored = out[idx - 1] ^ out[idx - 1] >>> 30;
		out.push(Math.imul(F, xored) + idx | 0);
	}
	twist(out);
	return new MersenneTwister(out, 0);
}


; 

const LEGACY_GENERATOR = 'MT19937, numpy.random.RandomState';
function legacyRandom(seed) {
    if (!Number.isInteger(seed) || seed < 0 || seed >= WORDS)
        throw new RangeError(`a seed is an integer from 0 to 2^32 − 1, not ${seed}`);
    const generator = mersenne(seed);
    const uint32 = () => generator.next() >>> 0;
    const upTo = (most) => {
        if (most === 0)
            return 0;
        const mask = 0xffffffff >>> Math.clz32(most);
        for (;;) {
            const drawn = (uint32() & mask) >>> 0;
            if (drawn <= most)
                return drawn;
        }
    };
    const shuffled = (items) => {
        const order = [...items];
        for (let i = order.length - 1; i > 0; i--) {
            const j = upTo(i);
            [order[i], order[j]] = [order[j], order[i]];
        }
        return order;
    };
    const permutation = (n) => {
        if (!Number.isInteger(n) || n < 0)
            throw new RangeError(`a permutation is of a whole number of things, not ${n}`);
        return shuffled(Array.from({ length: n }, (_, i) => i));
    };
    return {
        uint32,
        randomSample: () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53,
        randint(low, high) {
            if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high <= low || high - low > WORDS)
                throw new RangeError(`randint needs integers low < high at most 2^32 apart, not ${low} and ${high}`);
            return low + upTo(high - low - 1);
        },
        permutation,
        shuffled,
        choice(n, m) {
            if (!Number.isInteger(m) || m < 0 || m > n)
                throw new RangeError(`cannot choose ${m} different ones of ${n}`);
            return permutation(n).slice(0, m);
        },
    };
}
const WORDS = 2 ** 32;

; 



function pairedDifference(differences, confidence = 0.95) {
    requireConfidence(confidence);
    const centre = mean(differences);
    const tasks = differences.length;
    if (centre === null || tasks < 2 || allEqual(differences))
        return { mean: centre, tasks, standard_error: null, df: null, t: null, p: null, low: null, high: null };
    const standard_error = Math.sqrt(variance(differences, 1) / tasks);
    const df = tasks - 1;
    const t = centre / standard_error;
    const half = studentCritical(confidence, df) * standard_error;
    const p = Math.min(1, 2 * studentCdf(-Math.abs(t), df));
    return { mean: centre, tasks, standard_error, df, t, p, low: centre - half, high: centre + half };
}
function mcnemar(b, c) {
    requireCount('b', b);
    requireCount('c', c);
    const fewer = Math.min(b, c);
    const both = 2 * binomialCdf(fewer, b + c, 0.5);
    if (b + c === 0)
        return { p: 1, mid_p: 1 };
    const seen = binomialPmf(fewer, b + c, 0.5);
    return { p: Math.min(1, both), mid_p: b === c ? 1 - seen / 2 : both - seen };
}
function holm(ps) {
    const family = ps.flatMap((p, at) => (p === null ? [] : [{ p, at }]));
    for (const { p, at } of family)
        requireProbability(`ps[${at}]`, p);
    family.sort((one, other) => one.p - other.p);
    const adjusted = ps.map(() => null);
    let highest = 0;
    family.forEach(({ p, at }, rank) => {
        highest = Math.max(highest, Math.min(1, (family.length - rank) * p));
        adjusted[at] = highest;
    });
    return adjusted;
}
function equivalence(differences, margin, confidence = 0.95) {
    requirePositive('margin', margin);
    requireFinite('differences', differences);
    const { mean: centre, standard_error, df, p } = pairedDifference(differences, confidence);
    if (standard_error === null || df === null || p === null)
        return { verdict: 'not decided', p_lower: null, p_upper: null, p_difference: null };
    const p_lower = studentCdf(-(centre + margin) / standard_error, df);
    const p_upper = studentCdf((centre - margin) / standard_error, df);
    const alpha = 1 - confidence;
    const verdict = Math.max(p_lower, p_upper) <= alpha ? 'equivalent' : p <= alpha ? 'different' : 'not decided';
    return { verdict, p_lower, p_upper, p_difference: p };
}

; 
function createPanelQuadrature(low, high, panels) {
    const nodes = new Float64Array(panels * RULE.length);
    const weights = new Float64Array(panels * RULE.length);
    const half = (high - low) / panels / 2;
    for (let panel = 0; panel < panels; panel++) {
        const middle = low + half * (2 * panel + 1);
        RULE.forEach(([node, weight], i) => {
            nodes[panel * RULE.length + i] = middle + half * node;
            weights[panel * RULE.length + i] = half * weight;
        });
    }
    return { nodes, weights };
}
function gaussLegendre(degree) {
    return Array.from({ length: degree }, (_, i) => {
        let x = Math.cos((Math.PI * (i + 0.75)) / (degree + 0.5));
        let slope = 1;
        for (let round = 0; round < 8; round++) {
            let [before, value] = [1, x];
            for (let n = 2; n <= degree; n++)
                [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
            slope = (degree * (x * value - before)) / (x * x - 1);
            x -= value / slope;
        }
        return [x, 2 / ((1 - x * x) * slope * slope)];
    });
}
const RULE = gaussLegendre(16);

; 



function differenceVariance({ between, within_a, within_b, trials_a, trials_b }) {
    for (const [name, value] of Object.entries({ between, within_a, within_b }))
        requireAmount(name, value);
    requireCount('trials_a', trials_a, 1);
    requireCount('trials_b', trials_b, 1);
    return between + within_a / trials_a + within_b / trials_b;
}
function tasksNeeded(design, effect, { alpha = 0.05, power = 0.8 } = {}) {
    requirePositive('effect', effect);
    return Math.max(1, Math.ceil((criticalSum(alpha, power) / effect) ** 2 * differenceVariance(design) * (1 - 1e-12)));
}
function minimumDetectableEffect(design, tasks, { alpha = 0.05, power = 0.8 } = {}) {
    requireCount('tasks', tasks);
    return tasks === 0 ? null : criticalSum(alpha, power) * Math.sqrt(differenceVariance(design) / tasks);
}
function pairedPower(design, tasks, effect, { alpha = 0.05, method = 't' } = {}) {
    requireCount('tasks', tasks);
    requireAmount('effect', effect);
    requireConfidence(alpha, 'alpha');
    if (tasks < (method === 't' ? 2 : 1))
        return null;
    const error = Math.sqrt(differenceVariance(design) / tasks);
    if (error === 0)
        return effect > 0 ? 1 : alpha;
    const shift = effect / error;
    if (method === 't')
        return noncentralPower(-studentQuantile(alpha / 2, tasks - 1), tasks - 1, shift);
    const critical = -normalQuantile(alpha / 2);
    return normalCdf(shift - critical) + normalCdf(-shift - critical);
}
function unpairedTasks({ rate_a, rate_b, icc, trials }, { alpha = 0.05, power = 0.8 } = {}) {
    for (const [name, value] of Object.entries({ rate_a, rate_b, icc }))
        requireProbability(name, value);
    requireCount('trials', trials, 1);
    criticalSum(alpha, power);
    if (rate_a === rate_b)
        throw new RangeError('equal rates have no difference to find');
    const pooled = (rate_a + rate_b) / 2;
    const sum = -normalQuantile(alpha / 2) * Math.sqrt(2 * pooled * (1 - pooled)) +
        normalQuantile(power) * Math.sqrt(rate_a * (1 - rate_a) + rate_b * (1 - rate_b));
    const runs = Math.ceil((sum / (rate_a - rate_b)) ** 2 - 1e-9);
    return { runs, tasks: Math.ceil((runs * (1 + (trials - 1) * icc)) / trials - 1e-9) };
}
function mcnemarPower(tasks, only_a, only_b, { alpha = 0.05 } = {}) {
    requireCount('tasks', tasks);
    requireProbability('only_a', only_a);
    requireProbability('only_b', only_b);
    requireConfidence(alpha, 'alpha');
    if (only_a + only_b > 1)
        throw new RangeError('only_a and only_b are shares of the same tasks: at most 1 together');
    const discordant = only_a + only_b;
    if (discordant === 0)
        return 0;
    let found = 0;
    for (let d = 1; d <= tasks; d++) {
        const weight = binomialPmf(d, tasks, discordant);
        if (weight < 1e-18)
            continue;
        let [tail, most] = [0, -1];
        for (let k = 0; 2 * k < d; k++) {
            tail += binomialPmf(k, d, 0.5);
            if (2 * tail > alpha)
                break;
            most = k;
        }
        for (let k = 0; k <= most; k++)
            found += weight * (binomialPmf(k, d, only_a / discordant) + binomialPmf(d - k, d, only_a / discordant));
    }
    return Math.min(1, found);
}
function criticalSum(alpha, power) {
    requireConfidence(alpha, 'alpha');
    requireConfidence(power, 'power');
    return normalQuantile(power) - normalQuantile(alpha / 2);
}
function noncentralPower(critical, df, shift) {
    const reach = 12 / Math.sqrt(2 * df);
    const { nodes, weights } = createPanelQuadrature(Math.max(0, 1 - reach), 1 + reach, 40);
    const logConstant = Math.LN2 + (df / 2) * Math.log(df / 2) - lnGamma(df / 2);
    let sum = 0;
    nodes.forEach((s, i) => {
        const density = Math.exp(logConstant + (df - 1) * Math.log(s) - (df * s * s) / 2);
        sum += weights[i] * density * (normalCdf(shift - critical * s) + normalCdf(-shift - critical * s));
    });
    return Math.min(1, sum);
}

; 

const RANDOMISED_ORDER = `${LEGACY_GENERATOR}; tasks permuted within strata, strata interleaved, arms ` +
    'permuted within each task and trial';
function randomisedOrder({ tasks, arms, trials, seed }) {
    if (!Number.isInteger(trials) || trials < 1)
        throw new RangeError(`trials is an integer from 1, not ${trials}`);
    requireUnique('task', tasks.map(({ id }) => id));
    requireUnique('arm', arms);
    const random = legacyRandom(seed);
    const strata = [...new Set(tasks.map(({ stratum }) => stratum))].sort(compareCodePoints);
    const byId = tasks.toSorted((a, b) => compareCodePoints(a.id, b.id));
    const placed = strata.flatMap((stratum, at) => {
        const sorted = byId.filter((task) => task.stratum === stratum);
        return random.permutation(sorted.length).map((i, r) => ({ task: sorted[i], r, n: sorted.length, at }));
    });
    const order = placed.sort((a, b) => (2 * a.r + 1) * b.n - (2 * b.r + 1) * a.n || a.at - b.at);
    const sortedArms = arms.toSorted(compareCodePoints);
    return order.flatMap(({ task }, place) => Array.from({ length: trials }, (_, t) => random.shuffled(sortedArms).map((arm) => ({
        task: task.id,
        stratum: task.stratum,
        trial: t + 1,
        arm,
        block: place * trials + t + 1,
    }))).flat());
}
function compareCodePoints(a, b) {
    const [left, right] = [[...a], [...b]];
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
        const difference = left[i].codePointAt(0) - right[i].codePointAt(0);
        if (difference !== 0)
            return difference;
    }
    return left.length - right.length;
}
function requireUnique(what, ids) {
    const seen = new Set();
    for (const id of ids) {
        if (seen.has(id))
            throw new RangeError(`${what} "${id}" is there twice`);
        seen.add(id);
    }
}

; 




function rateBounds(outcomes) {
    const { successes, undecided, runs } = countRuns(outcomes);
    return runs === 0 ? null : { low: successes / runs, high: (successes + undecided) / runs };
}
function rateBoundsOf(tasks) {
    return averageBounds(tasks.map(rateBounds).filter((bounds) => bounds !== null));
}
function outerInterval(tasks, confidence = 0.95) {
    requireConfidence(confidence);
    const bounds = rateBoundsOf(tasks);
    if (bounds === null)
        return null;
    const present = tasks.map(countRuns).filter((task) => task.runs > 0);
    const worst = present.map(({ runs, successes }) => ({ runs, successes }));
    const best = present.map(({ runs, successes, undecided }) => ({ runs, successes: successes + undecided }));
    return {
        low: wilson(Math.min(1, bounds.low), effectiveRuns(worst, confidence).n_eff, confidence).low,
        high: wilson(Math.min(1, bounds.high), effectiveRuns(best, confidence).n_eff, confidence).high,
    };
}
function differenceBounds(a, b) {
    return { low: a.low - b.high, high: a.high - b.low };
}
function pairedBounds(pairs) {
    const each = pairs.flatMap(({ a, b }) => {
        const [one, other] = [rateBounds(a), rateBounds(b)];
        return one === null || other === null ? [] : [differenceBounds(one, other)];
    });
    const bounds = averageBounds(each);
    return bounds && { ...bounds, decided: bounds.low > 0 || bounds.high < 0 };
}
function roganGladen(observed, sensitivity, specificity) {
    requireProbability('observed', observed);
    requireProbability('sensitivity', sensitivity);
    requireProbability('specificity', specificity);
    const power = sensitivity + specificity - 1;
    if (power <= 1e-12)
        return null;
    const unclamped = (observed + specificity - 1) / power;
    return { rate: Math.min(1, Math.max(0, unclamped)), unclamped, inflation: 1 / power };
}
function noisyVerifier(rate, error, n, confidence = 0.95) {
    requireProbability('rate', rate);
    requireProbability('error', error);
    requirePositive('n', n);
    const expected = error + (1 - 2 * error) * rate;
    const half = normalCritical(confidence) * Math.sqrt((expected * (1 - expected)) / n);
    return { expected, low: Math.max(0, expected - half), high: Math.min(1, expected + half) };
}
function countRuns({ successes, failures, undecided }) {
    requireCount('successes', successes);
    requireCount('failures', failures);
    requireCount('undecided', undecided);
    return { successes, undecided, runs: successes + failures + undecided };
}
function averageBounds(intervals) {
    if (intervals.length === 0)
        return null;
    const total = (end) => intervals.reduce((sum, interval) => sum + interval[end], 0);
    return { low: total('low') / intervals.length, high: total('high') / intervals.length };
}

; 


function missedBelow(differed, runs, confidence = 0.95) {
    requireCount('differed', differed);
    requireCount('runs', runs);
    requireConfidence(confidence);
    if (runs === 0 || differed >= runs)
        return 1;
    return differed === 0 ? 1 - (1 - confidence) ** (1 / runs) : betaQuantile(confidence, differed + 1, runs - differed);
}
function rerunsToFind(rate, confidence = 0.95) {
    requireProbability('rate', rate);
    requireConfidence(confidence);
    if (rate === 0)
        throw new RangeError('rate must be above 0: no number of reruns finds what never happens');
    return rate === 1 ? 1 : Math.ceil(Math.log1p(-confidence) / Math.log1p(-rate) - 1e-9);
}
function suiteFalseAlarm(rate, checks) {
    requireProbability('rate', rate);
    requireCount('checks', checks);
    return checks === 0 ? 0 : -Math.expm1(checks * Math.log1p(-rate));
}

; 



function alphaSpent(information, alpha, spending) {
    requireConfidence(alpha, 'alpha');
    requireProbability('information', information);
    if (information === 0)
        return 0;
    if (information === 1)
        return alpha;
    if (spending === 'pocock')
        return alpha * Math.log1p((Math.E - 1) * information);
    return 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(information));
}
function spendingBoundaries(looks, alpha, spending) {
    return solveBoundaries(looks, (information) => alphaSpent(information, alpha, spending));
}
function solveBoundaries(looks, spentBy) {
    looks.forEach((t, j) => {
        if (!(t > (looks[j - 1] ?? 0) && t <= 1))
            throw new RangeError(`looks rise within (0, 1]: ${looks.join(', ')}`);
    });
    const found = [];
    let carried = null;
    looks.forEach((information, j) => {
        const spent = spentBy(information);
        const toSpend = spent - (found[j - 1]?.spent ?? 0);
        const step = Math.sqrt(information - (looks[j - 1] ?? 0));
        const limit = carried === null ? -step * normalQuantile(toSpend / 2) : findLimit(carried, step, toSpend);
        found.push({ information, spent, boundary: limit / Math.sqrt(information) });
        const next = looks[j + 1];
        if (next !== undefined)
            carried = propagateDensity(carried, step, limit, Math.min(step, Math.sqrt(next - information)));
    });
    return found;
}
function propagateDensity(before, step, limit, width) {
    const { nodes, weights } = createPanelQuadrature(-limit, limit, Math.min(MOST_PANELS, Math.ceil((2 * limit) / width)));
    const mass = nodes.map((s, i) => {
        if (before === null)
            return weights[i] * normalDensity(s, step);
        let sum = 0;
        for (let u = 0; u < before.nodes.length; u++)
            sum += before.mass[u] * normalDensity(s - before.nodes[u], step);
        return weights[i] * sum;
    });
    return { nodes, mass };
}
function findLimit(before, step, toSpend) {
    let [low, high] = [0, Number.POSITIVE_INFINITY];
    let limit = before.nodes[before.nodes.length - 1];
    for (let round = 0; round < 100; round++) {
        let [crossing, density] = [0, 0];
        for (let u = 0; u < before.nodes.length; u++) {
            const from = before.nodes[u];
            crossing += before.mass[u] * (normalCdf((from - limit) / step) + normalCdf((-limit - from) / step));
            density += before.mass[u] * (normalDensity(from - limit, step) + normalDensity(limit + from, step));
        }
        if (crossing > toSpend)
            low = limit;
        else
            high = limit;
        const newton = limit + (Math.log(crossing / toSpend) * crossing) / density;
        const next = newton > low && newton < high ? newton : (low + Math.min(high, low + 10 * step)) / 2;
        if (Math.abs(next - limit) <= 1e-13 * limit)
            return next;
        limit = next;
    }
    return limit;
}
function normalDensity(x, sd) {
    return Math.exp(-0.5 * (x / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
}
const MOST_PANELS = 300;

; 




function sequentialDecision(progress) {
    const { rule, differences, planned, alpha, minimum_effect } = progress;
    if (!Number.isInteger(planned) || planned < differences.length)
        throw new RangeError(`${differences.length} tasks were run, planned were ${planned}`);
    if (differences.some((d) => !(d >= -1 && d <= 1)))
        throw new RangeError('a difference of rates lies in [−1, 1]');
    if (!(alpha > 0 && alpha < 1) || !(minimum_effect > 0))
        throw new RangeError('alpha is between 0 and 1, the effect that would matter above 0');
    if (rule === 'fixed')
        return decideAtEnd(progress);
    return 'spending' in rule ? decideBySpending(progress, rule) : decideByConfidenceSequence(progress);
}
function lookTasks(planned, looks) {
    if (!Number.isInteger(looks) || looks < 1)
        throw new RangeError(`looks are counted from 1, not ${looks}`);
    return [...new Set(Array.from({ length: looks }, (_, j) => Math.ceil((planned * (j + 1)) / looks)))];
}
function decideAtEnd({ differences, planned }) {
    const ended = differences.length === planned;
    return {
        decision: ended ? 'stop' : 'continue',
        because: ended ? 'planned end' : null,
        tasks: differences.length,
        estimate: mean(differences),
        low: null,
        high: null,
        next_look: ended ? null : planned,
        looks: [],
    };
}
function decideBySpending(progress, rule) {
    const { differences, planned, alpha, minimum_effect } = progress;
    const at = planned === 0 ? [] : lookTasks(planned, rule.looks);
    const boundaries = spendingBoundaries(at.map((tasks) => tasks / planned), alpha, rule.spending);
    const looks = boundaries.map((look, j) => ({ ...look, tasks: at[j] }));
    let latest = {
        ...decideAtEnd({ ...progress, differences: [] }),
        looks,
        next_look: at[0] ?? null,
    };
    for (const [j, look] of looks.entries()) {
        if (look.tasks > differences.length)
            break;
        const seen = differences.slice(0, look.tasks);
        const interval = repeatedInterval(seen, look.boundary);
        const because = createDecision(interval !== null && (interval.low > 0 || interval.high < 0), interval, minimum_effect);
        const last = look.tasks === planned;
        latest = {
            decision: because !== null || last ? 'stop' : 'continue',
            because: because ?? (last ? 'planned end' : null),
            tasks: look.tasks,
            estimate: mean(seen),
            low: interval?.low ?? null,
            high: interval?.high ?? null,
            next_look: because !== null || last ? null : (at[j + 1] ?? null),
            looks,
        };
        if (latest.decision === 'stop')
            break;
    }
    return latest;
}
function decideByConfidenceSequence({ differences, planned, alpha, minimum_effect }) {
    let [wins, losses, sum] = [0, 0, 0];
    const state = (n, because) => {
        const rate = confidenceSequence(Math.min(n, Math.max(0, (sum + n) / 2)), n, { alpha });
        const over = because !== null || n === planned;
        return {
            decision: over ? 'stop' : 'continue',
            because: because ?? (over ? 'planned end' : null),
            tasks: n,
            estimate: n === 0 ? null : sum / n,
            low: 2 * rate.low - 1,
            high: 2 * rate.high - 1,
            next_look: over ? null : n + 1,
            looks: [],
        };
    };
    for (const [i, d] of differences.entries()) {
        if (d > 0)
            wins++;
        if (d < 0)
            losses++;
        sum += d;
        const { low, high } = state(i + 1, null);
        const because = createDecision(winsEProcess(wins, losses) >= 1 / alpha, { low: low, high: high }, minimum_effect);
        if (because !== null)
            return state(i + 1, because);
    }
    return state(differences.length, null);
}
function createDecision(differs, interval, minimum) {
    if (differs)
        return 'difference';
    return interval !== null && interval.low > -minimum && interval.high < minimum ? 'too small' : null;
}
function repeatedInterval(differences, boundary) {
    const n = differences.length;
    const point = mean(differences);
    if (n < 2 || point === null)
        return null;
    const squares = differences.reduce((sum, d) => sum + (d - point) ** 2, 0);
    if (squares < 1e-18)
        return null;
    const critical = -studentQuantile(normalCdf(-boundary), n - 1);
    const half = critical * Math.sqrt(squares / (n - 1) / n);
    return { low: point - half, high: point + half };
}

; 


const STEPS = 2e8;
const SUMS = 4e6;
const ENUMERATED = 20;
const SLACK = 1e-9;
function signFlip(differences, { resamples = 10_000, seed = RESAMPLING_SEED } = {}) {
    requireFinite('differences', differences);
    requireCount('resamples', resamples, 1);
    const present = differences.filter((difference) => difference !== 0);
    if (present.length === 0)
        return { p: 1, exact: true, smallest_p: 1 };
    const smallest_p = Math.max(Number.MIN_VALUE, 2 ** (1 - present.length));
    const whole = toWholeMultiples(present);
    if (whole !== null)
        return { p: Math.max(smallest_p, countWhole(whole)), exact: true, smallest_p };
    if (present.length <= ENUMERATED)
        return { p: computeEnumeratedP(present), exact: true, smallest_p };
    return {
        p: computeSampledP(present, resamples, seed),
        exact: false,
        smallest_p: Math.max(smallest_p, 1 / (1 + resamples)),
    };
}
function toWholeMultiples(differences) {
    const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
    for (let parts = 1; parts <= 10_000 && (largest * parts) / SUMS <= 1; parts++) {
        if (!differences.every((difference) => isWhole(difference * parts)))
            continue;
        const scaled = differences.map((difference) => Math.round(difference * parts));
        const step = scaled.map(Math.abs).reduce(greatestDivisor);
        const whole = scaled.map((value) => value / step);
        const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
        return total <= SUMS && total * whole.length <= STEPS ? whole : null;
    }
    return null;
}
function isWhole(value) {
    const rounded = Math.round(value);
    return rounded !== 0 && Math.abs(value - rounded) <= SLACK;
}
function greatestDivisor(a, b) {
    return b === 0 ? a : greatestDivisor(b, a % b);
}
function countWhole(whole) {
    const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
    const seen = Math.abs(whole.reduce((sum, value) => sum + value, 0));
    const share = new Float64Array(total + 1);
    share[0] = 1;
    let reached = 0;
    for (const value of whole) {
        const size = Math.abs(value);
        reached += size;
        for (let w = reached; w >= size; w--)
            share[w] = (share[w] + share[w - size]) / 2;
        for (let w = Math.min(size, reached + 1) - 1; w >= 0; w--)
            share[w] /= 2;
    }
    let p = 0;
    for (let w = 0; w <= total; w++)
        if (Math.abs(2 * w - total) >= seen)
            p += share[w];
    return Math.min(1, p);
}
function computeEnumeratedP(differences) {
    const { bar, sum: start } = computeBar(differences);
    const patterns = 2 ** (differences.length - 1);
    const signed = [...differences];
    let sum = start;
    let count = 0;
    for (let pattern = 1;; pattern++) {
        if (Math.abs(sum) >= bar)
            count++;
        if (pattern === patterns)
            return count / patterns;
        const changed = 32 - Math.clz32(pattern & -pattern);
        signed[changed] = -signed[changed];
        sum += 2 * signed[changed];
    }
}
function computeSampledP(differences, resamples, seed) {
    const { bar } = computeBar(differences);
    const word = randomWords(seed);
    let count = 0;
    for (let sample = 0; sample < resamples; sample++) {
        let sum = 0;
        let bits = 0;
        for (let i = 0; i < differences.length; i++) {
            if (i % 32 === 0)
                bits = word();
            sum += bits & 1 ? differences[i] : -differences[i];
            bits >>>= 1;
        }
        if (Math.abs(sum) >= bar)
            count++;
    }
    return (1 + count) / (1 + resamples);
}
function computeBar(differences) {
    const sum = differences.reduce((total, difference) => total + difference, 0);
    return { sum, bar: Math.abs(sum) - SLACK * differences.reduce((total, one) => total + Math.abs(one), 0) };
}

; 



function assumedComponents({ rate_a, rate_b, icc, task_correlation }) {
    for (const [name, value] of Object.entries({ rate_a, rate_b, icc }))
        requireProbability(name, value);
    if (!(task_correlation >= -1 && task_correlation <= 1))
        throw new RangeError(`task_correlation must be between −1 and 1, not ${task_correlation}`);
    const [all_a, all_b] = [rate_a * (1 - rate_a), rate_b * (1 - rate_b)];
    const shared = 2 * task_correlation * icc * Math.sqrt(all_a * all_b);
    return {
        between: Math.max(0, icc * (all_a + all_b) - shared),
        within_a: (1 - icc) * all_a,
        within_b: (1 - icc) * all_b,
    };
}
function estimatedComponents(tasks) {
    return computeComponents(tasks.flatMap((task) => summariseTask(task) ?? []));
}
function summariseTask({ a, b }) {
    const [of_a, of_b] = [mean(a), mean(b)];
    if (of_a === null || of_b === null)
        return null;
    return {
        difference: of_a - of_b,
        within_a: variance(a),
        within_b: variance(b),
        inverse_a: 1 / a.length,
        inverse_b: 1 / b.length,
    };
}
function computeComponents(tasks) {
    const within = (side) => {
        let [sum, count] = [0, 0];
        for (const task of tasks) {
            const own = task[side];
            if (own === null)
                continue;
            sum += own;
            count++;
        }
        return count === 0 ? null : sum / count;
    };
    const [within_a, within_b] = [within('within_a'), within('within_b')];
    if (within_a === null || within_b === null || tasks.length < 2)
        return { between: null, within_a, within_b, tasks: tasks.length };
    let [centre, squares, trials] = [0, 0, 0];
    for (const { difference } of tasks)
        centre += difference / tasks.length;
    for (const { difference, inverse_a, inverse_b } of tasks) {
        squares += (difference - centre) ** 2;
        trials += within_a * inverse_a + within_b * inverse_b;
    }
    const between = Math.max(0, squares / (tasks.length - 1) - trials / tasks.length);
    return { between, within_a, within_b, tasks: tasks.length };
}
function upperComponents(tasks, { level = 0.95, resamples = 2000, seed }) {
    requireConfidence(level, 'level');
    requireCount('resamples', resamples, 1);
    const paired = tasks.flatMap((task) => summariseTask(task) ?? []);
    const random = legacyRandom(seed);
    const drawn = Array.from({ length: paired.length === 0 ? 0 : resamples }, () => computeComponents(paired.map(() => paired[random.randint(0, paired.length)])));
    const upper = (name) => {
        return quantile(drawn.flatMap((one) => one[name] ?? []), level);
    };
    return { between: upper('between'), within_a: upper('within_a'), within_b: upper('within_b'), tasks: paired.length };
}

; 


























var __webpack_exports__CLEARFramework = __webpack_exports__.uz;
var __webpack_exports__ClearMetrics = __webpack_exports__.jw;
var __webpack_exports__DEFAULT_CLEAR = __webpack_exports__.Q3;
var __webpack_exports__DEFAULT_WEIGHTS = __webpack_exports__.kZ;
var __webpack_exports__EvaluationContext = __webpack_exports__.kK;
var __webpack_exports__HALOrchestrator = __webpack_exports__.Kr;
var __webpack_exports__LEGACY_GENERATOR = __webpack_exports__.GK;
var __webpack_exports__agreementTable = __webpack_exports__.Rq;
var __webpack_exports__alphaSpent = __webpack_exports__.fR;
var __webpack_exports__assumedComponents = __webpack_exports__.Fm;
var __webpack_exports__attemptScore = __webpack_exports__.yc;
var __webpack_exports__bcaInterval = __webpack_exports__.GA;
var __webpack_exports__betaCdf = __webpack_exports__.Ik;
var __webpack_exports__betaQuantile = __webpack_exports__.O9;
var __webpack_exports__betweenRunDeviation = __webpack_exports__.DQ;
var __webpack_exports__binomialCdf = __webpack_exports__.HU;
var __webpack_exports__binomialPmf = __webpack_exports__.z6;
var __webpack_exports__clearScore = __webpack_exports__.wB;
var __webpack_exports__clopperPearson = __webpack_exports__.mI;
var __webpack_exports__clusterBootstrap = __webpack_exports__.bR;
var __webpack_exports__clusterStandardError = __webpack_exports__.CP;
var __webpack_exports__cohensKappa = __webpack_exports__.IG;
var __webpack_exports__confidenceSequence = __webpack_exports__.Su;
var __webpack_exports__consistencyGap = __webpack_exports__.BO;
var __webpack_exports__consistencyReport = __webpack_exports__.FY;
var __webpack_exports__costNormalisedAccuracy = __webpack_exports__.NJ;
var __webpack_exports__differenceBounds = __webpack_exports__.db;
var __webpack_exports__differenceVariance = __webpack_exports__.v$;
var __webpack_exports__dominates = __webpack_exports__.jp;
var __webpack_exports__effectiveRuns = __webpack_exports__.kz;
var __webpack_exports__equivalence = __webpack_exports__.XY;
var __webpack_exports__estimatedComponents = __webpack_exports__.Ne;
var __webpack_exports__holm = __webpack_exports__.fU;
var __webpack_exports__intraclassCorrelation = __webpack_exports__.F$;
var __webpack_exports__kaplanMeier = __webpack_exports__.OI;
var __webpack_exports__legacyRandom = __webpack_exports__.pI;
var __webpack_exports__lnGamma = __webpack_exports__.yM;
var __webpack_exports__lookTasks = __webpack_exports__.yO;
var __webpack_exports__mcnemar = __webpack_exports__.op;
var __webpack_exports__mcnemarPower = __webpack_exports__.jF;
var __webpack_exports__mean = __webpack_exports__.i2;
var __webpack_exports__median = __webpack_exports__.JZ;
var __webpack_exports__millerStandardError = __webpack_exports__.TP;
var __webpack_exports__minimumDetectableEffect = __webpack_exports__.nv;
var __webpack_exports__missedBelow = __webpack_exports__.zH;
var __webpack_exports__noisyVerifier = __webpack_exports__.xJ;
var __webpack_exports__normalCdf = __webpack_exports__.vr;
var __webpack_exports__normalQuantile = __webpack_exports__.Zl;
var __webpack_exports__normalised = __webpack_exports__.Z7;
var __webpack_exports__outcomeConsistency = __webpack_exports__.$B;
var __webpack_exports__outcomeConsistencyOf = __webpack_exports__.SM;
var __webpack_exports__outerInterval = __webpack_exports__.jH;
var __webpack_exports__pairedBounds = __webpack_exports__.de;
var __webpack_exports__pairedDifference = __webpack_exports__.vQ;
var __webpack_exports__pairedPower = __webpack_exports__.xI;
var __webpack_exports__paretoFront = __webpack_exports__.jP;
var __webpack_exports__passAtK = __webpack_exports__.kc;
var __webpack_exports__passAtKOf = __webpack_exports__.TQ;
var __webpack_exports__passHatK = __webpack_exports__.qv;
var __webpack_exports__passHatKOf = __webpack_exports__.J9;
var __webpack_exports__policyAdherence = __webpack_exports__.yZ;
var __webpack_exports__quantile = __webpack_exports__.YV;
var __webpack_exports__randomisedOrder = __webpack_exports__.By;
var __webpack_exports__rateBounds = __webpack_exports__.sw;
var __webpack_exports__rateBoundsOf = __webpack_exports__.JP;
var __webpack_exports__rateInterval = __webpack_exports__.mP;
var __webpack_exports__reasoningParadox = __webpack_exports__.Yb;
var __webpack_exports__rerunsToFind = __webpack_exports__.EP;
var __webpack_exports__resampleTasks = __webpack_exports__.c3;
var __webpack_exports__resourceConsistency = __webpack_exports__.zY;
var __webpack_exports__roganGladen = __webpack_exports__.Zw;
var __webpack_exports__runVariance = __webpack_exports__.DN;
var __webpack_exports__sequentialDecision = __webpack_exports__.MH;
var __webpack_exports__signFlip = __webpack_exports__.R7;
var __webpack_exports__spendingBoundaries = __webpack_exports__.Po;
var __webpack_exports__studentCdf = __webpack_exports__.Rf;
var __webpack_exports__studentQuantile = __webpack_exports__.FI;
var __webpack_exports__successCurve = __webpack_exports__.Dw;
var __webpack_exports__suiteFalseAlarm = __webpack_exports__.LU;
var __webpack_exports__survivalQuantile = __webpack_exports__.Ei;
var __webpack_exports__tInterval = __webpack_exports__.oW;
var __webpack_exports__tasksNeeded = __webpack_exports__.Mf;
var __webpack_exports__unpairedTasks = __webpack_exports__.X4;
var __webpack_exports__upperComponents = __webpack_exports__.nA;
var __webpack_exports__variance = __webpack_exports__.GV;
var __webpack_exports__wilson = __webpack_exports__.rF;
var __webpack_exports__winsEProcess = __webpack_exports__.qV;
export { __webpack_exports__CLEARFramework as CLEARFramework, __webpack_exports__ClearMetrics as ClearMetrics, __webpack_exports__DEFAULT_CLEAR as DEFAULT_CLEAR, __webpack_exports__DEFAULT_WEIGHTS as DEFAULT_WEIGHTS, __webpack_exports__EvaluationContext as EvaluationContext, __webpack_exports__HALOrchestrator as HALOrchestrator, __webpack_exports__LEGACY_GENERATOR as LEGACY_GENERATOR, __webpack_exports__agreementTable as agreementTable, __webpack_exports__alphaSpent as alphaSpent, __webpack_exports__assumedComponents as assumedComponents, __webpack_exports__attemptScore as attemptScore, __webpack_exports__bcaInterval as bcaInterval, __webpack_exports__betaCdf as betaCdf, __webpack_exports__betaQuantile as betaQuantile, __webpack_exports__betweenRunDeviation as betweenRunDeviation, __webpack_exports__binomialCdf as binomialCdf, __webpack_exports__binomialPmf as binomialPmf, __webpack_exports__clearScore as clearScore, __webpack_exports__clopperPearson as clopperPearson, __webpack_exports__clusterBootstrap as clusterBootstrap, __webpack_exports__clusterStandardError as clusterStandardError, __webpack_exports__cohensKappa as cohensKappa, __webpack_exports__confidenceSequence as confidenceSequence, __webpack_exports__consistencyGap as consistencyGap, __webpack_exports__consistencyReport as consistencyReport, __webpack_exports__costNormalisedAccuracy as costNormalisedAccuracy, __webpack_exports__differenceBounds as differenceBounds, __webpack_exports__differenceVariance as differenceVariance, __webpack_exports__dominates as dominates, __webpack_exports__effectiveRuns as effectiveRuns, __webpack_exports__equivalence as equivalence, __webpack_exports__estimatedComponents as estimatedComponents, __webpack_exports__holm as holm, __webpack_exports__intraclassCorrelation as intraclassCorrelation, __webpack_exports__kaplanMeier as kaplanMeier, __webpack_exports__legacyRandom as legacyRandom, __webpack_exports__lnGamma as lnGamma, __webpack_exports__lookTasks as lookTasks, __webpack_exports__mcnemar as mcnemar, __webpack_exports__mcnemarPower as mcnemarPower, __webpack_exports__mean as mean, __webpack_exports__median as median, __webpack_exports__millerStandardError as millerStandardError, __webpack_exports__minimumDetectableEffect as minimumDetectableEffect, __webpack_exports__missedBelow as missedBelow, __webpack_exports__noisyVerifier as noisyVerifier, __webpack_exports__normalCdf as normalCdf, __webpack_exports__normalQuantile as normalQuantile, __webpack_exports__normalised as normalised, __webpack_exports__outcomeConsistency as outcomeConsistency, __webpack_exports__outcomeConsistencyOf as outcomeConsistencyOf, __webpack_exports__outerInterval as outerInterval, __webpack_exports__pairedBounds as pairedBounds, __webpack_exports__pairedDifference as pairedDifference, __webpack_exports__pairedPower as pairedPower, __webpack_exports__paretoFront as paretoFront, __webpack_exports__passAtK as passAtK, __webpack_exports__passAtKOf as passAtKOf, __webpack_exports__passHatK as passHatK, __webpack_exports__passHatKOf as passHatKOf, __webpack_exports__policyAdherence as policyAdherence, __webpack_exports__quantile as quantile, __webpack_exports__randomisedOrder as randomisedOrder, __webpack_exports__rateBounds as rateBounds, __webpack_exports__rateBoundsOf as rateBoundsOf, __webpack_exports__rateInterval as rateInterval, __webpack_exports__reasoningParadox as reasoningParadox, __webpack_exports__rerunsToFind as rerunsToFind, __webpack_exports__resampleTasks as resampleTasks, __webpack_exports__resourceConsistency as resourceConsistency, __webpack_exports__roganGladen as roganGladen, __webpack_exports__runVariance as runVariance, __webpack_exports__sequentialDecision as sequentialDecision, __webpack_exports__signFlip as signFlip, __webpack_exports__spendingBoundaries as spendingBoundaries, __webpack_exports__studentCdf as studentCdf, __webpack_exports__studentQuantile as studentQuantile, __webpack_exports__successCurve as successCurve, __webpack_exports__suiteFalseAlarm as suiteFalseAlarm, __webpack_exports__survivalQuantile as survivalQuantile, __webpack_exports__tInterval as tInterval, __webpack_exports__tasksNeeded as tasksNeeded, __webpack_exports__unpairedTasks as unpairedTasks, __webpack_exports__upperComponents as upperComponents, __webpack_exports__variance as variance, __webpack_exports__wilson as wilson, __webpack_exports__winsEProcess as winsEProcess };
