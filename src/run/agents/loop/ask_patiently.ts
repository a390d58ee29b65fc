import type { Answered } from '../../gateway/dialects/dialect.js';
import type { ModelAccess } from '../../gateway/models.js';
import type { AgentRoom } from '../agent.js';
import { stopOf } from '../call.js';
import type { Stop } from '../stop.js';
import { ask } from './ask.js';
import type { LoopFormat, LoopRequest } from './formats/loop_format.js';

/** Waits before the second, third, … request of one answer. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000] as const;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An answer, with the request that it came to in the end. */
export interface PatientAnswer {
  answered: Answered;
  request: LoopRequest;
}

/**
 * Asks until there is an answer, with growing waits. A refusal that will not change ends the work at once, unless the format knows a
 * request that asks for less.
 */
export async function askPatiently(
  room: AgentRoom,
  access: ModelAccess,
  format: LoopFormat,
  given: LoopRequest,
): Promise<PatientAnswer | Stop> {
  const { supervisor, run } = room;
  let request = given;
  for (let failures = 0; ; failures += 1) {
    // Who waits for a model uses up time in which nothing happens that a breaker could see.
    const over = AbortSignal.timeout(Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(supervisor.left_ms))));
    const asked = await ask(access, format, request, AbortSignal.any([room.signal, over]));
    await supervisor.settled();
    const because = 'failed' in asked ? asked.failed : '';
    const stop = stopOf(room);
    if (stop) return stop;
    if ('answered' in asked) return { answered: asked.answered, request };
    const { seq } = run.log.append('note', 'harness', { text: `the model did not answer: ${because}`.slice(0, 1000) });
    await supervisor.settled();
    const wait_ms = WAITS_MS[failures];
    if (supervisor.stop) return supervisor.stop;
    if (over.aborted) return { kind: 'resource', cap: 'wall', because, evidence_seq: seq };
    const lesser = asked.again ? undefined : format.lesser?.(request, because);
    if (lesser) {
      request = lesser;
      continue;
    }
    if (!asked.again || wait_ms === undefined) return { kind: 'agent-error', because, evidence_seq: seq };
    await supervisor.wait(Math.max(wait_ms, asked.after_ms ?? 0));
  }
}
