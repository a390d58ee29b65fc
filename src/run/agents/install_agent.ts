import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../contract/user_error.js';
import { makerMark } from '../sandbox/maker.js';
import { findProgram } from '../sandbox/program.js';
import { type Cache, removeTree } from '../workspace/cache.js';
import type { NpmInstall } from './install.js';
import { installationFolder, installedProgram } from './installed.js';

/** Longest time that an installation may take, in milliseconds. */
const PATIENCE_MS = 900_000;
/** Lines of npm's complaint that are passed on. */
const SHOWN = 3;

export interface InstallOrder {
  /** Name of the agent, for people. */
  name: string;
  install: NpmInstall;
  program: string;
}

/**
 * Installs an agent's package with npm, without running any script of it. The installation appears whole or not at all: it is made
 * beside and moved.
 *
 * @returns where it is, and whether it was there already
 * @throws {UserError} when npm is missing or fails, or the package does not have the program
 */
export async function installAgent(
  { name, install, program }: InstallOrder,
  cache: Cache,
  { search_path, signal }: { search_path: string; signal: AbortSignal },
): Promise<{ folder: string; kept: boolean }> {
  const folder = installationFolder(cache.root, install);
  if (installedProgram(cache.root, install, program)) return { folder, kept: true };
  const npm = findProgram('npm', search_path);
  if (!npm) throw new UserError('npm is not on PATH', 'It comes with Node: install it, or add its folder to PATH.');
  const draft = join(cache.scratch, `${makerMark()}-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  try {
    await runNpm(npm, draft, install.npm, signal);
    if (existsSync(folder)) await removeTree(folder); // one that lacks the program
    mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Somebody else was faster with the same.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  } finally {
    await removeTree(draft);
  }
  if (!installedProgram(cache.root, install, program))
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
    '--engine-strict=false',
  ];
  const { failed, isCanceled, timedOut, stderr, shortMessage } = await execa(
    npm,
    ['install', ...options, '--omit=dev', '--prefix', prefix, '--', wanted],
    { cwd: prefix, reject: false, stdin: 'ignore', cancelSignal: signal, timeout: PATIENCE_MS, killSignal: 'SIGTERM' },
  );
  if (!failed) return;
  if (isCanceled) throw new UserError(`the installation of ${wanted} was interrupted`);
  if (timedOut) throw new UserError(`the installation of ${wanted} took longer than ${PATIENCE_MS / 60_000} minutes`);
  const said = complaint(stderr) || shortMessage;
  if (/\bE404\b|\bETARGET\b/.test(stderr))
    throw new UserError(`the registry has no ${wanted}: ${said}`, 'Correct `install.npm` of the agent file.');
  throw new UserError(
    `npm cannot install ${wanted}: ${said}`,
    'Look whether this machine reaches its npm registry: npm ping.',
  );
}

/** The first lines in which npm says what is wrong. */
const complaint = (stderr: string) =>
  stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!A complete log|code |syscall |errno )(.+)/.exec(line)?.[1]?.trim() ?? [])
    .slice(0, SHOWN)
    .join(' · ');
