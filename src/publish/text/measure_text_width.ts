import stringWidth from 'string-width';

/** Characters that are split into graphemes at once. The time for it grows with the square of their number. */
const MAX_SPLIT = 128;

/** Texts in which each character is a grapheme of one cell: most of them. Reading the tables of all others takes time. */
const NARROW_TEXT = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u00ff\u2013\u2014\u2026\u2500-\u257f]*$/;

let graphemes: Intl.Segmenter | undefined;

/** Measures the cells that a text without control characters takes in a terminal. */
export function measureTextWidth(text: string): number {
  if (NARROW_TEXT.test(text)) return text.length;
  let sum = 0;
  for (const part of splitLongText(text)) sum += stringWidth(part);
  return sum;
}

/** Cuts a text to `limit` cells, with "…" for the rest. */
export function truncateToWidth(text: string, limit: number): string {
  let kept = '';
  let used = 0;
  for (const { segment, cells } of splitGraphemes(text)) {
    used += cells;
    if (used > limit) return limit < 1 ? '' : `${kept}…`;
    if (used < limit) kept += segment;
  }
  return text;
}

/** Cuts a text to `limit` cells in its middle: the ends of names are what tells them apart. */
export function truncateMiddleToWidth(text: string, limit: number): string {
  if (measureTextWidth(text) <= limit || limit < 3) return truncateToWidth(text, limit);
  const segments = [...splitGraphemes(text)];
  const take = (from: readonly { segment: string; cells: number }[], room: number) => {
    let used = 0;
    return from.filter(({ cells }) => {
      used += cells;
      return used <= room;
    });
  };
  const head = take(segments, Math.ceil((limit - 1) / 2));
  const room = limit - 1 - head.reduce((sum, { cells }) => sum + cells, 0);
  const tail = take(segments.slice(head.length).reverse(), room).reverse();
  return `${[...head, { segment: '…' }, ...tail].map(({ segment }) => segment).join('')}`;
}

/** Splits a text into lines of at most `limit` cells, each with at least one grapheme. */
export function splitToWidth(text: string, limit: number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const { segment, cells } of splitGraphemes(text)) {
    if (used + cells > limit && line !== '') {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += segment;
    used += cells;
  }
  return [...lines, line];
}

function* splitGraphemes(text: string): Generator<{ segment: string; cells: number }> {
  if (NARROW_TEXT.test(text)) {
    for (const segment of text) yield { segment, cells: 1 };
    return;
  }
  graphemes ??= new Intl.Segmenter();
  for (const part of splitLongText(text))
    for (const { segment } of graphemes.segment(part)) yield { segment, cells: stringWidth(segment) };
}

/** Splits a text into parts of bounded length, between code points. */
const splitLongText = (text: string): string[] =>
  text.length <= MAX_SPLIT ? [text] : (text.match(LONG_TEXT_PART) ?? []);

const LONG_TEXT_PART = new RegExp(`.{1,${MAX_SPLIT}}`, 'gsu');

/** Pads texts by cells. */
export const textPadding = {
  width: (texts: readonly string[]) => Math.max(0, ...texts.map(measureTextWidth)),
  end: (text: string, to: number) => text + ' '.repeat(Math.max(0, to - measureTextWidth(text))),
  start: (text: string, to: number) => ' '.repeat(Math.max(0, to - measureTextWidth(text))) + text,
};
