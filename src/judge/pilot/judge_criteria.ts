import type { PilotStage } from '../../record/planning/pilot_protocol.js';
import { adviseStopping } from './advise_stopping.js';
import { judgePower } from './judge_power.js';
import {
  type CriterionFinding,
  combineCriterionVerdicts,
  criterionMet,
  criterionNotMet,
  criterionUndecided,
  getStageEvidence,
  listCompletedAttempts,
  listRemainingTasks,
  type PilotCriterion,
  type PilotEvidence,
  type StageEvidence,
  selectOpenCriteria,
  sumAttemptCosts,
} from './pilot_evidence.js';

/** Rule that decides one criterion. */
interface CriterionRule {
  id: string;
  stage: PilotStage;
  when: PilotCriterion['when'];
  demands: string;
  look(pilot: PilotEvidence): CriterionFinding;
}

/** Entry and exit criteria of the stages, in the words of the protocol. */
const CRITERION_RULES: readonly CriterionRule[] = [
  {
    id: 'deterministic-checks',
    stage: 1,
    when: 'entry',
    demands: 'tasks have deterministic acceptance checks under the sandbox: a contract.lock that holds',
    look: judgeProofs,
  },
  {
    id: 'caps',
    stage: 1,
    when: 'entry',
    demands: 'budget caps are configured: B_total, and time and money of every attempt',
    look({ protocol }) {
      if (protocol.budget.total_usd === null)
        return criterionNotMet('B_total is not set: budget.total_usd of the suite');
      const unproven_tasks = protocol.tasks.filter(
        ({ budget_usd, budget_wall_ms }) => !(budget_usd > 0 && budget_wall_ms > 0),
      );
      if (unproven_tasks.length > 0) return criterionNotMet('attempts without a cap', listIds(unproven_tasks));
      return criterionMet(`B_total ${protocol.budget.total_usd} USD; every attempt has a cap in USD and in time`);
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
        ? criterionMet(protocol.baselines.join(', '))
        : criterionNotMet(`there is no baseline ${lacking.join(', nor ')}`);
    },
  },
  {
    id: 'complete-records',
    stage: 1,
    when: 'exit',
    demands: 'complete run records with termination reasons',
    look: (pilot) => findIncompleteStage(getStageEvidence(pilot, 1)) ?? judgeRecords(getStageEvidence(pilot, 1)),
  },
  {
    id: 'cost-accounting',
    stage: 1,
    when: 'exit',
    demands: 'cost accounting can be populated from logs',
    look(pilot) {
      const stage = getStageEvidence(pilot, 1);
      const { usd, unknown } = sumAttemptCosts(stage.done);
      if (unknown.length > 0) return criterionNotMet(`attempts without a known cost: ${unknown.length}`, unknown);
      return findIncompleteStage(stage) ?? criterionMet(`every attempt has its cost; ${formatUsd(usd)} in all`);
    },
  },
  createSequenceRule(2, 1),
  {
    id: 'no-violation',
    stage: 2,
    when: 'entry',
    demands: 'stage 1 produced no critical security boundary violation',
    look(pilot) {
      const stage = getStageEvidence(pilot, 1);
      const unsafe = stage.done.filter(({ trial }) => trial.unsafe).map(({ trial }) => trial.attempt_id);
      if (unsafe.length > 0)
        return criterionNotMet(`${unsafe.length} attempts of stage 1 broke the safety gate`, unsafe);
      return findIncompleteStage(stage) ?? criterionMet(`none; attempts looked at: ${stage.done.length}`);
    },
  },
  {
    id: 'flakiness',
    stage: 2,
    when: 'entry',
    demands: 'the flakiness rate is within the registered tolerance',
    look(pilot) {
      const stage = getStageEvidence(pilot, 1);
      const task_ids = new Set(stage.done.map(({ trial }) => trial.task));
      const flaky = [
        ...new Set(stage.done.filter(({ trial }) => trial.tags.includes('flaky-check')).map(({ trial }) => trial.task)),
      ];
      const tolerance = pilot.protocol.settings.flakiness_tolerance;
      const detail =
        `tasks whose checks disagreed with themselves: ${flaky.length} of ${task_ids.size}; tolerated is a ` +
        `share of ${tolerance}`;
      if (task_ids.size > 0 && flaky.length / task_ids.size > tolerance) return criterionNotMet(detail, flaky);
      return findIncompleteStage(stage) ?? criterionMet(detail);
    },
  },
  {
    id: 'endpoint',
    stage: 2,
    when: 'exit',
    demands: 'primary endpoint and rubric parts can be computed for all tasks',
    look(pilot) {
      const decided = new Set(
        listCompletedAttempts(pilot)
          .filter(({ trial: { outcome } }) => outcome === 'success' || outcome === 'failure')
          .map(({ trial }) => JSON.stringify([trial.task, trial.arm])),
      );
      const open = listRemainingTasks(pilot).flatMap(({ id }) =>
        pilot.protocol.arms.flatMap((arm) => (decided.has(JSON.stringify([id, arm.id])) ? [] : [`${id} · ${arm.id}`])),
      );
      const missing =
        findIncompleteStage(getStageEvidence(pilot, 1)) ?? findIncompleteStage(getStageEvidence(pilot, 2));
      if (missing) return missing;
      if (open.length > 0) return criterionNotMet(`${open.length} pairs of task and arm have no decided attempt`, open);
      return criterionMet(`for all ${listRemainingTasks(pilot).length} tasks and ${pilot.protocol.arms.length} arms`);
    },
  },
  {
    id: 'spend',
    stage: 2,
    when: 'exit',
    demands: 'the spend remains within B_total, B_task and B_run',
    look: judgeSpending,
  },
  createSequenceRule(3, 2),
  {
    id: 'power',
    stage: 3,
    when: 'entry',
    demands: 'the power analysis supports the increased run counts under the remaining budget',
    look: judgePower,
  },
  {
    id: 'completed',
    stage: 3,
    when: 'exit',
    demands: 'the registered plan is complete, or a registered stopping rule has ended it',
    look(pilot) {
      const advice = adviseStopping(pilot);
      if (advice.decision === 'stop' && advice.rule !== 'planned end')
        return criterionMet(`ended by a registered rule: ${advice.rule}`);
      return (
        findIncompleteStage(getStageEvidence(pilot, 1)) ??
        findIncompleteStage(getStageEvidence(pilot, 2)) ??
        findIncompleteStage(getStageEvidence(pilot, 3)) ??
        criterionMet('every attempt has a result')
      );
    },
  },
];

/** Judges the criteria of a stage. Those of its exit are included only once it has begun. */
export function judgeCriteria(pilot: PilotEvidence, stage: PilotStage): PilotCriterion[] {
  // A stage without attempts of its own begins when the earlier stages are complete.
  const evidence = getStageEvidence(pilot, stage);
  const earlier = pilot.stages.filter((one) => one.stage < stage);
  const is_empty = evidence.plan.attempts.length === 0;
  const begun = evidence.done.length > 0 || (is_empty && earlier.every(({ missing }) => missing.length === 0));
  return CRITERION_RULES.filter((rule) => rule.stage === stage && (begun || rule.when === 'entry')).map((rule) =>
    judgeCriterion(rule, pilot),
  );
}

function judgeCriterion({ look, ...rule }: CriterionRule, pilot: PilotEvidence): PilotCriterion {
  const { where = [], ...result } = look(pilot);
  return {
    ...rule,
    ...result,
    where: [...where],
    declared: result.verdict === 'met' ? null : findDeclaration(rule, pilot),
  };
}

function findDeclaration(
  { id, stage, when }: Pick<CriterionRule, 'id' | 'stage' | 'when'>,
  { declared }: PilotEvidence,
) {
  const declaration =
    when === 'entry' ? declared.find((one) => one.stage === stage && one.criteria.includes(id)) : undefined;
  return declaration === undefined ? null : `${declaration.by}, ${declaration.at}: ${declaration.because}`;
}

/** Judges the proofs of all contracts as they stand now, including contracts that were proven after the plan. */
function judgeProofs(pilot: PilotEvidence): CriterionFinding {
  const tasks = listRemainingTasks(pilot);
  const select = (standing: 'changed' | 'not proven') =>
    listIds(tasks.filter(({ id }) => pilot.proofs.get(id) === standing));
  const changed = select('changed');
  if (changed.length > 0)
    return criterionNotMet(`contracts that are not the frozen ones: ${changed.length} of ${tasks.length}`, changed);
  const unproven = select('not proven');
  if (unproven.length > 0)
    return criterionNotMet(
      `${unproven.length} of ${tasks.length} tasks are not proven: gatebench validate --update-lock`,
      unproven,
    );
  const unread = tasks.filter(({ id, proven }) => !proven && !pilot.proofs.has(id));
  if (unread.length > 0)
    return criterionNotMet(
      `${unread.length} of ${tasks.length} tasks were not proven when they were planned, and their contracts ` +
        'cannot be read here',
      listIds(unread),
    );
  return criterionMet(`all ${tasks.length} tasks are proven`);
}

function createSequenceRule(stage: PilotStage, before: PilotStage): CriterionRule {
  return {
    id: `stage-${before}`,
    stage,
    when: 'entry',
    demands: `stage ${before} is complete, with its entry and exit criteria met`,
    look(pilot) {
      const stage_criteria = CRITERION_RULES.filter((rule) => rule.stage === before).map((rule) =>
        judgeCriterion(rule, pilot),
      );
      const open = selectOpenCriteria(stage_criteria);
      const entry = open.filter(({ when }) => when === 'entry');
      // Unmet entry criteria are reported before missing results.
      const missing = findIncompleteStage(getStageEvidence(pilot, before));
      if (missing && combineCriterionVerdicts(entry) !== 'not met') return missing;
      const where = open.map(({ id }) => id);
      const verdict = combineCriterionVerdicts(open);
      const evidence =
        open.length === 0 ? `all ${stage_criteria.length} met or declared` : `${verdict}: ${where.join(', ')}`;
      return { verdict, evidence, where };
    },
  };
}

/**
 * Finds what is missing of a stage.
 *
 * @returns undefined if it is complete
 */
function findIncompleteStage({ stage, done, missing }: StageEvidence): CriterionFinding | undefined {
  if (missing.length === 0) return undefined;
  const detail =
    done.length === 0
      ? `stage ${stage} has no results yet`
      : `${missing.length} attempts of stage ${stage} have no result`;
  return criterionUndecided(
    detail,
    missing.map(({ attempt_id }) => attempt_id),
  );
}

function judgeRecords({ done }: StageEvidence): CriterionFinding {
  const endless = done.filter(({ trial }) => trial.termination === '').map(({ trial }) => trial.attempt_id);
  if (endless.length > 0) return criterionNotMet(`${endless.length} attempts do not say why they ended`, endless);
  const bare = done.filter(({ recorded }) => !recorded).map(({ trial }) => trial.attempt_id);
  if (bare.length > 0)
    return criterionUndecided(`records of ${bare.length} attempts are not beside their results`, bare);
  return criterionMet(`${done.length} records, each whole and with the reason of its end`);
}

function judgeSpending(pilot: PilotEvidence): CriterionFinding {
  const { total_usd, task_usd, run_usd } = pilot.protocol.budget;
  const completed = listCompletedAttempts(pilot);
  const { usd, unknown } = sumAttemptCosts(completed);
  const excess = completed
    .filter(({ trial }) => run_usd !== null && (trial.cost.total_usd ?? 0) > run_usd)
    .map(({ trial }) => trial.attempt_id);
  if (excess.length > 0)
    return criterionNotMet(`${excess.length} attempts cost more than B_run (${run_usd} USD)`, excess);
  const tasks = listRemainingTasks(pilot).filter(
    ({ id }) => task_usd !== null && sumAttemptCosts(completed.filter(({ trial }) => trial.task === id)).usd > task_usd,
  );
  if (tasks.length > 0)
    return criterionNotMet(`${tasks.length} tasks cost more than B_task (${task_usd} USD)`, listIds(tasks));
  if (total_usd === null) return criterionNotMet('there is no B_total');
  if (usd > total_usd) return criterionNotMet(`${formatUsd(usd)} of ${total_usd} USD`);
  if (unknown.length > 0)
    return criterionUndecided(`at least ${formatUsd(usd)}; attempts without a known cost: ${unknown.length}`, unknown);
  return criterionMet(`${formatUsd(usd)} of ${total_usd} USD`);
}

const listIds = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);
const formatUsd = (usd: number) => `${Number(usd.toFixed(4))} USD`;
