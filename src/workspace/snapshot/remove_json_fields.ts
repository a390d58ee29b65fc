/** Largest file whose fields are removed, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Removes fields of a JSON document.
 *
 * @param pointers JSON pointers (RFC 6901); those that lead to no field are passed over
 * @returns the document in one form for all that are equal then, or undefined if it is no JSON
 */
export function removeJsonFields(content: Uint8Array, pointers: readonly string[]): Buffer | undefined {
  if (content.length > MAX_BYTES) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return undefined;
  }
  for (const pointer of pointers) removeField(document, pointer);
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}

function removeField(document: unknown, pointer: string): void {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop();
  let holder = document;
  for (const key of keys) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return;
    holder = (holder as Record<string, unknown>)[key];
  }
  // A list keeps its entries: without one of them the others would have other places.
  if (last === undefined || typeof holder !== 'object' || holder === null || Array.isArray(holder)) return;
  delete (holder as Record<string, unknown>)[last];
}
