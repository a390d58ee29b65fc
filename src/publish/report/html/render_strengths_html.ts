import { type HtmlText, html } from '../../text/html_text.js';
import { createColumns } from '../create_columns.js';
import type { AttemptRow } from '../view/attempt_row.js';
import {
  formatStrength,
  formatStrengthFigure,
  hasSeveralPasses,
  SUSPICIONS_REMARK,
  SUSPICIONS_TITLE,
} from '../view/format_strength.js';
import type { ReportView } from '../view/report_view.js';
import { renderTableHtml } from './render_section_html.js';

const CONTRACTS = 200;
const SUSPICIONS = 200;

/** Renders the least strength of the passes of each contract; empty if the rows of attempts say the same. */
export function renderStrengthsHtml({ strengths }: ReportView): HtmlText {
  if (!hasSeveralPasses(strengths)) return html``;
  const more = strengths.length - CONTRACTS;
  const table = renderTableHtml({
    kind: 'table',
    caption: '',
    columns: createColumns('Contract', ['Passes', 'Least strength', 'Weaker than wanted']),
    rows: strengths
      .slice(0, CONTRACTS)
      .map(({ task, passes, least, weaker }) => [task, String(passes), formatStrengthFigure(least), String(weaker)]),
  });
  const rest =
    more > 0
      ? html`
<p class="quiet">… and ${more} more contracts.</p>`
      : '';
  return html`<section aria-labelledby="strengths"><h2 id="strengths">Least strength of the passes of each contract</h2>
${table}${rest}</section>`;
}

/** Renders the suspicious parts of patches that passed; empty without any. */
export function renderSuspicionsHtml({ rows }: ReportView): HtmlText {
  const all = rows.flatMap(({ task, agent, trial, suspicions }) =>
    suspicions.map((what) => html`<li><code>${task}</code> · <code>${agent}</code> · trial ${trial}: ${what}</li>`),
  );
  if (all.length === 0) return html``;
  const more = all.length - SUSPICIONS;
  return html`<section aria-labelledby="suspicions"><h2 id="suspicions">${SUSPICIONS_TITLE}</h2>
<p>${SUSPICIONS_REMARK}</p>
<ul>${all.slice(0, SUSPICIONS)}${more > 0 ? html`<li class="quiet">… and ${more} more</li>` : ''}</ul></section>`;
}

/** Returns the basis of a pass as a row of its facts; an empty list for an attempt that did not pass. */
export function createStrengthFact({ result: { verdict }, weakness }: AttemptRow): [string, HtmlText][] {
  if (verdict.status !== 'success') return [];
  const { strength, canary, proven } = verdict.oracle;
  const { rounds, repeated, tests, total, places, per_test_bits } = strength;
  const varied = places ? `, places ${places.varied} of ${places.total}` : '';
  const basis =
    rounds === 0
      ? ''
      : `; challenge rounds ${rounds}, repeated ${repeated}, tests varied ${tests} of ${total}${varied}, for a single one of them ${formatStrengthFigure(per_test_bits)}`;
  const said = weakness === '' ? formatStrength(strength) : html`<span class="doubt">weaker pass: ${weakness}</span>`;
  return [['strength', html`${said}${basis}; contract ${proven ? 'proven' : 'not proven'}; canary ${canary}`]];
}

/** Renders the suspicious parts of the patch of one pass, for its details; empty without any. */
export function renderAttemptSuspicionsHtml({ suspicions }: AttemptRow): HtmlText {
  if (suspicions.length === 0) return html``;
  return html`<h3>Worth a look</h3><ul>${suspicions.map((what) => html`<li>${what}</li>`)}</ul>
`;
}
