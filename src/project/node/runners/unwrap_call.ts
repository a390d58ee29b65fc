import semver from 'semver';
import type { NodePackage } from './node_package.js';
import type { RunnerCall } from './runner_call.js';

/** Calls of `ts-scripts`, which ran Jest and runs Vitest since a version. */
const WRAPPER_PROGRAMS = ['ts-scripts test', 'ts-scripts specs'];

/** Package of the wrapper, and the first version that runs Vitest. */
const WRAPPER = '@borderless/ts-scripts';
const FIRST_WITH_VITEST = '0.12.0';

/** Tells whether a call is one of a wrapper, which hands on to its runner what follows `--`. */
export const isWrapper = ({ program }: RunnerCall): boolean => WRAPPER_PROGRAMS.includes(program);

/**
 * Replaces the call of a wrapper by that of the runner which it runs in the version that is installed: the runner that
 * the lockfile or the manifest names, else the one of the wrapper's version.
 */
export function unwrapCall(call: RunnerCall, nodePackage: NodePackage): RunnerCall {
  if (!isWrapper(call)) return call;
  if (usesVitest(nodePackage))
    return {
      ...call,
      runner: 'vitest',
      program: 'vitest',
      args: [{ raw: '--passWithNoTests', value: '--passWithNoTests' }],
    };
  return { ...call, program: 'ts-scripts specs', args: [] };
}

function usesVitest({ files, dependencies }: NodePackage): boolean {
  const lock = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml']
    .map((path) => files.read(path))
    .find((text) => text !== undefined);
  const [jest, vitest] = ['jest', 'vitest'].map(
    (name) =>
      Object.hasOwn(dependencies, name) ||
      new RegExp(`^ *"?(?:node_modules/)?/?${name}(?:"|@|/\\d)[^\\n]*(?::|\\{)`, 'm').test(lock ?? ''),
  );
  if (jest !== vitest) return vitest === true;
  const range = semver.validRange(dependencies[WRAPPER] ?? '');
  const lowest = range === null ? null : semver.minVersion(range);
  return lowest === null || semver.gte(lowest, FIRST_WITH_VITEST);
}
