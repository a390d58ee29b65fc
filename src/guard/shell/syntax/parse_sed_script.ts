import { omitUndefined } from '../../../contract/input/omit_undefined.js';

/** Command of a sed script, as far as the guard needs it. */
export type SedCommand =
  | { kind: 'replace'; pattern: string; replacement: string; flags: string; file?: string; delimiter: string }
  /** `e COMMAND`; without one, the input line is the command. */
  | { kind: 'execute'; command: string }
  | { kind: 'write' | 'read'; file: string }
  /** Prints, deletes or skips lines: the output is part of the input. */
  | { kind: 'select' }
  /** Any other command, which changes the text in a way that is not evaluated. */
  | { kind: 'other' };

/** Maximum length of a script that is parsed, in characters. */
const MAX_SCRIPT = 10_000;

/** Text up to a delimiter, as the name of a group; a delimiter in brackets of a pattern does not count. */
const writePattern = (name: string) =>
  String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${name}>)[^\\[])*\k<${name}>`;
const writeText = (name: string) => String.raw`(?:\\[\s\S]|(?!\k<${name}>)[^\\])*\k<${name}>`;

/** One command without its addresses, or what stands between commands: blanks, comments, addresses. */
const COMMAND = new RegExp(
  [
    String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,
    String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${writePattern('quote')}`,
    String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${writePattern('delimiter')})` +
      String.raw`(?<replacement>${writeText('delimiter')})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,
    String.raw`(?<other>y(?<mark>[^\w\s\\])${writeText('mark')}${writeText('mark')}`,
    String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,
    String.raw`e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`,
  ].join('|'),
  'y',
);

/** Parses a sed script into commands; undefined if the script cannot be parsed. */
export function parseSedScript(script: string): SedCommand[] | undefined {
  if (script.length > MAX_SCRIPT) return undefined;
  const commands: SedCommand[] = [];
  for (let index = 0; index < script.length; index = COMMAND.lastIndex) {
    COMMAND.lastIndex = index;
    const groups = COMMAND.exec(script)?.groups;
    if (!groups) return undefined;
    const command = createCommand(groups);
    if (command) commands.push(command);
  }
  return commands;
}

function createCommand(groups: Readonly<Record<string, string | undefined>>): SedCommand | undefined {
  const { pattern, replacement, flags = '', target, delimiter = '', command, output, input } = groups;
  if (pattern !== undefined)
    return {
      kind: 'replace',
      pattern: pattern.slice(0, -1),
      replacement: replacement!.slice(0, -1),
      flags,
      delimiter,
      ...omitUndefined({ file: target?.trim() }),
    };
  if (command !== undefined) return { kind: 'execute', command: command.trim() };
  if (output !== undefined) return { kind: 'write', file: output.trim() };
  if (input !== undefined) return { kind: 'read', file: input.trim() };
  if (groups.select !== undefined) return { kind: 'select' };
  return groups.other === undefined ? undefined : { kind: 'other' };
}
