import type { ScheduleLine } from '../../record/planning/plan.js';

/** Try of an earlier process. */
interface RecoveredTry {
  attempt_id: string;
  try: number;
  task: string;
  ceiling_usd: number;
  extra: boolean;
  /** Recorded end of the try; undefined = none. A null cost is unknown. */
  ended: { cost_usd: number | null } | undefined;
}

/** State of the run that earlier processes left in the log. */
interface RecoveredScheduleState {
  tries: RecoveredTry[];
  /** Total working time of these processes: each from its opening to its last line. */
  worked_ms: number;
}

/** Recovers the state of a run from its log. If the log holds several runs, the last one counts. */
export function recoverScheduleState(lines: readonly ScheduleLine[]): RecoveredScheduleState {
  const begun = lines.findLastIndex((line) => line.type === 'opened' && !line.resumed);
  const tries = new Map<string, RecoveredTry>();
  let [worked_ms, opened_at, last] = [0, 0, 0];
  for (const line of lines.slice(Math.max(0, begun))) {
    const time = Date.parse(line.at);
    if (line.type === 'opened') {
      worked_ms += last - opened_at;
      opened_at = time;
    }
    last = time;
    if (line.type !== 'begun' && line.type !== 'sealed' && line.type !== 'lost') continue;
    const { attempt_id, try: number } = line;
    const key = `${attempt_id} ${number}`;
    if (line.type === 'begun') {
      const { task, ceiling_usd, extra } = line;
      tries.set(key, { attempt_id, try: number, task, ceiling_usd, extra, ended: undefined });
    } else {
      const { cost_usd } = line;
      // Money that was spent counts, also where the line is gone that says for what.
      const begun = tries.get(key) ?? { task: '', ceiling_usd: 0, extra: false };
      tries.set(key, { ...begun, attempt_id, try: number, ended: { cost_usd } });
    }
  }
  return { tries: [...tries.values()], worked_ms: Math.max(0, worked_ms + last - opened_at) };
}
