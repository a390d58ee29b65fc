import fc from 'fast-check';
import { applyReplacements, findExpectationSites } from '../../../../src/run/oracle/expectations/expectation_site.js';
import { tokenizeSource } from '../../../../src/run/oracle/expectations/tokens/tokenize_source.js';
import { sampled } from '../../../extent.js';

/** What is changed, and into what kind of thing: `line kind original`. */
const places = (path: string, content: string) =>
  findExpectationSites(path, content).map(
    ({ line, kind, start, end }) => `${line} ${kind} ${content.slice(start, end)}`,
  );
const tests = (path: string, content: string) => [
  ...new Set(findExpectationSites(path, content).map(({ test }) => test ?? '(none)')),
];

describe('expectationSites finds what a test expects', () => {
  const cases: [name: string, path: string, content: string, expected: string[]][] = [
    [
      'node:assert, literals before names turned round',
      'a.test.js',
      `test('t', () => { assert.equal(f('in'), 17, 'message'); });`,
      ['1 literal 17', '1 negation equal'],
    ],
    [
      'an expected expression is replaced, and what is inside an index or a call is not',
      'a.test.js',
      `test('t', () => { assert.deepEqual(f(1), rows[0]); });`,
      ['1 argument rows[0]', '1 negation deepEqual'],
    ],
    [
      'the error that is thrown: class, words, properties',
      'a.test.js',
      `it('a', () => assert.throws(() => f(), TypeError)); it('b', () => assert.rejects(f(), /no such user/)); it('c', () => assert.throws(f, { code: 'E1' }));`,
      [
        '1 argument TypeError',
        '1 negation throws',
        '1 literal /no such user/',
        '1 negation rejects',
        "1 literal 'E1'",
        '1 negation throws',
      ],
    ],
    [
      'jest: matchers, their opposites, nothing in what is negative but the negation',
      'a.test.ts',
      `it('a', () => { expect(x).toHaveLength(3); expect(y).toBeTruthy(); expect(z).not.toBe(4); });`,
      ['1 literal 3', '1 negation toBeTruthy', '1 negation toHaveLength', '1 negation not.', '1 negation toBeTruthy'],
    ],
    [
      'chai: properties and chains',
      'a.test.js',
      `it('a', () => { expect(x).to.be.true; expect(y).to.have.lengthOf(3); expect(f).to.throw('no such'); });`,
      ['1 negation true', '1 literal 3', "1 literal 'no such'", '1 negation lengthOf', '1 negation throw'],
    ],
    [
      'rows of tables',
      'a.test.js',
      `test.each([['a', 1], ['b', 2]])('%s', (x, y) => {});\nconst cases = [{ in: 1, want: 5 }, { in: 2, want: 6 }];`,
      ['1 literal 1', '1 literal 2', '2 literal 5', '2 literal 6'],
    ],
    [
      'what a helper of the file is given as expected',
      'a.test.js',
      `function check(text, wanted) { assert.equal(f(text), wanted); }\ntest('a', () => check('in', 'out'));`,
      ["2 literal 'out'", '1 negation equal', '1 argument wanted'],
    ],
    [
      'pytest: comparison, inclusion, exceptions',
      'test_a.py',
      `def test_a():\n    assert f("x") == 5\n    assert "word" in g()\ndef test_b():\n    with pytest.raises(ValueError, match="bad number"):\n        f()\n`,
      [
        '2 literal 5',
        '3 literal "word"',
        '3 negation in',
        '2 negation f("x") == 5',
        '2 negation ==',
        '3 negation "word" in g()',
        '5 argument ValueError',
        '5 literal "bad number"',
      ],
    ],
    [
      'pytest: every row of a table by itself',
      'test_a.py',
      `@pytest.mark.parametrize("text, expected", [("1", 1), ("2", 2)])\ndef test_a(text, expected):\n    pass\n`,
      ['1 literal 1', '1 literal 2'],
    ],
    [
      'unittest: values and opposite names',
      'test_a.py',
      `class A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), "x")\n        self.assertTrue(g())\n`,
      ['3 literal "x"', '4 negation assertTrue', '3 negation assertEqual'],
    ],
    [
      'Go: conditions that fail a test and rows of tables, never a key',
      'a_test.go',
      `func TestA(t *testing.T) {\n\tfor _, tt := range []struct{ in string; want int }{\n\t\t{in: "a", want: 3},\n\t\t{in: "b", want: 4},\n\t} {\n\t\tif got := f(tt.in); got != tt.want {\n\t\t\tt.Errorf("f = %d", got)\n\t\t}\n\t}\n\tif n != 7 {\n\t\tt.Fatal("n")\n\t}\n\tassert.Equal(t, 5, g())\n}\n`,
      [
        '3 literal 3',
        '4 literal 4',
        '10 literal 7',
        '13 literal 5',
        '6 negation got != tt.want',
        '10 negation n != 7',
        '13 negation Equal',
      ],
    ],
    [
      'JUnit and AssertJ: the names turned round need no import',
      'ATest.java',
      `class ATest {\n  @Test void a() {\n    assertEquals(5, f());\n    assertTrue(g());\n    assertThat(h()).isEqualTo("x").hasSize(3);\n  }\n}\n`,
      ['3 literal 5', '5 literal "x"', '5 literal 3', '4 negation g()', '5 negation isEqualTo'],
    ],
    [
      'Rust: macros, values of the same type',
      'a.rs',
      `#[test]\nfn a() {\n    assert_eq!(f(), Some(5u8), "said {x}");\n    assert!(g(1));\n}\n`,
      ['3 literal 5u8', '3 negation assert_eq!', '4 negation g(1)'],
    ],
    [
      'minitest and RSpec, with and without brackets',
      'a_test.rb',
      `def test_a\n  assert_equal 5, f(1)\nend\nit "b" do\n  expect(g).to eq("x")\nend\n`,
      ['2 literal 5', '2 negation assert_equal', '5 literal "x"', '5 negation to'],
    ],
    [
      'PHPUnit',
      'ATest.php',
      `<?php\nclass ATest extends TestCase {\n  public function testA() {\n    $this->assertSame('x', f(1));\n  }\n}\n`,
      ["4 literal 'x'", '4 negation assertSame'],
    ],
    [
      'GoogleTest and assert',
      'a_test.cc',
      `TEST(A, B) {\n  EXPECT_EQ(f(1), 5);\n  assert(strcmp(g(), "x") == 0);\n}\n`,
      ['2 literal 5', '3 literal "x"', '3 negation strcmp(g(), "x") == 0', '2 negation EXPECT_EQ'],
    ],
    [
      'shell: comparisons, patterns, what a helper is called with',
      'a.sh',
      `check() {\n  name=$1 want=$2\n  [ "$(f)" = "$want" ] && echo "ok - $name"\n}\ncheck 'first' 'abc def'\nif echo "$x" | grep -q 'needle'; then :; fi\n`,
      ['5 literal abc def', '3 negation =', '6 negation echo', '6 literal needle'],
    ],
    [
      'bats',
      'a.bats',
      `@test "a" {\n  run f\n  [ "$output" = "x y" ]\n  [ "$status" -eq 3 ]\n}\n`,
      ['3 literal x y', '4 literal 3', '3 negation =', '4 negation -eq'],
    ],
    ['nothing in an unknown language', 'a.xyz', 'assert x == 1', []],
    ['nothing in a text with a string that never ends', 'a_test.go', 'func TestA() { x := "', []],
  ];
  it.each(cases)('%s', (_name, path, content, expected) => {
    expect(places(path, content)).toEqual(expected);
  });

  it('names the test that a place belongs to, with the groups around it', () => {
    expect(tests('a.test.js', `describe('g', () => { it('one', () => assert.equal(f(), 1)); });`)).toEqual(['g > one']);
    expect(tests('test_a.py', 'class A:\n    def test_b(self):\n        assert f() == 1\n')).toEqual(['A > test_b']);
    expect(tests('a.sh', `is "$(f)" 5 'five'\n`)).toEqual(['(none)']);
  });

  it('changes a value that is only included inside its word, and no threshold at all', () => {
    const [site] = findExpectationSites('a.test.js', `it('a', () => expect(f()).toContain('needle'));`);
    for (const text of site!.texts) expect(text).toMatch(/^'[a-z]{6}'$/);
    expect(places('a.test.js', `it('a', () => expect(f()).toBeGreaterThan(5));`)).toEqual([
      '1 negation toBeGreaterThan',
      '1 negation toBeGreaterThan',
    ]);
  });

  it('never leaves the range of an integer type in a language that checks it', () => {
    for (const limit of [127, 255, 65535, 2147483647]) {
      const [site] = findExpectationSites('a.rs', `#[test]\nfn a() { assert_eq!(f(), ${limit}); }`);
      for (const text of site!.texts) expect(Number(text)).toBeLessThanOrEqual(limit);
    }
  });
});

describe('a replacement leaves the rest of the file as it was', () => {
  const value = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 }).map((n) => n.toFixed(3)),
    fc.string({ unit: fc.constantFrom(...'abz09 %d\\n{}$#.-') }).map((s) => JSON.stringify(s)),
    fc.constantFrom('true', 'false', '[]', 'x', 'f(1)'),
  );
  const files: [path: string, write: (value: string) => string][] = [
    ['a.test.js', (v) => `it('a', () => { assert.deepEqual(f(), ${v}); expect(g()).toContain(${v}); });\n`],
    ['test_a.py', (v) => `def test_a():\n    assert f() == ${v.replace('true', 'True').replace('false', 'False')}\n`],
    ['a_test.go', (v) => `func TestA(t *testing.T) {\n\tassert.Equal(t, ${v}, g())\n}\n`],
    ['ATest.java', (v) => `class A { @Test void a() { assertEquals(${v}, g()); } }\n`],
    ['a.rs', (v) => `#[test]\nfn a() { assert_eq!(g(), ${v}); }\n`],
  ];
  it.each(files)('in %s: brackets and strings are read to the end again', (path, write) => {
    const language = { js: 'javascript', py: 'python', go: 'go', va: 'java', rs: 'rust' } as const;
    fc.assert(
      fc.property(value, (text) => {
        const content = write(text);
        for (const { start, end, texts } of findExpectationSites(path, content))
          for (const wrong of texts) {
            const made = applyReplacements(content, [{ start, end, text: wrong }]);
            expect(wrong).not.toBe(content.slice(start, end));
            expect(made.slice(0, start)).toBe(content.slice(0, start));
            expect(made.slice(start + wrong.length)).toBe(content.slice(end));
            const read = tokenizeSource(made, language[path.slice(-2) as keyof typeof language]);
            expect(read?.tokens.filter(({ text: one, partner }) => /^[()[\]{}]$/.test(one) && partner < 0)).toEqual([]);
          }
      }),
    );
  });

  it('leaves alone what a call is given, wherever it begins a line', () => {
    const body = "def test_it():\n    with pytest.raises(ValueError):\n        encode(['a', 0], {'sep': ','})\n";
    expect(places('test_a.py', body).filter((place) => /literal/.test(place))).toEqual([]);
    expect(places('a.test.js', "test('t', () => {\n  encode(['a', 0], [1, 2]);\n});")).toEqual([]);
  });

  it('names no characters that may not exist', () => {
    const content = "def test_it():\n    assert slug('x') == '\\N{SHAMROCK} four'\n";
    const texts = findExpectationSites('test_a.py', content).flatMap((site) => site.texts);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /\\N\{(?!SHAMROCK\})/.test(text))).toEqual([]);
  });

  it('steps well past what a tolerance allows', () => {
    const content =
      'class T(TestCase):\n    def test_it(self):\n        self.assertAlmostEqual(estimate(), 20, delta=15)\n';
    const values = findExpectationSites('test_a.py', content)
      .filter(({ kind, start, end }) => kind === 'literal' && content.slice(start, end) === '20')
      .flatMap(({ texts }) => texts.map(Number));
    expect(values.length).toBeGreaterThan(0);
    expect(Math.min(...values.map((value) => Math.abs(value - 20)))).toBeGreaterThan(45);
  });

  it('refuses replacements that overlap', () => {
    expect(() =>
      applyReplacements('abcdef', [
        { start: 0, end: 3, text: 'x' },
        { start: 2, end: 4, text: 'y' },
      ]),
    ).toThrow('replacements overlap at character 2');
  });
});

describe('a hostile file is read to its end or not at all', () => {
  const size = 2 ** 18;
  const extensions = ['a.js', 'a.py', 'a.go', 'a.java', 'a.kt', 'a.cs', 'a.rs', 'a.c', 'a.rb', 'a.php', 'a.sh'];
  const pieces = ['[', '"', '"\\', '`${', '/[', '/*', 'f(', 'assert ', 'assert.equal(', '<<A\n', '"$('];
  it.each(sampled(extensions, 5))('%s', (path) => {
    for (const piece of pieces)
      expect(findExpectationSites(path, piece.repeat(size / piece.length)).length).toBeLessThanOrEqual(4000);
    const long = findExpectationSites(path, `assert.equal(x, ${'9'.repeat(size)})`);
    expect(long.filter(({ kind }) => kind === 'literal')).toEqual([]);
  });
});
