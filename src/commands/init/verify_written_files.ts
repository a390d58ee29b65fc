import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { CommittedFile } from '../../workspace/history/create_broken_tree.js';
import type { InitSession } from './drafts/init_session.js';
import { removeEmptyFolder } from './files/write_files_together.js';

/** Command or contract that must pass over the written files. */
export interface WrittenFilesTrial {
  shown: string;
  /** Contract whose snapshot is the base of a pull request. */
  loaded: LoadedContract;
  /** True if it counts only where it passes without the written files. */
  compared: boolean;
}

/**
 * Runs the repository's own tests, and its contract for pull requests on an empty diff, over the latest commit with all
 * that was written. If one of them fails, everything is removed again.
 *
 * @param written absolute paths of the files and folders that this `init` wrote
 * @param createTrials creates what must pass; contracts that it needs are written into a folder that is deleted
 *   afterwards
 * @returns lines about what was run
 * @throws {UserError} after the removal
 */
export async function verifyWrittenFiles(
  root: string,
  written: readonly string[],
  createTrials: (stage: string) => Promise<WrittenFilesTrial[]>,
  session: InitSession,
): Promise<string[]> {
  const stage = mkdtempSync(join(tmpdir(), 'gatebench-init-'));
  const lines: string[] = [];
  try {
    const trials = await createTrials(stage);
    if (trials.length === 0 || written.length === 0) return [];
    const paths = written.flatMap(listFiles);
    const commit = await session.commitFiles(paths.map((path) => readWrittenFile(path, root)));
    const bare = await session.commitFiles([]);
    for (const { shown, loaded, compared } of trials) {
      const problem = await session.judgeUnchanged(loaded, commit);
      const earlier = problem === undefined || !compared ? undefined : await session.judgeUnchanged(loaded, bare);
      if (earlier !== undefined) lines.push(`  note: ${safe(shown)} fails without these files too: ${safe(earlier)}`);
      // A test that fails sometimes is no reason to take everything back.
      else if (problem === undefined || (await session.judgeUnchanged(loaded, commit)) === undefined)
        lines.push(`✓ ${safe(shown)} passes with these files`);
      else throw refuseFiles(shown, problem, root, written, session);
    }
    return lines;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Lists the files of a path, which is a file or a folder. */
function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const readWrittenFile = (path: string, root: string): CommittedFile => ({
  path: relative(root, path),
  content: readFileSync(path),
  executable: (statSync(path).mode & 0o100) !== 0,
});

/** Removes what was written, and creates the error that says so. */
function refuseFiles(
  shown: string,
  problem: string,
  root: string,
  written: readonly string[],
  session: InitSession,
): UserError {
  for (const path of written) rmSync(path, { recursive: true, force: true });
  for (const path of written)
    for (let folder = dirname(path); folder.startsWith(`${root}/`); folder = dirname(folder)) removeEmptyFolder(folder);
  const names = written.map((path) => safe(relative(session.cwd, path)));
  const tasks = safe(relative(root, session.tasks));
  return new UserError(
    `with the files that init wrote ${safe(shown)} fails: ${safe(problem)}`,
    `They are removed again (${names.join(', ')}). Let the command leave out ${tasks}/ and gatebench.yml, or name ` +
      'another folder with --tasks DIR.',
  );
}
