import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import { DIGEST, type Given, givenRecord, type Said } from '../given_record.js';

type Grading = EventPayload<'model_check'>;
type Asked = NonNullable<Grading['asked']>;

const JUDGE: NonNullable<Manifest['judge_model']> = {
  ...{
    name: 'strict-judge',
    upstreams: [{ name: 'local', models: ['*'], url: 'http://127.0.0.1:9' }],
    prices: { table_sha256: null, library: 'none' },
  },
  ...{ steering: null, redaction_sha256: DIGEST },
};
const REQUEST: Asked['requests'][number] = {
  ...{
    temperature: 0,
    max_tokens: 4096,
    outcome: 'complete',
    code: null,
    detail: '',
    status: 200,
    model: 'strict-judge',
  },
  ...{ finish_reason: 'stop', text: '{"score": 1}', usage: null, usd: null, price: null },
};
const text = { sha256: DIGEST, bytes: 1000, artifact: DIGEST };
const asked = (request: Partial<typeof REQUEST> = {}, more: Partial<Asked> = {}): Asked => ({
  ...{ model: 'strict-judge', upstream: 'local', dialect: 'chat', nonce: '00' },
  ...{ system: text, prompt: text, started_ms: 1, ended_ms: 2, requests: [{ ...REQUEST, ...request }], ...more },
});
const FILES: Grading['files'] = [{ path: 'answer.txt', state: 'read', bytes: 1, sha256: DIGEST }];
const grading = (more: Partial<Grading> = {}): Said => ({
  type: 'model_check',
  payload: { check: 'answer', files: FILES, asked: asked(), ...more },
});

/** Judges a record with a test that passed and one check by a judge model, with these events of it. */
function judge(events: readonly Said[], check: Record<string, unknown> = {}, more: Partial<Given> = {}) {
  return scoreAttempt(
    givenRecord({
      contract: { model_checks: [{ id: 'answer', files: ['answer.txt'], prompt: 'Is it right?', ...check }] },
      manifest: (manifest) => ({ ...manifest, judge_model: JUDGE }),
      more: events,
      ...more,
    }),
  );
}

it('decides beside the commands: all must pass, and the pass has no strength', () => {
  const passed = judge([grading()]);
  expect([passed.status, passed.checks.map(({ check, outcome }) => `${check} ${outcome}`)]).toEqual([
    'success',
    ['unit pass', 'answer pass'],
  ]);
  expect(passed.oracle).toMatchObject({
    judge_models: ['strict-judge'],
    strength: { bits: null, because: 'a judge model decides answer' },
  });
  const failed = judge([grading({ asked: asked({ text: '{"score": 0.5, "rationale": "half"}' }) })]);
  expect([failed.status, failed.reason]).toEqual(['failure', 'G3']);
  expect(failed.checks[1]).toMatchObject({ judge_model: { score: 0.5 }, why: expect.stringContaining(': half') });
  expect(judge([grading({ asked: asked({ text: '0.5' }) })], { at_least: 0.5 }).status).toBe('success');
});

it('decides nothing where it is not mandatory, and does not weaken the pass', () => {
  const verdict = judge([grading({ asked: asked({ text: '0' }) })], { mandatory: false });
  expect([verdict.status, verdict.checks[1]!.outcome]).toEqual(['success', 'fail']);
  expect(verdict.oracle.judge_models).toBeUndefined();
});

it.each(['stop', 'end_turn', 'completed', 'STOP'])('takes a message that ended by %s', (finish_reason) => {
  expect(judge([grading({ asked: asked({ finish_reason }) })]).status).toBe('success');
});

it('is bound to the contract: what the server refuses is left out, and a pattern fits files that it does not name', () => {
  expect(judge([grading({ asked: asked({ max_tokens: null, temperature: null }) })]).status).toBe('success');
  expect(judge([grading()], { files: ['answer.txt', '*.md'] }).status).toBe('success');
  const other: Grading['files'] = [...FILES, { ...FILES[0]!, path: 'other.md' }];
  expect(judge([grading({ files: other })], { files: ['answer.txt', '*.md'] }).status).toBe('success');
  const many: Grading['files'] = [{ path: 'answer.txt *.md', state: 'too-many', bytes: null, sha256: null }];
  const refused = judge([grading({ files: many, asked: undefined })], { files: ['answer.txt', '*.md'] });
  expect([refused.status, refused.reason]).toEqual(['failure', 'G3']);
});

it('is reported in no verdict of a contract without one', () => {
  expect(JSON.stringify(scoreAttempt(givenRecord()))).not.toContain('judge_model');
});

it.each<[what: string, more: Partial<Grading>, tag: string]>([
  [
    'an outage',
    { asked: asked({ outcome: 'error', code: 'upstream-status', status: 503, text: null }) },
    'judge-model-silent',
  ],
  [
    'a refusal of the gateway',
    { asked: asked({ outcome: 'refused', code: 'usd-cap', text: null }) },
    'judge-model-silent',
  ],
  ['a response that broke off', { asked: asked({ outcome: 'partial', text: '{"score": 1}' }) }, 'judge-model-silent'],
  ['a message that was cut off', { asked: asked({ cut_off: true }) }, 'judge-model-silent'],
  [
    'no judge model',
    { files: [], asked: undefined, not_run: { because: 'no-judge', detail: '' } },
    'judge-model-silent',
  ],
  ['a message without a score', { asked: asked({ text: 'fine' }) }, 'judge-reply-unreadable'],
  ...['length', 'max_tokens', 'MAX_TOKENS', 'content_filter', 'SAFETY', 'incomplete', 'tool_calls', null].map(
    (finish_reason): [string, Partial<Grading>, string] => [
      `a message that ended by ${finish_reason}`,
      { asked: asked({ finish_reason, text: '0' }) },
      'judge-reply-unreadable',
    ],
  ),
])('%s is an acceptance error', (_, more, tag) => {
  const verdict = judge([grading(more)]);
  expect([verdict.status, verdict.tags.map(({ id }) => id)]).toEqual(['acceptance_error', ['evaluation-error', tag]]);
});

it.each<[what: string, events: Said[], detail: RegExp]>([
  ['no event', [], /answer: no event of this check is recorded/],
  ['two events', [grading(), grading()], /answer: is recorded more than once/],
  ['another model', [grading({ asked: asked({}, { model: 'kind-judge' }) })], /another judge model was asked/],
  ['no question about a readable answer', [grading({ asked: undefined })], /is asked if the answer could be read/],
  [
    'a question about an unreadable answer',
    [grading({ files: [{ path: 'answer.txt', state: 'missing', bytes: null, sha256: null }] })],
    /is asked if the answer could be read, and only then/,
  ],
  ['no file', [grading({ files: [] })], /no answer file is recorded/],
  [
    'another file',
    [grading({ files: [{ ...FILES[0]!, path: 'other.txt' }] })],
    /answer file answer\.txt is not recorded/,
  ],
  [
    'a further file',
    [grading({ files: [...FILES, { ...FILES[0]!, path: 'other.txt' }] })],
    /the contract names no answer file other\.txt/,
  ],
  [
    'another upstream',
    [grading({ asked: asked({}, { upstream: 'kind' }) })],
    /upstream kind is none of the judge model/,
  ],
  ['another cap', [grading({ asked: asked({ max_tokens: 16 }) })], /the response had another cap/],
  ['another temperature', [grading({ asked: asked({ temperature: 1 }) })], /at another temperature than 0/],
  ['a huge answer', [grading({ files: [{ ...FILES[0]!, bytes: 70_000 }] })], /more bytes than the contract allows/],
  [
    'a question without the rubric',
    [grading({ asked: asked({}, { prompt: { ...text, bytes: 5 } }) })],
    /shorter than the rubric with the answer/,
  ],
  [
    'an interruption',
    [grading({ files: [], asked: undefined, not_run: { because: 'interrupted', detail: '' } })],
    /interrupted/,
  ],
  ['an event of no check', [grading(), grading({ check: 'other' })], /the contract has no check other/],
])('a record with %s is invalid', (_, events, detail) => {
  const verdict = judge(events);
  expect(verdict.status).toBe('invalid');
  expect(verdict.reason).toMatch(detail);
});
