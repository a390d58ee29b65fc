import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../../contract/input/user_error.js';
import { findProgram } from '../../../system/find_program.js';
import { getOwnerTag } from '../../../system/get_owner_tag.js';
import { removeTree, type WorkspaceCache } from '../../../workspace/cache/workspace_cache.js';
import { listProgramFolders, type NpmInstall, parseNpmPackage } from './install_schema.js';

/** Maximum duration of an installation, in milliseconds. */
const INSTALL_TIMEOUT_MS = 900_000;
/** Maximum number of npm's error lines in a message. */
const SHOWN_LINES = 3;

/** Options of the installation of an agent. */
export interface AgentInstallOptions {
  /** Name of the agent in messages. */
  name: string;
  install: NpmInstall;
  program: string;
}

/** Returns the folder of an installation: one per package and version. */
export function getInstallationFolder(cache: string, install: Pick<NpmInstall, 'npm'>): string {
  const { name, version } = parseNpmPackage(install);
  return join(cache, 'agents', `${name.replace('@', '').replace('/', '+')}-${version}`);
}

/**
 * Finds the program of an installation.
 *
 * @returns undefined if it is not installed, or not for this machine
 */
export const findInstalledProgram = (cache: string, install: NpmInstall, program: string): string | undefined =>
  findProgram(program, listInstalledFolders(getInstallationFolder(cache, install), install).join(delimiter));

/** Lists the folders of programs of an installation. */
export const listInstalledFolders = (folder: string, install: NpmInstall) =>
  listProgramFolders(install).map((path) => join(folder, path));

/**
 * Installs an agent's package with npm, without running its install scripts.
 *
 * The installation is made in a draft folder and then renamed, so it is complete or absent.
 *
 * @returns its folder, and whether it existed before
 * @throws {UserError} if npm is missing or fails, or the package lacks the program
 */
export async function installAgent(
  { name, install, program }: AgentInstallOptions,
  cache: WorkspaceCache,
  { search_path, signal }: { search_path: string; signal: AbortSignal },
): Promise<{ folder: string; kept: boolean }> {
  const folder = getInstallationFolder(cache.root, install);
  if (findInstalledProgram(cache.root, install, program)) return { folder, kept: true };
  const npm = findProgram('npm', search_path);
  if (!npm) throw new UserError('npm is not on PATH', 'It comes with Node: install it, or add its folder to PATH.');
  const draft = join(cache.scratch, `${getOwnerTag()}-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  try {
    await runNpm(npm, draft, install.npm, signal);
    if (existsSync(folder)) await removeTree(folder); // it lacks the program
    mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another process installed the same package first.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  } finally {
    await removeTree(draft);
  }
  if (!findInstalledProgram(cache.root, install, program))
    throw new UserError(
      `agent "${name}": ${install.npm} has no program "${program}" for ${process.platform}-${process.arch}`,
      'Correct `program` and `install.path` of the agent file, or use another machine.',
    );
  return { folder, kept: false };
}

async function runNpm(npm: string, prefix: string, wanted: string, signal: AbortSignal): Promise<void> {
  const options = [
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    // A caller that silenced npm is still told why an installation failed.
    '--loglevel=error',
    '--engine-strict=false',
  ];
  const { failed, isCanceled, timedOut, stderr, shortMessage } = await execa(
    npm,
    ['install', ...options, '--omit=dev', '--prefix', prefix, '--', wanted],
    {
      cwd: prefix,
      reject: false,
      stdin: 'ignore',
      cancelSignal: signal,
      timeout: INSTALL_TIMEOUT_MS,
      killSignal: 'SIGTERM',
    },
  );
  if (!failed) return;
  if (isCanceled) throw new UserError(`the installation of ${wanted} was interrupted`);
  if (timedOut)
    throw new UserError(`the installation of ${wanted} took longer than ${INSTALL_TIMEOUT_MS / 60_000} minutes`);
  const complaint = extractComplaint(stderr) || shortMessage;
  if (/\bE404\b|\bETARGET\b/.test(stderr))
    throw new UserError(`the registry has no ${wanted}: ${complaint}`, 'Correct `install.npm` of the agent file.');
  throw new UserError(
    `npm cannot install ${wanted}: ${complaint}`,
    'Look whether this machine reaches its npm registry: npm ping.',
  );
}

/** Extracts the first error lines from npm's output. */
const extractComplaint = (stderr: string) =>
  stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!A complete log|code |syscall |errno )(.+)/.exec(line)?.[1]?.trim() ?? [])
    .slice(0, SHOWN_LINES)
    .join(' · ');
