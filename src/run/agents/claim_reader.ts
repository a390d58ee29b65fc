import { type Claim, openTally, type UsageRule } from './claims.js';

/** Reads what an agent says that it used while it prints: a session prints more than is kept of it. */
export interface ClaimReader {
  feed(chunk: Uint8Array): void;
  end(): Claim;
}

/** So many bytes of one line, and of the end of an output that is one document, are looked at. */
const LONGEST = 16 * 1024 * 1024;
const NEWLINE = 10;

export const openClaim = (rule: UsageRule): ClaimReader => (rule.format === 'jsonl' ? ofLines(rule) : ofEnd(rule));

function ofLines(rule: UsageRule): ClaimReader {
  const tally = openTally(rule);
  // Most lines are of other kinds, and some clients repeat all that was said in each: those are not parsed.
  const marks = Object.values(rule.where).filter((value) => typeof value === 'string');
  let open: Uint8Array[] = [];
  let bytes = 0;
  let too_long = false;
  const close = () => {
    if (bytes > LONGEST) too_long = true;
    else {
      const line = Buffer.concat(open);
      if (line[0] === '{'.charCodeAt(0) && marks.every((mark) => line.includes(JSON.stringify(mark)))) {
        const value = parsed(line.toString('utf8'));
        if (value !== undefined) tally.see(value);
      }
    }
    open = [];
    bytes = 0;
  };
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > LONGEST) open = [];
    else open.push(piece);
  };
  return {
    feed(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at));
        close();
        from = at + 1;
      }
      // A copy: what is fed may be used again.
      if (from < chunk.length) take(Uint8Array.prototype.slice.call(chunk, from));
    },
    end() {
      close();
      // What stood in it is missing from a sum, and from a last line.
      return too_long ? nothing('a line of its output was too long to be read') : tally.end();
    },
  };
}

function ofEnd(rule: UsageRule): ClaimReader {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  return {
    feed(chunk) {
      kept.push(Uint8Array.prototype.slice.call(chunk));
      bytes += chunk.length;
      while (bytes - kept[0]!.length >= LONGEST) bytes -= kept.shift()!.length;
    },
    end() {
      const tally = openTally(rule);
      for (const entry of elements(lastJson(Buffer.concat(kept).toString('utf8')))) tally.see(entry);
      return tally.end();
    },
  };
}

const nothing = (detail: string): Claim => ({ usage: {}, usd: null, requests: null, detail });

/** So many places are tried at most where other lines stand before the JSON. */
const TRIES = 50;

/** The JSON that a text is, or ends with. */
function lastJson(text: string): unknown {
  const whole = text.trim();
  const value = parsed(whole);
  if (value !== undefined) return value;
  const starts = [...whole.matchAll(/^[{[]/gm)].slice(-TRIES).reverse();
  for (const { index } of starts) {
    const ending = parsed(whole.slice(index));
    if (ending !== undefined) return ending;
  }
  return undefined;
}

const elements = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
