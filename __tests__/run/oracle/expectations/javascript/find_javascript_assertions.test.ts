// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources of tests
import { findExpectationSites } from '../../../../../src/run/oracle/expectations/expectation_site.js';
import { describeSites, readMarkedSource } from '../marked_source.js';

const HEAD =
  "import assert from 'node:assert';\nimport test, { describe, it } from 'node:test';\nimport { f, g } from '../src/f.js';\n";
/** Other expected values of the file, so that null has a plausible wrong one. */
const TAIL = "\ntest('other', () => { assert.equal(f('other'), «'word'»); });\n";

const inTest = (body: string, parameters = '') => `test('x', async (${parameters}) => {\n${body}\n});`;

const DECIDED: [what: string, body: string][] = [
  ['equality', 'assert.equal(f(), «5»);'],
  ['strict equality', "assert.strictEqual(f(), «'a1'»);"],
  ['equality of a boolean', 'assert.equal(f(), «true»);'],
  ['equality with null', 'assert.equal(f(), «null»);'],
  ['equality with undefined', 'assert.strictEqual(f(), «undefined»);'],
  ['a template without parts', 'assert.equal(f(), «`abc`»);'],
  ['a negative number', 'assert.equal(f(), -«5»);'],
  ['a big integer', 'assert.equal(f(), «50n»);'],
  ['a sum of texts', "assert.equal(f(), «'abc'» + «'def'»);"],
  ['the expected value first', 'assert.equal(«5», f());'],
  ['a message', "assert.equal(f(), «5», 'message');"],
  ['an empty list', 'assert.deepEqual(f(), «[]»);'],
  ['elements', "assert.deepEqual(f(), [«11», g(), [«'bc'»]]);"],
  ['values of keys', "assert.deepStrictEqual(f(), { a: «11», 'b c': { d: «true» }, 3: g() });"],
  ['elements that are looked at', 'assert.deepEqual([f(1), f(2)], [«11», «12»]);'],
  ['a condition that compares', 'assert.ok(f() === «5»);'],
  ['a condition that compares loosely', 'assert(f() == «5»);'],
  ['all parts of a conjunction', "assert.ok(f() === «5» && g() && «'ab'» === f(2));"],
  ['after a block', '{ assert.equal(f(), «5»); }'],
  ['after a branch that does not leave', 'if (f()) g();\nassert.equal(f(), «5»);'],
  ['after a helper that returns', 'function help() { return 1; }\nassert.equal(f(), «5»);'],
  ['after a method that returns', 'const o = { m() { return 1; } };\nassert.equal(f(o), «5»);'],
  ['a call that is awaited', 'assert.equal(await f(), «5»);'],
  ['a call that is returned', 'return assert.equal(f(), «5»);'],
  ['a constant', 'const want = «5»;\nassert.equal(f(), want);'],
  ['a list that is a constant', 'const want = [«5»];\nassert.deepEqual(f(), want);'],
  ['a variable that is set once', 'let want = «5»;\nassert.equal(f(), want);'],
  ['rows of a table', 'for (const [a, want] of [[1, «11»], [2, «12»]]) assert.equal(f(a), want);'],
  ['rows of objects', 'for (const { a, want } of [{ a: 1, want: «11» }]) { assert.equal(f(a), want); }'],
  ['members of rows', 'for (const row of [{ a: 1, want: «11» }]) assert.equal(f(row.a), row.want);'],
  ['cells of rows', 'for (const row of [[1, «11»]]) assert.equal(f(row[0]), row[1]);'],
  ['entries of an object', 'for (const [a, want] of Object.entries({ x: «11», y: «12» })) assert.equal(f(a), want);'],
  ['a constant table', 'const T = [[1, «11»]];\nfor (const [a, want] of T) assert.equal(f(a), want);'],
  ['the message shows the cell', 'for (const [a, want] of [[1, «11»]]) assert.equal(f(a), want, `${a} ${want}`);'],
  ['a literal in a loop over a table', 'for (const a of [1, g()]) assert.equal(f(a), «5»);'],
  ['a table in a table', 'for (const a of [1, 2]) for (const [b, w] of [[3, «11»]]) assert.equal(f(a, b), w);'],
  ['expect', 'expect(f()).toBe(«5»);'],
  ['expect of a deep value', 'expect(f()).toEqual({ a: [«11», expect.any(Number)], b: expect.anything() });'],
  ['expect of a subset of keys', 'expect(f()).toMatchObject({ a: «11» });'],
  ['a length', 'expect(f()).toHaveLength(«3»);'],
  ['a number of calls', 'expect(f).toHaveBeenCalledTimes(«3»);'],
  ['a property', "expect(f()).toHaveProperty('a.b', «11»);"],
  ['an approximate number', 'expect(f()).toBeCloseTo(«1.25», 3);'],
  ['a promise that is awaited', 'await expect(f()).resolves.toBe(«5»);'],
  ['a promise that is returned', 'return expect(f()).resolves.toEqual([«5»]);'],
  ['a soft expectation', 'expect.soft(f()).toBe(«5»);'],
  ['chai', 'expect(f()).to.equal(«5»);'],
  ['chai, deep', 'expect(f()).to.deep.equal({ a: «5» });'],
  ['chai, a type before', "expect(f()).to.be.a('string').that.equals(«'abc'»);"],
  ['chai, a property before', "expect(f()).to.have.property('a').that.equals(«5»);"],
  ['chai, a property', "expect(f()).to.have.property('a', «5»);"],
  ['chai, a length', 'expect(f()).to.have.lengthOf(«3»);'],
  ['chai, a boolean', 'expect(f()).to.be.«true»;'],
  ['chai, about', 'expect(f()).to.be.closeTo(«5», 0.5);'],
  ['chai, any order', 'expect(f()).to.have.members([«11», «12»]);'],
  ['a type without meaning', 'assert.equal(f(), («5»));'],
  [
    'arguments of a function that compares them',
    'function check(a, want, text) { const got = f(a); assert.equal(got, want, text); }\ncheck(1, «11»);\ncheck(2, «12», g());',
  ],
  [
    'arguments of a function that is awaited',
    'const check = async (a, want) => assert.deepEqual(await f(a), want);\nawait check(1, { b: «11» });\nreturn check(2, «12»);',
  ],
  ['loops without exits before', 'for (const a of f()) { if (a) break; }\nassert.equal(f(), «5»);'],
];

const UNDECIDED: [why: string, body: string][] = [
  ['one arm of a disjunction', 'assert.ok(f() === 5 || f() === 6);'],
  ['one arm of a disjunction in a conjunction', 'assert.ok(g() && (f() === 5 || f() === 6));'],
  ['a disjunction of nulls', 'assert((f() ?? 5) === 5 || g());'],
  ['one alternative of a pattern', 'assert.match(f(), /a|b/);'],
  ['inclusion', "assert.ok(f().includes('abc'));"],
  ['inclusion in a list', 'expect([1, 2]).toContain(f());'],
  ['inclusion of a text', "expect(f()).toContain('abc');"],
  ['a match', "expect(f()).toMatch('abc');"],
  ['one of several', 'expect(f()).toBeOneOf([5, 6]);'],
  ['one of several, chai', 'expect(f()).to.be.oneOf([5, 6]);'],
  ['inclusion, chai', 'expect(f()).to.include(5);'],
  ['some keys, chai', "expect(f()).to.have.any.keys('a', 'b');"],
  ['inclusion of members, chai', 'expect(f()).to.include.members([5]);'],
  ['a message of an exception', "assert.throws(() => f(), { message: 'abc' });"],
  ['a class of exceptions', 'expect(() => f()).toThrow(RangeError);'],
  ['a message of an exception, expect', "expect(() => f()).toThrow('abc');"],
  ['a message of a rejection', "await assert.rejects(f(), { code: 'abc' });"],
  ['inequality', 'assert.notEqual(f(), 5);'],
  ['a negated matcher', 'expect(f()).not.toBe(5);'],
  ['a negated chain', 'expect(f()).to.not.equal(5);'],
  ['order', 'expect(f()).toBeGreaterThan(5);'],
  ['order in a condition', 'assert.ok(f() > 5);'],
  ['a snapshot', 'expect(f()).toMatchInlineSnapshot(`5`);'],
  ['one of several calls', 'expect(f).toHaveBeenCalledWith(5);'],
  ['truth', 'assert.ok(f(5));'],
  ['a branch', 'if (f()) assert.equal(f(), 5);'],
  ['a branch otherwise', 'if (f()) g(); else { assert.equal(f(), 5); }'],
  ['a case', 'switch (f()) { case 1: assert.equal(f(), 5); }'],
  ['a choice', 'f() ? assert.equal(f(), 5) : assert.equal(g(), 6);'],
  ['a chosen value', 'assert.equal(f(), g() ? 5 : 6);'],
  ['behind an and', 'f() && assert.equal(f(), 5);'],
  ['behind a default', 'f() ?? assert.equal(f(), 5);'],
  ['a try', 'try { assert.equal(f(), 5); } catch (error) { g(error); }'],
  ['a catch', "try { f(); } catch (error) { assert.equal(error.name, 'RangeError'); }"],
  ['a finally', 'try { f(); } finally { assert.equal(g(), 5); }'],
  ['a callback of then', 'f().then((v) => { assert.equal(v, 5); });'],
  ['a callback of forEach', 'f().forEach((v) => assert.equal(v, 5));'],
  ['a callback of forEach over literals', '[1].forEach((v) => assert.equal(f(v), 5));'],
  ['a timer', 'setTimeout(() => assert.equal(f(), 5), 1);'],
  ['an event', "f().on('end', () => { assert.equal(f(), 5); });"],
  ['a function that is not called here', 'function check() { assert.equal(f(), 5); }'],
  [
    'a function that is called in a branch',
    'const check = (a, want) => assert.equal(f(a), want);\nif (f()) check(1, 11);',
  ],
  ['a function that nobody awaits', 'const check = async (a, want) => assert.equal(await f(a), want);\ncheck(1, 11);'],
  ['a function whose code sees the value', 'const check = (a, want) => assert.equal(f(a, want), want);\ncheck(1, 11);'],
  ['a function that leaves', 'const check = (a, w) => { if (f(a)) return; assert.equal(g(a), w); };\ncheck(1, 11);'],
  ['a function with a default', 'const check = (a, want = 12) => assert.equal(f(a), want);\ncheck(1, 11);'],
  ['a literal in a function', 'const check = (a) => assert.equal(f(a), 5);\ncheck(1);'],
  [
    'a function that reads its arguments',
    'function check(a, want) { f(arguments); assert.equal(f(a), want); }\ncheck(1, 11);',
  ],
  ['a function of another file', 'g(1, 11);'],
  ['a loop over what code returns', 'for (const v of f()) assert.equal(v, 5);'],
  ['a counting loop', 'for (let i = 0; i < f(); i++) assert.equal(f(i), 5);'],
  ['a loop over keys', 'for (const k in f()) assert.equal(k, 5);'],
  ['a conditional loop', 'while (f()) { assert.equal(g(), 5); }'],
  ['a loop that is cut short', 'for (const [a, w] of [[1, 11], [2, 12]]) { if (f(a)) break; assert.equal(f(a), w); }'],
  ['a loop that skips', 'for (const [a, w] of [[1, 11], [2, 12]]) { if (f(a)) continue; assert.equal(f(a), w); }'],
  ['a loop over an empty table', 'for (const a of []) assert.equal(f(a), 5);'],
  ['a loop over a spread table', 'for (const a of [...f()]) assert.equal(f(a), 5);'],
  ['after a return in a branch', 'if (f()) return;\nassert.equal(f(), 5);'],
  ['after a return in a catch', 'try { f(); } catch { return; }\nassert.equal(f(), 5);'],
  ['after a return in a loop', 'for (const a of [1]) { if (f()) return; }\nassert.equal(f(), 5);'],
  ['a promise that nobody awaits', 'expect(f()).resolves.toBe(5);'],
  ['a rejection that nobody awaits', 'expect(f()).rejects.toBe(5);'],
  ['a promise that nobody awaits, chai', 'expect(f()).to.eventually.equal(5);'],
  ['what is polled', 'await expect.poll(() => f()).toBe(5);'],
  ['keys behind a spread', 'assert.deepEqual(f(), { a: 5, ...g() });'],
  ['keys behind a computed one', 'assert.deepEqual(f(), { [g()]: 5, b: 6 });'],
  ['repeated keys', 'assert.deepEqual(f(), { a: 5, a: 6 });'],
  ['the prototype', "assert.deepEqual(f(), { ['__proto__']: 5, __proto__: null });"],
  ['elements behind a spread', 'assert.deepEqual(f(), [...g(), 5]);'],
  ['elements behind a hole', 'assert.deepEqual(f(), [, 5]);'],
  ['a tolerance that is no literal', 'expect(f()).toBeCloseTo(1.25, g());'],
  ['a tolerance that is no literal, chai', 'expect(f()).to.be.closeTo(1.25, g());'],
  ['within a matcher of parts', 'expect(f()).toEqual(expect.objectContaining({ a: 5 }));'],
  ['within a matcher of elements', 'expect(f()).toEqual(expect.arrayContaining([5]));'],
  ['a set', 'assert.deepEqual(f(), new Set([5]));'],
  ['a partial comparison of lists', 'assert.partialDeepStrictEqual(f(), [5]);'],
  ['arithmetic', 'assert.equal(f(), 5 * g());'],
  ['a template with parts', 'assert.equal(f(), `a${g()}`);'],
  ['an expected expression', 'assert.equal(f(), g());'],
  ['two literals', 'assert.equal(5, 5);'],
  ['a constant that code sees', 'const want = 5;\nassert.equal(f(want), want);'],
  ['a variable that is set again', 'let want = 5;\nwant = g();\nassert.equal(f(), want);'],
  ['a cell that code sees', 'for (const [a, want] of [[1, 11]]) assert.equal(f(a, want), want);'],
  ['a row that code sees', 'for (const row of [{ a: 1, want: 11 }]) assert.equal(f(row), row.want);'],
  ['a cell that decides a branch', 'for (const [a, want] of [[1, 11]]) { if (want) g(); assert.equal(f(a), want); }'],
  [
    'a table that is changed',
    'const T = [[1, 11]];\nT.push(g());\nfor (const [a, want] of T) assert.equal(f(a), want);',
  ],
  [
    'a table that two loops share',
    'const T = [[1, 11]];\nfor (const [a, w] of T) assert.equal(f(a), w);\nfor (const [a, w] of T) assert.equal(g(a), w);',
  ],
  ['a cell with a default', 'for (const [a, want = 5] of [[1, 11]]) assert.equal(f(a), want);'],
  ['an optional call', 'assert?.equal(f(), 5);'],
  ['spread arguments', 'assert.equal(...f(), 5);'],
  ['an assertion of another library', 'h.equal(f(), 5);'],
  ['an assertion that is a local function', 'const equal = (a, b) => g(a, b);\nequal(f(), 5);'],
  ['a local variable called assert', 'const assert = g();\nassert.equal(f(), 5);'],
  ['a wrong syntax', 'assert.equal(f(), 5); const = ;'],
  ['a test that marks itself as open', 'if (f()) t.todo();\nassert.equal(f(), 5);'],
  ['a sequence', 'f(), assert.equal(f(), 5);'],
  ['a labelled block', 'a: { if (f()) break a; assert.equal(f(), 5); }'],
];

const expectSites = (path: string, source: string) => {
  const { text, marked } = readMarkedSource(source);
  expect(describeSites(path, text)).toEqual(marked);
};

describe('JavaScript: a literal is a site where it decides', () => {
  it.each(DECIDED)('%s', (_, body) => expectSites('a.test.js', HEAD + inTest(body) + TAIL));
});

describe('JavaScript: a literal is no site where an honest value may avoid it', () => {
  it.each(UNDECIDED)('%s', (_, body) => expectSites('a.test.js', HEAD + inTest(body, 't') + TAIL));
});

describe('JavaScript: tests', () => {
  it.each([
    [
      'named imports',
      "import { equal as eq, deepEqual } from 'node:assert/strict';\nimport { test } from 'node:test';\ntest('x', () => { eq(f(), «5»); deepEqual(f(), [«6»]); });",
    ],
    [
      'require',
      "const assert = require('assert').strict;\nconst { test: t2 } = require('node:test');\nt2('x', () => assert.equal(f(), «5»));",
    ],
    [
      'a renamed function',
      "const assert = require('assert');\nconst same = assert.deepEqual;\nit('x', function () { same(f(), [«5»]); });",
    ],
    [
      'assertions of the context',
      "import test from 'node:test';\ntest('x', (t) => { t.assert.strictEqual(f(), «5»); });",
    ],
    [
      'ava',
      "import test from 'ava';\ntest.serial('x', (t) => { t.is(f(), «5»); t.deepEqual(f(), [«6»]); t.«true»(f()); });",
    ],
    [
      'tape',
      "const test = require('tape');\ntest('x', (t) => { t.equal(f(), «5», 'five'); t.same(f(), [«6»]); t.end(); });",
    ],
    [
      'options of tape',
      "const test = require('tape');\ntest('x', (t) => { t.equal(f(), 5, { todo: true }); t.end(); });",
    ],
    [
      'uvu',
      "import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\ntest('x', () => { assert.is(f(), «5»); assert.is.not(f(), 6); });",
    ],
    [
      'suites of uvu',
      "import { suite } from 'uvu';\nimport * as assert from 'uvu/assert';\nconst T = suite('s');\nT('x', () => { assert.equal(f(), «5»); });",
    ],
    ['QUnit', "QUnit.test('x', (assert) => { assert.equal(f(), «5»); assert.closeTo(f(), «6.5», 0.25); });"],
    [
      'chai',
      "import { expect, assert } from 'chai';\nit('x', () => { assert.lengthOf(f(), «3»); assert.«isTrue»(f()); assert.sameMembers(f(), [«11», «12»]); });",
    ],
    ['should', "require('chai').should();\nit('x', () => { f().should.equal(«5»); f().should.be.«true»; });"],
    [
      'promises of chai',
      "import chai from 'chai';\nimport promised from 'chai-as-promised';\nchai.use(promised);\nit('x', async () => { await chai.expect(f()).to.eventually.equal(«5»); });",
    ],
    [
      'extensions of chai that only add words, and one of the repository',
      "import chai from 'chai';\nimport iterator from 'chai-iterator';\nimport own from './chai-own.js';\nchai.use(iterator);\nchai.use(own);\nconst {expect} = chai;\nit('x', () => { expect(f()).to.equal(«5»); });",
    ],
    [
      'chai with its extension',
      "import * as chai from 'chai';\nimport promised from 'chai-as-promised';\nconst { expect } = chai.use(promised);\nit('x', () => { expect(f()).to.equal(«5»); });",
    ],
    ['calls that chai counts', "import { expect } from 'chai';\nit('x', () => { expect(f).to.have.callCount(«5»); });"],
    [
      'an unknown extension of chai',
      "import chai from 'chai';\nimport almost from 'chai-almost';\nchai.use(almost(0.1));\nit('x', () => { chai.expect(f()).to.equal(5); });",
    ],
    [
      'a matcher that is replaced',
      "expect.extend({ toBe(a) { return g(a); } });\nit('x', () => { expect(f()).toBe(5); });",
    ],
    [
      'a matcher that is added',
      "expect.extend({ toBeNice(a) { return g(a); } });\nit('x', () => { expect(f()).toBe(«5»); });",
    ],
    ['rules of equality', "expect.addEqualityTesters([g]);\nit('x', () => { expect(f()).toBe(5); });"],
    [
      'matchers of jasmine',
      "it('x', () => { expect(f()).withContext('a').«toBeTrue»(); expect(f()).toHaveSize(«3»); });",
    ],
    [
      'jest globals',
      "import { expect, test } from '@jest/globals';\ntest.concurrent('x', async () => { expect(await f()).toStrictEqual(«5»); }, 1000);",
    ],
    [
      'vitest',
      "import { expect, test } from 'vitest';\ntest('x', { timeout: 5 }, ({ expect }) => { expect(f()).toBe(«5»); });",
    ],
    [
      'with retries',
      "import { expect, test } from 'vitest';\ntest('x', { retry: 2 }, () => { expect(next()).toBe(5); });",
    ],
    [
      'beside a function that ends the process',
      "const skip = () => process.exit(0);\ntest('x', () => { if (f()) skip(); assert.equal(f(), 5); });",
    ],
    ['groups', "describe('a', () => { describe('b', function () { it('c', () => { expect(f()).toBe(«5»); }); }); });"],
    ['a test in a branch', "if (process.platform === 'linux') it('x', () => { expect(f()).toBe(«5»); });"],
    ['hooks', 'beforeEach(() => { expect(f()).toBe(5); });\nafterEach(() => { expect(f()).toBe(5); });'],
    [
      'tests that fail',
      "it.failing('x', () => { expect(f()).toBe(5); });\ntest.fails('y', () => { expect(f()).toBe(5); });",
    ],
    [
      'tests that are left out',
      "it.skip('x', () => { expect(f()).toBe(5); });\nxit('y', () => { expect(f()).toBe(5); });\nit.todo('z', () => { expect(f()).toBe(5); });",
    ],
    [
      'groups that are left out',
      "describe.skip('a', () => { it('x', () => { expect(f()).toBe(5); }); });\nxdescribe('b', () => { it('x', () => { expect(f()).toBe(5); }); });",
    ],
    [
      'options that let a test fail',
      "import test from 'node:test';\nimport assert from 'node:assert';\ntest('x', { todo: true }, () => { assert.equal(f(), 5); });\ntest('y', { expectFailure: true }, () => { assert.equal(f(), 5); });\ntest('z', g(), () => { assert.equal(f(), 5); });",
    ],
    ['a generator', "it('x', function* () { expect(f()).toBe(5); });"],
    ['a body in a wrapper', "it('x', fakeAsync(() => { expect(f()).toBe(5); }));"],
    ['an unknown module', "import { expect, test } from './support.js';\ntest('x', () => { expect(f()).toBe(5); });"],
    ['no test at all', "import assert from 'node:assert';\nassert.equal(f(), «5»);\nif (f()) assert.equal(f(), 6);"],
    [
      'an error in another test',
      "it('x', () => { expect(f()).toBe(5); const = 1; });\nit('y', () => { expect(f()).toBe(«6»); });",
    ],
    ['an error outside of tests', "const = 1;\nit('y', () => { expect(f()).toBe(6); });"],
    ['each', "test.each([[1, «11»], [2, «12»]])('%i', (a, want) => { expect(f(a)).toBe(want); });"],
    ['each of objects', "it.each([{ a: 1, want: «11» }])('$a', ({ a, want }) => expect(f(a)).toBe(want));"],
    ['each of values', "it.each([1, 2])('%i', (a) => expect(f(a)).toBe(«11»));"],
    [
      'each of a constant',
      "const T = [[1, «11»]];\ndescribe('a', () => { it.each(T)('%i', (a, want) => expect(f(a)).toBe(want)); });",
    ],
    [
      'groups of each',
      "describe.each([[1, «11»]])('%i', (a, want) => { it('x', () => { expect(f(a)).toBe(want); }); });",
    ],
    ['a loop around tests', 'for (const [a, want] of [[1, «11»]]) it(`${a}`, () => { expect(f(a)).toBe(want); });'],
    [
      'forEach around tests',
      '[[1, «11»]].forEach(([a, want]) => { it(`${a}`, () => { expect(f(a)).toBe(want); }); });',
    ],
    ['a list that is made', 'for (const [a, want] of g([[1, 11]])) it(`${a}`, () => { expect(f(a)).toBe(want); });'],
    [
      'a table that another module sees',
      'export const T = [[1, 11]];\nfor (const [a, want] of T) it(`${a}`, () => { expect(f(a)).toBe(want); });',
    ],
    [
      'rows that are shuffled',
      'const T = [[1, 11]];\nfor (const [a, want] of shuffle(T)) it(`${a}`, () => { expect(f(a)).toBe(want); });',
    ],
  ])('%s', (_, source) => expectSites('a.test.js', source));

  it('may be written in TypeScript, with tags in .tsx only', () => {
    const source =
      "it('x', (): void => { const want: number = «5»; expect(f<number>(1)!).toBe(want as any); expect(f()).toEqual([«6»] as const); });";
    for (const path of ['a.test.ts', 'a.test.mts', 'a.spec.tsx']) expectSites(path, source);
    expectSites('a.test.jsx', "it('x', () => { expect(f(<A b={1} />)).toBe(«5»); });");
  });

  it('are named by their titles, and rows that are tests by theirs', () => {
    const name = (source: string) => findExpectationSites('a.test.js', source).map(({ test }) => test);
    expect(name("describe('a', () => { it('b c', () => { expect(f()).toBe(5); }); });")).toEqual(['a > b c']);
    expect(name("test.each([[1, 11], ['x', 12]])('%s is %s', (a, w) => expect(f(a)).toBe(w));")).toEqual([
      '1 is 11',
      'x is 12',
    ]);
    expect(
      name("test.each([{ a: 1, w: 11 }, { a: 2, w: 12 }])('has $a', ({ a, w }) => expect(f(a)).toBe(w));"),
    ).toEqual(['has 1', 'has 2']);
    expect(
      name("for (const row of [{ n: 'p', w: 11 }, { n: 'q', w: 12 }]) test(row.n, () => expect(f()).toBe(row.w));"),
    ).toEqual(['p', 'q']);
    expect(name("for (const w of [11, 12]) test('same', () => expect(f()).toBe(w));")).toEqual([
      'same [0]',
      'same [1]',
    ]);
    expect(name("test('one', () => { for (const w of [11, 12]) expect(f()).toBe(w); });")).toEqual(['one', 'one']);
  });

  it('have a place for each assertion, each row, and each column that is compared apart', () => {
    const places = (source: string) => findExpectationSites('a.test.js', source).map(({ place }) => place);
    const count = (source: string) => new Set(places(source)).size;
    expect(count("it('x', () => { expect(f()).toEqual({ a: 11, b: [12, 13] }); });")).toBe(1);
    expect(count("it('x', () => { expect(f()).toBe(11); expect(f()).toBe(12); });")).toBe(2);
    expect(count("it('x', () => { for (const [a, b] of [[1, 11], [2, 12]]) expect(f(a)).toBe(b); });")).toBe(2);
    const source =
      "it('x', () => { for (const [a, b] of [[13, 11], [14, 12]]) { expect(f()).toBe(a); expect(g()).toBe(b); } });";
    expect(count(source)).toBe(4);
    expect(places("it('x', () => { expect(f()).toBe(11); });")).toEqual(["it('x', () => { ".length]);
  });
});

describe('JavaScript: assertions without a literal are canaries', () => {
  it.each([
    ['assert.ok(f());', ['ok(!(f()))']],
    ['assert(f() > 1);', ['assert(!(f() > 1))']],
    ['assert.throws(() => f());', ['doesNotThrow(() => f())']],
    ['assert.doesNotMatch(f(), /a/);', ['assert.match(f(), /a/)']],
    ['await assert.rejects(f());', ['doesNotReject(f())']],
    ['expect(f()).toBeTruthy();', ['.not.toBeTruthy()']],
    ['expect(f()).not.toContain(5);', ['.toContain(5)']],
    ['expect(f()).to.be.ok;', ['.to.be.not.ok']],
    ['assert.rejects(f());', []],
    ['assert.ok(f() || g());', []],
    ['assert.ok(f() ? g() : 1);', []],
    ['if (f()) assert.ok(g());', []],
    ['assert.equal(f(), 5);', []],
  ])('%s', (body, inverted) => {
    const text = HEAD + inTest(body);
    const canaries = findExpectationSites('a.test.js', text).filter(({ kind }) => kind === 'canary');
    expect(canaries).toHaveLength(inverted.length);
    for (const [i, { start, end, texts }] of canaries.entries())
      expect(text.slice(0, start) + texts[0] + text.slice(end)).toContain(inverted[i]);
  });
});
