import { type ReadableText, toReadableText } from './readable_text.js';

/** Line of the log, as the page shows it when a reader asks for the event. */
export interface RawEvent extends ReadableText {
  seq: number;
  type: string;
}

const LINE_LIMIT = 6_000;
const ALL_LIMIT = 3_000_000;
/** Events of a page; a reader finds the others in the record. */
const MAX_EVENTS = 20_000;

/** Creates the events of a log for the page: indented JSON, each cut to a bound, and fewer characters of later ones. */
export function createRawEvents(lines: readonly string[]): RawEvent[] {
  let room = ALL_LIMIT;
  return lines.slice(0, MAX_EVENTS).flatMap((line, i): RawEvent[] => {
    if (line === '') return [];
    const limit = room > 0 ? LINE_LIMIT : 200;
    const shown = { seq: i, ...toRawText(line, limit) };
    room -= shown.text.length;
    return [shown];
  });
}

function toRawText(line: string, limit: number): ReadableText & { type: string } {
  const type = /"type":"(\w+)"\}$/.exec(line)?.[1] ?? 'unreadable';
  try {
    // A long line stays one: indentation would double what is cut.
    const text = line.length < limit ? JSON.stringify(JSON.parse(line), null, 2) : line;
    return { type, ...toReadableText(text, limit * 2) };
  } catch {
    return { type: 'unreadable', ...toReadableText(line, limit) };
  }
}
