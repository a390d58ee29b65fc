import { operations } from '../../../contract/coordination/mechanism.js';
import { type ToolCall, toJsonObject, toNonEmptyText } from '../../../gateway/dialects/dialect.js';
import type { EventPayload } from '../../../record/events/event.js';
import { toCanonicalJson } from '../../../record/json/compute_digest.js';
import { toRecordedArguments } from '../../coordination/operations/to_recorded_arguments.js';
import { getOwnToolName } from './list_call_questions.js';
import type { ObservedOutcome } from './observed_outcome.js';

/** Operations that nothing was asked for yet. */
const MAX_OPERATIONS = 1000;
/** Characters by which an operation and an act are compared: the record of both holds at least these. */
const COMPARED_CHARACTERS = 200;

/** An operation that no call was found for yet. */
interface OpenOperation {
  key: string;
  /** Beginning of its command or path. */
  text: string | undefined;
  /** Code of its refusal; undefined = it was not refused. */
  refusal: string | undefined;
}

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
  /**
   * Takes a refused operation by its command or path, for calls whose arguments a client changed.
   * @returns undefined if none was refused
   */
  takeRefusal(text: string): ObservedOutcome | undefined;
}

/**
 * Creates the recogniser.
 * @param stored returns arguments as an event holds them
 */
export function createDispatchedCalls(stored: (given: unknown) => unknown): DispatchedCalls {
  const open: OpenOperation[] = [];
  const names = new Set<string>(operations);
  const key = (operation: string, args: unknown) => `${operation} ${toCanonicalJson(args ?? null)}`;
  const takeFirst = (isMeant: (one: OpenOperation) => boolean): OpenOperation | undefined => {
    const index = open.findIndex(isMeant);
    return index === -1 ? undefined : open.splice(index, 1)[0];
  };
  return {
    mayBe: ({ name }) => /coordination/i.test(name) && findOperation(name, names) !== undefined,
    dispatch({ operation, arguments: args, outcome, code }) {
      if (open.length >= MAX_OPERATIONS) return;
      const { command, path } = toJsonObject(args);
      const text = (toNonEmptyText(command) ?? toNonEmptyText(path))?.slice(0, COMPARED_CHARACTERS);
      open.push({ key: key(operation, args), text, refusal: outcome === 'denied' ? (code ?? outcome) : undefined });
    },
    take({ name, arguments: args }) {
      const call_key = key(findOperation(name, names) ?? '', stored(toRecordedArguments(args)));
      return takeFirst((one) => one.key === call_key) !== undefined;
    },
    takeRefusal(text) {
      const prefix = text.slice(0, COMPARED_CHARACTERS);
      const refused = takeFirst((one) => one.refusal !== undefined && one.text === prefix);
      return refused && { outcome: 'refused', detail: `not run: ${refused.refusal}`, status: null };
    },
  };
}

/** Finds the operation in a tool's name: `mcp__coordination__run_command`, `coordination_run_command`. */
function findOperation(tool: string, names: ReadonlySet<string>): string | undefined {
  const tool_name = getOwnToolName(tool);
  const bare = tool_name.replace(/^.*coordination_+/i, '');
  return names.has(bare) ? bare : undefined;
}
