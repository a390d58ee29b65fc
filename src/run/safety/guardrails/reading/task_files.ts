import { UNKNOWN } from '../deed.js';
import { type Call, childOf, type Handler, type Machine, within } from './machine.js';
import { splitOptions, valuesOf } from './options.js';

/** Variables in variables are followed so deep, in so many characters. */
const MOST_ROUNDS = 4;
const MOST_EXPANDED = 4096;
/** Longer package files are not read, in characters. */
const MOST_PACKAGE = 65_536;

const shell = (code: string, call: Call, machine: Machine) =>
  machine.script(code, childOf(call), within(call.place, call.program));

const readFile = (path: string, { scope }: Call, { files, sources }: Machine): string | undefined =>
  sources.get(path)?.text ?? files.read(path, scope.folder);

/** The recipes of a makefile are code, and so is what `$(shell …)` holds; of all targets, since one may need the other. */
const make: Handler = (call, machine) => {
  machine.emit(call);
  const { options } = splitOptions(call.args, {
    short: 'fCIjlo',
    long: ['file', 'makefile', 'directory', 'eval', 'jobs'],
    permuted: true,
  });
  const files = valuesOf(options, 'f', 'file', 'makefile').map(({ text }) => text);
  const texts = valuesOf(options, 'eval', 'E').map(({ text }) => text);
  for (const path of files.length > 0 ? files : ['Makefile', 'makefile', 'GNUmakefile'])
    texts.push((path === '-' ? call.place.stdin?.rest() : readFile(path, call, machine)) ?? '');
  const given = call.args.flatMap(({ text }) => /^([\w.]+)=([\s\S]*)$/.exec(text)?.slice(1, 3) ?? []);
  if (given.includes('SHELL')) shell(given[given.indexOf('SHELL') + 1]!, call, machine);
  for (const text of texts) {
    const variables = variablesOf(text);
    for (let at = 0; at < given.length; at += 2) variables.set(given[at]!, given[at + 1]!);
    for (const [, code] of text.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))
      shell(expanded(code!, variables), call, machine);
    const recipe = text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => /^\t|^[^\t=#:]+:[^=;]*;/.test(line))
      .map((line) => line.replace(/^[^\t]*?;/, '').replace(/^[\t ]*[@+-]*/, ''));
    for (const line of recipe) {
      if (line.length > MOST_EXPANDED)
        machine.budget.fail('too-long', `a recipe is longer than ${MOST_EXPANDED} characters`);
      else shell(expanded(line, variables), call, machine);
    }
  }
  return UNKNOWN;
};

function variablesOf(text: string): Map<string, string> {
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

/** `$(NAME)` and `$$`, as make hands them to the shell. What nobody knows stays unknown. */
function expanded(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line;
  let added = 0;
  for (let round = 0; round < MOST_ROUNDS && text.length < MOST_EXPANDED; round += 1) {
    const before = text;
    text = text.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g, (whole, round: string, brace: string) => {
      const name = round ?? brace;
      added += variables.get(name)?.length ?? 0;
      if (added > MOST_EXPANDED) return '';
      return variables.get(name) ?? (round === undefined ? whole : `\${${name.replaceAll('.', '_')}}`);
    });
    if (text === before) break;
  }
  // What is cut off is not known.
  return (added > MOST_EXPANDED ? text + UNKNOWN : text).replaceAll('$$', '$');
}

/** The recipes of a justfile: indented lines under a name. */
const just: Handler = (call, machine) => {
  machine.emit(call);
  const { options } = splitOptions(call.args, { short: 'fd', long: ['justfile', 'working-directory', 'set'] });
  const [named] = valuesOf(options, 'f', 'justfile').map(({ text }) => text);
  for (const path of named === undefined ? ['justfile', 'Justfile', '.justfile'] : [named]) {
    const lines = (readFile(path, call, machine) ?? '').split('\n');
    for (const line of lines.filter((each) => /^[ \t]+\S/.test(each)))
      shell(line.replace(/^[ \t]*[@-]*/, '').replace(/\{\{[^}]*\}\}/g, UNKNOWN), call, machine);
  }
  return UNKNOWN;
};

/** `npm run NAME` of a package.json whose text is known: the script with what npm runs before and after it. */
export function packageScript(call: Call, machine: Machine): void {
  const [action, name] = call.args.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text);
  const script = /^(?:run|run-script|rum|urn)$/.test(action ?? '') ? name : (SHORT[action ?? ''] ?? action);
  const text = script === undefined ? undefined : readFile('package.json', call, machine);
  if (text === undefined || text.length > MOST_PACKAGE) return;
  const scripts = scriptsIn(text);
  for (const each of [`pre${script}`, script!, `post${script}`]) {
    const code = scripts.get(each);
    if (code !== undefined && !machine.running.includes(`script ${each}`)) {
      machine.running.push(`script ${each}`);
      shell(code, call, machine);
      machine.running.pop();
    }
  }
}

const SHORT: Readonly<Record<string, string>> = { t: 'test', i: 'install', ci: 'install', add: 'install' };

function scriptsIn(text: string): Map<string, string> {
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

export const taskFiles: readonly [string, Handler][] = [
  ['make', make],
  ['gmake', make],
  ['just', just],
];
