/** Shortest paragraph, in characters, that is written once for all packages that have it. */
const SHORTEST = 150;
const HEAD = 'A number in brackets stands for the paragraph that begins with it.';

/**
 * Writes each paragraph of the licences once: the first has a number, and those like it name that. Lines of copyright stand beside
 * their packages, as they are.
 */
export function mergeLicenses(text) {
  const paragraphs = text.split(/\n[ \t]*\n/);
  const keys = paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  const counts = countKeys(keys);
  const numbers = new Map();
  const merged = paragraphs.map((paragraph, at) => {
    const key = keys[at];
    if (key.length < SHORTEST || counts.get(key) === 1) return paragraph;
    const number = numbers.get(key);
    if (number !== undefined) return `[${number}], above`;
    numbers.set(key, numbers.size + 1);
    return `[${numbers.size}] ${paragraph.trim()}`;
  });
  return [...(numbers.size > 0 ? [HEAD] : []), ...merged].join('\n\n');
}

function countKeys(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
