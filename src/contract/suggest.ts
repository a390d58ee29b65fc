import { distance } from 'fastest-levenshtein';

/** The known name nearest to a mistyped one, or undefined when none is near enough to be meant. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; far: number } | undefined;
  for (const candidate of known) {
    const far = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!best || far < best.far) best = { name: candidate, far };
  }
  return best && best.far <= Math.ceil(name.length / 3) ? best.name : undefined;
}

/** ` – did you mean "…"?`, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  return guess ? ` – did you mean "${guess}"?` : '';
}
