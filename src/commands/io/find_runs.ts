import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { PLAN_FILE, SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import { eraseTexts, sumMissingContent } from '../../record/storage/removal.js';
import { listRuns, RUN_FILES } from '../../record/storage/run_directory.js';
import type { RecordFault } from '../../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../../record/storage/verify_run.js';

/** Run directory, with the line of results.jsonl about it, if there is one. */
export interface RunReference {
  path: string;
  shown: string;
  /** Head of its log, as results.jsonl states it. */
  published?: string;
  /** Text of the line. */
  line?: string;
  /** Attempt that the folder's name states, below an output folder. */
  attempt_id?: string;
}

/** Finds contradictions between a record and the output folder that it is in. */
export function findRecordMismatches(
  { line, attempt_id }: RunReference,
  { report, raw_report, manifest, standing, removals }: RunVerification,
): RecordFault[] {
  const faults: string[] = [];
  // The line of a report with erased texts may still have to be written anew.
  const erased = removals && sumMissingContent(removals.entries).file_texts.get(RUN_FILES.report);
  const toLine = (value: object) => toCanonicalJson(erased ? eraseTexts(value, erased) : value);
  if (attempt_id !== undefined && manifest && manifest.attempt_id !== attempt_id)
    faults.push(`it is the record of ${manifest.attempt_id}: the folder was copied or renamed`);
  // The report of another version is compared by head only, which was done.
  if (standing === 'other-version') return [];
  if (line !== undefined && !report) faults.push('results.jsonl has a line for it, but it has no report');
  else if (
    line !== undefined &&
    toLine({ ...(raw_report as object), run: `runs/${attempt_id}` }) !== (erased ? eraseLine(line, erased) : line)
  )
    faults.push('its line in results.jsonl is not what its sealed report says');
  return faults.map((what) => ({ line: null, what }));
}

/**
 * Returns a line of results with erased texts; undefined for one that has no canonical form, as no line of ours has.
 */
function eraseLine(line: string, erased: ReadonlySet<string>): string | undefined {
  try {
    return toCanonicalJson(eraseTexts<unknown>(JSON.parse(line), erased));
  } catch {
    return undefined;
  }
}

/**
 * Finds run directories by the arguments of a command line: each is one, or an output folder with `runs/`.
 *
 * @param listed accept a folder with a plan or a schedule alone
 * @throws {UserError} if an argument is neither
 */
export function findRuns(names: readonly string[], cwd: string, listed = false): RunReference[] {
  return names.flatMap((name) => {
    const path = resolve(cwd, name);
    const shown = (run: string) => relative(cwd, run) || run;
    if (isRunDirectory(path)) return [{ path, shown: shown(path) }];
    const runs = listRuns(join(path, 'runs'));
    const lines = readPublishedLines(join(path, 'results.jsonl'));
    // Runs that were published and are missing are listed too.
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

/** Returns the output folders among the arguments. */
export function findOutputFolders(names: readonly string[], cwd: string): { path: string; shown: string }[] {
  return names
    .map((name) => resolve(cwd, name))
    .filter((path) => !isRunDirectory(path))
    .map((path) => ({ path, shown: relative(cwd, path) || '.' }));
}

const isRunDirectory = (path: string) =>
  existsSync(join(path, RUN_FILES.manifest)) || existsSync(join(path, RUN_FILES.events));

/** Reads the lines of a results file by the run that they name. */
function readPublishedLines(file: string): Map<string, { published: string; line: string }> {
  const lines = new Map<string, { published: string; line: string }>();
  if (!existsSync(file)) return lines;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const { run, head } = JSON.parse(line) as { run?: unknown; head?: unknown };
      // The file is untrusted: only names directly below runs/ count.
      if (typeof run === 'string' && /^runs\/[\w.-]*\w[\w.-]*$/.test(run) && typeof head === 'string')
        lines.set(run, { published: head, line });
    } catch {
      // A line that is cut off is ignored.
    }
  }
  return lines;
}
