import { setTimeout as delay } from 'node:timers/promises';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { escapeMarkdown } from '../../text/escape_text.js';
import { truncateToBytes } from '../../text/truncate_to_bytes.js';
import type { GitHubClient } from '../api/github_client.js';
import { createCheckRun, getCheckRun, listCheckRuns, type Repository, updateCheckRun } from '../api/index.js';
import { UnexpectedResponseError } from '../api/parse_api_response.js';
import { createPublishingFaults, type PublishingFaults } from '../api/publishing_faults.js';
import { writeOnce } from '../api/write_once.js';
import type { RunEvent } from '../event/run_event.js';

/** GitHub's limit of output.summary and output.text, applied in bytes. */
const MAX_OUTPUT_BYTES = 65_535;
/** Maximum number of annotations per request; later requests append. */
const ANNOTATION_CHUNK = 50;
/** Maximum number of annotations of one check run; each chunk is a write. */
export const MAX_ANNOTATIONS = 200;

export interface CheckRun {
  id: number;
  url: string | null;
}

/**
 * Conclusion of a check run. `cancelled` stands for an interrupted run; like `failure` it does not satisfy a required
 * check. `neutral` does: there was nothing to judge.
 */
export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled';

/** Annotation as the checks API takes it. */
export interface CheckAnnotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

export interface CheckOutput {
  title: string;
  summary: string;
  text: string;
  annotations: readonly CheckAnnotation[];
}

/**
 * Creates the check run `in_progress` on a commit. `external_id` must be unique for this run: if GitHub's response gets
 * lost, the check run is found again by it, so that none stays incomplete. The response also names the app of the
 * token. Throws a request error.
 */
export async function openCheckRun(
  github: GitHubClient,
  repository: Repository,
  options: { name: string; head_sha: string; external_id: string; details_url?: string },
): Promise<CheckRun> {
  const created = await writeOnce(
    github,
    () => createCheckRun(github, { ...repository, ...options }),
    async () => {
      const runs = await listCheckRuns(github, { ...repository, ref: options.head_sha, check_name: options.name });
      return runs.find((run) => run.external_id === options.external_id);
    },
  );
  if (created.app) github.app = created.app.slug;
  return { id: created.id, url: created.html_url ?? null };
}

/**
 * Publishes the output and completes the check run. Annotations go first, in chunks. If GitHub refuses a chunk,
 * `faults` gets a warning and the check run is completed all the same. Throws a request error if completing fails.
 *
 * @returns the number of annotations that GitHub accepted
 */
export async function completeCheckRun(
  github: GitHubClient,
  repository: Repository,
  run: CheckRun,
  conclusion: CheckConclusion,
  { title, summary, text, annotations }: CheckOutput,
  faults: PublishingFaults,
): Promise<number> {
  const shown = annotations.slice(0, MAX_ANNOTATIONS);
  const remaining = annotations.length - shown.length;
  const note = remaining === 0 ? '' : `\n_${remaining} more annotations not shown._\n`;
  const output = {
    title,
    summary: truncateToBytes(summary, MAX_OUTPUT_BYTES - Buffer.byteLength(note)) + note,
    ...omitUndefined({ text: text === '' ? undefined : truncateToBytes(text, MAX_OUTPUT_BYTES) }),
  };
  const target = { ...repository, check_run_id: run.id };
  let sent = 0;
  try {
    for (; sent < shown.length; sent = Math.min(shown.length, sent + ANNOTATION_CHUNK)) {
      const chunk = shown.slice(sent, sent + ANNOTATION_CHUNK);
      await writeOnce(
        github,
        () => updateCheckRun(github, { ...target, output: { ...output, annotations: chunk } }),
        // An appended chunk must not be repeated; GitHub reports the number of annotations.
        async () => {
          const now = await getCheckRun(github, target);
          return now.output.annotations_count >= sent + chunk.length ? now : undefined;
        },
      );
    }
  } catch (error) {
    faults.add(`${shown.length - sent} of ${shown.length} annotations`, error, 'checks: write');
  }
  await writeOnce(
    github,
    async () => {
      const now = await updateCheckRun(github, { ...target, status: 'completed', conclusion, output });
      if (now.conclusion !== conclusion) throw new UnexpectedResponseError('PATCH check-runs: another conclusion');
      return now;
    },
    // Completing is idempotent: if the check run cannot be read, it is completed again.
    async () => {
      const now = await getCheckRun(github, target).catch(() => undefined);
      const is_completed = now?.status === 'completed' && now.conclusion === conclusion && now.output.title === title;
      return is_completed ? now : undefined;
    },
  );
  return sent;
}

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
  const wait = new AbortController();
  const grace = waitForAbort(signal, wait.signal).then(() => delay(grace_ms, undefined, { signal: wait.signal }));
  try {
    return await Promise.race([requests, grace.catch(() => undefined)]);
  } finally {
    wait.abort();
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
