import fc from 'fast-check';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { askOperator } from '../../../src/run/escalation/ask_operator.js';
import { type OperatorDecision, toPlainLine } from '../../../src/run/escalation/operator.js';
import { cleanUp } from '../../given.js';
import { ALLOW, answering, asked, givenAskingRun, QUESTION, silent } from './given_question.js';

afterAll(cleanUp);

const never = new AbortController().signal;

describe('a question to a person', () => {
  // Holds R12
  it('is in the log before anybody is asked, and its answer afterwards, under one id', async () => {
    const run = givenAskingRun();
    let pending: unknown;
    const operator = {
      ask: async () => {
        pending = asked(run);
        return ALLOW;
      },
    };
    const answer = await askOperator(QUESTION, { run, operators: [operator], signal: never });
    const [question, decision] = asked(run);
    const { timeout_ms: _, ...said } = QUESTION;
    const { id } = question!;
    expect(id).toMatch(/^[0-9a-f]{10}$/);
    expect(question).toEqual({
      ...{ actor: 'harness', id, ...said },
      ...{ decision: 'pending', by: null, channel: null, justification: '' },
    });
    expect(decision).toEqual({ actor: 'operator', id, ...said, ...ALLOW });
    expect([pending, answer]).toEqual([[question], { ...ALLOW, seq: 2 }]);
    expect(verifyRun(run.path).faults).toEqual([]);
  });

  it('is answered by whoever answers first; the others are told to stop', async () => {
    const run = givenAskingRun();
    const other = silent();
    const answer = await askOperator(QUESTION, { run, operators: [other, answering(ALLOW)], signal: never });
    await other.stopped;
    expect(answer.decision).toBe('allow');
  });

  const cases: [
    what: string,
    given: { operators: (OperatorDecision | undefined | 'silent' | 'broken')[]; timeout_ms?: number },
    channel: string,
    why: string,
  ][] = [
    ['nobody is there', { operators: [] }, 'none', 'nobody can be asked here'],
    ['nobody answers in time', { operators: ['silent'], timeout_ms: 1 }, 'timeout', 'no answer in time'],
    ['everybody goes away', { operators: [undefined, undefined] }, 'none', 'nobody can be asked any more'],
    ['every channel breaks', { operators: ['broken'] }, 'none', 'nobody can be asked any more'],
    [
      'an answer has no reason',
      { operators: [{ ...ALLOW, justification: ' \u200b\n' }] },
      'none',
      'nobody can be asked any more',
    ],
    [
      'an answer decides nothing',
      { operators: [{ ...ALLOW, decision: 'maybe' as 'allow' }] },
      'none',
      'nobody can be asked any more',
    ],
  ];
  it.each(cases)('is denied when %s', async (_what, { operators, timeout_ms = 20_000 }, channel, justification) => {
    const run = givenAskingRun();
    const people = operators.map((one) =>
      one === 'silent'
        ? silent()
        : one === 'broken'
          ? { ask: () => Promise.reject(new Error('gone')) }
          : answering(one),
    );
    const answer = await askOperator({ ...QUESTION, timeout_ms }, { run, operators: people, signal: never });
    expect(answer).toEqual({ decision: 'deny', by: null, channel, justification, seq: run.log.events.length - 1 });
    expect(asked(run).at(-1)).toMatchObject({ actor: 'harness', decision: 'deny', channel });
  });

  it('is denied when the run is interrupted, before or while it is asked', async () => {
    const run = givenAskingRun();
    const interruption = new AbortController();
    const asking = askOperator(QUESTION, { run, operators: [silent()], signal: interruption.signal });
    interruption.abort();
    const denied = { decision: 'deny', by: null, channel: 'none', justification: 'the run was interrupted' };
    expect(await asking).toEqual({ ...denied, seq: 2 });
    expect(await askOperator(QUESTION, { run, operators: [silent()], signal: interruption.signal })).toEqual({
      ...denied,
      seq: 4,
    });
  });

  it('has another id when it is asked again', async () => {
    const run = givenAskingRun();
    for (let i = 0; i < 3; i++) await askOperator(QUESTION, { run, operators: [], signal: never });
    expect(new Set(asked(run).map(({ id }) => id)).size).toBe(3);
  });
});

describe('what a question is about stands still meanwhile', () => {
  const held = (did: string[], pause = async () => void did.push('pause')) => ({
    session: { pause, resume: async () => void did.push('resume') },
    alert_seq: 0,
  });
  const story = (run: ReturnType<typeof givenAskingRun>) =>
    run.log.events.slice(1).map(({ type, payload }) => {
      if (type === 'intervention') return payload.action;
      return type === 'escalation' ? payload.decision : type;
    });

  it('and goes on after an allow', async () => {
    const [run, did] = [givenAskingRun(), [] as string[]];
    await askOperator(QUESTION, { run, operators: [answering(ALLOW)], signal: never, held: held(did) });
    expect([did, story(run)]).toEqual([
      ['pause', 'resume'],
      ['pause', 'pending', 'allow', 'resume'],
    ]);
    expect(selectEvents(run.log.events, 'intervention').map(({ actor, payload }) => [actor, payload.detail])).toEqual([
      ['monitor', 'an operator is asked'],
      ['operator', expect.stringMatching(/^allowed by ada \(question [0-9a-f]{10}\)$/)],
    ]);
  });

  it('and stays so after a deny: nothing runs between the decision and its end', async () => {
    const [run, did] = [givenAskingRun(), [] as string[]];
    await askOperator(QUESTION, { run, operators: [], signal: never, held: held(did) });
    expect([did, story(run)]).toEqual([['pause'], ['pause', 'pending', 'deny']]);
  });

  it('where that is impossible the record says so, and the question is asked all the same', async () => {
    const [run, did] = [givenAskingRun(), [] as string[]];
    const stuck = held(did, () => Promise.reject(new Error('no freezer')));
    await askOperator(QUESTION, { run, operators: [answering(ALLOW)], signal: never, held: stuck });
    expect([did, story(run)]).toEqual([[], ['note', 'pending', 'allow']]);
  });
});

describe('text of an answer', () => {
  it('is recorded bounded, on one line, without anything invisible', async () => {
    const run = givenAskingRun();
    const hostile = { ...ALLOW, by: 'a\u202eda\x1b[2J', justification: `ok\n\u0000::error::${'x'.repeat(5000)}` };
    const answer = await askOperator(QUESTION, { run, operators: [answering(hostile)], signal: never });
    expect(answer).toEqual({
      ...ALLOW,
      by: 'a da [2J',
      justification: `ok ::error::${'x'.repeat(988)}`,
      seq: 2,
    });
  });

  it('is never longer than its limit, never invisible, and does not change when cleaned twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const plain = toPlainLine(text, limit);
        expect([...plain].length).toBeLessThanOrEqual(limit);
        expect(plain).not.toMatch(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(toPlainLine(plain, limit)).toBe(plain);
      }),
    );
  });
});
