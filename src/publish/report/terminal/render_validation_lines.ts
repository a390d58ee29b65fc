import type { ProofStep, ProofStepResult } from '../../../contract/validation/contract_lock.js';
import { type FlakinessScreen, formatScreenSentence } from '../../../judge/validation/proof_findings.js';
import type { BenchmarkReport } from '../../../judge/validation/report_benchmark.js';
import { escapeText as safe } from '../../text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';
import { textPadding, truncateToWidth, wrapWords } from '../../text/measure_text_width.js';
import { createStyledSpan, type StyledLine, type TextStyle } from '../../text/styled_line.js';
import { formatStrengthFigure } from '../view/format_strength.js';

/** Result of a contract's validation, as far as it is shown. */
interface ValidationSummary {
  contract: string;
  path: string;
  verdict: 'proven' | 'refuted' | 'undecided';
  wall_ms: number;
  attempts: number;
  proof: {
    steps: readonly ProofStepResult[];
    flakiness: { checks: readonly FlakinessScreen[] };
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
/** Most lines of one kind; proof.json has the rest. */
const MOST = 12;

/**
 * Renders one validation as lines, at most `columns` wide: a row per step with result, time and finding; reasons and
 * warnings below.
 */
export function renderValidationLines(
  { contract, verdict, wall_ms, attempts, proof, lock }: ValidationSummary,
  times: Partial<Record<ProofStep, number>>,
  columns: number,
): StyledLine[] {
  const width = Math.max(columns, 40);
  const row = ({ step, verdict: found, detail }: ProofStepResult): StyledLine => {
    const time = times[step] === undefined ? '' : formatDuration(times[step]);
    return [
      createStyledSpan(`  ${textPadding.end(step, 13)} `),
      createStyledSpan(textPadding.end(MARK[found], 9), STYLE[found]),
      createStyledSpan(` ${textPadding.start(time, 9)}  ${truncateToWidth(safe(detail), width - 38)}`),
    ];
  };
  const remarks = [
    ...limitLines(proof.steps.flatMap(({ reasons }) => reasons)).flatMap((line) => foldLine('  ✗ ', line, width)),
    ...limitLines(proof.steps.flatMap(({ warnings }) => warnings)).flatMap((line) => foldLine('  ! ', line, width)),
    ...formatScreens(proof.flakiness.checks).flatMap((line) => foldLine('  · ', line, width)),
    ...formatLockState(lock),
  ];
  return [
    [
      createStyledSpan(`${safe(contract)}  `),
      createStyledSpan(formatVerdict(verdict, proof.reference.strength), STYLE[verdict]),
      createStyledSpan(`  ${formatQuantity(attempts, 'attempt')} in ${formatDuration(wall_ms)}`),
    ],
    ...proof.steps.map(row),
    ...remarks.map((line) => [createStyledSpan(line)]),
  ];
}

/** Formats the verdict, for a proven contract with the strength of a pass. */
const formatVerdict = (verdict: ValidationSummary['verdict'], strength: number | null) =>
  verdict === 'proven' ? `PROVEN (strength ${formatStrengthFigure(strength)})` : verdict.toUpperCase();

/** Formats what the screen of the reference solution can have missed; checks with the same text share a line. */
function formatScreens(screens: readonly FlakinessScreen[]): string[] {
  const lines = new Map<string, string[]>();
  for (const screen of screens.filter(({ on, test }) => on === 'golden' && test === null)) {
    const sentence = formatScreenSentence(screen);
    lines.set(sentence, [...(lines.get(sentence) ?? []), screen.check]);
  }
  return limitLines([...lines].map(([said, checks]) => `${limitLines(checks).join(', ')}: ${said}`));
}

function formatLockState({ path, state }: ValidationSummary['lock']): string[] {
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

/** Renders the benchmark checklist over all contracts, and the last line. */
export function renderBenchmarkChecklist(
  { results, estimated_overestimation }: BenchmarkReport,
  proofs: readonly ValidationSummary[],
  path: string,
  { columns }: { columns: number },
): string {
  const width = Math.max(columns, 40);
  const counted = results.filter(({ by_construction }) => !by_construction);
  const uncounted = results.length - counted.length;
  const skipped = results.filter(({ method }) => method === 'skipped').length;
  const count = (verdict: ValidationSummary['verdict']) => proofs.filter((proof) => proof.verdict === verdict).length;
  return [
    'Agentic benchmark checklist',
    ...results.map(({ criterion, passed, method, evidence, estimated_bias, by_construction }) => {
      const judged = passed ? 'ok' : 'NOT MET';
      const checked = by_construction ? 'as built' : judged;
      const outcome = method === 'skipped' ? 'skipped' : checked;
      const bias = passed || method === 'skipped' ? '' : `+${formatPercent(estimated_bias)}`;
      return (
        `  ${textPadding.end(criterion, 25)} ${textPadding.end(outcome, 8)} ${textPadding.start(bias, 7)}  ` +
        `${truncateToWidth(safe(by_construction ? `by construction: ${evidence}` : evidence), width - 46)}`
      );
    }),
    `  ${counted.filter(({ passed }) => passed).length} of ${formatCriteria(counted.length)} met` +
      (uncounted > 0 ? `; ${uncounted} by construction, not counted` : ''),
    `  scores may be too high by ${formatPercent(estimated_overestimation)}` +
      (skipped > 0 ? `, at least: ${formatCriteria(skipped)} skipped` : ''),
    '',
    `${count('proven')} of ${formatQuantity(proofs.length, 'contract')} proven, ${count('refuted')} refuted, ` +
      `${count('undecided')} undecided · ${path}`,
  ].join('\n');
}

const formatCriteria = (count: number) => formatQuantity(count, 'criterion', 'criteria');

function limitLines(lines: readonly string[]): string[] {
  return lines.length <= MOST
    ? [...lines]
    : [...lines.slice(0, MOST), `and ${lines.length - MOST} more, in proof.json`];
}

/** Wraps a long line and indents it behind its mark. */
function foldLine(mark: string, text: string, width: number): string[] {
  const room = width - mark.length;
  const lines = wrapWords(safe(text).split(' '), room);
  return lines.map((one, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + truncateToWidth(one, room));
}
