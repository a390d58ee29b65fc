/** Decided runs of one task on both sides. */
interface TaskRunPair {
  base: { runs: number; successes: number };
  head: { runs: number; successes: number };
}

/** Probabilities over the runs of these very tasks, whatever other tasks would show. */
interface WithinTaskP {
  /** Probability of as few successes of head, if the sides were the same. */
  p_fewer: number;
  /** Probability of as many successes of head. */
  p_more: number;
  /** Probability of a count as far from its mean. */
  p: number;
  /** Smallest `p` that these counts of runs and successes could have. */
  smallest_p: number;
}

/**
 * Computes the exact test within tasks (exact form of the Cochran–Mantel–Haenszel test). If the sides were the same,
 * the runs of a task could be exchanged between them. Given the successes of a task, those of head are hypergeometric,
 * and their sum over the tasks is the convolution. Runs of different tasks are never exchanged.
 *
 * The test says whether these tasks tell the sides apart, not whether tasks like these would: for that, tasks are the
 * unit (`signFlip`). Tasks without runs on both sides, or whose runs all ended alike, contribute nothing; without any
 * other, every p is 1.
 *
 * @param odds odds of a success of head against base in every task; with others than 1, the counts follow Fisher's
 *   noncentral hypergeometric distribution
 */
export function computeWithinTaskP(tasks: readonly TaskRunPair[], odds = 1): WithinTaskP {
  let [sums, least, observed] = [[1], 0, 0];
  for (const { base, head } of tasks) {
    if (base.runs === 0 || head.runs === 0) continue;
    const one = computeHypergeometric(base.successes + head.successes, head.runs, base.runs, odds);
    sums = convolve(sums, one.chances);
    least += one.least;
    observed += head.successes;
  }
  const offset = observed - least;
  const mean = sums.reduce((sum, chance, i) => sum + chance * i, 0);
  const as_far = (distance: number) =>
    sums.reduce((sum, chance, i) => (Math.abs(i - mean) >= distance - 1e-9 ? sum + chance : sum), 0);
  return {
    p_fewer: limitToOne(sums.slice(0, offset + 1).reduce((a, b) => a + b, 0)),
    p_more: limitToOne(sums.slice(offset).reduce((a, b) => a + b, 0)),
    p: limitToOne(as_far(Math.abs(offset - mean))),
    smallest_p: limitToOne(as_far(Math.max(mean, sums.length - 1 - mean))),
  };
}

const limitToOne = (p: number) => Math.min(1, p);

/**
 * Computes the probabilities of `least`, `least + 1`, … successes among `drawn` runs. In all, `marked` of `drawn +
 * left` runs succeeded, and the odds of a drawn run are `odds` times those of the others.
 */
function computeHypergeometric(
  marked: number,
  drawn: number,
  left: number,
  odds: number,
): { least: number; chances: number[] } {
  const least = Math.max(0, marked - left);
  const most = Math.min(marked, drawn);
  /** Chance of x + 1 over that of x; it falls as x rises. */
  const step = (x: number) => (odds * (marked - x) * (drawn - x)) / ((x + 1) * (left - marked + x + 1));
  // Relative to the most likely count, so that neither end underflows into the other.
  let [mode, end] = [least, most];
  while (mode < end) {
    const middle = Math.floor((mode + end) / 2);
    if (step(middle) >= 1) mode = middle + 1;
    else end = middle;
  }
  const chances = new Array<number>(most - least + 1).fill(0);
  chances[mode - least] = 1;
  for (let x = mode; x < most; x++) chances[x + 1 - least] = chances[x - least]! * step(x);
  for (let x = mode; x > least; x--) chances[x - 1 - least] = chances[x - least]! / step(x - 1);
  const all = chances.reduce((a, b) => a + b, 0);
  return { least, chances: chances.map((chance) => chance / all) };
}

function convolve(a: readonly number[], b: readonly number[]): number[] {
  const sums = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((left, i) => {
    b.forEach((right, j) => {
      sums[i + j]! += left * right;
    });
  });
  return sums;
}
