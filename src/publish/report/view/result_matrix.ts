import type { VerdictStatus } from '../../../record/verdict/verdict.js';
import { compareCodeUnits } from './attempt_row.js';

/** Attempts of one agent or arm at one task, by what became of them. */
export type MatrixCell = Record<VerdictStatus, number>;

/** Passes of every agent or arm at every task. */
export interface ResultMatrix {
  agents: string[];
  rows: { task: string; cells: (MatrixCell | null)[] }[];
  /** Tasks and agents beyond those that are shown. */
  more_tasks: number;
  more_agents: number;
}

const MAX_TASKS = 200;
const MAX_AGENTS = 12;

/** Tally of the passes by task and agent. */
export class ResultMatrixTally {
  readonly #tasks = new Map<string, Map<string, MatrixCell>>();
  readonly #agents = new Set<string>();

  add(task: string, agent: string, status: VerdictStatus): void {
    const task_cells = this.#tasks.get(task) ?? new Map<string, MatrixCell>();
    this.#tasks.set(task, task_cells);
    this.#agents.add(agent);
    const cell = task_cells.get(agent) ?? { success: 0, failure: 0, acceptance_error: 0, invalid: 0 };
    cell[status] += 1;
    task_cells.set(agent, cell);
  }

  /** Returns the matrix, tasks and agents by name; undefined for one agent at one task, which a row tells. */
  toMatrix(): ResultMatrix | undefined {
    if (this.#tasks.size < 2 && this.#agents.size < 2) return undefined;
    const agents = [...this.#agents].sort(compareCodeUnits).slice(0, MAX_AGENTS);
    const tasks = [...this.#tasks].sort(([a], [b]) => compareCodeUnits(a, b)).slice(0, MAX_TASKS);
    return {
      agents,
      rows: tasks.map(([task, cells]) => ({ task, cells: agents.map((agent) => cells.get(agent) ?? null) })),
      more_tasks: this.#tasks.size - tasks.length,
      more_agents: this.#agents.size - agents.length,
    };
  }
}
