import {
  createAnswerBlocks,
  createFigures,
  createFooter,
  createNotes,
  createReasonItems,
} from '../../publish/report/parts/create_answer_blocks.js';
import { createDetailSections } from '../../publish/report/parts/create_detail_sections.js';
import { createFailuresFold } from '../../publish/report/parts/create_failures_fold.js';
import { createIdentity } from '../../publish/report/parts/create_identity.js';
import { removeAnswers } from '../../publish/report/parts/prose.js';
import type { RichText } from '../../publish/report/report_block.js';
import { formatShortRate } from '../../publish/report/view/compute_report_rate.js';
import type { ReportView } from '../../publish/report/view/report_view.js';
import { type IndexRow, type PackedIndex, packIndex } from './index_row.js';
import { type PageBlock, type PageSection, toPageBlocks, toPageSection } from './page_block.js';
import { toReadableLine } from './readable_text.js';

/** Everything that the page of a run shows before an attempt is opened. */
export interface RunPageData {
  title: string;
  tone: ReportView['tone'];
  /** Sentence on who is judged and how often it passes, with the interval; empty where contracts are checked. */
  rate: string;
  identity: RichText;
  figures: [name: string, value: string][];
  reasons: RichText[];
  notes: RichText[];
  /** Answers to what was asked, agents side by side, failed tests. */
  answers: PageBlock[];
  sections: PageSection[];
  footer: RichText;
  /** Number of attempts that are planned. */
  planned: number;
  /** True while attempts are under way. */
  live: boolean;
  index: PackedIndex;
}

/** Progress of a run that is not at its end. */
interface RunProgressState {
  planned: number;
  live: boolean;
}

const SUSPICIONS = 200;
const AGENTS_NAMED = 4;

/** Creates the data of a run's page from the view that all reports share, and its attempts. */
export function createRunPageData(
  view: ReportView,
  rows: readonly IndexRow[],
  { planned, live }: RunProgressState = { planned: rows.length, live: false },
): RunPageData {
  const failures = createFailuresFold(view);
  const { title, tone, harness } = view;
  // They stand behind the verdict, and are folded.
  const details = createDetailSections(view, SUSPICIONS).map((section) => ({ ...section, background: true }));
  const finished = rows.filter(({ state }) => state !== 'running').length;
  return {
    title: live ? `${finished} of ${planned} attempts finished` : title,
    tone: live ? 'plain' : tone,
    rate: formatJudged(view),
    identity: createIdentity(view),
    // The rate has a sentence.
    figures: createFigures(view).filter(([name]) => name === 'cost' || name === 'wall time'),
    reasons: createReasonItems(view),
    notes: createNotes(view),
    answers: toPageBlocks([...createAnswerBlocks(view), ...(failures === undefined ? [] : [failures])], 'answer'),
    sections: [...removeAnswers(view.sections), ...details].map(toPageSection),
    footer: createFooter({ ...view, harness: { ...harness, run_url: undefined } }),
    planned,
    live,
    index: packIndex(rows),
  };
}

/** Formats who is judged and how often it passes: "codex: 83 % over 12 runs, 95 % interval 55 % to 95 %". */
function formatJudged({ contract_checks, rate, rows, rate_of }: ReportView): string {
  if (contract_checks.length > 0 || rate.total === 0) return '';
  const judged = rows.filter(({ result }) => result.agent.kind !== 'golden' && result.agent.kind !== 'noop');
  const names = [...new Set((judged.length > 0 ? judged : rows).map(({ agent }) => agent))].sort();
  const shown = names.slice(0, AGENTS_NAMED).join(', ');
  const more = names.length > AGENTS_NAMED ? ` and ${names.length - AGENTS_NAMED} more` : '';
  return `${toReadableLine(shown)}${more} – success rate${rate_of}: ${formatShortRate(rate)}`;
}
