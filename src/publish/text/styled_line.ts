import { escapeLogLine } from './escape_text.js';

/** Style of a piece of a line on a terminal with colours. */
export type TextStyle = 'good' | 'bad' | 'doubt' | 'dim';

/** A piece of a line. Its text is never read as a control sequence: colours come from `style` alone. */
export interface StyledSpan {
  text: string;
  style?: TextStyle | undefined;
}

/** One line for a terminal. */
export type StyledLine = readonly StyledSpan[];

const SGR: Record<TextStyle, string> = { good: '32', bad: '31', doubt: '33', dim: '2' };

/** Returns a span; `plain` has no style. */
export function createStyledSpan(text: string, style: TextStyle | 'plain' = 'plain'): StyledSpan {
  return style === 'plain' ? { text } : { text, style };
}

/** Returns the text of a line without its styles. */
export function getPlainText(line: StyledLine): string {
  return line.map(({ text }) => text).join('');
}

/**
 * Renders a line for a stream, without a line break. Every piece is inert in a terminal, the line is no workflow
 * command, and only styles become control sequences.
 */
export function renderStyledLine(line: StyledLine, colour: boolean): string {
  const whole = escapeLogLine(getPlainText(line));
  if (!colour || line.every(({ style }) => style === undefined)) return whole;
  const pieces = line.map(({ text, style }, at) => {
    // The text before a piece decides whether `::` begins the line.
    const inert = at === 0 ? escapeLogLine(text) : escapeLogLine(`|${text}`).slice(1);
    return style === undefined || inert === '' ? inert : `\x1b[${SGR[style]}m${inert}\x1b[0m`;
  });
  const shown = pieces.join('');
  // If only the joined pieces spell a command, the line loses its colours.
  return shown.replace(/\x1b\[\d*m/g, '') === whole ? shown : whole;
}
