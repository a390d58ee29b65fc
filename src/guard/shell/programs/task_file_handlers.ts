import { parseJson } from '../../detect_text_form.js';
import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import type { HandlerTable, ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

const SCRIPT_ALIASES: Readonly<Record<string, string>> = { t: 'test', i: 'install', ci: 'install', add: 'install' };
const MAX_ROUNDS = 4;
const MAX_EXPANDED = 4096;

/** Returns the names and values that a pattern finds in a text. */
export const listPairs = (text: string, pattern: RegExp): [name: string, value: string][] =>
  [...text.matchAll(pattern)].map(([, name, value]) => [name!, value!]);

/** Expands `$(NAME)` and `$$`, as make does for the shell. Unknown variables stay; too long a line is not read. */
function expandVariables(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line;
  for (let round = 0; round < MAX_ROUNDS && text.length < MAX_EXPANDED; round += 1)
    text = text.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g, (whole, parenthesized, braced) => {
      const value = variables.get(parenthesized ?? braced);
      return value ?? (braced === undefined ? whole : `\${${braced.replaceAll('.', '_')}}`);
    });
  return text.length < MAX_EXPANDED ? text.replaceAll('$$', '$') : UNREAD_VALUE;
}

/** Runs `npm run NAME` of a known package.json: the script, and the scripts that npm runs before and after it. */
export function runPackageScript(call: ShellCall): void {
  const text = call.findWritten('package.json')?.text;
  if (text === undefined) return;
  const [action = '', name] = call.args.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text);
  const script = /^(?:run|run-script|rum|urn)$/.test(action) ? name : (SCRIPT_ALIASES[action] ?? action);
  const { scripts } = (parseJson(text) ?? {}) as { scripts?: Readonly<Record<string, unknown>> };
  for (const each of [`pre${script}`, script!, `post${script}`]) {
    const code = scripts?.[each];
    if (typeof code !== 'string' || call.interpreter.activeScripts.includes(`script ${each}`)) continue;
    call.interpreter.activeScripts.push(`script ${each}`);
    call.runShell(code);
    call.interpreter.activeScripts.pop();
  }
}

/** Handlers of programs that run tasks from a file. */
export const taskFileHandlers: HandlerTable = {
  /** Handles make: the recipes of all targets of a known makefile are shell code, and so is `$(shell …)`. */
  'make gmake': (call) => {
    call.record();
    const { options } = splitOptions(call.args, vocabulary.getopt.make);
    const isDryRun =
      hasOption(options, 'n', 'dry-run', 'just-print', 'recon') && !hasOption(options, 'eval', 'E', 'no-dry-run');
    const files = getOptionValues(options, 'f', 'file', 'makefile').map(({ text }) => text);
    const texts = getOptionValues(options, 'eval', 'E').map(({ text }) => text);
    for (const path of files.length > 0 ? files : ['Makefile', 'makefile', 'GNUmakefile'])
      texts.push((path === '-' ? call.context.stdin?.readRest() : call.findWritten(path)?.text) ?? '');
    const settings = call.args.flatMap(({ text }) => listPairs(text, /^([\w.]+)=([\s\S]*)$/g));
    for (const [name, value] of settings) if (name === 'SHELL') call.runShell(value);
    for (const text of texts) {
      const assigned = listPairs(text, /^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm);
      const variables = new Map([...Object.entries(vocabulary.makeVariables), ...assigned, ...settings]);
      for (const [, code] of text.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))
        call.runShell(expandVariables(code!, variables));
      for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
        const [, signs, recipe] = /^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(line) ?? [];
        // A dry run runs lines with `+`, and those that run make.
        const isPrinted =
          isDryRun && !/^-?include\b/m.test(text) && !signs?.includes('+') && !/\$[({]MAKE\b/.test(line);
        if (recipe !== undefined && !isPrinted) call.runShell(expandVariables(recipe, variables));
      }
    }
    return UNKNOWN_VALUE;
  },
  /** Handles just: the recipes of a known justfile, indented lines under a name. */
  just: (call) => {
    call.record();
    const { options } = splitOptions(call.args, vocabulary.getopt.just);
    const names = getOptionValues(options, 'f', 'justfile').map(({ text }) => text);
    if (names.length === 0) names.push('justfile', 'Justfile', '.justfile');
    const read = (path: string) => (path === '-' ? call.context.stdin?.readRest() : call.findWritten(path)?.text);
    const text = names.map(read).join('\n');
    for (const [, line] of text.matchAll(/^[ \t]+[@-]*(\S.*)/gm))
      call.runShell(line!.replace(/\{\{[^}]*\}\}/g, UNKNOWN_VALUE));
    return UNKNOWN_VALUE;
  },
};
