/**
 * Normalises the white space of a test name for comparison: ends trimmed, runs replaced by one blank. Required names
 * are often copied from printed logs, which lose trailing blanks and line breaks.
 */
export function normalizeTestName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

/**
 * Parts of test names that change from run to run, or with lines that a patch adds elsewhere. Each is found in linear
 * time.
 */
const VOLATILE = new RegExp(
  [
    // Durations at the end of a name: "in 12ms" (bats), "(3 ms)", "<0.001s>", "[1.2 s]".
    String.raw`(?<=\S) in \d{1,9}m?s$`,
    String.raw`(?<=\S) ?[(<[]\d{1,9}(?:\.\d{1,9})? ?(?:[num\u00b5]?s|sec|min)[)>\]]$`,
    // Lines of files: "src/lib.rs - add (line 12)" (rustdoc), "a.test.js:12:3".
    String.raw`(?<=\()line \d{1,9}(?=\))`,
    String.raw`(?<=\.[A-Za-z]\w{0,9}):\d{1,9}(?::\d{1,9})?(?!\w)`,
    // Ports of an address.
    String.raw`(?<=\blocalhost|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[[0-9a-f:]{2,39}\]):\d{2,5}(?!\d)`,
    String.raw`(?<=\bport[ =:]{1,2})\d{4,5}(?!\d)`,
    // Temporary folders.
    String.raw`(?:/private)?/(?:tmp|var/tmp|var/folders|dev/shm)/[^\s"'()<>,;\]]{1,500}`,
    String.raw`\bpytest-of-[\w.-]{1,60}/pytest-\d{1,9}\b`,
    // Addresses of objects, identifiers, times of day.
    String.raw`\b0x[0-9a-fA-F]{6,16}\b`,
    String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`,
    String.raw`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)`,
  ].join('|'),
  'g',
);

/**
 * Replaces each part of a test name that changes from run to run (times, ports, temporary folders, addresses) or with
 * other lines of its file (line numbers) by `*`. Two names that differ only there become the same text.
 */
export const maskVolatileParts = (name: string): string => name.replace(VOLATILE, '*');

/**
 * Writes a test name as a contract should require it: `*` for each part that changes from run to run, and all else
 * escaped, so that nothing in it is a pattern.
 */
export function writeRequiredName(name: string): string {
  const literals = name.split(VOLATILE);
  return literals.map((literal) => literal.replace(/[\\*?]/g, '\\$&')).join('*');
}

/**
 * Pattern of names with `*` (any text) and `?` (one character). Brackets and braces are literal, since names of tests
 * contain them.
 */
export interface NamePattern {
  /** Text before the first wildcard; every match begins with it. */
  prefix: string;
  /** Number of wildcards; the cost of a comparison grows with it. */
  wildcards: number;
  matches(name: string): boolean;
}

const ANY = Symbol('any text');
const ONE = Symbol('one character');
type NameToken = string | typeof ANY | typeof ONE;

/**
 * Parses a name as a pattern. `\*`, `\?` and `\\` stand for the character itself.
 *
 * @returns undefined if the name has no wildcard
 */
export function parseNamePattern(text: string): NamePattern | undefined {
  const tokens = tokenizeName(text);
  const first = tokens.findIndex((token) => typeof token !== 'string');
  if (first === -1) return undefined;
  return {
    prefix: tokens.slice(0, first).join(''),
    wildcards: tokens.filter((token) => typeof token !== 'string').length,
    matches: (name) => matchesNameTokens(tokens, name),
  };
}

/**
 * Removes the escapes from a name that is not a pattern.
 *
 * @returns undefined if there are none, or if the name is a pattern
 */
export function unescapeName(text: string): string | undefined {
  if (!text.includes('\\')) return undefined;
  const tokens = tokenizeName(text);
  if (tokens.some((token) => typeof token !== 'string')) return undefined;
  const plain = tokens.join('');
  return plain === text ? undefined : plain;
}

function tokenizeName(text: string): NameToken[] {
  const tokens: NameToken[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    const next = text[i + 1];
    if (character === '\\' && (next === '*' || next === '?' || next === '\\')) {
      tokens.push(next);
      i++;
    } else if (character === '*') {
      if (tokens.at(-1) !== ANY) tokens.push(ANY);
    } else tokens.push(character === '?' ? ONE : character);
  }
  return tokens;
}

/**
 * Tells whether tokens match a name. Backtracks to the last `*` only, so that the cost is at most the product of both
 * lengths.
 */
function matchesNameTokens(tokens: readonly NameToken[], name: string): boolean {
  let [index, token, star, restart] = [0, 0, -1, 0];
  while (index < name.length) {
    const expectedToken = tokens[token];
    if (expectedToken === ANY) [star, restart, token] = [token, index, token + 1];
    else if (expectedToken === ONE || expectedToken === name[index]) {
      index++;
      token++;
    } else if (star !== -1) [token, index, restart] = [star + 1, restart + 1, restart + 1];
    else return false;
  }
  while (tokens[token] === ANY) token++;
  return token === tokens.length;
}
