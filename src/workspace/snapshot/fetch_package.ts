import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';
import { computeFolderTree } from '../history/create_broken_tree.js';
import { unpackArchive } from './unpack_archive.js';

/** Published package of npm at one version. */
interface PublishedPackage {
  /** `name@version`. */
  npm: string;
  /** Subresource integrity of its tarball: `sha512-` and base64. */
  integrity: string;
}

const NO_LINKS = 'npm would not install it, so its files would not be those of the package: use an archive.';
/** Longest time of a download in milliseconds. */
const DOWNLOAD_MS = 600_000;

/**
 * Fetches a package into the store. Its registry and its credentials are those of the user's own npm; install scripts
 * are not run. What was once fetched with the pinned integrity is read from the store.
 *
 * @returns tree of its files, without the folder `package/`, and the integrity of what was fetched
 * @throws {UserError} if npm is missing, the registry does not have the package, or its tarball is unsafe
 */
export async function fetchPackage(
  { npm, integrity }: PublishedPackage,
  cache: WorkspaceCache,
  at: string,
  signal?: AbortSignal,
): Promise<{ tree: string; observed: string }> {
  const { store } = cache;
  const stored = await runGit(['rev-parse', '--verify', '--quiet', `${getReference(integrity)}^{tree}`], { store });
  if (stored.ok) return { tree: stored.stdout.toString().trim(), observed: integrity };
  const folder = createScratchFolder(cache);
  try {
    const files = join(folder, 'files');
    mkdirSync(files);
    const tarball = await downloadPackage(npm, folder, at, signal);
    const hash = createHash('sha512');
    await pipeline(createReadStream(tarball), hash);
    const observed = `sha512-${hash.digest('base64')}`;
    // Another package than the pinned one is for the caller to refuse, who says both. Nobody looks at what is in it.
    if (observed !== integrity) return { tree: await computeFolderTree(files, cache, signal), observed };
    await unpackArchive(tarball, files, 1, at);
    const link = readdirSync(files, { recursive: true, withFileTypes: true }).find((entry) => entry.isSymbolicLink());
    if (link !== undefined)
      throw new UserError(
        `${at}: ${npm} holds the link "${relative(files, join(link.parentPath, link.name))}"`,
        NO_LINKS,
      );
    const tree = await computeFolderTree(files, cache, signal);
    await runGitOrThrow(['update-ref', getReference(integrity), tree], { store });
    return { tree, observed };
  } finally {
    await removeTree(folder);
  }
}

/** Returns the name under which the store keeps a package. Names of git hold no base64. */
const getReference = (integrity: string): string =>
  `refs/gatebench-npm/${Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')}`;

/** Downloads a tarball into a folder. Returns its path. */
async function downloadPackage(npm: string, folder: string, at: string, signal?: AbortSignal): Promise<string> {
  const { failed, code, isCanceled, timedOut, stderr, shortMessage } = await execa(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder, '--', npm],
    { cwd: folder, reject: false, stdin: 'ignore', timeout: DOWNLOAD_MS, ...omitUndefined({ cancelSignal: signal }) },
  );
  if (code === 'ENOENT')
    throw new UserError(`${at}: npm is not on PATH`, 'It comes with Node: install it, or add its folder to PATH.');
  if (isCanceled) throw new UserError('interrupted while fetching');
  if (timedOut) throw new UserError(`${at}: ${npm} was not fetched within ${DOWNLOAD_MS / 60_000} minutes`);
  if (/\bE404\b|\bETARGET\b/.test(stderr))
    throw new UserError(`${at}: the registry has no ${npm}`, 'It was never there, or it was unpublished.');
  if (failed)
    throw new UserError(
      `${at}: ${npm} cannot be fetched: ${extractComplaint(stderr) || getFirstLine(shortMessage ?? '')}`,
      'Look whether this machine reaches its npm registry: npm ping.',
    );
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new UserError(`${at}: npm pack left no tarball of ${npm}`);
  return join(folder, tarball);
}

/** Extracts the first line of an error of npm that says more than its code. */
const extractComplaint = (stderr: string): string =>
  /^npm (?:error|ERR!) (?!code |errno |syscall |A complete log)(.+)/m.exec(stderr)?.[1] ?? '';
