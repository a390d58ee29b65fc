import type { CheckVerdict } from '../../../record/verdict/verdict.js';
import type { AttemptRow } from './attempt_row.js';

/** Output of a check that failed without a test report; foreign text. */
export interface CheckOutputSummary {
  check: string;
  output: NonNullable<CheckVerdict['output']>;
  /** Names of the agents or arms. */
  agents: string[];
  tasks: string[];
}

/** Distinct outputs that a report shows. */
const MAX_SHOWN = 10;

/** Tells whether it is worth a word what became of an attempt: noop is meant to fail. */
export const isToldFailure = ({ status, result }: Pick<AttemptRow, 'status' | 'result'>): boolean =>
  (status === 'failure' || status === 'acceptance_error') && result.agent.kind !== 'noop';

/** Collects the outputs of failed mandatory checks, equal ones once, those of the worst attempts first. */
export function collectCheckOutputs(rows: readonly AttemptRow[]): CheckOutputSummary[] {
  const outputs = new Map<string, CheckOutputSummary>();
  for (const row of rows.filter(isToldFailure)) {
    for (const { check, output, mandatory, reached, outcome } of row.result.verdict.checks) {
      if (output === undefined || !mandatory || !reached || outcome === 'pass') continue;
      const key = JSON.stringify([check, output]);
      const summary = outputs.get(key) ?? { check, output, agents: [], tasks: [] };
      outputs.set(key, summary);
      if (!summary.agents.includes(row.agent)) summary.agents.push(row.agent);
      if (!summary.tasks.includes(row.task)) summary.tasks.push(row.task);
    }
  }
  return [...outputs.values()].slice(0, MAX_SHOWN);
}
