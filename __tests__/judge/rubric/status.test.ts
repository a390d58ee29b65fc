import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
import type { Manifest } from '../../../src/record/manifest.js';
import {
  acceptance,
  briefing,
  DIGEST,
  evaluated,
  execution,
  failing,
  type Given,
  givenRecord,
  notRun,
  type Said,
  TREE,
  terminated,
} from './given_record.js';
import { standingOf } from './in_short.js';

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
      'when a folder has changed, with the line to mend',
      {
        manifest: (bound) => ({
          ...bound,
          contract: { ...bound.contract, path: 'tasks/a/contract.yml', lines: { 'snapshot.tree': 7 } },
          snapshot: { ...bound.snapshot, kind: 'directory', observed: OTHER },
        }),
      },
      `identity: the snapshot is pinned to ${TREE}, found ${OTHER}; if the folder is right, pin that at tasks/a/contract.yml:7`,
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
    expect(standingOf(given)).toEqual({
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
    expect(standingOf({})).toEqual({ status: 'success', reason: '', ...scorable, graded: true });
  });

  it('is a failure when the first gate that did not pass failed', () => {
    expect(standingOf({ events: evaluated(failing()) })).toEqual({ status: 'failure', reason: 'G3', ...scorable });
  });

  it('is an acceptance error when the first gate that did not pass came to no decision', () => {
    const events = evaluated(acceptance({ report: { state: 'missing' } }));
    const reason = 'G3: unit: no junit report was written (exit status 0)';
    expect(standingOf({ events })).toEqual({ status: 'acceptance_error', reason, ...scorable });
  });

  it('is judged as usual when it was stopped after acceptance was complete', () => {
    const more = [terminated({ code: 'signal', rationale: 'SIGINT' })];
    expect(standingOf({ more })).toEqual({ status: 'success', reason: '', ...scorable, graded: true });
  });

  it('is judged as usual when a cap stopped the agent, and both facts are visible', () => {
    const stop = terminated({ code: 'resource', cap: 'usd', rationale: '5.00 of 5.00 spent', evidence_seq: 2 });
    const verdict = score(givenRecord({ more: [stop, terminated({ code: 'finished' })] }));
    expect([verdict.status, verdict.termination]).toEqual([
      'success',
      { code: 'resource', cap: 'usd', rationale: '5.00 of 5.00 spent', evidence: [{ seq: 5 }, { seq: 2 }] },
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
    expect(standingOf({ more })).toEqual({
      status: 'success',
      reason: '',
      ...scorable,
      tags: ['agent-error'],
      graded: true,
    });
  });
});
