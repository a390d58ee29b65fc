import { type Mechanism, safetyMechanisms } from '../../../contract/coordination/mechanism.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { type SafetyMetrics, UNOBSERVED_SAFETY } from '../../../record/verdict/safety_metrics.js';
import { formatPercent, formatQuantity } from '../../text/format_quantity.js';
import { createCoordinationSummary } from './create_coordination_summary.js';

/** Work of the coordination and safety mechanisms in all attempts of one agent and configuration. */
export interface MechanismRow {
  agent: string;
  attempts: number;
  /** True if a mechanism had something to do or was off. */
  used: boolean;
  /** Sums of counts over the attempts that have them; block rate of the sums; mean latency over all entries. */
  metrics: SafetyMetrics;
  operations: number;
  /** Attempts whose audit is complete, and attempts with an audit. */
  audited: { complete: number; of: number };
  /** Safety mechanisms that were off. */
  disabled: Mechanism[];
  /** Mechanisms that were on but met none of these attempts; their metrics are null. */
  not_on_path: Mechanism[];
  /** Commands and edits that went round the coordination layer, of agents that have it. */
  went_round: number;
  /** Requests that network policies saw while the other safety mechanisms were off: in no metric. */
  network_alone: { checked: number; blocked: number };
  /** Work of the coordination layer as text; empty if it did nothing. */
  coordination: string;
}

/** Summary of the mechanisms in the attempts of one agent. */
export interface MechanismSummary {
  add(result: Pick<AttemptResult, 'verdict'>): void;
  toRow(): Omit<MechanismRow, 'agent'>;
}

/** Creates one row per agent and configuration (requirement P2). A metric that nobody counted is null. */
export const createMechanismRows = (
  sums: readonly (readonly [agent: string, sum: MechanismSummary])[],
): MechanismRow[] => sums.map(([agent, sum]) => ({ agent, ...sum.toRow() }));

/** Creates an empty summary. */
export function createMechanismSummary(): MechanismSummary {
  let [attempts, operations, waited, went_round] = [0, 0, 0, 0];
  let is_used = false;
  const metrics: SafetyMetrics = { ...UNOBSERVED_SAFETY.metrics };
  const audited = { complete: 0, of: 0 };
  const disabled = new Set<Mechanism>();
  const alone = { checked: 0, blocked: 0 };
  /** Number of attempts that a mechanism did not meet. */
  const missed = new Map<Mechanism, number>();
  const coordination = createCoordinationSummary();
  return {
    add({ verdict: { safety, coordination: one } }) {
      attempts += 1;
      operations += safety.total_operations;
      went_round += safety.went_round ?? 0;
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
      is_used ||=
        one !== null ||
        (safety.went_round ?? 0) > 0 ||
        safety.disabled.length > 0 ||
        (safety.metrics.network_requests_checked ?? 0) > 0;
      alone.checked += safety.network_policies_alone?.checked ?? 0;
      alone.blocked += safety.network_policies_alone?.blocked ?? 0;
    },
    toRow: () => {
      const { guardrail_checks, guardrail_blocks, audit_entries_written } = metrics;
      return {
        attempts,
        used: is_used,
        metrics: {
          ...metrics,
          guardrail_block_rate: computeRatio(guardrail_blocks, guardrail_checks),
          audit_write_latency_ms: computeRatio(waited, audit_entries_written),
        },
        operations,
        audited: { ...audited },
        disabled: safetyMechanisms.filter((mechanism) => disabled.has(mechanism)),
        not_on_path: safetyMechanisms.filter((mechanism) => missed.get(mechanism) === attempts),
        went_round,
        network_alone: { ...alone },
        coordination: coordination.inWords(),
      };
    },
  };
}

/** Computes a ratio; 0 if the whole is 0, null if it is unknown. */
function computeRatio(part: number | null, whole: number | null): number | null {
  if (whole === null) return null;
  return whole === 0 ? 0 : (part ?? 0) / whole;
}

/** Formats the name of a metric. */
export const formatMetricName = (name: keyof SafetyMetrics): string => name.replaceAll('_', ' ');

/** Formats a metric; one that nobody counted is a dash. */
export function formatMetric(name: keyof SafetyMetrics, value: number | null): string {
  if (value === null) return '–';
  if (name === 'guardrail_block_rate') return formatPercent(value);
  return name === 'audit_write_latency_ms' ? value.toFixed(3) : String(value);
}

/** Formats whether the audit holds all operations, or why there is none. */
export function formatAuditState({ audited, disabled, not_on_path, operations }: MechanismRow): string {
  if (disabled.includes('audit')) return 'off';
  if (not_on_path.includes('audit')) return 'not on the path';
  if (operations === 0) return 'nothing to audit';
  return audited.complete === audited.of ? 'complete' : `complete in ${audited.complete} of ${audited.of}`;
}

/**
 * Formats the mechanisms that were off, and those that the agent's own commands do not pass. Their zeros are no
 * findings.
 */
export function formatDisabledMechanisms({ disabled, not_on_path, went_round, network_alone }: MechanismRow): string {
  const parts = [
    ...(disabled.length === 0 ? [] : [`disabled: ${disabled.join(', ')}`]),
    ...(not_on_path.length === 0 ? [] : [`not on the path of this agent: ${not_on_path.join(', ')}`]),
    ...(went_round === 0
      ? []
      : [`${formatQuantity(went_round, 'command or edit', 'commands and edits')} went round the coordination layer`]),
  ];
  const { checked, blocked } = network_alone;
  if (checked > 0) parts.push(`network policies alone checked ${checked} requests and blocked ${blocked}`);
  return parts.join('; ');
}
