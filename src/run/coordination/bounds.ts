import { z } from 'zod';

/** How much agents may ask the coordination layer to hold, and for how long to wait. Beyond it there is one clear error. */
export const BOUNDS = {
  /** UTF-8 bytes of a text, of a line (a title, a reason, an entry of a list), of a command, of a file's new content. */
  text_bytes: 16 * 1024,
  line_bytes: 1024,
  command_bytes: 64 * 1024,
  content_bytes: 1024 * 1024,
  list: 200,
  path_bytes: 1024,
  path_depth: 64,
  json_depth: 32,
  /** Locks held, work that is not finished, memories, handoffs: of each kind. */
  live: 10_000,
  /** Characters of all that agents wrote into the shared state. */
  state_size: 64 * 1024 * 1024,
  wait_ms: 60_000,
  /** Requests that wait for locks. */
  waiting: 256,
} as const;

/** Text as it may stand in a record: half a surrogate pair has no UTF-8 form. */
export const text = (what: string, bytes: number = BOUNDS.text_bytes) =>
  z
    .string()
    .max(bytes)
    .refine((given) => given.isWellFormed(), 'is not well-formed Unicode')
    .refine((given) => given.length > bytes || Buffer.byteLength(given) <= bytes, `is longer than ${bytes} bytes`)
    .describe(what);

/** Text that says something. */
export const words = (what: string, bytes?: number) =>
  text(what, bytes).refine((given) => given.trim() !== '', 'must not be empty');

export const line = (what: string) => words(what, BOUNDS.line_bytes);

export const list = (what: string, entry: string) => z.array(line(entry)).max(BOUNDS.list).default([]).describe(what);

/** A path in the workspace as somebody writes it; whether it lies inside is decided later, with a code of its own. */
export const path = (what: string) =>
  words(what, BOUNDS.path_bytes).refine(
    (given) => given.split('/').length <= BOUNDS.path_depth,
    `is more than ${BOUNDS.path_depth} folders deep`,
  );

/** Any JSON value within bounds. */
export const plainJson = (what: string) =>
  z
    .unknown()
    .refine(
      isSmallJson,
      `must be JSON of at most ${BOUNDS.text_bytes} bytes and at most ${BOUNDS.json_depth} levels of nesting`,
    )
    .describe(what);

/** Without recursion, and giving up early: nesting and size are somebody else's choice. */
function isSmallJson(value: unknown): boolean {
  if (value === undefined) return true;
  let left = BOUNDS.text_bytes;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    left -= 1;
    if (typeof value === 'string') left -= value.isWellFormed() ? value.length : left + 1;
    else if (typeof value === 'object' && value !== null) {
      if (depth >= BOUNDS.json_depth || !isPlain(value)) return false;
      const entries = Object.entries(value);
      if (entries.length > left) return false;
      for (const [key, each] of entries) {
        if (!Array.isArray(value)) left -= key.isWellFormed() ? key.length : left + 1;
        open.push({ value: each, depth: depth + 1 });
      }
    } else if (value !== null && typeof value !== 'boolean' && !Number.isFinite(value)) return false;
    if (left < 0) return false;
  }
  return Buffer.byteLength(JSON.stringify(value)) <= BOUNDS.text_bytes;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
