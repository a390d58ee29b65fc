import type { AgentProfile } from '../../contract/coordination/coordination.js';
import type { Operation, RefusalCode } from '../../contract/coordination/mechanism.js';

/** Trust levels by name; each level admits what the levels below it admit. */
export const TRUST_LEVELS = { untrusted: 0, limited: 1, standard: 2, elevated: 3, admin: 4 } as const;

/** Minimum trust level of each operation. Operations that are absent are never admitted. */
const MINIMUM_TRUST: Readonly<Record<Operation, number>> = {
  check_locks: TRUST_LEVELS.untrusted,
  recall: TRUST_LEVELS.untrusted,
  read_handoff: TRUST_LEVELS.untrusted,
  acquire_lock: TRUST_LEVELS.limited,
  release_lock: TRUST_LEVELS.limited,
  edit_file: TRUST_LEVELS.limited,
  get_work: TRUST_LEVELS.limited,
  complete_work: TRUST_LEVELS.limited,
  remember: TRUST_LEVELS.limited,
  write_handoff: TRUST_LEVELS.limited,
  submit_work: TRUST_LEVELS.standard,
  run_command: TRUST_LEVELS.standard,
};

/** Consumption of a profile's limits by one agent. */
export interface ProfileUsage {
  /** Operations so far, including the current one. */
  calls: number;
  /** Files that it has edited. */
  files: ReadonlySet<string>;
  /** Milliseconds since its first operation. */
  elapsed_ms: number;
}

/** An operation as a profile sees it. */
interface ProfileRequest {
  operation: Operation;
  /** File that edit_file changes, normalised. */
  edits?: string | undefined;
  /** The agent holds a lock of that file, or asked for it while locking is switched off. */
  holds_lock?: boolean | undefined;
  /** Path of `coordination.protected` that it would change or lock. */
  protected_path?: string | undefined;
}

/** Refusal of an operation by a profile. */
interface ProfileRefusal {
  code: Extract<RefusalCode, 'operation_not_allowed' | 'insufficient_trust_level' | 'resource_limit_exceeded'>;
  /** Field of the profile that refuses. */
  rule: string;
  message: string;
}

/**
 * Checks an operation against a profile: block list, trust level, allow list, limits, in this order. Default deny
 * (requirement A5).
 *
 * @returns undefined if the profile admits the operation
 */
export function checkProfile(
  profile: AgentProfile,
  doing: ProfileRequest,
  usage: ProfileUsage,
): ProfileRefusal | undefined {
  const { operation } = doing;
  if (profile.block.includes(operation))
    return { code: 'operation_not_allowed', rule: 'block', message: `${operation} is blocked by this profile` };
  const lacking = findTrustRefusal(profile.trust_level, doing);
  if (lacking) return { code: 'insufficient_trust_level', ...lacking };
  if (profile.allow && !profile.allow.includes(operation))
    return { code: 'operation_not_allowed', rule: 'allow', message: `${operation} is not allowed by this profile` };
  const limit = findExceededLimit(profile, doing, usage);
  return limit && { code: 'resource_limit_exceeded', ...limit };
}

type RefusalReason = Omit<ProfileRefusal, 'code'>;

/**
 * Finds why a trust level does not admit an operation.
 *
 * @returns undefined if it does
 */
export function findTrustRefusal(
  level: number,
  { operation, edits, holds_lock, protected_path }: ProfileRequest,
): RefusalReason | undefined {
  const least = Object.hasOwn(MINIMUM_TRUST, operation) ? MINIMUM_TRUST[operation] : Number.POSITIVE_INFINITY;
  if (level < least) {
    const message = `${operation} needs trust level ${least}, this agent has ${level}`;
    return { rule: `trust_level ${level} < ${least}`, message };
  }
  if (protected_path !== undefined && level < TRUST_LEVELS.elevated) {
    const message =
      `${protected_path} is protected: changing or locking it needs trust level ${TRUST_LEVELS.elevated}, this ` +
      `agent has ${level}`;
    return { rule: 'protected', message };
  }
  if (edits !== undefined && level < TRUST_LEVELS.standard && holds_lock === false) {
    const message =
      `at trust level ${level} only a file whose lock one holds may be edited: ` + `acquire_lock ${edits} first`;
    return { rule: 'edits under locks', message };
  }
  return undefined;
}

function findExceededLimit(
  { trust_level, max_calls, max_files, max_time }: AgentProfile,
  doing: ProfileRequest,
  usage: ProfileUsage,
) {
  if (max_time !== undefined && usage.elapsed_ms > max_time)
    return { rule: 'max_time', message: `the ${max_time} ms of this profile are over` };
  // Only the budget limits an admin.
  if (trust_level >= TRUST_LEVELS.admin) return undefined;
  if (usage.calls > max_calls)
    return { rule: 'max_calls', message: `the ${max_calls} operations of this profile are used up` };
  if (doing.edits !== undefined && !usage.files.has(doing.edits) && usage.files.size >= max_files)
    return { rule: 'max_files', message: `this profile may edit ${max_files} different files, and has` };
  return undefined;
}
