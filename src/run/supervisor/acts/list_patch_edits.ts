import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ActQuestion } from './act_question.js';

type Edit = Extract<ActQuestion, { form: 'edit' }>;

const BEGIN = '*** Begin Patch';
const MAX_EDITS = 200;

/** Returns true if a text contains a patch for `apply_patch`, or a unified diff. */
export const hasPatch = (text: string): boolean => text.includes(BEGIN) || /^\+\+\+ \S/m.test(text);

/** Lists the edits of the first patch in a text, hunk by hunk: for `apply_patch`, or a unified diff. */
export function listPatchEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  const index = text.indexOf(BEGIN);
  let path: string | undefined;
  let added: string[] = [];
  let replaced: string[] = [];
  let is_new = false;
  const close = () => {
    if (path !== undefined && (added.length > 0 || replaced.length > 0))
      edits.push({
        form: 'edit',
        path,
        content: added.join('\n'),
        ...omitUndefined({ replaces: is_new ? undefined : replaced.join('\n') }),
      });
    added = [];
    replaced = [];
  };
  for (const line of text.slice(Math.max(0, index)).split('\n')) {
    if (edits.length >= MAX_EDITS) break;
    const [, verb, name] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line) ?? [];
    const [, target] = /^\+\+\+ (?:b\/)?(\S+)/.exec(line) ?? [];
    if (verb !== undefined) {
      close();
      path = name!;
      is_new = verb === 'Add File';
      if (verb === 'Delete File' || verb === 'Move to') edits.push({ form: 'edit', path });
    } else if (line.startsWith('*** End Patch')) break;
    else if (target !== undefined && index === -1) {
      close();
      path = target;
      is_new = false;
    } else if (line.startsWith('@@') || /^(?:diff |index |--- )/.test(line)) close();
    else if (line.startsWith('+')) added.push(line.slice(1));
    else if (line.startsWith('-')) replaced.push(line.slice(1));
    else if (line.startsWith(' ')) {
      added.push(line.slice(1));
      replaced.push(line.slice(1));
    }
  }
  close();
  return edits;
}
