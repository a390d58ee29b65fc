import { UserError } from '../input/user_error.js';

/** Mechanisms of coordination and safety that can be switched off one by one (requirements A5, G6). */
export const mechanisms = [
  'locking',
  'memory',
  'handoffs',
  'parallelization',
  'queue',
  'guardrails',
  'profiles',
  'audit',
  'network_policies',
] as const;
export type Mechanism = (typeof mechanisms)[number];

/** Mechanisms of safety. With all of them off, every safety metric is zero. */
export const safetyMechanisms = ['guardrails', 'profiles', 'audit', 'network_policies'] as const satisfies Mechanism[];

/**
 * Tells whether an ablation, as `formatAblation` writes it, switches off a mechanism of safety. What nobody checks is
 * unknown then, not assured.
 */
export function lacksSafety(ablation: string): boolean {
  if (ablation === 'none') return false;
  const off = new Set(ablation === 'all' ? mechanisms : ablation.split('+'));
  return safetyMechanisms.some((mechanism) => off.has(mechanism));
}

/** Set of mechanisms that are switched off. The empty set is the ordinary run. */
export type Ablation = ReadonlySet<Mechanism>;

/** Ablation of the ordinary run: nothing is switched off. */
export const NO_ABLATION: Ablation = new Set();

/** Formats an ablation for keys, manifests and tables: `none`, `all`, or names in fixed order such as `a+b`. */
export function formatAblation(off: Ablation): string {
  const switchedOff = mechanisms.filter((mechanism) => off.has(mechanism));
  if (switchedOff.length === 0) return 'none';
  return switchedOff.length === mechanisms.length ? 'all' : switchedOff.join('+');
}

/**
 * Parses an ablation as people write it: `none`, `all`, `guardrails,audit`, `guardrails+audit` or `guardrails=false
 * audit=false`.
 *
 * @throws {UserError} for unknown mechanisms, and for "none" or "all" together with names
 */
export function parseAblation(text: string): Ablation {
  const words = text.split(/[\s,+]+/).filter(Boolean);
  if (words.length === 1 && words[0] === 'none') return NO_ABLATION;
  if (words.length === 1 && words[0] === 'all') return new Set(mechanisms);
  const off = new Set<Mechanism>();
  for (const word of words) {
    if (word === 'none' || word === 'all')
      throw new UserError(`ablation "${text.slice(0, 200)}": "${word}" stands alone`, 'Leave it out, or the others.');
    const [name, value, ...rest] = word.split('=');
    const mechanism = mechanisms.find((known) => known === name);
    if (mechanism === undefined || rest.length > 0 || !['true', 'false', undefined].includes(value))
      throw new UserError(
        `ablation "${text.slice(0, 200)}": "${word.slice(0, 80)}" is no mechanism`,
        `Known: none, all, ${mechanisms.join(', ')}; several with "," or as "name=false".`,
      );
    if (value !== 'true') off.add(mechanism);
  }
  if (words.length === 0)
    throw new UserError('an ablation names nothing', 'Write none, all, or the mechanisms to switch off.');
  return off;
}

/** Maps every mechanism to true if it is on, as in manifests. */
export function toMechanismSwitches(off: Ablation): Record<Mechanism, boolean> {
  return Object.fromEntries(mechanisms.map((mechanism) => [mechanism, !off.has(mechanism)])) as Record<
    Mechanism,
    boolean
  >;
}

/** Operations of the coordination layer (requirement A4). */
export const operations = [
  'acquire_lock',
  'release_lock',
  'check_locks',
  'submit_work',
  'get_work',
  'complete_work',
  'remember',
  'recall',
  'write_handoff',
  'read_handoff',
  'run_command',
  'edit_file',
] as const;
export type Operation = (typeof operations)[number];

/** Codes of refused operations. `malformed_request` covers unknown operations and invalid arguments. */
const refusalCodes = [
  'insufficient_trust_level',
  'destructive_operation_blocked',
  'credential_file_protected',
  'domain_blocked',
  'operation_not_allowed',
  'resource_limit_exceeded',
  'path_outside_workspace',
  'lock_held',
  'lock_required',
  'not_lock_owner',
  'lease_expired',
  'not_claimed',
  'unknown_work',
  'unknown_agent',
  'mechanism_disabled',
  'malformed_request',
  'command_failed',
  'edit_failed',
  'agent_stopped',
  'audit_unavailable',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
