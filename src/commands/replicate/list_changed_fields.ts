/** Deepest field that is named; a difference below it is one of that field. */
const MAX_DEPTH = 4;

/**
 * Lists the paths of fields in which two values of JSON differ, in the order of their names. An absent field is the
 * same as one without a value.
 */
export function listChangedFields(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (isPlainObject(before) && isPlainObject(after) && path.length < MAX_DEPTH) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => listChangedFields(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && path.length < MAX_DEPTH)
    return before.flatMap((item, i) => listChangedFields(item, after[i], [...path, String(i)]));
  return toText(before) === toText(after) ? [] : [path.join('.')];
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text that is the same for the same value, whatever the order of its fields. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? '';
