/** Known facts of a benchmark. A criterion without data is skipped, never passed. */
export interface BenchmarkData {
  /** Test cases by type. */
  test_cases?: Record<string, readonly unknown[]>;
  /** Attempts of agents that solve nothing, and how many of them passed. */
  null_model?: { attempts: number; passed: number };
  /** Inputs that were run several times under the same conditions, and how many gave different results. */
  reruns?: { inputs: number; runs: number; differing: number };
  /**
   * Probes that left marks in one run and looked for them in the next: places that were marked, and those where a later
   * run found one. What a sandbox says of itself is no evidence.
   */
  isolation?: { probes: number; planted: number; leaked: readonly string[]; guarantees: Record<string, string> };
  tools?: { declared: number; missing: readonly string[] };
  human_baseline?: number | null;
  failure_catalogue?: readonly string[];
  cost_tracking?: { attempts: number; with_cost: number };
  latency_bounds?: { checks: number; bounded: number };
  seed?: { fixed: boolean; value?: number };
  /**
   * Criteria that hold by construction of what was measured, whatever the benchmark is: their checks cannot fail, so that
   * they are shown and not counted.
   */
  by_construction?: readonly string[];
  /** A person's finding by criterion, with evidence. It counts where nothing is automated. */
  manual?: Partial<Record<string, { met: boolean; evidence: string } | undefined>>;
}

/** Criterion of the checklist, with its bias and its check. */
interface AbcCriterion {
  criterion: string;
  /** Estimated overestimation in [0, 1] if it fails and nothing was measured. See the comment at each criterion. */
  default_bias: number;
  /** Checks the data. Undefined if they do not say. */
  check(data: BenchmarkData): { passed: boolean; evidence: string; bias?: number } | undefined;
}

/** Cases per type below which a rate is too coarse to tell agents apart. */
const SUFFICIENT_CASES = 100;

/**
 * The ten criteria of the checklist, in its order. The default biases are conservative readings of measurements on
 * published benchmarks. They apply only where this benchmark gives no figure of its own.
 */
export const ABC_CRITERIA: readonly AbcCriterion[] = [
  {
    criterion: 'reward_design',
    default_bias: 0.38, // a do-nothing agent scored 38 % on one split of tau-bench
    // Attempts that solve nothing: empty patches, and patches that attack the checks.
    check: ({ null_model }) => {
      if (!null_model || null_model.attempts === 0) return undefined;
      const { attempts, passed } = null_model;
      return {
        passed: passed === 0,
        evidence: `${passed} of ${attempts} null attempts passed`,
        bias: passed / attempts,
      };
    },
  },
  {
    criterion: 'sufficient_test_cases',
    default_bias: 0.05, // 5.3 % of SWE-bench Verified tasks accepted wrong patches for want of tests
    check: ({ test_cases }) => {
      const types = Object.entries(test_cases ?? {});
      if (types.length === 0) return undefined;
      const short = types.filter(([, cases]) => cases.length < SUFFICIENT_CASES);
      return {
        passed: short.length === 0,
        evidence:
          short.length === 0
            ? `at least ${SUFFICIENT_CASES} cases of each of ${types.length} types`
            : `fewer than ${SUFFICIENT_CASES} cases: ` +
              `${short.map(([type, cases]) => `${type} has ${cases.length}`).join(', ')}`,
      };
    },
  },
  {
    criterion: 'environment_stochasticity',
    default_bias: 0.1, // no published figure; a guess, marked as such in the documentation
    check: ({ reruns }) => {
      if (!reruns || reruns.inputs === 0 || reruns.runs < 2) return undefined;
      const { inputs, runs, differing } = reruns;
      return {
        passed: differing === 0,
        evidence: `${differing} of ${inputs} tasks differed over ${runs} runs`,
        bias: differing / inputs,
      };
    },
  },
  {
    criterion: 'state_isolation',
    default_bias: 0.31, // KernelBench: results of earlier runs and weak checks raised scores by 31 %
    check: ({ isolation }) => {
      // A probe that could plant nothing found nothing either: it says nothing.
      if (!isolation || isolation.probes === 0 || isolation.planted === 0) return undefined;
      const { probes, planted, leaked, guarantees } = isolation;
      const grades = Object.entries(guarantees).map(([name, grade]) => `${name}: ${grade}`);
      return {
        passed: leaked.length === 0,
        evidence:
          leaked.length === 0
            ? `${probes} ${probes === 1 ? 'probe' : 'probes'} marked ${planted} places in one run, and the next found none` +
              (grades.length === 0 ? '' : ` (${grades.join(', ')})`)
            : `a later run found what an earlier one left: ${leaked.slice(0, 5).join(', ')}` +
              (leaked.length > 5 ? ` and ${leaked.length - 5} more` : ''),
      };
    },
  },
  {
    criterion: 'tool_availability',
    default_bias: 0, // a missing tool lowers scores, it does not raise them
    check: ({ tools }) =>
      tools && {
        passed: tools.missing.length === 0,
        evidence:
          tools.missing.length === 0 ? `all ${tools.declared} declared tools are there` : tools.missing.join('; '),
      },
  },
  {
    criterion: 'human_baseline',
    default_bias: 0, // without one a score is hard to read, but not higher
    check: ({ human_baseline }) =>
      human_baseline === undefined || human_baseline === null
        ? undefined
        : { passed: human_baseline >= 0 && human_baseline <= 1, evidence: `people reach ${human_baseline}` },
  },
  {
    criterion: 'failure_modes',
    default_bias: 0, // a catalogue explains scores, it does not change them
    check: ({ failure_catalogue }) =>
      failure_catalogue && {
        passed: failure_catalogue.length > 0,
        evidence: `a catalogue of ${failure_catalogue.length} failure modes`,
      },
  },
  {
    criterion: 'cost_tracking',
    default_bias: 0.02, // an unbounded budget buys retries; small where attempts are counted
    check: ({ cost_tracking }) =>
      cost_tracking && cost_tracking.attempts > 0
        ? {
            passed: cost_tracking.with_cost === cost_tracking.attempts,
            evidence: `${cost_tracking.with_cost} of ${cost_tracking.attempts} attempts with a cost`,
          }
        : undefined,
  },
  {
    criterion: 'latency_bounds',
    default_bias: 0.02, // as above, in time
    check: ({ latency_bounds }) =>
      latency_bounds && latency_bounds.checks > 0
        ? {
            passed: latency_bounds.bounded === latency_bounds.checks,
            evidence: `${latency_bounds.bounded} of ${latency_bounds.checks} have a ceiling of time`,
          }
        : undefined,
  },
  {
    criterion: 'reproducibility_seed',
    default_bias: 0.05, // single lucky seeds were reported as results; a guess
    check: ({ seed }) =>
      seed && { passed: seed.fixed, evidence: seed.fixed ? `seed ${seed.value ?? 'given'}` : 'no seed is fixed' },
  },
];
