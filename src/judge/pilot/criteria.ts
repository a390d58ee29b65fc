import type { Stage } from '../../record/pilot.js';
import { type Criterion, type Finding, met, notDecided, notMet, together } from './criterion.js';
import { allDone, type PilotEvidence, type StageEvidence, spentBy, stageOf, tasksLeft } from './evidence.js';
import { powerFinding } from './power_finding.js';
import { stoppingAdvice } from './stopping.js';

interface Rule {
  id: string;
  stage: Stage;
  when: Criterion['when'];
  demands: string;
  look(pilot: PilotEvidence): Finding;
}

/** Entry and exit criteria of the stages, in the words of the protocol (executable contracts §5.3). */
const RULES: readonly Rule[] = [
  {
    id: 'deterministic-checks',
    stage: 1,
    when: 'entry',
    demands: 'tasks have deterministic acceptance checks under the sandbox: a contract.lock that holds',
    look(pilot) {
      const unproven = tasksLeft(pilot).filter(({ proven }) => !proven);
      if (unproven.length === 0) return met(`all ${tasksLeft(pilot).length} tasks are proven`);
      return notMet(
        `${unproven.length} of ${tasksLeft(pilot).length} tasks are not proven: gatebench validate`,
        idsOf(unproven),
      );
    },
  },
  {
    id: 'caps',
    stage: 1,
    when: 'entry',
    demands: 'budget caps are configured: B_total, and time and money of every attempt',
    look({ protocol }) {
      if (protocol.budget.total_usd === null) return notMet('B_total is not set: budget.total_usd of the suite');
      const without = protocol.tasks.filter(
        ({ budget_usd, budget_wall_ms }) => !(budget_usd > 0 && budget_wall_ms > 0),
      );
      if (without.length > 0) return notMet('attempts without a cap', idsOf(without));
      return met(`B_total ${protocol.budget.total_usd} USD; every attempt has a cap in USD and in time`);
    },
  },
  {
    id: 'baselines',
    stage: 1,
    when: 'entry',
    demands: 'at least two baselines: no change, and a scripted or human one',
    look({ protocol }) {
      const roles = new Set(protocol.arms.map(({ role }) => role));
      const lacking = [
        ...(roles.has('noop') ? [] : ['noop']),
        ...(roles.has('scripted') || roles.has('human') ? [] : ['scripted or human']),
      ];
      return lacking.length === 0
        ? met(protocol.baselines.join(', '))
        : notMet(`there is no baseline ${lacking.join(', nor ')}`);
    },
  },
  {
    id: 'complete-records',
    stage: 1,
    when: 'exit',
    demands: 'complete run records with termination reasons',
    look: (pilot) => whole(stageOf(pilot, 1)) ?? records(stageOf(pilot, 1)),
  },
  {
    id: 'cost-accounting',
    stage: 1,
    when: 'exit',
    demands: 'cost accounting can be populated from logs',
    look(pilot) {
      const stage = stageOf(pilot, 1);
      const { usd, unknown } = spentBy(stage.done);
      if (unknown.length > 0) return notMet(`attempts without a known cost: ${unknown.length}`, unknown);
      return whole(stage) ?? met(`every attempt has its cost; ${dollars(usd)} in all`);
    },
  },
  after(2, 1),
  {
    id: 'no-violation',
    stage: 2,
    when: 'entry',
    demands: 'stage 1 produced no critical security boundary violation',
    look(pilot) {
      const stage = stageOf(pilot, 1);
      const unsafe = stage.done.filter(({ trial }) => trial.unsafe).map(({ trial }) => trial.attempt_id);
      if (unsafe.length > 0) return notMet(`${unsafe.length} attempts of stage 1 broke the safety gate`, unsafe);
      return whole(stage) ?? met(`none; attempts looked at: ${stage.done.length}`);
    },
  },
  {
    id: 'flakiness',
    stage: 2,
    when: 'entry',
    demands: 'the flakiness rate is within the registered tolerance',
    look(pilot) {
      const stage = stageOf(pilot, 1);
      const seen = new Set(stage.done.map(({ trial }) => trial.task));
      const flaky = [
        ...new Set(stage.done.filter(({ trial }) => trial.tags.includes('flaky-check')).map(({ trial }) => trial.task)),
      ];
      const tolerance = pilot.protocol.settings.flakiness_tolerance;
      const told = `tasks whose checks disagreed with themselves: ${flaky.length} of ${seen.size}; tolerated is a share of ${tolerance}`;
      if (seen.size > 0 && flaky.length / seen.size > tolerance) return notMet(told, flaky);
      return whole(stage) ?? met(told);
    },
  },
  {
    id: 'endpoint',
    stage: 2,
    when: 'exit',
    demands: 'primary endpoint and rubric parts can be computed for all tasks',
    look(pilot) {
      const decided = new Set(
        allDone(pilot)
          .filter(({ trial: { outcome } }) => outcome === 'success' || outcome === 'failure')
          .map(({ trial }) => JSON.stringify([trial.task, trial.arm])),
      );
      const open = tasksLeft(pilot).flatMap(({ id }) =>
        pilot.protocol.arms.flatMap((arm) => (decided.has(JSON.stringify([id, arm.id])) ? [] : [`${id} · ${arm.id}`])),
      );
      const missing = whole(stageOf(pilot, 1)) ?? whole(stageOf(pilot, 2));
      if (missing) return missing;
      if (open.length > 0) return notMet(`${open.length} pairs of task and arm have no decided attempt`, open);
      return met(`for all ${tasksLeft(pilot).length} tasks and ${pilot.protocol.arms.length} arms`);
    },
  },
  { id: 'spend', stage: 2, when: 'exit', demands: 'the spend remains within B_total, B_task and B_run', look: spend },
  after(3, 2),
  {
    id: 'power',
    stage: 3,
    when: 'entry',
    demands: 'the power analysis supports the increased run counts under the remaining budget',
    look: powerFinding,
  },
  {
    id: 'completed',
    stage: 3,
    when: 'exit',
    demands: 'the registered plan is complete, or a registered stopping rule has ended it',
    look(pilot) {
      const advice = stoppingAdvice(pilot);
      if (advice.decision === 'stop' && advice.rule !== 'planned end')
        return met(`ended by a registered rule: ${advice.rule}`);
      return (
        whole(stageOf(pilot, 1)) ??
        whole(stageOf(pilot, 2)) ??
        whole(stageOf(pilot, 3)) ??
        met('every attempt has a result')
      );
    },
  },
];

/** Criteria of a stage; those of its exit only once it has begun. */
export function criteriaOf(pilot: PilotEvidence, stage: Stage): Criterion[] {
  // A stage that adds nothing, since an earlier one had all its tasks and trials, has begun when that one is through.
  const { plan, done } = stageOf(pilot, stage);
  const earlier = pilot.stages.filter((one) => one.stage < stage);
  const begun = done.length > 0 || (plan.attempts.length === 0 && earlier.every(({ missing }) => missing.length === 0));
  return RULES.filter((rule) => rule.stage === stage && (begun || rule.when === 'entry')).map((rule) =>
    judged(rule, pilot),
  );
}

function judged({ look, ...rule }: Rule, pilot: PilotEvidence): Criterion {
  const { where = [], ...found } = look(pilot);
  return { ...rule, ...found, where: [...where] };
}

function after(stage: Stage, before: Stage): Rule {
  return {
    id: `stage-${before}`,
    stage,
    when: 'entry',
    demands: `stage ${before} is complete, with its exit criteria met`,
    look(pilot) {
      const missing = whole(stageOf(pilot, before));
      if (missing) return missing;
      const exits = RULES.filter((rule) => rule.stage === before && rule.when === 'exit').map((rule) =>
        judged(rule, pilot),
      );
      const open = exits.filter(({ verdict }) => verdict !== 'met').map(({ id }) => id);
      const verdict = together(exits);
      const evidence = open.length === 0 ? `all ${exits.length} met` : `${verdict}: ${open.join(', ')}`;
      return { verdict, evidence, where: open };
    },
  };
}

/** What is missing of a stage; undefined = nothing. */
function whole({ stage, done, missing }: StageEvidence): Finding | undefined {
  if (missing.length === 0) return undefined;
  const told =
    done.length === 0
      ? `stage ${stage} has no results yet`
      : `${missing.length} attempts of stage ${stage} have no result`;
  return notDecided(
    told,
    missing.map(({ attempt_id }) => attempt_id),
  );
}

function records({ done }: StageEvidence): Finding {
  const endless = done.filter(({ trial }) => trial.termination === '').map(({ trial }) => trial.attempt_id);
  if (endless.length > 0) return notMet(`${endless.length} attempts do not say why they ended`, endless);
  const bare = done.filter(({ recorded }) => !recorded).map(({ trial }) => trial.attempt_id);
  if (bare.length > 0) return notDecided(`records of ${bare.length} attempts are not beside their results`, bare);
  return met(`${done.length} records, each whole and with the reason of its end`);
}

function spend(pilot: PilotEvidence): Finding {
  const { total_usd, task_usd, run_usd } = pilot.protocol.budget;
  const done = allDone(pilot);
  const { usd, unknown } = spentBy(done);
  const over = done
    .filter(({ trial }) => run_usd !== null && (trial.cost.total_usd ?? 0) > run_usd)
    .map(({ trial }) => trial.attempt_id);
  if (over.length > 0) return notMet(`${over.length} attempts cost more than B_run (${run_usd} USD)`, over);
  const tasks = tasksLeft(pilot).filter(
    ({ id }) => task_usd !== null && spentBy(done.filter(({ trial }) => trial.task === id)).usd > task_usd,
  );
  if (tasks.length > 0) return notMet(`${tasks.length} tasks cost more than B_task (${task_usd} USD)`, idsOf(tasks));
  if (total_usd === null) return notMet('there is no B_total');
  if (usd > total_usd) return notMet(`${dollars(usd)} of ${total_usd} USD`);
  if (unknown.length > 0)
    return notDecided(`at least ${dollars(usd)}; attempts without a known cost: ${unknown.length}`, unknown);
  return met(`${dollars(usd)} of ${total_usd} USD`);
}

const idsOf = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);
const dollars = (usd: number) => `${Number(usd.toFixed(4))} USD`;
