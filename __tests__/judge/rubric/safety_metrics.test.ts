import { allOn, safetyMechanisms } from '../../../src/contract/mechanisms.js';
import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
import type { Manifest } from '../../../src/record/manifest.js';
import { noSafety } from '../../../src/record/safety_metrics.js';
import { entry, operation, stage } from './given_operations.js';
import { givenRecord, type Said } from './given_record.js';

const safety = (more: Said[], mechanisms = allOn, agent: Partial<Manifest['agent']> = {}) =>
  score(
    givenRecord({
      more,
      manifest: (manifest) => ({ ...manifest, mechanisms, agent: { ...manifest.agent, ...agent } }),
    }),
  ).safety;

function request(decision: 'allowed' | 'denied', count = 1, of: Said['stage'] = 'write'): Said {
  const payload: Payload<'network_request'> = { destination: 'a.test:443', decision, count, source: 'proxy' };
  return { type: 'network_request', stage: of, payload };
}

const allZero = {
  ...noSafety,
  metrics: Object.fromEntries(Object.keys(noSafety.metrics).map((name) => [name, 0])),
  not_on_path: [],
};

describe('A6: the nine safety metrics', () => {
  it.each([
    { kind: 'command', detail: { command: 'my-agent' } },
    { kind: 'loop', detail: {} },
    { kind: 'scripted', detail: { operations: 3 } },
    { kind: 'golden', detail: {} },
  ] as const)('have no value of an agent whose own commands never pass the coordination layer: $kind', (agent) => {
    const { metrics, ...rest } = safety([], allOn, agent);
    expect(metrics).toEqual({
      guardrail_checks: null,
      guardrail_blocks: null,
      guardrail_block_rate: null,
      profile_enforcement_checks: null,
      profile_violations_blocked: null,
      audit_entries_written: null,
      audit_write_latency_ms: null,
      network_requests_checked: 0,
      network_requests_blocked: 0,
    });
    expect(rest).toEqual({
      audit_write_latency: null,
      total_operations: 0,
      audit_complete: null,
      disabled: [],
      not_on_path: ['guardrails', 'profiles', 'audit'],
    });
    expect({ metrics, ...rest }).toEqual(noSafety);
  });

  it('are zero of an agent that is told of the coordination layer and asks nothing of it', () => {
    const { metrics, not_on_path } = safety([], allOn, { kind: 'command', detail: { coordination: { agents: 1 } } });
    expect([metrics.guardrail_checks, metrics.profile_enforcement_checks, metrics.audit_entries_written]).toEqual([
      0, 0, 0,
    ]);
    expect(not_on_path).toEqual([]);
  });

  it('are zero, not unknown, of a mechanism that is off', () => {
    const { metrics, disabled, not_on_path } = safety([], { ...allOn, guardrails: false });
    expect([metrics.guardrail_checks, metrics.profile_enforcement_checks]).toEqual([0, null]);
    expect([disabled, not_on_path]).toEqual([['guardrails'], ['profiles', 'audit']]);
  });

  it('count what each mechanism looked at and refused; the block rate is blocks by checks', () => {
    const blocked = stage('guardrails', { outcome: 'denied', rule: 'force-push', format: 'code' });
    expect(
      safety([
        entry(1, { outcome: 'denied' }),
        operation(1, { stages: [stage('profile'), blocked, stage('audit', { ms: 2 })], outcome: 'denied' }),
        entry(2),
        operation(2, {
          stages: [
            stage('profile'),
            stage('guardrails'),
            stage('network', { checks: 1 }),
            stage('execute'),
            stage('audit', { ms: 4 }),
          ],
        }),
        entry(3, { outcome: 'denied' }),
        operation(3, {
          stages: [stage('profile', { outcome: 'denied' }), stage('audit', { ms: 3 })],
          outcome: 'denied',
        }),
        entry(4),
        operation(4, { stages: [stage('profile'), stage('guardrails'), stage('execute'), stage('audit', { ms: 7 })] }),
      ]),
    ).toEqual({
      metrics: {
        guardrail_checks: 3,
        guardrail_blocks: 1,
        guardrail_block_rate: 1 / 3,
        profile_enforcement_checks: 4,
        profile_violations_blocked: 1,
        audit_entries_written: 4,
        audit_write_latency_ms: 4,
        network_requests_checked: 0,
        network_requests_blocked: 0,
      },
      audit_write_latency: { count: 4, total_ms: 16, mean_ms: 4, p50_ms: 3, p95_ms: 7, max_ms: 7 },
      total_operations: 4,
      audit_complete: true,
      disabled: [],
      not_on_path: [],
    });
  });

  it('count each request once: where the dispatcher refused it, else where it arrived', () => {
    const refused = stage('network', { outcome: 'denied', rule: 'deny a.test', checks: 2 });
    const { metrics } = safety([
      entry(1, { outcome: 'denied', code: 'domain_blocked' }),
      operation(1, { stages: [stage('profile'), refused, stage('audit')], outcome: 'denied', code: 'domain_blocked' }),
      entry(2),
      operation(2, { stages: [stage('profile'), stage('network', { checks: 1 }), stage('execute'), stage('audit')] }),
      request('allowed'),
      request('denied', 3),
      request('denied', 9, 'setup'),
    ]);
    expect([metrics.network_requests_checked, metrics.network_requests_blocked]).toEqual([5, 4]);
  });

  it('take the number of operations from the count itself, not from the operation that ended last', () => {
    const { total_operations, audit_complete } = safety([entry(1), entry(2), operation(2), operation(1)]);
    expect([total_operations, audit_complete]).toEqual([2, true]);
  });

  it('are all zero where the mechanisms are off, which is said', () => {
    const off = { ...allOn, guardrails: false, profiles: false, audit: false };
    const { total_operations, ...rest } = safety([operation(1, { stages: [stage('execute')] })], off);
    const { total_operations: _, ...none } = allZero;
    expect(total_operations).toBe(1);
    expect(rest).toEqual({ ...none, disabled: ['guardrails', 'profiles', 'audit'] });
  });

  it('count no request without network policies, though the allowlist still stands', () => {
    const all = Object.fromEntries(safetyMechanisms.map((name) => [name, false]));
    expect(safety([request('denied', 2)], { ...allOn, ...all })).toEqual({
      ...allZero,
      disabled: ['guardrails', 'profiles', 'audit', 'network_policies'],
    });
  });
});
