import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  type Diagnostic,
  findDiagnostics,
  isForeignPath,
  selectLastLines,
} from '../../src/language/find_diagnostics.js';
import { itInFull } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

/** Resolves names as a workspace at /work does that has these files. */
const inWork =
  (...files: string[]) =>
  (name: string) => {
    const path = name.replace(/^(?:file:\/\/)?\/work\//, '').replace(/^\.\//, '');
    return files.includes(path) ? path : undefined;
  };

interface ToolCase {
  tool: string;
  /** What it prints, in the form that its documentation shows, or as it was seen. */
  output: string;
  file: string;
  place: Omit<Diagnostic, 'path'>;
}

const CASES: readonly ToolCase[] = [
  {
    tool: 'node, a SyntaxError',
    output:
      "file:///work/a.mjs:2\n  return {;\n          ^\n\nSyntaxError: Unexpected token ';'\n    at compileSourceTextModule " +
      '(node:internal/modules/esm/utils:346:16)\n\nNode.js v20.20.2\n',
    file: 'a.mjs',
    place: { line: 2, message: "SyntaxError: Unexpected token ';'" },
  },
  {
    tool: 'node, a stack',
    output:
      '/work/t.cjs:1\nfunction f(){ throw new TypeError("bad value"); }\n              ^\n\nTypeError: bad value\n' +
      '    at f (/work/t.cjs:1:21)\n    at Object.<anonymous> (/work/t.cjs:2:1)\n' +
      '    at Module._compile (node:internal/modules/cjs/loader:1521:14)\n',
    file: 't.cjs',
    place: { line: 1, column: 21, message: 'TypeError: bad value' },
  },
  {
    tool: 'tsc',
    output: "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    file: 'a.ts',
    place: { line: 1, column: 7, message: "TS2322: Type 'string' is not assignable to type 'number'." },
  },
  {
    tool: 'tsc --pretty',
    output:
      '\u001b[96ma.ts\u001b[0m:\u001b[93m1\u001b[0m:\u001b[93m7\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2322: ' +
      "\u001b[0mType 'string' is not assignable.\n",
    file: 'a.ts',
    place: { line: 1, column: 7, message: "TS2322: Type 'string' is not assignable." },
  },
  {
    tool: 'eslint, stylish',
    output:
      "\n/work/src/a.js\n  1:1  warning  Unexpected console statement  no-console\n  3:5  error    'x' is not defined  no-undef\n\n" +
      '✖ 2 problems (1 error, 1 warning)\n',
    file: 'src/a.js',
    place: { line: 3, column: 5, message: "'x' is not defined  no-undef" },
  },
  {
    tool: 'eslint, unix',
    output: "/work/src/a.js:3:5: 'x' is not defined. [Error/no-undef]\n\n1 problem\n",
    file: 'src/a.js',
    place: { line: 3, column: 5, message: "'x' is not defined. [Error/no-undef]" },
  },
  {
    tool: 'biome',
    output:
      'c.js:1:1 lint/suspicious/noDebugger  FIXABLE  ━━━━━\n\n  × This is an unexpected use of the debugger statement.\n  \n  > 1 │ debugger;\n',
    file: 'c.js',
    place: { line: 1, column: 1, message: 'This is an unexpected use of the debugger statement.' },
  },
  {
    tool: 'gcc',
    output:
      'a.c: In function ‘main’:\na.c:1:1: warning: odd\na.c:2:10: error: ‘x’ undeclared (first use in this function)\n    2 |   return x;\n' +
      '      |          ^\na.c:2:10: note: each undeclared identifier is reported only once\n',
    file: 'a.c',
    place: { line: 2, column: 10, message: '‘x’ undeclared (first use in this function)' },
  },
  {
    tool: 'rustc',
    output:
      'warning: unused\n --> a.rs:1:1\n  |\nerror[E0425]: cannot find value `y` in this scope\n --> a.rs:3:20\n  |\n3 |     y\n',
    file: 'a.rs',
    place: { line: 3, column: 20, message: 'cannot find value `y` in this scope' },
  },
  {
    tool: 'go vet',
    output: '# command-line-arguments\nvet: ./a.go:3:2: x declared but not used\n',
    file: 'a.go',
    place: { line: 3, column: 2, message: 'x declared but not used' },
  },
  {
    tool: 'python, a traceback',
    output:
      'Traceback (most recent call last):\n  File "/work/b.py", line 3, in <module>\n    f()\n  File "/work/b.py", line 2, in f\n' +
      "    return y\n           ^\nNameError: name 'y' is not defined\n",
    file: 'b.py',
    place: { line: 2, message: "NameError: name 'y' is not defined" },
  },
  {
    tool: 'python, a SyntaxError',
    output: '  File "/work/a.py", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n',
    file: 'a.py',
    place: { line: 1, message: 'SyntaxError: invalid syntax' },
  },
  {
    tool: 'pytest',
    output:
      '    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_a.py:2: AssertionError\n=== short test summary info ===\n',
    file: 'test_a.py',
    place: { line: 2, message: 'assert 1 == 2' },
  },
  {
    tool: 'ruff, flake8',
    output: "a.py:3:5: F821 undefined name 'y'\nFound 1 error.\n",
    file: 'a.py',
    place: { line: 3, column: 5, message: "F821 undefined name 'y'" },
  },
  {
    tool: 'ruff, full',
    output: 'F401 [*] `os` imported but unused\n --> a.py:1:8\n  |\n1 | import os\n',
    file: 'a.py',
    place: { line: 1, column: 8, message: 'F401 [*] `os` imported but unused' },
  },
  {
    tool: 'javac',
    output:
      'A.java:3: error: incompatible types: String cannot be converted to int\n    int x = "a";\n            ^\n1 error\n',
    file: 'A.java',
    place: { line: 3, message: 'incompatible types: String cannot be converted to int' },
  },
  {
    tool: 'php -l',
    output:
      'PHP Parse error:  syntax error, unexpected token "{", expecting variable in a.php on line 2\nErrors parsing a.php\n',
    file: 'a.php',
    place: { line: 2, message: 'syntax error, unexpected token "{", expecting variable' },
  },
  {
    tool: 'ruby -c',
    output: "a.rb:2: syntax error, unexpected integer literal, expecting ')'\n",
    file: 'a.rb',
    place: { line: 2, message: "syntax error, unexpected integer literal, expecting ')'" },
  },
];

describe('the line that a tool names as wrong', () => {
  it.each(CASES.map((one) => [one.tool, one] as const))('%s', (_, { output, file, place }) => {
    expect(findDiagnostics(output, inWork(file))).toEqual([{ path: file, ...place }]);
  });

  it('is none where the file is not of the repository, and text of others is bounded', () => {
    expect(findDiagnostics('12:34:56 started\nhttp://a.test:80: x\nb.js:1:1: error: y\n', inWork('a.js'))).toEqual([]);
    const many = Array.from({ length: 9999 }, (_, i) => `a.js:${i + 1}:1: error: ${'x'.repeat(500)}`).join('\n');
    const places = findDiagnostics(many, inWork('a.js'));
    expect([places.length, places[0]!.message.length]).toEqual([20, 300]);
    expect([isForeignPath('node_modules/a/b.js'), isForeignPath('src/a.js')]).toEqual([true, false]);
  });
});

it('the last lines are those that say something, of both streams', () => {
  const stdout = `\n> shop@1.0.0 build\n${Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n')}\n`;
  const stderr = 'npm error code 1\nnpm error path /work\nwrong\n    at f (node:internal/x:1:2)\n\nNode.js v20.20.2\n';
  expect(selectLastLines([stdout, stderr], 4)).toEqual(['line 27', 'line 28', 'line 29', 'wrong']);
  expect(selectLastLines(['', `${stdout}`], 2)).toEqual(['line 28', 'line 29']);
});

/** Programs with a file that they refuse, and the line that is wrong. */
const PROGRAMS: readonly [command: string[], file: string, text: string, line: number][] = [
  [['node'], 'a.mjs', 'export function f() {\n  return {;\n}\n', 2],
  [['node_modules/.bin/tsc', '--noEmit'], 'a.ts', 'export const x: string = "";\nexport const y: number = x;\n', 2],
  [['node_modules/.bin/biome', 'lint'], 'c.js', 'const a = 1;\ndebugger;\nexport { a };\n', 2],
  [['gcc', '-c', '-o', '/dev/null'], 'a.c', 'int main() {\n  return x;\n}\n', 2],
  [['rustc', '--emit=metadata'], 'a.rs', 'fn main() {\n    println!("{}", y);\n}\n', 2],
  [['go', 'vet'], 'a.go', 'package main\nfunc main() {\n\tx := 1\n}\n', 3],
  [['python3'], 'b.py', 'def f():\n  return y\nf()\n', 2],
  [['python3'], 'a.py', 'x = 1\ndef f(:\n  pass\n', 2],
  [['python3', '-m', 'pytest', '-q'], 'test_a.py', 'def test_a():\n    assert 1 == 2\n', 2],
  [['javac'], 'A.java', 'class A {\n  int x = "a";\n}\n', 2],
  [['php', '-l'], 'a.php', '<?php\nfunction f( {\n', 2],
  [['ruby', '-c'], 'a.rb', 'def f(\n  1\nend\n', 2],
];

describe('real tools of this machine', () => {
  itInFull.each(PROGRAMS)('%j %s', ([program = '', ...options], file, text, line) => {
    const root = join(import.meta.dirname, '../..');
    const path = program.includes('/') ? join(root, program) : program;
    if (spawnSync('sh', ['-c', `command -v '${path}'`]).status !== 0) return;
    const room = givenRoom();
    mkdirSync(dirname(join(room, file)), { recursive: true });
    writeFileSync(join(room, file), text);
    const { stdout, stderr } = spawnSync(path, [...options, file], { cwd: room, encoding: 'utf8' });
    if (/No module named pytest/.test(stderr)) return;
    const resolve = (name: string) => {
      const inside =
        name.startsWith('/') || name.startsWith('file:') ? relative(room, name.replace('file://', '')) : name;
      return inside.replace(/^\.\//, '') === file ? file : undefined;
    };
    expect(findDiagnostics(`${stdout}\n${stderr}`, resolve)).toContainEqual(
      expect.objectContaining({ path: file, line }),
    );
  });
});
