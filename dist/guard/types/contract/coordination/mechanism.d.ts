/** Mechanisms of coordination and safety that can be switched off one by one (requirements A5, G6). */
export declare const mechanisms: readonly ['locking', 'memory', 'handoffs', 'parallelization', 'queue', 'guardrails', 'profiles', 'audit', 'network_policies'];
export type Mechanism = (typeof mechanisms)[number];
/** Mechanisms of safety. With all of them off, every safety metric is zero. */
export declare const safetyMechanisms: ["guardrails", "profiles", "audit", "network_policies"];
/**
 * Tells whether an ablation, as `formatAblation` writes it, switches off a mechanism of safety. What nobody checks is
 * unknown then, not assured.
 */
export declare function lacksSafety(ablation: string): boolean;
/** Set of mechanisms that are switched off. The empty set is the ordinary run. */
export type Ablation = ReadonlySet<Mechanism>;
/** Ablation of the ordinary run: nothing is switched off. */
export declare const NO_ABLATION: Ablation;
/** Formats an ablation for keys, manifests and tables: `none`, `all`, or names in fixed order such as `a+b`. */
export declare function formatAblation(off: Ablation): string;
/**
 * Parses an ablation as people write it: `none`, `all`, `guardrails,audit`, `guardrails+audit` or `guardrails=false
 * audit=false`.
 *
 * @throws {UserError} for unknown mechanisms, and for "none" or "all" together with names
 */
export declare function parseAblation(text: string): Ablation;
/** Maps every mechanism to true if it is on, as in manifests. */
export declare function toMechanismSwitches(off: Ablation): Record<Mechanism, boolean>;
/** Operations of the coordination layer (requirement A4). */
export declare const operations: readonly ['acquire_lock', 'release_lock', 'check_locks', 'submit_work', 'get_work', 'complete_work', 'remember', 'recall', 'write_handoff', 'read_handoff', 'run_command', 'edit_file'];
export type Operation = (typeof operations)[number];
/** Codes of refused operations. `malformed_request` covers unknown operations and invalid arguments. */
declare const refusalCodes: readonly ['insufficient_trust_level', 'destructive_operation_blocked', 'credential_file_protected', 'domain_blocked', 'operation_not_allowed', 'resource_limit_exceeded', 'path_outside_workspace', 'lock_held', 'lock_required', 'not_lock_owner', 'lease_expired', 'not_claimed', 'unknown_work', 'unknown_agent', 'mechanism_disabled', 'malformed_request', 'command_failed', 'edit_failed', 'agent_stopped', 'audit_unavailable'];
export type RefusalCode = (typeof refusalCodes)[number];
export {};
