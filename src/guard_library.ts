/**
 * Exports of the package as the library `gatebench/guard`: the guard over the shipped rules, for whoever runs the
 * commands of an agent. It is pure, and needs no other package.
 */
import { createGuard } from './guard/create_guard.js';
import type { Guard } from './guard/guard.js';

export type { Guard, GuardRequest, GuardVerdict, Principal } from './guard/guard.js';
export { GuardrailSuite } from './guard/guardrail_suite.js';

/** Creates a guard over the shipped rules for one agent's session. It remembers what the agent writes and downloads. */
export const createShippedGuard = (): Guard => createGuard();
