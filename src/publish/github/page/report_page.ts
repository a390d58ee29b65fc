import type { ComparisonReport } from '../../../judge/analysis/regression/comparison_report.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import {
  type PageRemarks,
  type ReportExtent,
  renderMarkdownReport,
  renderSectionMarkdown,
} from '../../report/markdown/render_markdown_report.js';
import { createUrgentNotes } from '../../report/parts/create_answer_blocks.js';
import type { ReportSection } from '../../report/report_block.js';
import { listLostContracts } from '../../report/sections/create_regression_section.js';
import { isQuietAttempt } from '../../report/view/attempt_row.js';
import type { GateConclusion } from '../../report/view/gate_conclusion.js';
import type { ReportView } from '../../report/view/report_view.js';
import { CONCLUSION_LABELS, REPORT_ONLY_LABEL } from '../../report/view/status_labels.js';
import { escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import type { CheckAnnotation } from '../check_run/check_run.js';
import type { ContractLocation } from '../pair/published_pair.js';
import { createAnnotations } from './create_annotations.js';
import { createPageState, type PageState } from './page_state.js';

/** Publishable page of a judgement. */
export interface ReportPage {
  conclusion: GateConclusion;
  /** Headline of one line, as plain text. */
  headline: string;
  render(extent: ReportExtent, remarks?: PageRemarks): string;
  annotate(): readonly CheckAnnotation[];
  /** True if there was nothing to judge and nothing is wrong: the check run is neutral. */
  is_neutral?: boolean;
  /** True if all passed and nothing is worth a look. */
  is_quiet?: boolean;
  /** State that the comment keeps for the next push; absent = the page is about no attempts. */
  state?: PageState;
}

/** Creates the page of a report on attempts. */
export function createReportPage(
  view: ReportView,
  results: readonly AttemptResult[],
  places: Record<string, ContractLocation>,
): ReportPage {
  return {
    conclusion: view.conclusion,
    headline: view.headline,
    render: (extent, remarks) => renderMarkdownReport(view, extent, remarks),
    annotate: () => createAnnotations(results, places, view.failures),
    state: createPageState(view),
    is_quiet: view.rows.every(isQuietAttempt) && createUrgentNotes(view).length === 0,
  };
}

/** Creates the renderer of sections: in a comment the first is open, since it says what was decided. */
const renderPart =
  (extent: ReportExtent) =>
  (section: ReportSection, at: number): string =>
    renderSectionMarkdown(section, { fold: extent === 'folded' && at > 0 });

/** Creates a page of sections alone, as a comparison has them, without annotations. */
export function createSectionsPage(
  conclusion: GateConclusion,
  headline: string,
  sections: readonly ReportSection[],
): ReportPage {
  const head = `## ${CONCLUSION_LABELS[conclusion].sign} gatebench: ${escapeMarkdown(headline)}`;
  return {
    conclusion,
    headline,
    render: (extent, { about = [] } = {}) =>
      [
        ...(extent === 'rest' ? ['## Details'] : [head]),
        ...(extent === 'rest' || about.length === 0 ? [] : [`<sub>${about.join(' · ')}</sub>`]),
        ...(extent === 'brief' ? [] : sections.map(renderPart(extent))),
      ].join('\n\n'),
    annotate: () => [],
  };
}

/** Adds a text to what every rendering of a page says that it is about. */
export const addAboutToPage = (page: ReportPage, text: string): ReportPage => ({
  ...page,
  render: (extent, remarks = {}) => page.render(extent, { ...remarks, about: [...(remarks.about ?? []), text] }),
});

/** Artifact of a workflow run that holds the report and the records. A later step uploads it. */
export interface ReportArtifact {
  name: string;
  /** Link to the workflow run. */
  run_url: string;
}

/** Adds a link to the artifact to every rendering; undefined = there is no artifact. */
export function addArtifactToPage(page: ReportPage, artifact: ReportArtifact | undefined): ReportPage {
  if (artifact === undefined) return page;
  const link = `[report and records](${encodeURI(`${artifact.run_url}#artifacts`)})`;
  return addAboutToPage(page, `${link} (artifact ${formatMarkdownCode(artifact.name)})`);
}

/**
 * Formats what a comparison came to as one line, lost contracts first. A collapse comes before the doubt: whatever
 * reads the output `collapse` fails on it.
 *
 * @param baseline name of what head was compared with, safe to print
 */
export function formatComparisonHeadline({ verdict, arms }: ComparisonReport, baseline: string): string {
  const losses = new Set(arms.flatMap(({ regression }) => listLostContracts(regression))).size;
  if (losses > 0) {
    const words = `${formatQuantity(losses, 'contract')} that always passed now ${losses === 1 ? 'fails' : 'fail'}`;
    return `${words}${verdict === 'undecided' ? ', undecided whether by chance,' : `: ${verdict}`} against ${baseline}`;
  }
  if (verdict === 'undecided' && hasCollapse({ arms }))
    return `half of all successes or more are gone against ${baseline}, undecided whether by chance`;
  const [arm, ...more] = arms;
  const improvement = arm && more.length === 0 ? arm.regression.improvement : undefined;
  const is_told = verdict === 'no regression' && improvement !== undefined && improvement.higher > 0;
  return `${verdict} against ${baseline}${is_told ? `: ${improvement.summary}` : ''}`;
}

/** Checks whether all comparable contracts of an arm lost half of their success rate or more. */
export const hasCollapse = ({ arms }: Pick<ComparisonReport, 'arms'>): boolean =>
  arms.some(({ regression }) => regression.collapse !== null);

/** Creates the page of results that are not accepted: never a success, and the reason comes first. */
export function createUnacceptedPage(page: ReportPage, because: string): ReportPage {
  const conclusion: GateConclusion = page.conclusion === 'success' ? 'indecisive' : page.conclusion;
  return {
    ...page,
    conclusion,
    is_neutral: false,
    headline: `not accepted: ${because}`,
    // The heading of what was judged would contradict the refusal.
    render: (extent, remarks) => {
      const text = page.render(extent, remarks);
      const judged = `_What was judged: ${escapeMarkdown(page.headline)}._`;
      return `${formatRefusal(because)}\n\n${text.startsWith('## ') ? text.replace(/^## .*/, () => judged) : text}`;
    },
  };
}

/** Creates the page of a pull request that brings the first contracts. @param contracts their paths, foreign text */
export function createFirstContractPage(contracts: readonly string[]): ReportPage {
  const headline = 'merge the contract first';
  const names = contracts.slice(0, 3).map((path) => formatMarkdownCode(shortenText(path, 100)));
  const text =
    `This pull request brings ${names.join(', ')}${contracts.length > 3 ? ` and ${contracts.length - 3} more` : ''}. ` +
    'Contracts are read from the base, so that no change can rewrite what judges it: from the merge on, every pull ' +
    'request is judged.';
  return {
    ...{ conclusion: 'indecisive', is_neutral: true, headline },
    render: (extent) => (extent === 'rest' ? '' : `## ${REPORT_ONLY_LABEL.sign} gatebench: ${headline}\n\n${text}\n`),
    annotate: () => [],
  };
}

/** Creates a page with only the reason, for results that nobody should read. */
export const createRefusalPage = (because: string): ReportPage => createFaultPage('no accepted result', because);

/** Creates a page with only the reason for which nothing was judged. */
export const createUnjudgedPage = (because: string): ReportPage => createFaultPage('nothing was judged', because);

function createFaultPage(headline: string, because: string): ReportPage {
  const text = because.split('\n').map(escapeMarkdown).join('\n\n');
  return {
    conclusion: 'failure',
    headline,
    render: () => `## ${CONCLUSION_LABELS.failure.sign} gatebench: ${headline}\n\n${text}`,
    annotate: () => [],
  };
}

const formatRefusal = (because: string) =>
  `## ${CONCLUSION_LABELS.indecisive.sign} gatebench: not accepted\n\n> [!WARNING]\n> ${escapeMarkdown(because)}`;
