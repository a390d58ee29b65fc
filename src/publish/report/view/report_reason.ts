import { GATE_NAMES, type GateId } from '../../../record/verdict/gates.js';
import type { VerdictStatus } from '../../../record/verdict/verdict.js';
import { type AttemptRow, compareCodeUnits } from './attempt_row.js';
import { STATUS_LABELS } from './status_labels.js';

/** Reason for a conclusion other than success, with all attempts that have it. */
export interface ReportReason {
  gate: GateId | null;
  status: VerdictStatus;
  /** Foreign text. */
  why: string;
  /** Agents or arms with their number of attempts, the most first. */
  agents: { agent: string; count: number }[];
  tasks: string[];
  count: number;
}

/** Collects the distinct reasons of attempts, those of the worst attempts first. */
export function collectReasons(rows: readonly AttemptRow[]): ReportReason[] {
  const reasons = new Map<string, ReportReason>();
  for (const row of rows) {
    const own = [{ gate: row.decided_by, why: row.weakness || row.why }, ...row.further];
    for (const { gate, why } of own) {
      const key = JSON.stringify([gate, why]);
      const known = reasons.get(key) ?? { gate, status: row.status, why, agents: [], tasks: [], count: 0 };
      reasons.set(key, known);
      known.count += 1;
      if (!known.tasks.includes(row.task)) known.tasks.push(row.task);
      const agent = known.agents.find((one) => one.agent === row.agent);
      if (agent === undefined) known.agents.push({ agent: row.agent, count: 1 });
      else agent.count += 1;
    }
  }
  const all = [...reasons.values()];
  for (const { agents } of all) agents.sort((a, b) => b.count - a.count || compareCodeUnits(a.agent, b.agent));
  return all;
}

/** Formats where a reason comes from: its gate, else the status. */
export const formatReasonPlace = ({ gate, status }: Pick<ReportReason, 'gate' | 'status'>): string =>
  gate === null ? STATUS_LABELS[status].word : `${gate} ${GATE_NAMES[gate]}`;

const AGENTS = 4;
const TASKS = 2;

/**
 * Formats whose reason it is: agents with their counts, then tasks.
 *
 * @param name formats a foreign name for the output
 * @param text formats our own words
 */
export function formatReasonOwners<T>(
  { agents, tasks }: ReportReason,
  name: (raw: string) => T,
  text: (raw: string) => T,
): T[] {
  const parts: T[] = [];
  agents.slice(0, AGENTS).forEach(({ agent, count }, at) => {
    if (at > 0) parts.push(text(', '));
    parts.push(name(agent));
    if (count > 1) parts.push(text(` × ${count}`));
  });
  if (agents.length > AGENTS) parts.push(text(` and ${agents.length - AGENTS} more`));
  parts.push(text(' in '));
  if (tasks.length > TASKS) return [...parts, text(`${tasks.length} tasks`)];
  tasks.forEach((task, at) => {
    if (at > 0) parts.push(text(', '));
    parts.push(name(task));
  });
  return parts;
}
