import type { Adjudications } from '../../../judge/analysis/adjudications.js';
import { formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../report_block.js';

/** Creates the section on people's reviews of verdicts: error rates by failure mode, agreement, effort. */
export function createAdjudicationsSection(found: Adjudications): ReportSection {
  const { reviews, attempts, disputed, unclear, false_positives, false_negatives, undecided, human } = found;
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        `${formatQuantity(reviews, 'review')} of ${formatQuantity(attempts, 'attempt')}. ` +
        `${formatErrors('Correct patches among those rejected', false_positives.all)} ` +
        `${formatErrors('Defects among those accepted', false_negatives.all)}`,
    },
    {
      kind: 'text',
      text:
        'Rates are of what was reviewed: they hold for all attempts only where those to review were drawn at ' +
        'random. Failure modes are not added up, and an attempt with several tags stands in several rows.',
    },
    createModeTable(
      'False positives by failure mode: correct patches among the rejected',
      false_positives,
      'of_correct',
      found,
    ),
    createModeTable(
      'False negatives by failure mode: accepted among the defective',
      false_negatives,
      'of_incorrect',
      found,
    ),
  ];
  const open = undecided.correct + undecided.incorrect;
  const left = [
    ...(disputed.length > 0 ? [`reviewers contradict each other, so it counts nowhere: ${formatIds(disputed)}`] : []),
    ...(unclear.length > 0 ? [`nobody could decide: ${formatIds(unclear)}`] : []),
    ...listIf(
      open > 0,
      `without a verdict of their own: reviewers call ${undecided.correct} correct and ` +
        `${undecided.incorrect} incorrect`,
    ),
  ];
  if (left.length > 0) blocks.push({ kind: 'list', items: left });
  blocks.push(...createAgreementBlocks(found), createEffortBlock(human));
  return { id: 'adjudications', title: 'What reviewers found', blocks, background: true };
}

type ErrorShare = Adjudications['false_positives']['all'];

function formatErrors(what: string, { errors, of, rate }: ErrorShare): string {
  return rate === null ? `${what}: none was reviewed.` : `${what}: ${errors} of ${of} (${formatPercent(rate)}).`;
}

function formatCells({ errors, of, rate, low, high }: ErrorShare): string[] {
  return [
    `${errors} of ${of}`,
    rate === null ? '–' : formatPercent(rate),
    low === null ? '–' : `${formatPercent(low)} – ${formatPercent(high)}`,
  ];
}

function createModeTable<Overall extends string>(
  caption: string,
  rates: { all: ErrorShare; by_mode: readonly (ErrorShare & { mode: string })[] } & Record<Overall, ErrorShare>,
  overall: Overall,
  { confidence }: Adjudications,
): ReportTable {
  const label =
    overall === 'of_correct' ? 'rejected among all correct patches' : 'accepted among all defective patches';
  return {
    kind: 'table',
    caption,
    columns: createColumns('failure mode', ['errors', 'rate', `${formatPercent(confidence)} interval`]),
    rows: [...rates.by_mode.map((row) => [row.mode, ...formatCells(row)]), [label, ...formatCells(rates[overall])]],
  };
}

function createAgreementBlocks({ agreement }: Adjudications): ReportBlock[] {
  if (agreement.length === 0)
    return [{ kind: 'text', text: 'No attempt was reviewed by two people: how far they agree is not known.' }];
  const number = (value: number | null) => (value === null ? '–' : value.toFixed(2));
  return [
    {
      kind: 'table',
      caption:
        "Agreement of reviewers (Cohen's kappa; it depends on how common the verdicts are, so read it with the shares)",
      columns: createColumns('reviewers', ['attempts', 'same verdict', 'by habit alone', 'kappa', 'interval']),
      rows: agreement.map(({ reviewers, n, observed, expected, kappa, low, high, reason }) => [
        reviewers.join(' and '),
        String(n),
        formatPercent(observed),
        formatPercent(expected),
        kappa === null ? `– (${reason})` : number(kappa),
        low === null ? '–' : `${number(low)} – ${number(high)}`,
      ]),
    },
    ...agreement.map(
      ({ reviewers: [first, second], labels, table }): ReportTable => ({
        kind: 'table',
        caption: `Verdicts of ${first} (rows) and ${second} (columns)`,
        columns: createColumns(first, labels),
        rows: labels.map((label, i) => [label, ...(table[i] ?? []).map(String)]),
        folded: true,
      }),
    ),
  ];
}

function createEffortBlock({ minutes, usd, by_reviewer }: Adjudications['human']): ReportBlock {
  const reviewer_costs = by_reviewer.map(
    (one) => `${one.reviewer} ${one.minutes} min for ${formatQuantity(one.reviews, 'review')}`,
  );
  return { kind: 'text', text: `Human time: ${minutes} minutes, ${formatUsd(usd)} (${reviewer_costs.join(', ')}).` };
}

function formatIds(ids: readonly string[]): string {
  return ids.length <= 8 ? ids.join(', ') : `${ids.slice(0, 8).join(', ')} and ${ids.length - 8} more`;
}
