import { fit } from '../report/fit.js';
import type { Annotation } from './annotations.js';
import { UnexpectedAnswer } from './answers.js';
import { createCheckRun, getCheckRun, listCheckRuns, type Repository, updateCheckRun } from './api.js';
import type { GitHub } from './client.js';
import { once } from './once.js';
import type { PublishingFaults } from './publishing_faults.js';

/** GitHub's limit of output.summary and output.text, counted here in bytes to be on the safe side. */
export const OUTPUT_LIMIT = 65_535;
/** Annotations per request; later requests append. */
export const CHUNK = 50;
/** Annotations of one check run altogether: more help nobody, and each chunk is a write. */
export const ANNOTATIONS_LIMIT = 200;

export interface CheckRun {
  id: number;
  url: string | null;
}

/** How a check run ends. `cancelled` is an interrupted run; like `failure` it does not satisfy a required check. */
export type CheckConclusion = 'success' | 'failure' | 'cancelled';

export interface CheckOutput {
  title: string;
  summary: string;
  text: string;
  annotations: readonly Annotation[];
}

/**
 * Creates the check run `in_progress` on a commit. `external_id` must be unique for this run: by it a check run is found again
 * when GitHub's answer got lost, so that none is left behind that never completes. Its answer also says which app the token is
 * of. Throws a request error.
 */
export async function openCheckRun(
  github: GitHub,
  repository: Repository,
  order: { name: string; head_sha: string; external_id: string; details_url?: string },
): Promise<CheckRun> {
  const made = await once(
    github,
    () => createCheckRun(github, { ...repository, ...order }),
    async () => {
      const runs = await listCheckRuns(github, { ...repository, ref: order.head_sha, check_name: order.name });
      return runs.find((run) => run.external_id === order.external_id);
    },
  );
  if (made.app) github.app = made.app.slug;
  return { id: made.id, url: made.html_url ?? null };
}

/**
 * Publishes the output and completes the check run. Annotations go first, in chunks; when GitHub refuses one, the verdict is
 * published all the same and `faults` is told. Returns how many annotations GitHub has. Throws a request error when completing
 * itself fails.
 */
export async function completeCheckRun(
  github: GitHub,
  repository: Repository,
  run: CheckRun,
  conclusion: CheckConclusion,
  { title, summary, text, annotations }: CheckOutput,
  faults: PublishingFaults,
): Promise<number> {
  const shown = annotations.slice(0, ANNOTATIONS_LIMIT);
  const left = annotations.length - shown.length;
  const note = left === 0 ? '' : `\n_${left} more annotations not shown._\n`;
  const output = {
    title,
    summary: fit(summary, OUTPUT_LIMIT - Buffer.byteLength(note)) + note,
    ...(text === '' ? {} : { text: fit(text, OUTPUT_LIMIT) }),
  };
  const place = { ...repository, check_run_id: run.id };
  let sent = 0;
  try {
    for (; sent < shown.length; sent = Math.min(shown.length, sent + CHUNK)) {
      const chunk = shown.slice(sent, sent + CHUNK);
      await once(
        github,
        () => updateCheckRun(github, { ...place, output: { ...output, annotations: chunk } }),
        // appended chunks must not be repeated; GitHub says how many annotations it has
        async () => {
          const now = await getCheckRun(github, place);
          return now.output.annotations_count >= sent + chunk.length ? now : undefined;
        },
      );
    }
  } catch (error) {
    faults.add(`${shown.length - sent} of ${shown.length} annotations`, error, 'checks: write');
  }
  await once(
    github,
    async () => {
      const now = await updateCheckRun(github, { ...place, status: 'completed', conclusion, output });
      if (now.conclusion !== conclusion) throw new UnexpectedAnswer('PATCH check-runs: another conclusion');
      return now;
    },
    // completing twice is the same as once: what cannot be read is written again
    async () => {
      const now = await getCheckRun(github, place).catch(() => undefined);
      const done = now?.status === 'completed' && now.conclusion === conclusion && now.output.title === title;
      return done ? now : undefined;
    },
  );
  return sent;
}
