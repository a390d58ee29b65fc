import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { Section } from '../publish/report/blocks.js';
import { renderHtml } from '../publish/report/html.js';
import { renderMarkdown } from '../publish/report/markdown.js';
import { type View, type ViewOptions, view } from '../publish/report/view.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import type { Report, Result } from '../record/result.js';
import { VERSION } from '../record/version.js';
import { transcripts } from './transcripts.js';

export interface Written {
  report_path: string;
  html_path: string;
  results_path: string;
  view: View;
}

/** What the machine says when a folder takes no more; none of it is a fault of ours. */
const FULL_OR_CLOSED: Record<string, string> = {
  ENOSPC: 'no space is left on its device',
  EDQUOT: 'its quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EFBIG: 'a file would become too large',
  EIO: 'its device has an error',
};

/** The mistake to show when records could not be written, or undefined when it is something else. */
export function unwritable(error: unknown, out: string): UserError | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : FULL_OR_CLOSED[code];
  return reason === undefined
    ? undefined
    : new UserError(
        `records cannot be written to ${out}: ${reason} (${message})`,
        'What was recorded until then is kept. Make room, or name another folder with --out DIR, and continue with --resume.',
      );
}

/** One line of results.jsonl: the report, and where the record is. */
export function resultLine(report: Report, run: string): Result {
  return { ...report, run };
}

/**
 * Writes results.jsonl, report.md and report.html, in the order of the plan: the same attempts give the same files.
 *
 * @param sections what an analysis says of them
 */
export function writeReports(
  out: string,
  results: readonly Result[],
  missing: readonly string[],
  gate: Pick<ViewOptions, 'fail_on' | 'concluded' | 'decides' | 'min_strength'>,
  cwd: string,
  sections: readonly Section[] = [],
): Written {
  const folder = resolve(cwd, out);
  const results_path = join(folder, 'results.jsonl');
  writeAtomically(results_path, results.map((result) => `${canonical(result)}\n`).join(''));
  const model = view(results, { missing, ...gate, harness: { version: VERSION }, sections });
  const shown = (path: string) => relative(cwd, path) || path;
  return { results_path: shown(results_path), ...writeRenderings(folder, model, cwd), view: model };
}

/** Writes report.md and report.html beside the results that they show. Only records of attempts that are shown are read. */
export function writeRenderings(folder: string, model: View, cwd: string): Pick<Written, 'report_path' | 'html_path'> {
  const report_path = join(folder, 'report.md');
  const html_path = join(folder, 'report.html');
  writeAtomically(report_path, renderMarkdown(model));
  const said = transcripts(
    folder,
    model.rows.map(({ result }) => result),
  );
  writeAtomically(html_path, renderHtml(model, said));
  const shown = (path: string) => relative(cwd, path) || path;
  return { report_path: shown(report_path), html_path: shown(html_path) };
}
