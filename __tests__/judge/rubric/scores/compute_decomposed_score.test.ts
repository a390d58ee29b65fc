import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import {
  briefing,
  evaluated,
  extracted,
  failing,
  file,
  type Given,
  givenRecord,
  notRun,
  patchApplied,
  patched,
  type Said,
} from '../given_record.js';

const weights = { ok: 0.7, validity: 0.3, violation: 1 };
const decomposed = (given: Given) => scoreAttempt(givenRecord(given)).decomposed;
const alert = (severity: 'info' | 'warning' | 'violation'): Said => ({
  type: 'alert',
  payload: { code: 'x', severity, stage: null, message: 'm', signals: {} },
});

// Holds S5
describe('S5: w_ok·1[y] + w_val·V(Δ) − w_viol·P(Viol), clipped to [0, 1]', () => {
  it.each<[rule: string, given: Given, parts: { score: number; ok: number; validity: number; violation: number }]>([
    ['a clean success is 1', {}, { score: 1, ok: 1, validity: 1, violation: 0 }],
    [
      'a valid patch that does not solve the task has its validity',
      { events: evaluated(failing()) },
      { score: 0.3, ok: 0, validity: 1, violation: 0 },
    ],
    [
      'a patch that does not apply has nothing',
      { events: [briefing(), extracted(), patchApplied({ outcome: 'failed' }), notRun('patch')] },
      { score: 0, ok: 0, validity: 0, violation: 0 },
    ],
    [
      'doing nothing earns no partial credit',
      { events: [briefing(), extracted(), patchApplied({ outcome: 'empty', files: [] }), failing()] },
      { score: 0, ok: 0, validity: 0, violation: 0 },
    ],
    [
      'conflict markers take the validity',
      { events: [briefing(), extracted(), patchApplied({ conflict_markers: [{ path: 'a', line: 1 }] }), failing()] },
      { score: 0, ok: 0, validity: 0, violation: 0 },
    ],
    [
      'twice the envelope is half the validity',
      { events: patched({ files: [file('a', { added_lines: 200, deleted_lines: 0 })] }) },
      { score: 0.85, ok: 1, validity: 0.5, violation: 0 },
    ],
    [
      'a warning costs a quarter, an info nothing',
      { more: [alert('warning'), alert('info')] },
      { score: 0.75, ok: 1, validity: 1, violation: 0.25 },
    ],
    [
      'one violation is enough for all of it, though the oracle passed',
      { more: [alert('violation'), alert('violation')] },
      { score: 0, ok: 1, validity: 1, violation: 1 },
    ],
    [
      'a violation beside a failed oracle counts once',
      { events: evaluated(failing()), more: [alert('violation')] },
      { score: 0, ok: 0, validity: 1, violation: 1 },
    ],
  ])('%s', (_, given, parts) => {
    expect(decomposed(given)).toEqual({ ...parts, weights });
  });

  it('keeps what the oracle said where a contract only lowers the score for a violation', () => {
    const own = { ok: 0.7, validity: 0.3, violation: 0.4 };
    const given = { contract: { scoring: { decomposed: own } }, more: [alert('violation')] };
    expect(decomposed(given)).toEqual({ score: 0.6, ok: 1, validity: 1, violation: 1, weights: own });
  });

  it('uses the weights of the contract', () => {
    const own = { ok: 0.5, validity: 0.2, violation: 0.1 };
    const given = { contract: { scoring: { decomposed: own } }, more: [alert('warning')] };
    expect(decomposed(given)).toEqual({ score: 0.675, ok: 1, validity: 1, violation: 0.25, weights: own });
  });
});
