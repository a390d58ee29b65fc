import type { AnalysisSettings } from '../../contract/suite/analysis_settings.js';
import type { Trial } from '../analysis/trials/trial.js';
import type { PairedOutcomes } from '../statistics/variance_components.js';
import { listCompletedAttempts, listRemainingTasks, type PilotEvidence } from './pilot_evidence.js';
import type { ArmPair } from './select_comparisons.js';

/**
 * Returns the primary endpoint of one attempt, between 0 and 1. null = undecided. An attempt that is no success has no
 * grade, which counts 0.
 */
function getEndpoint(trial: Trial, outcome: AnalysisSettings['outcome']): number | null {
  if (trial.outcome !== 'success' && trial.outcome !== 'failure') return null;
  if (outcome === 'success') return trial.outcome === 'success' ? 1 : 0;
  return outcome === 'graded_score' ? (trial.graded_score ?? 0) : trial.functional_correctness;
}

/** Pairs the outcomes of both arms, task by task in the randomised order. */
export function pairOutcomes(pilot: PilotEvidence, pair: ArmPair): (PairedOutcomes & { task: string })[] {
  const { outcome } = pilot.protocol.analysis;
  const byArm = new Map<string, number[]>();
  for (const { trial } of listCompletedAttempts(pilot)) {
    const value = getEndpoint(trial, outcome);
    const key = JSON.stringify([trial.task, trial.arm]);
    if (value !== null) byArm.set(key, [...(byArm.get(key) ?? []), value]);
  }
  const select = (task: string, arm: string) => byArm.get(JSON.stringify([task, arm])) ?? [];
  return listRemainingTasks(pilot).map(({ id }) => ({ task: id, a: select(id, pair.head), b: select(id, pair.base) }));
}

/** Differences of complete tasks from the first on, as a stopping rule takes them. */
interface CompleteDifferences {
  differences: number[];
  /** Next task, if it has all its results and yet no decided one of some arm. */
  blocked: string | null;
}

/**
 * Computes the differences of means (head less base) of complete tasks, in the order of the plan. It stops at the first
 * incomplete task: a rule with repeated looks is valid only for a fixed order.
 */
export function computeCompleteDifferences(pilot: PilotEvidence, pair: ArmPair): CompleteDifferences {
  const waiting = new Set(
    pilot.stages.flatMap(({ missing }) =>
      missing.filter(({ arm }) => arm === pair.base || arm === pair.head).map(({ task }) => task),
    ),
  );
  const differences: number[] = [];
  for (const { task, a, b } of pairOutcomes(pilot, pair)) {
    if (waiting.has(task)) return { differences, blocked: null };
    if (a.length === 0 || b.length === 0) return { differences, blocked: task };
    differences.push(computeAverage(a) - computeAverage(b));
  }
  return { differences, blocked: null };
}

const computeAverage = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
