import type { Event, Execution } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { Verdict } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Number of lines of standard error that are kept. */
const LINES = 5;
/** Most characters of each kept line. */
const LONGEST = 200;

/**
 * Reads how the agent's own command ended. Of several commands, the last that failed counts.
 *
 * @returns null if every command ended with 0, if something else ended it (see the termination), or if the agent is no
 *   command
 */
export function readAgentExit(trace: AttemptTrace): Verdict['agent_exit'] {
  const last = selectAgentCommands(trace).findLast(({ payload }) => isFailed(payload.execution));
  if (!last) return null;
  const { exit_code, signal } = last.payload.execution;
  return { seq: last.seq, exit_code, signal, stderr_tail: readLastLines(last.payload.execution) };
}

/**
 * Finds out whether no command of the agent could start: its program is missing or not executable.
 *
 * @returns undefined if a command ran, or asked a model
 */
export function findFailedStart(trace: AttemptTrace): { detail: string; evidence: { seq: number } } | undefined {
  const { patch, record } = trace;
  if (patch?.payload.outcome !== 'empty') return undefined;
  // A program that asked a model has started, whatever its exit status.
  if (record.events.some(({ type }) => type === 'prompt' || type === 'response')) return undefined;
  const commands = selectAgentCommands(trace);
  const last = commands.at(-1);
  if (!last || !commands.every(({ payload }) => isMissing(payload.execution))) return undefined;
  const { execution } = last.payload;
  const last_lines = readLastLines(execution).join(' ');
  const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : (execution.detail ?? execution.cause);
  return { detail: toOneLine(last_lines ? `${how}: ${last_lines}` : how, 400), evidence: { seq: last.seq } };
}

/** Event of a command that is the agent itself. */
type AgentCommand = Event<'tool_invocation'> & { payload: { execution: Execution } };

/** Selects the commands that are the agent itself, without its tests and without calls that models requested. */
function selectAgentCommands({ record: { manifest, events } }: AttemptTrace): AgentCommand[] {
  if (manifest.agent.kind !== 'command') return [];
  return selectEvents(events, 'tool_invocation').filter(
    (event): event is AgentCommand =>
      event.actor === 'agent' &&
      event.stage !== 'test' &&
      event.payload.tool === 'command' &&
      event.payload.asked === undefined &&
      event.payload.execution !== undefined,
  );
}

/** Longest run of a program that may still have failed to start, in milliseconds. */
const LONGEST_START_MS = 10_000;

/**
 * Checks whether a program is missing or not executable, as reported by a shell at once and without output, or whether
 * the sandbox could not start it.
 */
const isMissing = ({ cause, exit_code, usage, stdout }: Execution) =>
  cause === 'not-started' ||
  (cause === 'exit' &&
    (exit_code === 126 || exit_code === 127) &&
    usage.wall_ms < LONGEST_START_MS &&
    stdout.head.trim() === '');

const isFailed = ({ cause, exit_code }: Execution) =>
  cause === 'not-started' || cause === 'signal' || (cause === 'exit' && exit_code !== 0);

function readLastLines({ stderr }: Execution): string[] {
  const lines = (stderr.tail || stderr.head).split('\n').map((line) => toOneLine(line, LONGEST));
  return lines.filter((line) => line !== '').slice(-LINES);
}
