import stringWidth from 'string-width';

/** Texts in which each character is a grapheme of one cell: most of them. The tables of all others take time. */
const NARROW_TEXT = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u00ff\u2013\u2014\u2026\u2500-\u257f]*$/;

/** Tells whether each character of a text is a grapheme of one cell. False says nothing: the tables decide then. */
const isNarrowText = (text: string): boolean => NARROW_TEXT.test(text);

/** Measures the cells that a text without control characters takes in a terminal. */
export const measureTextWidth = (text: string): number => (isNarrowText(text) ? text.length : measureWideText(text));

/** Pads texts by cells. */
export const textPadding = {
  width: (texts: readonly string[]) => Math.max(0, ...texts.map(measureTextWidth)),
  end: (text: string, to: number) => text + ' '.repeat(Math.max(0, to - measureTextWidth(text))),
  start: (text: string, to: number) => ' '.repeat(Math.max(0, to - measureTextWidth(text))) + text,
};

/** Characters that are split into graphemes at once. The time for it grows with the square of their number. */
const MAX_SPLIT = 128;

const LONG_TEXT_PART = new RegExp(`.{1,${MAX_SPLIT}}`, 'gsu');

let graphemes: Intl.Segmenter | undefined;

/** Splits any text into graphemes with the cells that each takes in a terminal, by the tables of Unicode. */
function* splitGraphemes(text: string): Generator<{ segment: string; cells: number }> {
  graphemes ??= new Intl.Segmenter();
  for (const part of splitLongText(text))
    for (const { segment } of graphemes.segment(part)) yield { segment, cells: stringWidth(segment) };
}

/** Measures the cells of any text without control characters, by the tables of Unicode. */
function measureWideText(text: string): number {
  let sum = 0;
  for (const part of splitLongText(text)) sum += stringWidth(part);
  return sum;
}

/** Splits a text into parts of bounded length, between code points. */
const splitLongText = (text: string): string[] =>
  text.length <= MAX_SPLIT ? [text] : (text.match(LONG_TEXT_PART) ?? []);

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
function splitToWidth(text: string, limit: number): string[] {
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

/** Wraps words into lines of at most `room` cells. A word that is longer has a line of its own. */
export function wrapWords(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let [line, width] = ['', 0];
  for (const word of words) {
    const cells = measureTextWidth(word);
    if (line !== '' && width + 1 + cells > room) {
      lines.push(line);
      line = '';
    }
    [line, width] = line === '' ? [word, cells] : [`${line} ${word}`, width + 1 + cells];
  }
  return [...lines, line];
}

/** Wraps text at words; a word that is longer than a line is cut into lines. */
export function wrapText(text: string, columns: number): string[] {
  const room = Math.max(1, columns);
  return wrapWords(
    text.split(' ').flatMap((word) => splitToWidth(word, room)),
    room,
  );
}

/** Least indentation of a further line, in cells. */
const INDENTATION = 2;

/** Wraps text behind a mark; further lines are indented. */
export function indent(text: string, columns: number, mark: string): string[] {
  const width = Math.max(mark.length, INDENTATION);
  const [first = '', ...rest] = wrapText(text, columns - width);
  return [mark + first, ...rest.map((line) => ' '.repeat(width) + line)];
}
