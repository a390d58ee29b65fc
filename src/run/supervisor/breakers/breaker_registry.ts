import type { Breaker } from './breaker.js';
import { commandCeilingBreaker } from './budgets/command_ceiling_breaker.js';
import { dependencyCapBreaker } from './budgets/dependency_cap_breaker.js';
import { failedCyclesBreaker, suspendWritesBreaker } from './budgets/failed_cycles_breaker.js';
import { operationFloodBreaker } from './budgets/operation_flood_breaker.js';
import { requestCapBreaker, unpricedModelBreaker } from './budgets/request_cap_breaker.js';
import { resourceLimitBreakers } from './budgets/resource_limit_breakers.js';
import { tokenCapBreaker } from './budgets/token_cap_breaker.js';
import { toolCallCapBreaker } from './budgets/tool_call_cap_breaker.js';
import { unitCapBreaker } from './budgets/unit_cap_breaker.js';
import { usdCapBreaker } from './budgets/usd_cap_breaker.js';
import { wallCeilingBreaker } from './budgets/wall_ceiling_breaker.js';
import { callBurstBreaker, expensiveRepeatBreaker, requestBurstBreaker } from './loops/call_burst_breaker.js';
import { failedSinceGoodTreeBreaker } from './loops/failed_since_good_tree_breaker.js';
import { identicalCallsBreaker } from './loops/identical_calls_breaker.js';
import { noMilestoneBreaker } from './loops/no_milestone_breaker.js';
import { noProgressBreaker } from './loops/no_progress_breaker.js';
import { oscillationBreaker } from './loops/oscillation_breaker.js';
import { reinstallLoopBreaker } from './loops/reinstall_loop_breaker.js';
import { repeatedTripsBreaker } from './loops/repeated_trips_breaker.js';
import { deniedActBreaker, osLevelRiskBreaker } from './safety/denied_act_breaker.js';
import { deniedRequestsBreaker } from './safety/denied_requests_breaker.js';
import { prohibitedCommandBreaker } from './safety/prohibited_command_breaker.js';
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
