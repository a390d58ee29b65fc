/** Literals, separators and comments that a list of a configuration program may hold. */
const LIST = String.raw`((?:[\s,]|'[^'\n]*'|"[^"\n]*"|\x60[^\x60\n$]*\x60|//[^\n]*\n)*)`;

/**
 * Extracts the texts of a list (or of a single literal) from a configuration that is a program (`key: ['a', 'b']`),
 * without running it. Returns one list per occurrence of the key. A list that holds anything but literals is left out.
 */
export function extractConfigLists(text: string | undefined, key: string): string[][] {
  if (text === undefined || text.length > 200_000) return [];
  const lists = text.matchAll(new RegExp(String.raw`\b${key}['"]?\s*:\s*\[${LIST}\]`, 'g'));
  const single = text.matchAll(new RegExp(String.raw`\b${key}['"]?\s*:\s*('[^'\n]*'|"[^"\n]*")`, 'g'));
  return [...lists, ...single].map(([, body]) => extractLiterals(body!)).filter((texts) => texts.length > 0);
}

function extractLiterals(body: string): string[] {
  const uncommented = body.replace(/('[^'\n]*'|"[^"\n]*"|`[^`\n]*`)|\/\/[^\n]*/g, '$1');
  return [...uncommented.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
