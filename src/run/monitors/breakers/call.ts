import { canonical, sha256 } from '../../../record/canonical.js';
import type { Event, Payload } from '../../../record/events.js';

/** A call of the agent, whoever makes it. */
export type Call = Pick<Payload<'tool_invocation'>, 'tool' | 'arguments' | 'subtask'>;

/** Same tool and same arguments, same key. */
export function callKey({ tool, arguments: given }: Call): string {
  return sha256(canonical({ tool, arguments: given ?? null }));
}

/** The command line of a call, where it has one. */
export function commandLine({ arguments: given }: Call): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { command, cmd, run } = given as { command?: unknown; cmd?: unknown; run?: unknown };
  for (const line of [command, cmd, run]) {
    if (typeof line === 'string') return line;
    if (Array.isArray(line) && line.every((word) => typeof word === 'string')) return line.map(quoted).join(' ');
  }
  return undefined;
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** A call that was made through us, or was to be. */
export const isCall = (event: Event): event is Event<'tool_invocation'> =>
  event.type === 'tool_invocation' && event.payload.asked === undefined;

/**
 * A call as the traffic with a model shows it. The agent made it itself, before we heard of it; in which state the workspace was
 * afterwards nobody knows, so nothing that depends on that is held against the agent.
 */
export const isAskedCall = (event: Event): event is Event<'tool_invocation'> =>
  event.type === 'tool_invocation' && event.payload.asked !== undefined;

/**
 * How many calls the agent made: those made through us, or those that its conversations ask for, whichever are more. The same call can
 * be among both.
 */
export function callCount(): { see(event: Event): boolean; readonly calls: number } {
  const counts = { made: 0, asked: 0 };
  return {
    see(event) {
      if (isCall(event)) counts.made += 1;
      else if (isAskedCall(event)) counts.asked += 1;
      else return false;
      return true;
    },
    get calls() {
      return Math.max(counts.made, counts.asked);
    },
  };
}

/** Stages in which the agent acts. */
export const isAgentStage = ({ stage }: Event): boolean => stage === 'inspect' || stage === 'write' || stage === 'test';
