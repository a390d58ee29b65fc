import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { counted } from '../publish/report/quantities.js';
import { PLAN_FILE } from '../record/plan.js';
import { SCHEDULE_FILE } from '../record/schedule.js';
import { lockFolder } from '../run/suite/folder_lock.js';
import { EXTRA_PARTIAL_FILE, PARTIAL_FILE } from '../run/suite/partial_results.js';
import { RESULTS_FILE } from './merge_find.js';

/** What becomes of results that are in an output folder already: the run is refused, they are renamed, removed, or gone on with. */
export type EarlierResults = 'refuse' | 'set-aside' | 'replace' | 'resume';

/** An output folder that belongs to one process. */
export interface OutputFolder {
  /** Gives the folder back. */
  release(): void;
  /** Returns where a path is after earlier results were renamed. */
  moved(path: string): string;
}

/** A report can be made again from what it is about. */
const OLDER_REPORT = 'a report over earlier results';

/** What `run`, `consistency` and `validate` write beside `runs/`. */
const WRITTEN = [
  ...[RESULTS_FILE, PLAN_FILE, SCHEDULE_FILE, PARTIAL_FILE, EXTRA_PARTIAL_FILE, 'extra.jsonl', 'regression.json'],
  ...['analysis.json', 'report.md', 'report.html', 'consistency.json', 'proof.json'],
];

/**
 * Refuses a folder that holds results, where they are neither gone on with nor given up.
 *
 * @param plan text of the plan that will be written; a plan file with other text counts as results
 * @throws {UserError} with the choices there are
 */
export function refuseEarlierResults(out: string, cwd: string, earlier: EarlierResults, plan?: string): void {
  const held = earlier === 'refuse' ? findResults(resolve(cwd, out), plan) : undefined;
  if (held === undefined) return;
  const choices = held.can_resume ? 'Go on with it (--resume), name' : 'Name';
  throw new UserError(
    `${out} holds ${held.what}`,
    `${choices} another folder (--out DIR), or have it removed (--replace).`,
  );
}

/**
 * Takes an output folder for one process, and keeps, renames or removes the results that it holds. What is renamed is the whole
 * folder, `out` to `out.1`, `out.2`, …: links between its files stay whole, and the name is always that of the newest.
 *
 * @param say told what was renamed
 * @throws {UserError} when another process has the folder, or it holds results that nobody gave up
 */
export function takeOutputFolder(
  out: string,
  cwd: string,
  earlier: EarlierResults,
  say: (line: string) => void,
  plan?: string,
): OutputFolder {
  const folder = resolve(cwd, out);
  const release = lockFolder(folder);
  try {
    refuseEarlierResults(out, cwd, earlier, plan);
    const held = earlier === 'resume' ? undefined : findResults(folder, plan);
    if (held !== undefined && earlier === 'replace') removeResults(folder);
    if (held === undefined || earlier !== 'set-aside') return { release, moved: (path) => path };
    const aside = setFolderAside(folder, out);
    say(`${out} held ${held.what}: it is in ${join(dirname(out), basename(aside))} now`);
    return {
      release: lockFolder(folder),
      moved(path) {
        const named = resolve(cwd, path);
        return named === folder || named.startsWith(folder + sep) ? aside + named.slice(folder.length) : path;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** What a folder holds, in words, and whether `--resume` can go on with it. */
export interface EarlierContent {
  what: string;
  can_resume: boolean;
}

/** Returns what a folder holds of an earlier run or proof. @returns undefined if nothing */
export function findResults(folder: string, plan?: string): EarlierContent | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const has = (file: string) => lstatSync(join(folder, file), { throwIfNoEntry: false }) !== undefined;
  const runs = join(folder, 'runs');
  const records = existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith('.')).length : 0;
  if (has('proof.json')) return { what: 'an earlier proof', can_resume: false };
  if (has(RESULTS_FILE) && !has(SCHEDULE_FILE) && records === 0) return { what: OLDER_REPORT, can_resume: false };
  if (records > 0 || has(RESULTS_FILE) || has(SCHEDULE_FILE) || has(PARTIAL_FILE))
    return { what: `an earlier run (${counted(records, 'record')})`, can_resume: true };
  const other = plan !== undefined && has(PLAN_FILE) && readFileSync(join(folder, PLAN_FILE), 'utf8') !== plan;
  return other ? { what: 'the plan of something else', can_resume: false } : undefined;
}

/**
 * Refuses a folder for a report that would go over results which the report is not about.
 *
 * @param about folders and files of results that the report is about
 * @throws {UserError} naming what the folder holds
 */
export function refuseForeignResults(out: string, cwd: string, about: readonly string[]): void {
  const folder = resolve(cwd, out);
  const named = about.map((name) => resolve(cwd, name));
  const held = findResults(folder);
  if (held === undefined || held.what === OLDER_REPORT) return;
  if (named.includes(folder) || named.includes(join(folder, RESULTS_FILE))) return;
  throw new UserError(
    `${out} holds ${held.what}`,
    'Name another folder (--out DIR), or that one among those that the report is about.',
  );
}

/** Removes what a run writes; what else lies in the folder is somebody's. */
function removeResults(folder: string): void {
  for (const file of [...WRITTEN, 'runs']) rmSync(join(folder, file), { recursive: true, force: true });
  mkdirSync(join(folder, 'runs'), { recursive: true });
}

function setFolderAside(folder: string, shown: string): string {
  const aside = nextName(folder);
  try {
    renameSync(folder, aside);
    mkdirSync(join(folder, 'runs'), { recursive: true });
  } catch (error) {
    throw new UserError(
      `${shown} holds earlier results and cannot be renamed (${(error as NodeJS.ErrnoException).code})`,
      'Go on with them (--resume), name another folder (--out DIR), or give them up (--replace).',
    );
  }
  rmSync(join(aside, '.lock'), { force: true });
  return aside;
}

/** The first free name after all that are taken: the highest number is the newest. */
function nextName(folder: string): string {
  const prefix = `${basename(folder)}.`;
  const taken = readdirSync(dirname(folder)).flatMap((name) =>
    name.startsWith(prefix) && /^[1-9]\d{0,8}$/.test(name.slice(prefix.length))
      ? [Number(name.slice(prefix.length))]
      : [],
  );
  return `${folder}.${Math.max(0, ...taken) + 1}`;
}
