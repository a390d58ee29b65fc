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
  const { command, run } = given as { command?: unknown; run?: unknown };
  if (typeof command === 'string') return command;
  return typeof run === 'string' ? run : undefined;
}

export const isCall = (event: Event): event is Event<'tool_invocation'> => event.type === 'tool_invocation';

/** Stages in which the agent acts. */
export const isAgentStage = ({ stage }: Event): boolean => stage === 'inspect' || stage === 'write' || stage === 'test';
