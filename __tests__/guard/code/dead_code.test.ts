import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { ALL } from '../../extent.js';
import { isDenied } from '../shell/judged.js';
import { tell } from './given_code.js';

const RUNS = ALL ? 1500 : 300;

describe('code that cannot run is not judged', () => {
  const python = (...lines: string[]) => `python3 -c "import shutil\n${lines.join('\n')}"`;
  const node = (code: string) => `node -e "${code}"`;
  const remove = "require('fs').rmSync('/home', { recursive: true })";
  it.each([
    [python('def f():', '    print(1)', '    return', "    shutil.rmtree('/home')", 'f()'), false],
    [python('def f(x):', '    if x:', '        return', "    shutil.rmtree('/home')", 'f(0)'), true],
    [python('def f():', '    try:', '        return', '    finally:', "        shutil.rmtree('/home')", 'f()'), true],
    [python('DRY = True', 'def f():', '    if DRY:', '        return', "    shutil.rmtree('/home')", 'f()'), false],
    [python('DRY = False', 'def f():', '    if DRY:', '        return', "    shutil.rmtree('/home')", 'f()'), true],
    [python('def f():', "    shutil.rmtree('/home')", 'print(f.__name__)'), false],
    [python('import inspect', 'def f():', "    shutil.rmtree('/home')", 'print(inspect.getsource(f))'), false],
    [python('def f():', "    shutil.rmtree('/home')", 'run(f)'), true],
    [node(`const DRY = true; const f = () => DRY ? 1 : ${remove}; f()`), false],
    [node(`const DRY = false; const f = () => DRY ? 1 : ${remove}; f()`), true],
    [node(`let DRY = true; DRY = false; const f = () => DRY ? 1 : ${remove}; f()`), true],
    [python('import sys', 'print(1)', 'sys.exit(0)', "shutil.rmtree('/home')"), false],
    [python('import sys', 'if x: sys.exit(0)', "shutil.rmtree('/home')"), true],
    [python('import sys', 'sys.exit = print', 'sys.exit(0)', "shutil.rmtree('/home')"), true],
    [python('import sys', 'try:', '    sys.exit(0)', 'finally:', "    shutil.rmtree('/home')"), true],
    [python('import sys', "shutil.rmtree('/home')", 'sys.exit(0)'), true],
    [node(`process.exit(0); ${remove}`), false],
    [node(`process.exit = () => 1; process.exit(0); ${remove}`), true],
    [node(`x && process.exit(0); ${remove}`), true],
    [node(`process.exit(0); function f() { ${remove} }`), false],
    [node(`function f() { process.exit(0) }; ${remove}`), true],
    [node(`f(); process.exit(0); function f() { ${remove} }`), true],
    [node(`function f() { return go(); function go() { ${remove} } }; f()`), true],
  ])('%s', (line, denied) => expect(isDenied(line)).toBe(denied));
});

type Code = { statement: string; block: string };

/** Arbitrary functions of JavaScript that run marks `m0`, `m1`, … */
const script = fc.letrec<Code>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((each) => each.join(' ')),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant("run('MARK');"),
    fc.constantFrom(
      'return;',
      'return\n',
      "return run('MARK');",
      'if (x) return;',
      'if (!x)\nreturn;',
      'x && run("MARK");',
    ),
    fc.constantFrom(
      'A ? run("MARK") : run("MARK");',
      'if (A) run("MARK"); else run("MARK");',
      'if (B) run("MARK"); else run("MARK");',
      'if (B) run("MARK"); else if (x) run("MARK"); else run("MARK");',
      'if (A) run("MARK")\nelse run("MARK");',
      'if (B) run("MARK")\nrun("MARK");',
      'B ? run("MARK") : run("MARK");',
      'if (A) return;',
      'for (const i of []) return;',
    ),
    fc.constantFrom(
      'do return; while (0);',
      'while (false) return;',
      'for (;;) { if (x) break; return; }',
      'g();',
      'function g() { run("MARK"); }',
    ),
    fc.tuple(fc.constantFrom('A', 'B', '!A', '!B', 'x', '!x'), tie('block')).map(([c, b]) => `if (${c}) { ${b} }`),
    fc
      .tuple(fc.constantFrom('A', 'B', '!B', 'x'), tie('block'), tie('block'))
      .map(([c, b, e]) => `if (${c}) { ${b} } else { ${e} }`),
    tie('block').map((block) => `for (const i of [1, 2]) { ${block} }`),
    tie('block').map((block) => `switch (x) { case 1: ${block} break; default: run('MARK'); }`),
    fc.tuple(tie('block'), tie('block')).map(([b, e]) => `try { ${b} } finally { ${e} }`),
    tie('block').map((block) => `{ ${block} }`),
    tie('block').map((block) => `l: { if (x) break l; ${block} }`),
  ),
})).block;

const indent = (lines: readonly string[]) => lines.map((line) => `    ${line}`);

/** Arbitrary lines of a function of Python that runs such marks. */
const python = fc.letrec<{ statement: readonly string[]; block: readonly string[] }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((each) => each.flat()),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(["os.system('MARK')"] as readonly string[]),
    fc.constantFrom(
      ['return'],
      ["return os.system('MARK')"],
      ['if x: return'],
      ['if not x: return'],
      ["x and os.system('MARK')"],
      ['return 1 if x else 2'],
    ),
    fc.constantFrom(
      ['for i in []: return'],
      ['while False:', '    return'],
      ['g = lambda: os.system("MARK")', 'g()'],
      ['if A: return'],
      ['with open("/dev/null"): return'],
    ),
    fc
      .tuple(fc.constantFrom('A', 'B', 'not A', 'not B', 'x'), tie('block'))
      .map(([c, b]) => [`if ${c}:`, ...indent(b)]),
    fc
      .tuple(fc.constantFrom('A', 'B', 'not B', 'x'), tie('block'), tie('block'))
      .map(([c, b, e]) => [`if ${c}:`, ...indent(b), 'else:', ...indent(e)]),
    tie('block').map((b) => ['for i in [1, 2]:', ...indent(b)]),
    fc.tuple(tie('block'), tie('block')).map(([b, e]) => ['try:', ...indent(b), 'finally:', ...indent(e)]),
  ),
})).block;

/** Numbers the marks of code. */
function number(code: string): string {
  const [start, ...rest] = code.split('MARK');
  return [start, ...rest.map((text, index) => `m${index}${text}`)].join('');
}

const readMarks = (language: 'javascript' | 'python', code: string): ReadonlySet<string> =>
  new Set(tell(language, code).lines);

test('whatever a function of JavaScript reaches is read', () => {
  fc.assert(
    fc.property(script, fc.constantFrom(0, 1), (block, x) => {
      const code = number(`const A = true; const B = false; function f(x) { ${block} } f(${x});`);
      const ran: string[] = [];
      let isValid = true;
      try {
        new Function('run', code)((mark: string) => ran.length < 1000 && ran.push(mark));
      } catch {
        isValid = false;
      }
      const read = readMarks('javascript', code.replaceAll('run(', "require('child_process').execSync("));
      if (isValid) expect(ran.filter((mark) => !read.has(mark))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

const RUNNER = `
import json, sys
for code in json.load(sys.stdin):
    marks = []
    try:
        exec(code, {'marks': marks})
    except BaseException:
        pass
    print(json.dumps(marks))
`;

test('whatever a function of Python reaches is read', () => {
  const start = ['import os, sys', 'A = True', 'B = False'];
  const codes = fc
    .sample(fc.tuple(python, fc.constantFrom(0, 1), fc.boolean()), RUNS)
    .map(([lines, x, isWhole]) =>
      isWhole
        ? [...start, `x = ${x}`, ...lines.map((line) => line.replace(/\breturn(?! 1)/, 'sys.exit()'))]
        : [...start, 'def f(x):', ...indent(lines), `f(${x})`],
    )
    .map((lines) => number(lines.join('\n').replaceAll(/sys\.exit\(\) (os\.system\('MARK'\))/g, 'sys.exit($1)')));
  const input = JSON.stringify(codes.map((code) => code.replaceAll('os.system', 'marks.append')));
  const { stdout } = spawnSync('python3', ['-c', RUNNER], { input, encoding: 'utf8' });
  const ran = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);
  expect(ran).toHaveLength(codes.length);
  for (const [index, code] of codes.entries()) {
    const read = readMarks('python', code);
    expect({ code, missing: ran[index]!.filter((mark) => !read.has(mark)) }).toEqual({ code, missing: [] });
  }
});
