import { truncateToWidth } from '../../publish/text/measure_text_width.js';
import type { OperatorPrompt } from '../../run/escalation/operator.js';

/** Line at the foot of a terminal that stays while others pass above it. */
export interface StatusLine {
  /** Shows a line in place of the one before; undefined removes it. */
  show(line: string | undefined): void;
  /** Writes other text; the line makes room and returns. */
  writeAbove(write: () => void): void;
  /** Wraps a question at the same terminal: the line stands still until it is answered. */
  pauseDuring(ask: OperatorPrompt): OperatorPrompt;
}

const ERASE = '\r\x1b[K';

/** Creates a status line. @param terminal its width is read every time, since windows change */
export function createStatusLine(terminal: { write(text: string): unknown; columns?: number | undefined }): StatusLine {
  let shown: string | undefined;
  let asking = 0;
  // A line that wraps cannot be erased by one move.
  const draw = () => {
    if (shown !== undefined && asking === 0) terminal.write(truncateToWidth(shown, (terminal.columns ?? 80) - 1));
  };
  const erase = () => {
    if (shown !== undefined && asking === 0) terminal.write(ERASE);
  };
  return {
    show(line) {
      if (line === shown) return;
      erase();
      shown = line;
      draw();
    },
    writeAbove(write) {
      erase();
      write();
      draw();
    },
    pauseDuring: (ask) => async (asked, signal) => {
      erase();
      asking += 1;
      try {
        return await ask(asked, signal);
      } finally {
        asking -= 1;
        draw();
      }
    },
  };
}
