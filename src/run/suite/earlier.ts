import type { ScheduleLine } from '../../record/schedule.js';

/** A try that an earlier process made, with what is known of its end. */
export interface EarlierTry {
  attempt_id: string;
  try: number;
  task: string;
  ceiling_usd: number;
  extra: boolean;
  /** How the log says that it ended; undefined = the log does not say. null = for a cost that nobody knows. */
  ended: { cost_usd: number | null } | undefined;
}

/** What a log says of the processes that this one goes on from: those since the run was begun. */
export interface Earlier {
  tries: EarlierTry[];
  /** How long they were at work together: each from its opening to the last that it said. */
  worked_ms: number;
}

/** Reads out of a log what a process that goes on has to know. A log of several runs is read from the last that was begun anew. */
export function earlierIn(lines: readonly ScheduleLine[]): Earlier {
  const begun = lines.findLastIndex((line) => line.type === 'opened' && !line.resumed);
  const tries = new Map<string, EarlierTry>();
  let [worked_ms, since, last] = [0, 0, 0];
  for (const line of lines.slice(Math.max(0, begun))) {
    const at = Date.parse(line.at);
    if (line.type === 'opened') {
      worked_ms += last - since;
      since = at;
    }
    last = at;
    if (line.type !== 'begun' && line.type !== 'sealed' && line.type !== 'lost') continue;
    const { attempt_id, try: which } = line;
    const key = `${attempt_id} ${which}`;
    if (line.type === 'begun') {
      const { task, ceiling_usd, extra } = line;
      tries.set(key, { attempt_id, try: which, task, ceiling_usd, extra, ended: undefined });
    } else {
      const { cost_usd } = line;
      // Money that was spent counts, also where the line is gone that says for what.
      const begun = tries.get(key) ?? { task: '', ceiling_usd: 0, extra: false };
      tries.set(key, { ...begun, attempt_id, try: which, ended: { cost_usd } });
    }
  }
  return { tries: [...tries.values()], worked_ms: Math.max(0, worked_ms + last - since) };
}
