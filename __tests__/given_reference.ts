import type { OracleReference } from '../src/contract/validation/contract_lock.js';

/** What is known of an oracle in which nothing can be varied. */
export const givenReference = (more: Partial<OracleReference> = {}): OracleReference => ({
  on: 'golden',
  checks: [{ check: 'unit', readable: true, wall_ms: 7, cpu_ms: 7, base_passed: [] }],
  pool: [],
  missing: ['unit'],
  round_cpu_ms: null,
  rounds: 0,
  strength: null,
  because: 'no expectation of a required test can be varied',
  ...more,
});
