import type { Event } from '../../../record/events.js';
import { type Breaker, sensor } from './breaker.js';
import { commandLine, isCall } from './call.js';

/**
 * Trips when a command of the inspect stage was refused a write by the kernel (R3). It is told, and goes on. Without a trace
 * that is known only from what the command says on standard error; what it prints may as well be somebody's source code.
 */
export const writeInInspectStage: Breaker = {
  code: 'write-in-inspect-stage',
  watch: () => {
    let last: { seq: number; command: string; told: boolean } | undefined;
    return sensor((event) => {
      if (event.stage !== 'inspect') return undefined;
      if (isCall(event) && event.payload.execution) {
        const { head, tail } = event.payload.execution.stderr;
        const told = /Read-only file system|EROFS/.test(`${head}\n${tail}`);
        last = { seq: event.seq, command: commandLine(event.payload) ?? '', told };
        return told ? trip(last) : undefined;
      }
      if (last === undefined || last.told || !isRefusedWrite(event, last.seq)) return undefined;
      last.told = true;
      return trip(last);
    });
  },
};

/** Whether the trace of this command holds a write to the workspace. */
function isRefusedWrite({ type, payload }: Event, of_seq: number): boolean {
  return (
    type === 'refused_operations' &&
    payload.of_seq === of_seq &&
    payload.operations.some(
      ({ kind, errno, target }) => kind === 'write' && errno === 'EROFS' && /^(?:\/work(?:\/|$)|[^/])/.test(target),
    )
  );
}

const trip = ({ seq, command }: { seq: number; command: string }) => ({
  code: 'write-in-inspect-stage',
  severity: 'warning' as const,
  message: 'the agent tried to write while the workspace was read-only',
  signals: { command, tool_invocation: seq },
});
