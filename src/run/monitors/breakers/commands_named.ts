import { readCode } from '../../safety/guardrails/code/read_code.js';
import type { Deed } from '../../safety/guardrails/deed.js';
import { readCommand } from '../../safety/guardrails/reading/read_command.js';

/** The commands that a line comes to, as far as it could be read. */
export interface CommandsNamed {
  /** Words of each, its program's name first: `sudo -u x /bin/rm -rf a && git -C b push` is `rm -rf a` and `git push`. */
  commands: string[][];
  /** The same behind each program that wraps it: `sudo rm -rf a`. */
  wrapped: string[][];
  /** Why there may be others: too much of something to be read whole, or no line of the shell. */
  unread?: 'too much' | 'unparsable';
}

export function commandsNamed(line: string): CommandsNamed {
  const { deeds, problem } = readCommand(line, { readCode });
  const commands = deeds.map(wordsOf);
  const wrapped = deeds.flatMap((deed) => deed.via.map((_, at) => [...deed.via.slice(at), ...wordsOf(deed)]));
  if (problem === undefined) return { commands, wrapped };
  return { commands, wrapped, unread: problem.kind === 'unparsable' ? 'unparsable' : 'too much' };
}

const wordsOf = ({ program, args }: Deed): string[] => [program, ...args.map(({ text }) => text)];
