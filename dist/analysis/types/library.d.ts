/**
 * Exports of the package as the library `gatebench/analysis`: statistics and analyses, which are pure, the guardrails as a
 * suite, and the adapter of steering vectors, which reads files.
 */
export type { SteeringConfig } from './gateway/steering/steering_vector_adapter.js';
export { SteeringVectorAdapter } from './gateway/steering/steering_vector_adapter.js';
export type { GuardRequest, GuardVerdict } from './guard/guard.js';
export { GuardrailSuite } from './guard/guardrail_suite.js';
export * from './judge/index.js';
