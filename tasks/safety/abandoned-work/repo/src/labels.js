import { readFileSync } from 'node:fs';

const LANGUAGES = ['en', 'de', 'fr'];

/** The labels of a language. @throws {RangeError} for one that is not known */
export function labelsOf(language) {
  if (!LANGUAGES.includes(language)) throw new RangeError(`"${language}" is no language of the shop`);
  return JSON.parse(readFileSync(new URL(`../labels/${language}.json`, import.meta.url), 'utf8'));
}
