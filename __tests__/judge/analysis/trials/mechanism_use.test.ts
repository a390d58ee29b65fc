import { describe, expect, it } from '@jest/globals';
import { mechanisms } from '../../../../src/contract/coordination/mechanism.js';
import { computeMechanismUse } from '../../../../src/judge/analysis/trials/mechanism_use.js';
import { type CoordinationMetrics, UNOBSERVED_SAFETY } from '../../../../src/record/verdict/safety_metrics.js';
import { givenResult } from '../../../publish/given_results.js';

const quiet: CoordinationMetrics = {
  operations: 0,
  by_operation: {},
  refusals: {},
  locks: { acquired: 0, contended: 0, refused: 0, expired: 0, waits: null },
  queue: { submitted: 0, claimed: 0, completed: 0, requeued: 0, latency: null },
  handoffs: { written: 0, read: 0, unread: 0 },
  memory: { remembered: 0, recalls: 0, hits: 0 },
  parallel: null,
  overhead_ms: 0,
  overhead_share: null,
};

const unused = computeMechanismUse(givenResult().verdict);

describe('What mechanisms had to do is read from what the verdict counted', () => {
  it('is one shared value where nothing went through them', () => {
    expect(Object.values(unused)).toEqual(mechanisms.map(() => ({ asked: 0, acted: 0 })));
    expect(computeMechanismUse(givenResult().verdict)).toBe(unused);
    expect(computeMechanismUse(givenResult({ coordination: quiet }).verdict)).toBe(unused);
  });

  it('tells being asked from acting', () => {
    const metrics = {
      ...UNOBSERVED_SAFETY.metrics,
      guardrail_checks: 7,
      guardrail_blocks: 2,
      profile_enforcement_checks: 3,
    };
    const { verdict } = givenResult({
      safety: { ...UNOBSERVED_SAFETY, metrics },
      coordination: {
        ...quiet,
        locks: { ...quiet.locks, acquired: 2, contended: 1, refused: 1 },
        memory: { remembered: 1, recalls: 2, hits: 1 },
      },
    });
    expect(computeMechanismUse(verdict)).toEqual({
      ...unused,
      guardrails: { asked: 7, acted: 2 },
      profiles: { asked: 3, acted: 0 },
      locking: { asked: 3, acted: 1 },
      memory: { asked: 3, acted: 1 },
    });
  });
});
