import { avaRunner } from './ava_runner.js';
import { borpRunner } from './borp_runner.js';
import { jestRunner } from './jest_runner.js';
import { mochaRunner } from './mocha_runner.js';
import type { NodeRunner } from './node_runner.js';
import { nodeTestRunner } from './node_test_runner.js';
import { tapRunner } from './tap_runner.js';
import { tapeRunner } from './tape_runner.js';
import { textRunners } from './text_runners.js';
import { vitestRunner } from './vitest_runner.js';

/** All runners, in the order in which dependencies are looked at. */
export const NODE_RUNNERS: readonly NodeRunner[] = [
  vitestRunner,
  jestRunner,
  avaRunner,
  mochaRunner,
  tapRunner,
  tapeRunner,
  nodeTestRunner,
  borpRunner,
  ...textRunners,
];

const BY_PROGRAM = new Map(
  NODE_RUNNERS.flatMap((runner) => runner.programs.map((program) => [program, runner.name] as const)),
);
const VERB_PROGRAMS = new Set(
  [...BY_PROGRAM.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]!),
);

/**
 * Finds the runner that a program is.
 *
 * @param next word after the program; undefined if any verb will do
 * @returns its name, and the number of words that call it
 */
export function findNodeRunner(program: string, next: string | undefined): { name: string; skip: number } | undefined {
  const direct = BY_PROGRAM.get(program);
  if (direct !== undefined) return { name: direct, skip: 1 };
  if (next !== undefined) {
    const withVerb = BY_PROGRAM.get(`${program} ${next}`);
    return withVerb === undefined ? undefined : { name: withVerb, skip: 2 };
  }
  return VERB_PROGRAMS.has(program) ? { name: program, skip: 1 } : undefined;
}
