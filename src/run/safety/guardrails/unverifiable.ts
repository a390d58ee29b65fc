import { Act, type Surroundings } from './act.js';
import { type Deed, isUnread, UNKNOWN } from './deed.js';
import { handlesPaths } from './effects.js';
import type { Rule } from './rule.js';

/**
 * Programs that an unknown word may stand for. Those that take any operands count only for what no other program would be given;
 * the others have subcommands that tell them.
 */
const CANDIDATES: readonly { program: string; only?: readonly string[] }[] = [
  { program: 'rm', only: ['delete-machine', 'delete-system-file', 'delete-workspace', 'delete-vcs'] },
  { program: 'chmod', only: ['change-rights-of-machine'] },
  { program: 'dd', only: ['overwrite-disk'] },
  { program: 'git' },
  { program: 'kubectl' },
  { program: 'terraform' },
  { program: 'docker' },
  { program: 'aws' },
];

/** A command whose program is not known before it runs, with arguments that would be dangerous for a program it may be. */
export function suspected(deed: Deed, around: Surroundings, broken: (act: Act) => Rule | undefined): Rule | undefined {
  if (!deed.program.includes(UNKNOWN) || deed.args.length === 0) return undefined;
  for (const { program, only } of CANDIDATES) {
    // `$X file` is most things; `$X -rf file` is few.
    if (program === 'rm' && !deed.args.some(({ text }) => /^-\w*[rRf]|^--recursive|^--force/.test(text))) continue;
    const rule = broken(new Act({ ...deed, program, path: program }, around));
    if (rule && (!only || only.includes(rule.id))) return rule;
  }
  return undefined;
}

/**
 * Tells whether a part that was not read to its end may be what makes a command destructive: the program itself, a word of a program
 * that rules name, or a path that the program does something to. Elsewhere (`echo`, a message, a loop that counts) it is harmless.
 */
export function isUndecided(
  deed: Deed,
  around: Surroundings,
  mayBreak: (act: Act, which: 'any' | 'values') => boolean,
): boolean {
  const { program, path, args, redirects, folder } = deed;
  if (isUnread(path)) return true;
  const given = args.some(({ text }) => isUnread(text));
  if (!given && !redirects.some((each) => isUnread(each.path.text)) && !isUnread(folder?.text ?? '')) return false;
  const act = new Act(deed, around);
  if (act.hasUnreadPath) return true;
  if (!given) return false;
  // Of what is not read nobody knows how many words it is.
  const operand = act.operands.some(({ text }) => isUnread(text));
  if (operand && handlesPaths(act.program)) return true;
  const value = act.options.some(({ value }) => isUnread(value.text));
  return program.includes(UNKNOWN) || mayBreak(act, value && !operand ? 'values' : 'any');
}
