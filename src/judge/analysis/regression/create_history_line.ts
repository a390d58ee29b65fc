import { type AttemptHead, summariseAttemptHeads } from '../../../record/attestation/attempt_head.js';
import { sumDollars } from '../../../record/costs/cost_estimator.js';
import type { Arm, Plan, PlannedAttempt } from '../../../record/planning/plan.js';
import type { HistoryArm, HistoryLine, HistoryTask } from '../../../record/planning/suite_history.js';
import type { Trial } from '../trials/trial.js';

/** Facts of a suite's run that its history keeps. */
interface HistoryFacts {
  plan: Pick<Plan, 'name' | 'digest' | 'tasks'> | undefined;
  arms: readonly Arm[];
  attempts: readonly { trial: Trial; head: AttemptHead }[];
  missing: readonly Pick<PlannedAttempt, 'task' | 'arm'>[];
  at: string;
  commit: string | null;
  run_url: string | null;
}

/**
 * Creates the history line of one run of a suite: counts per arm and task. An attempt without a result is undecided.
 */
export function createHistoryLine(facts: HistoryFacts): HistoryLine {
  const { plan, attempts } = facts;
  const distinct = (getValue: (trial: Trial) => string) =>
    [...new Set(attempts.map(({ trial }) => getValue(trial)))].sort();
  return {
    schema: 1,
    suite: plan?.name ?? 'run',
    at: facts.at,
    commit: facts.commit,
    run_url: facts.run_url,
    harness_versions: distinct(({ harness_version }) => harness_version),
    rubrics: distinct(({ rubric }) => rubric),
    plan: plan?.digest ?? null,
    arms: facts.arms.map((arm) => createHistoryArm(arm, facts)),
  };
}

/** Creates the part of a history line that is about one arm. */
export function createHistoryArm(
  { id, agent, model, ablation, role }: Arm,
  { plan, attempts, missing }: Pick<HistoryFacts, 'plan' | 'attempts' | 'missing'>,
): HistoryArm {
  const versions = new Map(plan?.tasks.map((task) => [task.id, task.version]));
  const tasks = new Map<string, HistoryTask>();
  const getTask = (task: string, version: string) => {
    const key = `${task}\n${version}`;
    const counts = { runs: 0, successes: 0, failures: 0, undecided: 0, cost_usd: 0, wall_ms: 0 };
    const entry = tasks.get(key) ?? { task, version, ...counts };
    tasks.set(key, entry);
    return entry;
  };
  const results = attempts.filter(({ trial }) => trial.arm === id);
  for (const { trial } of results) {
    const task = getTask(trial.task, trial.version);
    const { total_usd } = trial.cost;
    task.runs++;
    task[trial.outcome === 'success' ? 'successes' : trial.outcome === 'failure' ? 'failures' : 'undecided']++;
    if (trial.flaky) task.flaky = (task.flaky ?? 0) + 1;
    task.cost_usd = sumDollars([task.cost_usd, total_usd]);
    task.wall_ms += trial.wall_ms;
  }
  for (const attempt of missing) {
    if (attempt.arm !== id) continue;
    const task = getTask(attempt.task, versions.get(attempt.task) ?? '');
    task.runs++;
    task.undecided++;
    task.missing = (task.missing ?? 0) + 1;
  }
  const toKey = ({ task, version }: HistoryTask) => `${task}\n${version}`;
  return {
    arm: id,
    agent,
    model,
    ablation,
    role,
    identities: [...new Set(results.map(({ trial }) => trial.configuration.agent_identity))].sort(),
    ...(results.length === 0 ? {} : { heads: summariseAttemptHeads(results.map(({ head }) => head)).root }),
    tasks: [...tasks.values()].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1)),
  };
}
