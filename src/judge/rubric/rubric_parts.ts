import { type Event, eventsOf } from '../../record/events.js';
import type { Finding, Verdict } from '../../record/verdict.js';
import type { JudgedCheck } from './check_verdict.js';
import { patchValidity, violationPenalty } from './decomposed.js';
import type { Trace } from './trace.js';
import { rounded } from './weights.js';

/** The four parts for cost-aware comparison, partial progress included (S5). Never to be read as success. */
export function rubricParts(
  trace: Trace,
  checks: readonly JudgedCheck[],
  findings: readonly Finding[],
): Verdict['rubric_parts'] {
  const efficiency = resourceEfficiency(trace);
  return {
    functional_correctness: rounded(functionalCorrectness(checks)),
    patch_validity: rounded(patchValidity(trace)),
    safety_compliance: rounded(1 - violationPenalty(findings)),
    resource_efficiency: efficiency === null ? null : rounded(efficiency),
  };
}

/**
 * Share of what acceptance asks that is there: every required test is one unit, and so is every mandatory check that names
 * none. A check in error has shown nothing, whatever its report claims.
 */
function functionalCorrectness(checks: readonly JudgedCheck[]): number {
  let passed = 0;
  let total = 0;
  for (const { declared, verdict, required } of checks) {
    if (declared.kind !== 'acceptance' || !verdict.mandatory) continue;
    const units =
      required.length > 0 ? required.map((test) => test.standing === 'passed') : [verdict.outcome === 'pass'];
    total += units.length;
    if (verdict.outcome !== 'error') passed += units.filter(Boolean).length;
  }
  return total === 0 ? 0 : passed / total;
}

/** 1 − the largest share of a budget that the agent used up; null when nothing of it was measured. */
function resourceEfficiency(trace: Trace): number | null {
  const { budget } = trace.contract;
  const { events } = trace.record;
  const shares = [
    shareOf(agentWall(events), budget.wall),
    shareOf(modelCost(events), budget.usd),
    shareOf(tokens(events), budget.tokens),
    shareOf(toolCalls(events), budget.tool_calls),
  ].filter((share) => share !== null);
  return shares.length === 0 ? null : 1 - Math.min(1, Math.max(...shares));
}

function shareOf(used: number | null, cap: number | undefined): number | null {
  if (used === null || cap === undefined) return null;
  return cap > 0 ? used / cap : used > 0 ? 1 : 0;
}

/** Milliseconds in the agent's stages; null when it never entered one. */
function agentWall(events: readonly Event[]): number | null {
  let entered: number | null = null;
  let total: number | null = null;
  const leave = (t: number) => {
    if (entered !== null) total = (total ?? 0) + (t - entered);
    entered = null;
  };
  for (const event of events) {
    if (event.type !== 'stage_changed') continue;
    leave(event.t);
    if (event.payload.to === 'inspect' || event.payload.to === 'write' || event.payload.to === 'test')
      entered = event.t;
  }
  leave(events.at(-1)?.t ?? 0);
  return total === null ? null : total / 1e6;
}

/** Dollars for model calls; null when none is recorded or the price of one is unknown. */
function modelCost(events: readonly Event[]): number | null {
  const costs = eventsOf(events, 'cost').filter((event) => event.payload.action_type.startsWith('llm'));
  if (costs.length === 0 || costs.some((event) => event.payload.cost_usd === null)) return null;
  return costs.reduce((sum, event) => sum + (event.payload.cost_usd ?? 0), 0);
}

function tokens(events: readonly Event[]): number | null {
  const used = eventsOf(events, 'cost').filter((event) => /^tokens?$/.test(event.payload.unit));
  return used.length === 0 ? null : used.reduce((sum, event) => sum + event.payload.quantity, 0);
}

/** Those made through the harness, or those that conversations ask for, whichever are more: the same call can be among both. */
function toolCalls(events: readonly Event[]): number | null {
  const calls = eventsOf(events, 'tool_invocation').filter((event) => event.actor === 'agent');
  const asked = calls.filter(({ payload }) => payload.asked).length;
  return calls.length === 0 ? null : Math.max(asked, calls.length - asked);
}
