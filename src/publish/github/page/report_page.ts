import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { type ReportExtent, renderMarkdownReport } from '../../report/markdown/render_markdown_report.js';
import { renderSectionMarkdown } from '../../report/markdown/render_section_markdown.js';
import type { ReportSection } from '../../report/report_block.js';
import type { GateConclusion } from '../../report/view/gate_conclusion.js';
import type { ReportView } from '../../report/view/report_view.js';
import { CONCLUSION_LABELS } from '../../report/view/status_labels.js';
import { escapeMarkdown } from '../../text/escape_text.js';
import { type CheckAnnotation, type ContractLocation, createAnnotations } from './create_annotations.js';

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
