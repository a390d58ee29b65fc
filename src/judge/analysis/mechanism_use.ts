import { type Mechanism, mechanisms } from '../../contract/mechanisms.js';
import type { Verdict } from '../../record/verdict.js';

/** How often a mechanism had something to do in an attempt, and how often that made a difference to whoever asked. */
export interface Use {
  /** Times that it was asked: checks, locks, entries, messages, pieces of work. */
  asked: number;
  /** Times that it did something that would not have happened without it: refusals, waits, messages that were read, parts that ran side by side. */
  acted: number;
}
export type MechanismUse = Readonly<Record<Mechanism, Use>>;

const never: Use = { asked: 0, acted: 0 };
/** Of attempts in which no mechanism had anything to do: one object for all of them. */
export const unused: MechanismUse = Object.fromEntries(mechanisms.map((one) => [one, never])) as Record<Mechanism, Use>;

/**
 * What each mechanism did in one attempt, by what the verdict counted (A4, A6). A mechanism that was off did nothing: whether tasks use it is
 * seen in attempts that had it. The audit acts on nobody; whatever it wrote is there because of it.
 */
export function mechanismUse({ safety: { metrics }, coordination }: Verdict): MechanismUse {
  const locks = coordination?.locks;
  const queue = coordination?.queue;
  const handoffs = coordination?.handoffs;
  const memory = coordination?.memory;
  const parallel = coordination?.parallel;
  const uses: Record<Mechanism, Use> = {
    locking: use((locks?.acquired ?? 0) + (locks?.refused ?? 0), locks?.contended),
    memory: use((memory?.remembered ?? 0) + (memory?.recalls ?? 0), memory?.hits),
    handoffs: use(handoffs?.written, handoffs?.read),
    parallelization: use(parallel?.subtasks, parallel?.merged),
    queue: use((queue?.submitted ?? 0) + (queue?.claimed ?? 0), queue?.claimed),
    guardrails: use(metrics.guardrail_checks, metrics.guardrail_blocks),
    profiles: use(metrics.profile_enforcement_checks, metrics.profile_violations_blocked),
    audit: use(metrics.audit_entries_written, metrics.audit_entries_written),
    network_policies: use(metrics.network_requests_checked, metrics.network_requests_blocked),
  };
  return mechanisms.every((one) => uses[one] === never) ? unused : uses;
}

/** A mechanism that is not on the path of the agent (null) is not asked. */
const use = (asked: number | null = 0, acted: number | null = 0): Use =>
  (asked ?? 0) === 0 && (acted ?? 0) === 0 ? never : { asked: asked ?? 0, acted: acted ?? 0 };
