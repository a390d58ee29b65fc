import { type ExpandedWord, UNKNOWN_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { compileGlob } from '../syntax/compile_glob.js';

/** Returns true if a program may run its arguments as a command. */
export const canRunArguments = (program: string): boolean => !vocabulary.nonRunners.has(program);

/** Maximum distance of an inspected argument from the program. */
const MAX_DISTANCE = 8;

/** Returns the index at which a dangerous command may begin among arguments: its name, with something behind it. */
export function findRiskyArgument(args: readonly ExpandedWord[]): number {
  const end = Math.min(MAX_DISTANCE, args.length - 1);
  for (let at = 0; at < end; at += 1) {
    const { text } = args[at]!;
    if (vocabulary.risky.has(text.slice(text.lastIndexOf('/') + 1)) && /^[-/~.*]|=|\//.test(args[at + 1]!.text))
      return at;
    if (text === 'git' && args.length > at + 2) return at;
  }
  return -1;
}

/** Returns the risky programs that a pattern in the place of a program may match. */
export function listRiskyAlternatives(pattern: string): string[] {
  const source = pattern.includes(UNKNOWN_VALUE) ? undefined : compileGlob(pattern);
  if (source === undefined) return [];
  const whole = compileMatcher(source);
  return whole ? [...vocabulary.risky].filter((name) => whole.test(name)).slice(0, 3) : [];
}

/** Compiles a pattern; undefined for an invalid one such as `[z-a]`. */
function compileMatcher(source: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
}
