import type { Guard } from './guard/guard.js';
export type { Guard, GuardRequest, GuardVerdict, Principal } from './guard/guard.js';
export { GuardrailSuite } from './guard/guardrail_suite.js';
/** Creates a guard over the shipped rules for one agent's session. It remembers what the agent writes and downloads. */
export declare const createShippedGuard: () => Guard;
