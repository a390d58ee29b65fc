import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import type { Manifest } from '../../../../src/record/manifest/manifest.js';
import { byGateway, prompted, responded } from '../given_exchanges.js';
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
  type Said,
  TREE,
  terminated,
} from '../given_record.js';
import { standingOf } from '../in_short.js';

const setup = (outcome: 'ready' | 'failed'): Said => ({
  type: 'setup',
  payload: { layer: DIGEST, reused: false, outcome, detail: `setup ${outcome}`, steps: [], tools: {} },
});
const perturbedRun = (
  of: Pick<EventPayload<'perturbation'>, 'not_run'> | Pick<EventPayload<'perturbation'>, 'execution'>,
): Said => ({
  type: 'perturbation',
  payload: {
    check: 'unit',
    kind: 'equivalent',
    because: 'cheap',
    changes: { renamed: {}, kept: {}, commented: ['a'], directory: null, expectations: 0 },
    report: { state: 'none' },
    ...of,
  },
});
const OTHER = 'c'.repeat(40);
const laid = (payload: Partial<EventPayload<'oracle_laid'>>): Said => ({
  type: 'oracle_laid',
  payload: { files: [], restored: [], overwritten: [], ...payload },
});
const withOracle = (files: Record<string, string>) => (manifest: Manifest) => ({ ...manifest, oracle_files: files });

// Holds R5
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
      'when a perturbed run was left out because of the interruption, though all checks had passed',
      {
        more: [
          perturbedRun({ not_run: { because: 'interrupted', detail: '' } }),
          terminated({ code: 'signal', rationale: 'SIGINT' }),
        ],
      },
      'interrupted: SIGINT',
      'interrupted',
    ],
    [
      'when a perturbed run was cancelled by the interruption',
      {
        more: [
          perturbedRun({ execution: execution({ cause: 'cancelled', exit_code: null }) }),
          terminated({ code: 'signal', rationale: 'SIGINT' }),
        ],
      },
      'interrupted: SIGINT',
      'interrupted',
    ],
    [
      'when a signal broke off something that left no event',
      { more: [terminated({ code: 'signal', rationale: 'git failed', broke_off: true })] },
      'interrupted: git failed',
      'interrupted',
    ],
    [
      'when setup was interrupted: that its command failed is no word on the contract',
      {
        events: [setup('failed'), terminated({ code: 'signal', rationale: 'interrupted during setup' })],
      },
      'interrupted: interrupted during setup',
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
      'when the machine failed the harness',
      { more: [terminated({ code: 'harness-error', rationale: 'disk full', fault: 'machine', stack: 'Error' })] },
      'harness-error: disk full',
      'harness-error',
    ],
    [
      'when the code of the harness failed, and where the stack of it is',
      { more: [terminated({ code: 'harness-error', rationale: 'x is undefined', fault: 'code', stack: 'TypeError' })] },
      'harness-defect: a defect of gatebench: please report it with its stack (events.jsonl, termination): x is undefined',
      'harness-defect',
    ],
    [
      'when the code of the harness failed over the repository, which is no other one for that',
      {
        manifest: (bound) => ({ ...bound, snapshot: { ...bound.snapshot, observed: '', unavailable: 'x' } }),
        events: [terminated({ code: 'harness-error', rationale: 'x is undefined', fault: 'code' })],
      },
      'harness-defect: a defect of gatebench: please report it with its stack (events.jsonl, termination): x is undefined',
      'harness-defect',
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
    const verdict = scoreAttempt({ ...givenRecord(), events: [] });
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
    const { gates } = scoreAttempt(givenRecord({ events: [setup('failed')] }));
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
    const verdict = scoreAttempt(givenRecord({ more: [stop, terminated({ code: 'finished' })] }));
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

describe('R5: a model that is not there says nothing about an agent', () => {
  const empty = [extracted({ files: [], patch_bytes: 0 }), patchApplied({ outcome: 'empty', files: [] })];
  const broken = (code: string, more: Partial<EventPayload<'response'>> = {}) => ({
    outcome: 'error' as const,
    code,
    detail: 'no such thing',
    usage: null,
    ...more,
  });
  const refused = (status: number) => broken('upstream-status', { status });
  const given = (...ends: Partial<EventPayload<'response'>>[]): Given => ({
    manifest: byGateway,
    events: [briefing(), ...ends.flatMap((end, i) => [prompted(i + 1), responded(i + 1, end)]), ...empty, failing()],
  });

  it.each<[rule: string, ends: Partial<EventPayload<'response'>>[], reason: string]>([
    [
      'where none of its upstreams can be reached',
      [broken('upstream-unreachable'), broken('upstream-unreachable')],
      'all 2 requests to models went unanswered: no such thing',
    ],
    [
      'where it breaks every answer off',
      [broken('upstream-reset', { outcome: 'partial' })],
      'the only request to models went unanswered: no such thing',
    ],
    ['where it fails', [refused(503)], 'the only request to models went unanswered: status 503: no such thing'],
    [
      'where it fails until the cap on requests is reached',
      [refused(503), refused(503), { outcome: 'refused', code: 'request-cap', usage: null }],
      'all 2 requests to models went unanswered: status 503: no such thing',
    ],
    [
      'where it does not take the key',
      [refused(401)],
      'the only request to models went unanswered: status 401: no such thing',
    ],
    [
      'where it has no such model as the run names',
      [refused(404)],
      'the only request to models went unanswered: status 404: no such thing',
    ],
  ])('%s', (_, ends, reason) => {
    expect(standingOf(given(...ends))).toEqual({
      status: 'invalid',
      reason: `model-outage: ${reason}`,
      scorable: false,
      tags: ['model-outage'],
      graded: false,
    });
  });

  it.each<[rule: string, given: Given]>([
    ['one answer came', given(refused(503), { usage: null })],
    ['the request was at fault', given(refused(400))],
    [
      'it asked for a model that it chose itself',
      {
        ...given(refused(404)),
        manifest: (bound) => ({ ...byGateway(bound), model: { ...byGateway(bound).model!, name: null } }),
      },
    ],
    ['only the cap on requests was reached', given({ outcome: 'refused', code: 'request-cap', usage: null })],
    ['a cap was reached', given({ outcome: 'refused', code: 'usd-cap', usage: null }, refused(503))],
    ['it left before there was an answer', given({ outcome: 'aborted', code: 'client-left', usage: null })],
    ['it asked nothing', given()],
  ])('but not where %s', (_, one) => {
    expect(standingOf(one).status).toBe('failure');
  });

  it('and what it did without a model is judged', () => {
    const events = [briefing(), prompted(1), responded(1, refused(503)), extracted(), patchApplied(), acceptance()];
    expect(standingOf({ manifest: byGateway, events }).status).toBe('success');
  });
});

describe('an agent that never started', () => {
  const ran = (exit_code: number, stderr_head = 'sh: 1: codex: not found\n'): Said => ({
    type: 'tool_invocation',
    actor: 'agent',
    stage: 'write',
    payload: { tool: 'command', arguments: {}, summary: '', execution: execution({ exit_code, stderr_head }) },
  });
  const empty = [extracted({ files: [] }), patchApplied({ outcome: 'empty', files: [] }), failing()];
  // Nobody watched what it did: there are no acts to be missed.
  const byCommand: Given['manifest'] = (manifest) => ({
    ...manifest,
    agent: { ...manifest.agent, kind: 'command' },
    mechanisms: { ...manifest.mechanisms, guardrails: false },
  });
  const of = (...events: Said[]) => {
    const { status, reason } = standingOf({ events: [briefing(), ...events], manifest: byCommand });
    return `${status} ${reason}`;
  };

  it('makes the attempt invalid, with what the shell said', () => {
    expect(of(ran(127), ...empty)).toBe('invalid agent-not-started: exit status 127: sh: 1: codex: not found');
    expect(of(ran(126, ''), ...empty)).toBe('invalid agent-not-started: exit status 126');
    const worked = ran(127);
    Object.assign((worked.payload as { execution: { usage: object } }).execution.usage, { wall_ms: 60_000 });
    expect(of(worked, ...empty)).not.toContain('agent-not-started');
  });

  it('is none where it changed something, ended otherwise, worked once, or asked a model', () => {
    expect(of(ran(127), extracted(), patchApplied(), acceptance())).toBe('success ');
    expect(of(ran(1), ...empty)).toBe('failure G3');
    expect(of(ran(0), ran(127), ...empty)).toBe('failure G3');
    expect(of(ran(127), prompted(1), responded(1), ...empty)).not.toContain('agent-not-started');
  });
});
