import { logLine } from './escape.js';

/** How a piece of a line is shown where a terminal has colours. */
export type TextStyle = 'good' | 'bad' | 'doubt' | 'dim';

/** A piece of a line. Its text is never read as a control sequence: colours come from `style` alone. */
export interface TextSpan {
  text: string;
  style?: TextStyle | undefined;
}

/** One line for a terminal. */
export type StyledLine = readonly TextSpan[];

const SGR: Record<TextStyle, string> = { good: '32', bad: '31', doubt: '33', dim: '2' };

/** Returns a span; `plain` has no style. */
export function span(text: string, style: TextStyle | 'plain' = 'plain'): TextSpan {
  return style === 'plain' ? { text } : { text, style };
}

/** Returns the text of a line without its styles. */
export function plainText(line: StyledLine): string {
  return line.map(({ text }) => text).join('');
}

/**
 * Returns a line as a stream takes it, without a line break: every piece is inert in a terminal, the line is no workflow command, and
 * only the styles become control sequences.
 */
export function renderLine(line: StyledLine, colour: boolean): string {
  const whole = logLine(plainText(line));
  if (!colour || line.every(({ style }) => style === undefined)) return whole;
  const pieces = line.map(({ text, style }, at) => {
    // What stands before a piece decides whether `::` begins the line.
    const inert = at === 0 ? logLine(text) : logLine(`|${text}`).slice(1);
    return style === undefined || inert === '' ? inert : `\x1b[${SGR[style]}m${inert}\x1b[0m`;
  });
  const shown = pieces.join('');
  // A command that only the joined pieces would spell loses its colours.
  return shown.replace(/\x1b\[\d*m/g, '') === whole ? shown : whole;
}
