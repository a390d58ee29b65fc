import { createBoardSection } from '../../../src/publish/formats/create_board_section.js';
import { createHistoryBoard } from '../../../src/publish/formats/create_history_board.js';
import type { HistoryLine } from '../../../src/record/planning/suite_history.js';

/** Makes nights of one contract from words: "3/3 3/3 0/3", each passed/decided, with "!" for another version. */
function givenNights(words: string, task = 'add'): HistoryLine[] {
  let version = 1;
  return words.split(' ').map((word, i) => {
    if (word.startsWith('!')) version++;
    const [successes = 0, decided = 0] = word.replace('!', '').split('/').map(Number);
    const counts = { runs: 3, successes, failures: decided - successes, undecided: 3 - decided };
    return {
      schema: 1,
      suite: 'nightly',
      at: `2026-03-${String(i + 1).padStart(2, '0')}T02:00:00.000Z`,
      commit: null,
      run_url: null,
      harness_versions: [],
      rubrics: [],
      plan: null,
      arms: [
        {
          ...{ arm: 'coder', agent: 'coder', model: null, ablation: 'none', role: 'agent', identities: [] },
          tasks: [{ task, version: `v${version}`, ...counts, cost_usd: 0.3, wall_ms: 1 }],
        },
      ],
    };
  });
}

it.each([
  ['3/3 3/3 3/3', 'passes'],
  ['0/3 0/3', 'fails'],
  ['3/3 3/3 0/3', 'newly failing'],
  ['3/3 3/3 0/3 0/3', 'newly failing'],
  ['3/3 0/3 0/3 0/3', 'newly failing'],
  ['3/3 0/3 0/3 0/3 0/3', 'fails'],
  ['0/3 0/3 3/3', 'newly passing'],
  ['3/3 1/3 3/3', 'flaky'],
  ['3/3 0/3 3/3', 'flaky'],
  ['3/3 2/3', 'flaky'],
  ['3/3 0/0', 'undecided'],
  ['0/3 0/3 !3/3', 'passes'],
])('says of the nights %s: %s', (words, state) => {
  expect(createHistoryBoard(givenNights(words)).rows.map((row) => row.state)).toEqual([state]);
});

it('shows the worst first, and nothing of baselines or other suites', () => {
  const [good, bad] = [givenNights('3/3 3/3', 'good'), givenNights('3/3 0/3', 'bad')];
  const lines = good.map((line, i): HistoryLine => {
    const arms = [...line.arms, ...(bad[i]?.arms ?? [])];
    return { ...line, arms: [{ ...line.arms[0]!, tasks: arms.flatMap(({ tasks }) => tasks) }] };
  });
  const noop: HistoryLine = { ...lines[0]!, suite: 'other' };
  const board = createHistoryBoard([noop, ...lines]);
  expect([board.nights, board.rows.map(({ task }) => task)]).toEqual([2, ['bad', 'good']]);
});

it('shows a bar a night, where the contract changed, and the last night in numbers', () => {
  const { blocks } = createBoardSection(createHistoryBoard(givenNights('0/0 3/3 0/3 !2/3', '<img src=x>')));
  expect(blocks[0]).toMatchObject({ text: [{ trusted: '4 nights, 2026-03-01 to 2026-03-04 · 1 flaky' }] });
  const [row] = blocks[1]?.kind === 'table' ? blocks[1].rows : [];
  expect(row).toEqual([
    [{ code: '<img src=x>' }],
    [{ code: 'coder' }],
    [{ text: 'flaky', tone: 'doubt' }],
    [
      { text: '·', tone: 'quiet' },
      { text: '█', tone: 'good' },
      { text: '▁', tone: 'bad' },
      { text: '|▅', tone: 'bad' },
    ],
    [{ trusted: '2 of 3 passed' }],
    [{ trusted: '$0.10' }],
  ]);
});
