/** A name with `*` (any text) or `?` (one character) in it. Brackets and braces mean themselves: names of tests are full of them. */
export interface NamePattern {
  /** Text before the first wildcard: whatever matches begins with it. */
  prefix: string;
  /** How many wildcards it has: what a comparison costs grows with them. */
  wildcards: number;
  matches(name: string): boolean;
}

const ANY = Symbol('any text');
const ONE = Symbol('one character');
type Token = string | typeof ANY | typeof ONE;

/** Reads a name as a pattern. `\*`, `\?` and `\\` mean the character itself. @returns undefined if it has no wildcard */
export function namePattern(text: string): NamePattern | undefined {
  const tokens = tokensOf(text);
  const first = tokens.findIndex((token) => typeof token !== 'string');
  if (first === -1) return undefined;
  return {
    prefix: tokens.slice(0, first).join(''),
    wildcards: tokens.filter((token) => typeof token !== 'string').length,
    matches: (name) => matchesTokens(tokens, name),
  };
}

/** Takes the escapes out of a name that is no pattern. @returns undefined if there are none, or if it is one */
export function unescapedName(text: string): string | undefined {
  if (!text.includes('\\')) return undefined;
  const tokens = tokensOf(text);
  if (tokens.some((token) => typeof token !== 'string')) return undefined;
  const plain = tokens.join('');
  return plain === text ? undefined : plain;
}

/** Writes a name so that it stands for nothing but itself. */
export const escapedName = (name: string): string => name.replace(/[*?\\]/g, '\\$&');

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
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

/** Walks both once and goes back to the last `*` only: the cost is at most the product of both lengths, never more. */
function matchesTokens(tokens: readonly Token[], name: string): boolean {
  let [at, token, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === ANY) [star, from, token] = [token, at, token + 1];
    else if (wanted === ONE || wanted === name[at]) {
      at++;
      token++;
    } else if (star !== -1) [token, at, from] = [star + 1, from + 1, from + 1];
    else return false;
  }
  while (tokens[token] === ANY) token++;
  return token === tokens.length;
}
