import { type Mechanism, mechanisms } from '../../../contract/coordination/mechanism.js';
import type { Verdict } from '../../../record/verdict/verdict.js';

/** Number of times that a mechanism was used in an attempt, and of times that it had an effect. */
interface MechanismActivity {
  /** Number of uses: checks, locks, entries, messages, work items. */
  asked: number;
  /** Number of effects: refusals, waits, messages that were read, subtasks that were merged. */
  acted: number;
}
/** Counts of uses and effects, by mechanism. */
export type MechanismUse = Readonly<Record<Mechanism, MechanismActivity>>;

const NO_ACTIVITY: MechanismActivity = { asked: 0, acted: 0 };
/** Use by attempts in which no mechanism was used. All of them share this object. */
const NO_USE: MechanismUse = Object.fromEntries(mechanisms.map((one) => [one, NO_ACTIVITY])) as Record<
  Mechanism,
  MechanismActivity
>;

/**
 * Computes what each mechanism did in one attempt, by the counts of its verdict. A mechanism that was off did nothing:
 * attempts that had it show whether tasks use it. Each entry of the audit counts as an effect.
 */
export function computeMechanismUse({
  safety: { metrics, network_policies_alone },
  coordination,
}: Pick<Verdict, 'safety' | 'coordination'>): MechanismUse {
  const locks = coordination?.locks;
  const queue = coordination?.queue;
  const handoffs = coordination?.handoffs;
  const memory = coordination?.memory;
  const parallel = coordination?.parallel;
  const uses: Record<Mechanism, MechanismActivity> = {
    locking: createActivity((locks?.acquired ?? 0) + (locks?.refused ?? 0), locks?.contended),
    memory: createActivity((memory?.remembered ?? 0) + (memory?.recalls ?? 0), memory?.hits),
    handoffs: createActivity(handoffs?.written, handoffs?.read),
    parallelization: createActivity(parallel?.subtasks, parallel?.merged),
    queue: createActivity((queue?.submitted ?? 0) + (queue?.claimed ?? 0), queue?.claimed),
    guardrails: createActivity(metrics.guardrail_checks, metrics.guardrail_blocks),
    profiles: createActivity(metrics.profile_enforcement_checks, metrics.profile_violations_blocked),
    audit: createActivity(metrics.audit_entries_written, metrics.audit_entries_written),
    network_policies: createActivity(
      network_policies_alone?.checked ?? metrics.network_requests_checked,
      network_policies_alone?.blocked ?? metrics.network_requests_blocked,
    ),
  };
  return mechanisms.every((one) => uses[one] === NO_ACTIVITY) ? NO_USE : uses;
}

/** Creates the counts of a mechanism. One that the agent cannot reach (null) is not used. */
const createActivity = (asked: number | null = 0, acted: number | null = 0): MechanismActivity =>
  (asked ?? 0) === 0 && (acted ?? 0) === 0 ? NO_ACTIVITY : { asked: asked ?? 0, acted: acted ?? 0 };
