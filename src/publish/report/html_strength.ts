import { tableHtml } from './blocks_html.js';
import { html } from './escape.js';
import type { Row } from './row.js';
import { hasSeveralPasses, SUSPICIONS_REMARK, SUSPICIONS_TITLE, strengthFigure, strengthText } from './strength.js';
import type { View } from './view.js';

const CONTRACTS = 200;
const SUSPICIONS = 200;

/** Renders the least strength of the passes of each contract; '' where the rows of attempts say the same. */
export function strengthsHtml({ strengths }: View): string {
  if (!hasSeveralPasses(strengths)) return '';
  const more = strengths.length - CONTRACTS;
  const table = tableHtml({
    kind: 'table',
    caption: '',
    columns: [
      { head: 'Contract' },
      { head: 'Passes', align: 'right' },
      { head: 'Least strength', align: 'right' },
      { head: 'Weaker than wanted', align: 'right' },
    ],
    rows: strengths
      .slice(0, CONTRACTS)
      .map(({ task, passes, least, weaker }) => [task, String(passes), strengthFigure(least), String(weaker)]),
  });
  return `<section aria-labelledby="strengths"><h2 id="strengths">Least strength of the passes of each contract</h2>
${table}${more > 0 ? `\n<p class="quiet">… and ${more} more contracts.</p>` : ''}</section>`;
}

/** Renders what patches that passed hold and a solution seldom needs; '' without any. */
export function suspicionsHtml({ rows }: View): string {
  const all = rows.flatMap(({ task, agent, trial, suspicions }) =>
    suspicions.map(
      (what) => `<li><code>${html(task)}</code> · <code>${html(agent)}</code> · trial ${trial}: ${html(what)}</li>`,
    ),
  );
  if (all.length === 0) return '';
  const more = all.length - SUSPICIONS;
  return `<section aria-labelledby="suspicions"><h2 id="suspicions">${SUSPICIONS_TITLE}</h2>
<p>${SUSPICIONS_REMARK}</p>
<ul>${all.slice(0, SUSPICIONS).join('')}${more > 0 ? `<li class="quiet">… and ${more} more</li>` : ''}</ul></section>`;
}

/** Returns what a pass rests on, as a row of its facts; nothing for what is no pass. */
export function strengthFact({ result: { verdict }, weakness }: Row): [string, string][] {
  if (verdict.status !== 'success') return [];
  const { strength, canary, proven } = verdict.oracle;
  const { rounds, repeated, tests, total, per_test_bits } = strength;
  const basis =
    rounds === 0
      ? ''
      : `; challenge rounds ${rounds}, repeated ${repeated}, tests varied ${tests} of ${total}, for a single one of them ${strengthFigure(per_test_bits)}`;
  const said =
    weakness === '' ? html(strengthText(strength)) : `<span class="doubt">weaker pass: ${html(weakness)}</span>`;
  return [['strength', `${said}${basis}; contract ${proven ? 'proven' : 'not proven'}; canary ${canary}`]];
}

/** Renders what the patch of a pass holds and a solution seldom needs, for its details. */
export function attemptSuspicionsHtml({ suspicions }: Row): string {
  if (suspicions.length === 0) return '';
  return `<h3>Worth a look</h3><ul>${suspicions.map((what) => `<li>${html(what)}</li>`).join('')}</ul>\n`;
}
