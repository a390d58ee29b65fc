import type { Counterfactual, CounterfactualLimits } from '../../../record/verdict/attempt_result.js';
import { formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type ReportSection } from '../report_block.js';

/** Remark that must stand beside every counterfactual number. */
export const PROVISIONAL_REMARK =
  'Provisional: no result, and not to be compared with the results of attempts that were made under their own terms.';

/** Returns a remark on what no record shows: requests that caps on money and tokens would have refused beforehand. */
export const listUnseenLimits = ({ caps }: CounterfactualLimits): string[] =>
  caps.usd === null && caps.tokens === null ? [] : [RESERVATIONS_REMARK];

const RESERVATIONS_REMARK =
  'Close to a cap a request might have been refused or cut short, since its worst case is reserved before it is ' +
  'sent; what was reserved is in no record, so that is not seen here: attempts that stayed just below a cap may ' +
  'have ended otherwise.';

/** Formats the limits: "a cap of $0.50, λ = 2". */
export function formatCounterfactualLimits({ caps, lambda, graded, decomposed }: CounterfactualLimits): string {
  const weights = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, weight]) => `${name} ${weight}`)
      .join(', ');
  return [
    ...(caps.usd === null ? [] : [`a cap of ${formatUsd(caps.usd)}`]),
    ...(caps.tokens === null ? [] : [`a cap of ${caps.tokens} tokens`]),
    ...(caps.wall_ms === null ? [] : [`a cap of ${formatDuration(caps.wall_ms)}`]),
    ...(lambda === null ? [] : [`λ = ${lambda}`]),
    ...(graded === null ? [] : [`weights of the graded score ${weights(graded)}`]),
    ...(decomposed === null ? [] : [`weights of the decomposed score ${weights(decomposed)}`]),
  ].join('; ');
}

/** Creates the section on attempts under other limits, beside the sealed results. */
export function createCounterfactualSection(
  lines: readonly Counterfactual[],
  terms: CounterfactualLimits,
  unjudged = 0,
): ReportSection {
  const count = (status: Counterfactual['status']) => lines.filter((line) => line.status === status).length;
  const sealed = lines.filter((line) => line.sealed.status === 'success').length;
  const [successes, unknown] = [count('success'), count('unknown')];
  const by_rule = lines.filter(({ basis }) => basis === 'rule').length;
  const number = (score: { score: number } | null) => (score === null ? 'unknown' : score.score.toFixed(3));
  return {
    id: 'counterfactual',
    title: `Counterfactual: as if ${formatCounterfactualLimits(terms)}`,
    blocks: [
      { kind: 'text', text: PROVISIONAL_REMARK },
      {
        kind: 'list',
        items: [
          `${successes} of ${formatQuantity(lines.length, 'attempt')} would have ` +
            `passed${unknown === 0 ? '' : `, up to ${successes + unknown} with those that are unknown`}; ${sealed} did`,
          `${by_rule} would have been stopped before the work was done, and fail by rule`,
          ...listUnseenLimits(terms),
          ...(unjudged === 0 ? [] : [`${formatQuantity(unjudged, 'record')} could not be judged`]),
        ],
      },
      {
        kind: 'table',
        caption: 'Counterfactual outcomes',
        columns: createColumns('Task', 'Agent', ['Trial'], 'Would be', 'Sealed', ['Graded', 'Decomposed'], 'Why'),
        rows: lines.map((line) => [
          line.contract.id,
          line.ablation === 'none' ? line.agent : `${line.agent} (without ${line.ablation.replaceAll('+', ', ')})`,
          String(line.trial),
          line.status,
          line.sealed.status,
          number(line.graded),
          number(line.decomposed),
          line.because,
        ]),
      },
    ],
  };
}
