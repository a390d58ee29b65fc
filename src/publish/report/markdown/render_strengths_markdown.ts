import { escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import type { AttemptRow } from '../view/attempt_row.js';
import {
  formatStrength,
  formatStrengthFigure,
  hasSeveralPasses,
  SUSPICIONS_REMARK,
  SUSPICIONS_TITLE,
} from '../view/format_strength.js';
import type { ReportView } from '../view/report_view.js';
import { foldMarkdown as folded } from './fold_markdown.js';

/** Contracts in the table of least strengths. */
const CONTRACTS = 50;

/** Renders the least strength of the passes of each contract; '' if the rows of attempts say the same. */
export function renderStrengthsMarkdown({ strengths }: ReportView): string {
  if (!hasSeveralPasses(strengths)) return '';
  const shown = strengths.slice(0, CONTRACTS);
  return folded('Least strength of the passes of each contract', [
    '| Contract | Passes | Least strength | Weaker than wanted |',
    '|---|--:|--:|--:|',
    ...shown.map(
      ({ task, passes, least, weaker }) =>
        `| ${formatMarkdownCode(shortenText(task, 80))} | ${passes} | ${formatStrengthFigure(least)} | ${weaker} |`,
    ),
    ...(strengths.length > shown.length ? ['', `… and ${strengths.length - shown.length} more contracts.`] : []),
  ]);
}

/**
 * Renders the suspicious parts of patches that passed, folded; '' without any.
 *
 * @param limit most lines
 */
export function renderSuspicionsMarkdown({ rows }: ReportView, limit: number): string {
  const all = rows.flatMap(({ task, agent, trial, suspicions }) =>
    suspicions.map((what) => ({ place: `${task} · ${agent} · trial ${trial}`, what })),
  );
  if (all.length === 0) return '';
  const shown = all.slice(0, limit);
  return folded(`${SUSPICIONS_TITLE} (${all.length})`, [
    SUSPICIONS_REMARK,
    '',
    ...shown.map(({ place, what }) => `- ${formatMarkdownCode(shortenText(place, 120))}: ${escapeMarkdown(what)}`),
    ...(all.length > shown.length ? [`- … and ${all.length - shown.length} more`] : []),
  ]);
}

/** Returns the lines on the strength of an attempt, for its details. */
export function renderAttemptStrength({ result: { verdict }, weakness }: AttemptRow): string[] {
  if (verdict.status !== 'success') return [];
  const { rounds, tests, total, places } = verdict.oracle.strength;
  const varied = places ? ` · places varied ${places.varied} of ${places.total}` : '';
  const basis = rounds === 0 ? '' : ` · challenge rounds ${rounds} · tests varied ${tests} of ${total}${varied}`;
  const { canary, proven } = verdict.oracle;
  return [
    `- ${weakness === '' ? formatStrength(verdict.oracle.strength) : `⚠️ weaker pass: ${escapeMarkdown(weakness)}`}${basis} · contract ${proven ? 'proven' : 'not proven'} · canary ${canary}`,
  ];
}
