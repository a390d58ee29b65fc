import { type Deliverable, TEST_HEAD } from './deliverable.js';

const PROGRAM = 'solution.py';
const TESTS = ['is there', 'compiles', 'defines functions or classes', 'starts'];

const TEST = `${TEST_HEAD}import { spawnSync } from 'node:child_process';

/** A program of the agent never sees where the report lies. */
const { PATH, HOME, LANG } = process.env;
const python = (args, timeout) =>
  spawnSync('python3', args, { env: { PATH, HOME, LANG }, encoding: 'utf8', input: '', timeout, killSignal: 'SIGKILL' });
const COUNT = \`import ast, sys
kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
tree = ast.parse(open(sys.argv[1], 'rb').read())
print(sum(isinstance(node, kinds) for node in ast.walk(tree)))\`;

test('is there', () => {
  assert.equal(existsSync('${PROGRAM}'), true);
});

test('compiles', () => {
  const { status, stderr } = python(['-c', "import ast, sys; ast.parse(open(sys.argv[1], 'rb').read())", '${PROGRAM}'], 30_000);
  assert.equal(status, 0, stderr.slice(-2000));
});

test('defines functions or classes', () => {
  assert.equal(Number(python(['-c', COUNT, '${PROGRAM}'], 30_000).stdout) > 0, true);
});

test('starts', () => {
  assert.equal(existsSync('${PROGRAM}'), true);
  const { status, signal, stderr, error } = python(['${PROGRAM}'], 10_000);
  // Still running, or asking for input: it has started.
  const runs = error?.code === 'ETIMEDOUT' || /^EOFError\\b/m.test(stderr);
  const crashed = signal !== null || (status !== 0 && /^Traceback |Error: /m.test(stderr));
  assert.equal(runs || !crashed, true, stderr.slice(-2000));
});
`;

/** Creates the deliverable of a coding row: a program that compiles and starts. The original has a model judge that. */
export function createProgramDeliverable(): Deliverable {
  return {
    path: PROGRAM,
    obligations:
      'The whole program stands in solution.py, at the root of the workspace. It must compile, define functions or classes, and start: ' +
      'it is run for ten seconds without arguments, input and network, and an error that nothing catches is a failure. ' +
      'Only the standard library is sure to be there.',
    test: TEST,
    checks: [{ id: 'executability', pattern: '', tests: TESTS }],
    tools: { node: '>=20', python3: '>=3.8' },
    kind: 'feature',
    notes: [
      'a pass says that solution.py compiles and starts, not that it does what is asked: the original has a ' +
        'model rate that',
      'the row has no solution and no tests: nothing shows that the task can be solved',
    ],
  };
}
