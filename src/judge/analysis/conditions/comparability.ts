import { z } from 'zod';
import type { ComparisonSide } from '../paired/pair_tasks.js';
import type { Trial } from '../trials/trial.js';
import {
  COMPARISON_CONDITIONS,
  CONDITION_SUBJECTS,
  type ComparisonCondition,
  type ConditionValue,
} from './comparison_conditions.js';

/** Most characters of a value, and most values of a side, that a declaration shows. */
const SHOWN = { text: 120, values: 8 };

const valuesSchema = z.array(z.string()).describe('different values, shortened; "unknown" where records do not say');

const conditionDifferenceSchema = z.strictObject({
  condition: z.string(),
  about: z.enum(CONDITION_SUBJECTS).describe('what it is a condition of; `agent` = what is under test'),
  standing: z.enum(['different', 'unknown']).describe('unknown = a record of at least one side does not say'),
  base: valuesSchema,
  head: valuesSchema,
  tasks: z.int().describe('tasks of both sides at which it stands so'),
});
type ConditionDifference = z.infer<typeof conditionDifferenceSchema>;

export const comparabilitySchema = z
  .strictObject({
    comparable: z
      .boolean()
      .nullable()
      .describe(
        'false = repository, task or configuration differ; null = nothing differs that is known, and not all is known',
      ),
    tasks: z.int().describe('tasks with results on both sides'),
    differences: z.array(conditionDifferenceSchema),
  })
  .describe('declared differences of the conditions of both sides (executable contracts §3.7)');
export type Comparability = z.infer<typeof comparabilitySchema>;

/**
 * Declares the conditions in which the runs of two sides differ, task by task. A condition that a record does not state
 * is unknown, never the same.
 */
export function compareConditions(
  base: Pick<ComparisonSide, 'trials'>,
  head: Pick<ComparisonSide, 'trials'>,
): Comparability {
  const [left, right] = [base, head].map(({ trials }) => groupTrials(trials, ({ task }) => task)) as [
    TrialGroups,
    TrialGroups,
  ];
  const tasks = [...left.keys()].filter((task) => right.has(task));
  const differences = COMPARISON_CONDITIONS.flatMap((condition) =>
    findDifferences(
      condition,
      tasks.map((task) => [left.get(task)!, right.get(task)!] as const),
    ),
  );
  const deciding = differences.filter(({ about }) => about !== 'agent');
  const isDifferent = deciding.some(({ standing }) => standing === 'different');
  const verdict = deciding.length > 0 || tasks.length === 0 ? null : true;
  return {
    comparable: isDifferent ? false : verdict,
    tasks: tasks.length,
    differences,
  };
}

function findDifferences(
  { name: condition, about, of }: ComparisonCondition,
  pairs: readonly (readonly [readonly Trial[], readonly Trial[]])[],
): ConditionDifference[] {
  const by_state = { different: createEmptySides(), unknown: createEmptySides() };
  for (const [left, right] of pairs) {
    const [base, head] = [collectDistinctValues(left, of), collectDistinctValues(right, of)];
    const standing = compareValues(base, head);
    if (standing === undefined) continue;
    const sides = by_state[standing];
    sides.tasks++;
    const all_trials = [...base.values(), ...head.values()];
    for (const value of base.values()) sides.base.add(formatConditionValue(value, all_trials));
    for (const value of head.values()) sides.head.add(formatConditionValue(value, all_trials));
  }
  return (['different', 'unknown'] as const).flatMap((standing) => {
    const { tasks, base, head } = by_state[standing];
    return tasks === 0 ? [] : [{ condition, about, standing, base: limitTexts(base), head: limitTexts(head), tasks }];
  });
}

const createEmptySides = () => ({ tasks: 0, base: new Set<string>(), head: new Set<string>() });

/**
 * Compares the values of two sides.
 *
 * @returns undefined if they are known to be the same
 */
function compareValues(
  base: ReadonlyMap<string, ConditionValue>,
  head: ReadonlyMap<string, ConditionValue>,
): ConditionDifference['standing'] | undefined {
  const selectKnown = (side: ReadonlyMap<string, ConditionValue>) =>
    [...side].flatMap(([key, value]) => (value === null ? [] : [key]));
  const [left, right] = [selectKnown(base), selectKnown(head)];
  const isSame = left.length === right.length && left.every((key) => right.includes(key));
  if (left.length > 0 && right.length > 0 && !isSame) return 'different';
  return left.length < base.size || right.length < head.size ? 'unknown' : undefined;
}

/** Collects the distinct values of a condition by their text. */
function collectDistinctValues(trials: readonly Trial[], of: ComparisonCondition['of']): Map<string, ConditionValue> {
  const conditions = new Map<string, ConditionValue>();
  for (const trial of trials) {
    const value = of(trial);
    conditions.set(toText(value), value);
  }
  return conditions;
}

const toText = (value: ConditionValue): string =>
  value !== null && typeof value === 'object'
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);

/** Formats a value. Of texts by name, only those that differ among `others`. */
function formatConditionValue(value: ConditionValue, others: readonly ConditionValue[]): string {
  if (value === null) return 'unknown';
  if (typeof value === 'string') return shortenText(value);
  const maps = others.filter((other) => other !== null && typeof other === 'object');
  const names = [...new Set(maps.flatMap((map) => Object.keys(map)))].sort();
  const differing = names.filter((name) => maps.some((map) => map[name] !== value[name]));
  const shown = (differing.length > 0 ? differing : names).map(
    (name) => `${name} ${shortenText(value[name] ?? 'none')}`,
  );
  return shown.length === 0 ? 'none' : truncateText(shown.join(', '));
}

/** Shortens digests to their first twelve digits. */
const shortenText = (text: string) =>
  /^(?:sha256:)?[0-9a-f]{40,64}$/.test(text) ? text.replace('sha256:', '').slice(0, 12) : truncateText(text);
const truncateText = (text: string) => (text.length > SHOWN.text ? `${text.slice(0, SHOWN.text - 1)}…` : text);

function limitTexts(texts: ReadonlySet<string>): string[] {
  const all = [...texts].sort();
  return all.length > SHOWN.values ? [...all.slice(0, SHOWN.values), `and ${all.length - SHOWN.values} more`] : all;
}

type TrialGroups = ReturnType<typeof groupTrials>;

/** Groups trials. Of a group's trials with the same conditions, one is kept. */
function groupTrials(trials: readonly Trial[], key: (trial: Trial) => string): Map<string, Trial[]> {
  // Trials share a few configurations: these are numbered instead of serialised.
  const numbers = new Map<Trial['configuration'], number>();
  const groups = new Map<string, { kept: Map<string, Trial>; last: Trial }>();
  for (const trial of trials) {
    const name = key(trial);
    const group = groups.get(name);
    // Most trials of a group are like the one before, which is quicker to see than to write.
    if (group && CONDITION_FIELDS.every((field) => trial[field] === group.last[field])) continue;
    const { configuration } = trial;
    const number = numbers.get(configuration) ?? numbers.size;
    numbers.set(configuration, number);
    const alike = CONDITION_FIELDS.map((field) => (field === 'configuration' ? number : trial[field])).join('\n');
    if (group === undefined) groups.set(name, { kept: new Map([[alike, trial]]), last: trial });
    else {
      group.last = trial;
      if (!group.kept.has(alike)) group.kept.set(alike, trial);
    }
  }
  return new Map([...groups].map(([of, { kept }]) => [of, [...kept.values()]]));
}

/** Fields of a trial that its conditions are read from. */
const CONDITION_FIELDS = [
  ...(['configuration', 'snapshot', 'version', 'seed', 'isolated'] as const),
  ...(['sandbox', 'ablation', 'harness_version', 'rubric'] as const),
];

/** Condition that differs among the results of one report. */
export interface MixedCondition {
  condition: string;
  /** Distinct values, shortened; "unknown" if only some records state it. */
  values: string[];
  /** Number of tasks whose attempts differ in it. */
  tasks: number;
}

/** Most values of a condition that are shown. */
const SHOWN_VALUES = 6;

/** Conditions that other warnings or tables report. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'contract version',
  'gatebench version',
  'rubric',
  'temperatures',
]);

/**
 * Finds the conditions that differ among the attempts at one task. Conditions of the agent are compared within each
 * arm, all others over all arms. A condition that no record states is left out.
 */
export function findMixedConditions(trials: readonly Trial[]): MixedCondition[] {
  const [tasks, arms] = [
    groupTrials(trials, ({ task }) => task),
    groupTrials(trials, ({ task, arm }) => `${task}\n${arm}`),
  ];
  return COMPARISON_CONDITIONS.filter(({ name }) => !REPORTED_ELSEWHERE.has(name)).flatMap(({ name, about, of }) => {
    const distinct = new Set<string>();
    const differing = new Set<string>();
    for (const group of about === 'agent' || ASKS_MODELS.has(name) ? arms.values() : tasks.values()) {
      const values = [...collectDistinctValues(group, of).values()];
      if (values.length < 2) continue;
      differing.add(group[0]!.task);
      for (const value of values) distinct.add(formatConditionValue(value, values));
    }
    const all = [...distinct].sort();
    const shown =
      all.length > SHOWN_VALUES ? [...all.slice(0, SHOWN_VALUES), `and ${all.length - SHOWN_VALUES} more`] : all;
    return differing.size === 0 ? [] : [{ condition: name, values: shown, tasks: differing.size }];
  });
}

/** Conditions that only arms have which ask models: baselines beside them are no mixture. */
const ASKS_MODELS: ReadonlySet<string> = new Set(['prices', 'redaction rules']);
