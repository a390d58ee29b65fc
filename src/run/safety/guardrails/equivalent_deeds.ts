import type { Deed, Word } from './deed.js';
import { discardedPaths, listsChanges } from './discarded_paths.js';
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
 * Returns deeds in other words, where programs share an effect that rules tell once: `end-process NAME` for whatever ends processes,
 * `git-discard PATH` for what throws away uncommitted work of many files, `sync-away HOST:PATH` for what deletes on another host.
 *
 * @param deeds those that do what they say
 * @param line all deeds of the line, these among them
 */
export function equivalentDeeds(deeds: readonly Deed[], line: readonly Deed[]): readonly Deed[] {
  const ended = endedProcesses(deeds, line);
  let listed: boolean | undefined;
  const listsChanged = () => {
    listed ??= line.some(listsChanges);
    return listed;
  };
  return [
    ...(ended.size > 0 ? [told({}, 'end-process', [...ended].map(wordOf))] : []),
    ...deeds.flatMap((deed) => {
      const discarded = deed.program === 'git' ? discardedPaths(deed, line, listsChanged) : [];
      return discarded.length > 0 ? [told(deed, 'git-discard', discarded)] : [];
    }),
    ...deeds.flatMap((deed) => (deed.program === 'rsync' ? remoteGoal(deed) : [])),
  ];
}

/** The goal of an rsync on another host, on which it deletes. */
function remoteGoal(deed: Deed): Deed[] {
  const { flags, operands } = argumentsOf('rsync', deed.args);
  const goal = operands.at(-1);
  const deletes = DELETING.some((flag) => hasFlag(flags, flag));
  return goal && operands.length > 1 && isRemote(goal.text) && deletes ? [told(deed, 'sync-away', [goal])] : [];
}

const told = ({ folder }: Pick<Deed, 'folder'>, program: string, args: readonly Word[]): Deed => ({
  program,
  path: program,
  args,
  redirects: [],
  environment: {},
  via: [],
  source: 'shell',
  ...(folder && { folder }),
});

const wordOf = (text: string): Word => ({ text, glob: false });
