import { UserError } from '../contract/user_error.js';
import { sectionsPage } from '../publish/github/page.js';
import { shorten, visible } from '../publish/report/escape.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, eventOf, published } from './action_publish.js';
import type { CompareOutcome } from './compare.js';
import { type CompareOrder, compareOrderSchema } from './compare_order.js';
import { demandOne } from './demand_one.js';
import type { RunOutput } from './orders.js';

const CONCLUSION = { regression: 'failure', 'no regression': 'success', undecided: 'indecisive' } as const;

/** `command: compare` as an Action: results before against results now, published as a report is. */
export async function compareAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
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
  const { baseline } = inputs;
  const order = compareOrderSchema.parse({
    base: baseline,
    head,
    arms: inputs.arms,
    history: inputs.history || undefined,
    out: inputs.out,
  });
  const event = await eventOf(environment, inputs);
  return published(inputs, environment, event, out.signal, async () => {
    const { compared, sections, exit_code } = engine(order, out);
    const conclusion = CONCLUSION[compared.verdict];
    const page = sectionsPage(conclusion, `${compared.verdict} against ${shorten(visible(baseline), 100)}`, sections);
    const collapse = compared.arms.some(({ regression }) => regression.collapse !== null);
    return { page, exit_code, outputs: { conclusion, collapse: String(collapse) } };
  });
}
