import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCausalSummaries } from '../../../src/commands/io/read_run_events.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { renderMarkdownReport } from '../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { cleanUp, givenRoom } from '../../given.js';
import { edit, failed, made, test } from '../../judge/attribution/given_steps.js';
import { givenRecord } from '../../judge/rubric/given_record.js';
import { givenResult } from '../../publish/given_results.js';
import { givenViewFolder } from '../../view/given_view.js';

afterAll(cleanUp);

const HOSTILE = 'a`<b>.js';
const record = givenRecord({ events: [...made(test('passed'), edit(HOSTILE)), ...failed()] });
const result = (attempt: string, kind: 'command' | 'noop') => {
  const given = givenResult({ attempt, gates: 'ppfp' });
  return { ...given, agent: { ...given.agent, kind }, verdict: scoreAttempt(record) };
};

function givenFolder() {
  const results = [result('judged', 'command'), result('baseline', 'noop')];
  const folder = givenViewFolder(givenRoom(), results, { judged: record.events, baseline: record.events });
  const located = results.map((one) => ({ ...one, run: `runs/${one.attempt_id}` }));
  const view = createReportViewFromResults(located, { missing: [], fail_on: 'gates', harness: { version: '1' } });
  return { folder, view };
}

// Holds R17
describe('reports interpret the records of failed attempts', () => {
  it('not of baselines, and Markdown has the first sentences, as interpretation and with their events', () => {
    const { folder, view } = givenFolder();
    const causes = readCausalSummaries(folder, view.rows);
    expect([...causes.keys()]).toEqual(['judged']);
    const text = renderMarkdownReport({ ...view, causes });
    expect(text).toContain(
      'probably (interpretation): After its last recorded test run, which passed, the agent changed',
    );
    expect(text).toContain('events 2, 5, 10');
    expect(text).not.toContain('<b>');
    expect(renderMarkdownReport(view)).not.toContain('interpretation');
  });

  it('and say what is not known where content was removed', () => {
    const { folder, view } = givenFolder();
    appendFileSync(join(folder, 'runs/judged/events.jsonl'), '{"erased":{"content":"0","hash":"0"},"seq":99}\n');
    expect(readCausalSummaries(folder, view.rows).get('judged')).toEqual({
      sentences: [],
      unknown: 'What the agent ran is not known: parts of the record were removed.',
    });
  });

  it('and nothing without a record, or where its events have another form', () => {
    const { folder, view } = givenFolder();
    expect(readCausalSummaries(givenRoom(), view.rows).size).toBe(0);
    appendFileSync(join(folder, 'runs/judged/events.jsonl'), '{"payload":null,"seq":99,"type":"act"}\n');
    expect(readCausalSummaries(folder, view.rows).size).toBe(0);
  });
});
