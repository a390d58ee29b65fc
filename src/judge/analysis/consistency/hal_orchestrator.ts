import { omitUndefined } from '../../../contract/input/omit_undefined.js';
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
  /** Acts of the agent, which the guardrails of the orchestrator judge: they give the two counts above. */
  acts?: readonly unknown[] | undefined;
}

/** Guardrails over the acts of one run, such as `GuardrailSuite`. */
interface GuardrailChecker {
  check_all(acts: readonly never[]): { guardrail_checks: number; guardrail_blocks: number };
}

/** One call of the agent, with its task and pass. It must not carry anything over from an earlier call. */
export type HALInference<Task extends HALTask = HALTask> = (
  prompt: string,
  call: { task: Task; run: number; agent_id: string },
) => Promise<InferenceAnswer>;

/** Options of one evaluation. */
interface HALEvaluationOptions<Task extends HALTask = HALTask> {
  /** Call of the agent; absent = the simulation of the source, which no agent produced. */
  inference?: HALInference<Task> | undefined;
  /** Number of passes; default: that of the orchestrator. */
  k?: number | undefined;
  /** Most calls at the same time; default: 1. Results do not depend on it. */
  parallel?: number | undefined;
}

/** Options of an orchestrator. */
interface HALOptions {
  clear?: CLEARFramework;
  k?: number;
  guardrails?: GuardrailChecker | undefined;
}

const DEFAULT_K = 8;
/** Answer of the source where no inference is given. */
const SIMULATED_ANSWER: InferenceAnswer = { accuracy: 0.7, completion: 0.6 };
const simulateInference = async (): Promise<InferenceAnswer> => SIMULATED_ANSWER;

/**
 * Runs k identical passes over the same tasks and measures the agent's consistency (requirement G3). Each evaluation
 * has its own CLEAR context, and succeeds if its score reaches the threshold.
 */
export class HALOrchestrator {
  private readonly clear: CLEARFramework;
  private readonly guardrails: GuardrailChecker | undefined;
  private readonly k: number;
  private readonly reports: ConsistencyReport[] = [];
  private frontier: ParetoPoint[] = [];
  private evaluations = 0;

  /** @param options.guardrails judge the acts that inferences return, run by run */
  constructor({ clear = new CLEARFramework(), k = DEFAULT_K, guardrails }: HALOptions = {}) {
    this.clear = clear;
    this.guardrails = guardrails;
    this.k = requirePasses(k);
  }

  /**
   * Runs k passes over `tasks`, with at most `parallel` calls at the same time. Without an inference the answers are
   * simulated as in the source, and the report is marked as `simulated`.
   *
   * @throws {RangeError} without a task, for an inference that is no function, for tasks with the same id, or k or parallel below 1
   */
  async evaluate_consistency<Task extends HALTask>(
    agent_id: string,
    tasks: readonly Task[],
    options: HALEvaluationOptions<Task> = {},
  ): Promise<ConsistencyReport> {
    const { k = this.k, inference = simulateInference, parallel = 1 } = options;
    if (typeof inference !== 'function')
      throw new RangeError('the inference is no function: nothing would be measured');
    if (!Array.isArray(tasks)) throw new RangeError('the tasks are a list');
    if (tasks.length === 0) throw new RangeError('there are no tasks');
    if (new Set(tasks.map(({ id }) => id)).size < tasks.length) throw new RangeError('two tasks have the same id');
    // An agent may be evaluated repeatedly, with the same names of runs and tasks.
    const evaluation = ++this.evaluations;
    const passes = requirePasses(k);
    if (!Number.isInteger(parallel) || parallel < 1)
      throw new RangeError(`parallel is ${parallel}, not a whole number from 1`);
    const successes: boolean[][] = Array.from({ length: passes }, () => tasks.map(() => false));
    const calls = successes.flatMap((pass, run) => tasks.map((task, index) => ({ pass, run, task, index })));
    let next = 0;
    const work = async () => {
      for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
        const { pass, run, task, index } = call;
        pass[index] = await this.evaluateTask(
          agent_id,
          task,
          run,
          `${agent_id}_run${run}_${task.id}#${evaluation}`,
          inference,
        );
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, calls.length) }, work));
    const report: ConsistencyReport = {
      ...consistencyReport(successes, this.is_pareto_efficient(agent_id)),
      ...(inference === simulateInference ? { simulated: true } : {}),
    };
    this.reports.push(report);
    return report;
  }

  /** Evaluates one call in a CLEAR context of its own. @returns true if its score reaches the threshold */
  private async evaluateTask<Task extends HALTask>(
    agent_id: string,
    task: Task,
    run: number,
    eval_id: string,
    inference: HALInference<Task>,
  ): Promise<boolean> {
    await this.clear.evaluate(eval_id, agent_id, async (context) => {
      const answer = await inference(task.prompt, { task, run, agent_id });
      if (typeof answer !== 'object' || answer === null)
        throw new RangeError(`the inference returned no answer for task ${task.id}`);
      const { accuracy = 0, completion = 0, cost_usd, tokens, latency_ms } = answer;
      const { policy_actions, policy_violations } = this.judgeActs(answer);
      context.record_efficacy({ accuracy, task_completion: completion });
      if (cost_usd !== undefined) context.record_cost({ usd: cost_usd, ...omitUndefined({ tokens }) });
      if (latency_ms !== undefined) context.record_latency({ total_ms: latency_ms });
      if (policy_actions !== undefined && policy_violations !== undefined)
        context.record_assurance({ policy_actions, policy_violations });
    });
    const score = this.clear.get_metrics(eval_id).compute_overall_score();
    return score !== null && score >= this.clear.settings.threshold;
  }

  /** Counts the acts of an answer with the guardrails; without these, the counts of the answer. */
  private judgeActs({
    acts,
    ...counts
  }: InferenceAnswer): Pick<InferenceAnswer, 'policy_actions' | 'policy_violations'> {
    if (this.guardrails === undefined || acts === undefined) return counts;
    const { guardrail_checks, guardrail_blocks } = this.guardrails.check_all(acts as readonly never[]);
    return { policy_actions: guardrail_checks, policy_violations: guardrail_blocks };
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
