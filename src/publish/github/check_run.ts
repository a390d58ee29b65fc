import { fit } from '../report/fit.js';
import type { Annotation } from './annotations.js';
import type { GitHub } from './client.js';
import { explain } from './fault.js';
import { once, unrepeated } from './once.js';

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

export interface Repository {
  owner: string;
  repo: string;
}

export interface CheckOutput {
  title: string;
  summary: string;
  text: string;
  annotations: readonly Annotation[];
}

/**
 * Creates the check run `in_progress` on a commit. `external_id` must be unique for this run: by it a check run is found again
 * when GitHub's answer got lost, so that none is left behind that never completes. Throws a request error.
 */
export async function openCheckRun(
  github: GitHub,
  repository: Repository,
  order: { name: string; head_sha: string; external_id: string; details_url?: string },
): Promise<CheckRun> {
  const { checks } = github.octokit.rest;
  return once(
    github,
    async () => {
      const { data } = await checks.create({ ...repository, ...order, status: 'in_progress', ...unrepeated });
      return { id: data.id, url: data.html_url };
    },
    async () => {
      const { data } = await checks.listForRef({
        ...repository,
        ref: order.head_sha,
        check_name: order.name,
        filter: 'all',
        per_page: 100,
      });
      const own = data.check_runs.find((run) => run.external_id === order.external_id);
      return own && { id: own.id, url: own.html_url };
    },
  );
}

/**
 * Publishes the output and completes the check run. Annotations go first, in chunks; when GitHub refuses one, the verdict
 * is published all the same and the returned warning says so. Throws a request error when completing itself fails.
 */
export async function completeCheckRun(
  github: GitHub,
  repository: Repository,
  run: CheckRun,
  conclusion: 'success' | 'failure',
  { title, summary, text, annotations }: CheckOutput,
): Promise<{ annotations: number; warnings: string[] }> {
  const { checks } = github.octokit.rest;
  const shown = annotations.slice(0, ANNOTATIONS_LIMIT);
  const left = annotations.length - shown.length;
  const note = left === 0 ? '' : `\n_${left} more annotations not shown._\n`;
  const output = {
    title,
    summary: fit(summary, OUTPUT_LIMIT - Buffer.byteLength(note)) + note,
    ...(text === '' ? {} : { text: fit(text, OUTPUT_LIMIT) }),
  };
  const place = { ...repository, check_run_id: run.id };
  const warnings: string[] = [];
  let sent = 0;
  for (let start = 0; start < shown.length; start += CHUNK) {
    const chunk = shown.slice(start, start + CHUNK);
    try {
      await once(
        github,
        async () => {
          await checks.update({ ...place, output: { ...output, annotations: chunk }, ...unrepeated });
          return true;
        },
        // appended chunks must not be repeated; GitHub says how many annotations it has
        async () => (await checks.get(place)).data.output.annotations_count >= sent + chunk.length || undefined,
      );
      sent += chunk.length;
    } catch (error) {
      warnings.push(explain(error, `${shown.length - sent} of ${shown.length} annotations`, 'checks: write'));
      break;
    }
  }
  await checks.update({ ...place, status: 'completed', conclusion, output });
  return { annotations: sent, warnings };
}
