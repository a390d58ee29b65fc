import { z } from 'zod';

/** Limits of the coordination layer on sizes, counts and waits; a request beyond one fails with an error. */
export const COORDINATION_LIMITS = {
  /** UTF-8 bytes of a text, of a line (title, reason, list entry), of a command, and of a file's new content. */
  text_bytes: 16 * 1024,
  line_bytes: 1024,
  command_bytes: 64 * 1024,
  content_bytes: 1024 * 1024,
  list: 200,
  path_bytes: 1024,
  path_depth: 64,
  json_depth: 32,
  /** Maximum number of held locks, unfinished work items, memories and handoffs: of each kind. */
  live: 10_000,
  /** Maximum characters that agents may write into the shared state. */
  state_size: 64 * 1024 * 1024,
  wait_ms: 60_000,
  /** Maximum number of requests waiting for locks. */
  waiting: 256,
} as const;

/** Creates the schema of well-formed text, since half a surrogate pair has no UTF-8 form. */
export const textSchema = (what: string, bytes: number = COORDINATION_LIMITS.text_bytes) =>
  z
    .string()
    .max(bytes)
    .refine((given) => given.isWellFormed(), 'is not well-formed Unicode')
    .refine((given) => given.length > bytes || Buffer.byteLength(given) <= bytes, `is longer than ${bytes} bytes`)
    .describe(what);

/** Creates the schema of text that is not blank. */
export const nonEmptyTextSchema = (what: string, bytes?: number) =>
  textSchema(what, bytes).refine((given) => given.trim() !== '', 'must not be empty');

/** Creates the schema of a line of text. */
export const lineSchema = (what: string) => nonEmptyTextSchema(what, COORDINATION_LIMITS.line_bytes);

/** Creates the schema of a list of lines. */
export const lineListSchema = (what: string, entry: string) =>
  z.array(lineSchema(entry)).max(COORDINATION_LIMITS.list).default([]).describe(what);

/** Creates the schema of a workspace path. The operation checks later whether it lies inside, with its own code. */
export const workspacePathSchema = (what: string) =>
  nonEmptyTextSchema(what, COORDINATION_LIMITS.path_bytes).refine(
    (given) => given.split('/').length <= COORDINATION_LIMITS.path_depth,
    `is more than ${COORDINATION_LIMITS.path_depth} folders deep`,
  );

/** Creates the schema of any JSON value within the limits. */
export const plainJsonSchema = (what: string) =>
  z
    .unknown()
    .refine(
      isSmallJson,
      `must be JSON of at most ${COORDINATION_LIMITS.text_bytes} bytes and at most ` +
        `${COORDINATION_LIMITS.json_depth} levels of nesting`,
    )
    .describe(what);

/**
 * Tells whether a value is JSON within the limits. It does not recurse and stops early, since nesting and size are
 * untrusted.
 */
function isSmallJson(value: unknown): boolean {
  if (value === undefined) return true;
  let left = COORDINATION_LIMITS.text_bytes;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    left -= 1;
    if (typeof value === 'string') left -= value.isWellFormed() ? value.length : left + 1;
    else if (typeof value === 'object' && value !== null) {
      if (depth >= COORDINATION_LIMITS.json_depth || !isPlain(value)) return false;
      const entries = Object.entries(value);
      if (entries.length > left) return false;
      for (const [key, each] of entries) {
        if (!Array.isArray(value)) left -= key.isWellFormed() ? key.length : left + 1;
        open.push({ value: each, depth: depth + 1 });
      }
    } else if (value !== null && typeof value !== 'boolean' && !Number.isFinite(value)) return false;
    if (left < 0) return false;
  }
  return Buffer.byteLength(JSON.stringify(value)) <= COORDINATION_LIMITS.text_bytes;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
