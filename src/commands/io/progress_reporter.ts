import { escapeLogLine } from '../../publish/text/escape_text.js';
import {
  beginStep,
  changeStep,
  endStep,
  findDueLogLine,
  formatProgress,
  type LogLine,
  type ProgressChange,
  type ProgressState,
} from './progress_state.js';

/** ProgressReporter of a verb or of one of its steps. Texts may be hostile. */
export interface ProgressReporter {
  /** Begins a part of this step. Parts may run side by side; they end with the step at the latest. */
  begin(text: string): ProgressReporter;
  /** Goes over to a part, in place of the one before: none for undefined, the same for the same text. */
  enter(text: string | undefined, change?: ProgressChange): ProgressReporter | undefined;
  update(change: ProgressChange): void;
  end(): void;
}

/** Output of the progress. */
interface ProgressOutput {
  /** Shows a line in place of the one before; undefined removes it. Absent = nobody watches: it goes to a log. */
  status?: ((line: string | undefined) => void) | undefined;
  /** Prints a line in a log. */
  line(text: string): void;
  /** Returns the width of the terminal. */
  columns(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

const [INTERVAL_MS, LOG_COLUMNS] = [1000, 200];

/**
 * Creates the progress of a verb: on a terminal one line that stays while something runs, in a log a line for each step
 * that takes long. Nothing is said of what is over within a second.
 */
export function createProgressReporter({ status, line, columns, now }: ProgressOutput): ProgressReporter {
  let steps: ProgressState = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let is_shown = false;
  let last: LogLine | undefined;
  // A line that fills the width may wrap.
  const show = () => status?.(formatProgress(steps, now(), columns() - 1));
  const tick = () => {
    is_shown = true;
    show();
    const due = status ? undefined : findDueLogLine(steps, now(), last);
    if (due) line(`… ${formatProgress(steps, now(), LOG_COLUMNS)}`);
    last = due ?? last;
  };
  const take = (next: ProgressState) => {
    steps = next;
    if (steps.length > 0) {
      timer ??= setInterval(tick, INTERVAL_MS).unref();
      if (is_shown) show();
      return;
    }
    clearInterval(timer);
    timer = undefined;
    if (is_shown) status?.(undefined);
    is_shown = false;
  };
  const open = (id: number | undefined): ProgressReporter => {
    let entered: { text: string; part: ProgressReporter } | undefined;
    const begin = (text: string) => {
      count += 1;
      take(beginStep(steps, { id: count, parent: id, text: escapeLogLine(text) }, now()));
      return open(count);
    };
    return {
      begin,
      enter(text, change) {
        if (text !== entered?.text) {
          entered?.part.end();
          entered = text === undefined ? undefined : { text, part: begin(text) };
        }
        if (change) entered?.part.update(change);
        return entered?.part;
      },
      update(change) {
        const [text, note] = [change.text, change.note].map((one) => (one === undefined ? one : escapeLogLine(one)));
        if (id !== undefined) take(changeStep(steps, id, { ...change, text, note }, now()));
      },
      end: () => take(id === undefined ? [] : endStep(steps, id)),
    };
  };
  return open(undefined);
}

/** Runs a function as a step of a progress. */
export async function runStep<T>(
  progress: ProgressReporter | undefined,
  text: string,
  act: (step: ProgressReporter | undefined) => Promise<T>,
): Promise<T> {
  const step = progress?.begin(text);
  try {
    return await act(step);
  } finally {
    step?.end();
  }
}
