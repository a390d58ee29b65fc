import type { ReportView } from '../report/view/report_view.js';
import { shortenText } from '../text/escape_text.js';
import { html } from '../text/html_text.js';
import { measureTextWidth } from '../text/measure_text_width.js';

/** Badge of a report: what passed of what was judged. */
interface Badge {
  label: string;
  message: string;
  color: keyof typeof COLORS;
}

const COLORS = { brightgreen: '#1a7f37', red: '#cf222e', yellow: '#9a6700', lightgrey: '#59636e' } as const;
/** Characters of the label, and the width of one in units. */
const [LABEL, CHARACTER] = [40, 7];

function createBadge({ conclusion, fail_on, rate, suite }: BadgeView): Badge {
  const colors = { success: 'brightgreen', failure: 'red', indecisive: 'yellow' } as const;
  const { successes, scorable } = rate;
  return {
    label: suite === '' ? 'gatebench' : shortenText(suite, LABEL),
    message: scorable === 0 ? 'nothing judged' : `${successes} of ${scorable} passed`,
    color: fail_on === 'never' ? 'lightgrey' : colors[conclusion],
  };
}

type BadgeView = Pick<ReportView, 'conclusion' | 'fail_on' | 'rate' | 'suite'>;

/** Renders the badge of a report: as JSON for an endpoint of shields.io, or as a picture. */
export function renderBadge(view: BadgeView, format: 'json' | 'svg'): string {
  const badge = createBadge(view);
  return format === 'svg' ? renderPicture(badge) : `${JSON.stringify({ schemaVersion: 1, ...badge })}\n`;
}

function renderPicture({ label, message, color }: Badge): string {
  const [left, right] = [label, message].map((text) => measureTextWidth(text) * CHARACTER + 10) as [number, number];
  const all = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${all}" height="20" rx="3" fill="#fff"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#555"/><rect x="${left}" width="${right}" height="20" fill="${COLORS[color]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 10}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 10}">${message}</text>
</g>
</svg>
`.text;
}
