import type { AgentRoom } from '../agent.js';
import { type Made, makeCall } from '../call.js';

/** With its program's other arguments; one alone may have 128 KiB. */
const MAX_SCRIPT_BYTES = 120_000;

/** Runs a command of the model. While writes are suspended it has no leave to write; the contract's own tests give it back. */
export async function runCommand(command: string, timeout_ms: number, room: AgentRoom): Promise<Made | undefined> {
  const { supervisor, loaded } = room;
  const suspended = supervisor.writes_suspended;
  const cycle = command.trim() === loaded.contract.metadata.test_command;
  const made = await makeCall(room, {
    run: command,
    prelude: byBash(command),
    tool: 'bash',
    arguments: { command },
    timeout_ms,
    cycle,
    state: true,
    ...(suspended ? { session: await room.looking() } : {}),
  });
  if (suspended && cycle) supervisor.restoreWrites();
  return made;
}

/** Models write for bash. Where there is none, or the command is too long to stand twice in a script, the plain shell has to do. */
function byBash(command: string): string | undefined {
  const prelude = `command -v bash >/dev/null && exec bash -c '${command.replaceAll("'", `'\\''`)}'\n`;
  return Buffer.byteLength(prelude + command) > MAX_SCRIPT_BYTES ? undefined : prelude;
}
