import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { ATTESTATION_FOLDER } from '../../record/attestation/attempt_head.js';
import { PLAN_FILE, SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import { EXTRA_PARTIAL_RESULTS_FILE, PARTIAL_RESULTS_FILE } from '../../run/scheduler/open_schedule.js';
import { lockFolder } from '../../system/lock_folder.js';
import { REGRESSION_FILE, RESULTS_FILE } from './results_file.js';

/** Treatment of results that are in an output folder already: refuse the run, rename, remove, or continue them. */
type EarlierResultsPolicy = 'refuse' | 'set-aside' | 'replace' | 'resume';

/** Output folder that one process has locked. */
interface OutputFolder {
  /** Unlocks the folder. */
  release(): void;
  /** Returns where a path is after earlier results were renamed. */
  resolvePath(path: string): string;
}

/** Content that may be overwritten: the report can be made again from its results. */
const OLDER_REPORT = 'a report over earlier results';

/** Files that `run` and `validate` write beside `runs/`. */
const WRITTEN_FILES = [
  ...[
    RESULTS_FILE,
    PLAN_FILE,
    SCHEDULE_FILE,
    PARTIAL_RESULTS_FILE,
    EXTRA_PARTIAL_RESULTS_FILE,
    'extra.jsonl',
    REGRESSION_FILE,
  ],
  ...['analysis.json', 'report.md', 'report.html', 'consistency.json', 'proof.json', 'replay.json'],
];

/**
 * Refuses a folder with results that are neither continued nor given up.
 *
 * @param plan text of the plan that will be written; a plan file with other text counts as results
 * @throws {UserError} with the choices there are
 */
export function refuseEarlierResults(out: string, cwd: string, earlier: EarlierResultsPolicy, plan?: string): void {
  const results = earlier === 'refuse' ? findEarlierResults(resolve(cwd, out), plan) : undefined;
  if (results === undefined) return;
  const choices = results.can_resume ? 'Go on with it (--resume), name' : 'Name';
  throw new UserError(
    `${out} holds ${results.what}`,
    `${choices} another folder (--out DIR), or have it removed (--replace).`,
  );
}

/**
 * Locks an output folder, and keeps, renames or removes the results in it.
 *
 * Renaming moves the whole folder, `out` to `out.1`, `out.2`, …: links between its files stay valid, and the name is
 * always that of the newest.
 *
 * @param say prints what was renamed
 * @throws {UserError} if another process has the folder, or it holds results that were not given up
 */
export function openOutputFolder(
  out: string,
  cwd: string,
  earlier: EarlierResultsPolicy,
  say: (line: string) => void,
  plan?: string,
): OutputFolder {
  const folder = resolve(cwd, out);
  const release = lockFolder(folder);
  try {
    refuseEarlierResults(out, cwd, earlier, plan);
    const results = earlier === 'resume' ? undefined : findEarlierResults(folder, plan);
    if (results !== undefined && earlier === 'replace') removeResults(folder);
    if (results === undefined || earlier !== 'set-aside') return { release, resolvePath: (path) => path };
    const aside = setFolderAside(folder, out);
    say(`${out} held ${results.what}: it is in ${join(dirname(out), basename(aside))} now`);
    return {
      release: lockFolder(folder),
      resolvePath(path) {
        const target = resolve(cwd, path);
        return target === folder || target.startsWith(folder + sep) ? aside + target.slice(folder.length) : path;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Refuses the folder of an ordinary run where a proof would go on in it: the run's results would be lost.
 *
 * @throws {UserError}
 */
export function refuseRunFolder(out: string, cwd: string): void {
  if (!hasSchedule(resolve(cwd, out))) return;
  throw new UserError(
    `${out} holds a run, and no proof that could be resumed`,
    'Name the folder of the interrupted proof (--out DIR), or leave --resume out.',
  );
}

/** Tells whether a folder holds the schedule of a run; a proof has none. */
function hasSchedule(folder: string): boolean {
  return lstatSync(join(folder, SCHEDULE_FILE), { throwIfNoEntry: false }) !== undefined;
}

/** Content of a folder in words, and whether `--resume` can continue it. */
interface FolderContent {
  what: string;
  can_resume: boolean;
}

/** Returns what a folder holds of an earlier run or proof; undefined = nothing. */
function findEarlierResults(folder: string, plan?: string): FolderContent | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const has = (file: string) => lstatSync(join(folder, file), { throwIfNoEntry: false }) !== undefined;
  const runs = join(folder, 'runs');
  const records = existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith('.')).length : 0;
  if (has('proof.json')) return { what: 'an earlier proof', can_resume: false };
  if (has(RESULTS_FILE) && !has(SCHEDULE_FILE) && records === 0) return { what: OLDER_REPORT, can_resume: false };
  if (records > 0 || has(RESULTS_FILE) || has(SCHEDULE_FILE) || has(PARTIAL_RESULTS_FILE))
    return { what: `an earlier run (${formatQuantity(records, 'record')})`, can_resume: true };
  const is_other = plan !== undefined && has(PLAN_FILE) && readFileSync(join(folder, PLAN_FILE), 'utf8') !== plan;
  return is_other ? { what: 'the plan of something else', can_resume: false } : undefined;
}

/**
 * Refuses a folder for a report if the folder holds results that the report is not about.
 *
 * @param about folders and files of results that the report is about
 * @throws {UserError} naming what the folder holds
 */
export function refuseForeignResults(out: string, cwd: string, about: readonly string[]): void {
  const folder = resolve(cwd, out);
  const folders = about.map((name) => resolve(cwd, name));
  const results = findEarlierResults(folder);
  if (results === undefined || results.what === OLDER_REPORT) return;
  if (folders.includes(folder) || folders.includes(join(folder, RESULTS_FILE))) return;
  throw new UserError(
    `${out} holds ${results.what}`,
    'Name another folder (--out DIR), or that one among those that the report is about.',
  );
}

/** Removes the files that a run writes, and leaves all others. */
function removeResults(folder: string): void {
  for (const file of [...WRITTEN_FILES, ATTESTATION_FOLDER, 'runs'])
    rmSync(join(folder, file), { recursive: true, force: true });
  mkdirSync(join(folder, 'runs'), { recursive: true });
}

function setFolderAside(folder: string, shown: string): string {
  const aside = findNextName(folder);
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

/** Returns the first free name after all that are taken: the highest number is the newest. */
function findNextName(folder: string): string {
  const prefix = `${basename(folder)}.`;
  const numbers = readdirSync(dirname(folder)).flatMap((name) =>
    name.startsWith(prefix) && /^[1-9]\d{0,8}$/.test(name.slice(prefix.length))
      ? [Number(name.slice(prefix.length))]
      : [],
  );
  return `${folder}.${Math.max(0, ...numbers) + 1}`;
}
