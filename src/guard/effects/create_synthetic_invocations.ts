import { hasFlag, parseProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { findDiscardedPaths, isChangeListing } from './find_discarded_paths.js';
import { findEndedProcesses } from './find_ended_processes.js';
import { isRemotePath } from './path_effects.js';

/** Options that make rsync delete at its destination. */
const DELETING = [
  '--delete',
  '--delete-before',
  '--delete-after',
  '--delete-during',
  '--delete-delay',
  '--delete-excluded',
  '--del',
];

/** Creates `end-process NAME`, `git-discard PATH` and `sync-away HOST:PATH` for effects that several programs share. */
export function createSyntheticInvocations(
  invocations: readonly Invocation[],
  line: readonly Invocation[],
): readonly Invocation[] {
  const ended = findEndedProcesses(invocations, line);
  let listed: boolean | undefined;
  const listsChanged = () => {
    listed ??= line.some(isChangeListing);
    return listed;
  };
  return [
    ...(ended.size > 0 ? [createInvocation({}, 'end-process', [...ended].map(toWord))] : []),
    ...invocations.flatMap((invocation) => {
      const discarded = invocation.program === 'git' ? findDiscardedPaths(invocation, line, listsChanged) : [];
      return discarded.length > 0 ? [createInvocation(invocation, 'git-discard', discarded)] : [];
    }),
    ...invocations.flatMap((invocation) => (invocation.program === 'rsync' ? findRemoteGoal(invocation) : [])),
  ];
}

/** Returns the remote destination of an rsync that deletes there. */
function findRemoteGoal(invocation: Invocation): Invocation[] {
  const { flags, operands } = parseProgramArguments('rsync', invocation.args);
  const goal = operands.at(-1);
  const deletes = DELETING.some((flag) => hasFlag(flags, flag));
  return goal && operands.length > 1 && isRemotePath(goal.text) && deletes
    ? [createInvocation(invocation, 'sync-away', [goal])]
    : [];
}

const createInvocation = (
  { folder }: Pick<Invocation, 'folder'>,
  program: string,
  args: readonly ExpandedWord[],
): Invocation => ({
  program,
  path: program,
  args,
  redirects: [],
  environment: {},
  wrappers: [],
  language: 'shell',
  ...(folder && { folder }),
});

const toWord = (text: string): ExpandedWord => ({ text, glob: false });
