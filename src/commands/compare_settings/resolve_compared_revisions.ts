import { relative, resolve } from 'node:path';
import { runGit } from '../../workspace/git/run_git.js';
import { openRepository } from '../../workspace/history/read_commit.js';
import { createSettingsMatcher } from '../../workspace/settings/read_agent_settings.js';
import { resolveChange } from '../study/resolve_change.js';
import type { RunOptions } from '../study/run_options.js';

/**
 * Finds the commits whose settings are compared.
 *
 * @param base revision of the base; undefined = the default branch
 * @param suite suite file, which is watched beside the settings
 * @param warn is told of settings in the working tree that are in no commit, and which base was found
 * @throws {UserError} if a revision does not exist, or no base is named and none is found
 */
export async function resolveComparedRevisions(
  base: string | undefined,
  head: string,
  cwd: string,
  suite: string,
  warn: (line: string) => void,
): Promise<NonNullable<RunOptions['pull_request']>> {
  const repository = await openRepository(cwd);
  if (head === 'HEAD' && repository.root !== undefined) {
    const options = ['--porcelain', '-z', '--no-renames', '--untracked-files=all'];
    const status = await runGit(['status', ...options], { cwd: repository.root });
    const lines = status.stdout.toString('utf8').split('\0');
    const isSettings = createSettingsMatcher([]);
    const suite_path = relative(repository.root, resolve(cwd, suite));
    const uncommitted = lines.map((line) => line.slice(3)).filter((path) => path === suite_path || isSettings(path));
    if (uncommitted.length > 0)
      warn(`not compared, since they are in no commit: ${uncommitted.slice(0, 5).join(', ')}`);
  }
  return resolveChange({ base, head }, cwd, 'compare --settings REVISION', warn);
}
