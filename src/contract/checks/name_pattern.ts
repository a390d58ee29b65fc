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
    const character = text[i]!;
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
  let [at, token, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    const expectedToken = tokens[token];
    if (expectedToken === ANY) [star, from, token] = [token, at, token + 1];
    else if (expectedToken === ONE || expectedToken === name[at]) {
      at++;
      token++;
    } else if (star !== -1) [token, at, from] = [star + 1, from + 1, from + 1];
    else return false;
  }
  while (tokens[token] === ANY) token++;
  return token === tokens.length;
}
