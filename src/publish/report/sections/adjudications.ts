import type { Adjudications } from '../../../judge/analysis/adjudications.js';
import type { Block, Section, Table } from '../blocks.js';
import { counted, money, percent } from '../quantities.js';

/** What people found about verdicts: how often they err, by failure mode; how far people agree; what it took. */
export function adjudicationsSection(found: Adjudications): Section {
  const { reviews, attempts, disputed, unclear, false_positives, false_negatives, undecided, human } = found;
  const blocks: Block[] = [
    {
      kind: 'text',
      text: `${counted(reviews, 'review')} of ${counted(attempts, 'attempt')}. ${wrong('Correct patches among those rejected', false_positives.all)} ${wrong('Defects among those accepted', false_negatives.all)}`,
    },
    {
      kind: 'text',
      text: 'Rates are of what was reviewed: they hold for all attempts only where those to review were drawn at random. Failure modes are not added up, and an attempt with several tags stands in several rows.',
    },
    modeTable(
      'False positives by failure mode: correct patches among the rejected',
      false_positives,
      'of_correct',
      found,
    ),
    modeTable('False negatives by failure mode: accepted among the defective', false_negatives, 'of_incorrect', found),
  ];
  const open = undecided.correct + undecided.incorrect;
  const left = [
    ...(disputed.length > 0 ? [`reviewers contradict each other, so it counts nowhere: ${some(disputed)}`] : []),
    ...(unclear.length > 0 ? [`nobody could decide: ${some(unclear)}`] : []),
    ...(open > 0
      ? [
          `without a verdict of their own: reviewers call ${undecided.correct} correct and ${undecided.incorrect} incorrect`,
        ]
      : []),
  ];
  if (left.length > 0) blocks.push({ kind: 'list', items: left });
  blocks.push(...agreement(found), people(human));
  return { id: 'adjudications', title: 'What reviewers found', blocks };
}

type Share = Adjudications['false_positives']['all'];

function wrong(what: string, { errors, of, rate }: Share): string {
  return rate === null ? `${what}: none was reviewed.` : `${what}: ${errors} of ${of} (${percent(rate)}).`;
}

function cells({ errors, of, rate, low, high }: Share): string[] {
  return [
    `${errors} of ${of}`,
    rate === null ? '–' : percent(rate),
    low === null ? '–' : `${percent(low)} – ${percent(high)}`,
  ];
}

function modeTable<Overall extends string>(
  caption: string,
  rates: { all: Share; by_mode: readonly (Share & { mode: string })[] } & Record<Overall, Share>,
  overall: Overall,
  { confidence }: Adjudications,
): Table {
  const label =
    overall === 'of_correct' ? 'rejected among all correct patches' : 'accepted among all defective patches';
  return {
    kind: 'table',
    caption,
    columns: [
      { head: 'failure mode' },
      { head: 'errors', align: 'right' },
      { head: 'rate', align: 'right' },
      { head: `${percent(confidence)} interval`, align: 'right' },
    ],
    rows: [...rates.by_mode.map((row) => [row.mode, ...cells(row)]), [label, ...cells(rates[overall])]],
  };
}

function agreement({ agreement }: Adjudications): Block[] {
  if (agreement.length === 0)
    return [{ kind: 'text', text: 'No attempt was reviewed by two people: how far they agree is not known.' }];
  const number = (value: number | null) => (value === null ? '–' : value.toFixed(2));
  return [
    {
      kind: 'table',
      caption:
        "Agreement of reviewers (Cohen's kappa; it depends on how common the verdicts are, so read it with the shares)",
      columns: [
        { head: 'reviewers' },
        { head: 'attempts', align: 'right' },
        { head: 'same verdict', align: 'right' },
        { head: 'by habit alone', align: 'right' },
        { head: 'kappa', align: 'right' },
        { head: 'interval', align: 'right' },
      ],
      rows: agreement.map(({ reviewers, n, observed, expected, kappa, low, high, reason }) => [
        reviewers.join(' and '),
        String(n),
        percent(observed),
        percent(expected),
        kappa === null ? `– (${reason})` : number(kappa),
        low === null ? '–' : `${number(low)} – ${number(high)}`,
      ]),
    },
    ...agreement.map(
      ({ reviewers: [first, second], labels, table }): Table => ({
        kind: 'table',
        caption: `Verdicts of ${first} (rows) and ${second} (columns)`,
        columns: [{ head: first }, ...labels.map((head) => ({ head, align: 'right' as const }))],
        rows: labels.map((label, i) => [label, ...table[i]!.map(String)]),
        folded: true,
      }),
    ),
  ];
}

function people({ minutes, usd, by_reviewer }: Adjudications['human']): Block {
  const who = by_reviewer.map((one) => `${one.reviewer} ${one.minutes} min for ${counted(one.reviews, 'review')}`);
  return { kind: 'text', text: `Human time: ${minutes} minutes, ${money(usd)} (${who.join(', ')}).` };
}

function some(ids: readonly string[]): string {
  return ids.length <= 8 ? ids.join(', ') : `${ids.slice(0, 8).join(', ')} and ${ids.length - 8} more`;
}
