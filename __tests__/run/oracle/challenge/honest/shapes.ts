/**
 * Honest solutions of the tests beside this file, in many shapes: other types, branches, messages, errors, orders, laziness.
 * Each is the plain solution with some functions written in another way. All of them pass every test.
 */

const JS_PLAIN = {
  units: 'const UNIT = { h: 3600, m: 60, s: 1 };',
  read: `function read(text) {
  const found = [...String(text).matchAll(/(\\d+)([hms])/g)].map(([, count, unit]) => ({ count: Number(count), unit }));
  if (new Set(found.map(({ unit }) => unit)).size < found.length) throw new RangeError('unit given twice: ' + text);
  return found;
}`,
  seconds: `export function seconds(text) {
  const found = read(text);
  if (found.length === 0) throw new RangeError('not a duration: ' + text);
  return found.reduce((sum, { count, unit }) => sum + count * UNIT[unit], 0);
}`,
  parts: 'export const parts = (text) => read(text);',
  someUnit: 'export const someUnit = (text) => read(text)[0].unit;',
  words: `const NAME = { h: 'hour', m: 'minute', s: 'second' };
export const words = (text) => read(text).map(({ count, unit }) => count + ' ' + NAME[unit] + (count > 1 ? 's' : '')).join(', ');`,
  later: 'export const later = async (text) => seconds(text);',
  each: 'export const each = (text, call) => read(text).forEach(({ unit }) => call(unit));',
  hours: 'export const hours = (text) => seconds(text) / 3600;',
};

type JsShape = Partial<typeof JS_PLAIN>;
const js = (shape: JsShape) => `${Object.values({ ...JS_PLAIN, ...shape }).join('\n')}\n`;

export const JS_SHAPES: Record<string, string> = Object.fromEntries(
  Object.entries<JsShape>({
    plain: {},
    'numbers as objects': {
      seconds: `${JS_PLAIN.seconds.replace('export function seconds', 'function sum')}\nexport const seconds = (text) => new Number(sum(text));`,
    },
    'numbers as strings': {
      seconds: `${JS_PLAIN.seconds.replace('export function seconds', 'function sum')}\nexport const seconds = (text) => String(sum(text));`,
      hours: 'export const hours = (text) => Number(seconds(text)) / 3600;',
    },
    'values that count their conversions': {
      seconds: `${JS_PLAIN.seconds.replace('export function seconds', 'function sum')}\nexport const seconds = (text) => { const value = sum(text); return { valueOf: () => value, toString: () => String(value) }; };`,
    },
    'nothing for nothing': {
      seconds: `export function seconds(text) {\n  const found = read(text);\n  return found.length === 0 ? null : found.reduce((sum, { count, unit }) => sum + count * UNIT[unit], 0);\n}`,
    },
    'undefined for nothing': {
      seconds: `export function seconds(text) {\n  const found = read(text);\n  return found.length === 0 ? undefined : found.reduce((sum, { count, unit }) => sum + count * UNIT[unit], 0);\n}`,
    },
    'an error of its own': {
      seconds: JS_PLAIN.seconds.replace(
        "throw new RangeError('not",
        "throw new (class Wrong extends Error { name = 'RangeError'; })('not",
      ),
    },
    'another word for it': { read: JS_PLAIN.read.replace('unit given twice', 'repeated unit') },
    'a third word for it': { read: JS_PLAIN.read.replace('unit given twice', 'duplicate unit') },
    'an error object of another kind': { read: JS_PLAIN.read.replace("new RangeError('unit", "new TypeError('unit") },
    'the last unit': { someUnit: 'export const someUnit = (text) => read(text).at(-1).unit;' },
    'a unit by chance': {
      someUnit: 'export const someUnit = (text) => read(text)[Math.floor(Math.random() * 2)].unit;',
    },
    'parts with a prototype': {
      parts:
        'class Part { constructor(count, unit) { this.count = count; this.unit = unit; } }\nexport const parts = (text) => read(text).map(({ count, unit }) => new Part(count, unit));',
    },
    'parts with counts as strings': {
      parts: 'export const parts = (text) => read(text).map(({ count, unit }) => ({ count: String(count), unit }));',
    },
    'parts in a list of its own': {
      parts: 'class Parts extends Array {}\nexport const parts = (text) => Parts.from(read(text));',
    },
    'parts with getters': {
      parts:
        'export const parts = (text) => read(text).map((part) => ({ get count() { return part.count; }, get unit() { return part.unit; } }));',
    },
    'words without a comma': { words: JS_PLAIN.words.replace("join(', ')", "join(' and ')") },
    'words with blanks': { words: JS_PLAIN.words.replace("join(', ')", "join(', ') + '  '") },
    'later by a timer': {
      later: 'export const later = (text) => new Promise((done) => setTimeout(() => done(seconds(text)), 2));',
    },
    'later by a thenable': {
      later:
        'export const later = (text) => ({ then: (done, failed) => Promise.resolve(seconds(text)).then(done, failed) });',
    },
    'calls in another order': {
      each: 'export const each = (text, call) => read(text).reverse().forEach(({ unit }) => call(unit));',
    },
    'calls one by one, lazily': {
      each: 'export function each(text, call) { const units = (function* () { for (const { unit } of read(text)) yield unit; })(); for (const unit of units) call(unit); }',
    },
    'hours rounded': {
      hours: 'export const hours = (text) => Math.round((seconds(text) / 3600) * 100) / 100 + 0.003;',
    },
    'hours cut off': { hours: 'export const hours = (text) => Math.floor((seconds(text) / 3600) * 1000) / 1000;' },
    'a parser by hand': {
      read: `function read(text) {\n  const found = [];\n  let count = '';\n  for (const c of String(text)) {\n    if (c >= '0' && c <= '9') count += c;\n    else { if (found.some(({ unit }) => unit === c)) throw new Error('twice: ' + c); found.push({ count: +count, unit: c }); count = ''; }\n  }\n  return found;\n}`,
    },
    'everything remembered': {
      seconds: `${JS_PLAIN.seconds.replace('export function seconds', 'function sum')}\nconst known = new Map();\nexport const seconds = (text) => { if (!known.has(text)) known.set(text, sum(text)); return known.get(text); };`,
    },
  }).map(([name, shape]) => [name, js(shape)]),
);

const PY_PLAIN = {
  read: `import re
UNIT = {"h": 3600, "m": 60, "s": 1}
def read(text):
    found = [(int(count), unit) for count, unit in re.findall(r"(\\d+)([hms])", text)]
    if len({unit for _, unit in found}) < len(found):
        raise ValueError("unit given twice: " + text)
    return found`,
  seconds: `def seconds(text):
    found = read(text)
    if not found:
        raise ValueError("not a duration: " + text)
    return sum(count * UNIT[unit] for count, unit in found)`,
  parts: 'def parts(text):\n    return read(text)',
  some_unit: 'def some_unit(text):\n    return read(text)[0][1]',
  words: `NAME = {"h": "hour", "m": "minute", "s": "second"}
def words(text):
    return ", ".join("%d %s%s" % (count, NAME[unit], "s" if count > 1 else "") for count, unit in read(text))`,
  each: 'def each(text, call):\n    for _, unit in read(text):\n        call(unit)',
  hours: 'def hours(text):\n    return seconds(text) / 3600',
};

type PyShape = Partial<typeof PY_PLAIN>;
const py = (shape: PyShape) => `${Object.values({ ...PY_PLAIN, ...shape }).join('\n\n')}\n`;
const wrapped = (value: string) =>
  `${PY_PLAIN.seconds.replace('def seconds', 'def total')}\ndef seconds(text):\n    return ${value}`;

export const PY_SHAPES: Record<string, string> = Object.fromEntries(
  Object.entries<PyShape>({
    plain: {},
    floats: { seconds: wrapped('float(total(text))') },
    'a class of numbers': { seconds: `class Seconds(int):\n    pass\n\n${wrapped('Seconds(total(text))')}` },
    fractions: { seconds: `from fractions import Fraction\n${wrapped('Fraction(total(text))')}` },
    'nothing for nothing': {
      seconds:
        'def seconds(text):\n    found = read(text)\n    return sum(count * UNIT[unit] for count, unit in found) if found else None',
    },
    'an error of its own': {
      seconds: `class Wrong(ValueError):\n    pass\n\n${PY_PLAIN.seconds.replace('raise ValueError', 'raise Wrong')}`,
    },
    'another word for it': { read: PY_PLAIN.read.replace('unit given twice', 'repeated unit') },
    'a third word for it': { read: PY_PLAIN.read.replace('unit given twice', 'duplicate unit') },
    'the last unit': { some_unit: 'def some_unit(text):\n    return read(text)[-1][1]' },
    'a unit by chance': { some_unit: 'import random\ndef some_unit(text):\n    return random.choice(read(text))[1]' },
    'parts lazily': { parts: 'def parts(text):\n    yield from read(text)' },
    'parts with names': {
      parts:
        'from collections import namedtuple\nPart = namedtuple("Part", "count unit")\ndef parts(text):\n    return (Part(*one) for one in read(text))',
    },
    'words without a comma': { words: PY_PLAIN.words.replace('", ".join', '" and ".join') },
    'words with blanks': {
      words: PY_PLAIN.words.replace('for count, unit in read(text))', 'for count, unit in read(text)) + "  "'),
    },
    'calls in another order': {
      each: 'def each(text, call):\n    for _, unit in reversed(read(text)):\n        call(unit)',
    },
    'hours as a decimal fraction': { hours: 'def hours(text):\n    return round(seconds(text) / 3600, 3)' },
    'everything remembered': { seconds: `import functools\n@functools.lru_cache\n${PY_PLAIN.seconds}` },
    'words of a class of strings': {
      words: `${PY_PLAIN.words.replace('def words', 'def plain')}\nclass Words(str):\n    pass\ndef words(text):\n    return Words(plain(text))`,
    },
  }).map(([name, shape]) => [name, py(shape)]),
);
