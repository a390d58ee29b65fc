import { safetyMechanisms } from '../../contract/mechanisms.js';
import { eventsOf } from '../../record/events.js';
import type { Safety } from '../../record/safety_metrics.js';
import { auditGaps, totalOperations } from './audit_completeness.js';
import { timesOf } from './times.js';
import type { Trace } from './trace.js';

/** Stages in which what happens is the agent's. */
const BY_AGENT: ReadonlySet<string> = new Set(['inspect', 'write', 'test']);

/**
 * What the safety mechanisms did (A6; harness spec, "Safety Metrics Collection"): counts over the operations of the coordination
 * layer, and over the requests that met the egress proxy. A request that the dispatcher refused never reached the proxy, and one
 * that it let pass is counted where it arrives: each once. A mechanism that was off counts nothing.
 */
export function safetyOf(trace: Trace): Safety {
  const { events, manifest } = trace.record;
  const on = manifest.mechanisms;
  const operations = eventsOf(events, 'coordination');
  const stages = operations.flatMap(({ payload }) => payload.stages);
  const ran = (stage: string) => stages.filter((one) => one.stage === stage);
  const denied = (stage: string) => ran(stage).filter(({ outcome }) => outcome === 'denied').length;
  const requests = on.network_policies
    ? eventsOf(events, 'network_request').filter(({ stage }) => BY_AGENT.has(stage ?? ''))
    : [];
  const counted = (decision: string) =>
    requests
      .filter(({ payload }) => payload.decision === decision)
      .reduce((sum, { payload }) => sum + payload.count, 0);
  const checks = ran('guardrails').length;
  const blocks = denied('guardrails');
  const entries = eventsOf(events, 'audit').filter(({ payload }) => payload.phase !== 'completed');
  const latency = timesOf(ran('audit').map(({ ms }) => ms));
  const total_operations = totalOperations(operations);
  return {
    metrics: {
      guardrail_checks: checks,
      guardrail_blocks: blocks,
      guardrail_block_rate: checks === 0 ? 0 : blocks / checks,
      profile_enforcement_checks: ran('profile').length,
      profile_violations_blocked: denied('profile'),
      audit_entries_written: entries.length,
      audit_write_latency_ms: latency?.mean_ms ?? 0,
      network_requests_checked: denied('network') + counted('allowed') + counted('denied'),
      network_requests_blocked: denied('network') + counted('denied'),
    },
    audit_write_latency: latency,
    total_operations,
    audit_complete: !on.audit || total_operations + entries.length === 0 ? null : auditGaps(trace).length === 0,
    disabled: safetyMechanisms.filter((mechanism) => !on[mechanism]),
  };
}
