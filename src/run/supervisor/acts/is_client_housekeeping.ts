import { posix } from 'node:path';
import type { ExecutedProgram } from './act_monitor.js';

/** Folders of a home in which programs keep what is theirs alone: data, state, caches. The home ends with the attempt. */
const PROGRAM_STORE = /^\/(?:home\/[^/]+|root)\/\.(?:local\/(?:share|state)|cache)\/[^/]+(?:\/|$)/;
/** Folders with the name of a program, but for those that hold keys, settings of others, or run something. */
const NAMED_STORE =
  /^\/(?:home\/[^/]+|root)\/\.(?!ssh\/|aws\/|azure\/|gnupg\/|kube\/|docker\/|config\/|local\/|mozilla\/|git\/|password-store\/)[\w-]+\/./;
/** Options of git that name its store, or the folder that it runs in. */
const GIT_FOLDER_OPTIONS = new Set(['--git-dir', '-C']);

/**
 * Tells whether a program only works in a store that the agent's client keeps for itself outside the workspace, such as
 * a repository of snapshots. The work tree of such a repository may be the workspace.
 */
export function isClientHousekeeping({ argv, cwd }: ExecutedProgram, workspace: string): boolean {
  const [program = '', ...args] = argv;
  if (posix.basename(program) === 'git') {
    const store = findGitStore(args) ?? cwd;
    return store !== undefined && isStore(store, workspace);
  }
  const paths = args.filter((word) => word.startsWith('/'));
  const places = paths.length > 0 ? paths : cwd === undefined ? [] : [cwd];
  return places.length > 0 && places.every((place) => isStore(place, workspace));
}

function findGitStore(args: readonly string[]): string | undefined {
  for (const [at, word] of args.entries()) {
    if (!word.startsWith('-')) return undefined;
    if (GIT_FOLDER_OPTIONS.has(word)) return args[at + 1];
    if (word.startsWith('--git-dir=')) return word.slice('--git-dir='.length);
  }
  return undefined;
}

function isStore(path: string, workspace: string): boolean {
  const plain = posix.normalize(path);
  if (plain === workspace || plain.startsWith(`${workspace}/`)) return false;
  return PROGRAM_STORE.test(plain) || NAMED_STORE.test(plain);
}
