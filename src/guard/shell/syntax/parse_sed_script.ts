import { vocabulary } from '../../vocabulary/vocabulary.js';

const { forms } = vocabulary;

/** Parts of a sed command, by the groups of `sed_command` in forms.yml; one that prints or deletes lines has none. */
export type SedCommand = Partial<
  Record<
    'pattern' | 'replacement' | 'flags' | 'delimiter' | 'target' | 'command' | 'output' | 'input' | 'other',
    string
  >
>;

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
    if (groups.between === undefined) commands.push(groups);
  }
  return commands;
}
