/** Maximum number of ways to match from one place; more could take minutes on a hostile text. */
export const MAX_MATCH_WAYS = 20_000;

/**
 * Counts the ways in which a regular expression can match from one place, as an upper bound: the product over a
 * sequence, the sum over alternatives, the powers over repetitions. The time of a bounded pattern is at most this
 * number times the length of the text.
 *
 * @returns the number, or the part without a bound
 */
export function countMatchWays(source: string): number | { fault: string } {
  const reading = { source, at: 0 };
  try {
    const ways = countAlternatives(reading);
    return reading.at < source.length ? { fault: `")" at ${reading.at + 1} closes nothing` } : ways;
  } catch (error) {
    if (error instanceof UnboundedPatternError) return { fault: error.message };
    throw error;
  }
}

class UnboundedPatternError extends Error {}

interface PatternReader {
  source: string;
  at: number;
}

function countAlternatives(reading: PatternReader): number {
  let sum = countSequence(reading);
  while (reading.source[reading.at] === '|') {
    reading.at++;
    sum += countSequence(reading);
  }
  return sum;
}

function countSequence(reading: PatternReader): number {
  let product = 1;
  while (reading.at < reading.source.length && !'|)'.includes(reading.source.charAt(reading.at))) {
    const ways = countAtom(reading);
    product = Math.min(Number.MAX_SAFE_INTEGER, product * countRepetition(reading, ways));
  }
  return product;
}

function countAtom(reading: PatternReader): number {
  const { source } = reading;
  const character = source[reading.at];
  if (character === '\\') {
    const escaped = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/.exec(
      source.slice(reading.at),
    );
    if (/^\\(?:[1-9]|k)/.test(escaped?.[0] ?? '')) throw new UnboundedPatternError('it refers back to a group');
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
  const ways = countAlternatives(reading);
  if (source[reading.at] !== ')') throw new UnboundedPatternError('a group does not end');
  reading.at++;
  return ways;
}

function countRepetition(reading: PatternReader, ways: number): number {
  const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reading.source.slice(reading.at));
  if (!match) return ways;
  const [text, lower, comma, upper] = match;
  reading.at += text.length;
  if (/^[*+]/.test(text) || (comma === ',' && upper === ''))
    throw new UnboundedPatternError(`"${text}" repeats without end; say how often at most, e.g. {0,200}`);
  const [minimum, most] = text.startsWith('?') ? [0, 1] : [Number(lower), comma ? Number(upper) : Number(lower)];
  let sum = 0;
  for (let times = minimum; times <= most && sum <= MAX_MATCH_WAYS; times++) sum += ways ** times;
  return sum;
}
