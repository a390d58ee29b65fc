import type { AnalysisSettings } from '../../contract/suite.js';
import type { Trial } from '../analysis/trial.js';
import type { PairedOutcomes } from '../statistics/variance_components.js';
import type { ArmPair } from './comparisons.js';
import { allDone, type PilotEvidence, tasksLeft } from './evidence.js';

/** The primary endpoint of one attempt, between 0 and 1; null = it is not decided. What was not a success has no grade, which counts 0. */
export function endpointOf(trial: Trial, outcome: AnalysisSettings['outcome']): number | null {
  if (trial.outcome !== 'success' && trial.outcome !== 'failure') return null;
  if (outcome === 'success') return trial.outcome === 'success' ? 1 : 0;
  return outcome === 'graded_score' ? (trial.graded_score ?? 0) : trial.functional_correctness;
}

/** Outcomes of both arms of a pair, task by task in the randomised order. */
export function outcomesOf(pilot: PilotEvidence, pair: ArmPair): (PairedOutcomes & { task: string })[] {
  const { outcome } = pilot.protocol.analysis;
  const byArm = new Map<string, number[]>();
  for (const { trial } of allDone(pilot)) {
    const value = endpointOf(trial, outcome);
    const key = JSON.stringify([trial.task, trial.arm]);
    if (value !== null) byArm.set(key, [...(byArm.get(key) ?? []), value]);
  }
  const of = (task: string, arm: string) => byArm.get(JSON.stringify([task, arm])) ?? [];
  return tasksLeft(pilot).map(({ id }) => ({ task: id, a: of(id, pair.head), b: of(id, pair.base) }));
}

/** Whole tasks from the first on, as a stopping rule takes them, and what stands in the way of the next. */
export interface WholeTasks {
  differences: number[];
  /** The next task has all its results, and yet no decided one of some arm. */
  blocked: string | null;
}

/**
 * Differences of means (head less base) of the tasks whose attempts are all there, in the order of the plan, up to the first that is not
 * whole: a rule that looks again and again holds only for an order that nobody chose.
 */
export function wholeDifferences(pilot: PilotEvidence, pair: ArmPair): WholeTasks {
  const waiting = new Set(
    pilot.stages.flatMap(({ missing }) =>
      missing.filter(({ arm }) => arm === pair.base || arm === pair.head).map(({ task }) => task),
    ),
  );
  const differences: number[] = [];
  for (const { task, a, b } of outcomesOf(pilot, pair)) {
    if (waiting.has(task)) return { differences, blocked: null };
    if (a.length === 0 || b.length === 0) return { differences, blocked: task };
    differences.push(average(a) - average(b));
  }
  return { differences, blocked: null };
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
