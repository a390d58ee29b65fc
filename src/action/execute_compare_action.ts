import type { CompareOutcome } from '../commands/compare/compare_results.js';
import { type CompareOptions, compareOptionsSchema } from '../commands/compare/compare_results.js';
import type { CommandContext } from '../commands/io/command_context.js';
import { escapeInvisible, UserError } from '../contract/input/user_error.js';
import { createSectionsPage, formatComparisonHeadline, hasCollapse } from '../publish/github/page/report_page.js';
import { COMPARISON_CONCLUSIONS } from '../publish/report/view/gate_conclusion.js';
import { shortenText } from '../publish/text/escape_text.js';
import type { ActionEnvironment } from './action_environment.js';
import { type ActionInputs, collectOptionValues, requireInput } from './action_inputs.js';
import { type ActionOutcome, openActionPublication, readRunEvent } from './action_publication.js';

/**
 * Executes `command: compare`: compares results with a baseline and publishes the comparison.
 *
 * @param engine function of the verb `compare`
 * @throws {UserError} for inputs that are missing or contradict each other
 */
export async function executeCompareAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: CommandContext,
  engine: (options: CompareOptions, out: CommandContext) => CompareOutcome,
): Promise<ActionOutcome> {
  requireInput('baseline', inputs.baseline);
  requireInput('results', inputs.results);
  const [head, ...more] = inputs.results;
  if (more.length > 0)
    throw new UserError(
      'input "results" names several folders',
      'Merge them with `command: report`, and name its `out`.',
    );
  const { baseline } = inputs;
  const order = compareOptionsSchema.parse({
    ...collectOptionValues(inputs, compareOptionsSchema.shape),
    ...{ base: baseline, head },
  });
  const event = await readRunEvent(environment, inputs);
  const publication = await openActionPublication(inputs, environment, event, out);
  try {
    if (out.signal.aborted) return await publication.complete(undefined);
    const { compared, sections, exit_code } = engine(order, out);
    const conclusion = COMPARISON_CONCLUSIONS[compared.verdict];
    const collapse = hasCollapse(compared);
    // A collapse fails a night, decided or not, and the page must not look better than the night.
    const page = createSectionsPage(
      collapse ? 'failure' : conclusion,
      formatComparisonHeadline(compared, shortenText(escapeInvisible(baseline), 100)),
      sections,
    );
    return await publication.complete({ page, exit_code, outputs: { conclusion, collapse: String(collapse) } });
  } catch (error) {
    return await publication.fail(error);
  }
}
