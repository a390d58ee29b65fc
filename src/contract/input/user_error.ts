import { distance } from 'fastest-levenshtein';

/** Invisible characters: controls, bidirectional overrides, zero-width and tag characters, lone surrogates. */
export const INVISIBLE_CHARACTERS =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Escapes every invisible character as `\n`, `\x1b` or `\u202e`. The result is one line. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, (character) => {
    const code = character.codePointAt(0)!;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/**
 * Mistake of the user, found before any evidence exists.
 *
 * It is shown as one line, message and remedy, without a stack trace; the exit code is 2. Failures of an agent are
 * never user errors but values in the record. Messages contain names and values of contracts and files, so the
 * constructor escapes invisible characters. A message of several lines is passed as several texts.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** Remedy, unless the message implies it. */
  readonly remedy: string | undefined;
  /** Lines of the message. */
  readonly lines: readonly string[];

  constructor(message: string | readonly string[], remedy?: string) {
    const lines = (typeof message === 'string' ? [message] : message).map(escapeInvisible);
    super(lines.join('\n'));
    this.lines = lines;
    this.remedy = remedy === undefined ? undefined : escapeInvisible(remedy);
  }

  /** Message and remedy as printed. */
  get text(): string {
    return this.remedy ? `${this.message}\n  ${this.remedy}` : this.message;
  }
}

/**
 * Finds the known name nearest to a mistyped one.
 *
 * @returns undefined if none is near enough
 */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; far: number } | undefined;
  for (const candidate of known) {
    const far = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!best || far < best.far) best = { name: candidate, far };
  }
  return best && best.far <= Math.ceil(name.length / 3) ? best.name : undefined;
}

/** Formats ` – did you mean "…"?`, or an empty text if no name is near. */
export function suggestName(name: string, known: readonly string[]): string {
  const guess = findNearestName(name, known);
  return guess ? ` – did you mean "${guess}"?` : '';
}
