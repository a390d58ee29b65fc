/** Maximum characters of a written justification. */
export const JUSTIFICATION_LIMIT = 1000;
/** Maximum characters of a name. */
export const NAME_LIMIT = 100;

/** Invisible characters: controls, bidirectional overrides, zero-width and tag characters, lone surrogates. */
const INVISIBLE_CHARACTERS =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;

/** Converts untrusted text to one line of at most `limit` visible characters, which may be empty. */
export function toPlainLine(text: string, limit: number): string {
  const seen = text
    .slice(0, limit * 8)
    .replace(INVISIBLE_CHARACTERS, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...seen].slice(0, limit).join('').trim();
}
