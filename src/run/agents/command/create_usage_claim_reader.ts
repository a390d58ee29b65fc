import { createUsageClaimTally, type UsageClaim, type UsageRule } from './usage_claim.js';

/** Streaming reader of an agent's usage claim; a session prints more than is kept of it. */
interface UsageClaimReader {
  feed(chunk: Uint8Array): void;
  end(): UsageClaim;
}

/** Maximum bytes of a line, and of the end of an output that is one document. */
const MAX_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

/** Creates the reader of a usage claim. */
export const createUsageClaimReader = (rule: UsageRule): UsageClaimReader =>
  rule.format === 'jsonl' ? createLineReader(rule) : createEndReader(rule);

function createLineReader(rule: UsageRule): UsageClaimReader {
  const tally = createUsageClaimTally(rule);
  // Most lines are of other kinds, and some clients repeat the whole dialogue in each: skip parsing these.
  const marks = Object.values(rule.where).filter((value) => typeof value === 'string');
  let open: Uint8Array[] = [];
  let bytes = 0;
  let too_long = false;
  const close = () => {
    if (bytes > MAX_BYTES) too_long = true;
    else {
      const line = Buffer.concat(open);
      if (line[0] === '{'.charCodeAt(0) && marks.every((mark) => line.includes(JSON.stringify(mark)))) {
        const value = tryParseJson(line.toString('utf8'));
        if (value !== undefined) tally.see(value);
      }
    }
    open = [];
    bytes = 0;
  };
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > MAX_BYTES) open = [];
    else open.push(piece);
  };
  return {
    feed(chunk) {
      let start = 0;
      for (let index = chunk.indexOf(NEWLINE); index !== -1; index = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, index));
        close();
        start = index + 1;
      }
      // Copied, since the caller may reuse the chunk.
      if (start < chunk.length) take(Uint8Array.prototype.slice.call(chunk, start));
    },
    end() {
      close();
      // Its entry would be missing from a sum, or from a last line.
      return too_long ? createEmptyClaim('a line of its output was too long to be read') : tally.end();
    },
  };
}

function createEndReader(rule: UsageRule): UsageClaimReader {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    feed(chunk) {
      chunks.push(Uint8Array.prototype.slice.call(chunk));
      bytes += chunk.length;
      while (bytes - chunks[0]!.length >= MAX_BYTES) bytes -= chunks.shift()!.length;
    },
    end() {
      const tally = createUsageClaimTally(rule);
      for (const entry of toElements(parseLastJson(Buffer.concat(chunks).toString('utf8')))) tally.see(entry);
      return tally.end();
    },
  };
}

const createEmptyClaim = (detail: string): UsageClaim => ({ usage: {}, usd: null, requests: null, detail });

/** Maximum number of positions tried if other lines precede the JSON. */
const MAX_TRIES = 50;

/** Parses a text as JSON, or its end if other lines come first. */
function parseLastJson(text: string): unknown {
  const whole = text.trim();
  const value = tryParseJson(whole);
  if (value !== undefined) return value;
  const starts = [...whole.matchAll(/^[{[]/gm)].slice(-MAX_TRIES).reverse();
  for (const { index } of starts) {
    const ending = tryParseJson(whole.slice(index));
    if (ending !== undefined) return ending;
  }
  return undefined;
}

const toElements = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
