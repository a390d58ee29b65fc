import { appendSummary } from '../publish/github/summary.js';
import { markdown } from '../publish/report/escape.js';
import { counted } from '../publish/report/quantities.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, eventOf, writeSummary } from './action_publish.js';
import { studyOf } from './action_study.js';
import type { RunOutput } from './orders.js';
import { planLines } from './plan_lines.js';
import { type PlanOrder, type PlanOutcome, planOrderSchema } from './plan_order.js';

/** `command: plan` as an Action: the plan as a file, and the matrix of the jobs that make its attempts. */
export async function planAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: RunOutput,
  engine: (order: PlanOrder, out: RunOutput) => Promise<PlanOutcome | undefined>,
): Promise<ActionOutcome> {
  const event = await eventOf(environment, inputs);
  const order = planOrderSchema.parse({
    ...studyOf(inputs, event, environment),
    out: inputs.plan || 'plan.json',
    max_shards: inputs['max-shards'],
    durations: inputs.durations,
    reuse: inputs.reuse,
  });
  const outcome = await engine(order, out);
  if (outcome === undefined) {
    const headline = 'interrupted before anything was planned';
    writeSummary(environment.summary_file, `## gatebench: ${headline}`);
    const outputs = { conclusion: 'interrupted' };
    return { outputs, warnings: [], annotations: [], headline, exit_code: 130 };
  }
  const { plan, matrix, attempts, cost_ceiling_usd, plan_path } = outcome;
  const headline = `${counted(attempts, 'attempt')} in ${counted(matrix.include.length, 'shard')}`;
  const { summary_file } = environment;
  if (summary_file !== undefined) {
    const lines = planLines(outcome, plan.budget).map((line) => `- ${markdown(line)}`);
    appendSummary(summary_file, [`## gatebench: ${headline} planned`, '', ...lines, ''].join('\n'));
  }
  return {
    outputs: {
      matrix: JSON.stringify(matrix),
      shards: String(matrix.include.length),
      attempts: String(attempts),
      'cost-ceiling-usd': String(cost_ceiling_usd),
      'plan-path': plan_path,
      'plan-digest': plan.digest,
    },
    warnings: outcome.warnings,
    annotations: [],
    headline,
    exit_code: 0,
  };
}
