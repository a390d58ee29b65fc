import type { GuardRequest } from '../../../../guard/guard.js';
import { HookInputError, quoteForShell, resolvePath } from './hook_input.js';

const FILE = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/;
/** Further lines of the form. */
const FRAME = /^\*\*\* (Begin Patch|End Patch|End of File)$/;
/** Lines that may be meant as a header; others after a blank are text of the file. */
const HEADER = /^\*{3}|^\s*\*{3}\s*[a-z]/i;
const BLANKS = /^[\s\u0085]+|[\s\u0085]+$/g;

/**
 * Parses a patch in the form of `apply_patch` ("*** Begin Patch") into what it does to each file.
 * Blanks around a header count as little as for the clients.
 *
 * @throws {HookInputError} if it names no file, or has a header of another kind
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
    const header = line.replace(BLANKS, '');
    const [, act, name] = FILE.exec(header) ?? [];
    if (act === undefined || name === undefined) {
      if (line.startsWith('+')) added?.push(line.slice(1));
      else if (HEADER.test(line) && !FRAME.test(header))
        throw new HookInputError(`the line "${header.slice(0, 60)}" of the patch is not understood`);
      continue;
    }
    addLines();
    const path = resolvePath(folder, name.trim());
    if (act === 'Delete File') requests.push({ command: `rm -f -- ${quoteForShell(path)}` });
    else requests.push({ write: path });
    if (act === 'Add File') added = [];
  }
  addLines();
  if (requests.length === 0) throw new HookInputError('the patch names no file');
  return requests;
}
