import { type Operation, operations } from '../../../contract/coordination/mechanism.js';
import type { ToolCall } from '../../../gateway/dialects/dialect.js';
import { BASH_TOOL, COORDINATION_PREFIX } from './bash_tool.js';

/** Request of a call: a command, or an operation of the coordination layer. */
type RequestedAct = { command: string } | { operation: Operation; arguments: unknown } | { mistake: string };

/** Act that the model requested, or its mistake. `call_id` null: it stood in the text of the answer. */
export type ToolRequest = { call_id: string | null } & RequestedAct;

/** Maximum bytes of a command, so that it fits into one argument (128 KiB). */
const MAX_COMMAND_BYTES = 100_000;

/**
 * Parses the commands of an answer: its tool calls, or the one block of its text.
 *
 * @param blocks true if commands may stand in the text
 * @param coordinated true if the model was offered the tools of the coordination layer
 */
export function parseToolRequests(
  calls: readonly ToolCall[],
  text: string,
  blocks: boolean,
  coordinated = false,
): ToolRequest[] {
  if (calls.length > 0 || !blocks)
    return calls.map((call) => ({ call_id: call.id, ...parseToolCall(call, coordinated) }));
  const codeBlocks = [...text.matchAll(/^```(?:bash|sh|shell)[ \t]*\r?\n(.*?)^```[ \t]*$/gms)].map(
    ([, block]) => block!,
  );
  if (codeBlocks.length > 1)
    return [{ call_id: null, mistake: `${codeBlocks.length} blocks were found: nothing was run. Write exactly one.` }];
  return codeBlocks.map((block) => ({ call_id: null, ...checkLength(block) }));
}

function parseToolCall({ name, arguments: given }: ToolCall, coordinated: boolean): RequestedAct {
  const operation = operations.find((known) => name === `${COORDINATION_PREFIX}${known}`);
  if (coordinated && operation !== undefined) return { operation, arguments: given };
  const otherTools = coordinated ? ` and those that begin with "${COORDINATION_PREFIX}"` : '';
  if (name !== BASH_TOOL.function.name)
    return { mistake: `there is no tool "${name.slice(0, 80)}", only "bash"${otherTools}` };
  const command = typeof given === 'object' && given !== null && 'command' in given ? given.command : undefined;
  return typeof command === 'string' && command.trim() !== ''
    ? checkLength(command)
    : { mistake: 'nothing was run: the arguments must be a JSON object {"command": "…"}' };
}

function checkLength(command: string): { command: string } | { mistake: string } {
  if (command.includes('\0')) return { mistake: 'nothing was run: the command holds a NUL character' };
  return Buffer.byteLength(command) > MAX_COMMAND_BYTES
    ? { mistake: `nothing was run: the command is longer than ${MAX_COMMAND_BYTES} bytes; do it in parts` }
    : { command };
}
