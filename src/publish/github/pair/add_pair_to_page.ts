import type { GateConclusion } from '../../report/view/gate_conclusion.js';
import { CONCLUSION_LABELS } from '../../report/view/status_labels.js';
import { escapeMarkdown } from '../../text/escape_text.js';
import { insertBelowHeading } from '../page/insert_below_heading.js';
import type { ReportPage } from '../page/report_page.js';
import { formatPairMarkdown, formatPairTitle, type PublishedPair } from './published_pair.js';

/** Adds the pair to the headline and below the heading of every rendering. */
export function addPairToPage(page: ReportPage, pair: PublishedPair): ReportPage {
  return {
    ...page,
    headline: `${page.headline} · ${formatPairTitle(pair)}`,
    render: (extent) => insertBelowHeading(page.render(extent), formatPairMarkdown(pair)),
  };
}

/** Creates the page of results that are not accepted: never a success, and the reason comes first. */
export function createUnacceptedPage(page: ReportPage, because: string): ReportPage {
  const conclusion: GateConclusion = page.conclusion === 'success' ? 'indecisive' : page.conclusion;
  return {
    ...page,
    conclusion,
    headline: `not accepted: ${because}`,
    render: (extent) => `${formatRefusal(because)}\n\n${page.render(extent)}`,
  };
}

/** Creates a page with only the reason, for results that nobody should read. */
export function createRefusalPage(because: string): ReportPage {
  const text = because.split('\n').map(escapeMarkdown).join('\n\n');
  return {
    conclusion: 'failure',
    headline: 'no accepted result',
    render: () => `## ${CONCLUSION_LABELS.failure.sign} gatebench: no accepted result\n\n${text}`,
    annotate: () => [],
  };
}

const formatRefusal = (because: string) =>
  `## ${CONCLUSION_LABELS.indecisive.sign} gatebench: not accepted\n\n> [!WARNING]\n> ${escapeMarkdown(because)}`;
