import type { Answered } from '../../gateway/dialects/dialect.js';
import type { ModelAccess } from '../../gateway/models.js';
import type { AgentRoom } from '../agent.js';
import { stopOf } from '../call.js';
import type { Stop } from '../stop.js';
import { ask } from './ask.js';

/** Waits before the second, third, … request of one answer. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000] as const;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asks until there is an answer, with growing waits; a refusal that will not change ends the work at once. */
export async function askPatiently(room: AgentRoom, access: ModelAccess, body: object): Promise<Answered | Stop> {
  const { supervisor, run } = room;
  for (let failures = 0; ; failures += 1) {
    // Who waits for a model uses up time in which nothing happens that a breaker could see.
    const over = AbortSignal.timeout(Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(supervisor.left_ms))));
    const asked = await ask(access, body, AbortSignal.any([room.signal, over]));
    await supervisor.settled();
    const because = 'failed' in asked ? asked.failed : '';
    const stop = stopOf(room);
    if (stop) return stop;
    if ('answered' in asked) return asked.answered;
    const { seq } = run.log.append('note', 'harness', { text: `the model did not answer: ${because}`.slice(0, 1000) });
    await supervisor.settled();
    const wait_ms = WAITS_MS[failures];
    if (supervisor.stop) return supervisor.stop;
    if (over.aborted) return { kind: 'resource', cap: 'wall', because, evidence_seq: seq };
    if (!asked.again || wait_ms === undefined) return { kind: 'agent-error', because, evidence_seq: seq };
    await supervisor.wait(Math.max(wait_ms, asked.after_ms ?? 0));
  }
}
