import fc from 'fast-check';
import { attributeFailure } from '../../../src/judge/attribution/attribute_failure.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../src/record/events/event.js';
import { act, sight } from '../rubric/given_acts.js';
import {
  acceptance,
  failing,
  givenRecord,
  patchApplied,
  report,
  type Said,
  terminated,
} from '../rubric/given_record.js';
import { AFTER, BEFORE, edit, failed, made, test } from './given_steps.js';

/** Steps, ends and texts as hostile logs may have them, in any order. */
const anything: fc.Arbitrary<Said> = fc.oneof(
  fc
    .record({
      number: fc.integer({ min: 1, max: 6 }),
      road: fc.constantFrom('call', 'traffic', 'plan', 'program', 'check'),
      form: fc.constantFrom('command', 'edit', 'code', 'text'),
      text: fc.string({ unit: 'grapheme', maxLength: 2000 }),
      commands: fc.array(fc.constantFrom('cat a', 'npm test', './x', ''), { maxLength: 3 }),
      cycle: fc.constantFrom('build', 'test', null),
      unread: fc.constantFrom('too much', null, null),
    })
    .map(({ number, ...payload }) => act(number, payload as Partial<EventPayload<'act'>>)),
  fc
    .record({
      number: fc.integer({ min: 1, max: 6 }),
      outcome: fc.constantFrom('done', 'contained', 'refused', 'unknown'),
      road: fc.constantFrom('call', 'traffic'),
      of_seq: fc.option(fc.nat(40)),
      cycle: fc.constantFrom('passed', 'failed', null),
      tree: fc.constantFrom(BEFORE, AFTER, null),
    })
    .map(({ number, outcome, ...payload }) =>
      sight(number, outcome as 'done', payload as Partial<EventPayload<'act_outcome'>>),
    ),
  fc.constantFrom(...made(test('passed'), edit('a.js'), test('failed')), ...failed(), failed()[0]!),
  fc
    .record({
      code: fc.constantFrom('finished', 'resource', 'safety', 'operator', 'signal', 'agent-error', 'harness-error'),
      rationale: fc.string(),
      evidence_seq: fc.option(fc.nat(60)),
    })
    .map((payload) => terminated(payload as Partial<EventPayload<'termination'>>)),
  fc
    .constantFrom('applied', 'empty', 'failed', 'refused', 'error')
    .map((outcome) => patchApplied({ outcome: outcome as 'applied', detail: outcome })),
  fc.string({ unit: 'grapheme', maxLength: 300 }).map((name) => failing({ report: report({ failed: [name] }) })),
  fc.constant(acceptance()),
);

// Holds R17
describe('whatever a log holds, a causal summary', () => {
  it('has at most five short sentences, each with events of the log, and none for a pass', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), fc.nat(31), fc.nat(31), (events, begin, length) => {
        const record = givenRecord({ events, facts: 'none' });
        const verdict = scoreAttempt(record);
        // Logs that are cut off at either end say less than their verdict.
        const part = record.events.slice(begin, begin + length);
        for (const log_events of [record.events, part]) {
          const summary = attributeFailure(log_events, verdict);
          if (verdict.status === 'success') expect(summary).toBeUndefined();
          const seqs = new Set(log_events.map(({ seq }) => seq));
          const { sentences = [], unknown = 'x' } = summary ?? {};
          expect(sentences.length).toBeLessThanOrEqual(5);
          expect(sentences.every(({ text }) => /^[^\n\r]{10,400}$/u.test(text))).toBe(true);
          expect(sentences.every((one) => one.seqs.length > 0 && one.seqs.every((seq) => seqs.has(seq)))).toBe(true);
          expect(sentences.length > 0 || unknown !== '').toBe(true);
        }
      }),
    );
  });

  it('is the same for the same log', () => {
    const record = givenRecord({ events: [...made(test('passed'), edit('a.js')), ...failed()] });
    const verdict = scoreAttempt(record);
    expect(attributeFailure(structuredClone(record.events), verdict)).toEqual(attributeFailure(record.events, verdict));
  });

  it('reads a log of 100,000 events in one go', () => {
    const steps = made(...Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? test('passed') : edit(`f${i}.js`))));
    const { events } = givenRecord({ events: [...steps, ...failed()] });
    const many = Array.from({ length: 110 }, () => events.slice(1, -4)).flat();
    const long = [...many, ...events.slice(-4)].map((event, seq) => ({ ...event, seq, t: seq * 1e6 }));
    const verdict = scoreAttempt(givenRecord({ events: failed() }));
    expect(attributeFailure(long, verdict)?.sentences.length).toBeLessThanOrEqual(5);
  });
});
