import { Act, type Surroundings } from './act.js';
import { type Deed, UNKNOWN } from './deed.js';
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
