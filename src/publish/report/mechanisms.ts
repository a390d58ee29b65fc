import type { Mechanism } from '../../contract/mechanisms.js';
import type { Result } from '../../record/result.js';
import type { SafetyMetrics } from '../../record/safety_metrics.js';
import { counted, elapsed, percent } from './quantities.js';

/** What the mechanisms of coordination and safety did in all attempts of one agent and configuration (A4, A6). */
export interface MechanismRow {
  agent: string;
  attempts: number;
  /** Counts added up; the block rate of the sums; the mean latency over all entries. */
  metrics: SafetyMetrics;
  operations: number;
  /** Attempts whose audit holds every operation, and those with an audit at all. */
  audited: { complete: number; of: number };
  /** Safety mechanisms that were off. */
  disabled: Mechanism[];
  /** What the coordination layer did, in words; empty when nothing went through it. */
  coordination: string;
}

/** One row per agent and configuration; none when no mechanism had anything to do and none was off. */
export function mechanismRows(results: readonly Result[], label: (result: Result) => string): MechanismRow[] {
  const used = ({ verdict: { safety, coordination } }: Result) =>
    coordination !== null || safety.disabled.length > 0 || safety.metrics.network_requests_checked > 0;
  if (!results.some(used)) return [];
  const labels = [...new Set(results.map(label))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return labels.map((agent) => {
    const own = results.filter((result) => label(result) === agent);
    const safeties = own.map(({ verdict }) => verdict.safety);
    const complete = safeties.flatMap(({ audit_complete }) => (audit_complete === null ? [] : [audit_complete]));
    return {
      agent,
      attempts: own.length,
      metrics: added(safeties.map(({ metrics }) => metrics)),
      operations: safeties.reduce((sum, { total_operations }) => sum + total_operations, 0),
      audited: { complete: complete.filter(Boolean).length, of: complete.length },
      disabled: [...new Set(safeties.flatMap(({ disabled }) => disabled))],
      coordination: inWords(own),
    };
  });
}

function added(all: readonly SafetyMetrics[]): SafetyMetrics {
  const sum = (name: keyof SafetyMetrics) => all.reduce((total, metrics) => total + metrics[name], 0);
  const entries = sum('audit_entries_written');
  const waited = all.reduce((total, one) => total + one.audit_write_latency_ms * one.audit_entries_written, 0);
  const [checks, blocks] = [sum('guardrail_checks'), sum('guardrail_blocks')];
  return {
    guardrail_checks: checks,
    guardrail_blocks: blocks,
    guardrail_block_rate: checks === 0 ? 0 : blocks / checks,
    profile_enforcement_checks: sum('profile_enforcement_checks'),
    profile_violations_blocked: sum('profile_violations_blocked'),
    audit_entries_written: entries,
    audit_write_latency_ms: entries === 0 ? 0 : waited / entries,
    network_requests_checked: sum('network_requests_checked'),
    network_requests_blocked: sum('network_requests_blocked'),
  };
}

function inWords(results: readonly Result[]): string {
  const all = results.flatMap(({ verdict }) => verdict.coordination ?? []);
  if (all.length === 0) return '';
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  const split = all.flatMap(({ parallel }) => parallel ?? []);
  const waited = sum(({ locks }) => locks.waits?.total_ms ?? 0);
  const queued = Math.max(0, ...all.map(({ queue }) => queue.latency?.max_ms ?? 0));
  const shares = all.flatMap(({ overhead_share }) => overhead_share ?? []);
  return [
    counted(
      sum(({ operations }) => operations),
      'operation',
    ),
    `${counted(
      sum(({ locks }) => locks.acquired),
      'lock',
    )} (${sum(({ locks }) => locks.contended)} contended, ${elapsed(waited)} waited)`,
    `${sum(({ queue }) => queue.completed)} of ${counted(
      sum(({ queue }) => queue.submitted),
      'work item',
    )} done${queued > 0 ? ` (claimed after ${elapsed(queued)} at most)` : ''}`,
    counted(
      sum(({ handoffs }) => handoffs.written),
      'handoff',
    ),
    `${sum(({ memory }) => memory.hits)} of ${counted(
      sum(({ memory }) => memory.recalls),
      'recall',
    )} found something`,
    ...(split.length === 0
      ? []
      : [
          `${counted(
            split.reduce((total, { subtasks }) => total + subtasks, 0),
            'parallel part',
          )} (${speedUp(split)}, ${counted(
            split.reduce((total, { conflicts }) => total + conflicts, 0),
            'conflict',
          )})`,
        ]),
    `overhead ${elapsed(sum(({ overhead_ms }) => overhead_ms))}${shares.length === 0 ? '' : `, at most ${percent(Math.max(...shares))} of the agent's time`}`,
  ].join(' · ');
}

function speedUp(split: readonly { wall_ms: number; sequential_ms: number }[]): string {
  const wall = split.reduce((total, { wall_ms }) => total + wall_ms, 0);
  const sequential = split.reduce((total, { sequential_ms }) => total + sequential_ms, 0);
  return wall === 0 ? 'no speed-up known' : `${(sequential / wall).toFixed(2)} × faster`;
}

/** A metric as it is shown. */
export function metricText(name: keyof SafetyMetrics, value: number): string {
  if (name === 'guardrail_block_rate') return percent(value);
  return name === 'audit_write_latency_ms' ? value.toFixed(3) : String(value);
}

/** That the audit holds what was done, or that there was none. */
export function auditText({ audited, disabled, operations }: MechanismRow): string {
  if (disabled.includes('audit')) return 'off';
  if (operations === 0) return 'nothing to audit';
  return audited.complete === audited.of ? 'complete' : `complete in ${audited.complete} of ${audited.of}`;
}

/** What the report says of mechanisms that were off: zeros then mean "not looked at", not "nothing happened" (A6). */
export function disabledText({ disabled }: MechanismRow): string {
  return disabled.length === 0 ? '' : `disabled: ${disabled.join(', ')}`;
}
