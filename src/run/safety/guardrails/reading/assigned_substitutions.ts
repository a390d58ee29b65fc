import type * as Tree from 'unbash';

type Parts = Pick<Tree.Command, 'name' | 'prefix' | 'args'>;

/** Tells whether a word stands right behind an assignment: the parser takes `<(…)` in `A=<(…)` for a word of its own. */
const follows = (before: Tree.SyntaxNode | undefined, part: Tree.SyntaxNode | undefined): boolean =>
  before?.type === 'Assignment' && part?.type === 'Word' && before.end === part.pos;

/** Returns a command's parts with process substitutions given back to the assignments whose value they are. */
export function withAssigned({ name, prefix, args }: Parts): Parts {
  const last = prefix.at(-1);
  if (!follows(last, name)) {
    const split = args.some((arg, at) => follows(args[at - 1], arg));
    return split ? { name, prefix, args: joined(args) } : { name, prefix, args };
  }
  const parts = joined([last as Tree.Assignment, name!, ...args]);
  const words = parts.findIndex(({ type }) => type !== 'Assignment');
  const assigned = words === -1 ? parts : parts.slice(0, words);
  const [first, ...rest] = words === -1 ? [] : parts.slice(words);
  return {
    name: first as Tree.Word | undefined,
    prefix: [...prefix.slice(0, -1), ...(assigned as Tree.Assignment[])],
    args: rest,
  };
}

/** Its properties are no own ones, all of them, so they are named. */
const assigning = ({ type, pos, end, text, name, append, index }: Tree.Assignment, value: Tree.Word) =>
  ({ type, pos, end, text, name, append, index, value }) satisfies Tree.Assignment;

function joined(parts: Tree.Command['args']): Tree.Command['args'][number][] {
  const whole: Tree.Command['args'][number][] = [];
  for (const [at, part] of parts.entries()) {
    const before = whole.at(-1);
    if (before?.type === 'Assignment' && part.type === 'Word' && follows(parts[at - 1], part))
      whole[whole.length - 1] = assigning(before, part);
    else whole.push(part);
  }
  return whole;
}
