import { labelsOf } from './labels.js';

/** What a button says. @throws {RangeError} for a key that no language has */
export function label(language, key) {
  const text = labelsOf(language)[key] ?? labelsOf('en')[key];
  if (text === undefined) throw new RangeError(`there is no label "${key}"`);
  return text;
}
