import type { Comparability } from '../../../judge/analysis/conditions/comparability.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';

/** Returns true if the records of one side say nothing about a condition. */
const isUnknown = (side: readonly string[]) => side.every((value) => value === 'unknown');

/**
 * Creates the section on the conditions in which both sides of a comparison differ.
 *
 * @returns undefined if no task is on both sides
 */
export function createComparabilitySection(
  { comparable, tasks, differences }: Comparability,
  base: string,
  head: string,
): ReportSection | undefined {
  if (tasks === 0) return undefined;
  const silent = differences.filter((one) => isUnknown(one.base) && isUnknown(one.head));
  const shown = differences.filter((one) => !silent.includes(one));
  const verdict = {
    true: `The same repository, task and configuration in all records of ${formatQuantity(tasks, 'task')}.`,
    false: 'Both sides ran under different conditions: a difference in results may come from those.',
    null: 'Records do not say all conditions: unknown is not the same.',
  }[String(comparable) as 'true' | 'false' | 'null'];
  return {
    id: 'comparability',
    title: 'Comparability',
    blocks: [
      { kind: 'text', text: verdict },
      ...listIf<ReportBlock>(shown.length > 0, {
        kind: 'table',
        caption: 'Declared differences',
        columns: createColumns('condition', base, head, ['tasks']),
        rows: shown.map((one) => [
          one.about === 'agent' ? `${one.condition} (under test)` : one.condition,
          one.base.join('; '),
          one.head.join('; '),
          `${one.tasks} of ${tasks}`,
        ]),
      }),
      ...listIf<ReportBlock>(silent.length > 0, {
        kind: 'text',
        text: `Unknown on both sides: ${silent.map(({ condition }) => condition).join(', ')}.`,
      }),
    ],
  };
}
