import { createNamePiece, trustText } from '../report/parts/prose.js';
import { type ChartTone, createColumns, type ReportSection, type TextPiece } from '../report/report_block.js';
import { formatQuantity, formatUsd } from '../text/format_quantity.js';
import type { BoardNight, BoardRow, BoardState, HistoryBoard } from './create_history_board.js';

const TONES: Record<BoardState, ChartTone> = {
  'newly failing': 'bad',
  fails: 'bad',
  flaky: 'doubt',
  undecided: 'doubt',
  'newly passing': 'good',
  passes: 'good',
};

/** Bars of a sparkline: from no pass to all passes. */
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Creates the board of a history as a section: a row a contract and arm, the worst first. */
export function createBoardSection({ rows, first, last, nights }: HistoryBoard): ReportSection {
  const states = [...new Set(rows.map(({ state }) => state))];
  const counts = states.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`);
  const day = (at: string) => at.slice(0, 10);
  const span = nights === 0 ? 'no night yet' : `${formatQuantity(nights, 'night')}, ${day(first)} to ${day(last)}`;
  const columns = createColumns('Contract', 'Agent', 'State', 'Nights', ['Last night', 'Cost of an attempt']);
  return {
    id: 'board',
    title: 'Contracts',
    blocks: [
      { kind: 'text', text: [trustText(`${span} · ${counts.length === 0 ? 'no contract' : counts.join(', ')}`)] },
      { kind: 'table', caption: '', columns, rows: rows.map(createRow) },
      {
        kind: 'text',
        text: 'A bar is a night: its height is the share of attempts that passed, · none was decided. | before it: the contract changed.',
      },
    ],
  };
}

function createRow({ task, arm, state, nights }: BoardRow): TextPiece[][] {
  const last = nights.at(-1);
  const cost = nights.findLast((night) => night.cost_per_attempt_usd !== null)?.cost_per_attempt_usd ?? null;
  return [
    [createNamePiece(task)],
    [createNamePiece(arm)],
    [{ text: state, tone: TONES[state] }],
    nights.map(createBar),
    [trustText(last === undefined || last.decided === 0 ? 'undecided' : `${last.successes} of ${last.decided} passed`)],
    [trustText(cost === null ? '' : formatUsd(cost))],
  ];
}

function createBar({ successes, decided, is_changed }: BoardNight): TextPiece {
  const share = decided === 0 ? 0 : successes / decided;
  const bar = decided === 0 ? '·' : BARS[Math.floor(share * (BARS.length - 1))];
  const tone = decided === 0 ? 'quiet' : share === 1 ? 'good' : 'bad';
  return { text: `${is_changed ? '|' : ''}${bar}`, tone };
}
