import { findExpectationSites } from '../../../../../src/run/oracle/expectations/expectation_site.js';
import { describeSites, readMarkedSource } from '../marked_source.js';

const indent = (body: string, by: string) => body.replace(/^/gm, by);
/** Other expected values of the file, so that None has a plausible wrong one. */
const TAIL = '\n\ndef test_other():\n    assert f("other") == «"word"»\n';
const inFunction = (body: string) =>
  `import pytest\nfrom f import f, g\n\n\ndef test_x():\n${indent(body, '    ')}\n${TAIL}`;
const inMethod = (body: string) =>
  `import unittest\nfrom f import f, g\n\n\nclass X(unittest.TestCase):\n    def test_x(self):\n${indent(body, '        ')}\n${TAIL}`;

const DECIDED: [what: string, body: string][] = [
  ['equality', 'assert f() == «5»'],
  ['equality, the literal first', 'assert «5» == f()'],
  ['a message', 'assert f() == «5», g()'],
  ['a text', 'assert f() == «"abc"»'],
  ['a raw text', "assert f() == «r'a\\d'»"],
  ['bytes', "assert f() == «b'abc'»"],
  ['texts side by side', 'assert f() == «"abc"» «"def"»'],
  ['a negative number', 'assert f() == -«5»'],
  ['a float', 'assert f() == «2.50»'],
  ['a boolean', 'assert f() == «True»'],
  ['identity of a boolean', 'assert f() is «True»'],
  ['None', 'assert f() == «None»'],
  ['a length', 'assert len(f()) == «3»'],
  ['a list', 'assert f() == [«11», g(), (12, [«"x"»])]'.replace('12', '«12»')],
  ['a dictionary', 'assert f() == {"a": «11», "b": {"c": «True»}, "d": g()}'],
  ['a set', 'assert f() == {«11», «12»}'],
  ['an empty list', 'assert f() == «[]»'],
  ['all parts of a conjunction', 'assert f() == «5» and g() and f(2) == «6»'],
  ['parentheses', 'assert (f() == «5»)'],
  ['several statements', 'f(); assert f() == «5»; assert g() == «6»'],
  ['a variable set once', 'want = «5»\nassert f() == want'],
  ['a typed variable', 'want: int = «5»\nassert f() == want'],
  ['rows of a table', 'for a, want in [(1, «11»), (2, «12»)]:\n    assert f(a) == want'],
  ['rows of dictionaries', 'for row in [{"a": 1, "w": «11»}]:\n    assert f(row["a"]) == row["w"]'],
  ['cells of rows', 'for row in ((1, «11»), (2, «12»)):\n    assert f(row[0]) == row[1]'],
  ['items', 'for a, want in {"x": «11», "y": «12»}.items():\n    assert f(a) == want'],
  ['a table with a name', 'rows = [(1, «11»)]\nfor a, want in rows:\n    assert f(a) == want, (a, want)'],
  [
    'two loops with one name',
    'for a, w in [(1, «11»)]:\n    assert f(a) == w\nfor a, w in [(2, «12»)]:\n    assert g(a) == w',
  ],
  ['a literal in a loop over a table', 'for a in (1, 2):\n    assert f(a) == «5»'],
  ['an approximate number', 'assert f() == pytest.approx(«5400», abs=1)'],
  ['approximate numbers', 'assert f() == pytest.approx([«1.5», «2.5»])'],
  ['a close number', 'import math\nassert math.isclose(f(), «1.5», rel_tol=0.01)'],
  ['within a context that lets exceptions through', 'with open("a") as file:\n    assert f(file) == «5»'],
  ['after a context that may not', 'with pytest.raises(ValueError):\n    f()\nassert f() == «5»'],
  ['after a branch that does not leave', 'if f():\n    g()\nassert f() == «5»'],
  ['after a function that returns', 'def help():\n    return 1\nassert f() == «5»'],
  ['after a raise', 'if f():\n    raise ValueError\nassert f() == «5»'],
];

const DECIDED_METHODS: [what: string, body: string][] = [
  ['assertEqual', 'self.assertEqual(f(), «5»)'],
  ['assertEqual, the literal first', 'self.assertEqual(«5», f(), "message")'],
  ['assertEqual with a message by name', 'self.assertEqual(f(), «5», msg=g())'],
  ['assertIs', 'self.assertIs(f(), «True»)'],
  ['assertListEqual', 'self.assertListEqual(f(), [«11», «12»])'],
  ['assertDictEqual', 'self.assertDictEqual(f(), {"a": «11»})'],
  ['assertCountEqual', 'self.assertCountEqual(f(), [«11», «12»])'],
  ['assertAlmostEqual', 'self.assertAlmostEqual(f(), «1.5»)'],
  ['assertAlmostEqual with places', 'self.assertAlmostEqual(f(), «1.5», places=1)'],
  ['assertAlmostEqual with a delta', 'self.assertAlmostEqual(f(), «50», delta=2)'],
  ['assertTrue of a comparison', 'self.assertTrue(f() == «5»)'],
  [
    'subtests',
    'for a, w in [(1, «11»), (2, «12»)]:\n    with self.subTest(a=a, w=w):\n        self.assertEqual(f(a), w)',
  ],
  ['an assert statement', 'assert f() == «5»'],
];

const UNDECIDED: [why: string, body: string][] = [
  ['one arm of a disjunction', 'assert f() == 5 or f() == 6'],
  ['behind an end of the process', 'if f() is None:\n    sys.exit(0)\nassert f() == 17'],
  ['one arm in a conjunction', 'assert g() and (f() == 5 or f() == 6)'],
  ['None or an exception', 'try:\n    value = f()\nexcept ValueError:\n    return\nassert value is None'],
  ['one of several', 'assert f() in (5, 6)'],
  ['inclusion', 'assert "abc" in f()'],
  ['inequality', 'assert f() != 5'],
  ['no identity', 'assert f() is not True'],
  ['order', 'assert f() > 5'],
  ['a chain', 'assert 4 < f() == 5'],
  ['a choice', 'assert f() == (5 if g() else 6)'],
  ['a chosen condition', 'assert f() == 5 if g() else True'],
  ['a negation', 'assert not f() == 5'],
  ['a tuple that is always true', 'assert (f() == 5, "message")'],
  ['a branch', 'if f():\n    assert f() == 5'],
  ['another branch', 'if f():\n    pass\nelse:\n    assert f() == 5'],
  ['a try', 'try:\n    assert f() == 5\nexcept KeyError:\n    pass'],
  ['an except', 'try:\n    f()\nexcept ValueError as error:\n    assert str(error) == "abc"'],
  ['an else of a try', 'try:\n    f()\nexcept ValueError:\n    pass\nelse:\n    assert f() == 5'],
  ['a finally', 'try:\n    f()\nfinally:\n    assert f() == 5'],
  ['a context that takes exceptions', 'with pytest.raises(ValueError):\n    assert f() == 5'],
  ['a context that may take exceptions', 'with g():\n    assert f() == 5'],
  ['a suppressed exception', 'with contextlib.suppress(AssertionError):\n    assert f() == 5'],
  ['one of two contexts', 'with open("a"), pytest.raises(ValueError):\n    assert f() == 5'],
  ['a message of an exception', 'with pytest.raises(ValueError, match="abc"):\n    f()'],
  ['what was raised', 'with pytest.raises(ValueError) as error:\n    f()\nassert str(error.value) in ("abc", "def")'],
  ['a loop over what code returns', 'for value in f():\n    assert value == 5'],
  ['a conditional loop', 'while f():\n    assert g() == 5'],
  ['a loop that is cut short', 'for a, w in [(1, 11), (2, 12)]:\n    if f(a):\n        break\n    assert f(a) == w'],
  ['a loop that skips', 'for a, w in [(1, 11), (2, 12)]:\n    if f(a):\n        continue\n    assert f(a) == w'],
  ['a loop over nothing', 'for a in []:\n    assert f(a) == 5'],
  ['a loop over a spread list', 'for a in [*f()]:\n    assert f(a) == 5'],
  ['a loop with an else', 'for a in [1]:\n    pass\nelse:\n    assert f() == 5'],
  ['after a return in a branch', 'if f():\n    return\nassert f() == 5'],
  ['after a return in a context', 'with open("a"):\n    if f():\n        return\nassert f() == 5'],
  [
    'a part that may be skipped',
    'for a, w in [(1, 11)]:\n    with subtests.test(a=a):\n        if f(a):\n            pytest.skip("later")\n        assert g(a) == w',
  ],
  ['a function that is not called here', 'def check():\n    assert f() == 5'],
  ['a lambda', 'g(lambda: f() == 5)'],
  ['all of what code returns', 'assert all(value == 5 for value in f())'],
  ['any of what code returns', 'assert any(value == 5 for value in f())'],
  ['keys behind a spread', 'assert f() == {"a": 5, **g()}'],
  ['computed keys', 'assert f() == {g(): 5}'],
  ['repeated keys', 'assert f() == {"a": 5, "a": 6}'],
  ['keys that are equal', 'assert f() == {1: 5, True: 6}'],
  ['elements behind a spread', 'assert f() == [*g(), 5]'],
  ['a set with other elements', 'assert f() == {5, g()}'],
  ['a formatted text', 'assert f() == f"a{g()}"'],
  ['an expression', 'assert f() == 5 + g()'],
  ['two literals', 'assert 5 == 5'],
  ['an approximation within a list', 'assert f() == [pytest.approx(5), 6]'],
  ['a tolerance that is no literal', 'assert f() == pytest.approx(5.5, abs=g())'],
  ['an approximation that takes NaN', 'assert f() == pytest.approx(5.5, nan_ok=True)'],
  ['a variable that code sees', 'want = 5\nassert f(want) == want'],
  ['a variable that is set again', 'want = 5\nwant = g()\nassert f() == want'],
  ['a variable that is changed', 'want = 5\nwant += g()\nassert f() == want'],
  ['a cell that code sees', 'for a, want in [(1, 11)]:\n    assert f(a, want) == want'],
  ['a row that code sees', 'for row in [{"a": 1, "w": 11}]:\n    assert f(row) == row["w"]'],
  ['a table that is changed', 'rows = [(1, 11)]\nrows.append(g())\nfor a, want in rows:\n    assert f(a) == want'],
  [
    'a table that two loops share',
    'rows = [(1, 11)]\nfor a, w in rows:\n    assert f(a) == w\nfor a, w in rows:\n    assert g(a) == w',
  ],
  ['a test that yields', 'yield 1\nassert f() == 5'],
  ['a test that may be expected to fail', 'if f():\n    pytest.xfail("later")\nassert f() == 5'],
  ['a wrong syntax', 'assert f() == 5\nx = = 1'],
  ['a match', 'match f():\n    case 5:\n        assert g() == 6'],
];

const UNDECIDED_METHODS: [why: string, body: string][] = [
  ['assertIn', 'self.assertIn(f(), [5, 6])'],
  ['assertNotEqual', 'self.assertNotEqual(f(), 5)'],
  ['assertRegex', 'self.assertRegex(f(), "a|b")'],
  ['assertRaises', 'self.assertRaises(ValueError, f, 5)'],
  ['assertRaisesRegex', 'with self.assertRaisesRegex(ValueError, "a|b"):\n    f()'],
  ['assertGreater', 'self.assertGreater(f(), 5)'],
  ['assertTrue of a disjunction', 'self.assertTrue(f() == 5 or f() == 6)'],
  ['a tolerance that is no literal', 'self.assertAlmostEqual(f(), 1.5, delta=g())'],
  ['elements that are not all literals', 'self.assertCountEqual(f(), [5, g()])'],
  ['spread arguments', 'self.assertEqual(*f(), 5)'],
  ['calls of a mock', 'f.assert_any_call(5)'],
  ['an assertion of another object', 'other.assertEqual(f(), 5)'],
  ['a method that is not called here', 'self.check = lambda: self.assertEqual(f(), 5)'],
];

const expectSites = (source: string) => {
  const { text, marked } = readMarkedSource(source);
  expect(describeSites('test_a.py', text)).toEqual(marked);
};

describe('Python: a literal is a site where it decides', () => {
  it.each(DECIDED)('%s', (_, body) => expectSites(inFunction(body)));
  it.each(DECIDED_METHODS)('%s', (_, body) => expectSites(inMethod(body)));
});

describe('Python: a literal is no site where an honest value may avoid it', () => {
  it.each(UNDECIDED)('%s', (_, body) => expectSites(inFunction(body)));
  it.each(UNDECIDED_METHODS)('%s', (_, body) => expectSites(inMethod(body)));
});

describe('Python: tests', () => {
  it.each([
    [
      'parametrized',
      '@pytest.mark.parametrize("a,want", [(1, «11»), (2, «12»)])\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parametrized by a list of names',
      '@pytest.mark.parametrize(["a", "want"], ((1, «11»),), ids=["x"])\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parametrized by one name',
      '@pytest.mark.parametrize("want", [«11», «12»])\ndef test_x(want):\n    assert f() == want',
    ],
    [
      'parametrized twice',
      '@pytest.mark.parametrize("a", [1, 2])\n@pytest.mark.parametrize("want", [«11», «12»])\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parametrized by a constant',
      'CASES = [(1, «11»)]\n\n@pytest.mark.parametrize("a,want", CASES)\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parametrized by a function',
      '@pytest.mark.parametrize("a,want", g())\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parametrized for fixtures',
      '@pytest.mark.parametrize("a,want", [(1, 11)], indirect=True)\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'parameters',
      '@pytest.mark.parametrize("a,want", [pytest.param(1, «11», id="x"), pytest.param(2, 12, marks=pytest.mark.xfail), pytest.param(3, «13», marks=pytest.mark.slow)])\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'marks of unknown meaning',
      '@pytest.mark.parametrize("a,want", [pytest.param(2, 12, marks=later)])\ndef test_x(a, want):\n    assert f(a) == want',
    ],
    [
      'a parameter that code sees',
      '@pytest.mark.parametrize("a,want", [(1, 11)])\ndef test_x(a, want):\n    assert f(a, want) == want',
    ],
    [
      'expanded',
      'class X(unittest.TestCase):\n    @parameterized.expand([(1, «11»), (2, «12»)])\n    def test_x(self, a, want):\n        self.assertEqual(f(a), want)',
    ],
    ['marked', '@pytest.mark.slow\n@patch("a.b")\ndef test_x(a):\n    assert f() == «5»'],
    [
      'expected to fail',
      '@pytest.mark.xfail\ndef test_x():\n    assert f() == 5\n\n@pytest.mark.xfail(reason="later", strict=False)\ndef test_y():\n    assert f() == 5',
    ],
    [
      'expected to fail, unittest',
      'class X(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_x(self):\n        self.assertEqual(f(), 5)',
    ],
    [
      'in a class that is expected to fail',
      '@pytest.mark.xfail\nclass TestX:\n    def test_x(self):\n        assert f() == 5',
    ],
    ['in a file that is expected to fail', 'pytestmark = pytest.mark.xfail\n\ndef test_x():\n    assert f() == 5'],
    ['in an unknown decorator', '@known_bug\ndef test_x():\n    assert f() == 5'],
    [
      'asynchronous',
      'async def test_x():\n    assert await f() == «5»\n\nclass X(unittest.IsolatedAsyncioTestCase):\n    async def test_y(self):\n        self.assertEqual(await f(), «6»)',
    ],
    [
      'asynchronous where nobody awaits',
      'class X(unittest.TestCase):\n    async def test_x(self):\n        self.assertEqual(f(), 5)',
    ],
    [
      'of one name',
      'def test_x():\n    assert f() == 5\n\ndef test_x():\n    assert f() == 6\n\nclass X:\n    def test_x(self):\n        assert f() == «7»',
    ],
    ['in a branch', 'if g():\n    def test_x():\n        assert f() == «5»'],
    [
      'beside others that cannot be parsed',
      'def test_x():\n    assert f() == 5\n    x = = 1\n\ndef test_y():\n    assert f() == «6»',
    ],
    [
      'with assertions of their own',
      'class X(unittest.TestCase):\n    def assertEqual(self, a, b):\n        pass\n    def test_x(self):\n        self.assertEqual(f(), 5)',
    ],
    [
      'with rules of equality',
      'class X(unittest.TestCase):\n    def setUp(self):\n        self.addTypeEqualityFunc(str, g)\n    def test_x(self):\n        self.assertEqual(f(), 5)',
    ],
    ['that are helpers', 'def check():\n    assert f() == 5\n\n@pytest.fixture\ndef value():\n    assert f() == 5'],
    [
      'of arrays',
      'import numpy as np\n\ndef test_x():\n    np.testing.assert_equal(f(), [11, 12])\n    assert f() == 0.1234567\n    assert f() == 16777219\n    assert f() == «17»',
    ],
    [
      'with renamed imports',
      'from pytest import approx as near\n\ndef test_x():\n    assert f() == near(«5.5», abs=0.1)',
    ],
    [
      'that call functions',
      'def check(a, want: int):\n    got = f(a)\n    assert got == want, f"{a} {want}"\n\ndef test_x():\n    check(1, «11»)\n    check(2, want=«12»)\n    if f():\n        check(3, 13)',
    ],
    [
      'that call functions which decide nothing',
      'def seen(a, want):\n    assert f(a, want) == want\n\ndef maybe(a, want):\n    if f(a):\n        return\n    assert f(a) == want\n\ndef five(a):\n    assert f(a) == 5\n\n@contextmanager\ndef wrapped(a, want):\n    assert f(a) == want\n\ndef test_x(given):\n    seen(1, 11)\n    maybe(1, 12)\n    five(1)\n    wrapped(1, 13)\n    given(1, 14)',
    ],
    [
      'that call methods',
      'class X(unittest.TestCase):\n    def same(self, a, want):\n        self.assertEqual(f(a), want)\n    def test_x(self):\n        self.same(1, «11»)\n        self.other(2, 12)',
    ],
    [
      'that call coroutines',
      'async def check(a, want):\n    assert await f(a) == want\n\nasync def test_x():\n    await check(1, «11»)\n    check(2, 12)',
    ],
    [
      'that call what another function has',
      'def test_y():\n    def check(a, want):\n        assert f(a) == want\n\ndef test_x(check):\n    check(1, 11)',
    ],
    ['that are no functions', 'assert f() == «5»\nif f():\n    assert f() == 6'],
  ])('%s', (_, source) => expectSites(`${source}\n`));

  it('are named by their class and function, and rows as pytest names them', () => {
    const name = (source: string) => findExpectationSites('test_a.py', source).map(({ test }) => test);
    expect(name('class TestA:\n    def test_b(self):\n        assert f() == 5\n')).toEqual(['TestA > test_b']);
    const table = '[("a", 11), (None, 12), pytest.param(g(), 13), pytest.param(1, 14, id="x y")]';
    expect(name(`@pytest.mark.parametrize("a,w", ${table})\ndef test_b(a, w):\n    assert f(a) == w\n`)).toEqual([
      'test_b[a-11]',
      'test_b[None-12]',
      'test_b[a2-13]',
      'test_b[x y]',
    ]);
  });

  it('have a place for each assertion and each row', () => {
    const count = (body: string) =>
      new Set(findExpectationSites('test_a.py', `def test_x():\n${indent(body, '    ')}\n`).map(({ place }) => place))
        .size;
    expect(count('assert f() == [11, 12]')).toBe(1);
    expect(count('assert f() == 11 and g() == 12')).toBe(1);
    expect(count('assert f() == 11\nassert f() == 12')).toBe(2);
    expect(count('for a, w in [(1, 11), (2, 12)]:\n    assert f(a) == w')).toBe(2);
    expect(count('for a, w in [(1, 11), (2, 12)]:\n    assert f() == w\n    assert g() == a')).toBe(4);
  });
});

describe('Python: assertions without a literal are canaries', () => {
  it.each([
    [inFunction('assert f()'), ['assert not (f())']],
    [inFunction('assert f() > 5, "message"'), ['assert not (f() > 5), "message"']],
    [inMethod('self.assertTrue(f())'), ['self.assertFalse(f())']],
    [inMethod('self.assertIn(f(), [1])'), ['self.assertNotIn(f(), [1])']],
    [inFunction('assert f() or g()'), []],
    [inFunction('assert f() if g() else h()'), []],
    [inFunction('if f():\n    assert g()'), []],
    [inFunction('assert f() == 5'), []],
  ])('%j', (source, inverted) => {
    const { text } = readMarkedSource(source);
    const canaries = findExpectationSites('test_a.py', text).filter(({ kind }) => kind === 'canary');
    expect(canaries).toHaveLength(inverted.length);
    for (const [i, { start, end, texts }] of canaries.entries())
      expect(text.slice(0, start) + texts[0] + text.slice(end)).toContain(inverted[i]);
  });
});
