import type * as Tree from 'unbash';

type CommandParts = Pick<Tree.Command, 'name' | 'prefix' | 'args'>;

/** Returns true if a word directly follows an assignment: the parser makes `<(…)` in `A=<(…)` a word of its own. */
const isAdjacent = (previous: Tree.SyntaxNode | undefined, part: Tree.SyntaxNode | undefined): boolean =>
  previous?.type === 'Assignment' && part?.type === 'Word' && previous.end === part.pos;

/** Returns the parts of a command with process substitutions attached to the assignments that they belong to. */
export function attachSubstitutions({ name, prefix, args }: CommandParts): CommandParts {
  const last = prefix.at(-1);
  if (!isAdjacent(last, name)) {
    const split = args.some((arg, index) => isAdjacent(args[index - 1], arg));
    return split ? { name, prefix, args: joinParts(args) } : { name, prefix, args };
  }
  const parts = joinParts([last as Tree.Assignment, name!, ...args]);
  const words = parts.findIndex(({ type }) => type !== 'Assignment');
  const assigned = words === -1 ? parts : parts.slice(0, words);
  const [first, ...rest] = words === -1 ? [] : parts.slice(words);
  return {
    name: first as Tree.Word | undefined,
    prefix: [...prefix.slice(0, -1), ...(assigned as Tree.Assignment[])],
    args: rest,
  };
}

/** A spread would lose the inherited properties of the node, so they are listed. */
const toAssignment = ({ type, pos, end, text, name, append, index }: Tree.Assignment, value: Tree.Word) =>
  ({ type, pos, end, text, name, append, index, value }) satisfies Tree.Assignment;

function joinParts(parts: Tree.Command['args']): Tree.Command['args'][number][] {
  const whole: Tree.Command['args'][number][] = [];
  for (const [index, part] of parts.entries()) {
    const previous = whole.at(-1);
    if (previous?.type === 'Assignment' && part.type === 'Word' && isAdjacent(parts[index - 1], part))
      whole[whole.length - 1] = toAssignment(previous, part);
    else whole.push(part);
  }
  return whole;
}
