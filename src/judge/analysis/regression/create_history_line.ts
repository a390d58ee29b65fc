import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type AttemptHead, summariseAttemptHeads } from '../../../record/attestation/attempt_head.js';
import { sumDollars } from '../../../record/costs/cost_estimator.js';
import type { Arm, Plan, PlannedAttempt } from '../../../record/planning/plan.js';
import type { HistoryArm, HistoryLine, HistoryTask } from '../../../record/planning/suite_history.js';
import type { Trial } from '../trials/trial.js';
import type { TaskRunCounts } from './gating_set.js';

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
    task[getCountName(trial.outcome)]++;
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
    ...omitUndefined({ heads: computeHeadsRoot(results.map(({ head }) => head)) }),
    tasks: [...tasks.values()].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1)),
  };
}

function getCountName(outcome: Trial['outcome']): 'successes' | 'failures' | 'undecided' {
  if (outcome === 'success') return 'successes';
  return outcome === 'failure' ? 'failures' : 'undecided';
}

const computeHeadsRoot = (heads: readonly AttemptHead[]): string | undefined =>
  heads.length === 0 ? undefined : summariseAttemptHeads(heads).root;

/** Reads the counts of an arm from a line of a history. */
export function readLineCounts(arm: HistoryArm): TaskRunCounts[] {
  return arm.tasks.map(({ task, version, successes, failures, undecided, missing }) => ({
    task,
    version,
    successes,
    failures,
    undecided,
    ...omitUndefined({ missing }),
  }));
}

/**
 * Selects the earlier runs of an arm, newest last. The newest line of each compared run is left out: contracts must not
 * be chosen by the runs that they are judged by. A run is told by its attempts (`isSameRun`): other nights may end with
 * the same counts.
 *
 * @param sides the compared runs as a history keeps them
 */
export function selectHistory(
  lines: readonly HistoryLine[],
  arm: string,
  sides: readonly HistoryArm[],
): { nights: TaskRunCounts[][]; lines: number; itself: number } {
  const arm_lines = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm));
  const runs = sides.filter((side, i) => !sides.slice(0, i).some((other) => isSameRun(other, side)));
  const compared = new Set(runs.map((run) => arm_lines.findLast((line) => isSameRun(line, run))));
  const earlier = arm_lines.filter((line) => !compared.has(line));
  return { nights: earlier.map(readLineCounts), lines: earlier.length, itself: arm_lines.length - earlier.length };
}

/**
 * Checks whether two parts of history lines are about the same attempts: by the heads of their records, where both say
 * them. Older lines are told by counts, costs and times, which are measured to fractions of a millisecond.
 */
function isSameRun(a: HistoryArm, b: HistoryArm): boolean {
  if (a.heads !== undefined && b.heads !== undefined) return a.heads === b.heads;
  const isClose = (x: number, y: number) => Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y));
  return (
    a.tasks.length === b.tasks.length &&
    a.tasks.every((task) =>
      b.tasks.some(
        (other) =>
          task.task === other.task &&
          task.version === other.version &&
          task.successes === other.successes &&
          task.failures === other.failures &&
          task.undecided === other.undecided &&
          isClose(task.wall_ms, other.wall_ms) &&
          (task.cost_usd === null ? other.cost_usd === null : isClose(task.cost_usd, other.cost_usd ?? Number.NaN)),
      ),
    )
  );
}
