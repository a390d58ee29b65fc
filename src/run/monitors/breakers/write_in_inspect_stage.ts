import { type Breaker, sensor } from './breaker.js';
import { commandLine, isCall } from './call.js';

/** Trips when a command of the inspect stage was refused a write by the kernel (R3). It is told, and goes on. */
export const writeInInspectStage: Breaker = {
  code: 'write-in-inspect-stage',
  watch: () =>
    sensor((event) => {
      if (!isCall(event) || event.stage !== 'inspect' || !event.payload.execution) return undefined;
      const { stdout, stderr } = event.payload.execution;
      if (!/Read-only file system|EROFS/.test([stdout.head, stdout.tail, stderr.head, stderr.tail].join('\n')))
        return undefined;
      return {
        code: 'write-in-inspect-stage',
        severity: 'warning',
        message: 'the agent tried to write while the workspace was read-only',
        signals: { command: commandLine(event.payload) ?? '', tool_invocation: event.seq },
      };
    }),
};
