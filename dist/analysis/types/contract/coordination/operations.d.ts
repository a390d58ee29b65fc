/** Operations of the coordination layer (requirement A4). */
export declare const operations: readonly ['acquire_lock', 'release_lock', 'check_locks', 'submit_work', 'get_work', 'complete_work', 'remember', 'recall', 'write_handoff', 'read_handoff', 'run_command', 'edit_file'];
export type Operation = (typeof operations)[number];
/** Codes of refused operations. `malformed_request` covers unknown operations and invalid arguments. */
declare const refusalCodes: readonly ['insufficient_trust_level', 'destructive_operation_blocked', 'credential_file_protected', 'domain_blocked', 'operation_not_allowed', 'resource_limit_exceeded', 'path_outside_workspace', 'lock_held', 'lock_required', 'not_lock_owner', 'lease_expired', 'not_claimed', 'unknown_work', 'unknown_agent', 'mechanism_disabled', 'malformed_request', 'command_failed', 'edit_failed', 'agent_stopped', 'audit_unavailable'];
export type RefusalCode = (typeof refusalCodes)[number];
export {};
