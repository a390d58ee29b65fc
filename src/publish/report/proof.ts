import type { ProofStep, StepResult } from '../../contract/lock.js';
import type { BenchmarkReport } from '../../judge/analysis/abc.js';
import type { Screen } from '../../judge/proof/flakiness.js';
import { screenSentence } from '../../judge/proof/flakiness.js';
import { terminal as safe } from './escape.js';
import { counted, elapsed, percent } from './quantities.js';
import { strengthFigure } from './strength.js';
import { renderLine, type StyledLine, span, type TextStyle } from './styled_text.js';
import type { TerminalOptions } from './terminal.js';
import { cut, pad } from './terminal_width.js';

/** What of a proof is shown. */
export interface ShownProof {
  contract: string;
  path: string;
  verdict: 'proven' | 'refuted' | 'undecided';
  wall_ms: number;
  attempts: number;
  proof: {
    steps: readonly StepResult[];
    flakiness: { checks: readonly Screen[] };
    reference: { strength: number | null };
  };
  lock: { path: string; state: 'written' | 'kept' | 'none' | 'contradicted' };
}

const MARK = {
  proven: 'ok',
  refuted: 'REFUTED',
  undecided: 'UNDECIDED',
  skipped: 'none',
  'not-run': 'not run',
} as const;
const STYLE = {
  proven: 'good',
  refuted: 'bad',
  undecided: 'doubt',
  skipped: 'dim',
  'not-run': 'dim',
} as const satisfies Record<string, TextStyle>;
/** Lines of one kind; the rest is in proof.json. */
const MOST = 12;

/** Renders one proof for a terminal. Ends with a line break. */
export function renderProof(
  shown: ShownProof,
  times: Partial<Record<ProofStep, number>>,
  { columns, colour }: TerminalOptions,
): string {
  return `${proofLines(shown, times, columns)
    .map((line) => renderLine(line, colour))
    .join('\n')}\n`;
}

/** Returns one proof as lines: a row per step with result, time and finding; reasons and warnings below. At most `columns` wide. */
export function proofLines(
  { contract, verdict, wall_ms, attempts, proof, lock }: ShownProof,
  times: Partial<Record<ProofStep, number>>,
  columns: number,
): StyledLine[] {
  const width = Math.max(columns, 40);
  const row = ({ step, verdict: found, detail }: StepResult): StyledLine => {
    const time = times[step] === undefined ? '' : elapsed(times[step]);
    return [
      span(`  ${pad.end(step, 13)} `),
      span(pad.end(MARK[found], 9), STYLE[found]),
      span(` ${pad.start(time, 9)}  ${cut(safe(detail), width - 38)}`),
    ];
  };
  const below = [
    ...few(proof.steps.flatMap(({ reasons }) => reasons)).flatMap((line) => folded('  ✗ ', line, width)),
    ...few(proof.steps.flatMap(({ warnings }) => warnings)).flatMap((line) => folded('  ! ', line, width)),
    ...screened(proof.flakiness.checks).flatMap((line) => folded('  · ', line, width)),
    ...lockLine(lock),
  ];
  return [
    [
      span(`${safe(contract)}  `),
      span(verdictWords(verdict, proof.reference.strength), STYLE[verdict]),
      span(`  ${counted(attempts, 'attempt')} in ${elapsed(wall_ms)}`),
    ],
    ...proof.steps.map(row),
    ...below.map((line) => [span(line)]),
  ];
}

/** The verdict, with the strength that a pass of a proven contract has. */
const verdictWords = (verdict: ShownProof['verdict'], strength: number | null) =>
  verdict === 'proven' ? `PROVEN (strength ${strengthFigure(strength)})` : verdict.toUpperCase();

/** What the screen of the reference solution can have missed; checks of which the same is to be said share a line. */
function screened(screens: readonly Screen[]): string[] {
  const lines = new Map<string, string[]>();
  for (const screen of screens.filter(({ on, test }) => on === 'golden' && test === null)) {
    const said = screenSentence(screen);
    lines.set(said, [...(lines.get(said) ?? []), screen.check]);
  }
  return few([...lines].map(([said, checks]) => `${few(checks).join(', ')}: ${said}`));
}

function lockLine({ path, state }: ShownProof['lock']): string[] {
  switch (state) {
    case 'written':
      return [`  ${safe(path)} written`];
    case 'kept':
      return [`  ${safe(path)} holds and is kept (--update-lock renews it)`];
    case 'contradicted':
      return [`  ✗ ${safe(path)} says that this version is proven, and it is not: remove it`];
    case 'none':
      return [];
    default:
      return state satisfies never;
  }
}

/** The checklist over all contracts, and the last line. */
export function renderBenchmark(
  { results, estimated_overestimation }: BenchmarkReport,
  proofs: readonly ShownProof[],
  path: string,
  { columns }: Pick<TerminalOptions, 'columns'>,
): string {
  const width = Math.max(columns, 40);
  const skipped = results.filter(({ method }) => method === 'skipped').length;
  const count = (verdict: ShownProof['verdict']) => proofs.filter((proof) => proof.verdict === verdict).length;
  return [
    'Agentic benchmark checklist',
    ...results.map(({ criterion, passed, method, evidence, estimated_bias }) => {
      const found = method === 'skipped' ? 'skipped' : passed ? 'ok' : 'NOT MET';
      const bias = passed || method === 'skipped' ? '' : `+${percent(estimated_bias)}`;
      return `  ${pad.end(criterion, 25)} ${pad.end(found, 7)} ${pad.start(bias, 7)}  ${cut(safe(evidence), width - 45)}`;
    }),
    `  scores may be too high by ${percent(estimated_overestimation)}${skipped > 0 ? `, at least: ${counted(skipped, 'criterion', 'criteria')} skipped` : ''}`,
    '',
    `${count('proven')} of ${counted(proofs.length, 'contract')} proven, ${count('refuted')} refuted, ${count('undecided')} undecided · ${path}`,
  ].join('\n');
}

function few(lines: readonly string[]): string[] {
  return lines.length <= MOST
    ? [...lines]
    : [...lines.slice(0, MOST), `and ${lines.length - MOST} more, in proof.json`];
}

/** A long line over several, indented below its mark. */
function folded(mark: string, text: string, width: number): string[] {
  const room = width - mark.length;
  const lines: string[] = [];
  let line = '';
  for (const word of safe(text).split(' ')) {
    if (line !== '' && pad.width([`${line} ${word}`]) > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + cut(one, room));
}
