import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { capitalise, listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../report_block.js';
import {
  createDifferenceForest,
  createUnpairedBlocks,
  formatOutcomeSentence,
  getPrimaryOutcome,
} from './create_paired_section.js';
import {
  formatChance,
  formatDifference,
  formatDifferenceInterval,
  formatMeasure,
  formatRatio,
} from './format_measure.js';

type AblationReport = Analysis['ablations'][number];
type MechanismContribution = AblationReport['mechanisms'][number];

/**
 * Creates the section on the contribution of each mechanism: on these tasks, on tasks like these, and what remains
 * open.
 */
export function createAblationSection(ablation: AblationReport): ReportSection {
  const { agent, mechanisms } = ablation;
  const primary = mechanisms
    .map(({ mechanism, comparison }) => ({ label: mechanism, outcome: getPrimaryOutcome(comparison) }))
    .filter(({ outcome }) => outcome.difference !== null);
  return {
    id: `ablation-${agent}`,
    title: `What mechanisms contribute: ${agent}`,
    answer: summariseAblation(ablation),
    blocks: [
      ...(mechanisms.length === 0 ? [] : [createWithinTable(mechanisms), createDifferingTasksTable(mechanisms)]),
      ...(mechanisms.length === 0 ? [] : [createAcrossTable(ablation)]),
      ...createDifferenceForest(primary),
      ...(mechanisms.length === 0 ? [] : [createOutcomeTable(mechanisms)]),
      ...ablation.others.map(
        ({ arm, off, comparison }): ReportBlock => ({
          kind: 'text',
          text:
            `${arm} (off: ${off === 'all' ? 'everything' : off.replaceAll('+', ', ')}), outside of the family. ` +
            `With everything on, ${formatOutcomeSentence(getPrimaryOutcome(comparison), ablation.full)}`,
        }),
      ),
      { kind: 'list', items: createNotes(ablation) },
      ...createUnpairedBlocks(
        mechanisms.flatMap(({ mechanism, comparison }) =>
          comparison.unpaired.map(({ task, because }) => ({ task: `${task} (${mechanism})`, because })),
        ),
      ),
    ],
  };
}

/** Summarises in one paragraph which mechanisms these tasks tell apart. */
function summariseAblation({ mechanisms, not_run }: AblationReport): string {
  const selectMechanisms = (kind: MechanismContribution['exercise']['told_apart']) =>
    mechanisms.filter(({ exercise }) => exercise.told_apart === kind).map(({ mechanism }) => mechanism);
  const formatPart = (list: readonly string[], text: string) =>
    list.length === 0 ? [] : [`${text}: ${list.join(', ')}.`];
  return [
    ...formatPart(selectMechanisms('told apart'), 'These tasks tell apart whether success depends on'),
    ...formatPart(selectMechanisms('perhaps'), 'Rates differ, which could be chance, for'),
    ...formatPart(selectMechanisms('not told apart'), 'Used without a difference in any task'),
    ...formatPart(selectMechanisms('not exercised'), 'Never asked for anything, so nothing is known of'),
    ...formatPart(not_run, 'Not left out in any configuration'),
  ].join(' ');
}

function createWithinTable(mechanisms: readonly MechanismContribution[]): ReportTable {
  return {
    kind: 'table',
    caption: 'On these tasks: what success depends on',
    columns: createColumns(
      'mechanism',
      ['tasks that use it', 'asked', 'acted', 'tasks that differ without it', 'p after Holm'],
      'says',
    ),
    rows: mechanisms.map(({ mechanism, exercise: { tasks, asked, acted, differ, apart, p_within, told_apart } }) => [
      mechanism,
      String(tasks.length),
      String(asked),
      String(acted),
      differ.length === apart.length ? String(differ.length) : `${differ.length}, ${apart.length} in all runs`,
      formatChance(p_within),
      told_apart === 'not told apart' && acted > 0
        ? 'not told apart: it acted, and the outcomes are the same without it'
        : told_apart,
    ]),
  };
}

function createDifferingTasksTable(mechanisms: readonly MechanismContribution[]): ReportTable {
  return {
    kind: 'table',
    caption: 'Tasks whose success differs without a mechanism',
    columns: createColumns('mechanism', 'task', ['with everything on', 'without it']),
    rows: mechanisms.flatMap(({ mechanism, exercise: { differ } }) =>
      differ.map(({ task, full, without }) => [
        mechanism,
        task,
        `${full.successes} of ${full.runs}`,
        `${without.successes} of ${without.runs}`,
      ]),
    ),
    folded: true,
  };
}

function createAcrossTable({ mechanisms }: AblationReport): ReportTable {
  const [label] = mechanisms.map(({ comparison }) => getPrimaryOutcome(comparison).label);
  return {
    kind: 'table',
    caption: `On tasks like these: contribution to ${label} (everything on less without it; the task is the unit)`,
    columns: createColumns(
      'mechanism',
      ['without it', 'everything on', 'contribution'],
      'interval, unadjusted',
      ['p', 'p after Holm'],
      'verdict',
      'because',
    ),
    rows: mechanisms.map(({ mechanism, verdict, why, comparison }) => {
      const one = getPrimaryOutcome(comparison);
      return [
        mechanism,
        formatMeasure(one.unit, one.base),
        formatMeasure(one.unit, one.head),
        formatDifference(one.unit, one.difference),
        formatDifferenceInterval(one),
        formatChance(one.p),
        formatChance(one.p_adjusted),
        verdict,
        why,
      ];
    }),
  };
}

/** Creates the table of other outcomes; without rows if nothing differs, or if a mechanism only counts itself. */
function createOutcomeTable(mechanisms: readonly MechanismContribution[]): ReportTable {
  const rows = mechanisms.flatMap(({ mechanism, comparison: { outcomes } }) =>
    outcomes.slice(1).map((one) => ({ mechanism, one })),
  );
  return {
    kind: 'table',
    caption: 'Other outcomes that differ; each is a family of its own',
    columns: createColumns(
      'mechanism',
      'outcome',
      ['contribution'],
      'interval, unadjusted',
      'with / without it',
      ['tasks', 'p after Holm'],
      'says',
    ),
    rows: rows
      .filter(({ one: { differ } }) => differ > 0)
      .map(({ mechanism, one }) => [
        mechanism,
        one.label,
        formatDifference(one.unit, one.difference),
        formatDifferenceInterval(one),
        formatRatio(one.ratio),
        `${one.differ} of ${one.pairs}`,
        formatChance(one.p_adjusted),
        `${formatDirection(one)}: ${one.why}`,
      ]),
    folded: true,
  };
}

const formatDirection = ({ verdict }: Analysis['comparisons'][number]['outcomes'][number]) =>
  verdict === 'more' || verdict === 'less' ? `${verdict} with it` : verdict;

function createNotes({ full, family, mechanisms, repeats, trials_to_tell }: AblationReport): string[] {
  const undecided = mechanisms.reduce((sum, { comparison }) => sum + getPrimaryOutcome(comparison).undecided, 0);
  return [
    `Compared with ${full}: ` +
      `${mechanisms.map(({ arm, mechanism }) => `${arm} (off: ${mechanism})`).join('; ') || 'nothing alone'}.`,
    `p is adjusted by Holm over ${formatQuantity(family.length, 'mechanism')}, for each outcome by itself: ` +
      `${family.join(', ') || 'none'}. Intervals are not adjusted.`,
    'The first table is about these very tasks (runs are exchanged within tasks), the second about tasks like ' +
      'these (tasks are the unit): one task that depends on a mechanism in every run shows the first, never the ' +
      'second.',
    'Contributions need not add up: two mechanisms may guard against the same thing, and one at a time does not ' +
      'show how they work together.',
    'A mechanism that is off counts nothing: zeros of its own counters are no finding.',
    'One task that ends otherwise in every run is told apart from chance from ' +
      `${formatQuantity(trials_to_tell, 'trial')} on, after Holm over this family; with fewer it says "perhaps".`,
    ...(repeats === true
      ? [
          'All runs of a task ended alike in every configuration. More trials would only say more about these ' +
            'tasks; more tasks say more about tasks like these.',
        ]
      : []),
    ...listIf(
      undecided > 0,
      `${capitalise(formatQuantity(undecided, 'undecided run'))} in these comparisons: where they could ` +
        'turn an answer, it is not decided.',
    ),
  ];
}
