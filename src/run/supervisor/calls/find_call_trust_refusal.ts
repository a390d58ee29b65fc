import type { EventPayload } from '../../../record/events/event.js';
import { findTrustRefusal } from '../../safety/check_profile.js';
import { type AgentCall, findCallCommandLine } from './agent_call.js';

/**
 * Finds why the trust level of the contract does not admit a call past the coordination layer: a command, or an edit,
 * for which no lock can be held there.
 *
 * @param level undefined = profiles are switched off
 * @returns the alert about the refusal; undefined if the call is admitted
 */
export function findCallTrustRefusal(
  call: AgentCall,
  level: number | undefined,
): Omit<EventPayload<'alert'>, 'stage'> | undefined {
  if (level === undefined) return undefined;
  const operation = findCallCommandLine(call) === undefined ? 'edit_file' : 'run_command';
  const edits = operation === 'edit_file' ? findEditedPath(call) : undefined;
  const refusal = findTrustRefusal(level, { operation, edits, holds_lock: edits === undefined ? undefined : false });
  if (refusal === undefined) return undefined;
  const { rule, message } = refusal;
  const signals = { rule, operation, road: 'call', tool: call.tool };
  return { code: 'insufficient_trust_level', severity: 'warning', message: `${operation}: ${message}`, signals };
}

/** Returns the path that an edit names, for the message. */
function findEditedPath({ arguments: given }: AgentCall): string {
  const { path, write, delete: removed, replace } = (given ?? {}) as Record<string, unknown>;
  const named = [path, write, removed, replace].find((one) => typeof one === 'string');
  return typeof named === 'string' ? named.slice(0, 300) : 'the file';
}
