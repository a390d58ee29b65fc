import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';

const { forms } = vocabulary;

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

/** Parses a sed script into commands; undefined if the script cannot be parsed. */
export function parseSedScript(script: string): SedCommand[] | undefined {
  if (script.length > MAX_SCRIPT) return undefined;
  const commands: SedCommand[] = [];
  for (let index = 0; index < script.length; index = forms.sed_command.lastIndex) {
    forms.sed_command.lastIndex = index;
    const groups = forms.sed_command.exec(script)?.groups;
    if (!groups) return undefined;
    const command = createCommand(groups);
    if (command) commands.push(command);
  }
  return commands;
}

/** Creates the command of the groups that the pattern has found; undefined for what only stands between commands. */
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
