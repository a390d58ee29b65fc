import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { PLAN_FILE, SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { RESULTS_FILE } from '../io/results_file.js';

const RUNS = 'runs';
/** Limits of the search. Artifacts are never laid out deeper or in more folders. */
const MAX_DEPTH = 8;
const MAX_FOLDERS = 20_000;

/** Output folder of `run`; there is one per shard. */
export interface ResultSource {
  folder: string;
  shown: string;
  /** Files that are in the folder. */
  results: boolean;
  plan: boolean;
  runs: boolean;
  schedule: boolean;
}

/**
 * Finds output folders in and below the named ones, and results files that are named themselves, by path.
 *
 * Links are not followed: files of another job are untrusted, and those of gatebench are never links.
 *
 * @param out folder of the merged report, which is no source
 * @throws {UserError} for a name that does not exist, and for links in place of files
 */
export function findResultSources(names: readonly string[], cwd: string, out: string): ResultSource[] {
  const sources = new Map<string, ResultSource>();
  let entries_count = 0;
  const look = (folder: string, depth: number, named: string): number => {
    if (++entries_count > MAX_FOLDERS || depth > MAX_DEPTH)
      throw new UserError(
        `${safe(named)} has too many folders, or too deep ones, to be results of shards`,
        'Name the folder that the artifacts were downloaded to.',
      );
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = new Set(entries.map(({ name }) => name));
    // A record may hold anything; results in it are not those of a run.
    if (names.has(RUN_FILES.events) && names.has(RUN_FILES.manifest)) return 0;
    const has = (name: string, kind: 'isFile' | 'isDirectory') => {
      const entry = entries.find((each) => each.name === name);
      if (entry?.isSymbolicLink())
        throw new UserError(
          `${safe(relative(cwd, join(folder, name)))} is a link, which no artifact of ours holds`,
          'Remove it, and look at who made this artifact.',
        );
      return entry?.[kind]() ?? false;
    };
    const source: ResultSource = {
      folder,
      shown: relative(cwd, folder) || '.',
      results: has(RESULTS_FILE, 'isFile'),
      plan: has(PLAN_FILE, 'isFile'),
      runs: has(RUNS, 'isDirectory'),
      schedule: has(SCHEDULE_FILE, 'isFile'),
    };
    const has_source = source.results || source.plan || source.runs;
    if (has_source) sources.set(folder, source);
    let count = has_source ? 1 : 0;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !(has_source && entry.name === RUNS) && path !== out)
        count += look(path, depth + 1, named);
    }
    return count;
  };
  for (const name of names) {
    const path = resolve(cwd, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw createSourceError(name, 'does not exist');
    if (stat.isFile() && basename(path) === RESULTS_FILE) {
      const folder = dirname(path);
      const alone = { results: true, plan: false, runs: false, schedule: false };
      sources.set(folder, { folder, shown: relative(cwd, folder) || '.', ...alone });
      continue;
    }
    if (!stat.isDirectory()) throw createSourceError(name, 'is not a folder');
    if (look(path, 0, name) === 0)
      throw createSourceError(name, `has no ${RESULTS_FILE}, ${PLAN_FILE} or ${RUNS}/ in or below it`);
  }
  return [...sources.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const createSourceError = (name: string, what: string) =>
  new UserError(`${safe(name)} ${what}`, 'Name output folders of `run`, or the folder that holds those of all shards.');
