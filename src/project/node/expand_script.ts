import { joinWords, type ScriptWord, type SimpleCommand, splitCommands } from '../../language/shell/split_commands.js';
import { resolveCommand } from './resolve_command.js';
import type { NodePackage } from './runners/node_package.js';
import { createBinPath, type RunnerCall } from './runners/runner_call.js';

/** Commands by which a script of a package runs its tests. */
interface ScriptPlan {
  calls: RunnerCall[];
  /** Commands that build, in their order before the first call. */
  build: string[];
  /** Commands that were left out: linters, type checks, coverage, what is unknown. */
  dropped: string[];
  /** True if the script runs the tests of all packages of a workspace. */
  delegates: boolean;
}

const MAX_DEPTH = 8;
const MAX_COMMANDS = 100;

const BUILD_PROGRAMS = new Set(
  (
    'tsc vue-tsc rollup webpack esbuild tsup tsdown tshy unbuild bundt babel swc microbundle ncc parcel pkgroll ' +
    'node-gyp gulp make gen-esm-wrapper vite ts-bridge tsdx bunchee rspack obuild duel'
  ).split(' '),
);
const HELPER_PROGRAM = /^(rimraf|del|del-cli|mkdirp|mkdir|cpy|copyfiles|cp|cpx|shx|rm|mv|echo)$/;
const CHECK_OPTION = /^(--noEmit|--no-emit|test|lint|preview|serve|dev)$/;
const BUILD_NAME = /(^|[:._-])(build|compile|dist|bundle|transpile|generate|codegen|tsc)([:._-]|$)/i;
const CHECK_NAME = /lint|types?(cript)?$|check|docs|dts|size|test|watch|site|clean|reset/i;

/** Expands a script of the package until its test runners are found; other scripts that it runs are followed. */
export function expandScript(nodePackage: NodePackage, name: string): ScriptPlan {
  const plan: ScriptPlan = { calls: [], build: [], dropped: [], delegates: false };
  const state = { left: MAX_COMMANDS, helpers: [] as string[] };
  expandInto(plan, nodePackage, name, { extra: '', assignments: [] }, [], state);
  return plan;
}

function expandInto(
  plan: ScriptPlan,
  nodePackage: NodePackage,
  name: string,
  outer: { extra: string; assignments: readonly string[] },
  trail: readonly string[],
  state: { left: number; helpers: string[] },
): void {
  if (trail.length >= MAX_DEPTH || trail.includes(name)) return;
  const preScript = nodePackage.scripts[`pre${name}`] === undefined ? [] : splitScript(nodePackage, `pre${name}`, '');
  for (const command of [...preScript, ...splitScript(nodePackage, name, outer.extra)]) {
    if (state.left-- <= 0) return;
    const step = resolveCommand(command, nodePackage.scripts);
    if (step.kind === 'workspaces') plan.delegates = true;
    else if (step.kind === 'call')
      plan.calls.push({ ...step.call, assignments: [...outer.assignments, ...step.call.assignments] });
    else if (step.kind === 'script') {
      for (const script of step.names) {
        if (hasRunner(nodePackage, script)) {
          const assignments = [...outer.assignments, ...(step.assignments ?? [])];
          expandInto(plan, nodePackage, script, { extra: step.extra, assignments }, [...trail, name], state);
        } else if (plan.calls.length === 0 && isBuildScript(nodePackage, script)) {
          plan.build.push([...outer.assignments, ...(step.assignments ?? []), `npm run ${script}`].join(' '));
        } else {
          if (plan.calls.length === 0) plan.build.push(...findBuildsBelow(nodePackage, script));
          plan.dropped.push(`npm run ${script}`);
        }
      }
    } else if (plan.calls.length === 0 && isBuildCommand(step.words)) {
      plan.build.push(
        ...state.helpers.splice(0),
        renderBuildCommand(nodePackage, [...outer.assignments, ...command.assignments], step.words),
      );
    } else if (plan.calls.length === 0 && HELPER_PROGRAM.test(step.words[0]?.value ?? '')) {
      state.helpers.push(renderBuildCommand(nodePackage, command.assignments, step.words));
    } else plan.dropped.push(joinWords(step.words).slice(0, 80));
  }
}

function splitScript({ scripts }: NodePackage, name: string, extra: string): SimpleCommand[] {
  return splitCommands(`${Object.hasOwn(scripts, name) ? scripts[name] : ''}${extra === '' ? '' : ` ${extra}`}`);
}

function renderBuildCommand(
  { folder, workspace }: NodePackage,
  assignments: readonly string[],
  words: ScriptWord[],
): string {
  return [...assignments, createBinPath(folder, workspace), joinWords(words)].join(' ');
}

/** Tells whether a script runs tests, by itself or by another script. */
export function hasRunner(nodePackage: NodePackage, name: string): boolean {
  return walkScripts(nodePackage, name).some((step) => step.kind === 'call' || step.kind === 'workspaces');
}

/** Finds the builds that a script begins with which is no build itself (`build:docs`). */
function findBuildsBelow(nodePackage: NodePackage, name: string): string[] {
  return splitScript(nodePackage, name, '')
    .map((command) => resolveCommand(command, nodePackage.scripts))
    .flatMap((step) => (step.kind === 'script' ? step.names : []))
    .filter((script) => isBuildScript(nodePackage, script))
    .map((script) => `npm run ${script}`);
}

/** Tells whether a script builds something: by its name, or because a command of it is a compiler or bundler. */
export function isBuildScript(nodePackage: NodePackage, name: string): boolean {
  if (CHECK_NAME.test(name)) return false;
  return (
    BUILD_NAME.test(name) ||
    walkScripts(nodePackage, name).some((step) => step.kind === 'other' && isBuildCommand(step.words))
  );
}

function walkScripts(
  nodePackage: NodePackage,
  name: string,
  seen = new Set<string>(),
): ReturnType<typeof resolveCommand>[] {
  if (seen.has(name) || seen.size > 50) return [];
  seen.add(name);
  const preScript = Object.hasOwn(nodePackage.scripts, `pre${name}`) ? splitScript(nodePackage, `pre${name}`, '') : [];
  return [...preScript, ...splitScript(nodePackage, name, '')].slice(0, MAX_COMMANDS).flatMap((command) => {
    const step = resolveCommand(command, nodePackage.scripts);
    return step.kind === 'script' ? step.names.flatMap((one) => walkScripts(nodePackage, one, seen)) : [step];
  });
}

function isBuildCommand(words: readonly ScriptWord[]): boolean {
  const [program, ...args] = words.map(({ value }) => value);
  if (program === undefined || args.some((arg) => CHECK_OPTION.test(arg))) return false;
  if (program === 'vite') return args[0] === 'build';
  return BUILD_PROGRAMS.has(program) || (program === 'node' && args.some((arg) => BUILD_NAME.test(arg)));
}
