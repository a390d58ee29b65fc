import type { Event, EventPayload } from '../../../record/events/event.js';
import { sha256, toCanonicalJson } from '../../../record/json/compute_digest.js';

/** Call of the agent, made by the harness or by the agent itself. */
export type AgentCall = Pick<EventPayload<'tool_invocation'>, 'tool' | 'arguments' | 'subtask'>;

/** Returns a key that is equal for calls with the same tool and arguments. */
export function getCallKey({ tool, arguments: args }: AgentCall): string {
  return sha256(toCanonicalJson({ tool, arguments: args ?? null }));
}

/** Finds the command line of a call; undefined if it has none. */
export function findCallCommandLine({ arguments: args }: AgentCall): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  const { command, cmd, run } = args as { command?: unknown; cmd?: unknown; run?: unknown };
  for (const line of [command, cmd, run]) {
    if (typeof line === 'string') return line;
    if (Array.isArray(line) && line.every((word) => typeof word === 'string')) return line.map(quoteWord).join(' ');
  }
  return undefined;
}

const quoteWord = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Returns true for events of the agent's stages. */
export const isAgentStage = ({ stage }: Event): boolean => stage === 'inspect' || stage === 'write' || stage === 'test';
