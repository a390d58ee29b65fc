import type { ReportReason } from './report_reason.js';
import type { ReportView } from './report_view.js';

/** Finding with the tasks in which it was made. */
export interface FindingGroup {
  finding: ReportView['findings'][number];
  tasks: string[];
}

/** Groups equal findings of several attempts, in their order, without those that a reason of the verdict says. */
export function groupFindings(
  findings: ReportView['findings'],
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
