import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { logLine as safe } from '../publish/report/escape.js';
import { PLAN_FILE } from '../record/plan.js';
import { FILES } from '../record/run_directory.js';
import { SCHEDULE_FILE } from '../record/schedule.js';

export const RESULTS_FILE = 'results.jsonl';
const RUNS = 'runs';
/** As deep and as many as artifacts are ever laid out; what goes beyond was made to keep us busy. */
const DEPTH = 8;
const FOLDERS = 20_000;

/** An output folder of `run`: one per shard. */
export interface Source {
  folder: string;
  shown: string;
  /** Which of the files are there. */
  results: boolean;
  plan: boolean;
  runs: boolean;
  schedule: boolean;
}

/**
 * The output folders in and below the named ones, and results files that are named themselves, in the order of their paths, however deep a download has laid them. Links are not followed:
 * what comes from another job is hostile, and files of ours are never links.
 *
 * @param out the folder that the merged report goes to: below a named folder it is no source
 * @throws {UserError} for a name where nothing is, and for links in place of our files
 */
export function findSources(names: readonly string[], cwd: string, out: string): Source[] {
  const found = new Map<string, Source>();
  let seen = 0;
  const look = (folder: string, depth: number, named: string): number => {
    if (++seen > FOLDERS || depth > DEPTH)
      throw new UserError(
        `${safe(named)} has too many folders, or too deep ones, to be results of shards`,
        'Name the folder that the artifacts were downloaded to.',
      );
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = new Set(entries.map(({ name }) => name));
    // A record may hold anything, but no results of ours.
    if (names.has(FILES.events) && names.has(FILES.manifest)) return 0;
    const has = (name: string, kind: 'isFile' | 'isDirectory') => {
      const entry = entries.find((each) => each.name === name);
      if (entry?.isSymbolicLink())
        throw new UserError(
          `${safe(relative(cwd, join(folder, name)))} is a link, which no artifact of ours holds`,
          'Remove it, and look at who made this artifact.',
        );
      return entry?.[kind]() ?? false;
    };
    const source: Source = {
      folder,
      shown: relative(cwd, folder) || '.',
      results: has(RESULTS_FILE, 'isFile'),
      plan: has(PLAN_FILE, 'isFile'),
      runs: has(RUNS, 'isDirectory'),
      schedule: has(SCHEDULE_FILE, 'isFile'),
    };
    const own = source.results || source.plan || source.runs;
    if (own) found.set(folder, source);
    let count = own ? 1 : 0;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !(own && entry.name === RUNS) && path !== out) count += look(path, depth + 1, named);
    }
    return count;
  };
  for (const name of names) {
    const path = resolve(cwd, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw nothing(name, 'does not exist');
    if (stat.isFile() && basename(path) === RESULTS_FILE) {
      const folder = dirname(path);
      const alone = { results: true, plan: false, runs: false, schedule: false };
      found.set(folder, { folder, shown: relative(cwd, folder) || '.', ...alone });
      continue;
    }
    if (!stat.isDirectory()) throw nothing(name, 'is not a folder');
    if (look(path, 0, name) === 0)
      throw nothing(name, `has no ${RESULTS_FILE}, ${PLAN_FILE} or ${RUNS}/ in or below it`);
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const nothing = (name: string, what: string) =>
  new UserError(`${safe(name)} ${what}`, 'Name output folders of `run`, or the folder that holds those of all shards.');
