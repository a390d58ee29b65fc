import stringWidth from 'string-width';

/** Characters that are split into graphemes at once. The time for it grows with the square of their number. */
const MAX_SPLIT = 128;

const LONG_TEXT_PART = new RegExp(`.{1,${MAX_SPLIT}}`, 'gsu');

let graphemes: Intl.Segmenter | undefined;

/** Splits any text into graphemes with the cells that each takes in a terminal, by the tables of Unicode. */
export function* splitGraphemes(text: string): Generator<{ segment: string; cells: number }> {
  graphemes ??= new Intl.Segmenter();
  for (const part of splitLongText(text))
    for (const { segment } of graphemes.segment(part)) yield { segment, cells: stringWidth(segment) };
}

/** Measures the cells of any text without control characters, by the tables of Unicode. */
export function measureWideText(text: string): number {
  let sum = 0;
  for (const part of splitLongText(text)) sum += stringWidth(part);
  return sum;
}

/** Splits a text into parts of bounded length, between code points. */
const splitLongText = (text: string): string[] =>
  text.length <= MAX_SPLIT ? [text] : (text.match(LONG_TEXT_PART) ?? []);
