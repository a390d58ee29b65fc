import { vocabulary } from './vocabulary/vocabulary.js';

/** Longest text examined, in characters; a longer command is denied anyway. */
const MOST_CHARACTERS = 65_536;

/** Returns true if a text is JSON: one object or list, or one per line. Bash would run its first word. */
export function isJsonText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS || !/^[[{][\s\S]*[\]}]$/.test(trimmed)) return false;
  return isJsonDocument(trimmed) || trimmed.split('\n').every((line) => line.trim() === '' || isJsonDocument(line));
}

const isJsonDocument = (text: string): boolean => typeof (parseJson(text) ?? undefined) === 'object';

/** Parses JSON; undefined if the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the kind of a text that is no shell; undefined if it looks like a broken command. */
export function detectTextForm(text: string): string | undefined {
  const start = text.slice(0, 2000);
  return Object.entries(vocabulary.textForms).find(([, form]) => form.test(start))?.[0];
}
