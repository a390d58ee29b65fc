/** How many cells a text takes in a terminal. Input is text without control characters. */

const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const ZERO = /^(?:\p{Mn}|\p{Me})$/u;

function cells(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Cells of a text: 2 for wide characters, 0 for combining marks, 1 for the rest. */
export function width(text: string): number {
  let sum = 0;
  for (const character of text) sum += cells(character);
  return sum;
}

/** At most `limit` cells, with "…" in place of what is cut. */
export function cut(text: string, limit: number): string {
  if (width(text) <= limit) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    if (used + cells(character) > limit - 1) break;
    kept += character;
    used += cells(character);
  }
  return limit < 1 ? '' : `${kept}…`;
}

/** Padding by cells. */
export const pad = {
  width: (texts: readonly string[]) => Math.max(0, ...texts.map(width)),
  end: (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text))),
  start: (text: string, to: number) => ' '.repeat(Math.max(0, to - width(text))) + text,
};
