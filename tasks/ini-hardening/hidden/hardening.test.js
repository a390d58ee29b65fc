import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { get, IniError, load, merge, parse, resolve, set, stringify } from '../src/index.js';

const builtin = Object.getOwnPropertyNames(Object.prototype).sort();
afterEach(() => {
  const added = Object.getOwnPropertyNames(Object.prototype).filter((name) => !builtin.includes(name));
  for (const name of added) delete Object.prototype[name];
});

function assertUnpolluted() {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), builtin);
  assert.equal({}.polluted, undefined);
}

const refused = (line) => (error) => error instanceof IniError && (line === undefined || error.line === line);

test('parse refuses __proto__ in every position, with its line', () => {
  for (const text of [
    '[__proto__]\npolluted = 1',
    '[a.__proto__]\npolluted = 1',
    '[__proto__.b]\npolluted = 1',
    '[ __proto__ ]',
    '__proto__ = 1',
    '__proto__[] = polluted',
    '__proto__ = "1"',
  ]) {
    assert.throws(() => parse(`ok = 1\n${text}`), refused(2), text);
    assertUnpolluted();
  }
});

test('sections may be named like inherited members', () => {
  const config = parse('[constructor.prototype]\npolluted = 1\n[toString]\na = 1\n[hasOwnProperty]\nb[] = 2\n');
  assertUnpolluted();
  assert.equal(Object.prototype.hasOwnProperty.call(config, 'constructor'), true);
  assert.equal(config.constructor.prototype.polluted, '1');
  assert.equal(config.toString.a, '1');
  assert.deepEqual(config.hasOwnProperty.b, ['2']);
});

test('lists may be named like inherited members', () => {
  assert.deepEqual(parse('valueOf[] = 1\nvalueOf[] = 2').valueOf, ['1', '2']);
});

test('merge refuses __proto__ at any depth of either argument', () => {
  const evil = JSON.parse('{"a": {"__proto__": {"polluted": "1"}}}');
  assert.throws(() => merge({}, evil), refused());
  assert.throws(() => merge({ a: { b: '1' } }, evil), refused());
  assert.throws(() => merge(evil, {}), refused());
  assert.throws(() => merge({}, JSON.parse('{"__proto__": {"polluted": "1"}}')), refused());
  assertUnpolluted();
});

test('merge keeps constructor and prototype as data', () => {
  const merged = merge({}, JSON.parse('{"constructor": {"prototype": {"polluted": "1"}}}'));
  assertUnpolluted();
  assert.equal(Object.hasOwn(merged, 'constructor'), true);
  assert.equal(merged.constructor.prototype.polluted, '1');
});

test('overrides cannot pollute', () => {
  assert.throws(() => load(['a = 1'], { overrides: JSON.parse('{"__proto__": {"polluted": "1"}}') }), refused());
  assertUnpolluted();
});

test('set cannot pollute', () => {
  for (const path of ['__proto__.polluted', 'a.__proto__.polluted', '__proto__', 'a.__proto__']) {
    assert.throws(() => set({ a: {} }, path, '1'), refused(), path);
    assertUnpolluted();
  }
  const config = {};
  set(config, 'constructor.prototype.polluted', '1');
  set(config, 'toString.polluted', '1');
  assertUnpolluted();
  assert.equal(Object.polluted, undefined);
  assert.equal(Object.prototype.toString.polluted, undefined);
  assert.equal(get(config, 'constructor.prototype.polluted'), '1');
});

test('get sees own values only', () => {
  for (const path of ['toString', 'constructor', 'constructor.name', '__proto__', 'a.valueOf', 'l.length', 'l.push']) {
    assert.equal(get({ a: {}, l: ['x'] }, path), undefined, path);
  }
  assert.equal(get({ l: ['x', 'y'] }, 'l.1'), 'y');
});

test('references see own values only', () => {
  for (const path of ['toString', 'constructor.name', '__proto__', 'l.length']) {
    assert.throws(() => resolve({ a: `\${${path}}`, l: ['x'] }), refused(), path);
  }
});

test('a cycle of references is an error that shows the way round', () => {
  const message = (config) => {
    try {
      resolve(config);
    } catch (error) {
      assert.ok(error instanceof IniError, `${error}`);
      return error.message;
    }
    return assert.fail('no error');
  };
  assert.match(message({ a: 'x${a}' }), /a -> a/);
  assert.match(message({ s: { a: '${s.b}' , b: '${c}' }, c: '${s.a}' }), /s\.a -> s\.b -> c -> s\.a/);
  assert.match(message({ start: '${a}', a: '${b}', b: '${a}' }), /: a -> b -> a/);
  assert.match(message({ l: ['1', '${l}'] }), /l -> l/);
});

test('using a value twice is no cycle', () => {
  assert.deepEqual(resolve({ a: '${b}${b}${c}', b: '${c}', c: 'x' }), { a: 'xxx', b: 'x', c: 'x' });
});

test('an expansion above 65,536 characters is an error', () => {
  const bomb = { v0: 'x'.repeat(10) };
  for (let i = 1; i <= 6; i++) bomb[`v${i}`] = `\${v${i - 1}}`.repeat(10);
  assert.throws(() => resolve(bomb), refused());
  const edge = { half: 'x'.repeat(32_768) };
  assert.equal(resolve({ ...edge, all: '${half}${half}' }).all.length, 65_536);
  assert.throws(() => resolve({ ...edge, all: '${half}${half}.' }), refused());
});

test('a long value without references is not limited', () => {
  const long = 'x'.repeat(100_000);
  assert.equal(resolve({ long }).long, long);
});

test('values survive stringify and parse', () => {
  const values = ['', ' x ', '\tx', 'a\nb = c', 'x\r\n[admin]\nroot = yes', '"', '"x"', 'x"y', '\\', '\\n', 'a\\"b', ';', 'x ;y', '#', '=', '[]', '\u2028'];
  const config = { list: values, s: Object.fromEntries(values.map((value, i) => [`k${i}`, value])) };
  assert.deepEqual(parse(stringify(config)), config);
});

test('random values survive stringify and parse', () => {
  const alphabet = ['a', ' ', '\n', '\r', '\t', '"', '\\', ';', '#', '=', '[', ']', '.', '$', '{', 'é', '\u{1F600}'];
  let state = 20260307;
  const next = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 500; round++) {
    const value = Array.from({ length: next(9) }, () => alphabet[next(alphabet.length)]).join('');
    assert.deepEqual(parse(stringify({ key: value })), { key: value });
  }
});

test('names that would be read differently are refused by stringify', () => {
  for (const name of ['', 'a=b', 'a\nb', 'a\rb', ' a', 'a ', ';a', '#a', '[a', 'a[]', '__proto__']) {
    const config = {};
    Object.defineProperty(config, name, { value: '1', enumerable: true });
    assert.throws(() => stringify(config), refused(), JSON.stringify(name));
  }
  for (const name of ['', 'a.b', 'a]', 'a\nb', ' a', '__proto__']) {
    const config = {};
    Object.defineProperty(config, name, { value: { k: '1' }, enumerable: true });
    assert.throws(() => stringify(config), refused(), JSON.stringify(name));
  }
});

test('configurations stay ordinary objects', () => {
  for (const config of [parse('[a]\nb = 1'), merge({ a: {} }, { a: { b: '1' } }), resolve({ a: { b: '1' } })]) {
    assert.deepStrictEqual(config, { a: { b: '1' } });
    assert.equal(config.hasOwnProperty('a'), true);
    assert.equal(`${config.a}`, '[object Object]');
  }
});

test('constructor and prototype stay usable as keys', () => {
  assert.deepEqual(parse('prototype = Mark II\n[car]\nprototype = yes'), { prototype: 'Mark II', car: { prototype: 'yes' } });
  const firm = merge(parse('a = 1'), { builder: 'Smith', prototype: 'x' });
  assert.deepEqual(firm, { a: '1', builder: 'Smith', prototype: 'x' });
  assert.equal(Object.getOwnPropertyDescriptor(merge({}, { constructor: 'Smith' }), 'constructor').value, 'Smith');
});

test('plain values are written without quotes', () => {
  assert.equal(stringify({ a: 'x y', b: 'http://x/?a=1', c: ['1'] }), 'a = x y\nb = http://x/?a=1\nc[] = 1\n');
});

test('deep nesting and dotted names still work', () => {
  const config = load(['[a.b.c]\nx = 1\n[a.b]\ny = ${a.b.c.x}2', '[a.b.c]\nx = 3']);
  assert.deepEqual(config, { a: { b: { c: { x: '3' }, y: '32' } } });
});
