import { posix } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { readBlobs } from '../git/read_blobs.js';
import { listCommitFiles } from '../history/list_commit_files.js';
import type { LocalRepository } from '../history/open_repository.js';
import { createSettingsMatcher } from './create_settings_matcher.js';
import { type RevisionFile, resolveSettingsLinks } from './resolve_settings_links.js';

/** File of an agent's settings. */
interface SettingsFile {
  path: string;
  /** git's mode: 100644, 100755 or 120000 (a link). */
  mode: string;
  sha256: string;
  content: Buffer;
}

/** Settings of agents as one revision of a repository has them. */
export interface AgentSettings {
  /** Digest of patterns and files. */
  sha256: string;
  /** Commit that they are of. */
  revision: string;
  /** Patterns beside those of the known agents. */
  patterns: readonly string[];
  files: readonly SettingsFile[];
}

/** Conventional name of a contract: its folder holds hidden files. */
const CONTRACT_FILE = 'contract.yml';
/** Limits of the settings of a revision: number of files, and bytes of all. */
const MAX_FILES = 2000;
const MAX_BYTES = 8 * 2 ** 20;

/**
 * Reads the settings of agents in a revision. They may be of somebody who is not trusted: they are only written into
 * sandboxes.
 *
 * @param tree id of the tree that is read; `revision`: commit that it belongs to
 * @param patterns patterns of files beside those of the known agents
 * @param excluded folders of contracts, beside those with a `contract.yml`: hidden files must never reach an agent
 * @throws {UserError} if the patterns match more than settings
 */
export async function readAgentSettings(
  repository: LocalRepository,
  { tree, revision }: { tree: string; revision: string },
  patterns: readonly string[],
  excluded: readonly string[],
): Promise<AgentSettings> {
  const isSettings = createSettingsMatcher(patterns);
  const all = await listCommitFiles(repository, tree);
  const contracts = all.flatMap(({ path }) => (path.endsWith(`/${CONTRACT_FILE}`) ? [posix.dirname(path)] : []));
  const folders = [...excluded, ...contracts];
  const isExcluded = (path: string) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const own = all.filter(({ path }) => isSettings(path) && !isExcluded(path));
  const links = all.filter(({ mode }) => mode === '120000').map(({ blob }) => blob);
  const targets = await readBlobs(links, { store: repository.store });
  const getTarget = ({ blob }: RevisionFile) => targets.get(blob)!.toString('utf8');
  const found = resolveSettingsLinks(own, all, getTarget, isSettings, isExcluded);
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  if (found.length > MAX_FILES || bytes > MAX_BYTES)
    throw new UserError(
      `revision ${revision.slice(0, 12)} has ${found.length} files with settings of agents, of ${bytes} bytes: ` +
        `at most ${MAX_FILES} files and ${MAX_BYTES} bytes are compared`,
      'Name narrower patterns under `settings` in the suite.',
    );
  const blobs = await readBlobs(
    found.map(({ blob }) => blob),
    { store: repository.store },
  );
  const files = found.map(({ path, mode, blob }): SettingsFile => {
    const content = blobs.get(blob)!;
    return { path, mode, sha256: sha256(content), content };
  });
  const identity = files.map((file) => [file.path, file.mode, file.sha256]);
  return { sha256: computeDigest({ patterns, files: identity }), revision, patterns, files };
}
