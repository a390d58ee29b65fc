import type { Ablation, Contribution } from '../../../judge/analysis/ablation.js';
import type { PairedOutcome } from '../../../judge/analysis/paired_outcome.js';
import type { Block, Section, Table } from '../blocks.js';
import { counted } from '../quantities.js';
import { chance, differenceInterval, differenceText, measured, ratioText } from './measured.js';
import { capital, forest, sentence, unpairedBlocks } from './paired.js';

/** What each mechanism contributes, first on these tasks, then on tasks like these, and what cannot be told. */
export function ablationSection(ablation: Ablation): Section {
  const { agent, mechanisms, others } = ablation;
  const primary = mechanisms.flatMap(({ mechanism, comparison: { outcomes } }) =>
    outcomes[0]!.difference === null ? [] : [{ label: mechanism, outcome: outcomes[0]! }],
  );
  return {
    id: `ablation-${agent}`,
    title: `What mechanisms contribute: ${agent}`,
    blocks: [
      { kind: 'text', text: summary(ablation) },
      ...(mechanisms.length === 0 ? [] : [onTheseTasks(mechanisms), tellingTasks(mechanisms)]),
      ...(mechanisms.length === 0 ? [] : [onTasksLikeThese(ablation)]),
      ...(primary.length === 0 ? [] : [forest(primary)]),
      ...(mechanisms.length === 0 ? [] : [byOutcome(mechanisms)]),
      ...others.map(
        ({ arm, off, comparison: { outcomes } }): Block => ({
          kind: 'text',
          text: `${arm} (off: ${off === 'all' ? 'everything' : off.replaceAll('+', ', ')}), outside of the family. With everything on, ${sentence(outcomes[0]!, ablation.full)}`,
        }),
      ),
      { kind: 'list', items: notes(ablation) },
      ...unpairedBlocks(
        mechanisms.flatMap(({ mechanism, comparison }) =>
          comparison.unpaired.map(({ task, because }) => ({ task: `${task} (${mechanism})`, because })),
        ),
      ),
    ],
  };
}

/** Which mechanisms these tasks tell apart, in one paragraph. */
export function summary({ mechanisms, not_run }: Ablation): string {
  const named = (kind: Contribution['exercise']['told_apart']) =>
    mechanisms.filter(({ exercise }) => exercise.told_apart === kind).map(({ mechanism }) => mechanism);
  const said = (list: readonly string[], text: string) => (list.length === 0 ? [] : [`${text}: ${list.join(', ')}.`]);
  return [
    ...said(named('told apart'), 'These tasks tell apart whether success depends on'),
    ...said(named('perhaps'), 'Rates differ, which could be chance, for'),
    ...said(named('not told apart'), 'Used without a difference in any task'),
    ...said(named('not exercised'), 'Never asked for anything, so nothing is known of'),
    ...said(not_run, 'Not left out in any configuration'),
  ].join(' ');
}

function onTheseTasks(mechanisms: readonly Contribution[]): Table {
  return {
    kind: 'table',
    caption: 'On these tasks: what success depends on',
    columns: [
      { head: 'mechanism' },
      { head: 'tasks that use it', align: 'right' },
      { head: 'asked', align: 'right' },
      { head: 'acted', align: 'right' },
      { head: 'tasks that differ without it', align: 'right' },
      { head: 'p after Holm', align: 'right' },
      { head: 'says' },
    ],
    rows: mechanisms.map(({ mechanism, exercise: { tasks, asked, acted, differ, apart, p_within, told_apart } }) => [
      mechanism,
      String(tasks.length),
      String(asked),
      String(acted),
      differ.length === apart.length ? String(differ.length) : `${differ.length}, ${apart.length} in all runs`,
      chance(p_within),
      told_apart === 'not told apart' && acted > 0
        ? 'not told apart: it acted, and the outcomes are the same without it'
        : told_apart,
    ]),
  };
}

function tellingTasks(mechanisms: readonly Contribution[]): Table {
  return {
    kind: 'table',
    caption: 'Tasks whose success differs without a mechanism',
    columns: [
      { head: 'mechanism' },
      { head: 'task' },
      { head: 'with everything on', align: 'right' },
      { head: 'without it', align: 'right' },
    ],
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

function onTasksLikeThese({ mechanisms }: Ablation): Table {
  const { label } = mechanisms[0]!.comparison.outcomes[0]!;
  return {
    kind: 'table',
    caption: `On tasks like these: contribution to ${label} (everything on less without it; the task is the unit)`,
    columns: [
      { head: 'mechanism' },
      { head: 'without it', align: 'right' },
      { head: 'everything on', align: 'right' },
      { head: 'contribution', align: 'right' },
      { head: 'interval, unadjusted' },
      { head: 'p', align: 'right' },
      { head: 'p after Holm', align: 'right' },
      { head: 'verdict' },
      { head: 'because' },
    ],
    rows: mechanisms.map(({ mechanism, verdict, why, comparison: { outcomes } }) => {
      const one = outcomes[0]!;
      return [
        mechanism,
        measured(one.unit, one.base),
        measured(one.unit, one.head),
        differenceText(one.unit, one.difference),
        differenceInterval(one),
        chance(one.p),
        chance(one.p_adjusted),
        verdict,
        why,
      ];
    }),
  };
}

/** What a mechanism takes and does beside the endpoint; without rows where nothing differs, or where it only counts itself. */
function byOutcome(mechanisms: readonly Contribution[]): Table {
  const rows = mechanisms.flatMap(({ mechanism, comparison: { outcomes } }) =>
    outcomes.slice(1).map((one) => ({ mechanism, one })),
  );
  return {
    kind: 'table',
    caption: 'Other outcomes that differ; each is a family of its own',
    columns: [
      { head: 'mechanism' },
      { head: 'outcome' },
      { head: 'contribution', align: 'right' },
      { head: 'interval, unadjusted' },
      { head: 'with / without it' },
      { head: 'tasks', align: 'right' },
      { head: 'p after Holm', align: 'right' },
      { head: 'says' },
    ],
    rows: rows
      .filter(({ one: { differ } }) => differ > 0)
      .map(({ mechanism, one }) => [
        mechanism,
        one.label,
        differenceText(one.unit, one.difference),
        differenceInterval(one),
        ratioText(one.ratio),
        `${one.differ} of ${one.pairs}`,
        chance(one.p_adjusted),
        `${direction(one)}: ${one.why}`,
      ]),
    folded: true,
  };
}

const direction = ({ verdict }: PairedOutcome) =>
  verdict === 'more' ? 'more with it' : verdict === 'less' ? 'less with it' : verdict;

function notes({ full, family, mechanisms, repeats, trials_to_tell }: Ablation): string[] {
  const undecided = mechanisms.reduce((sum, { comparison }) => sum + comparison.outcomes[0]!.undecided, 0);
  return [
    `Compared with ${full}: ${mechanisms.map(({ arm, mechanism }) => `${arm} (off: ${mechanism})`).join('; ') || 'nothing alone'}.`,
    `p is adjusted by Holm over ${counted(family.length, 'mechanism')}, for each outcome by itself: ${family.join(', ') || 'none'}. Intervals are not adjusted.`,
    'The first table is about these very tasks (runs are exchanged within tasks), the second about tasks like these (tasks are the unit): one task that depends on a mechanism in every run shows the first, never the second.',
    'Contributions need not add up: two mechanisms may guard against the same thing, and one at a time does not show how they work together.',
    'A mechanism that is off counts nothing: zeros of its own counters are no finding.',
    `One task that ends otherwise in every run is told apart from chance from ${counted(trials_to_tell, 'trial')} on, after Holm over this family; with fewer it says "perhaps".`,
    ...(repeats === true
      ? [
          'All runs of a task ended alike in every configuration: more trials make surer what holds for these tasks, only more tasks say more of tasks like these.',
        ]
      : []),
    ...(undecided > 0
      ? [
          `${capital(counted(undecided, 'undecided run'))} in these comparisons: where they could turn an answer, it is not decided.`,
        ]
      : []),
  ];
}
