import { GATE_NAMES, type GateId, type VerdictStatus } from '../../../record/verdict/verdict.js';
import { shortenText } from '../../text/escape_text.js';
import type { TextPiece } from '../report_block.js';
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
    const causes = [{ gate: row.decided_by, why: row.weakness || row.why }, ...row.further];
    for (const { gate, why } of causes) {
      const key = JSON.stringify([gate, why]);
      const reason = reasons.get(key) ?? { gate, status: row.status, why, agents: [], tasks: [], count: 0 };
      reasons.set(key, reason);
      reason.count += 1;
      if (!reason.tasks.includes(row.task)) reason.tasks.push(row.task);
      const agent = reason.agents.find((one) => one.agent === row.agent);
      if (agent === undefined) reason.agents.push({ agent: row.agent, count: 1 });
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
const NAME_LIMIT = 80;

/** Formats whose reason it is: agents with their counts, then tasks. */
export function formatReasonOwners({ agents, tasks }: ReportReason): TextPiece[] {
  const names = agents
    .slice(0, AGENTS)
    .flatMap(({ agent, count }, i): TextPiece[] => [
      ...(i === 0 ? [] : [{ trusted: ', ' }]),
      { code: shortenText(agent, NAME_LIMIT) },
      ...(count > 1 ? [{ trusted: ` × ${count}` }] : []),
    ]);
  if (agents.length > AGENTS) names.push({ trusted: ` and ${agents.length - AGENTS} more` });
  if (tasks.length > TASKS) return [...names, { trusted: ` in ${tasks.length} tasks` }];
  return [
    ...names,
    ...tasks.flatMap((task, i): TextPiece[] => [
      { trusted: i === 0 ? ' in ' : ', ' },
      { code: shortenText(task, NAME_LIMIT) },
    ]),
  ];
}

/** Finding of an attempt; foreign text. */
export interface ReportFinding {
  attempt_id: string;
  task: string;
  rule: string;
  severity: string;
  message: string;
  place?: string;
}

/** Finding with the tasks in which it was made. */
export interface FindingGroup {
  finding: ReportFinding;
  tasks: string[];
}

/** Groups equal findings of several attempts, in their order, without those that a reason of the verdict says. */
export function groupFindings(
  findings: readonly ReportFinding[],
  reasons: readonly Pick<ReportReason, 'why'>[],
): FindingGroup[] {
  const stated = new Set(reasons.map(({ why }) => why));
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { task, rule, severity, message, place } = finding;
    if (severity === 'violation' && stated.has(`${rule}: ${message}`)) continue;
    const key = JSON.stringify([rule, severity, message, place]);
    const group = groups.get(key) ?? { finding, tasks: [] };
    groups.set(key, group);
    if (!group.tasks.includes(task)) group.tasks.push(task);
  }
  return [...groups.values()];
}
