/** Checks of a value beside its pattern. A value must pass all that are given. */
export interface ValueCheck {
  /** Least entropy, or entropy that must be exceeded, in bits per character. */
  least_entropy?: number;
  entropy_above?: number;
  /** Kinds of characters that must occur. */
  has?: readonly (keyof typeof CHARACTERS)[];
  /** Kinds of texts that the value must not be. */
  not?: readonly ('placeholder' | 'words' | 'local-address')[];
  /** Ending that only examples have. */
  no_end?: string;
}

const CHARACTERS = { digit: /\d/, letter: /[A-Za-z]/ };

/** Placeholders that look like a secret. */
const PLACEHOLDER =
  /^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i;

/** Addresses, paths, and joined words with numbers, such as names, formats and versions. */
const WORDS =
  /^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i;

/** Address with a password on this machine or on an example host, which opens nothing. */
export const LOCAL_ADDRESS =
  /^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i;

/** Computes the Shannon entropy in bits per character. */
function computeEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Creates a predicate over a value and the whole match of its pattern. */
export function createValueCheck(check: ValueCheck): (value: string, match: string) => boolean {
  const { least_entropy: least, entropy_above: bound, has = [], not = [], no_end: end } = check;
  return (value, match) => {
    if (end !== undefined && value.endsWith(end)) return false;
    if (not.includes('placeholder') && PLACEHOLDER.test(value)) return false;
    if (least !== undefined && computeEntropy(value) < least) return false;
    if (bound !== undefined && computeEntropy(value) <= bound) return false;
    if (!has.every((kind) => CHARACTERS[kind].test(value))) return false;
    if (not.includes('words') && WORDS.test(value)) return false;
    return !(not.includes('local-address') && LOCAL_ADDRESS.test(match));
  };
}
