import { CLEARFramework } from '../clear/clear_framework.js';
import { type ParetoPoint, paretoFront } from '../clear/pareto_front.js';
import { type ConsistencyReport, consistencyReport } from './consistency_report.js';

/** Task that is given to the agent in every pass. */
export interface HALTask {
  id: string;
  prompt: string;
}

/** Measurements that an inference returns. A missing one is unknown, never 0, except for a missing accuracy. */
export interface InferenceAnswer {
  accuracy?: number | undefined;
  completion?: number | undefined;
  cost_usd?: number | undefined;
  tokens?: number | undefined;
  latency_ms?: number | undefined;
  policy_actions?: number | undefined;
  policy_violations?: number | undefined;
}

/** One call of the agent, with its task and pass. It must not carry anything over from an earlier call. */
export type HALInference<Task extends HALTask = HALTask> = (
  prompt: string,
  call: { task: Task; run: number; agent_id: string },
) => Promise<InferenceAnswer>;

const DEFAULT_K = 8;

/**
 * Runs k identical passes over the same tasks and measures the agent's consistency (requirement G3). Each evaluation
 * has its own CLEAR context, and succeeds if its score reaches the threshold.
 */
export class HALOrchestrator {
  private readonly clear: CLEARFramework;
  private readonly k: number;
  private readonly reports: ConsistencyReport[] = [];
  private frontier: ParetoPoint[] = [];
  private evaluations = 0;

  constructor({ clear = new CLEARFramework(), k = DEFAULT_K }: { clear?: CLEARFramework; k?: number } = {}) {
    this.clear = clear;
    this.k = requirePasses(k);
  }

  /**
   * Runs k passes over `tasks`, one after the other. The inference is required: a simulated answer would be a result
   * that no agent produced.
   *
   * @throws {RangeError} without an inference or a task, for tasks with the same id, or a k below 1
   */
  async evaluate_consistency<Task extends HALTask>(
    agent_id: string,
    tasks: readonly Task[],
    { k = this.k, inference }: { k?: number; inference: HALInference<Task> },
  ): Promise<ConsistencyReport> {
    if (typeof inference !== 'function') throw new RangeError('there is no inference: nothing would be measured');
    if (tasks.length === 0) throw new RangeError('there are no tasks');
    if (new Set(tasks.map(({ id }) => id)).size < tasks.length) throw new RangeError('two tasks have the same id');
    // An agent may be evaluated repeatedly, with the same names of runs and tasks.
    const evaluation = ++this.evaluations;
    const successes: boolean[][] = [];
    for (let run = 0; run < requirePasses(k); run++) {
      const pass: boolean[] = [];
      for (const task of tasks) {
        const eval_id = `${agent_id}_run${run}_${task.id}#${evaluation}`;
        await this.clear.evaluate(eval_id, agent_id, async (context) => {
          const answer = await inference(task.prompt, { task, run, agent_id });
          const {
            accuracy = 0,
            completion = 0,
            cost_usd,
            tokens,
            latency_ms,
            policy_actions,
            policy_violations,
          } = answer;
          context.record_efficacy({ accuracy, task_completion: completion });
          if (cost_usd !== undefined)
            context.record_cost({ usd: cost_usd, ...(tokens === undefined ? {} : { tokens }) });
          if (latency_ms !== undefined) context.record_latency({ total_ms: latency_ms });
          if (policy_actions !== undefined && policy_violations !== undefined)
            context.record_assurance({ policy_actions, policy_violations });
        });
        const score = this.clear.get_metrics(eval_id).compute_overall_score();
        pass.push(score !== null && score >= this.clear.settings.threshold);
      }
      successes.push(pass);
    }
    const report = consistencyReport(successes, this.is_pareto_efficient(agent_id));
    this.reports.push(report);
    return report;
  }

  /** Adds a point, and keeps the points that no other dominates. */
  update_pareto_frontier(point: ParetoPoint): void {
    this.frontier = paretoFront([...this.frontier, point]);
  }

  /** Checks whether a point of the agent is on the current front. */
  is_pareto_efficient(agent_id: string): boolean {
    return this.frontier.some((point) => point.agent_id === agent_id);
  }

  get pareto_frontier(): readonly ParetoPoint[] {
    return this.frontier;
  }

  /** Returns the reports in the order in which they were made. */
  get history(): readonly ConsistencyReport[] {
    return this.reports;
  }
}

function requirePasses(k: number): number {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is ${k}, not a whole number from 1`);
  return k;
}
