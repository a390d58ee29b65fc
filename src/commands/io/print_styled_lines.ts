import { getPlainText, type StyledLine } from '../../publish/text/styled_line.js';
import type { CommandContext } from './command_context.js';

/** Prints lines with their styles, or as text if the output has none. */
export function printStyledLines(out: Pick<CommandContext, 'log' | 'styled'>, lines: readonly StyledLine[]): void {
  for (const line of lines) {
    if (out.styled) out.styled(line);
    else out.log(getPlainText(line));
  }
}
