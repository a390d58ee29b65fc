import type { Ask } from '../run/escalation/operator.js';

/** A line at the foot of a terminal that stays while others pass above it. */
export interface StatusLine {
  /** Shows a line in place of the one before; undefined takes it away. */
  show(line: string | undefined): void;
  /** Writes something else: the line makes room and comes back. */
  over(write: () => void): void;
  /** Asks somebody at the same terminal: while they write nothing moves. */
  quiet(ask: Ask): Ask;
}

const ERASE = '\r\x1b[K';

/** @param terminal where the line is; its width is asked for every time, since windows change */
export function openStatusLine(terminal: { write(text: string): unknown; columns?: number | undefined }): StatusLine {
  let shown: string | undefined;
  let asking = 0;
  // A line that wraps cannot be erased by one move.
  const draw = () => {
    if (shown !== undefined && asking === 0) terminal.write(shown.slice(0, Math.max(0, (terminal.columns ?? 80) - 1)));
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
    over(write) {
      erase();
      write();
      draw();
    },
    quiet: (ask) => async (asked, signal) => {
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
