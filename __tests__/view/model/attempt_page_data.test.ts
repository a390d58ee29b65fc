import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { toAttemptRow } from '../../../src/publish/report/view/attempt_row.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { createAttemptPageData } from '../../../src/view/model/attempt_page_data.js';
import { packIndex, toIndexRow, unpackIndex } from '../../../src/view/model/index_row.js';
import { createRawEvents } from '../../../src/view/model/raw_event.js';
import { toReadableLine, toReadableText } from '../../../src/view/model/readable_text.js';
import { createRunPageData } from '../../../src/view/model/run_page_data.js';
import { edit, failed, made, test } from '../../judge/attribution/given_steps.js';
import { givenRecord } from '../../judge/rubric/given_record.js';
import { givenMixedResults, givenResult } from '../../publish/given_results.js';
import { givenEvents, PATCH } from '../given_view.js';

const judged = toAttemptRow(
  givenResult({
    gates: 'ppfp',
    why: 'unit: 1 failure',
    findings: [{ rule: 'secret', severity: 'violation', message: 'a key', evidence: [{ patch_line: 6 }] }],
  }),
  false,
);
const pageOf = (events = givenEvents(), row = judged) =>
  createAttemptPageData({
    pending: toIndexRow(row),
    judged: row,
    events,
    patch: PATCH,
    run: 'runs/attempt-1',
    readArtifact: () => undefined,
  });

describe('the page of an attempt', () => {
  it('has the deciding gate, the failed tests, the conversation, the stages, and findings on their lines', () => {
    const page = pageOf();
    expect(page.gates.filter(({ is_deciding }) => is_deciding).map(({ gate, why }) => [gate, why])).toEqual([
      ['G3', 'unit: 1 failure'],
    ]);
    expect(page.checks.at(-1)?.failed.map(({ name }) => name)).toEqual(['subtracts']);
    expect(page.conversation.turns.slice(0, 2).map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ kind: 'text', text: 'Fix it.' }]],
      ['assistant', [{ kind: 'text', text: 'I look at it.' }]],
    ]);
    expect(page.timeline.stages.map(({ stage }) => stage)).toEqual(['write']);
    expect(page.remarks).toContainEqual({ path: '', patch_line: 6, tone: 'bad', text: 'secret: a key' });
    expect(page.patch[0]?.lines.find(({ number }) => number === 6)?.text).toBe('new');
  });

  // Holds R17
  it('has what probably happened, each sentence with its events, and nothing of that for a pass', () => {
    const record = givenRecord({ events: [...made(test('passed'), edit('src/a.js')), ...failed()] });
    const row = toAttemptRow({ ...givenResult({ gates: 'ppfp' }), verdict: scoreAttempt(record) }, false);
    expect(pageOf(record.events, row).cause).toEqual({
      sentences: [
        {
          text: 'After its last recorded test run, which passed, the agent changed "src/a.js", and no test run followed; "subtracts" fails.',
          places: [2, 5, 10].map((seq) => ({ seq, text: `event ${seq}` })),
        },
      ],
      unknown: '',
    });
    expect(pageOf(record.events, toAttemptRow(givenResult({ gates: 'pppp' }), false)).cause).toBeNull();
  });

  it('of a record without events has what the result says', () => {
    const page = pageOf([]);
    expect([page.gates.length, page.conversation.turns, page.checks]).toEqual([4, [], []]);
  });

  it('cuts a message of megabytes, and says by how much', () => {
    const [, answer] = pageOf(givenEvents('x'.repeat(3_000_000))).conversation.turns;
    expect(answer?.parts.map(({ text, cut }) => [text.length, cut])).toEqual([[20_000, 2_980_000]]);
  });
});

describe('the page of a run', () => {
  it('has all attempts, whose entries survive packing', () => {
    const results = givenMixedResults();
    const view = createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness: { version: '1' } });
    const rows = results.map((result) => toIndexRow(toAttemptRow(result, false)));
    expect(unpackIndex(packIndex(rows))).toEqual(rows);
    const page = createRunPageData(view, rows);
    expect([page.title, page.live, page.index.rows.length]).toEqual([view.title, false, results.length]);
  });

  it('of a run that goes on says how far it is', () => {
    const view = createReportViewFromResults([], { missing: [], fail_on: 'gates', harness: { version: '1' } });
    expect(createRunPageData(view, [], { planned: 7, live: true }).title).toBe('0 of 7 attempts finished');
  });
});

describe('foreign text on a page', () => {
  it('has no colours of terminals and no invisible characters, but its lines', () => {
    expect(toReadableText('\x1b[31ma\u202e\tb\r\nc', 100)).toEqual({ text: 'a\\u202e\tb\nc' });
    expect(toReadableLine(' a\n b ')).toBe('a ⏎ b');
  });

  it('is a raw event that is bounded, also where its line is no JSON', () => {
    const [event, torn] = createRawEvents(['{"seq":0,"type":"note"}', '{"seq":1']);
    expect([event?.type, torn?.type, torn?.text]).toEqual(['note', 'unreadable', '{"seq":1']);
    expect(createRawEvents([`{"a":"${'x'.repeat(50_000)}"}`])[0]?.text.length).toBeLessThan(13_000);
  });
});
