import { type Event, type Execution, eventsOf } from '../../record/events.js';
import type { Verdict } from '../../record/verdict.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** Lines of standard error that are kept, and characters of each. */
const LINES = 5;
const LONGEST = 200;

/**
 * Tells how the agent's own command ended; null when it ended with 0, when something else ended it (then the termination says so), and for
 * agents that are no command. Of several commands, by round or part, the last that did not end with 0.
 */
export function agentExit(trace: Trace): Verdict['agent_exit'] {
  const last = commandsOfAgent(trace).findLast(({ payload }) => isFailed(payload.execution));
  if (!last) return null;
  const { exit_code, signal } = last.payload.execution;
  return { seq: last.seq, exit_code, signal, stderr_tail: lastLines(last.payload.execution) };
}

/** Whether no command of the agent ever began to work: there is no such program, or it cannot be executed. */
export function neverStarted(trace: Trace): { detail: string; evidence: { seq: number } } | undefined {
  const { patch, record } = trace;
  if (patch?.payload.outcome !== 'empty') return undefined;
  // Whoever has asked a model was there, whatever status it chose to end with.
  if (record.events.some(({ type }) => type === 'prompt' || type === 'response')) return undefined;
  const commands = commandsOfAgent(trace);
  const last = commands.at(-1);
  if (!last || !commands.every(({ payload }) => isMissing(payload.execution))) return undefined;
  const { execution } = last.payload;
  const said = lastLines(execution).join(' ');
  const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : (execution.detail ?? execution.cause);
  return { detail: oneLine(said ? `${how}: ${said}` : how, 400), evidence: { seq: last.seq } };
}

type OwnCommand = Event<'tool_invocation'> & { payload: { execution: Execution } };

/** Command lines that are the agent itself: neither its tests nor what it asked others to run. */
function commandsOfAgent({ record: { manifest, events } }: Trace): OwnCommand[] {
  if (manifest.agent.kind !== 'command') return [];
  return eventsOf(events, 'tool_invocation').filter(
    (event): event is OwnCommand =>
      event.actor === 'agent' &&
      event.stage !== 'test' &&
      event.payload.tool === 'command' &&
      event.payload.asked === undefined &&
      event.payload.execution !== undefined,
  );
}

/** Whoever has worked this long was there, whatever status it chose to end with. */
const LONGEST_START_MS = 10_000;

/** Tells whether a program is not there or is none, as a shell says at once and with nothing printed before; or the sandbox could not begin. */
const isMissing = ({ cause, exit_code, usage, stdout }: Execution) =>
  cause === 'not-started' ||
  (cause === 'exit' &&
    (exit_code === 126 || exit_code === 127) &&
    usage.wall_ms < LONGEST_START_MS &&
    stdout.head.trim() === '');

const isFailed = ({ cause, exit_code }: Execution) =>
  cause === 'not-started' || cause === 'signal' || (cause === 'exit' && exit_code !== 0);

function lastLines({ stderr }: Execution): string[] {
  const lines = (stderr.tail || stderr.head).split('\n').map((line) => oneLine(line, LONGEST));
  return lines.filter((line) => line !== '').slice(-LINES);
}
