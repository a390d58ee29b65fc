import type { ReportSection } from '../../src/publish/report/report_block.js';
import { HOSTILE } from './given_results.js';

const names = ['codex', 'codex (without guardrails)', 'loop', 'claude-sonnet high effort', 'golden', 'noop'];

/** Every kind of block and chart, with ordinary values. */
export const givenSections: ReportSection[] = [
  {
    id: 'pareto',
    title: 'Cost and success',
    blocks: [
      { kind: 'text', text: '3 of 6 arms are on the front: no other is at least as good in both and better in one.' },
      { kind: 'notice', items: [[{ strong: 'Weaker:' }, { trusted: ' 1 of 2 passes (at least) has no strength.' }]] },
      {
        kind: 'facts',
        title: 'Facts',
        facts: [
          { name: { trusted: 'cost' }, value: [{ trusted: '$0.42 (2 requests), ' }, '2 $ of foreign text'] },
          { name: { code: 'unit' }, value: [{ text: 'failed', tone: 'bad' }], lines: ['keeps | pipes', 'keeps <b>'] },
        ],
      },
      {
        kind: 'fold',
        title: [{ code: 'csv' }, { trusted: ' · trial 1' }],
        open: true,
        blocks: [
          {
            kind: 'list',
            items: [
              [{ code: 'patch.diff' }],
              [{ code: 'away' }, ' ', { code: 'csv' }],
              { text: ['why'], lines: ['expected 1', 'got 11'] },
            ],
          },
        ],
      },
      {
        kind: 'chart',
        chart: {
          kind: 'front',
          title: 'Success rate over cost per attempt',
          x: { label: 'cost per attempt', format: 'usd', better: 'less' },
          y: { label: 'success rate', format: 'percent', better: 'more' },
          points: [
            { label: names[0]!, x: 0.31, y: 0.687, on_front: true },
            { label: names[1]!, x: 0.36, y: 0.68, on_front: false },
            { label: names[2]!, x: 0.27, y: 0.61, on_front: true },
            { label: names[3]!, x: 1.24, y: 0.741, on_front: true, note: 'on the front in 71 % of resamples' },
            { label: names[4]!, x: 1.2, y: 0.735, on_front: false },
            { label: names[5]!, x: 0.3, y: 0.6, on_front: false },
          ],
        },
      },
      {
        kind: 'table',
        caption: 'Arms',
        columns: [
          { head: 'Arm' },
          { head: 'Success rate', align: 'right' },
          { head: '95 % interval', align: 'right' },
          { head: 'Cost per attempt', align: 'right' },
          { head: 'On the front' },
        ],
        rows: names.map((name, i) => [
          name,
          `${60 + i} %`,
          `${50 + i} to ${70 + i} %`,
          `$0.${30 + i}`,
          i % 2 ? 'no' : 'yes',
        ]),
      },
    ],
  },
  {
    id: 'ablation',
    title: 'What each mechanism contributes',
    blocks: [
      {
        kind: 'chart',
        chart: {
          kind: 'forest',
          title: 'Difference of success rates, full system less the one without',
          x: { label: 'difference of success rates', format: 'percent' },
          reference: 0,
          rows: [
            { label: 'guardrails', point: 0.125, low: 0.03, high: 0.22, tone: 'good' },
            { label: 'network_policies', point: 0.01, low: -0.07, high: 0.09, tone: 'doubt', note: 'not decided' },
            { label: 'locks', point: -0.08, low: -0.15, high: -0.01, tone: 'bad' },
            { label: 'coordination memory, handoffs and queue', point: 0, low: -0.02, high: 0.02, tone: 'quiet' },
          ],
        },
      },
      { kind: 'heading', text: 'Work that mechanisms had' },
      {
        kind: 'chart',
        chart: {
          kind: 'bars',
          title: 'Checks of guardrails per attempt',
          x: { label: 'checks', format: 'number' },
          rows: [
            { label: 'codex', value: 12.5, low: 9, high: 17 },
            { label: 'loop', value: 40, low: 31, high: 52, tone: 'good' },
            { label: 'noop', value: 0 },
          ],
        },
      },
      { kind: 'list', items: ['Holm over 3 mechanisms', 'intervals are not adjusted'] },
      {
        kind: 'table',
        caption: 'All p values',
        folded: true,
        columns: [{ head: 'Mechanism' }, { head: 'p', align: 'right' }],
        rows: [['guardrails', '0.004']],
      },
    ],
  },
  {
    id: 'survival',
    title: 'Cost to success',
    blocks: [
      {
        kind: 'chart',
        chart: {
          kind: 'lines',
          title: 'Share of attempts that succeeded within a time',
          x: { label: 'time', format: 'time', better: 'less' },
          y: { label: 'share', format: 'percent', range: [0, 1] },
          step: true,
          lines: names.map((label, i) => ({
            label,
            points: Array.from({ length: 9 }, (_, at) => [at * 140_000, 1 - Math.exp((-at * (i + 1)) / 12)] as const),
          })),
        },
      },
    ],
  },
];

/** Texts that attack wherever they are shown, and numbers that are none. */
export const hostileSections: ReportSection[] = [
  {
    id: HOSTILE,
    title: HOSTILE,
    blocks: [
      { kind: 'heading', text: HOSTILE },
      { kind: 'text', text: HOSTILE },
      { kind: 'list', items: [HOSTILE, '', { text: [HOSTILE], lines: [HOSTILE] }] },
      { kind: 'notice', items: [[{ strong: HOSTILE }, HOSTILE]] },
      {
        kind: 'facts',
        title: HOSTILE,
        facts: [{ name: { code: HOSTILE }, value: [{ text: HOSTILE, tone: 'bad' }, HOSTILE], lines: [HOSTILE] }],
      },
      {
        kind: 'fold',
        title: [{ code: HOSTILE }],
        blocks: [{ kind: 'text', text: [{ code: HOSTILE }, { strong: HOSTILE }] }],
      },
      {
        kind: 'table',
        caption: HOSTILE,
        columns: [{ head: HOSTILE }, { head: HOSTILE, align: 'right' }],
        rows: [[HOSTILE, HOSTILE], []],
      },
      { kind: 'table', caption: HOSTILE, columns: [{ head: HOSTILE }], rows: [[HOSTILE]], folded: true },
      {
        kind: 'chart',
        chart: {
          kind: 'front',
          title: HOSTILE,
          x: { label: HOSTILE, format: 'usd', better: 'less' },
          y: { label: HOSTILE, format: 'percent', better: 'more' },
          points: [
            { label: HOSTILE, x: 1, y: 1, on_front: true, note: HOSTILE },
            { label: HOSTILE, x: Number.NaN, y: 0, on_front: true },
          ],
        },
      },
      {
        kind: 'chart',
        chart: {
          kind: 'forest',
          title: HOSTILE,
          x: { label: HOSTILE, format: 'percent' },
          reference: 0,
          rows: [
            { label: HOSTILE, point: 0, low: 0, high: 0, note: HOSTILE },
            { label: HOSTILE, point: Number.NaN, low: Number.NEGATIVE_INFINITY, high: 1 },
          ],
        },
      },
      {
        kind: 'chart',
        chart: {
          kind: 'bars',
          title: HOSTILE,
          x: { label: HOSTILE, format: 'number' },
          rows: [{ label: HOSTILE, value: 3 }],
        },
      },
      {
        kind: 'chart',
        chart: {
          kind: 'lines',
          title: HOSTILE,
          x: { label: HOSTILE, format: 'time' },
          y: { label: HOSTILE, format: 'percent' },
          step: false,
          lines: [{ label: HOSTILE, points: [[0, 1]] }],
        },
      },
    ],
  },
];
