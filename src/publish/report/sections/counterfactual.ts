import type { Counterfactual, Terms } from '../../../record/counterfactual.js';
import type { Section } from '../blocks.js';
import { counted, elapsed, money } from '../quantities.js';

/** What has to stand beside every such number (executable contracts §5.4). */
export const PROVISIONAL =
  'Provisional: no result, and not to be compared with the results of attempts that were made under their own terms.';

/** What no record says, and what therefore has to be said: what caps on money and tokens would have refused beforehand. */
export const unseen = ({ caps }: Terms): string[] => (caps.usd === null && caps.tokens === null ? [] : [RESERVATIONS]);

const RESERVATIONS =
  'Close to a cap a request might have been refused or cut short, since its worst case is reserved before it is sent; what was reserved is in no record, so that is not seen here: attempts that stayed just below a cap may have ended otherwise.';

/** The terms in words: "a cap of $0.50, λ = 2". */
export function termsText({ caps, lambda, graded, decomposed }: Terms): string {
  const weights = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, weight]) => `${name} ${weight}`)
      .join(', ');
  return [
    ...(caps.usd === null ? [] : [`a cap of ${money(caps.usd)}`]),
    ...(caps.tokens === null ? [] : [`a cap of ${caps.tokens} tokens`]),
    ...(caps.wall_ms === null ? [] : [`a cap of ${elapsed(caps.wall_ms)}`]),
    ...(lambda === null ? [] : [`λ = ${lambda}`]),
    ...(graded === null ? [] : [`weights of the graded score ${weights(graded)}`]),
    ...(decomposed === null ? [] : [`weights of the decomposed score ${weights(decomposed)}`]),
  ].join('; ');
}

/** Attempts under other terms, beside what was sealed. */
export function counterfactualSection(lines: readonly Counterfactual[], terms: Terms, unjudged = 0): Section {
  const of = (status: Counterfactual['status']) => lines.filter((line) => line.status === status).length;
  const sealed = lines.filter((line) => line.sealed.status === 'success').length;
  const [successes, unknown] = [of('success'), of('unknown')];
  const by_rule = lines.filter(({ basis }) => basis === 'rule').length;
  const number = (score: { score: number } | null) => (score === null ? 'unknown' : score.score.toFixed(3));
  return {
    id: 'counterfactual',
    title: `Counterfactual: as if ${termsText(terms)}`,
    blocks: [
      { kind: 'text', text: PROVISIONAL },
      {
        kind: 'list',
        items: [
          `${successes} of ${counted(lines.length, 'attempt')} would have passed${unknown === 0 ? '' : `, up to ${successes + unknown} with those that are unknown`}; ${sealed} did`,
          `${by_rule} would have been stopped before the work was done, and fail by rule`,
          ...unseen(terms),
          ...(unjudged === 0 ? [] : [`${counted(unjudged, 'record')} could not be judged`]),
        ],
      },
      {
        kind: 'table',
        caption: 'Counterfactual outcomes',
        columns: [
          { head: 'Task' },
          { head: 'Agent' },
          { head: 'Trial', align: 'right' },
          { head: 'Would be' },
          { head: 'Sealed' },
          { head: 'Graded', align: 'right' },
          { head: 'Decomposed', align: 'right' },
          { head: 'Why' },
        ],
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
