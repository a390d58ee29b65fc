import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../record/manifest/engine_version.js';
import { writeAtomically } from '../../../system/write_atomically.js';
import type { InitOptions } from '../setup/init_options.js';

const keptDraftSchema = z.strictObject({
  basis: z.string(),
  tests: z.strictObject({ fail_to_pass: z.int(), pass_to_pass: z.int(), flaky: z.int() }),
  notes: z.array(z.string()),
  summary: z.string(),
  unwritten: z.boolean(),
});

/** Draft of the store; `basis` is the digest of what its tests were selected by. */
export type KeptDraft = z.infer<typeof keptDraftSchema>;

/** Contract whose tests are measured, and which is still to be proven. Its files lie in a folder. */
export type MeasuredDraft = Omit<KeptDraft, 'basis'>;

/** Store of drafts and measured runs, by the id of their contract, so that no finished work is done again. */
export interface DraftStore {
  /** Restores the files of a draft into a folder. Returns its facts, or undefined if there is no whole draft. */
  restore(id: string, stage: string): KeptDraft | undefined;
  /** Keeps a copy of the files of a folder with their facts. */
  keep(id: string, stage: string, draft: KeptDraft): void;
  /** Removes all that is kept for a contract. */
  remove(id: string): void;
  /** Resolves the path of the log of the measured runs. */
  resolveRunsPath(id: string): string;
}

/** Project and commands that the caller named: they shape every draft. */
type DraftCommands = Pick<InitOptions, 'project' | 'test' | 'report' | 'install'>;

/** Format of what is kept; other versions are not read. */
const FORMAT = 3;
const FACTS = 'draft.json';

/**
 * Opens the store of one `init`. It lies in the cache and not among the records: a repository could bring records of
 * its own, and proofs are taken up for drafts of this store only.
 *
 * @param root folder of the cache
 * @param place repository, folder of contracts, folder of records, and what the caller says of the project; others have
 *   drafts of their own
 */
export function openDraftStore(
  root: string,
  place: { git_folder: string; tasks: string; records: string; commands: DraftCommands },
): DraftStore {
  const resolveFolder = (id: string) =>
    join(root, 'drafts', computeDigest({ format: FORMAT, version: ENGINE_VERSION, ...place, id }));
  return {
    restore(id, stage) {
      const folder = resolveFolder(id);
      const draft = readFacts(join(folder, FACTS));
      if (draft === undefined) return undefined;
      for (const name of readdirSync(join(folder, 'files')))
        cpSync(join(folder, 'files', name), join(stage, name), { recursive: true });
      // The time of use is that of the folder: the cache is pruned by it.
      utimesSync(folder, new Date(), new Date());
      return draft;
    },
    keep(id, stage, { basis, tests, notes, summary, unwritten }) {
      const folder = resolveFolder(id);
      const files = join(folder, 'files');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const path of [join(folder, FACTS), files, `${files}.new`]) rmSync(path, { recursive: true, force: true });
      cpSync(stage, `${files}.new`, { recursive: true });
      renameSync(`${files}.new`, files);
      // The facts come last: without them there is no draft.
      writeAtomically(join(folder, FACTS), JSON.stringify({ basis, tests, notes, summary, unwritten }));
    },
    remove: (id) => rmSync(resolveFolder(id), { recursive: true, force: true }),
    resolveRunsPath: (id) => join(resolveFolder(id), 'runs.jsonl'),
  };
}

function readFacts(path: string): KeptDraft | undefined {
  try {
    if (!lstatSync(join(dirname(path), 'files')).isDirectory()) return undefined;
    return keptDraftSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // absent, cut off, or of another version
  }
}
