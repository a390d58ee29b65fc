import {
  type Anchor,
  attemptScore,
  type ClearDimensions,
  type ClearWeights,
  DEFAULT_WEIGHTS,
  normalised,
  policyAdherence,
} from './clear_score.js';

/** Settings of CLEAR. They are the same for everything that is compared. */
export interface ClearSettings {
  weights: ClearWeights;
  /** Anchors of the cost of an attempt, in USD. */
  cost_usd: Anchor;
  latency_ms: Anchor;
  /** Score from which an evaluation counts as a success. */
  threshold: number;
}

/** Default threshold, by its name in the source. Suites have the same default. */
export const UNIFIED_IHSAN_THRESHOLD = 0.95;

/** Default settings. The anchors are the defaults of a contract's budget: 5 USD, 30 minutes. */
export const DEFAULT_CLEAR: ClearSettings = {
  weights: DEFAULT_WEIGHTS,
  cost_usd: { best: 0, worst: 5 },
  latency_ms: { best: 0, worst: 1_800_000 },
  threshold: UNIFIED_IHSAN_THRESHOLD,
};

/** Recorded values of one evaluation. null = not recorded, which is never 0. */
interface RecordedMeasures {
  accuracy: number | null;
  task_completion: number | null;
  usd: number | null;
  tokens: number | null;
  total_ms: number | null;
  policy_actions: number | null;
  policy_violations: number | null;
}

/** Recorder of one evaluation of one agent. A later record replaces an earlier one. */
export class EvaluationContext {
  readonly recorded: RecordedMeasures = {
    accuracy: null,
    task_completion: null,
    usd: null,
    tokens: null,
    total_ms: null,
    policy_actions: null,
    policy_violations: null,
  };

  constructor(
    readonly eval_id: string,
    readonly agent_id: string,
  ) {}

  /**
   * Records accuracy and completion, both in [0, 1].
   *
   * @throws {RangeError} for values out of range
   */
  record_efficacy({ accuracy, task_completion }: { accuracy: number; task_completion: number }): void {
    requireRange('accuracy', accuracy, 1);
    requireRange('task_completion', task_completion, 1);
    Object.assign(this.recorded, { accuracy, task_completion });
  }

  /**
   * Records the cost in USD and the tokens.
   *
   * @throws {RangeError} for negative values
   */
  record_cost({ usd, tokens = 0 }: { usd: number; tokens?: number }): void {
    requireRange('usd', usd);
    requireRange('tokens', tokens);
    Object.assign(this.recorded, { usd, tokens });
  }

  /**
   * Records the duration in milliseconds.
   *
   * @throws {RangeError} for a negative value
   */
  record_latency({ total_ms }: { total_ms: number }): void {
    requireRange('total_ms', total_ms);
    this.recorded.total_ms = total_ms;
  }

  /**
   * Records policy-critical actions and how many of them broke a policy.
   *
   * @throws {RangeError} for negative values, or more violations than actions
   */
  record_assurance({ policy_actions, policy_violations }: { policy_actions: number; policy_violations: number }): void {
    requireRange('policy_actions', policy_actions);
    requireRange('policy_violations', policy_violations, policy_actions);
    Object.assign(this.recorded, { policy_actions, policy_violations });
  }
}

/** Measures of one evaluation. */
export class ClearMetrics {
  constructor(
    readonly recorded: Readonly<RecordedMeasures>,
    private readonly settings: ClearSettings,
  ) {}

  /** Returns the dimensions. Efficacy is the mean of accuracy and completion; one evaluation has no reliability. */
  get dimensions(): ClearDimensions {
    const { accuracy, task_completion, usd, total_ms, policy_actions, policy_violations } = this.recorded;
    return {
      cost: usd === null ? null : normalised(usd, this.settings.cost_usd),
      latency: total_ms === null ? null : normalised(total_ms, this.settings.latency_ms),
      efficacy: accuracy === null || task_completion === null ? null : (accuracy + task_completion) / 2,
      assurance:
        policy_actions === null || policy_violations === null
          ? null
          : policyAdherence(policy_actions, policy_violations),
      reliability: null,
    };
  }

  /**
   * Computes the weighted mean of the known dimensions, see `attemptScore`.
   *
   * @returns null if no efficacy was recorded
   */
  compute_overall_score(): number | null {
    return attemptScore(this.dimensions, this.settings.weights);
  }
}

/** Evaluations by id. Records of one are never visible to another. */
export class CLEARFramework {
  readonly settings: ClearSettings;
  private readonly finished = new Map<string, ClearMetrics>();

  constructor(settings: Partial<ClearSettings> = {}) {
    this.settings = { ...DEFAULT_CLEAR, ...settings };
  }

  /**
   * Runs one evaluation with its own context. If `make` throws, no metrics are kept.
   *
   * @throws {RangeError} if the id was evaluated before
   */
  async evaluate(
    eval_id: string,
    agent_id: string,
    make: (context: EvaluationContext) => Promise<void>,
  ): Promise<void> {
    if (this.finished.has(eval_id)) throw new RangeError(`"${eval_id}" was evaluated before`);
    const context = new EvaluationContext(eval_id, agent_id);
    await make(context);
    this.finished.set(eval_id, new ClearMetrics({ ...context.recorded }, this.settings));
  }

  /**
   * Returns the metrics of a finished evaluation.
   *
   * @throws {RangeError} if there is none of this id
   */
  get_metrics(eval_id: string): ClearMetrics {
    const metrics = this.finished.get(eval_id);
    if (!metrics) throw new RangeError(`there is no evaluation "${eval_id}"`);
    return metrics;
  }
}

function requireRange(name: string, value: number, most = Number.MAX_VALUE): void {
  if (!(value >= 0 && value <= most))
    throw new RangeError(
      `${name} is ${value}, not within 0 and ${most === Number.MAX_VALUE ? 'what a number holds' : most}`,
    );
}
