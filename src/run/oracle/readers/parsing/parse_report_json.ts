import * as z from 'zod/mini';
import { MAX_TESTS } from './test_collection.js';

const MAX_DEPTH = 200;

/**
 * Creates the schema of an array of at most `MAX_TESTS` elements that stops at the first wrong one.
 *
 * zod's own array collects an issue for every wrong element, which for a hostile report takes gigabytes.
 */
export function createArraySchema<S extends z.ZodMiniType>(element: S) {
  const stopEarly = z.transform((items: unknown[], { issues }) => {
    const give = (message: string, path: PropertyKey[]) => {
      issues.push({ code: 'custom', message, path, input: items });
      return z.NEVER;
    };
    if (items.length > MAX_TESTS) return give(`more than ${MAX_TESTS} elements`, []);
    const list: z.output<S>[] = [];
    for (const [index, item] of items.entries()) {
      const parsed = element.safeParse(item);
      const issue = parsed.error?.issues[0];
      if (issue) return give(issue.message, [index, ...issue.path]);
      list.push(parsed.data as z.output<S>);
    }
    return list;
  });
  return z.pipe(z.array(z.unknown()), stopEarly);
}

/** Parses JSON that fits a schema; otherwise returns the reason. Nesting beyond `MAX_DEPTH` is refused beforehand. */
export function parseReportJson<S extends z.ZodMiniType>(
  text: string,
  schema: S,
): { ok: true; value: z.output<S> } | { ok: false; reason: string } {
  if (isDeeperThan(MAX_DEPTH, text)) return { ok: false, reason: `JSON nested deeper than ${MAX_DEPTH} levels` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, reason: `unexpected shape at ${issue?.path.join('.') || 'the top'}: ${issue?.message}` };
}

/** Most documents of one report. */
const MAX_DOCUMENTS = 10_000;

/** Parses one or several JSON objects, one after another, that fit a schema; otherwise returns the reason. */
export function parseJsonDocuments<S extends z.ZodMiniType>(
  text: string,
  schema: S,
): { ok: true; values: z.output<S>[] } | { ok: false; reason: string } {
  const first = parseReportJson(text, schema);
  if (first.ok) return { ok: true, values: [first.value] };
  const values: z.output<S>[] = [];
  const documents = splitJsonObjects(text);
  if (documents.length < 2) return first;
  for (const document of documents) {
    const parsed = parseReportJson(document, schema);
    if (!parsed.ok) return { ok: false, reason: `document ${values.length + 1}: ${parsed.reason}` };
    values.push(parsed.value);
  }
  return { ok: true, values };
}

/** Splits a text into the objects of which it consists. Returns [] if anything else stands between them. */
function splitJsonObjects(text: string): string[] {
  const documents: string[] = [];
  let [depth, quoted, start] = [0, false, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) quoted = false;
    } else if (depth === 0 && code !== 0x7b) {
      if (code > 0x20) return [];
    } else if (code === QUOTE) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      if (depth++ === 0) start = index;
    } else if ((code === 0x7d || code === 0x5d) && --depth === 0) {
      if (documents.push(text.slice(start, index + 1)) > MAX_DOCUMENTS) return [];
    }
  }
  return depth === 0 ? documents : [];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
