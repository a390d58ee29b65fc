import { measureWideText } from './split_graphemes.js';

/** Texts in which each character is a grapheme of one cell: most of them. Reading the tables of all others takes time. */
const NARROW_TEXT = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u00ff\u2013\u2014\u2026\u2500-\u257f]*$/;

/** Tells whether each character of a text is a grapheme of one cell. False says nothing: the tables decide then. */
export const isNarrowText = (text: string): boolean => NARROW_TEXT.test(text);

/** Measures the cells that a text without control characters takes in a terminal. */
export const measureTextWidth = (text: string): number => (isNarrowText(text) ? text.length : measureWideText(text));

/** Pads texts by cells. */
export const textPadding = {
  width: (texts: readonly string[]) => Math.max(0, ...texts.map(measureTextWidth)),
  end: (text: string, to: number) => text + ' '.repeat(Math.max(0, to - measureTextWidth(text))),
  start: (text: string, to: number) => ' '.repeat(Math.max(0, to - measureTextWidth(text))) + text,
};
