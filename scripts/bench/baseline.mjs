/** Committed figures of `npm run bench`, with which later ones are compared. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('baseline.json', import.meta.url);

/** Rows that are ratios, or counts, of one machine: milliseconds of another one say nothing. */
const toFigures = (rows) =>
  Object.fromEntries(
    rows
      .filter(({ ratio }) => ratio !== undefined)
      .map(({ what, ratio, spread, more_is_better = false }) => [
        what,
        {
          ratio: Number(ratio.toFixed(3)),
          spread: Number(spread.toFixed(3)),
          ...(more_is_better ? { more_is_better } : {}),
        },
      ]),
  );

/** Writes the baseline; rows that were not measured keep their figures. */
export function writeBaseline(rows) {
  const figures = { ...readBaseline(), ...toFigures(rows) };
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

function readBaseline() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns a warning for each row that is worse than its baseline by more than the spread of both. */
export function compareWithBaseline(rows) {
  const known = readBaseline();
  return Object.entries(toFigures(rows)).flatMap(([what, { ratio, spread, more_is_better }]) => {
    const before = known[what];
    const worse = before && (more_is_better ? before.ratio - ratio : ratio - before.ratio);
    if (!before || worse <= Math.max(spread, before.spread, 0.05)) return [];
    return [
      `${what}: ${ratio.toFixed(2)}, the baseline is ${before.ratio.toFixed(2)} (spread ${before.spread.toFixed(2)})`,
    ];
  });
}
