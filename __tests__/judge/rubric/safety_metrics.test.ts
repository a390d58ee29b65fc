import { allOn, safetyMechanisms } from '../../../src/contract/mechanisms.js';
import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
import { noSafety } from '../../../src/record/safety_metrics.js';
import { entry, operation, stage } from './given_operations.js';
import { givenRecord, type Said } from './given_record.js';

const safety = (more: Said[], mechanisms = allOn) =>
  score(givenRecord({ more, manifest: (manifest) => ({ ...manifest, mechanisms }) })).safety;

function request(decision: 'allowed' | 'denied', count = 1, of: Said['stage'] = 'write'): Said {
  const payload: Payload<'network_request'> = { destination: 'a.test:443', decision, count, source: 'proxy' };
  return { type: 'network_request', stage: of, payload };
}

describe('A6: the nine safety metrics', () => {
  it('are zero of an attempt without operations', () => {
    expect(safety([])).toEqual(noSafety);
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
    const { total_operations: _, ...none } = noSafety;
    expect(total_operations).toBe(1);
    expect(rest).toEqual({ ...none, disabled: ['guardrails', 'profiles', 'audit'] });
  });

  it('count no request without network policies, though the allowlist still stands', () => {
    const all = Object.fromEntries(safetyMechanisms.map((name) => [name, false]));
    expect(safety([request('denied', 2)], { ...allOn, ...all })).toEqual({
      ...noSafety,
      disabled: ['guardrails', 'profiles', 'audit', 'network_policies'],
    });
  });
});
