/** Characters of a written justification that are kept. */
export const JUSTIFICATION_LIMIT = 1000;
/** Characters of a name that are kept. */
export const NAME_LIMIT = 100;

/** Controls, bidirectional overrides, zero-width and tag characters, lone surrogates: what a reader cannot see. */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;

/** Somebody's text on one line of at most `limit` characters, without anything invisible; empty when nothing is left. */
export function plainText(text: string, limit: number): string {
  const seen = text
    .slice(0, limit * 8)
    .replace(UNSEEN, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...seen].slice(0, limit).join('').trim();
}
