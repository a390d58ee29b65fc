import { readCode } from '../../../../../src/run/safety/guardrails/code/read_code.js';
import { type Deed, type Reading, UNKNOWN, type Word } from '../../../../../src/run/safety/guardrails/deed.js';
import { readCommand } from '../../../../../src/run/safety/guardrails/reading/read_command.js';

/** What a line would do, a deed a line: what wraps it, the command, where its output goes, whose output it reads. `?` = not known. */
export function toldDeeds(line: string): { deeds: string[]; problem?: Reading['problem'] } {
  const reading = readCommand(line, { readCode });
  return { ...reading, deeds: reading.deeds.map(told) };
}

const told = ({ via, program, args, redirects, input }: Deed): string =>
  [
    ...via.map((wrapper) => `${plain(wrapper)}:`),
    plain(program),
    ...args.map(spoken),
    ...redirects.map(({ kind, path }) => `${kind}=${spoken(path)}`),
    ...(input?.kind === 'pipe' ? [`from=${input.from.map(({ program }) => program)}`] : []),
  ].join(' ');

const plain = (text: string) => text.replaceAll(UNKNOWN, '?');
const spoken = ({ text, glob }: Word) => plain(text) + (glob ? ' (pattern)' : '');
