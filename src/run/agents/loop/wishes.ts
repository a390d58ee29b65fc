import type { ToolCall } from '../../gateway/dialects/dialect.js';
import { BASH } from './prompts.js';

/** What the model wants done. `call_id` null = it said so in its text. */
export type Wish = { call_id: string | null } & ({ command: string } | { mistake: string });

/** One argument of a program may have 128 KiB. */
const MAX_COMMAND_BYTES = 100_000;

/**
 * What an answer asks for: its calls, or the one block of its text.
 *
 * @param blocks commands may stand in the text
 */
export function wishesOf(calls: readonly ToolCall[], text: string, blocks: boolean): Wish[] {
  if (calls.length > 0 || !blocks) return calls.map((call) => ({ call_id: call.id, ...wanted(call) }));
  const found = [...text.matchAll(/^```(?:bash|sh|shell)[ \t]*\r?\n(.*?)^```[ \t]*$/gms)].map(([, block]) => block!);
  if (found.length > 1)
    return [{ call_id: null, mistake: `${found.length} blocks were found: nothing was run. Write exactly one.` }];
  return found.map((block) => ({ call_id: null, ...bounded(block) }));
}

function wanted({ name, arguments: given }: ToolCall): { command: string } | { mistake: string } {
  if (name !== BASH.function.name) return { mistake: `there is no tool "${name.slice(0, 80)}", only "bash"` };
  const command = typeof given === 'object' && given !== null && 'command' in given ? given.command : undefined;
  return typeof command === 'string' && command.trim() !== ''
    ? bounded(command)
    : { mistake: 'nothing was run: the arguments must be a JSON object {"command": "…"}' };
}

function bounded(command: string): { command: string } | { mistake: string } {
  if (command.includes('\0')) return { mistake: 'nothing was run: the command holds a NUL character' };
  return Buffer.byteLength(command) > MAX_COMMAND_BYTES
    ? { mistake: `nothing was run: the command is longer than ${MAX_COMMAND_BYTES} bytes; do it in parts` }
    : { command };
}
