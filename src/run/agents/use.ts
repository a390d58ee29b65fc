import type { Answer } from '../coordination/answer.js';
import type { AgentRoom } from './agent.js';
import { stopOf } from './call.js';
import { type Known, keepFrom, readyArguments } from './known.js';
import type { Script, Use } from './script.js';
import type { Stop } from './stop.js';

/**
 * Does lists of operations of the coordination layer side by side, each list in order. What comes of them is judged from the record, not
 * here: a script that is surprised says so in a note and goes on, unless it is to stop there.
 *
 * @returns why the script is over, if it is
 */
export async function useTogether(
  lists: readonly (readonly Use[])[],
  via: Script['via'],
  room: AgentRoom,
  known: Known,
): Promise<Stop | undefined> {
  const stops = await Promise.all(lists.map((list) => useInTurn(list, via, room, known)));
  return stops.find((stop) => stop !== undefined);
}

async function useInTurn(
  list: readonly Use[],
  via: Script['via'],
  room: AgentRoom,
  known: Known,
): Promise<Stop | undefined> {
  const { desk, run, supervisor } = room;
  for (const one of list) {
    const stop = stopOf(room);
    if (stop) return stop;
    const ready = readyArguments(one, known);
    if ('not_done' in ready) {
      run.log.append('note', 'harness', { text: `the script did not do ${one.use}: ${ready.not_done}` });
      continue;
    }
    const request = {
      agent: one.as ?? room.part?.agent ?? desk.agents[0]!,
      operation: one.use,
      arguments: ready.arguments,
      // Who waits for a lock uses up time in which nothing happens that a breaker could see.
      signal: AbortSignal.any([room.signal, AbortSignal.timeout(Math.ceil(supervisor.left_ms))]),
    };
    const answer = await (via === 'mcp' ? desk.performOverMcp(request) : desk.perform(request));
    if (answer.outcome === 'done') keepFrom(answer.result, one.keep, known);
    if (one.expect !== undefined && one.expect !== answer.outcome)
      run.log.append('note', 'harness', {
        text: `the script expected ${one.use} to be ${one.expect}; ${told(answer)}`,
      });
    await supervisor.settled();
    if (one.stop_if.includes(answer.outcome)) return stopOf(room) ?? { kind: 'finished' };
  }
  return undefined;
}

const told = (answer: Answer) =>
  answer.outcome === 'done'
    ? 'it was done'
    : `it was ${answer.outcome} (${answer.code}): ${answer.message}`.slice(0, 500);
