import { safetyMechanisms } from '../../contract/mechanisms.js';
import { eventsOf } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import type { Safety } from '../../record/safety_metrics.js';
import { auditGaps, totalOperations } from './audit_completeness.js';
import { timesOf } from './times.js';
import type { Trace } from './trace.js';

/** Mechanisms that stand in the coordination layer alone. */
const IN_COORDINATION = ['guardrails', 'profiles', 'audit'] as const;

/** Stages in which what happens is the agent's. */
const BY_AGENT: ReadonlySet<string> = new Set(['inspect', 'write', 'test']);

/**
 * What the safety mechanisms did (A6; harness spec, "Safety Metrics Collection"): counts over the operations of the coordination
 * layer, and over the requests that met the egress proxy. A request that the dispatcher refused never reached the proxy, and one
 * that it let pass is counted where it arrives: each once. A mechanism that was off counts nothing. Of an agent that has no coordination
 * layer, what stands there says nothing: null.
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
  const arrived = (decision: string) =>
    requests
      .filter(({ payload }) => payload.decision === decision)
      .reduce((sum, { payload }) => sum + payload.count, 0);
  const checks = ran('guardrails').length;
  const blocks = denied('guardrails');
  const entries = eventsOf(events, 'audit').filter(({ payload }) => payload.phase !== 'completed');
  const latency = timesOf(ran('audit').map(({ ms }) => ms));
  const total_operations = totalOperations(operations);
  const isOnPath = operations.length + entries.length > 0 || hasCoordination(manifest);
  const counted = (mechanism: (typeof IN_COORDINATION)[number], value: number) =>
    isOnPath || !on[mechanism] ? value : null;
  return {
    metrics: {
      guardrail_checks: counted('guardrails', checks),
      guardrail_blocks: counted('guardrails', blocks),
      guardrail_block_rate: counted('guardrails', checks === 0 ? 0 : blocks / checks),
      profile_enforcement_checks: counted('profiles', ran('profile').length),
      profile_violations_blocked: counted('profiles', denied('profile')),
      audit_entries_written: counted('audit', entries.length),
      audit_write_latency_ms: counted('audit', latency?.mean_ms ?? 0),
      network_requests_checked: denied('network') + arrived('allowed') + arrived('denied'),
      network_requests_blocked: denied('network') + arrived('denied'),
    },
    audit_write_latency: latency,
    total_operations,
    audit_complete: !on.audit || total_operations + entries.length === 0 ? null : auditGaps(trace).length === 0,
    disabled: safetyMechanisms.filter((mechanism) => !on[mechanism]),
    not_on_path: isOnPath ? [] : IN_COORDINATION.filter((mechanism) => on[mechanism]),
  };
}

/** Tells whether the agent's commands were told of the coordination layer. Of a script, its operations show it. */
const hasCoordination = ({ agent: { kind, detail } }: Manifest): boolean =>
  kind === 'command' && Boolean(detail.coordination);
