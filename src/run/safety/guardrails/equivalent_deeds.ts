import type { Deed, Word } from './deed.js';
import { discardedPaths } from './discarded_paths.js';
import { isRemote } from './effects.js';
import { endedProcesses } from './ended_processes.js';
import { argumentsOf, hasFlag } from './grammar.js';

/** Options with which rsync deletes at its goal. */
const DELETING = [
  '--delete',
  '--delete-before',
  '--delete-after',
  '--delete-during',
  '--delete-delay',
  '--delete-excluded',
  '--del',
];

/**
 * Returns a deed in other words, where programs share an effect that rules tell once: `end-process NAME` for whatever ends processes,
 * `git-discard PATH` for what throws away uncommitted work of many files, `sync-away HOST:PATH` for what deletes on another host.
 */
export function equivalentDeeds(deed: Deed, line: readonly Deed[]): readonly Deed[] {
  const ended = endedProcesses(deed, line);
  const found = ended.length > 0 ? [told(deed, 'end-process', ended.map(wordOf))] : [];
  if (deed.program === 'git') {
    const discarded = discardedPaths(deed, line);
    if (discarded.length > 0) found.push(told(deed, 'git-discard', discarded));
  }
  if (deed.program === 'rsync') {
    const { flags, operands } = argumentsOf('rsync', deed.args);
    const goal = operands.at(-1);
    if (goal && operands.length > 1 && isRemote(goal.text) && DELETING.some((flag) => hasFlag(flags, flag)))
      found.push(told(deed, 'sync-away', [goal]));
  }
  return found;
}

const told = ({ environment, via, source, folder }: Deed, program: string, args: readonly Word[]): Deed => ({
  program,
  path: program,
  args,
  redirects: [],
  environment,
  via,
  source,
  ...(folder && { folder }),
});

const wordOf = (text: string): Word => ({ text, glob: false });
