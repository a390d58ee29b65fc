import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
import type { Manifest } from '../../../src/record/manifest.js';
import {
  acceptance,
  briefing,
  DIGEST,
  evaluated,
  execution,
  extracted,
  failing,
  type Given,
  givenRecord,
  notRun,
  patchApplied,
  patched,
  type Said,
  TREE,
  terminated,
} from './given_record.js';

function judged(given: Given) {
  const { status, reason, scorable, tags, graded } = score(givenRecord(given));
  const whole = tags.filter((tag) => tag.gate === null).map((tag) => tag.id);
  return { status, reason, scorable, tags: whole, graded: graded.defined };
}

const setup = (outcome: 'ready' | 'failed'): Said => ({
  type: 'setup',
  payload: { layer: DIGEST, reused: false, outcome, detail: `setup ${outcome}`, steps: [], tools: {} },
});
const OTHER = 'c'.repeat(40);
const laid = (payload: Partial<Payload<'oracle_laid'>>): Said => ({
  type: 'oracle_laid',
  payload: { files: [], restored: [], overwritten: [], ...payload },
});
const withOracle = (files: Record<string, string>) => (manifest: Manifest) => ({ ...manifest, oracle_files: files });

describe('R5: an attempt is invalid, never a failure', () => {
  it.each<[rule: string, given: Given, reason: string, tag: string | undefined]>([
    [
      'when the snapshot found is not the one that is pinned',
      { manifest: (bound) => ({ ...bound, snapshot: { ...bound.snapshot, observed: OTHER } }) },
      `identity: the snapshot is pinned to ${TREE}, found ${OTHER}`,
      'identity-mismatch',
    ],
    [
      'when the log is of another attempt than the manifest',
      { manifest: (bound) => ({ ...bound, attempt_id: 'other' }) },
      'identity: the log is of attempt attempt, the manifest of other',
      'identity-mismatch',
    ],
    [
      'when the log is of another contract version than the manifest',
      { manifest: (bound) => ({ ...bound, contract: { ...bound.contract, version: 'd'.repeat(64) } }) },
      'identity: the log is of another contract version than the manifest',
      'identity-mismatch',
    ],
    [
      'when an oracle file was laid that is not the one of the contract',
      {
        contract: { oracle: { files: 'hidden' } },
        manifest: withOracle({ 'hidden/a': 'd'.repeat(64) }),
        events: evaluated(laid({ files: [{ path: 'hidden/a', sha256: DIGEST }] }), acceptance()),
      },
      'identity: the oracle file hidden/a is not the one of the contract',
      'identity-mismatch',
    ],
    ['when setup failed', { events: [setup('ready'), setup('failed')] }, 'setup: setup failed', 'setup-failure'],
    [
      'when a signal came before acceptance was complete',
      { events: [briefing(), terminated({ code: 'signal', rationale: 'SIGINT' })] },
      'interrupted: SIGINT',
      'interrupted',
    ],
    [
      'when an operator stopped it in the middle of acceptance',
      { events: evaluated(notRun('interrupted'), terminated({ code: 'operator', rationale: 'maintenance' })) },
      'interrupted: maintenance',
      'interrupted',
    ],
    [
      'when a check was cancelled by the interruption',
      {
        events: evaluated(
          acceptance({ execution: execution({ cause: 'cancelled', exit_code: null }) }),
          terminated({ code: 'signal', rationale: 'SIGTERM' }),
        ),
      },
      'interrupted: SIGTERM',
      'interrupted',
    ],
    [
      'when a safety stop kept it from being evaluated',
      { events: [briefing(), terminated({ code: 'safety', rationale: 'quarantined' })] },
      'safety-termination: quarantined',
      undefined,
    ],
    [
      'when the harness failed',
      { more: [terminated({ code: 'harness-error', rationale: 'disk full' })] },
      'harness-error: disk full',
      'harness-error',
    ],
    [
      'when nothing but a start is recorded',
      { events: [] },
      'incomplete-evidence: no patch application is recorded (and 2 more)',
      'incomplete-evidence',
    ],
  ])('%s', (_, given, reason, tag) => {
    expect(judged(given)).toEqual({
      status: 'invalid',
      reason,
      scorable: false,
      tags: tag ? [tag] : [],
      graded: false,
    });
  });

  it('when there is no event at all', () => {
    const verdict = score({ ...givenRecord(), events: [] });
    expect([verdict.status, verdict.reason]).toEqual([
      'invalid',
      'incomplete-evidence: the log has no start (and 2 more)',
    ]);
    expect(verdict.tags.at(-1)).toEqual({
      id: 'incomplete-evidence',
      gate: null,
      detail: 'the log has no start (and 2 more)',
      evidence: [{ artifact: 'events.jsonl' }],
    });
  });

  it('and a failed setup leaves the gates behind it unreached', () => {
    const { gates } = score(givenRecord({ events: [setup('failed')] }));
    expect(gates.map((gate) => [gate.outcome, gate.reached, gate.why])).toEqual([
      ['fail', false, 'not reached: setup failed'],
      ['fail', false, 'not reached: setup failed'],
      ['fail', false, 'not reached: setup failed'],
      ['pass', true, 'no violation (sandbox: bubblewrap)'],
    ]);
  });
});

describe('R5: a scorable attempt', () => {
  const scorable = { scorable: true, tags: [], graded: false };

  it('is a success only when all four gates pass', () => {
    expect(judged({})).toEqual({ status: 'success', reason: '', ...scorable, graded: true });
  });

  it('is a failure when the first gate that did not pass failed', () => {
    expect(judged({ events: evaluated(failing()) })).toEqual({ status: 'failure', reason: 'G3', ...scorable });
  });

  it('is an acceptance error when the first gate that did not pass came to no decision', () => {
    const events = evaluated(acceptance({ report: { state: 'missing' } }));
    const reason = 'G3: unit: no junit report was written (exit status 0)';
    expect(judged({ events })).toEqual({ status: 'acceptance_error', reason, ...scorable });
  });

  it('is judged as usual when it was stopped after acceptance was complete', () => {
    const more = [terminated({ code: 'signal', rationale: 'SIGINT' })];
    expect(judged({ more })).toEqual({ status: 'success', reason: '', ...scorable, graded: true });
  });

  it('is judged as usual when a cap stopped the agent, and both facts are visible', () => {
    const stop = terminated({ code: 'resource', cap: 'usd', rationale: '5.00 of 5.00 spent', evidence_seq: 2 });
    const verdict = score(givenRecord({ more: [stop, terminated({ code: 'finished' })] }));
    expect([verdict.status, verdict.termination]).toEqual([
      'success',
      { code: 'resource', rationale: '5.00 of 5.00 spent' },
    ]);
    expect(verdict.tags).toEqual([
      {
        id: 'resource-termination',
        gate: null,
        detail: 'usd: 5.00 of 5.00 spent',
        evidence: [{ seq: 5 }, { seq: 2 }],
      },
    ]);
  });

  it('does not hold a broken agent against its patch', () => {
    const more = [terminated({ code: 'agent-error', rationale: 'exit status 1' })];
    expect(judged({ more })).toEqual({
      status: 'success',
      reason: '',
      ...scorable,
      tags: ['agent-error'],
      graded: true,
    });
  });
});

describe('R7: a trace is complete, or the attempt is invalid', () => {
  const two = {
    acceptance: [
      { id: 'unit', run: 'npm test', report: 'junit' as const },
      { id: 'more', run: 'x', mandatory: false },
    ],
  };
  const reruns = { acceptance: [{ id: 'unit', run: 'npm test', report: 'junit' as const, reruns: 2 }] };
  const canary = { oracle: { canary: 'node canary.js' } };
  const canaryEvent: Said = {
    type: 'canary',
    payload: { execution: execution({ exit_code: 1 }), report: { state: 'none' } },
  };
  const run = (n: number) => acceptance({ run: n });

  it.each<[rule: string, given: Given, what: string]>([
    ['every check has its event, mandatory or not', { contract: two }, 'more: no event of this check is recorded'],
    ['a first run is there', { events: evaluated(run(2)) }, 'unit: run 2 is out of place among the 1 recorded'],
    [
      'no run is recorded twice',
      { contract: reruns, events: evaluated(run(1), run(1), run(2)) },
      'unit: run 1 is out of place among the 3 recorded',
    ],
    [
      'no run is left out',
      { contract: reruns, events: evaluated(run(1), run(3)) },
      'unit: run 3 is out of place among the 2 recorded',
    ],
    [
      'there are no more runs than the contract asks for',
      { events: evaluated(run(1), run(2)) },
      'unit: run 2 is out of place among the 2 recorded',
    ],
    [
      'a pass has all its reruns',
      { contract: reruns, events: evaluated(run(1), run(2)) },
      'unit: 2 of 3 runs are recorded',
    ],
    [
      'a run holds an execution or the reason for its absence, not both',
      { events: evaluated(acceptance({ not_run: { because: 'oracle', detail: '' }, execution: execution() })) },
      'unit: run 1 must hold either an execution or the reason for its absence',
    ],
    [
      'a run holds an execution or the reason for its absence, not neither',
      {
        events: evaluated({ type: 'acceptance_check', payload: { check: 'unit', run: 1, report: { state: 'none' } } }),
      },
      'unit: run 1 must hold either an execution or the reason for its absence',
    ],
    [
      'an interrupted evaluation is no evidence',
      { events: evaluated(notRun('interrupted')) },
      'unit: was not run: the evaluation was interrupted',
    ],
    [
      'every event is of a check in the contract',
      { more: [acceptance({ check: 'stranger' })] },
      'the contract has no check stranger for this event',
    ],
    [
      'a check was kept from running only by a gate that decided',
      { events: evaluated(notRun('build')) },
      'G3 was not tried and nothing before it decided (unit: not run: build decided)',
    ],
    ['the canary of the contract was tried', { contract: canary }, 'no canary is recorded'],
    [
      'the canary was tried once',
      { contract: canary, more: [canaryEvent, canaryEvent] },
      'the canary is recorded more than once',
    ],
    ['the oracle files were laid', { contract: { oracle: { files: 'hidden' } } }, 'the oracle files were not laid'],
    [
      'all oracle files were laid',
      {
        contract: { oracle: { files: 'hidden' } },
        manifest: withOracle({ 'hidden/a': DIGEST }),
        events: evaluated(laid({}), acceptance()),
      },
      'the oracle file hidden/a was not laid',
    ],
    [
      'a patch that was applied was extracted',
      { events: [briefing(), patchApplied(), acceptance()] },
      'no extraction of the patch is recorded',
    ],
    [
      'the patch that was applied is the one that was extracted',
      { events: [briefing(), extracted({ patch_sha256: 'd'.repeat(64) }), patchApplied(), acceptance()] },
      'the applied patch is not the extracted one',
    ],
    [
      'the patch was applied once',
      { events: [...patched({}), patchApplied()] },
      'the patch was applied more than once',
    ],
  ])('%s', (_, given, what) => {
    const reason = `incomplete-evidence: ${what}`;
    expect(judged(given)).toEqual({
      status: 'invalid',
      reason,
      scorable: false,
      tags: ['incomplete-evidence'],
      graded: false,
    });
  });
});
