import { sumDollars } from '../../../record/costs/sum_dollars.js';
import type { Arm, Plan, PlannedAttempt } from '../../../record/planning/plan.js';
import type { HistoryArm, HistoryLine, HistoryTask } from '../../../record/planning/suite_history.js';
import type { Trial } from '../trials/trial.js';

/** Facts of a suite's run that its history keeps. */
interface HistoryFacts {
  plan: Pick<Plan, 'name' | 'digest' | 'tasks'> | undefined;
  arms: readonly Arm[];
  trials: readonly Trial[];
  missing: readonly Pick<PlannedAttempt, 'task' | 'arm'>[];
  at: string;
  commit: string | null;
  run_url: string | null;
}

/**
 * Creates the history line of one run of a suite: counts per arm and task. An attempt without a result is undecided.
 */
export function createHistoryLine(facts: HistoryFacts): HistoryLine {
  const { plan, trials, missing } = facts;
  const versions = new Map(plan?.tasks.map(({ id, version }) => [id, version]));
  const arms = facts.arms.map((arm): HistoryArm => {
    const tasks = new Map<string, HistoryTask>();
    const of = (task: string, version: string) => {
      const key = `${task}\n${version}`;
      const known = tasks.get(key) ?? {
        task,
        version,
        runs: 0,
        successes: 0,
        failures: 0,
        undecided: 0,
        cost_usd: 0,
        wall_ms: 0,
      };
      tasks.set(key, known);
      return known;
    };
    const identities = new Set<string>();
    for (const trial of trials) {
      if (trial.arm !== arm.id) continue;
      identities.add(trial.configuration.agent_identity);
      const task = of(trial.task, trial.version);
      const { total_usd } = trial.cost;
      task.runs++;
      task[trial.outcome === 'success' ? 'successes' : trial.outcome === 'failure' ? 'failures' : 'undecided']++;
      if (trial.flaky) task.flaky = (task.flaky ?? 0) + 1;
      task.cost_usd = sumDollars([task.cost_usd, total_usd]);
      task.wall_ms += trial.wall_ms;
    }
    for (const attempt of missing) {
      if (attempt.arm !== arm.id) continue;
      const task = of(attempt.task, versions.get(attempt.task) ?? '');
      task.runs++;
      task.undecided++;
    }
    const { id, agent, model, ablation, role } = arm;
    const key = ({ task, version }: HistoryTask) => `${task}\n${version}`;
    return {
      arm: id,
      agent,
      model,
      ablation,
      role,
      identities: [...identities].sort(),
      tasks: [...tasks.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    };
  });
  const distinct = (of: (trial: Trial) => string) => [...new Set(trials.map(of))].sort();
  return {
    schema: 1,
    suite: plan?.name ?? 'run',
    at: facts.at,
    commit: facts.commit,
    run_url: facts.run_url,
    harness_versions: distinct(({ harness_version }) => harness_version),
    rubrics: distinct(({ rubric }) => rubric),
    plan: plan?.digest ?? null,
    arms,
  };
}
