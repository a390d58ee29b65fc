/** An attempt as shards see it. */
export interface Load {
  task: string;
  /** What it takes, in any unit. */
  load: number;
}

/** So much more than the least that is possible may the fullest shard hold, if that keeps the attempts of tasks together. */
const SLACK = 1.05;

/**
 * Which shard each attempt goes to, from 1. Longest processing time first: the heaviest piece goes to the emptiest shard. Pieces are all attempts
 * of a task, which share its setup; where that leaves the shards out of balance, tasks are halved, quartered, and so on, down to attempts.
 *
 * Either the fullest shard holds at most 1.05 times what the fullest must hold (a fair share, or the longest attempt), or fullest and emptiest differ by at
 * most the longest attempt. The same loads give the same shards.
 */
export function balanceShards(loads: readonly Load[], shards: number): number[] {
  const total = loads.reduce((sum, { load }) => sum + load, 0);
  const longest = loads.reduce((most, { load }) => Math.max(most, load), 0);
  const enough = SLACK * Math.max(total / shards, longest);
  const tasks = new Map<string, number[]>();
  loads.forEach(({ task }, index) => {
    const own = tasks.get(task);
    if (own) own.push(index);
    else tasks.set(task, [index]);
  });
  const most = Math.max(1, ...[...tasks.values()].map((own) => own.length));
  for (let parts = 1; ; parts *= 2) {
    const pieces = [...tasks.values()].flatMap((own) => split(own, parts));
    const { of, fullest } = placed(pieces, loads, shards);
    if (fullest <= enough || parts >= most) return of;
  }
}

/** Cuts a list into so many pieces of like length, none of them empty. */
function split(list: readonly number[], parts: number): number[][] {
  const pieces = Math.min(parts, list.length);
  return Array.from({ length: pieces }, (_, i) =>
    list.slice(Math.floor((i * list.length) / pieces), Math.floor(((i + 1) * list.length) / pieces)),
  );
}

function placed(
  pieces: readonly number[][],
  loads: readonly Load[],
  shards: number,
): { of: number[]; fullest: number } {
  const weighed = pieces.map((piece) => ({ piece, load: piece.reduce((sum, index) => sum + loads[index]!.load, 0) }));
  weighed.sort((a, b) => b.load - a.load || a.piece[0]! - b.piece[0]!);
  const filled = new Array<number>(shards).fill(0);
  const of = new Array<number>(loads.length).fill(1);
  for (const { piece, load } of weighed) {
    const emptiest = filled.indexOf(Math.min(...filled));
    filled[emptiest]! += load;
    for (const index of piece) of[index] = emptiest + 1;
  }
  return { of, fullest: Math.max(...filled) };
}
