import { setTimeout as delay } from 'node:timers/promises';
import { markdown } from '../report/escape.js';
import { type CheckRun, completeCheckRun } from './check_run.js';
import type { GitHub } from './client.js';
import type { RunEvent } from './event.js';
import { createPublishingFaults } from './publishing_faults.js';

/**
 * Waits for requests until `signal` aborts, and then for `grace_ms` more: a runner ends a cancelled job after ten seconds, whether GitHub
 * answers or not. Resolves with undefined where they are not done by then; nobody hears of them any more.
 */
export async function awaitWithGrace<T>(
  { grace_ms }: Pick<GitHub, 'grace_ms'>,
  signal: AbortSignal | undefined,
  requests: Promise<T>,
): Promise<T | undefined> {
  if (signal === undefined) return requests;
  const done = new AbortController();
  const over = aborted(signal, done.signal).then(() => delay(grace_ms, undefined, { signal: done.signal }));
  try {
    return await Promise.race([requests, over.catch(() => undefined)]);
  } finally {
    done.abort();
    requests.catch(() => undefined);
  }
}

/** Resolves when `signal` aborts; rejects when nobody waits for it any more. */
function aborted(signal: AbortSignal, unless: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: unless });
    unless.addEventListener('abort', () => reject(new Error('nobody waits')), { once: true });
  });
}

/**
 * Completes an announced check run when the attempts could not be made at all, or were interrupted, so that it does not stay in
 * progress for ever. Nothing is reported when that fails too: the fault itself is what the reader needs to see. Never throws.
 *
 * @param signal of the interruption: once it aborts, GitHub is not waited for longer than a runner waits
 */
export async function withdraw(
  github: GitHub,
  { event }: { event: Pick<RunEvent, 'repository'> },
  { check_run }: { check_run?: CheckRun },
  { title, fault, conclusion }: { title: string; fault: string; conclusion: 'failure' | 'cancelled' },
  signal?: AbortSignal,
): Promise<void> {
  if (check_run === undefined) return;
  const summary = fault.split('\n').map(markdown).join('\n\n');
  const output = { title, summary, text: '', annotations: [] };
  const unheard = createPublishingFaults();
  const completed = completeCheckRun(github, event.repository, check_run, conclusion, output, unheard);
  await awaitWithGrace(github, signal, completed).catch(() => undefined);
}
