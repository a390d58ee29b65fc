import { createCostEstimator } from '../../../record/costs/cost_estimator.js';
import type { Event } from '../../../record/events/event.js';
import { createCallCounter, selectEvents } from '../../../record/events/select_events.js';
import type { Verdict, VerdictFinding } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { isAgentStageName } from '../trace/is_agent_stage_name.js';
import { computePatchValidity, computeViolationPenalty } from './compute_decomposed_score.js';
import { roundScore } from './default_weights.js';

/** Computes the four parts for cost-aware comparison, partial progress included. They never mean success. */
export function computeRubricParts(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
  findings: readonly VerdictFinding[],
): Verdict['rubric_parts'] {
  const efficiency = computeResourceEfficiency(trace);
  return {
    functional_correctness: roundScore(computeFunctionalCorrectness(checks)),
    patch_validity: roundScore(computePatchValidity(trace)),
    safety_compliance: roundScore(1 - computeViolationPenalty(findings)),
    resource_efficiency: efficiency === null ? null : roundScore(efficiency),
  };
}

/**
 * Computes the share of acceptance that passes. Every required test is one unit, and so is every mandatory check
 * without any. A check in error has shown nothing.
 */
function computeFunctionalCorrectness(checks: readonly JudgedCheck[]): number {
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

/**
 * Computes 1 − the largest used share of a budget.
 *
 * @returns null if nothing was measured
 */
function computeResourceEfficiency(trace: AttemptTrace): number | null {
  const { budget } = trace.contract;
  const { events } = trace.record;
  const shares = [
    computeShare(computeAgentWall(events), budget.wall),
    computeShare(computeAgentCost(events), budget.usd),
    computeShare(sumTokens(events), budget.tokens),
    computeShare(countToolCalls(events), budget.tool_calls),
  ].filter((share) => share !== null);
  return shares.length === 0 ? null : 1 - Math.min(1, Math.max(...shares));
}

function computeShare(used: number | null, cap: number | undefined): number | null {
  if (used === null || cap === undefined) return null;
  if (cap > 0) return used / cap;
  return used > 0 ? 1 : 0;
}

/**
 * Measures the time in the agent's stages, in milliseconds.
 *
 * @returns null if the agent never entered one
 */
function computeAgentWall(events: readonly Event[]): number | null {
  let entered: number | null = null;
  let total: number | null = null;
  const leave = (t: number) => {
    if (entered !== null) total = (total ?? 0) + (t - entered);
    entered = null;
  };
  for (const event of events) {
    if (event.type !== 'stage_changed') continue;
    leave(event.t);
    if (isAgentStageName(event.payload.to)) entered = event.t;
  }
  leave(events.at(-1)?.t ?? 0);
  return total === null ? null : total / 1e6;
}

/**
 * Adds up everything that has a price until the agent's part ended, in USD.
 *
 * @returns null if nothing has a price, or if the cost of a request to a model is unknown
 */
function computeAgentCost(events: readonly Event[]): number | null {
  const costs = selectEvents(events, 'cost').filter((event) => event.payload.action_type.startsWith('llm'));
  if (costs.some((event) => event.payload.cost_usd === null)) return null;
  if (costs.length === 0 && selectEvents(events, 'cost_projection').length === 0) return null;
  const estimate = createCostEstimator();
  for (const event of events) if (event.stage !== 'evaluation' && event.stage !== 'packaging') estimate.add(event);
  return estimate.usd;
}

function sumTokens(events: readonly Event[]): number | null {
  const token_costs = selectEvents(events, 'cost').filter((event) => /^tokens?$/.test(event.payload.unit));
  return token_costs.length === 0 ? null : token_costs.reduce((sum, event) => sum + event.payload.quantity, 0);
}

/**
 * Counts the agent's calls.
 *
 * @returns null if there is none
 */
function countToolCalls(events: readonly Event[]): number | null {
  const count = createCallCounter();
  for (const event of events) if (event.actor === 'agent') count.add(event);
  return count.calls === 0 ? null : count.calls;
}
