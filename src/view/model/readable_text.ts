import { escapeInvisible } from '../../contract/input/user_error.js';

/** Foreign text that a page shows, with the number of characters that were cut off its end. */
export interface ReadableText {
  text: string;
  cut?: number;
}

/** Colours of terminals, which logs are full of. */
const COLOUR_CODES = /\x1b\[[0-9;]{0,20}m/g;

/**
 * Creates text that a page may show: without colour codes, with invisible characters made visible so that no name can
 * pose as another one, and at most `limit` characters long. Lines and tabs stay.
 */
export function toReadableText(text: string, limit: number): ReadableText {
  const beginning = text.length > limit ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text;
  const readable = beginning
    .replace(COLOUR_CODES, '')
    .replaceAll('\r\n', '\n')
    .split(/([\n\t])/);
  const shown = readable.map((part) => (part === '\n' || part === '\t' ? part : escapeInvisible(part))).join('');
  return text.length > limit ? { text: shown, cut: text.length - beginning.length } : { text: shown };
}

/** Creates one readable line, with "…" for what is cut off. */
export function toReadableLine(text: string, limit = 300): string {
  const shown = toReadableText(text.trim().replace(/\s*\n\s*/g, ' ⏎ '), limit);
  return shown.cut === undefined ? shown.text : `${shown.text}…`;
}
