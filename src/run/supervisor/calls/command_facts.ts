import { readCode } from '../../../guard/code/read_code.js';
import type { Invocation, ParsedCommand } from '../../../guard/invocation.js';
import { readCommand } from '../../../guard/shell/read_command.js';
import { findInstalledEcosystem } from './find_installed_ecosystem.js';

/** Facts about a command line, derived from its parse. */
export interface CommandFacts {
  /**
   * Words of each simple command, its program's name first: `sudo -u x /bin/rm -rf a && git -C b push` is `rm -rf a`
   * and `git push`.
   */
  commands: readonly (readonly string[])[];
  /** The same behind each program that wraps it: `sudo rm -rf a`. */
  wrapped: readonly (readonly string[])[];
  /** Reason why there may be other commands: too much to parse, or not a shell line. */
  unread: 'too much' | 'unparsable' | null;
  /** Ecosystems whose dependencies it installs. */
  installs: readonly string[];
}

/** Derives the facts from a parse. */
export function getCommandFacts({ invocations: deeds, problem }: ParsedCommand): CommandFacts {
  const commands = deeds.map(getCommandWords);
  const unread = problem?.kind === 'unparsable' ? 'unparsable' : 'too much';
  return {
    commands,
    wrapped: deeds.flatMap((deed) =>
      deed.wrappers.map((_, at) => [...deed.wrappers.slice(at), ...getCommandWords(deed)]),
    ),
    unread: problem === undefined ? null : unread,
    installs: [...new Set(commands.map(findInstalledEcosystem).filter((ecosystem) => ecosystem !== undefined))],
  };
}

/** Parses a command line on its own, without the state left by earlier commands. */
export const readCommandFacts = (line: string): CommandFacts => getCommandFacts(readCommand(line, { readCode }));

/** Returns the words of a simple command, its program's name first. */
export const getCommandWords = ({ program, args }: Invocation): string[] => [program, ...args.map(({ text }) => text)];

/** Returns true if the words begin with those of a policy entry; options in between are skipped. */
export function isNamedByEntry(words: readonly string[], entry: string): boolean {
  const [program = '', ...rest] = entry.trim().split(/\s+/);
  if (words[0] !== program.split('/').at(-1)) return false;
  let index = 1;
  return rest.every((wanted) => {
    while (words[index] !== wanted && words[index]?.startsWith('-')) index += 1;
    index += 1;
    return words[index - 1] === wanted;
  });
}

/** Returns true if a line that is not shell syntax contains the name of an entry's program. */
export const isProgramMentioned = (line: string, entry: string): boolean =>
  line.split(/[^\w.+-]+/).includes(entry.trim().split(/\s+/)[0]!.split('/').at(-1)!);
