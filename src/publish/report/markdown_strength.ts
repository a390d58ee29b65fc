import { markdown, markdownCode, shorten } from './escape.js';
import { foldedMarkdown as folded } from './markdown_fold.js';
import type { Row } from './row.js';
import { hasSeveralPasses, SUSPICIONS_REMARK, SUSPICIONS_TITLE, strengthFigure, strengthText } from './strength.js';
import type { View } from './view.js';

/** Contracts in the table of least strengths. */
const CONTRACTS = 50;

/** Renders the least strength of the passes of each contract; '' where the rows of attempts say the same. */
export function strengthsMarkdown({ strengths }: View): string {
  if (!hasSeveralPasses(strengths)) return '';
  const shown = strengths.slice(0, CONTRACTS);
  return folded('Least strength of the passes of each contract', [
    '| Contract | Passes | Least strength | Weaker than wanted |',
    '|---|--:|--:|--:|',
    ...shown.map(
      ({ task, passes, least, weaker }) =>
        `| ${markdownCode(shorten(task, 80))} | ${passes} | ${strengthFigure(least)} | ${weaker} |`,
    ),
    ...(strengths.length > shown.length ? ['', `… and ${strengths.length - shown.length} more contracts.`] : []),
  ]);
}

/** Renders what patches that passed hold and a solution seldom needs, folded; '' without any. @param limit lines at most */
export function suspicionsMarkdown({ rows }: View, limit: number): string {
  const all = rows.flatMap(({ task, agent, trial, suspicions }) =>
    suspicions.map((what) => ({ place: `${task} · ${agent} · trial ${trial}`, what })),
  );
  if (all.length === 0) return '';
  const shown = all.slice(0, limit);
  return folded(`${SUSPICIONS_TITLE} (${all.length})`, [
    SUSPICIONS_REMARK,
    '',
    ...shown.map(({ place, what }) => `- ${markdownCode(shorten(place, 120))}: ${markdown(what)}`),
    ...(all.length > shown.length ? [`- … and ${all.length - shown.length} more`] : []),
  ]);
}

/** Returns the lines on the strength of an attempt, for its details. */
export function attemptStrengthLines({ result: { verdict }, weakness }: Row): string[] {
  if (verdict.status !== 'success') return [];
  const { rounds, tests, total } = verdict.oracle.strength;
  const basis = rounds === 0 ? '' : ` · challenge rounds ${rounds} · tests varied ${tests} of ${total}`;
  const { canary, proven } = verdict.oracle;
  return [
    `- ${weakness === '' ? strengthText(verdict.oracle.strength) : `⚠️ weaker pass: ${markdown(weakness)}`}${basis} · contract ${proven ? 'proven' : 'not proven'} · canary ${canary}`,
  ];
}
