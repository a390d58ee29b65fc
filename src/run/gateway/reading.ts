import type { Answered, Asked, Dialect } from './dialects/dialect.js';

/** Reads an answer in passing, streamed or whole, whatever the upstream calls it. */
export interface Reading {
  readonly streamed: boolean;
  feed(chunk: Buffer): void;
  /** Bytes of text so far. */
  readonly output_bytes: number;
  /** What was answered; null = it was no answer. */
  end(): Answered | null;
}

export function readingOf(dialect: Dialect, asked: Asked, content_type: string | undefined): Reading {
  const reader = dialect.readStream();
  return {
    streamed: isStream(dialect, asked, content_type),
    feed: (chunk) => reader.feed(chunk),
    get output_bytes() {
      return reader.output_bytes;
    },
    end() {
      const answered = reader.end();
      const { complete, message, usage, error } = answered;
      return complete || message !== null || usage !== null || error !== undefined ? answered : null;
    },
  };
}

/** Servers that do not stream answer whole, whatever was asked; Gemini streams an array of JSON to those who do not ask for events. */
function isStream(dialect: Dialect, { stream }: Asked, content_type = ''): boolean {
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  if (type === 'text/event-stream') return true;
  return stream && (dialect.name === 'gemini' || type !== 'application/json');
}
