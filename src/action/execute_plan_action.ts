import type { CommandContext } from '../commands/io/command_context.js';
import { type PlanOptions, type PlanOutcome, planOptionsSchema } from '../commands/plan/plan_options.js';
import { appendSummary } from '../publish/github/append_summary.js';
import { escapeMarkdown } from '../publish/text/escape_text.js';
import { formatQuantity } from '../publish/text/format_quantity.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, readRunEvent, writeJobSummary } from './action_publication.js';
import { readActionStudy } from './read_action_study.js';

/**
 * Executes `command: plan`: writes the plan and sets the matrix of the jobs that run its attempts.
 *
 * @param engine function of the verb `plan`
 */
export async function executePlanAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: CommandContext,
  engine: (options: PlanOptions, out: CommandContext) => Promise<PlanOutcome | undefined>,
): Promise<ActionOutcome> {
  const event = await readRunEvent(environment, inputs);
  const order = planOptionsSchema.parse({
    ...readActionStudy(inputs, event, environment, planOptionsSchema.shape),
    out: inputs.plan || 'plan.json',
    max_shards: inputs['max-shards'],
  });
  const outcome = await engine(order, out);
  if (outcome === undefined) {
    const headline = 'interrupted before anything was planned';
    writeJobSummary(environment.summary_file, `## gatebench: ${headline}`);
    const outputs = { conclusion: 'interrupted' };
    return { outputs, warnings: [], annotations: [], headline, exit_code: 130 };
  }
  const { plan, matrix, attempts, cost_ceiling_usd, plan_path } = outcome;
  const headline = `${formatQuantity(attempts, 'attempt')} in ${formatQuantity(matrix.include.length, 'shard')}`;
  const { summary_file } = environment;
  if (summary_file !== undefined) {
    const lines = outcome.lines.map((line) => `- ${escapeMarkdown(line)}`);
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
