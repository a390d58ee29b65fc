import { operations } from '../../../contract/coordination/operations.js';
import type { ToolCall } from '../../../gateway/dialects/dialect.js';
import type { EventPayload } from '../../../record/events/event.js';
import { toCanonicalJson } from '../../../record/json/compute_digest.js';
import { toRecordedArguments } from '../../coordination/to_recorded_arguments.js';
import { getOwnToolName } from './list_call_questions.js';

/** Operations that nothing was asked for yet. */
const MAX_OPERATIONS = 1000;

/**
 * Recognises calls of the coordination layer among all tool calls, by the operations that reached it: a tool's name
 * proves nothing. The layer's own guard judges these calls, and its record contains them.
 */
interface DispatchedCalls {
  /** The name is that of an operation, as clients show tools of a server. */
  mayBe(call: ToolCall): boolean;
  dispatch(operation: EventPayload<'coordination'>): void;
  /** Takes the operation that a call caused; false = none. */
  take(call: ToolCall): boolean;
}

/**
 * Creates the recogniser.
 * @param stored returns arguments as an event holds them
 */
export function createDispatchedCalls(stored: (given: unknown) => unknown): DispatchedCalls {
  const open: string[] = [];
  const names = new Set<string>(operations);
  const key = (operation: string, args: unknown) => `${operation} ${toCanonicalJson(args ?? null)}`;
  return {
    mayBe: ({ name }) => /coordination/i.test(name) && findOperation(name, names) !== undefined,
    dispatch({ operation, arguments: args }) {
      if (open.length < MAX_OPERATIONS) open.push(key(operation, args));
    },
    take({ name, arguments: args }) {
      const operation = findOperation(name, names);
      const at = open.indexOf(key(operation ?? '', stored(toRecordedArguments(args))));
      if (at === -1) return false;
      open.splice(at, 1);
      return true;
    },
  };
}

/** Finds the operation in a tool's name: `mcp__coordination__run_command`, `coordination_run_command`. */
function findOperation(tool: string, names: ReadonlySet<string>): string | undefined {
  const own = getOwnToolName(tool);
  const bare = own.replace(/^.*coordination_+/i, '');
  return names.has(bare) ? bare : undefined;
}
