import type { Mask } from './mask.js';

/**
 * Copies a value as plain JSON, with strings and keys masked one by one (see `maskStrings`). Undefined values are
 * omitted. Keys are in canonical order as far as JavaScript allows, so that the canonical form needs no sorting.
 */
export function canonicalise(value: unknown, mask: Mask | undefined): unknown {
  switch (typeof value) {
    case 'string':
      return mask ? mask(value) : value;
    case 'boolean':
      return value;
    case 'number':
      // JSON has no negative zero and no infinity.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((each) => canonicalise(each, mask) ?? null);
      if (isPlainObject(value)) return canonicaliseEntries(value as Record<string, unknown>, mask);
  }
  const text = JSON.stringify(value);
  return text === undefined ? undefined : canonicalise(JSON.parse(text), mask);
}

function canonicaliseEntries(value: Record<string, unknown>, mask: Mask | undefined): Record<string, unknown> {
  const names = Object.keys(value);
  let last_name = '';
  for (const name of names) {
    if (name < last_name) {
      names.sort();
      break;
    }
    last_name = name;
  }
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const entry = canonicalise(value[name], mask);
    if (entry === undefined) continue;
    const key = mask ? mask(name) : name;
    // `JSON.parse` can yield `__proto__` as an ordinary key.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: entry, enumerable: true, configurable: true, writable: true });
    else copy[key] = entry;
  }
  return copy;
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}
