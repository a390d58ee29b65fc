import type { AttemptRow, GateMark } from '../../publish/report/view/attempt_row.js';
import type { VerdictStatus } from '../../record/verdict/verdict.js';
import { toReadableLine } from './readable_text.js';

/** States of an attempt in the viewer, the worst first; `broken` has a report that cannot be read. */
export const ATTEMPT_STATES = ['failure', 'acceptance_error', 'invalid', 'broken', 'running', 'success'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** One attempt in the list of a run: what is shown, sorted and searched before its details are loaded. */
export interface IndexRow {
  id: string;
  task: string;
  agent: string;
  trial: number;
  state: AttemptState;
  /** Marks of G1 to G4: `p` pass, `f` fail, `e` error, `-` not reached. */
  gates: string;
  why: string;
  wall_ms: number | null;
  /** Null = unknown. */
  usd: number | null;
  /** Null = not metered. */
  tokens: number | null;
}

const MARKS: Record<GateMark, string> = { pass: 'p', fail: 'f', error: 'e', none: '-' };

/** Creates the entry of a judged attempt. */
export function toIndexRow(row: AttemptRow): IndexRow {
  const { tokens } = row.result.cost;
  return {
    id: row.attempt_id,
    task: toReadableLine(row.task, 120),
    agent: toReadableLine(row.agent, 120),
    trial: row.trial,
    state: row.status satisfies VerdictStatus,
    gates: Object.values(row.gates)
      .map((mark) => MARKS[mark])
      .join(''),
    why: row.status === 'success' ? toReadableLine(row.weakness, 200) : toReadableLine(row.why, 200),
    wall_ms: Math.round(row.wall_ms),
    usd: row.cost_usd,
    tokens: tokens === null ? null : tokens.input_tokens + tokens.output_tokens,
  };
}

/** Entries as they travel: names and reasons once, rows as tuples. */
export interface PackedIndex {
  names: string[];
  rows: PackedRow[];
}

type PackedRow = [
  id: string,
  task: number,
  agent: number,
  trial: number,
  state: number,
  gates: string,
  why: number,
  wall_ms: number | null,
  usd: number | null,
  tokens: number | null,
];

/** Packs entries: a fifth of the bytes of their JSON. */
export function packIndex(rows: readonly IndexRow[]): PackedIndex {
  const names = new Map<string, number>();
  const toNumber = (name: string) => {
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    return number;
  };
  const packed = rows.map(
    ({ id, task, agent, trial, state, gates, why, wall_ms, usd, tokens }): PackedRow => [
      id,
      toNumber(task),
      toNumber(agent),
      trial,
      ATTEMPT_STATES.indexOf(state),
      gates,
      toNumber(why),
      wall_ms,
      usd,
      tokens,
    ],
  );
  return { names: [...names.keys()], rows: packed };
}

/** Unpacks entries. */
export function unpackIndex({ names, rows }: PackedIndex): IndexRow[] {
  return rows.map(([id, task, agent, trial, state, gates, why, wall_ms, usd, tokens]) => ({
    id,
    task: names[task] ?? '',
    agent: names[agent] ?? '',
    trial,
    state: ATTEMPT_STATES[state] ?? 'broken',
    gates,
    why: names[why] ?? '',
    wall_ms,
    usd,
    tokens,
  }));
}

/** Beginning of the ids of another run that stands beside the first one: no attempt's own id begins so. */
export const OTHER = '-other.';

/** Marks an entry as one of another run. @param name of its folder */
export const toOtherRow = (row: IndexRow, name: string): IndexRow => ({
  ...row,
  id: `${OTHER}${row.id}`,
  agent: `${row.agent} (${name})`,
});
