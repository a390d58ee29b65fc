import { isUsualScriptTest } from '../../language/is_test_path.js';
import { EXIT_CODE_WEAKNESS, type TestSuite } from '../project.js';
import { expandScript } from './expand_script.js';
import { NODE_RUNNERS } from './runners/find_node_runner.js';
import type { NodePackage } from './runners/node_package.js';
import { isScriptPath } from './runners/node_runner.js';
import { createPlainCall, type RunnerCall } from './runners/runner_call.js';
import { unwrapCall } from './runners/unwrap_call.js';

/** Suite of a package, with what its script does besides. */
export interface NodeSuite {
  tests: TestSuite;
  /** Script that runs the tests; absent where none does. */
  script?: string;
  isTestFile(path: string): boolean;
  build: string[];
  /** True if the runner takes files that a build writes from the tests. */
  compiled?: true;
  notes: string[];
}

const SCRIPTS = (
  'test test:unit unit unit-test test-unit tests-only tests test:ci test-ci ci:test test:node ' +
  'test:js test:src test:jest test:vitest test:mocha test:ava vitest jest mocha ava tap tape ' +
  'test:run test:coverage test-coverage test:cov test-cov coverage cover spec specs'
).split(' ');

/**
 * Chooses the suites of a package: the first runner that a script calls and those that it calls besides, else the one
 * among its dependencies.
 */
export function chooseNodeSuites(nodePackage: NodePackage): NodeSuite[] {
  let delegates = false;
  for (const name of SCRIPTS.filter((script) => Object.hasOwn(nodePackage.scripts, script))) {
    const plan = expandScript(nodePackage, name);
    delegates ||= plan.delegates;
    const first = plan.calls.find(({ runner }) => runner !== 'script') ?? plan.calls[0];
    const merged = first && (mergeScriptCalls(plan.calls, nodePackage) ?? mergeRunnerCalls(first, plan.calls));
    if (merged === undefined) continue;
    const otherCalls = plan.calls.filter(({ runner }) => runner !== merged.runner);
    const other_runners = otherCalls.map(({ runner }) => runner).filter((runner) => runner !== 'script');
    const chosen = unwrapCall(merged, nodePackage);
    const suite = createNodeSuite(nodePackage, chosen, `script "${name}" runs ${chosen.runner}`, plan.build, [
      ...(plan.dropped.length > 0 ? [`left out of "${name}": ${plan.dropped.slice(0, 10).join('; ')}`] : []),
      ...(other_runners.length > 0 ? [`script "${name}" also runs: ${[...new Set(other_runners)].join(', ')}`] : []),
    ]);
    const furtherSuites =
      merged.runner === first?.runner ? otherCalls.map((call) => createFurtherSuite(nodePackage, call, plan)) : [];
    return [suite && { ...suite, script: name }, ...furtherSuites].filter((one) => one !== undefined);
  }
  const suite = assumeSuite(nodePackage, delegates);
  return suite === undefined ? [] : [suite];
}

/** Creates the suite of a runner that a script calls besides its first one. */
function createFurtherSuite(
  nodePackage: NodePackage,
  call: RunnerCall,
  { build }: { build: string[] },
): NodeSuite | undefined {
  const suite = createNodeSuite(nodePackage, call, `the script also runs ${call.runner}`, build, []);
  if (call.runner !== 'script' || suite === undefined) return suite;
  // A program may read its cases from the folder of its name: `test/compress.js`, `test/compress/arrays.js`.
  const program = call.args.find(({ value }) => !value.startsWith('-'))?.value.replace(/^\.\//, '') ?? '';
  const folder = `${program.replace(/\.\w+$/, '')}/`;
  return { ...suite, isTestFile: (path) => isScriptPath(path) && (path === program || path.startsWith(folder)) };
}

/** Assumes the runner of a package whose scripts call none. */
function assumeSuite(nodePackage: NodePackage, delegates: boolean): NodeSuite | undefined {
  const assumed = NODE_RUNNERS.find(
    ({ dependency }) => dependency !== undefined && Object.hasOwn(nodePackage.dependencies, dependency),
  );
  if (assumed !== undefined)
    return createNodeSuite(
      nodePackage,
      createPlainCall(assumed.name, assumed.programs[0]!),
      `no script calls a known runner; ${assumed.name} is among the dependencies`,
      [],
      [],
    );
  const script = nodePackage.scripts.test;
  if (delegates || script === undefined || /no test specified/.test(script)) return undefined;
  return {
    tests: {
      runner: 'npm test',
      report: 'exit-code',
      weakness: EXIT_CODE_WEAKNESS,
      createCommand: () => 'npm test',
      why: 'the runner in script "test" is unknown',
    },
    isTestFile: (path) => isScriptPath(path) && (isUsualScriptTest(path) || /^(?:tests?|spec)\//.test(path)),
    build: [],
    notes: [],
  };
}

/** Joins `node a.js && node b.js` of tests written with tape into one call of tape, whose report is one stream. */
function mergeScriptCalls(calls: readonly RunnerCall[], { dependencies }: NodePackage): RunnerCall | undefined {
  const scripts = calls.filter(({ runner, program }) => runner === 'script' && program === 'node');
  if (!Object.hasOwn(dependencies, 'tape') || scripts.length < 2 || scripts.length < calls.length) return undefined;
  if (scripts.some(({ args }) => args.some(({ value }) => value.startsWith('-')))) return undefined;
  return {
    ...createPlainCall('tape', 'tape'),
    assignments: scripts[0]!.assignments,
    args: scripts.flatMap(({ args }) => args),
  };
}

/** Runners whose calls with the same options differ in their files only. */
const MERGEABLE = new Set(['node:test', 'mocha', 'tape', 'ava']);

/** Options about output, which our command replaces. */
const OUTPUT_OPTION = /^--(?:test-)?reporter(?:-\w+)?=|^--experimental-test-coverage$/;

/** Joins `mocha a.js && mocha b.js` into one call, if nothing but the files and the output differs. */
function mergeRunnerCalls(first: RunnerCall, calls: readonly RunnerCall[]): RunnerCall {
  if (!MERGEABLE.has(first.runner)) return first;
  const inputWords = listInputWords(first);
  const args = [...inputWords];
  for (const call of calls) {
    if (call === first || call.runner !== first.runner || call.program !== first.program) continue;
    if (call.assignments.join(' ') !== first.assignments.join(' ')) continue;
    const words = listInputWords(call);
    const same = words.findIndex(({ raw }, at) => raw !== inputWords[at]?.raw);
    const added = same === -1 ? [] : words.slice(same);
    const replaced = same === -1 ? [] : inputWords.slice(same);
    // Without files of its own the first call runs everything already.
    if (replaced.length === 0 || [...added, ...replaced].some(({ value }) => value.startsWith('-'))) continue;
    args.push(...added);
  }
  return { ...first, args };
}

const listInputWords = ({ args }: RunnerCall) => args.filter(({ value }) => !OUTPUT_OPTION.test(value));

function createNodeSuite(
  nodePackage: NodePackage,
  call: RunnerCall,
  why: string,
  build: string[],
  notes: string[],
): NodeSuite | undefined {
  const runner = NODE_RUNNERS.find(({ name }) => name === call.runner);
  if (runner === undefined) return undefined;
  const { isTestFile, ...suite } = runner.createSuite(call, nodePackage);
  const { paths } = nodePackage.files;
  const isUsual = (path: string) => isScriptPath(path) && isUsualScriptTest(path);
  if (!paths.some(isTestFile) && paths.some(isUsual)) {
    const tests = { runner: runner.name, why, ...suite, createCommand: () => suite.createCommand([]) };
    const note = `${runner.name} runs files that a build writes: the whole suite runs, and test files are told by their names`;
    return { tests, isTestFile: isUsual, build, compiled: true, notes: [...notes, note] };
  }
  return { tests: { runner: runner.name, why, ...suite }, isTestFile, build, notes };
}
