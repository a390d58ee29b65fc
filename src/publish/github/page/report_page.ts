import type { ComparisonReport } from '../../../judge/analysis/regression/comparison_report.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import {
  type ReportExtent,
  renderMarkdownReport,
  renderSectionMarkdown,
} from '../../report/markdown/render_markdown_report.js';
import type { ReportSection } from '../../report/report_block.js';
import type { GateConclusion } from '../../report/view/gate_conclusion.js';
import type { ReportView } from '../../report/view/report_view.js';
import { CONCLUSION_LABELS } from '../../report/view/status_labels.js';
import { escapeMarkdown, formatMarkdownCode } from '../../text/escape_text.js';
import type { CheckAnnotation } from '../check_run/check_run.js';
import type { ContractLocation } from '../pair/published_pair.js';
import { createAnnotations } from './create_annotations.js';

/** Publishable page of a judgement. */
export interface ReportPage {
  conclusion: GateConclusion;
  /** Headline of one line, as plain text. */
  headline: string;
  render(extent: ReportExtent): string;
  annotate(): readonly CheckAnnotation[];
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
    render: (extent) => renderMarkdownReport(view, extent),
    annotate: () => createAnnotations(results, places, view.failures),
  };
}

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
    render: (extent) =>
      [
        ...(extent === 'rest' ? ['## Details'] : [head]),
        ...(extent === 'brief' ? [] : sections.map((one) => renderSectionMarkdown(one, { fold: extent === 'folded' }))),
      ].join('\n\n'),
    annotate: () => [],
  };
}

/** Inserts a paragraph after the first line of a page, so that truncation keeps it. */
export function insertBelowHeading(text: string, paragraph: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? `${text}\n\n${paragraph}` : `${text.slice(0, end)}\n\n${paragraph}\n${text.slice(end)}`;
}

/** Artifact of a workflow run that holds the report and the records. A later step uploads it. */
export interface ReportArtifact {
  name: string;
  /** Link to the workflow run. */
  run_url: string;
}

/** Adds a link to the artifact below the heading of every rendering; undefined = there is no artifact. */
export function addArtifactToPage(page: ReportPage, artifact: ReportArtifact | undefined): ReportPage {
  if (artifact === undefined) return page;
  const link = `[artifact ${formatMarkdownCode(artifact.name)}](${encodeURI(`${artifact.run_url}#artifacts`)})`;
  const line = `**Report and records** ${link} of the [workflow run](${encodeURI(artifact.run_url)})`;
  return { ...page, render: (extent) => insertBelowHeading(page.render(extent), line) };
}

/**
 * Formats what a comparison came to as one line. An undecided collapse comes before the doubt: whatever reads the
 * output `collapse` fails on it.
 *
 * @param baseline name of what head was compared with, safe to print
 */
export function formatComparisonHeadline({ verdict, arms }: ComparisonReport, baseline: string): string {
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
