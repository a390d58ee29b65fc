import type { Breaker } from './base/breaker.js';
import { failedCyclesBreaker, suspendWritesBreaker } from './budgets/failed_cycles_breaker.js';
import { requestCapBreaker, unpricedModelBreaker } from './budgets/request_cap_breaker.js';
import { resourceLimitBreakers } from './budgets/resource_limit_breakers.js';
import { tokenCapBreaker, unitCapBreaker } from './budgets/token_cap_breaker.js';
import { dependencyCapBreaker, operationFloodBreaker, toolCallCapBreaker } from './budgets/tool_call_cap_breaker.js';
import { usdCapBreaker } from './budgets/usd_cap_breaker.js';
import { commandCeilingBreaker, wallCeilingBreaker } from './budgets/wall_ceiling_breaker.js';
import { callBurstBreaker, expensiveRepeatBreaker, requestBurstBreaker } from './loops/call_burst_breaker.js';
import { identicalCallsBreaker, reinstallLoopBreaker } from './loops/identical_calls_breaker.js';
import { noMilestoneBreaker } from './loops/no_milestone_breaker.js';
import { noProgressBreaker } from './loops/no_progress_breaker.js';
import { failedSinceGoodTreeBreaker, oscillationBreaker } from './loops/oscillation_breaker.js';
import { repeatedTripsBreaker } from './loops/repeated_trips_breaker.js';
import { deniedActBreaker, osLevelRiskBreaker, prohibitedCommandBreaker } from './safety/denied_act_breaker.js';
import { deniedRequestsBreaker } from './safety/denied_requests_breaker.js';
import { writeInInspectStageBreaker } from './safety/write_in_inspect_stage_breaker.js';

/** All breakers. If several trip at one event, the first one decides how the run ends: safety before budget. */
export const breakerRegistry: readonly Breaker[] = [
  prohibitedCommandBreaker,
  osLevelRiskBreaker,
  deniedActBreaker,
  deniedRequestsBreaker,
  wallCeilingBreaker,
  ...resourceLimitBreakers,
  commandCeilingBreaker,
  tokenCapBreaker,
  usdCapBreaker,
  requestCapBreaker,
  unpricedModelBreaker,
  unitCapBreaker,
  toolCallCapBreaker,
  operationFloodBreaker,
  failedCyclesBreaker,
  identicalCallsBreaker,
  reinstallLoopBreaker,
  dependencyCapBreaker,
  oscillationBreaker,
  noProgressBreaker,
  suspendWritesBreaker,
  failedSinceGoodTreeBreaker,
  callBurstBreaker,
  requestBurstBreaker,
  expensiveRepeatBreaker,
  noMilestoneBreaker,
  writeInInspectStageBreaker,
  repeatedTripsBreaker,
];

/** Codes of the alerts that these breakers raise. */
export const breakerCodes: ReadonlySet<string> = new Set(breakerRegistry.map(({ code }) => code));
