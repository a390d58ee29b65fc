import { UNKNOWN_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import {
  addWrapper,
  createChildScope,
  type ProgramHandler,
  type ShellCall,
  type ShellInterpreter,
} from '../model/shell_interpreter.js';
import { findWrittenText } from '../outputs/file_outputs.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

const MAX_ROUNDS = 4;
const MAX_EXPANDED = 4096;
/** Maximum length of a package file that is read, in characters. */
const MAX_PACKAGE = 65_536;

const runShellCode = (code: string, call: ShellCall, interpreter: ShellInterpreter) =>
  interpreter.runScript(code, createChildScope(call), addWrapper(call.context, call.program));

/** Handles make: the recipes of all targets of a known makefile are shell code, and so is `$(shell …)`. */
const makeHandler: ProgramHandler = (call, interpreter) => {
  interpreter.addInvocation(call);
  const { options } = splitOptions(call.args, vocabulary.getopt.make);
  const files = getOptionValues(options, 'f', 'file', 'makefile').map(({ text }) => text);
  const texts = getOptionValues(options, 'eval', 'E').map(({ text }) => text);
  for (const path of files.length > 0 ? files : ['Makefile', 'makefile', 'GNUmakefile'])
    texts.push((path === '-' ? call.context.stdin?.readRest() : findWrittenText(path, call, interpreter)) ?? '');
  const value = call.args.flatMap(({ text }) => /^([\w.]+)=([\s\S]*)$/.exec(text)?.slice(1, 3) ?? []);
  if (value.includes('SHELL')) runShellCode(value[value.indexOf('SHELL') + 1]!, call, interpreter);
  for (const text of texts) {
    const variables = parseVariables(text);
    for (let index = 0; index < value.length; index += 2) variables.set(value[index]!, value[index + 1]!);
    for (const [, code] of text.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))
      runShellCode(expandVariables(code!, variables), call, interpreter);
    const recipe = text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => /^\t|^[^\t=#:]+:[^=;]*;/.test(line))
      .map((line) => line.replace(/^[^\t]*?;/, '').replace(/^[\t ]*[@+-]*/, ''));
    for (const line of recipe) {
      if (line.length > MAX_EXPANDED)
        interpreter.budget.fail('too-long', `a recipe is longer than ${MAX_EXPANDED} characters`);
      else runShellCode(expandVariables(line, variables), call, interpreter);
    }
  }
  return UNKNOWN_VALUE;
};

function parseVariables(text: string): Map<string, string> {
  const variables = new Map([
    ['HOME', '~'],
    ['RM', 'rm -f'],
    ['MAKE', 'make'],
    ['CURDIR', '.'],
    ['PWD', '.'],
  ]);
  for (const [, name, value] of text.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))
    variables.set(name!, value!);
  return variables;
}

/** Expands `$(NAME)` and `$$`, as make does for the shell. Unknown variables stay unknown. */
function expandVariables(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line;
  let added = 0;
  for (let round = 0; round < MAX_ROUNDS && text.length < MAX_EXPANDED; round += 1) {
    const previous = text;
    text = text.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g, (whole, round: string, brace: string) => {
      const name = round ?? brace;
      added += variables.get(name)?.length ?? 0;
      if (added > MAX_EXPANDED) return '';
      return variables.get(name) ?? (round === undefined ? whole : `\${${name.replaceAll('.', '_')}}`);
    });
    if (text === previous) break;
  }
  // The cut-off part is unknown.
  return (added > MAX_EXPANDED ? text + UNKNOWN_VALUE : text).replaceAll('$$', '$');
}

/** Handles just: the recipes of a known justfile, indented lines under a name. */
const justHandler: ProgramHandler = (call, interpreter) => {
  interpreter.addInvocation(call);
  const { options } = splitOptions(call.args, vocabulary.getopt.just);
  const [names] = getOptionValues(options, 'f', 'justfile').map(({ text }) => text);
  for (const path of names === undefined ? ['justfile', 'Justfile', '.justfile'] : [names]) {
    const lines = (findWrittenText(path, call, interpreter) ?? '').split('\n');
    for (const line of lines.filter((each) => /^[ \t]+\S/.test(each)))
      runShellCode(line.replace(/^[ \t]*[@-]*/, '').replace(/\{\{[^}]*\}\}/g, UNKNOWN_VALUE), call, interpreter);
  }
  return UNKNOWN_VALUE;
};

/** Runs `npm run NAME` of a known package.json: the script, and the scripts that npm runs before and after it. */
export function runPackageScript(call: ShellCall, interpreter: ShellInterpreter): void {
  const [action, name] = call.args.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text);
  const script = /^(?:run|run-script|rum|urn)$/.test(action ?? '') ? name : (SCRIPT_ALIASES[action ?? ''] ?? action);
  const text = script === undefined ? undefined : findWrittenText('package.json', call, interpreter);
  if (text === undefined || text.length > MAX_PACKAGE) return;
  const scripts = parsePackageScripts(text);
  for (const each of [`pre${script}`, script!, `post${script}`]) {
    const code = scripts.get(each);
    if (code !== undefined && !interpreter.activeScripts.includes(`script ${each}`)) {
      interpreter.activeScripts.push(`script ${each}`);
      runShellCode(code, call, interpreter);
      interpreter.activeScripts.pop();
    }
  }
}

const SCRIPT_ALIASES: Readonly<Record<string, string>> = { t: 'test', i: 'install', ci: 'install', add: 'install' };

function parsePackageScripts(text: string): Map<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return new Map();
  }
  const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : undefined;
  if (typeof scripts !== 'object' || scripts === null) return new Map();
  return new Map(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Handlers of programs that run tasks from a file. */
export const taskFileHandlers: readonly [string, ProgramHandler][] = [
  ['make', makeHandler],
  ['gmake', makeHandler],
  ['just', justHandler],
];
