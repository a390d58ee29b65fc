/** A new object: `over` wins, objects merge, everything else replaces. Neither argument is changed. */
export function merge(base, over) {
  const out = copy(base);
  mergeInto(out, over);
  return out;
}

function mergeInto(out, over) {
  for (const key of Object.keys(over)) {
    const value = over[key];
    if (isSection(value) && isSection(out[key])) mergeInto(out[key], value);
    else out[key] = copy(value);
  }
}

function copy(value) {
  if (Array.isArray(value)) return [...value];
  if (!isSection(value)) return value;
  const out = {};
  for (const key of Object.keys(value)) out[key] = copy(value[key]);
  return out;
}

function isSection(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
