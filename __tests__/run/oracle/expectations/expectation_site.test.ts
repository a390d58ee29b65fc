// Needs: python3
import assert from 'node:assert';
import strict from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { expect as jestExpect } from '@jest/globals';
import fc from 'fast-check';
import { applyReplacements, findExpectationSites } from '../../../../src/run/oracle/expectations/expectation_site.js';
import { ALL } from '../../../extent.js';
import { describeSites } from './marked_source.js';

/** Statements that decide, and others; `N` is a number of their own. */
const JAVASCRIPT = {
  decided: [
    'assert.equal(f(), N);',
    'assert.deepEqual(f(), { a: [N], b: g() });',
    'expect(f()).toBe(N);',
    '{ assert.strictEqual(f(), N); }',
    'for (const [a, w] of [[g(), N]]) assert.equal(f(a), w);',
    'await expect(f()).resolves.toEqual([N]);',
    'assert.ok(f() === N && g());',
  ],
  undecided: [
    'if (f()) assert.equal(f(), N);',
    'assert.ok(f() === N || g());',
    'try { assert.equal(f(), N); } catch {}',
    'f().then((v) => assert.equal(v, N));',
    'for (const v of f()) assert.equal(v, N);',
    'expect(f()).toContain(N);',
    'expect(f()).not.toBe(N);',
    'assert.throws(() => f(), { code: N });',
    'for (;;) { assert.equal(f(), N); break; }',
    'function help() { assert.equal(f(), N); return 1; }',
    'assert.deepEqual(f(), { a: N, ...g() });',
    'const o = { m() { assert.equal(f(), N); } };',
  ],
  leaving: ['if (f()) return;', 'for (const v of f()) { if (v) return; }', 'try { f(); } catch { return; }'],
  wrap: (body: readonly string[]) =>
    `import assert from 'node:assert';\nit('x', async () => {\n${body.join('\n').replace(/^/gm, '  ')}\n});\n`,
  path: 'a.test.js',
};
const PYTHON = {
  decided: [
    'assert f() == N',
    'assert f() == {"a": [N, g()]}',
    'for a, w in [(g(), N)]:\n    assert f(a) == w',
    'with self.subTest(a=1):\n    self.assertEqual(f(), N)',
    'assert f() == N and g()',
    'self.assertAlmostEqual(f(), N, places=2)',
  ],
  undecided: [
    'if f():\n    assert f() == N',
    'assert f() == N or g()',
    'try:\n    assert f() == N\nexcept AssertionError:\n    pass',
    'for value in f():\n    assert value == N',
    'assert f() in (N, 1)',
    'self.assertNotEqual(f(), N)',
    'with pytest.raises(ValueError):\n    assert f() == N',
    'def help():\n    assert f() == N\n    return 1',
    'assert f() == [*g(), N]',
    'while f():\n    assert f() == N',
  ],
  leaving: ['if f():\n    return', 'for value in f():\n    if value:\n        return'],
  wrap: (body: readonly string[]) =>
    `import unittest\nclass X(unittest.TestCase):\n    def test_x(self):\n${body.join('\n').replace(/^/gm, '        ')}\n`,
  path: 'test_a.py',
};

describe('sites of random tests are exactly those of the statements that decide', () => {
  it.each([
    ['JavaScript', JAVASCRIPT],
    ['Python', PYTHON],
  ])('%s', (_, { decided, undecided, leaving, wrap, path }) => {
    const statement = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...decided) },
      { weight: 5, arbitrary: fc.constantFrom(...undecided) },
      { weight: 1, arbitrary: fc.constantFrom(...leaving) },
    );
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 12 }), (statements) => {
        const numbered = statements.map((text, i) => text.replace('N', String(1000 + i)));
        const end = statements.findIndex((text) => leaving.includes(text));
        const expected = statements.flatMap((text, i) =>
          decided.includes(text) && (end < 0 || i < end) ? [String(1000 + i)] : [],
        );
        const found = describeSites(path, wrap(numbered)).map((each) => each.replace(/^\d+: /, ''));
        expect(found).toEqual(expected);
      }),
      { numRuns: ALL ? 300 : 60 },
    );
  });
});

/** Texts of literals: numbers of every notation, texts with escapes, nested lists and objects. */
const createLiterals = (isPython: boolean): fc.Arbitrary<string> => {
  const text = fc.string({ maxLength: 8, unit: fc.constantFrom(...'ab1 9-/:é"\'\\\n{}$%A'.split('')) });
  const quoted = text.map((value) => {
    const escaped = value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
    return `"${escaped}"`;
  });
  const plain = fc.oneof(
    fc.nat(100_000).map(String),
    fc.constantFrom(
      '0x1F',
      '1_000',
      '2.50',
      '.5',
      '1e3',
      '-7',
      '-0.25',
      '0',
      '"2026-02-28"',
      '"13:59:07"',
      "'a1b2c3d4'",
    ),
    fc.constantFrom(
      ...(isPython ? ['True', 'False', 'None', "b'ab'", "r'\\d'", "'''x'''"] : ['true', 'null', '`ab`', '12n']),
    ),
    quoted,
  );
  const { literal } = fc.letrec<{ literal: string; list: string; object: string; plain: string }>((tie) => ({
    plain,
    list: fc.array(tie('literal'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    object: fc
      .dictionary(fc.constantFrom('a', 'b', 'c d', '7'), tie('literal'), { maxKeys: 3 })
      .map((items) => `{${Object.entries(items).map(([key, value]) => `'${key}': ${value}`)}}`),
    literal: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('plain'), tie('list'), tie('object')),
  }));
  return literal;
};

const evaluate = (text: string): unknown => new Function(`return (${text});`)();
const isAccepted = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Literals with the wrong ones that are made of them, in a test that expects other values too. */
function* varyLiteral(path: string, before: string, literal: string, after: string): Generator<[string, string]> {
  const content = before + literal + after;
  for (const { start, end, texts } of findExpectationSites(path, content)) {
    if (start < before.length || end > before.length + literal.length) continue;
    for (const text of texts) {
      const varied = applyReplacements(content, [{ start, end, text }]);
      yield [literal, varied.slice(before.length, varied.length - after.length)];
    }
  }
}

describe('wrong literals', () => {
  it('are JavaScript of another value, strictly and loosely', () => {
    const before = "it('x', () => { assert.deepEqual(f(), ";
    const after = "); assert.equal(f(), 'word'); assert.equal(f(), 42); });";
    fc.assert(
      fc.property(createLiterals(false), (literal) => {
        for (const [one, other] of varyLiteral('a.test.js', before, literal, after)) {
          strict.notDeepStrictEqual(evaluate(other), evaluate(one));
          assert.notDeepEqual(evaluate(other), evaluate(one));
        }
      }),
      { numRuns: ALL ? 1000 : 150 },
    );
  });

  it('are Python of another value', () => {
    const before = 'def test_x():\n    assert f() == ';
    const after = '\n    assert f() == "word"\n    assert f() == 42\n';
    const pairs = fc
      .sample(createLiterals(true), ALL ? 1000 : 150)
      .flatMap((literal) => [...varyLiteral('test_a.py', before, literal, after)]);
    expect(pairs.length).toBeGreaterThan(100);
    const program =
      'import ast, json, sys\nfor a, b in json.load(sys.stdin):\n    assert ast.literal_eval(a) != ast.literal_eval(b), (a, b)\nprint("right")';
    const { stdout, stderr } = spawnSync('python3', ['-W', 'ignore', '-c', program], {
      input: JSON.stringify(pairs),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('right\n');
  });

  it('are never equal to what the true one is equal to, whatever the value, in each function', () => {
    const scalar = fc.oneof(
      fc.constantFrom<unknown>(
        0,
        1,
        -1,
        5,
        42,
        '0',
        '1',
        '',
        ' ',
        '5',
        '5.0',
        '42',
        true,
        false,
        null,
        undefined,
        Number.NaN,
        5n,
      ),
      fc.nat(60),
      fc.nat(60).map(String),
      fc.nat(60).map((value) => value / 4),
    );
    const literal = fc.oneof(
      fc.nat(60).map(String),
      fc.nat(60).map((each) => `'${each}'`),
      fc.nat(60).map((each) => String(each / 4)),
      fc.constantFrom('true', 'false', 'null', 'undefined', "''", "' '", "'a'", '-1', '0', "'1e1'", "'5.0'", '[]'),
    );
    const wrap = (inner: unknown) =>
      fc.constantFrom<unknown>(
        inner,
        Object(inner),
        [inner],
        { valueOf: () => inner },
        { toString: () => String(inner) },
        new Set([inner]),
      );
    const returnedAndWritten = literal.chain((written) =>
      fc.tuple(fc.oneof(fc.constant(evaluate(written)), scalar).chain(wrap), fc.constant(written)),
    );
    const forms: [code: string, check: (value: unknown, expected: unknown) => void][] = [
      ['assert.equal(f(), L)', (v, e) => assert.equal(v, e)],
      ['assert.strictEqual(f(), L)', (v, e) => assert.strictEqual(v, e)],
      ['assert.deepEqual(f(), L)', (v, e) => assert.deepEqual(v, e)],
      ['assert.deepStrictEqual(f(), L)', (v, e) => assert.deepStrictEqual(v, e)],
      // biome-ignore lint/suspicious/noDoubleEquals: the looseness is what is tried
      ['assert.ok(f() == L)', (v, e) => assert.ok(v == e)],
      ['expect(f()).toBe(L)', (v, e) => jestExpect(v).toBe(e)],
      ['expect(f()).toEqual(L)', (v, e) => jestExpect(v).toEqual(e)],
      ['expect(f()).toStrictEqual(L)', (v, e) => jestExpect(v).toStrictEqual(e)],
      ['expect(f()).toBeCloseTo(L, 1)', (v, e) => jestExpect(v).toBeCloseTo(e as number, 1)],
    ];
    let count = 0;
    fc.assert(
      fc.property(returnedAndWritten, fc.constantFrom(...forms), ([returned, written], [code, check]) => {
        const [before = '', after = ''] = code.split('L');
        const head = `it('x', () => { ${before}`;
        const tail = `${after}; assert.equal(f(), 'word'); assert.equal(f(), 42); });`;
        for (const [, other] of varyLiteral('a.test.js', head, written, tail)) {
          const isEqual = isAccepted(() => check(returned, evaluate(written)));
          count += Number(isEqual);
          if (isEqual) expect([other, isAccepted(() => check(returned, evaluate(other)))]).toEqual([other, false]);
        }
      }),
      { numRuns: ALL ? 4000 : 1000 },
    );
    expect(count).toBeGreaterThan(100);
  });

  it('are taken from the file where it has values of the same form, and keep the form otherwise', () => {
    const vary = (literal: string, ...others: string[]) => {
      const more = others.map((each) => `assert.equal(g(), ${each});`).join(' ');
      const content = `it('x', () => { assert.equal(f(), ${literal}); ${more} });`;
      return findExpectationSites('a.test.js', content)[0]?.texts ?? [];
    };
    expect(vary("'Monday'", "'Friday'", '17')).toContain("'Friday'");
    expect(vary('5400', '7200', '1')).toContain('7200');
    expect(vary('5400', '7200', '1')).not.toContain('1');
    for (const text of vary("'2026-01-31'")) expect(text).toMatch(/^'2026-01-([01]\d|2[0-8])'$/);
    for (const text of vary("'23:59:59'")) expect(text).toMatch(/^'\d\d:\d\d:\d\d'$/);
    for (const text of vary("'9f86d081884c7d65'")) expect(text).toMatch(/^'[\da-f]{16}'$/);
    for (const text of vary('12.50')) expect(text).toMatch(/^1\d\.\d0$/);
    for (const text of vary('0xff00')) expect(text).toMatch(/^0x[\da-f]{4}$/);
    for (const text of vary("'a\\n\\u0041b'")) expect(text).toMatch(/^'[a-z]\\n\\u0041[a-z]'$/);
    expect(vary('true')).toEqual(['false']);
    expect(vary('null', "'Monday'")).toEqual(["'Monday'"]);
    expect(vary('[]', '17')).toEqual(['[17]']);
    const text = "import { f } from 'elsewhere';\nit('empty', () => { assert.deepEqual(f(), []); });";
    expect(findExpectationSites('a.test.js', text)[0]?.texts.toSorted()).toEqual(["['elsewhere']", "['empty']"]);
  });
});

describe('sites', () => {
  it('are none for other languages', () => {
    for (const path of ['a_test.go', 'ATest.java', 'a.rb', 'a.txt', 'Makefile'])
      expect(findExpectationSites(path, "it('x', () => { expect(f()).toBe(5); });")).toEqual([]);
  });

  it('take values of other files', () => {
    const [site] = findExpectationSites('a.test.js', "it('x', () => { expect(f()).toBe('Monday'); });", [
      "it('y', () => { expect(f()).toBe('Friday'); });",
    ]);
    expect(site!.texts).toContain("'Friday'");
  });

  it('do not depend on line ends', () => {
    const text = "it('x', () => {\n  expect(f()).toBe('Monday');\n  expect(f()).toBe(17);\n});\n";
    expect(describeSites('a.test.js', text.replaceAll('\n', '\r\n'))).toEqual(describeSites('a.test.js', text));
  });

  it('are found in a text of any kind without an error', () => {
    const words = fc.constantFrom(
      "it('x', () => {",
      '});',
      'assert.equal(',
      'f()',
      ', 5)',
      '`',
      '${',
      '[',
      '{',
      '=>',
      'for (const [a] of ',
      "'",
      '\n',
      'def test_x():\n',
      '    assert f() == ',
      '@',
      '(',
      '"""',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        for (const path of ['a.test.js', 'a.test.tsx', 'test_a.py', 'a.sh']) findExpectationSites(path, parts.join(''));
      }),
      { numRuns: ALL ? 1000 : 100 },
    );
  });
});
