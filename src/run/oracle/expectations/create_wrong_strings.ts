import { type ComparisonMode, hashText } from './create_wrong_numbers.js';
import { findChangeablePositions, findLiteralRuns, splitStringLiteral } from './tokens/split_string_literal.js';

const CHARACTER_SETS = ['aeiou', 'bcdfghklmnprstvwyz', 'AEIOU', 'BCDFGHKLMNPRSTVWYZ', '0123456789', 'jqx', 'JQX'];

/** Picks another plausible character: a vowel for a vowel, a digit for a digit. */
function pickOtherCharacter(one: string, salt: number): string {
  const set = CHARACTER_SETS.find((characters) => characters.includes(one))!;
  const others = [...set].filter((other) => other.toLowerCase() !== one.toLowerCase());
  return others[hashText(one, salt) % others.length]!;
}

const pickOtherHexDigit = (one: string, salt: number) =>
  ((Number.parseInt(one, 16) + 1 + (hashText(one, salt) % 15)) % 16).toString(16);

const replaceAt = (body: string, at: number, text: string, length = 1) =>
  body.slice(0, at) + text + body.slice(at + length);

/** Creates wrong texts between the same quotes, nearest first; empty if nothing can be changed. */
export function createWrongStrings(text: string, mode: ComparisonMode, salt: number, isTemplate = false): string[] {
  const parts = splitStringLiteral(text);
  if (!parts) return [];
  const isBytes = /^(b|br)["#]/.test(parts.prefix);
  return createWrongBodies(parts.body, mode, salt, isTemplate, isBytes).map(
    (body) => parts.prefix + body + parts.close,
  );
}

/** Creates wrong texts for a text without its quotes. */
export function createWrongBodies(
  body: string,
  mode: ComparisonMode,
  salt: number,
  isTemplate = false,
  keepsLength = false,
): string[] {
  if (mode === 'pattern') {
    const altered = createWrongPatterns(body, salt);
    if (altered.length > 0 || /[\\[(|*+?^$]/.test(body)) return altered;
  }
  const positions = findChangeablePositions(body, isTemplate);
  if (positions.length === 0) return keepsLength ? [] : doubleSymbol(body);
  if (mode !== 'equal') return alterWords(body, positions, salt);
  const pick = (nth: number) => positions[hashText(body, salt + 7 * nth) % positions.length]!;
  // Hexadecimal digits stay hexadecimal.
  const isHex = /^(?=.*\d)[\da-f]{4,}$/.test(body);
  const change = (at: number, nth: number) =>
    replaceAt(body, at, isHex ? pickOtherHexDigit(body[at]!, salt + nth) : pickOtherCharacter(body[at]!, salt + nth));
  const made = [change(pick(0), 0)];
  const pairs = positions.filter((at, i) => positions[i + 1] === at + 1 && body[at] !== body[at + 1]);
  // Swapped or doubled digits make another number, and letters look like a typing error.
  const swap = pairs[hashText(body, salt + 3) % Math.max(1, pairs.length)];
  const swapped = swap === undefined ? [] : [replaceAt(body, swap, body[swap + 1]! + body[swap]!, 2)];
  const doubled = keepsLength ? [] : [replaceAt(body, pick(1), body[pick(1)]!.repeat(2))];
  const dropped = keepsLength || positions.length < 3 ? [] : [replaceAt(body, pick(2), '')];
  const others = [swapped, doubled, dropped].flat();
  const turn = hashText(body, salt + 11) % Math.max(1, others.length);
  return selectUnique([...made, ...others.slice(turn), ...others.slice(0, turn), change(pick(4), 4)], body);
}

/** Changes one and two letters of the longest words, so that a text that includes the word does not include these. */
function alterWords(body: string, positions: readonly number[], salt: number): string[] {
  const runs: number[][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last && last.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  runs.sort((a, b) => b.length - a.length);
  const run = runs[0]!;
  const alter = (indexes: readonly number[], nth: number) =>
    indexes.reduce((made, at, i) => replaceAt(made, at, pickOtherCharacter(body[at]!, salt + nth + i)), body);
  if (run.length < 3) {
    // Short texts occur by accident, longer ones do not.
    return [0, 1, 2].map((nth) => {
      const at = run.at(-1)!;
      return replaceAt(body, at, alter([at], nth)[at]! + body[at]! + pickOtherCharacter(body[at]!, salt + nth + 5));
    });
  }
  const inner = (nth: number) => run[1 + (hashText(body, salt + nth) % (run.length - 2))]!;
  const [first, second] = [inner(1), inner(2)];
  return selectUnique([alter([first], 1), alter([second, run.at(-1)!], 2), alter([run[0]!, inner(3)], 3)], body);
}

/** Changes a letter in a word of a regular expression. */
function createWrongPatterns(pattern: string, salt: number): string[] {
  const runs = findLiteralRuns(pattern).sort((a, b) => b.end - b.start - (a.end - a.start));
  const altered = runs.slice(0, 3).map(({ start, end }, nth) => {
    const at = start + 1 + (hashText(pattern, salt + nth) % (end - start - 1));
    return replaceAt(pattern, at, pickOtherCharacter(pattern[at]!, salt + nth));
  });
  return selectUnique(altered, pattern);
}

/** Creates wrong expressions for `/words/flags`. */
export function createWrongExpressions(text: string, salt: number): string[] {
  const close = text.lastIndexOf('/');
  return createWrongPatterns(text.slice(1, close), salt).map((pattern) => `/${pattern}${text.slice(close)}`);
}

/** Doubles a symbol of a text without letters; empty if that could change the literal itself. */
function doubleSymbol(body: string): string[] {
  const at = [...body].findIndex((one, i) => /[ .,:;|_+*=~^-]/.test(one) && body[i - 1] !== '\\');
  return at < 0 ? [] : [replaceAt(body, at, body[at]!.repeat(2))];
}

/** Creates wrong characters for `'a'`. */
export function createWrongCharacters(text: string, salt: number): string[] {
  const at = text.indexOf("'") + 1;
  if (text.length !== at + 2 || !/[A-Za-z0-9]/.test(text[at]!))
    return /'[ .,:;_-]'$/.test(text) ? [`${text.slice(0, at)}z'`] : [];
  return selectUnique(
    [0, 1].map((nth) => replaceAt(text, at, pickOtherCharacter(text[at]!, salt + nth))),
    text,
  );
}

const selectUnique = (texts: readonly string[], original: string) =>
  [...new Set(texts)].filter((text) => text !== original);
