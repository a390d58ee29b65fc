import type { Profile } from '../../contract/coordination.js';
import type { Operation, RefusalCode } from '../../contract/operations.js';

/** Trust levels by name (A5): what each admits, every level what those below it admit. */
export const TRUST = { untrusted: 0, limited: 1, standard: 2, elevated: 3, admin: 4 } as const;

/** The level from which an operation is admitted. What is not in here nobody may do. */
export const ADMITTED_FROM: Readonly<Record<Operation, number>> = {
  check_locks: TRUST.untrusted,
  recall: TRUST.untrusted,
  read_handoff: TRUST.untrusted,
  acquire_lock: TRUST.limited,
  release_lock: TRUST.limited,
  edit_file: TRUST.limited,
  get_work: TRUST.limited,
  complete_work: TRUST.limited,
  remember: TRUST.limited,
  write_handoff: TRUST.limited,
  submit_work: TRUST.standard,
  run_command: TRUST.standard,
};

/** What an agent has used up of its profile's limits so far. */
export interface Usage {
  /** Operations, the one in question included. */
  calls: number;
  /** Files that it has edited. */
  files: ReadonlySet<string>;
  /** Since its first operation. */
  elapsed_ms: number;
}

/** An operation as a profile sees it. */
export interface Doing {
  operation: Operation;
  /** File that edit_file changes, normalised. */
  edits?: string | undefined;
  /** The agent holds a lock of that file; null = locks are switched off, so that none can be asked for. */
  holds_lock?: boolean | null | undefined;
  /** Path of `coordination.protected` that it would change or lock. */
  protected_path?: string | undefined;
}

/** Why a profile does not admit an operation. */
export interface ProfileRefusal {
  code: Extract<RefusalCode, 'operation_not_allowed' | 'insufficient_trust_level' | 'resource_limit_exceeded'>;
  /** What of the profile says so. */
  rule: string;
  message: string;
}

/**
 * Whether a profile admits an operation (A5): the blocked list, the trust level, the allowed list, the limits, in this order. Default
 * deny; undefined = admitted.
 */
export function profileRefusal(profile: Profile, doing: Doing, usage: Usage): ProfileRefusal | undefined {
  const { operation } = doing;
  if (profile.block.includes(operation))
    return { code: 'operation_not_allowed', rule: 'block', message: `${operation} is blocked by this profile` };
  const lacking = lackingTrust(profile.trust_level, doing);
  if (lacking) return { code: 'insufficient_trust_level', ...lacking };
  if (profile.allow && !profile.allow.includes(operation))
    return { code: 'operation_not_allowed', rule: 'allow', message: `${operation} is not allowed by this profile` };
  const limit = exceeded(profile, doing, usage);
  return limit && { code: 'resource_limit_exceeded', ...limit };
}

type Why = Omit<ProfileRefusal, 'code'>;

function lackingTrust(level: number, { operation, edits, holds_lock, protected_path }: Doing): Why | undefined {
  const needed = Object.hasOwn(ADMITTED_FROM, operation) ? ADMITTED_FROM[operation] : Number.POSITIVE_INFINITY;
  if (level < needed) {
    const message = `${operation} needs trust level ${needed}, this agent has ${level}`;
    return { rule: `trust_level ${level} < ${needed}`, message };
  }
  if (protected_path !== undefined && level < TRUST.elevated) {
    const message = `${protected_path} is protected: changing or locking it needs trust level ${TRUST.elevated}, this agent has ${level}`;
    return { rule: 'protected', message };
  }
  if (edits !== undefined && level < TRUST.standard && holds_lock === false) {
    const message = `at trust level ${level} only a file whose lock one holds may be edited: acquire_lock ${edits} first`;
    return { rule: 'edits under locks', message };
  }
  return undefined;
}

function exceeded({ trust_level, max_calls, max_files, max_time }: Profile, doing: Doing, usage: Usage) {
  if (max_time !== undefined && usage.elapsed_ms > max_time)
    return { rule: 'max_time', message: `the ${max_time} ms of this profile are over` };
  // An admin's work is bounded by the budget alone.
  if (trust_level >= TRUST.admin) return undefined;
  if (usage.calls > max_calls)
    return { rule: 'max_calls', message: `the ${max_calls} operations of this profile are used up` };
  if (doing.edits !== undefined && !usage.files.has(doing.edits) && usage.files.size >= max_files)
    return { rule: 'max_files', message: `this profile may edit ${max_files} different files, and has` };
  return undefined;
}
