import { distance } from 'fastest-levenshtein';

/**
 * Finds the known name nearest to a mistyped one.
 *
 * @returns undefined if none is near enough
 */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; far: number } | undefined;
  for (const candidate of known) {
    const far = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!best || far < best.far) best = { name: candidate, far };
  }
  return best && best.far <= Math.ceil(name.length / 3) ? best.name : undefined;
}

/** Formats ` – did you mean "…"?`, or an empty text if no name is near. */
export function suggestName(name: string, known: readonly string[]): string {
  const guess = findNearestName(name, known);
  return guess ? ` – did you mean "${guess}"?` : '';
}
