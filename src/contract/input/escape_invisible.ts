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
