import { UNKNOWN, UNREAD, unevaluated, unknownFor, type Word } from '../deed.js';
import { MAX_LENGTH } from './budget.js';
import { content } from './file_outputs.js';
import { type Call, childOf, fedUp, type Handler, type Machine, Stream, within, word } from './machine.js';
import { has, splitOptions, valuesOf } from './options.js';
import { replacedLines } from './replaced_lines.js';
import { type SedCommand, sedCommands } from './sed_script.js';

/** Steps of following one command of a script. */
const COMMAND = 8;

/** Files that stand for the output itself. */
const OUTPUTS = /^\/dev\/(?:stdout|stderr|fd\/[12])$/;

/**
 * sed: what its script runs (`e`, `s/…/…/e`), writes (`w`, `s/…/…/w`) and reads (`r`), and what becomes of a known text. A script that
 * cannot be read, and changes that are not followed, leave what is not read to its end.
 */
export const sed: Handler = (call, machine) => {
  const { options, operands } = splitOptions(call.args, {
    short: 'efl',
    long: ['expression', 'file', 'line-length'],
    permuted: true,
  });
  const scripts = valuesOf(options, 'e', 'expression').map(({ text }) => text);
  const fromFile = valuesOf(options, 'f', 'file').map(({ text }) => fileText(text, call, machine));
  if (scripts.length === 0 && fromFile.length === 0) scripts.push(operands.shift()?.text ?? '');
  const script = [...scripts, ...fromFile].join('\n');
  const commands = sedCommands(script);
  machine.budget.spend(COMMAND * (commands?.length ?? 0));
  const redirects = (commands ?? []).flatMap((command) => {
    const path = 'file' in command && command.file !== undefined && !OUTPUTS.test(command.file) ? command.file : '';
    if (path === '') return [];
    return [{ kind: command.kind === 'read' ? ('read' as const) : ('write' as const), path: word(path) }];
  });
  const place = { ...call.place, redirects: [...call.place.redirects, ...redirects] };
  machine.emit({ ...call, place });
  // Only known text is followed; `-i` changes files, and prints nothing.
  const inPlace = has(options, 'i', 'in-place');
  const given = inPlace ? UNKNOWN : content(call, machine, operands);
  if (commands === undefined) {
    // GNU sed takes more than is known here; what such a script runs is not known.
    if (!script.includes(UNKNOWN)) machine.budget.fail('unparsable', 'its sed script cannot be parsed');
    return unevaluated(given);
  }
  const extended = has(options, 'E', 'r', 'regexp-extended');
  let text = given;
  for (const command of commands) text = performed(command, { text, extended, operands }, call, machine);
  return inPlace ? '' : text.length > MAX_LENGTH ? UNREAD : text;
};

interface Given {
  text: string;
  extended: boolean;
  /** Files that are read. */
  operands: readonly Word[];
}

/** What one command makes of the text, all that it runs and writes done. */
function performed(command: SedCommand, { text, extended, operands }: Given, call: Call, machine: Machine): string {
  const inside = within(call.place, call.program);
  switch (command.kind) {
    case 'select':
      return text;
    case 'other':
      return unevaluated(text);
    case 'read':
      return text.includes(UNKNOWN) ? unknownFor(text) : UNKNOWN;
    case 'write':
      keep(command.file, text, call, machine);
      return text;
    case 'execute':
      if (command.command !== '') {
        machine.script(command.command, childOf(call), inside);
        return text.includes(UNKNOWN) ? unknownFor(text) : UNKNOWN;
      }
      return runText(text, operands, call, machine);
    default: {
      const changed = replacedLines(text, command, extended, machine.budget);
      if (command.flags.includes('e')) {
        // Of text that nobody knows, what is put in is still known.
        if (changed.includes(UNKNOWN)) machine.script(plainReplacement(command), childOf(call), inside);
        if (!changed.includes(UNKNOWN) || operands.length === 0) runText(changed, [], call, machine);
        return UNKNOWN;
      }
      if (command.file !== undefined) keep(command.file, changed, call, machine);
      return changed;
    }
  }
}

const keep = (path: string, text: string, { scope }: Call, { files }: Machine): void => {
  if (!OUTPUTS.test(path)) files.write(path, text, scope.folder);
};

/** The text is the command, each line for itself; of what is not known it is told that a shell runs it. */
function runText(text: string, files: readonly Word[], call: Call, machine: Machine): string {
  const scope = childOf(call);
  const place = within(call.place, call.program);
  if (text !== UNKNOWN) for (const line of text.split('\n')) machine.script(line, scope, fedUp(place));
  else if (files.length > 0) for (const file of files) machine.perform([word('sh'), file], scope, place);
  else machine.perform([word('sh')], scope, { ...place, stdin: new Stream(text) });
  return UNKNOWN;
}

const plainReplacement = ({ replacement }: { replacement: string }): string =>
  replacement.replace(/\\([\s\S])|&/g, (whole, escaped: string | undefined) =>
    whole === '&' || /\d/.test(escaped ?? '') ? UNKNOWN : escaped === 'n' ? '\n' : (escaped ?? ''),
  );

const fileText = (path: string, { scope, place }: Call, machine: Machine): string =>
  (path === '-' ? place.stdin?.rest() : undefined) ??
  machine.sources.get(path)?.text ??
  machine.files.read(path, scope.folder) ??
  UNKNOWN;
