import { ELLIPSIS, truncateText } from '../../record/json/compute_digest.js';

/**
 * Truncates plain JSON for an event: in depth, width and length. Makes texts well-formed, since half a surrogate pair
 * has no canonical form.
 */
export function truncateJson(value: unknown, characters: number): unknown {
  const remaining = { characters };
  return truncateWithin(value, remaining, MAX_DEPTH);
}

const MAX_DEPTH = 16;
const MAX_ENTRIES = 200;

function truncateWithin(value: unknown, remaining: { characters: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = truncateText(value, remaining.characters);
    remaining.characters -= text.length;
    return text;
  }
  remaining.characters -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0 || remaining.characters <= 0) return ELLIPSIS;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ENTRIES).map((each) => truncateWithin(each, remaining, depth - 1));
    return value.length > items.length ? [...items, ELLIPSIS] : items;
  }
  const entries = Object.entries(value);
  const members = entries.slice(0, MAX_ENTRIES).map(([key, each]) => {
    const name = truncateText(key, 200);
    remaining.characters -= name.length;
    return [name, truncateWithin(each, remaining, depth - 1)];
  });
  return Object.fromEntries(
    entries.length > members.length ? [...members, [ELLIPSIS, entries.length - members.length]] : members,
  );
}
