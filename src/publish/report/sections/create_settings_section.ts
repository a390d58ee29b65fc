import type { SettingsComparison } from '../../../record/planning/settings_comparison.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { limitRows } from './format_figure.js';

/** Creates the section that says which settings of agents are compared. */
export function createSettingsSection(compared: SettingsComparison): ReportSection {
  const { base, head, files, agents, unpaired, left_out } = compared;
  const { rows } = limitRows(files);
  const more = rows.length < files.length ? `, the first ${rows.length} of ${files.length}` : '';
  const texts = [
    ...agents.map(({ name, fields }) => `Agent ${name}: head changes ${fields.join(', ')} in the suite.`),
    ...unpaired.map(({ name, side }) => `Agent ${name} is only in ${side}: it is not run.`),
    ...left_out.map(({ task, because }) => `Contract ${task} is left out: ${because}.`),
  ];
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        `Each agent works on the same contracts with the settings of ${base.slice(0, 12)} (base) and of ` +
        `${head.slice(0, 12)} (head). Contracts, budgets and checks are those of the base.`,
    },
    ...(rows.length === 0
      ? [{ kind: 'text' as const, text: 'No file with settings differs.' }]
      : [
          {
            kind: 'table' as const,
            caption: `Settings that differ${more}`,
            columns: createColumns('File', 'In head'),
            rows: rows.map(({ path, change }) => [path, change]),
          },
        ]),
    ...(texts.length === 0 ? [] : [{ kind: 'list' as const, items: texts }]),
  ];
  return { id: 'settings', title: 'Settings of the agents', blocks };
}
