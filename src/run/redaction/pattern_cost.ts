/** Ways in which a pattern may try to match from one place; more could take minutes over a hostile text. */
export const MOST_WAYS = 20_000;

/**
 * In how many ways a regular expression can match from one place, at most: the product over what follows, the sum over what it may choose
 * from, the powers of what it repeats. A pattern with a bound takes no more than that many times the length of the text, whatever the text.
 *
 * @returns the number, or what has none
 */
export function waysOf(source: string): number | { fault: string } {
  const reading = { source, at: 0 };
  try {
    const ways = alternatives(reading);
    return reading.at < source.length ? { fault: `")" at ${reading.at + 1} closes nothing` } : ways;
  } catch (error) {
    if (error instanceof Boundless) return { fault: error.message };
    throw error;
  }
}

class Boundless extends Error {}

interface Reading {
  source: string;
  at: number;
}

function alternatives(reading: Reading): number {
  let sum = sequence(reading);
  while (reading.source[reading.at] === '|') {
    reading.at++;
    sum += sequence(reading);
  }
  return sum;
}

function sequence(reading: Reading): number {
  let product = 1;
  while (reading.at < reading.source.length && !'|)'.includes(reading.source[reading.at]!)) {
    const ways = atom(reading);
    product = Math.min(Number.MAX_SAFE_INTEGER, product * repeated(reading, ways));
  }
  return product;
}

function atom(reading: Reading): number {
  const { source } = reading;
  const character = source[reading.at];
  if (character === '\\') {
    const escaped = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/.exec(
      source.slice(reading.at),
    );
    if (/^\\(?:[1-9]|k)/.test(escaped?.[0] ?? '')) throw new Boundless('it refers back to a group');
    reading.at += escaped?.[0].length ?? 1;
    return 1;
  }
  if (character === '[') {
    for (reading.at++; reading.at < source.length && source[reading.at] !== ']'; reading.at++)
      if (source[reading.at] === '\\') reading.at++;
    reading.at++;
    return 1;
  }
  if (character !== '(') {
    reading.at++;
    return 1;
  }
  const head = /^\((?:\?(?::|=|!|<=|<!|<[A-Za-z_$][\w$]*>))?/.exec(source.slice(reading.at))!;
  reading.at += head[0].length;
  const ways = alternatives(reading);
  if (source[reading.at] !== ')') throw new Boundless('a group does not end');
  reading.at++;
  return ways;
}

function repeated(reading: Reading, ways: number): number {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reading.source.slice(reading.at));
  if (!found) return ways;
  const [text, from, comma, to] = found;
  reading.at += text.length;
  if (/^[*+]/.test(text) || (comma === ',' && to === ''))
    throw new Boundless(`"${text}" repeats without end; say how often at most, e.g. {0,200}`);
  const [least, most] = text.startsWith('?') ? [0, 1] : [Number(from), comma ? Number(to) : Number(from)];
  let sum = 0;
  for (let times = least; times <= most && sum <= MOST_WAYS; times++) sum += ways ** times;
  return sum;
}
