/** Attempt with the load that it puts on a shard. */
interface AttemptLoad {
  task: string;
  /** Cost of the attempt, in any unit. */
  load: number;
}

/** Ratio by which the fullest shard may exceed the optimum, if attempts of a task then stay together. */
const BALANCE_TOLERANCE = 1.05;

/**
 * Assigns attempts to shards, numbered from 1, by longest processing time first.
 *
 * Pieces are all attempts of a task, which share its setup. Where that leaves the shards out of balance, tasks are
 * halved, quartered, and so on, down to attempts. Either the fullest shard holds at most 1.05 times the optimum (a
 * fair share, or the longest attempt), or fullest and emptiest differ by at most the longest attempt. The same loads
 * give the same shards.
 */
export function balanceShards(loads: readonly AttemptLoad[], shards: number): number[] {
  const total = loads.reduce((sum, { load }) => sum + load, 0);
  const longest = loads.reduce((most, { load }) => Math.max(most, load), 0);
  const enough = BALANCE_TOLERANCE * Math.max(total / shards, longest);
  const tasks = new Map<string, number[]>();
  loads.forEach(({ task }, index) => {
    const entry = tasks.get(task);
    if (entry) entry.push(index);
    else tasks.set(task, [index]);
  });
  const most = Math.max(1, ...[...tasks.values()].map((own) => own.length));
  for (let parts = 1; ; parts *= 2) {
    const pieces = [...tasks.values()].flatMap((own) => split(own, parts));
    const { of: shard_of, fullest } = assignPieces(pieces, loads, shards);
    if (fullest <= enough || parts >= most) return shard_of;
  }
}

/** Cuts a list into pieces of similar length, none of them empty. */
function split(list: readonly number[], parts: number): number[][] {
  const pieces = Math.min(parts, list.length);
  return Array.from({ length: pieces }, (_, i) =>
    list.slice(Math.floor((i * list.length) / pieces), Math.floor(((i + 1) * list.length) / pieces)),
  );
}

function assignPieces(
  pieces: readonly number[][],
  loads: readonly AttemptLoad[],
  shards: number,
): { of: number[]; fullest: number } {
  const weighed = pieces.map((piece) => ({
    piece,
    load: piece.reduce((sum, index) => sum + (loads[index]?.load ?? 0), 0),
  }));
  weighed.sort((a, b) => b.load - a.load || (a.piece[0] ?? 0) - (b.piece[0] ?? 0));
  const filled = new Array<number>(shards).fill(0);
  const shard_of = new Array<number>(loads.length).fill(1);
  for (const { piece, load } of weighed) {
    const emptiest = filled.indexOf(Math.min(...filled));
    filled[emptiest] = (filled[emptiest] ?? 0) + load;
    for (const index of piece) shard_of[index] = emptiest + 1;
  }
  return { of: shard_of, fullest: Math.max(...filled) };
}
