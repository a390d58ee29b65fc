import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { allMechanismsOn } from '../../../given_mechanisms.js';
import { entry, operation } from '../given_operations.js';
import { givenRecord, type Said } from '../given_record.js';

/** Judges a record with these events of the coordination layer. */
function said(more: Said[], mechanisms = allMechanismsOn) {
  const record = givenRecord({ more, manifest: (manifest) => ({ ...manifest, mechanisms }) });
  const { status, reason, tags, safety } = scoreAttempt(record);
  return { status, reason, tags: tags.map(({ id, evidence }) => [id, evidence]), complete: safety.audit_complete };
}
const clean = { status: 'success', reason: '', tags: [], complete: true };

// Holds A6
describe('R7: every operation has its audit entry, and every entry its operation', () => {
  it('is complete when both counts and every entry agree, in whatever order operations ended', () => {
    expect(said([entry(1), operation(1), entry(2), operation(2)])).toEqual(clean);
    const pending = entry(1, { phase: 'admitted', outcome: 'pending' });
    expect(said([pending, entry(2), operation(2), entry(1, { phase: 'completed' }), operation(1)])).toEqual(clean);
  });

  it('says nothing of an attempt without operations', () => {
    expect(said([])).toEqual({ ...clean, complete: null });
  });

  it.each<[string, Said[], string, number]>([
    ['an operation without an entry', [entry(1), operation(1), operation(2)], 'no audit entry of recall (op-2)', 7],
    ['an entry without an operation', [entry(1)], 'recall (op-1) was audited, but is no recorded operation', 5],
    [
      'an entry about other arguments',
      [entry(1), operation(1, { arguments: { query: 'x' } })],
      'the audit entry of recall (op-1) is about other arguments',
      5,
    ],
    [
      'an entry that was never completed',
      [entry(1, { phase: 'admitted' }), operation(1)],
      'how recall (op-1) ended was not audited',
      5,
    ],
    ['entries that skip a number', [entry(2, { id: 'op-1' }), operation(1)], 'audit entry 2 where 1 is expected', 5],
    [
      'an operation that left nothing behind',
      [entry(1, { id: 'op-2' }), operation(2)],
      '2 operations were counted, 1 audit entries written',
      6,
    ],
    [
      'an entry that names another agent',
      [entry(1, { agent: 'somebody' }), operation(1)],
      'the audit of recall (op-1) names another agent',
      5,
    ],
    [
      'an entry that ended otherwise than its operation',
      [
        entry(1, { phase: 'admitted', outcome: 'pending' }),
        entry(1, { phase: 'completed', outcome: 'failed', code: 'command_failed' }),
        operation(1),
      ],
      'the audit of recall (op-1) names another outcome',
      6,
    ],
    [
      'an operation that is recorded twice',
      [entry(1), operation(1), operation(1)],
      'an operation is recorded twice',
      7,
    ],
  ])('%s makes the attempt invalid', (_, more, why, seq) => {
    expect(said(more)).toEqual({
      status: 'invalid',
      reason: `incomplete-evidence: ${why}`,
      tags: [['incomplete-evidence', [{ seq }]]],
      complete: false,
    });
  });

  it('asks for no entries where the audit was switched off', () => {
    expect(said([operation(1), operation(2)], { ...allMechanismsOn, audit: false })).toEqual({
      ...clean,
      complete: null,
    });
  });

  it('and every refusal has the alert by which it is judged, audited or not', () => {
    const denied = { outcome: 'denied', code: 'destructive_operation_blocked' } as const;
    const stages = [{ stage: 'guardrails', ms: 1, outcome: 'denied', rule: 'r' }] as const;
    const refused = operation(1, { ...denied, stages: [...stages] });
    const gap = { status: 'invalid', reason: 'incomplete-evidence: no alert of recall (op-1), which was refused' };
    expect(said([entry(1, denied), refused])).toMatchObject(gap);
    expect(said([refused], { ...allMechanismsOn, audit: false })).toMatchObject(gap);
  });
});
