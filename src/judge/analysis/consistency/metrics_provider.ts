import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { HALInference, InferenceAnswer } from './hal_orchestrator.js';

/** Measured attempt, as a line of `results.jsonl` has it. Only these fields are read. */
export interface MeasuredAttempt {
  contract: { id: string };
  agent: { name: string };
  trial: number;
  verdict: {
    status: string;
    safety: {
      metrics: {
        guardrail_checks: number | null;
        guardrail_blocks: number | null;
        profile_enforcement_checks: number | null;
        profile_violations_blocked: number | null;
        network_requests_checked: number | null;
        network_requests_blocked: number | null;
      };
    };
  };
  cost: { total_usd: number | null };
  timing: { wall_ms: number };
}

/**
 * Provider of measured metrics: it answers with what recorded attempts measured, so that nothing is simulated.
 * `inference` hands them to `HALOrchestrator`, pass by pass.
 */
export class MetricsProvider {
  private readonly attempts = new Map<string, MeasuredAttempt>();

  /** @throws {RangeError} for two attempts of one agent that are the same trial of a task, or a line in another form */
  constructor(results: Iterable<MeasuredAttempt>) {
    for (const result of results) {
      if (typeof result?.contract?.id !== 'string' || typeof result.agent?.name !== 'string')
        throw new RangeError('a result has no contract or no agent');
      const key = createAttemptKey(result.agent.name, result.contract.id, result.trial);
      if (this.attempts.has(key))
        throw new RangeError(`trial ${result.trial} of ${result.contract.id} by ${result.agent.name} is there twice`);
      this.attempts.set(key, result);
    }
  }

  /** Lists the tasks of an agent, in the form that `evaluate_consistency` takes. */
  list_tasks(agent_id: string): { id: string; prompt: string }[] {
    const agent_attempts = [...this.attempts.values()].filter(({ agent }) => agent.name === agent_id);
    return [...new Set(agent_attempts.map(({ contract }) => contract.id))].sort().map((id) => ({ id, prompt: id }));
  }

  /**
   * Returns what an attempt measured. Unknown values are absent, never 0.
   *
   * @param run pass, from 0: trial 1 is pass 0
   * @throws {RangeError} if the attempt was not made, or was not decided
   */
  get_metrics(agent_id: string, task: string, run: number): InferenceAnswer {
    const attempt = this.attempts.get(createAttemptKey(agent_id, task, run + 1));
    if (attempt === undefined) throw new RangeError(`there is no trial ${run + 1} of ${task} by ${agent_id}`);
    const { status, safety } = attempt.verdict;
    if (status !== 'success' && status !== 'failure')
      throw new RangeError(`trial ${run + 1} of ${task} by ${agent_id} was not decided (${status})`);
    const success = status === 'success' ? 1 : 0;
    const { total_usd } = attempt.cost;
    const { metrics } = safety;
    const policy_actions = sumKnown([
      metrics.guardrail_checks,
      metrics.profile_enforcement_checks,
      metrics.network_requests_checked,
    ]);
    const policy_violations = sumKnown([
      metrics.guardrail_blocks,
      metrics.profile_violations_blocked,
      metrics.network_requests_blocked,
    ]);
    return {
      accuracy: success,
      completion: success,
      latency_ms: attempt.timing.wall_ms,
      ...omitUndefined({
        cost_usd: total_usd ?? undefined,
        policy_actions: policy_actions ?? undefined,
        policy_violations: policy_violations ?? undefined,
      }),
    };
  }

  /** Inference that answers with the measured attempts. */
  readonly inference: HALInference = async (_prompt, { task, run, agent_id }) =>
    this.get_metrics(agent_id, task.id, run);
}

/** Sums the counts that are known; null if none is. */
function sumKnown(counts: readonly (number | null)[]): number | null {
  const present = counts.filter((count) => count !== null);
  return present.length === 0 ? null : present.reduce((sum, count) => sum + count, 0);
}

const createAttemptKey = (agent: string, task: string, trial: number) => JSON.stringify([agent, task, trial]);
