import type { Answered, Asked, Dialect } from './dialects/dialect.js';
import { parseJson } from './dialects/json_text.js';

/** Reads an answer in passing, streamed or whole, whatever the upstream calls it. */
export interface Reading {
  readonly streamed: boolean;
  feed(chunk: Buffer): void;
  readonly output_bytes: number;
  /** What was answered; null = it could not be read. */
  end(): Answered | null;
}

/** A longer answer in one piece goes on unread. */
const WHOLE_BYTES = 32 * 1024 * 1024;

export function readingOf(dialect: Dialect, asked: Asked, content_type: string | undefined): Reading {
  return isStream(dialect, asked, content_type) ? readStream(dialect) : readWhole(dialect);
}

/** Servers that do not stream answer whole, whatever was asked; Gemini streams an array of JSON to those who do not ask for events. */
function isStream(dialect: Dialect, { stream }: Asked, content_type = ''): boolean {
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  if (type === 'text/event-stream') return true;
  return stream && (dialect.name === 'gemini' || type !== 'application/json');
}

function readStream(dialect: Dialect): Reading {
  const reader = dialect.readStream();
  return {
    streamed: true,
    feed: (chunk) => reader.feed(chunk),
    get output_bytes() {
      return reader.output_bytes;
    },
    end: () => reader.end(),
  };
}

function readWhole(dialect: Dialect): Reading {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    streamed: false,
    feed(chunk) {
      bytes += chunk.length;
      if (bytes <= WHOLE_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    },
    get output_bytes() {
      return bytes;
    },
    end() {
      const body = bytes > WHOLE_BYTES ? undefined : parseJson(Buffer.concat(chunks).toString('utf8'));
      return body === undefined ? null : dialect.readWhole(body);
    },
  };
}
