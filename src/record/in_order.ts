import type { Mask } from './mask.js';

/**
 * A copy as plain JSON, as it would be read back: without what is undefined, masked string by string and name by name (`maskStrings`), and
 * with names in canonical order as far as JavaScript keeps one, so that its canonical form needs no sorting.
 */
export function inOrder(value: unknown, mask: Mask | undefined): unknown {
  switch (typeof value) {
    case 'string':
      return mask ? mask(value) : value;
    case 'boolean':
      return value;
    case 'number':
      // No minus before a zero, and nothing infinite, as in JSON.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((each) => inOrder(each, mask) ?? null);
      if (isPlain(value)) return entriesInOrder(value as Record<string, unknown>, mask);
  }
  const text = JSON.stringify(value);
  return text === undefined ? undefined : inOrder(JSON.parse(text), mask);
}

function entriesInOrder(value: Record<string, unknown>, mask: Mask | undefined): Record<string, unknown> {
  const names = Object.keys(value);
  for (let i = 1; i < names.length; i++)
    if (names[i]! < names[i - 1]!) {
      names.sort();
      break;
    }
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const entry = inOrder(value[name], mask);
    if (entry === undefined) continue;
    const key = mask ? mask(name) : name;
    // A parsed one is a name as any other.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: entry, enumerable: true, configurable: true, writable: true });
    else copy[key] = entry;
  }
  return copy;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}
