import { setTimeout as delay } from 'node:timers/promises';
import { escapeMarkdown } from '../../text/escape_text.js';
import type { GitHubClient } from '../api/github_client.js';
import { createPublishingFaults } from '../api/publishing_faults.js';
import type { RunEvent } from '../event/run_event.js';
import { type CheckRun, completeCheckRun } from './check_run.js';

/**
 * Waits for requests until `signal` aborts, and then `grace_ms` longer. A runner ends a cancelled job after ten
 * seconds.
 *
 * @returns undefined if the requests are not done by then
 */
export async function awaitWithGrace<T>(
  { grace_ms }: Pick<GitHubClient, 'grace_ms'>,
  signal: AbortSignal | undefined,
  requests: Promise<T>,
): Promise<T | undefined> {
  if (signal === undefined) return requests;
  const done = new AbortController();
  const over = waitForAbort(signal, done.signal).then(() => delay(grace_ms, undefined, { signal: done.signal }));
  try {
    return await Promise.race([requests, over.catch(() => undefined)]);
  } finally {
    done.abort();
    requests.catch(() => undefined);
  }
}

/** Resolves when `signal` aborts; rejects when `unless` aborts. */
function waitForAbort(signal: AbortSignal, unless: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: unless });
    unless.addEventListener('abort', () => reject(new Error('nobody waits')), { once: true });
  });
}

/**
 * Completes an announced check run after a failure or an interruption, so that it does not stay in progress. Never
 * throws; a failure of this request is not reported, since the first fault matters to the reader.
 *
 * @param signal signal of the interruption; once it aborts, the wait for GitHub is bounded
 */
export async function withdrawCheckRun(
  github: GitHubClient,
  { event }: { event: Pick<RunEvent, 'repository'> },
  { check_run }: { check_run?: CheckRun },
  { title, fault, conclusion }: { title: string; fault: string; conclusion: 'failure' | 'cancelled' },
  signal?: AbortSignal,
): Promise<void> {
  if (check_run === undefined) return;
  const summary = fault.split('\n').map(escapeMarkdown).join('\n\n');
  const output = { title, summary, text: '', annotations: [] };
  const unheard = createPublishingFaults();
  const completed = completeCheckRun(github, event.repository, check_run, conclusion, output, unheard);
  await awaitWithGrace(github, signal, completed).catch(() => undefined);
}
