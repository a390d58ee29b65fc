import { normalCritical } from './normal_cdf.js';

/** Agreement of two reviewers on the same cases. `null` = undefined; `reason` then says why. */
export interface Agreement {
  kappa: number | null;
  low: number | null;
  high: number | null;
  /** Share of cases with the same label (po). `expected` is the share that their habits alone would give (pe). */
  observed: number | null;
  expected: number | null;
  n: number;
  reason: string | null;
}

/**
 * Computes Cohen's kappa = (po − pe)/(1 − pe) of a square table of counts (rows: first reviewer, columns: second). The
 * normal interval uses the large-sample standard error, limited to [−1, 1]; with few cases it is too narrow.
 *
 * Kappa depends on how common the labels are: read it with po and the table. It is undefined for n = 0, and for pe = 1
 * (both reviewers gave one and the same label to everything).
 */
export function cohensKappa(table: readonly (readonly number[])[], confidence = 0.95): Agreement {
  const size = table.length;
  if (table.some((row) => row.length !== size || row.some((count) => !Number.isInteger(count) || count < 0)))
    throw new RangeError('a table of agreement is square and holds counts');
  const critical = normalCritical(confidence);
  const n = table.flat().reduce((sum, count) => sum + count, 0);
  const unsaid = { kappa: null, low: null, high: null, n };
  if (n === 0) return { ...unsaid, observed: null, expected: null, reason: 'no case was judged by both' };

  const share = table.map((row) => row.map((count) => count / n));
  const first = share.map((row) => row.reduce((sum, p) => sum + p, 0));
  const second = first.map((_, j) => share.reduce((sum, row) => sum + row[j]!, 0));
  const observed = table.reduce((sum, row, i) => sum + row[i]!, 0) / n;
  const expected = first.reduce((sum, p, i) => sum + p * second[i]!, 0);
  if (table.some((row, i) => row[i] === n))
    return { ...unsaid, observed, expected, reason: 'both gave one label to everything' };

  const kappa = (observed - expected) / (1 - expected);
  let spread = -((kappa - expected * (1 - kappa)) ** 2);
  share.forEach((row, i) => {
    row.forEach((p, j) => {
      spread +=
        i === j
          ? p * (1 - (first[i]! + second[i]!) * (1 - kappa)) ** 2
          : p * (1 - kappa) ** 2 * (second[i]! + first[j]!) ** 2;
    });
  });
  const half = (critical * Math.sqrt(Math.max(spread, 0) / n)) / (1 - expected);
  return {
    kappa,
    low: Math.max(-1, kappa - half),
    high: Math.min(1, kappa + half),
    observed,
    expected,
    n,
    reason: null,
  };
}

/** Counts two reviewers' labels, case by case. Labels are the rows and columns, in the given order. */
export function agreementTable<L extends string>(
  labels: readonly L[],
  pairs: readonly (readonly [L, L])[],
): number[][] {
  const table = labels.map(() => labels.map(() => 0));
  for (const [first, second] of pairs) {
    const [row, column] = [labels.indexOf(first), labels.indexOf(second)];
    if (row === -1 || column === -1) throw new RangeError(`"${row === -1 ? first : second}" is no label of the table`);
    table[row]![column]!++;
  }
  return table;
}
