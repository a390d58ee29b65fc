import { parseDeviation } from '../../record/planning/pilot_protocol.js';
import type { Deviation } from './deviation.js';
import { findEntryDeviations } from './find_entry_deviations.js';
import { listCompletedAttempts, listRemainingTasks, type PilotEvidence, type StageEvidence } from './pilot_evidence.js';

/** Seed that the protocol plans with. */
const PROTOCOL_SEED = 20260307;
/** Difference of start times below which concurrent attempts have no order, in milliseconds. */
const SIDE_BY_SIDE_MS = 1000;

/** Finds every deviation from the protocol, the most serious for comparisons first. */
export function findDeviations(pilot: PilotEvidence): Deviation[] {
  const { protocol, stages, foreign } = pilot;
  const trials = listCompletedAttempts(pilot).map(({ trial }) => trial);
  const create = (kind: Deviation['kind'], what: string, where: readonly string[]): Deviation[] =>
    where.length === 0 ? [] : [{ kind, what, where: [...where] }];
  const attempts = (differs: (trial: (typeof trials)[number]) => boolean) =>
    trials.filter(differs).map(({ attempt_id }) => attempt_id);
  const versions = new Map(protocol.tasks.map(({ id, version }) => [id, version]));
  const { run_usd, run_tokens } = protocol.budget;
  return [
    ...create(
      'seed',
      `the protocol plans with ${PROTOCOL_SEED}; comparisons across seeds are provisional`,
      protocol.seed === PROTOCOL_SEED ? [] : [`seed ${protocol.seed}`],
    ),
    ...create(
      'seed',
      `attempts with another seed than ${protocol.seed}`,
      attempts(({ seed }) => seed !== protocol.seed),
    ),
    ...create(
      'contract version',
      'attempts at a contract that is not the frozen one',
      attempts(({ task, version }) => versions.get(task) !== version),
    ),
    ...create(
      'caps',
      'attempts with other caps than those agreed',
      attempts(({ configuration: { caps } }) => hasOtherCaps(caps, run_usd, run_tokens)),
    ),
    ...create(
      'version of gatebench',
      `attempts by another version than ${protocol.harness_version}`,
      attempts(({ harness_version }) => harness_version !== protocol.harness_version),
    ),
    ...create(
      'rubric',
      `attempts judged by another rubric than ${protocol.rubric}`,
      attempts(({ rubric }) => rubric !== protocol.rubric),
    ),
    ...create(
      'run counts',
      'tasks that arms have not run equally often, although later tasks were run',
      findUnequalTasks(pilot),
    ),
    ...create(
      'outside of the plan',
      'attempts that no stage plans; they are in no figure',
      stages.flatMap(({ unplanned }) => unplanned.map(({ attempt_id }) => attempt_id)),
    ),
    ...create('outside of the plan', 'folders with results of another plan; they are in no figure', foreign),
    ...stages.flatMap((stage) =>
      create(
        'order',
        `attempts of stage ${stage.stage} that began before one that the plan has earlier`,
        findAttemptsOutOfOrder(stage),
      ),
    ),
    ...findEntryDeviations(pilot),
    ...listRecordedDeviations(trials),
  ];
}

/**
 * Checks for caps that differ from the suite's. A cap that is not below the contract's is not recorded as the suite's.
 */
function hasOtherCaps(
  caps: { usd: number | null; tokens: number | null } | null,
  usd: number | null,
  tokens: number | null,
): boolean {
  return (caps?.usd ?? usd) !== usd || (caps?.tokens ?? tokens) !== tokens;
}

/** Finds tasks that the order has passed, while an arm still lacks attempts that another has. */
function findUnequalTasks(pilot: PilotEvidence): string[] {
  const order = listRemainingTasks(pilot).map(({ id }) => id);
  return [
    ...new Set(
      pilot.stages.flatMap(({ done, missing }) => {
        const last = done.reduce((most, { trial }) => Math.max(most, order.indexOf(trial.task)), -1);
        return order.slice(0, last).filter((task) => {
          const lacking = missing.filter((attempt) => attempt.task === task).length;
          return lacking > 0 && lacking % pilot.protocol.arms.length !== 0;
        });
      }),
    ),
  ];
}

/**
 * Finds attempts that began before one that the plan has earlier. Only attempts of one folder are compared: shards and
 * stages have their own clocks. Concurrent attempts begin as soon as there is room, so that less than a second is no
 * order.
 */
function findAttemptsOutOfOrder({ plan, done }: StageEvidence): string[] {
  const place = new Map(plan.attempts.map(({ attempt_id }, i) => [attempt_id, i]));
  const folders = new Set(done.map(({ folder }) => folder));
  return [...folders].flatMap((folder) => {
    const begun = done
      .flatMap(({ trial, began, folder: own }) =>
        own === folder && began !== null ? [{ id: trial.attempt_id, began: Date.parse(began) }] : [],
      )
      .sort((a, b) => place.get(a.id)! - place.get(b.id)!);
    let latest = Number.NEGATIVE_INFINITY;
    return begun.flatMap(({ id, began }) => {
      const early = began < latest - SIDE_BY_SIDE_MS;
      latest = Math.max(latest, began);
      return early ? [id] : [];
    });
  });
}

/** Lists the deviations that the attempts themselves recorded. */
function listRecordedDeviations(trials: readonly { attempt_id: string; deviations: readonly string[] }[]): Deviation[] {
  const noted = trials.flatMap(({ deviations }) => deviations).filter((text) => parseDeviation(text) === undefined);
  const kinds = [...new Set(noted)].sort();
  return kinds.map((what) => ({
    kind: 'recorded',
    what,
    where: trials.filter(({ deviations }) => deviations.includes(what)).map(({ attempt_id }) => attempt_id),
  }));
}
