import {
  type Anchor,
  attemptScore,
  type ClearDimensions,
  type ClearWeights,
  DEFAULT_WEIGHTS,
  normalised,
  policyAdherence,
} from './clear_score.js';

/** How CLEAR is computed; the same for everything that is compared. */
export interface ClearSettings {
  weights: ClearWeights;
  /** Per attempt. */
  cost_usd: Anchor;
  latency_ms: Anchor;
  /** Score from which an evaluation counts as a success. */
  threshold: number;
}

/** Anchors are the defaults of a contract's budget: 5 USD, 30 minutes. */
export const DEFAULT_CLEAR: ClearSettings = {
  weights: DEFAULT_WEIGHTS,
  cost_usd: { best: 0, worst: 5 },
  latency_ms: { best: 0, worst: 1_800_000 },
  threshold: 0.95,
};

/** What was recorded of one evaluation; null = nobody recorded it. Unknown is never 0. */
export interface Recorded {
  accuracy: number | null;
  task_completion: number | null;
  usd: number | null;
  tokens: number | null;
  total_ms: number | null;
  policy_actions: number | null;
  policy_violations: number | null;
}

/** One evaluation of one agent while it is made (evaluation upgrades, "Existing Code to Reuse"). A later record replaces an earlier. */
export class EvaluationContext {
  readonly recorded: Recorded = {
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

  /** Both in [0, 1]. */
  record_efficacy({ accuracy, task_completion }: { accuracy: number; task_completion: number }): void {
    within('accuracy', accuracy, 1);
    within('task_completion', task_completion, 1);
    Object.assign(this.recorded, { accuracy, task_completion });
  }

  record_cost({ usd, tokens = 0 }: { usd: number; tokens?: number }): void {
    within('usd', usd);
    within('tokens', tokens);
    Object.assign(this.recorded, { usd, tokens });
  }

  record_latency({ total_ms }: { total_ms: number }): void {
    within('total_ms', total_ms);
    this.recorded.total_ms = total_ms;
  }

  record_assurance({ policy_actions, policy_violations }: { policy_actions: number; policy_violations: number }): void {
    within('policy_actions', policy_actions);
    within('policy_violations', policy_violations, policy_actions);
    Object.assign(this.recorded, { policy_actions, policy_violations });
  }
}

/** The measures of one evaluation. */
export class ClearMetrics {
  constructor(
    readonly recorded: Readonly<Recorded>,
    private readonly settings: ClearSettings,
  ) {}

  /** Efficacy is the mean of accuracy and completion; reliability is nothing that one evaluation can have. */
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

  /** The weighted mean of what is known, see `attemptScore`; null when nothing was recorded of what the agent achieved. */
  compute_overall_score(): number | null {
    return attemptScore(this.dimensions, this.settings.weights);
  }
}

/** Evaluations by id. What is recorded in one is never seen by another. */
export class CLEARFramework {
  readonly settings: ClearSettings;
  private readonly finished = new Map<string, ClearMetrics>();

  constructor(settings: Partial<ClearSettings> = {}) {
    this.settings = { ...DEFAULT_CLEAR, ...settings };
  }

  /**
   * Makes one evaluation with a context of its own. One that throws leaves no metrics behind.
   *
   * @throws {RangeError} for an id that was evaluated before: a fresh evaluation has a fresh id
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

  /** @throws {RangeError} for an evaluation that was not made, or did not end */
  get_metrics(eval_id: string): ClearMetrics {
    const metrics = this.finished.get(eval_id);
    if (!metrics) throw new RangeError(`there is no evaluation "${eval_id}"`);
    return metrics;
  }
}

function within(name: string, value: number, most = Number.MAX_VALUE): void {
  if (!(value >= 0 && value <= most))
    throw new RangeError(
      `${name} is ${value}, not within 0 and ${most === Number.MAX_VALUE ? 'what a number holds' : most}`,
    );
}
