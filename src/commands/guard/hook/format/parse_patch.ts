import type { GuardRequest } from '../../../../guard/guard.js';

import { HookInputError, resolvePath } from './hook_input.js';

const FILE = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;

/**
 * Parses a patch in the form of `apply_patch` ("*** Begin Patch") into what it does to each file.
 * @throws {HookInputError} if it names no file
 */
export function parsePatch(patch: string, folder: string | undefined): GuardRequest[] {
  const requests: GuardRequest[] = [];
  let added: string[] | undefined;
  const addLines = () => {
    const last = requests.at(-1);
    if (added && last && 'write' in last) last.content = `${added.join('\n')}\n`;
    added = undefined;
  };
  for (const line of patch.split(/\r?\n/)) {
    const [, act, name] = FILE.exec(line) ?? [];
    if (act === undefined || name === undefined) {
      if (line.startsWith('+')) added?.push(line.slice(1));
      continue;
    }
    addLines();
    const path = resolvePath(folder, name);
    if (act === 'Delete File') requests.push({ command: `rm -f -- ${quoteForShell(path)}` });
    else requests.push({ write: path });
    if (act === 'Add File') added = [];
  }
  addLines();
  if (requests.length === 0) throw new HookInputError('the patch names no file');
  return requests;
}

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
