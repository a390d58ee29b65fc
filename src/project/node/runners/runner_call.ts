import type { ScriptWord } from '../../../language/shell/split_commands.js';
import type { NodePackage } from './node_package.js';

/** Call of a test runner in a script of a package. */
export interface RunnerCall {
  /** Name of the runner in the table of runners. */
  runner: string;
  /** Shell text that starts the runner (`mocha`, `node --experimental-vm-modules node_modules/jest/bin/jest.js`). */
  program: string;
  /** Variables set for the call, as they are written. */
  assignments: string[];
  /** Words after the program. */
  args: ScriptWord[];
}

/** Creates the call of a runner that no script calls. */
export function createPlainCall(runner: string, program: string): RunnerCall {
  return { runner, program, assignments: [], args: [] };
}

/**
 * Writes the command of a call. Programs of the package's dependencies are found by their path, in a workspace by
 * the search path, since the package manager may have installed them at the workspace root.
 */
export function renderCall(call: RunnerCall, nodePackage: NodePackage, args: readonly string[]): string {
  return [...call.assignments, renderProgram(call.program, nodePackage), ...args].filter(Boolean).join(' ');
}

/** Writes the command of a call for the files that a search finds. */
export function renderSearchedCall(
  call: RunnerCall,
  nodePackage: NodePackage,
  args: readonly string[],
  search: string,
): string {
  const program = renderProgram(call.program, nodePackage);
  // Variables stand before the command: `find` hands them on.
  const [, variables = '', started] = /^((?:PATH="[^"]*" )?)(.*)$/s.exec(program)!;
  const ahead = [...call.assignments, variables.trim()].filter(Boolean);
  return [...ahead, search, '-exec', started, ...args, '{}', '+'].join(' ');
}

function renderProgram(program: string, { folder, workspace }: NodePackage): string {
  // A runner may have a verb: `tsdx test`.
  const [, name] = /^([\w.@-]+)(?: [a-z][\w-]*)?$/.exec(program) ?? [];
  if (name === undefined || name === 'node' || name === 'bun') return program;
  if (workspace === undefined) return `node_modules/.bin/${program}`;
  return `${createBinPath(folder, workspace)} ${program}`;
}

/** Returns the assignment that puts the programs of the dependencies on the search path. */
export function createBinPath(folder: string, workspace: string | undefined): string {
  const subfolder = workspace === undefined ? '' : folder.slice(workspace === '' ? 0 : workspace.length + 1);
  const up = subfolder === '' ? '' : `$PWD/${subfolder.split('/').fill('..').join('/')}/node_modules/.bin:`;
  return `PATH="$PWD/node_modules/.bin:${up}$PATH"`;
}
