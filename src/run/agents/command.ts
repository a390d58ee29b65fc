import { digestOf } from '../../record/canonical.js';
import { execute, recorderOf } from '../attempt/execute.js';
import type { Agent } from './agent.js';

/** Where the briefing lies inside the sandbox; also in $GATEBENCH_BRIEFING and on standard input. */
export const BRIEFING_PATH = '/gatebench/briefing.md';

/**
 * Any command line as an agent. It starts at the repository root with the briefing on standard input; whatever it leaves
 * in the files is its answer. Its exit status decides nothing: clients end with 0 after failing and the other way round.
 */
export function command(line: string): Agent {
  return {
    kind: 'command',
    name: `command:${line.length > 60 ? `${line.slice(0, 57)}…` : line}`,
    identity: digestOf({ kind: 'command', line }),
    detail: { command: line },
    work: async ({ loaded, briefing, session, run, signal }) => {
      const { wall } = loaded.contract.budget;
      const execution = await execute(
        session,
        {
          run: line,
          timeout_ms: wall,
          environment: { GATEBENCH_BRIEFING: session.place(BRIEFING_PATH) },
          stdin: briefing,
          signal,
        },
        recorderOf(run),
      );
      const { seq } = run.log.append('tool_invocation', 'agent', {
        tool: 'command',
        arguments: { command: line },
        execution,
        summary: `${execution.cause}${execution.exit_code === null ? '' : ` ${execution.exit_code}`}`,
      });
      switch (execution.cause) {
        case 'exit':
        case 'signal':
          return { kind: 'finished' };
        case 'timeout':
          return {
            kind: 'resource',
            cap: 'wall',
            because: `the agent reached its wall-clock budget of ${wall / 1000} s`,
            evidence_seq: seq,
          };
        case 'oom':
          return {
            kind: 'resource',
            cap: 'memory',
            because: execution.detail ?? 'the agent reached its memory limit',
            evidence_seq: seq,
          };
        case 'cpu-limit':
          return {
            kind: 'resource',
            cap: 'cpu',
            because: execution.detail ?? 'the agent reached its CPU limit',
            evidence_seq: seq,
          };
        case 'disk-limit':
          return {
            kind: 'resource',
            cap: 'disk',
            because: execution.detail ?? 'the agent reached its disk limit',
            evidence_seq: seq,
          };
        case 'output-limit':
          return {
            kind: 'resource',
            cap: 'output',
            because: execution.detail ?? 'the agent printed more than its limit',
            evidence_seq: seq,
          };
        case 'cancelled':
          return { kind: 'signal', because: 'interrupted while the agent was working' };
        case 'not-started':
          return {
            kind: 'agent-error',
            because: execution.detail ?? 'the agent could not be started',
            evidence_seq: seq,
          };
      }
    },
  };
}
