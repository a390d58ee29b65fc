import { execa } from 'execa';
import { owner } from './owner.js';

/**
 * git as the harness uses it: never the user's or the repository's own configuration, hooks, filters or attributes, so
 * that nothing an agent wrote can run or change bytes on the way.
 *
 * Paths travel as latin-1 strings: one character per byte, so that names that are not UTF-8 survive.
 */
export interface GitCall {
  /** Object store; `GIT_DIR`. */
  store?: string;
  work_tree?: string;
  index?: string;
  /** Where new objects go, so that a hostile patch never grows the shared store. */
  objects?: string;
  /**
   * Where objects may be read from besides; default: the shared store. For what a patch may build on, the snapshot's own: git
   * takes the content of a binary change from any store that has it, and the shared one may hold the future of the repository.
   */
  known?: string;
  input?: Uint8Array | string;
  cwd?: string;
  /** Run as the owner of workspaces instead of ourselves, over what an agent wrote: with bounded time and memory. */
  as_owner?: boolean;
  /** Command in front of git, to enter the namespace that holds the workspace. */
  prefix?: readonly string[];
  environment?: Record<string, string>;
  timeout_ms?: number;
  signal?: AbortSignal | undefined;
}

export interface GitResult {
  ok: boolean;
  exit_code: number | null;
  stdout: Buffer;
  /** Decoded leniently; messages only. */
  stderr: string;
}

const QUIET = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'gatebench',
  GIT_AUTHOR_EMAIL: 'gatebench@localhost',
  GIT_AUTHOR_DATE: '@946684800 +0000',
  GIT_COMMITTER_NAME: 'gatebench',
  GIT_COMMITTER_EMAIL: 'gatebench@localhost',
  GIT_COMMITTER_DATE: '@946684800 +0000',
};

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.fileMode=true',
  'core.symlinks=true',
  'core.quotePath=true',
  'core.untrackedCache=false',
  'core.preloadIndex=false',
  'core.precomposeUnicode=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'safe.directory=*',
  'diff.noprefix=false',
  'diff.renameLimit=2000',
  'apply.whitespace=nowarn',
].flatMap((setting) => ['-c', setting]);

/** Attributes that outrank every .gitattributes: bytes are stored and written as they are. */
export const INERT_ATTRIBUTES =
  '* -text -ident -filter !working-tree-encoding !diff !merge !eol !export-ignore !export-subst\n';

/** A small patch can hold gigabytes, and a workspace files that never end. Bytes and milliseconds. */
const HOSTILE_MEMORY = 2 * 2 ** 30;
const HOSTILE_MS = 300_000;

/** Runs git and reports; a failing git is a result, not an exception. */
export async function git(args: readonly string[], call: GitCall = {}): Promise<GitResult> {
  const environment: Record<string, string> = { ...QUIET, ...call.environment };
  if (call.store) environment.GIT_DIR = call.store;
  if (call.work_tree) environment.GIT_WORK_TREE = call.work_tree;
  if (call.index) environment.GIT_INDEX_FILE = call.index;
  if (call.objects) {
    environment.GIT_OBJECT_DIRECTORY = call.objects;
    environment.GIT_ALTERNATE_OBJECT_DIRECTORIES = call.known ?? `${call.store}/objects`;
  }
  const bounds = call.as_owner ? ['prlimit', `--data=${HOSTILE_MEMORY}`, '--'] : [];
  const [file, ...rest] = [...(call.prefix ?? []), ...bounds, 'git', ...SETTINGS, ...args] as [string, ...string[]];
  const timeout = call.timeout_ms ?? (call.as_owner ? HOSTILE_MS : undefined);
  const result = await execa(file, rest, {
    env: environment,
    extendEnv: false,
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 1 << 30,
    ...(call.input === undefined ? { stdin: 'ignore' as const } : { input: call.input }),
    ...(call.cwd ? { cwd: call.cwd } : call.work_tree && !call.prefix?.length ? { cwd: call.work_tree } : { cwd: '/' }),
    ...(call.as_owner && owner && !call.prefix?.length ? owner : {}),
    ...(timeout ? { timeout } : {}),
    ...(call.signal ? { cancelSignal: call.signal } : {}),
  });
  const stderr = Buffer.from((result.stderr as Uint8Array | undefined) ?? []).toString('utf8');
  return {
    ok: result.exitCode === 0,
    exit_code: result.exitCode ?? null,
    stdout: Buffer.from((result.stdout as Uint8Array | undefined) ?? []),
    stderr: stderr || (result.exitCode === 0 ? '' : (result.shortMessage ?? '')),
  };
}

/** A call of git that had to succeed and did not. */
export class GitError extends Error {}

/** git for calls that can only fail through a fault of ours or of the machine. @throws {GitError} with git's first message */
export async function gitOrThrow(args: readonly string[], call: GitCall = {}): Promise<Buffer> {
  const result = await git(args, call);
  if (!result.ok) throw new GitError(`git ${args[0]} failed: ${firstLine(result.stderr)}`);
  return result.stdout;
}

export const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? '';
