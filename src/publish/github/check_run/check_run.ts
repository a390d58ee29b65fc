import { truncateToBytes } from '../../text/truncate_to_bytes.js';
import type { GitHubClient } from '../api/github_client.js';
import { createCheckRun, getCheckRun, listCheckRuns, type Repository, updateCheckRun } from '../api/index.js';
import { UnexpectedResponseError } from '../api/parse_api_response.js';
import type { PublishingFaults } from '../api/publishing_faults.js';
import { writeOnce } from '../api/write_once.js';
import type { CheckAnnotation } from '../page/create_annotations.js';

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
 * check.
 */
export type CheckConclusion = 'success' | 'failure' | 'cancelled';

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
    ...(text === '' ? {} : { text: truncateToBytes(text, MAX_OUTPUT_BYTES) }),
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
      const done = now?.status === 'completed' && now.conclusion === conclusion && now.output.title === title;
      return done ? now : undefined;
    },
  );
  return sent;
}
