import type { Event } from '../../../../record/events/event.js';
import { isMediatedCall } from '../../../../record/events/select_events.js';
import { findCallCommandLine } from '../../calls/agent_call.js';
import { type Breaker, createEventReducer } from '../base/breaker.js';

/**
 * Trips when the kernel refused a write to a command of the inspect stage (requirement R3). The agent continues.
 * Without a trace, only the command's standard error shows that; its standard output could be somebody's source code.
 */
export const writeInInspectStageBreaker: Breaker = {
  code: 'write-in-inspect-stage',
  watch: () => {
    let last: { seq: number; command: string; told: boolean } | undefined;
    return createEventReducer((event) => {
      if (event.stage !== 'inspect') return undefined;
      if (isMediatedCall(event) && event.payload.execution) {
        const { head, tail } = event.payload.execution.stderr;
        const reported = /Read-only file system|EROFS/.test(`${head}\n${tail}`);
        last = { seq: event.seq, command: findCallCommandLine(event.payload) ?? '', told: reported };
        return reported ? createTrip(last) : undefined;
      }
      if (last === undefined || last.told || !isRefusedWrite(event, last.seq)) return undefined;
      last.told = true;
      return createTrip(last);
    });
  },
};

/** Returns true if the trace of this command contains a refused write to the workspace. */
function isRefusedWrite({ type, payload }: Event, of_seq: number): boolean {
  return (
    type === 'refused_operations' &&
    payload.of_seq === of_seq &&
    payload.operations.some(
      ({ kind, errno, target }) => kind === 'write' && errno === 'EROFS' && /^(?:\/work(?:\/|$)|[^/])/.test(target),
    )
  );
}

const createTrip = ({ seq, command }: { seq: number; command: string }) => ({
  code: 'write-in-inspect-stage',
  severity: 'warning' as const,
  message: 'the agent tried to write while the workspace was read-only',
  signals: { command, tool_invocation: seq },
});
