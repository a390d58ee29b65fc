/**
 * Plain JSON of agents and models, made fit for an event: no deeper, wider or longer than a reader wants, and well-formed, since half a
 * surrogate pair has no canonical form.
 */
export function bounded(given: unknown, characters: number): unknown {
  const left = { characters };
  return within(given, left, MAX_DEPTH);
}

const MAX_DEPTH = 16;
const MAX_ENTRIES = 200;

function within(given: unknown, left: { characters: number }, depth: number): unknown {
  if (typeof given === 'string') {
    const text = cut(given, left.characters);
    left.characters -= text.length;
    return text;
  }
  left.characters -= 1;
  if (typeof given !== 'object' || given === null) return given;
  if (depth === 0 || left.characters <= 0) return CUT;
  if (Array.isArray(given)) {
    const kept = given.slice(0, MAX_ENTRIES).map((each) => within(each, left, depth - 1));
    return given.length > kept.length ? [...kept, CUT] : kept;
  }
  const entries = Object.entries(given);
  const kept = entries.slice(0, MAX_ENTRIES).map(([key, each]) => {
    const name = cut(key, 200);
    left.characters -= name.length;
    return [name, within(each, left, depth - 1)];
  });
  return Object.fromEntries(entries.length > kept.length ? [...kept, [CUT, entries.length - kept.length]] : kept);
}

const CUT = '…';

/** The beginning of a text, well-formed, with a mark where something is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const last = text.charCodeAt(most - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, Math.max(0, whole)).toWellFormed()}${CUT}`;
}
