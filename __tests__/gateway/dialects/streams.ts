import { isDeepStrictEqual } from 'node:util';
import type { Dialect, ModelRoute, ParsedResponse } from '../../../src/gateway/dialects/dialect.js';

/** Streams as servers send them, and reading them cut in every way. */

export const generate = (dialect: Dialect['name'], more: Partial<ModelRoute> = {}): ModelRoute => ({
  dialect,
  operation: 'generate',
  ...more,
});

/** A stream of events; a text is sent as it is, everything else as JSON under its own type. */
export function eventStream(events: readonly unknown[], { named = false, newline = '\n' } = {}): Buffer {
  const text = events.map((event) => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    const type = named && typeof event === 'object' ? `event: ${(event as { type: string }).type}${newline}` : '';
    return `${type}data: ${data}${newline}${newline}`;
  });
  return Buffer.from(text.join(''));
}

export function readIn(dialect: Dialect, chunks: readonly Uint8Array[]): ParsedResponse & { output_bytes: number } {
  const reader = dialect.createParser();
  for (const chunk of chunks) reader.feed(chunk);
  const answered = reader.end();
  return { ...answered, output_bytes: reader.output_bytes };
}

/** The answer in one piece, cut in two at every byte, and byte by byte; every one that differs is told. */
export function readEveryCut(dialect: Dialect, stream: Uint8Array): ParsedResponse & { output_bytes: number } {
  const whole = readIn(dialect, [stream]);
  const places = Array.from({ length: stream.length + 1 }, (_, at) => at);
  const different = places.filter(
    (at) => !isDeepStrictEqual(readIn(dialect, [stream.subarray(0, at), stream.subarray(at)]), whole),
  );
  expect(different).toEqual([]);
  const bytes = Array.from({ length: stream.length }, (_, at) => stream.subarray(at, at + 1));
  expect(readIn(dialect, bytes)).toEqual(whole);
  return whole;
}

/** Cuts a stream where told; the places may be in any order, and beyond its end. */
export function cutAt(stream: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (stream.length + 1)))].sort((a, b) => a - b);
  return [...ends, stream.length].map((end, at) => stream.subarray(ends[at - 1] ?? 0, end));
}
