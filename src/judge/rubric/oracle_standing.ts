import { eventsOf } from '../../record/events.js';
import type { OracleStanding } from '../../record/oracle_standing.js';
import { arming } from './canary.js';
import { challengeStrength } from './challenge.js';
import type { Trace } from './trace.js';

/** Suspicions that a verdict repeats; the record has all of them. */
const MOST_SUSPICIONS = 20;

/** Says what a pass of this attempt rests on: its proof, its canary, its strength, and what is suspicious about the patch. */
export function oracleStanding(trace: Trace): OracleStanding {
  const { canary } = trace.contract.oracle;
  const event = trace.canaries.at(-1);
  return {
    proven: trace.record.manifest.proof?.proven === true,
    canary: canary === undefined || event === undefined ? 'none' : arming(canary, event).state,
    strength: challengeStrength(trace),
    suspicions: eventsOf(trace.record.events, 'patch_facts')
      .flatMap(({ payload }) => payload.suspicions)
      .slice(0, MOST_SUSPICIONS),
  };
}
