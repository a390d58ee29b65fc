import { UserError } from '../contract/user_error.js';
import { appendSummary } from '../publish/github/summary.js';
import { sectionMarkdown } from '../publish/report/blocks_markdown.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import type { ActionOutcome } from './action_publish.js';
import type { CompareOutcome } from './compare.js';
import { type CompareOrder, compareOrderSchema } from './compare_order.js';
import { demandOne } from './demand_one.js';
import type { RunOutput } from './orders.js';

const CONCLUSION = { regression: 'failure', 'no regression': 'success', undecided: 'indecisive' } as const;

/** `command: compare` as an Action: results before against results now, in the job summary. */
export async function compareAction(
  inputs: ActionInputs,
  { summary_file }: ActionEnvironment,
  out: RunOutput,
  engine: (order: CompareOrder, out: RunOutput) => CompareOutcome,
): Promise<ActionOutcome> {
  demandOne('baseline', inputs.baseline);
  demandOne('results', inputs.results);
  const [head, ...more] = inputs.results;
  if (more.length > 0)
    throw new UserError(
      'input "results" names several folders',
      'Merge them with `command: report`, and name its `out`.',
    );
  const order = compareOrderSchema.parse({
    base: inputs.baseline,
    head,
    arms: inputs.arms,
    history: inputs.history || undefined,
    out: inputs.out,
  });
  const { compared, sections, exit_code } = engine(order, out);
  const headline = `compared with ${inputs.baseline}: ${compared.verdict}`;
  if (summary_file !== undefined) {
    const text = sections.map((section) => sectionMarkdown(section)).join('\n\n');
    await appendSummary(summary_file, `## gatebench: ${compared.verdict}\n\n${text}\n`);
  }
  return { outputs: { conclusion: CONCLUSION[compared.verdict] }, warnings: [], headline, exit_code };
}
