import { isNarrowText, measureTextWidth } from './measure_text_width.js';
import { splitGraphemes } from './split_graphemes.js';

/** Cuts a text to `limit` cells, with "…" for the rest. */
export function truncateToWidth(text: string, limit: number): string {
  let prefix = '';
  let width = 0;
  for (const { segment, cells } of splitText(text)) {
    width += cells;
    if (width > limit) return limit < 1 ? '' : `${prefix}…`;
    if (width < limit) prefix += segment;
  }
  return text;
}

/** Cuts a text to `limit` cells in its middle: the ends of names are what tells them apart. */
export function truncateMiddleToWidth(text: string, limit: number): string {
  if (measureTextWidth(text) <= limit || limit < 3) return truncateToWidth(text, limit);
  const segments = [...splitText(text)];
  const take = (from: readonly { segment: string; cells: number }[], room: number) => {
    let width = 0;
    return from.filter(({ cells }) => {
      width += cells;
      return width <= room;
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
  let [line, width] = ['', 0];
  for (const { segment, cells } of splitText(text)) {
    if (width + cells > limit && line !== '') {
      lines.push(line);
      [line, width] = ['', 0];
    }
    line += segment;
    width += cells;
  }
  return [...lines, line];
}

function* splitText(text: string): Generator<{ segment: string; cells: number }> {
  if (!isNarrowText(text)) yield* splitGraphemes(text);
  else for (const segment of text) yield { segment, cells: 1 };
}
