import { joinWords, type ScriptWord, type SimpleCommand } from '../../language/shell/split_commands.js';
import { getFileName } from '../project_files.js';
import { findNodeRunner } from './runners/find_node_runner.js';
import type { RunnerCall } from './runners/runner_call.js';
import { selectScripts } from './select_scripts.js';

/** Meaning of one command of a script. */
type CommandStep =
  | { kind: 'call'; call: RunnerCall }
  /** Runs other scripts of the package, under variables; `extra` is appended to their last command. */
  | { kind: 'script'; names: string[]; extra: string; assignments?: string[] }
  /** Runs scripts of all packages of the workspace. */
  | { kind: 'workspaces' }
  | { kind: 'other'; words: ScriptWord[] };

const WRAPPERS = new Set(
  (
    'cross-env cross-env-shell env c8 nyc npx pnpx bunx dotenv dotenvx time exec xvfb-run istanbul ' + 'retry corepack'
  ).split(' '),
);
const MANAGERS = new Set(['npm', 'yarn', 'yarnpkg', 'pnpm', 'bun']);
const LAUNCHERS = new Set([
  'tsx',
  'ts-node',
  'ts-node-esm',
  'esr',
  'esmo',
  'jiti',
  'babel-node',
  'swc-node',
  'tsm',
  'deno',
]);
const WORKSPACE_PROGRAMS = new Set(['lerna', 'turbo', 'nx', 'wireit', 'rush', 'wsrun', 'moon', 'ultra']);
const WORKSPACE_OPTIONS = /^(-r|-w|-ws|--recursive|--workspaces?(=.*)?|--filter(=.*)?|-F|workspaces?|foreach)$/;
const SCRIPT_RUNNERS = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2', 'concurrently', 'run-z']);
const NODE_VALUES = new Set(
  ('-r --require --import --loader --experimental-loader -C --conditions --env-file ' + '--max-old-space-size').split(
    ' ',
  ),
);
const MAX_WRAPPERS = 10;

/** Resolves the meaning of a command: wrappers (cross-env, nyc, npx, …) are taken off until a runner is found. */
export function resolveCommand(command: SimpleCommand, scripts: Readonly<Record<string, string>>): CommandStep {
  const assignments = [...command.assignments];
  let words = command.words;
  for (let i = 0; i < MAX_WRAPPERS; i++) {
    const name = getProgramName(words[0]?.value ?? '');
    if (WORKSPACE_PROGRAMS.has(name)) return { kind: 'workspaces' };
    if (SCRIPT_RUNNERS.has(name)) return { ...resolveScriptRunner(words, scripts), assignments };
    if (MANAGERS.has(name)) {
      const step = resolveManager(words, scripts);
      if (!('rest' in step)) {
        if (step.kind === 'call') return { ...step, call: { ...step.call, assignments } };
        return step.kind === 'script' ? { ...step, assignments } : step;
      }
      words = step.rest;
      continue;
    }
    if (name === 'node' || LAUNCHERS.has(name)) {
      const step = resolveLauncher(name, words, assignments);
      if (step.kind !== 'other') return step;
      // A program of the project that starts another one: `node fix.js mocha test`.
      const started = words.findIndex(({ value }, at) => at > 1 && !value.includes('/') && isProgram(value));
      if (started === -1) return step;
      words = words.slice(started);
      continue;
    }
    const runner = findNodeRunner(name, words[1]?.value);
    if (runner !== undefined) {
      const program = [name, ...words.slice(1, runner.skip).map(({ raw }) => raw)].join(' ');
      const rest = words.slice(runner.skip);
      const divider = rest.findIndex(({ value }) => value === '--');
      return {
        kind: 'call',
        call: {
          runner: runner.name,
          program,
          assignments,
          args: divider === -1 ? rest : rest.filter((_, at) => at !== divider),
        },
      };
    }
    if (!WRAPPERS.has(name)) break;
    const programIndex = words.findIndex(({ value }, index) => index > 0 && isProgram(value));
    if (programIndex === -1) break;
    assignments.push(
      ...words
        .slice(1, programIndex)
        .map(({ raw }) => raw)
        .filter((raw) => /^[A-Za-z_]\w*=/.test(raw)),
    );
    words = words.slice(programIndex);
  }
  return { kind: 'other', words };
}

/** Returns the name of a program: of a path into node_modules the last part without its extension. */
function getProgramName(value: string): string {
  const bare = !value.includes('/') || /(^|\/)node_modules\//.test(value) ? getFileName(value) : value;
  return bare.replace(/\.(js|mjs|cjs|cmd)$/, '').replace(/^_mocha$/, 'mocha');
}

function isProgram(value: string): boolean {
  const name = getProgramName(value);
  return (
    WRAPPERS.has(name) ||
    MANAGERS.has(name) ||
    LAUNCHERS.has(name) ||
    name === 'node' ||
    findNodeRunner(name, undefined) !== undefined
  );
}

function resolveManager(
  words: ScriptWord[],
  scripts: Readonly<Record<string, string>>,
): CommandStep | { rest: ScriptWord[] } {
  const manager = getProgramName(words[0]!.value);
  const args = words.slice(1);
  if (args.some(({ value }) => WORKSPACE_OPTIONS.test(value))) return { kind: 'workspaces' };
  const verbs = args.findIndex(({ value }) => !value.startsWith('-'));
  if (verbs === -1) return { kind: 'other', words };
  let rest = args.slice(verbs);
  const verb = rest[0]!.value;
  if (['exec', 'x', 'dlx'].includes(verb)) return { rest: rest.slice(1).filter(({ value }) => value !== '--') };
  if (manager === 'bun' && verb === 'test')
    return { kind: 'call', call: { runner: 'bun', program: 'bun test', assignments: [], args: rest.slice(1) } };
  if (['run', 'run-script', 'rum'].includes(verb)) {
    const operandIndex = rest.findIndex(({ value }, index) => index > 0 && !value.startsWith('-'));
    if (operandIndex === -1) return { kind: 'other', words };
    rest = rest.slice(operandIndex);
  } else if (['test', 't', 'tst'].includes(verb)) rest = [{ raw: 'test', value: 'test' }, ...rest.slice(1)];
  else if (!Object.hasOwn(scripts, verb)) return manager === 'npm' ? { kind: 'other', words } : { rest };
  const [script, ...extra] = rest;
  const selected = manager === 'pnpm' ? selectScripts(script!.value, Object.keys(scripts)) : [];
  const added = joinWords(extra.filter(({ value }) => value !== '--'));
  if (selected.length > 0) return { kind: 'script', names: selected, extra: added };
  if (!Object.hasOwn(scripts, script!.value)) return manager === 'npm' ? { kind: 'other', words } : { rest };
  return { kind: 'script', names: [script!.value], extra: added };
}

function resolveScriptRunner(
  words: ScriptWord[],
  scripts: Readonly<Record<string, string>>,
): CommandStep & { kind: 'script' } {
  const names = words.slice(1).flatMap(({ value }) => {
    const name = value.replace(/^(npm:|npm run |yarn |pnpm )/, '');
    if (name.endsWith('*')) {
      const prefix = name.replace(/\*+$/, '');
      return Object.keys(scripts).filter((script) => script.startsWith(prefix));
    }
    return Object.hasOwn(scripts, name) ? [name] : [];
  });
  return { kind: 'script', names, extra: '' };
}

/** Resolves `node …` and its relatives: node:test, a runner's own file, or a plain program. */
function resolveLauncher(name: string, words: ScriptWord[], assignments: string[]): CommandStep {
  const args = words.slice(1);
  let index = 0;
  while (index < args.length && args[index]!.value.startsWith('-'))
    index += NODE_VALUES.has(args[index]!.value) ? 2 : 1;
  const options = args.slice(0, index);
  if (options.some(({ value }) => value === '--test'))
    return { kind: 'call', call: { runner: 'node:test', program: name, assignments, args } };
  const file = args[index];
  if (file === undefined || options.some(({ value }) => /^-[ep]$|^--(eval|print)/.test(value)))
    return { kind: 'other', words };
  if (/(^|\/)node_modules\//.test(file.value)) {
    const runner = findNodeRunner(getProgramName(file.value), undefined);
    if (runner !== undefined) {
      const program = [words[0]!, ...options, file].map(({ raw }) => raw).join(' ');
      return { kind: 'call', call: { runner: runner.name, program, assignments, args: args.slice(index + 1) } };
    }
  }
  if (!/test|spec/i.test(file.value)) return { kind: 'other', words };
  return { kind: 'call', call: { runner: 'script', program: name, assignments, args } };
}
