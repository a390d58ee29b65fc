import { posix } from 'node:path';
import type { GuardRequest } from '../../../guard/guard.js';
import type { Invocation } from '../../../guard/invocation.js';
import { findWrittenPaths } from '../../../run/safety/find_written_paths.js';
import { GUARD_FILE } from './settings/guard_settings.js';

/** Ends of the paths at which clients keep hooks, and of the file that sets the guard of a project. */
const GUARDED = [
  GUARD_FILE,
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.cursor/hooks.json',
  '.github/hooks/gatebench-guard.json',
  '.copilot/hooks/gatebench-guard.json',
  '.opencode/plugins/gatebench-guard.js',
  '.config/opencode/plugins/gatebench-guard.js',
];

/** Place of a call: its folder and its user's home, where they are known. */
interface CallPlace {
  folder: string | undefined;
  home: string | undefined;
}

/**
 * Finds the file of the guard's own that a request would change, so that an agent cannot switch off what guards it.
 *
 * @param files absolute paths of further files that set the guard
 * @param invocations what the command of the request runs
 */
export function findGuardEdit(
  request: GuardRequest,
  { folder, home }: CallPlace,
  files: readonly string[],
  invocations: readonly Invocation[],
): string | undefined {
  const guarded = [...GUARDED.map((end) => `/${end}`), ...files];
  const isGuarded = (path: string) => guarded.find((end) => path.endsWith(end));
  if ('write' in request) return isGuarded(posix.resolve('/', request.write))?.replace(/^\//, '');
  if (!('command' in request)) return undefined;
  const placed = invocations.map((invocation) => placeInvocation(invocation, request.folder ?? folder ?? '/', home));
  for (const touched of findWrittenPaths(placed, '/')) {
    const whole = `/${touched.path}`;
    const isMany = touched.below || touched.glob;
    const file = isGuarded(whole) ?? (isMany ? findBelow(whole, guarded, files) : undefined);
    if (file !== undefined) return file.replace(/^\//, '');
  }
  return undefined;
}

/** Finds a guarded file in a folder whose whole contents are changed, or that a pattern may name. */
function findBelow(path: string, guarded: readonly string[], files: readonly string[]): string | undefined {
  const [tree = ''] = path.split('/*');
  const own_file = files.find((file) => file.startsWith(`${tree}/`));
  return own_file ?? guarded.find((end) => posix.dirname(end) !== '/' && tree.endsWith(posix.dirname(end)));
}

/** Returns an invocation whose folder is absolute and whose words name the home folder in full. */
function placeInvocation(invocation: Invocation, folder: string, home: string | undefined): Invocation {
  const expand = <W extends { text: string }>(word: W): W => {
    const text = home === undefined ? word.text : word.text.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home);
    return text === word.text ? word : { ...word, text };
  };
  const place = invocation.folder && expand(invocation.folder).text;
  return {
    ...invocation,
    args: invocation.args.map(expand),
    redirects: invocation.redirects.map((redirect) => ({ ...redirect, path: expand(redirect.path) })),
    folder: { text: place === undefined ? folder : posix.resolve(folder, place), glob: false },
  };
}
