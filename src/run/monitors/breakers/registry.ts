import { callBurst, expensiveRepeat, requestBurst } from './backpressure.js';
import type { Breaker } from './breaker.js';
import { commandCeiling } from './command_ceiling.js';
import { dominance } from './dominance.js';
import { failedCycles, suspendWrites } from './failed_cycles.js';
import { identicalCalls } from './identical_calls.js';
import { limits } from './limits.js';
import { requestCap, unpricedModel } from './model_requests.js';
import { noProgress } from './no_progress.js';
import { operationFlood } from './operation_flood.js';
import { oscillation } from './oscillation.js';
import { prohibitedCommand } from './prohibited_command.js';
import { reinstallLoop } from './reinstall_loop.js';
import { tokenCap, usdCap } from './spending.js';
import { toolCalls } from './tool_calls.js';
import { wall } from './wall.js';
import { writeInInspectStage } from './write_in_inspect_stage.js';

/** All breakers. When several trip at one event, the first of them decides how the run ends: safety before budget. */
export const breakers: readonly Breaker[] = [
  prohibitedCommand,
  wall,
  ...limits,
  commandCeiling,
  tokenCap,
  usdCap,
  requestCap,
  unpricedModel,
  toolCalls,
  operationFlood,
  failedCycles,
  identicalCalls,
  reinstallLoop,
  oscillation,
  noProgress,
  suspendWrites,
  callBurst,
  requestBurst,
  expensiveRepeat,
  dominance,
  writeInInspectStage,
];

/** Codes of the alerts that these breakers raise. */
export const breakerCodes: ReadonlySet<string> = new Set(breakers.map(({ code }) => code));
