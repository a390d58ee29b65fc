/**
 * Codes of the circuit breakers' alerts (R9), which `policy.escalate.conditions` may name: a person can be asked about what a
 * breaker is about to do, and about nothing else that is only found afterwards.
 */
export const alertCodes = [
  'prohibited-command',
  'wall-ceiling',
  'memory-limit',
  'cpu-limit',
  'disk-limit',
  'output-flood',
  'process-limit',
  'command-ceiling',
  'token-cap',
  'usd-cap',
  'request-cap',
  'unpriced-model',
  'tool-call-cap',
  'operation-flood',
  'failed-cycle-cap',
  'identical-calls',
  'reinstall-loop',
  'oscillation',
  'no-progress',
  'repeated-failure',
  'call-burst',
  'request-burst',
  'expensive-repeat',
  'no-milestone',
  'write-in-inspect-stage',
] as const;
