import type { Readable } from 'node:stream';

/** A longer line is not kept: no question is that long, and memory is not for strangers to fill. In bytes. */
export const MAX_LINE = 4 * 1024 * 1024;

/** One line of input, without its end. */
export type Line = { number: number; bytes: Buffer } | { number: number; problem: string };

const NEWLINE = 0x0a;

/** The lines of a stream as they come. What is not read yet is not fetched. */
export async function* linesOf(input: Readable): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Line =>
    length > MAX_LINE
      ? { number, problem: `is longer than ${MAX_LINE} bytes` }
      : { number, bytes: Buffer.concat(parts) };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      keep(rest.subarray(0, end));
      yield line();
      number += 1;
      parts = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    keep(rest);
  }
  if (length > 0) yield line();
}
