import { escapeLogLine } from '../../publish/text/escape_text.js';
import { getPlainText, renderStyledLine, type StyledLine } from '../../publish/text/styled_line.js';
import type { CommandContext } from './command_context.js';

/** Returns a line that is safe to write to a terminal or a workflow log. */
export const toPrintableLine = (line: string): string => escapeLogLine(line);

/** Returns a line with its colours, for a log that shows them. */
export const toColouredLine = (line: StyledLine): string => renderStyledLine(line, true);

/** Prints lines with their styles, or as text if the output has none. */
export function printStyledLines(out: Pick<CommandContext, 'log' | 'styled'>, lines: readonly StyledLine[]): void {
  for (const line of lines) {
    if (out.styled) out.styled(line);
    else out.log(getPlainText(line));
  }
}

/** Prints lines one by one. */
export function printLines(print: (line: string) => void, lines: readonly string[]): void {
  for (const line of lines) print(line);
}
