import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { findInstallationFolder } from '../../system/find_installation_folder.js';
import { runGit } from '../../workspace/git/run_git.js';

const REPOSITORY = 'gatebench/gatebench';
const GITHUB_REMOTE =
  /^(?:https:\/\/github\.com\/|git@github\.com:|ssh:\/\/git@github\.com\/)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;

/**
 * Finds how a workflow names the Action of this installation: `OWNER/NAME@COMMIT` of the clone that it runs from, whose
 * remote `origin` says the name; the tag of the release where it is an installed package.
 *
 * @param folder folder of the installation
 */
export async function findActionReference(folder: string | undefined = findInstallationFolder()): Promise<string> {
  const store = folder === undefined ? undefined : join(folder, '.git');
  if (store === undefined || !existsSync(store)) return `${REPOSITORY}@v${ENGINE_VERSION}`;
  const head = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: folder });
  if (!head.ok) return `${REPOSITORY}@v${ENGINE_VERSION}`;
  const origin = await runGit(['config', '--get', 'remote.origin.url'], { cwd: folder });
  const name = GITHUB_REMOTE.exec(origin.stdout.toString().trim())?.[1] ?? REPOSITORY;
  return `${name}@${head.stdout.toString().trim()}`;
}
