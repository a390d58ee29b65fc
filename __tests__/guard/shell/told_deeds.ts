import { readCode } from '../../../src/guard/code/read_code.js';
import {
  type ExpandedWord,
  type Invocation,
  type ParsedCommand,
  UNKNOWN_VALUE,
} from '../../../src/guard/invocation.js';
import { readCommand } from '../../../src/guard/shell/read_command.js';

/** Returns the invocations of a line, one per line: wrappers, command, output file, sources of input. `?` = unknown. */
export function toldDeeds(line: string): { deeds: string[]; problem?: ParsedCommand['problem'] } {
  const { invocations: deeds, problem } = readCommand(line, { readCode });
  return { deeds: deeds.map(told), ...(problem && { problem }) };
}

const told = ({ wrappers: via, program, args, redirects, input }: Invocation): string =>
  [
    ...via.map((wrapper) => `${plain(wrapper)}:`),
    plain(program),
    ...args.map(spoken),
    ...redirects.map(({ kind, path }) => `${kind}=${spoken(path)}`),
    ...(input?.kind === 'pipe' ? [`from=${input.from.map(({ program }) => program)}`] : []),
  ].join(' ');

const plain = (text: string) => text.replaceAll(UNKNOWN_VALUE, '?');
const spoken = ({ text, glob }: ExpandedWord) => plain(text) + (glob ? ' (pattern)' : '');
