import type { Result } from '../../record/result.js';
import type { Section } from '../report/blocks.js';
import { sectionMarkdown } from '../report/blocks_markdown.js';
import type { Conclusion } from '../report/conclusion.js';
import { markdown } from '../report/escape.js';
import { renderMarkdown } from '../report/markdown.js';
import type { View } from '../report/view.js';
import { CONCLUSION } from '../report/words.js';
import { type Annotation, annotate, type ContractPlace } from './annotations.js';

/** What is published of a judgement, wherever it is shown. */
export interface Page {
  conclusion: Conclusion;
  /** One line, as plain text. */
  headline: string;
  /** whole: job summary and text of the check run; brief: what opens the check run; folded: the comment. */
  render(extent: 'whole' | 'brief' | 'folded'): string;
  annotate(): readonly Annotation[];
}

const ROWS = 50;
/** Lines on what is worth a look, in the check run's summary and in the comment. */
const SUSPICIONS = 5;

/** A report on attempts. */
export function reportPage(view: View, results: readonly Result[], places: Record<string, ContractPlace>): Page {
  return {
    conclusion: view.conclusion,
    headline: view.headline,
    render(extent) {
      switch (extent) {
        case 'whole':
          return renderMarkdown(view);
        case 'brief':
          return renderMarkdown(view, { rows: ROWS, details: 0, sections: 'none', suspicions: SUSPICIONS });
        case 'folded':
          return renderMarkdown(view, { rows: ROWS, details: ROWS, sections: 'folded', suspicions: SUSPICIONS });
        default:
          return extent satisfies never;
      }
    },
    annotate: () => annotate(results, places),
  };
}

/** Sections alone, as a comparison has them: nothing points at a line of a contract. */
export function sectionsPage(conclusion: Conclusion, headline: string, sections: readonly Section[]): Page {
  const head = `## ${CONCLUSION[conclusion].sign} gatebench: ${markdown(headline)}`;
  return {
    conclusion,
    headline,
    render: (extent) =>
      [
        head,
        ...(extent === 'brief' ? [] : sections.map((one) => sectionMarkdown(one, { fold: extent === 'folded' }))),
      ].join('\n\n'),
    annotate: () => [],
  };
}
