import { lstatSync, type Stats } from 'node:fs';
import { locateProgram, SYSTEM_PATH } from '../../system/find_program.js';
import { MachineError } from '../../system/is_code_fault.js';
import { runProgram } from '../../system/launcher/run_program.js';
import { workspaceOwner } from '../workspace_owner.js';

/**
 * Options of one git call. git never uses the configuration, hooks, filters or attributes of the user or of the
 * repository, so that nothing an agent wrote can run or change bytes. Paths are latin-1 strings, one character per
 * byte, so that names that are not UTF-8 survive.
 */
export interface GitOptions {
  /** Object store; `GIT_DIR`. */
  store?: string;
  work_tree?: string;
  index?: string;
  /** Store of new objects, so that a hostile patch never grows the shared store. */
  objects?: string;
  /**
   * Further store to read objects from. Default: the shared store. Patches may only build on the snapshot's own
   * objects: git takes binary contents from any store, and the shared one may hold later commits of the repository.
   */
  readable_objects?: string;
  input?: Uint8Array | string;
  cwd?: string;
  /** Runs git as the owner of workspaces, on files that an agent wrote: with bounded time and memory. */
  as_owner?: boolean;
  /** Command in front of git, to enter the namespace that holds the workspace. */
  prefix?: readonly string[];
  environment?: Record<string, string>;
  /** Default: five minutes for git on an agent's files, 30 minutes for all else. */
  timeout_ms?: number;
  /** Maximum output in bytes, after which git is ended and the output cut. Default: 1 GiB. */
  output_bytes?: number;
  signal?: AbortSignal | undefined;
}

/** Result of a git call. */
interface GitResult {
  ok: boolean;
  exit_code: number | null;
  stdout: Buffer;
  /** Decoded leniently; messages only. */
  stderr: string;
}

const GIT_ENVIRONMENT = {
  PATH: SYSTEM_PATH,
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

const GIT_SETTINGS = [
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

/** Attributes that override every .gitattributes, so that bytes are stored and written unchanged. */
export const INERT_ATTRIBUTES =
  '* -text -ident -filter !working-tree-encoding !diff !merge !eol !export-ignore !export-subst\n';

/** A small patch can hold gigabytes, and a workspace files that never end. Bytes and milliseconds. */
const HOSTILE_MEMORY_BYTES = 2 * 2 ** 30;
const HOSTILE_MS = 300_000;
/** Longest time of any other call in milliseconds: on a file system that hangs, git would wait for ever. */
const LONGEST_MS = 1_800_000;

/** Runs git. A failure is a result, not an exception. */
export async function runGit(args: readonly string[], call: GitOptions = {}): Promise<GitResult> {
  const environment: Record<string, string> = { ...GIT_ENVIRONMENT, ...call.environment };
  if (call.store) environment.GIT_DIR = call.store;
  if (call.work_tree) environment.GIT_WORK_TREE = call.work_tree;
  if (call.index) environment.GIT_INDEX_FILE = call.index;
  if (call.objects) {
    environment.GIT_OBJECT_DIRECTORY = call.objects;
    environment.GIT_ALTERNATE_OBJECT_DIRECTORIES = call.readable_objects ?? `${call.store}/objects`;
  }
  const locate = (name: string) => locateProgram(name, environment.PATH);
  const bounds = call.as_owner ? [locate('prlimit'), `--data=${HOSTILE_MEMORY_BYTES}`, '--'] : [];
  const [file, ...rest] = [...(call.prefix ?? []), ...bounds, locate('git'), ...GIT_SETTINGS, ...args] as [
    string,
    ...string[],
  ];
  const timeout = call.timeout_ms ?? (call.as_owner ? HOSTILE_MS : LONGEST_MS);
  const entered = Boolean(call.prefix?.length);
  const { exit_code, stdout, stderr, fault } = await runProgram(file, rest, {
    env: environment,
    input: call.input,
    cwd: call.cwd ?? (entered ? undefined : call.work_tree),
    user: call.as_owner && !entered ? workspaceOwner : undefined,
    output_bytes: call.output_bytes,
    timeout_ms: timeout,
    signal: call.signal,
  });
  return { ok: exit_code === 0, exit_code, stdout, stderr: stderr.toString('utf8') || fault };
}

/** Failure of a git call that had to succeed. */
export class GitError extends MachineError {}

/**
 * Runs a git call that fails only through a fault of the harness or the machine.
 * @throws {GitError} with git's first message
 */
export async function runGitOrThrow(args: readonly string[], call: GitOptions = {}): Promise<Buffer> {
  const result = await runGit(args, call);
  if (!result.ok) throw new GitError(`git ${args[0]} failed: ${getFirstLine(result.stderr)}`);
  return result.stdout;
}

/** Returns the first line of a text that is not blank; '' without one. */
export const getFirstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? '';

/**
 * Returns the path on disk of a repository path below a folder. Repository paths are latin-1 strings, one character per
 * byte, so that names that are not UTF-8 survive.
 */
export const toBytePath = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);

/**
 * Reads the status of a path in a tree.
 * @returns undefined if it is missing, or a parent is no folder
 */
export function lstatIfPresent(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(toBytePath(root, path));
  } catch {
    return undefined; // absent, or a folder on the way is none
  }
}

/**
 * Removes credentials from URLs in a text. Removes `user:token@`, and for http also a user name alone, since services
 * accept a token there. The last `@` of the authority counts, even if an earlier one is not encoded.
 */
export function removeUrlCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,20}:)\/\/([^\s/?#"'<>]*)@/gi, (whole, scheme: string, user: string) =>
    /^(git\+)?ssh:$/i.test(scheme) && !user.includes(':') ? whole : `${scheme}//`,
  );
}

/**
 * Reads the contents of blobs with one process, however many there are.
 * @returns content by blob id
 * @throws {GitError} if an object is missing or is no blob
 */
export async function readBlobs(blobs: readonly string[], call: GitOptions): Promise<Map<string, Buffer>> {
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return new Map();
  return parseBatch(ids, await runGitOrThrow(['cat-file', '--batch'], { ...call, input: `${ids.join('\n')}\n` }));
}

/** Bytes of the line that precedes a blob, at most. */
const HEADER_BYTES = 100;

/**
 * Reads the same if it is not much: a small patch can hold gigabytes.
 *
 * @param max_bytes size of all of them together
 * @returns undefined if they are larger, or if one of them is missing
 */
export async function readSmallBlobs(
  blobs: readonly string[],
  call: GitOptions,
  max_bytes: number,
): Promise<Map<string, Buffer> | undefined> {
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return new Map();
  const output_bytes = max_bytes + ids.length * HEADER_BYTES;
  const { ok, stdout } = await runGit(['cat-file', '--batch'], {
    ...call,
    ...{ input: `${ids.join('\n')}\n`, output_bytes },
  });
  try {
    return ok ? parseBatch(ids, stdout) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {GitError} if an object is missing or is no blob */
function parseBatch(ids: readonly string[], out: Buffer): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  let offset = 0;
  for (const id of ids) {
    const end = out.indexOf('\n', offset);
    const [, type, bytes] = out.toString('latin1', offset, end).split(' ');
    if (type !== 'blob') throw new GitError(`the object ${id} is missing`);
    contents.set(id, out.subarray(end + 1, end + 1 + Number(bytes)));
    offset = end + 1 + Number(bytes) + 1;
  }
  return contents;
}
