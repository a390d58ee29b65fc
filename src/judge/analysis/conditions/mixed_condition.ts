import type { Trial } from '../trials/trial.js';
import { collectDistinctValues, formatConditionValue, groupTrials } from './comparability.js';
import { COMPARISON_CONDITIONS } from './comparison_conditions.js';

/** Condition that differs among the results of one report. */
export interface MixedCondition {
  condition: string;
  /** Distinct values, shortened; "unknown" if only some records state it. */
  values: string[];
  /** Number of tasks whose attempts differ in it. */
  tasks: number;
}

/** Most values of a condition that are shown. */
const SHOWN = 6;

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
    const shown = all.length > SHOWN ? [...all.slice(0, SHOWN), `and ${all.length - SHOWN} more`] : all;
    return differing.size === 0 ? [] : [{ condition: name, values: shown, tasks: differing.size }];
  });
}

/** Conditions that only arms have which ask models: baselines beside them are no mixture. */
const ASKS_MODELS: ReadonlySet<string> = new Set(['prices', 'redaction rules']);
