import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { canonical } from '../record/canonical.js';
import type { Fault } from '../record/chain.js';
import { PLAN_FILE } from '../record/plan.js';
import { FILES, listRuns } from '../record/run_directory.js';
import { SCHEDULE_FILE } from '../record/schedule.js';
import type { Verification } from '../record/verify.js';

/** A run directory, and what results.jsonl has published for it, if there is anything. */
export interface NamedRun {
  path: string;
  shown: string;
  /** Head of its log. */
  published?: string;
  /** The whole line. */
  line?: string;
  /** The attempt that its folder's name stands for, below an output folder. */
  attempt_id?: string;
}

/** How a record contradicts the output folder that it is in. */
export function misfits({ line, attempt_id }: NamedRun, { report, manifest, standing }: Verification): Fault[] {
  const faults: string[] = [];
  if (attempt_id !== undefined && manifest && manifest.attempt_id !== attempt_id)
    faults.push(`it is the record of ${manifest.attempt_id}: the folder was copied or renamed`);
  // What another version wrote cannot be held against its line; its head can, and was.
  if (standing === 'other-version') return [];
  if (line !== undefined && !report) faults.push('results.jsonl has a line for it, but it has no report');
  else if (line !== undefined && canonical({ ...report, run: `runs/${attempt_id}` }) !== line)
    faults.push('its line in results.jsonl is not what its sealed report says');
  return faults.map((what) => ({ line: null, what }));
}

/**
 * Run directories named on a command line: each argument is one, or an output folder with `runs/`.
 *
 * @param listed whether a plan or a schedule alone make a folder one: for who asks what is missing
 * @throws {UserError} when an argument is neither
 */
export function findRuns(names: readonly string[], cwd: string, listed = false): NamedRun[] {
  return names.flatMap((name) => {
    const path = resolve(cwd, name);
    const shown = (run: string) => relative(cwd, run) || run;
    if (isRun(path)) return [{ path, shown: shown(path) }];
    const runs = listRuns(join(path, 'runs'));
    const lines = publishedLines(join(path, 'results.jsonl'));
    // A run that was published and is gone is no less to be shown than one that was changed.
    const all = new Set([...runs, ...[...lines.keys()].map((run) => join(path, run))]);
    const has = (file: string) => existsSync(join(path, file));
    const isListed = listed && (has(SCHEDULE_FILE) || (has(PLAN_FILE) && !has('results.jsonl')));
    if (all.size === 0 && !isListed)
      throw new UserError(
        `${name} is neither a run directory nor an output folder with runs`,
        'Name what `run` wrote, e.g. gatebench-out or gatebench-out/runs/ID.',
      );
    return [...all].sort().map((run) => ({
      path: run,
      shown: shown(run),
      attempt_id: basename(run),
      ...lines.get(relative(path, run)),
    }));
  });
}

/** The output folders among what is named: all that are no run directories. */
export function findFolders(names: readonly string[], cwd: string): { path: string; shown: string }[] {
  return names
    .map((name) => resolve(cwd, name))
    .filter((path) => !isRun(path))
    .map((path) => ({ path, shown: relative(cwd, path) || '.' }));
}

const isRun = (path: string) => existsSync(join(path, FILES.manifest)) || existsSync(join(path, FILES.events));

/** Lines by the run that they name, with their heads. */
function publishedLines(file: string): Map<string, { published: string; line: string }> {
  const lines = new Map<string, { published: string; line: string }>();
  if (!existsSync(file)) return lines;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const { run, head } = JSON.parse(line) as { run?: unknown; head?: unknown };
      // The file may be anybody's: only names directly below runs/ are looked at.
      if (typeof run === 'string' && /^runs\/[\w.-]*\w[\w.-]*$/.test(run) && typeof head === 'string')
        lines.set(run, { published: head, line });
    } catch {
      // A line that is cut off publishes nothing.
    }
  }
  return lines;
}
