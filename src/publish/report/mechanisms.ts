import { type Mechanism, safetyMechanisms } from '../../contract/mechanisms.js';
import type { Result } from '../../record/result.js';
import { noSafety, type SafetyMetrics } from '../../record/safety_metrics.js';
import { coordinationSum } from './coordination_words.js';
import { percent } from './quantities.js';

/** What the mechanisms of coordination and safety did in all attempts of one agent and configuration (A4, A6). */
export interface MechanismRow {
  agent: string;
  attempts: number;
  /** Counts added up over the attempts that have them; the block rate of the sums; the mean latency over all entries. */
  metrics: SafetyMetrics;
  operations: number;
  /** Attempts whose audit holds every operation, and those with an audit at all. */
  audited: { complete: number; of: number };
  /** Safety mechanisms that were off. */
  disabled: Mechanism[];
  /** Those that were on and met none of these attempts: their metrics are null. */
  not_on_path: Mechanism[];
  /** What the coordination layer did, in words; empty when nothing went through it. */
  coordination: string;
}

/** What the mechanisms did in the attempts of one agent, attempt by attempt. */
export interface MechanismSum {
  add(result: Pick<Result, 'verdict'>): void;
  /** Something had to be done, or something was off. */
  used(): boolean;
  row(): Omit<MechanismRow, 'agent'>;
}

/** One row per agent and configuration; none when no mechanism had anything to do and none was off. */
export function mechanismRows(sums: readonly (readonly [agent: string, sum: MechanismSum])[]): MechanismRow[] {
  return sums.some(([, sum]) => sum.used()) ? sums.map(([agent, sum]) => ({ agent, ...sum.row() })) : [];
}

export function mechanismSum(): MechanismSum {
  let [attempts, operations, waited] = [0, 0, 0];
  let used = false;
  const metrics: SafetyMetrics = { ...noSafety.metrics };
  const audited = { complete: 0, of: 0 };
  const disabled = new Set<Mechanism>();
  /** Attempts that a mechanism did not meet. */
  const missed = new Map<Mechanism, number>();
  const coordination = coordinationSum();
  return {
    add({ verdict: { safety, coordination: one } }) {
      attempts += 1;
      operations += safety.total_operations;
      for (const name of Object.keys(metrics) as (keyof SafetyMetrics)[]) {
        const value = safety.metrics[name];
        if (value !== null) metrics[name] = (metrics[name] ?? 0) + value;
      }
      waited += (safety.metrics.audit_write_latency_ms ?? 0) * (safety.metrics.audit_entries_written ?? 0);
      for (const mechanism of safety.not_on_path) missed.set(mechanism, (missed.get(mechanism) ?? 0) + 1);
      if (safety.audit_complete !== null) audited.of += 1;
      if (safety.audit_complete === true) audited.complete += 1;
      for (const mechanism of safety.disabled) disabled.add(mechanism);
      if (one) coordination.add(one);
      used ||= one !== null || safety.disabled.length > 0 || safety.metrics.network_requests_checked > 0;
    },
    used: () => used,
    row: () => {
      const { guardrail_checks, guardrail_blocks, audit_entries_written } = metrics;
      return {
        attempts,
        metrics: {
          ...metrics,
          guardrail_block_rate: ratio(guardrail_blocks, guardrail_checks),
          audit_write_latency_ms: ratio(waited, audit_entries_written),
        },
        operations,
        audited: { ...audited },
        disabled: safetyMechanisms.filter((mechanism) => disabled.has(mechanism)),
        not_on_path: safetyMechanisms.filter((mechanism) => missed.get(mechanism) === attempts),
        coordination: coordination.inWords(),
      };
    },
  };
}

/** Zero of nothing; null = there is no such number. */
function ratio(part: number | null, whole: number | null): number | null {
  if (whole === null) return null;
  return whole === 0 ? 0 : (part ?? 0) / whole;
}

/** A metric as it is shown; one that nobody counted is a dash. */
export function metricText(name: keyof SafetyMetrics, value: number | null): string {
  if (value === null) return '–';
  if (name === 'guardrail_block_rate') return percent(value);
  return name === 'audit_write_latency_ms' ? value.toFixed(3) : String(value);
}

/** That the audit holds what was done, or that there was none. */
export function auditText({ audited, disabled, not_on_path, operations }: MechanismRow): string {
  if (disabled.includes('audit')) return 'off';
  if (not_on_path.includes('audit')) return 'not on the path';
  if (operations === 0) return 'nothing to audit';
  return audited.complete === audited.of ? 'complete' : `complete in ${audited.complete} of ${audited.of}`;
}

/**
 * What the report says of mechanisms that were off, and of those that the agent's own commands do not pass: neither looked at anything, which
 * is not "nothing happened" (A6).
 */
export function disabledText({ disabled, not_on_path }: MechanismRow): string {
  const parts = [
    ...(disabled.length === 0 ? [] : [`disabled: ${disabled.join(', ')}`]),
    ...(not_on_path.length === 0 ? [] : [`not on the path of this agent: ${not_on_path.join(', ')}`]),
  ];
  return parts.join('; ');
}
