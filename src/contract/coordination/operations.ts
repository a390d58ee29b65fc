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
